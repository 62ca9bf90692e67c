"""What the three trainers share: passes, stops, the range rule, and a budget of work (P7, P9, E3)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

import numpy as np

from perceptron_gui.engine.data.settings import Order
from perceptron_gui.engine.training.compiled_loop import CompiledLoop
from perceptron_gui.engine.training.exact_sum import summed_updates
from perceptron_gui.engine.training.mistakes import NO_RIVAL, Mistakes
from perceptron_gui.engine.training.permutations import pass_order, points_at
from perceptron_gui.engine.training.state import State, Stop

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats, Ints
    from perceptron_gui.engine.training.cycles import Cycle, CycleDetector
    from perceptron_gui.engine.training.training_data import TrainingData
    from perceptron_gui.engine.training.visit_batch import VisitBatch

VISIT_WORK, CALL_WORK = 100.0, 4000.0
"""Work of a visited entry in the scalar loop, and of a numpy call, in vectorised multiply-adds (about 1 ns each)."""
REPEATING = (Order.CYCLIC, Order.BATCH)
"""Orders whose passes are all alike: the same state at the end of two passes is a cycle."""


class Schedule(Protocol):
    """How a run goes from visit to visit (P4); one of `schedules`, each for one trainer."""

    has_passes: bool

    def take_up(self, trainer: Trainer) -> None:
        """Begin with the state of a trainer."""

    def visit(self, trainer: Trainer, until: int, work: float) -> float:
        """Make visits and return the work that is left.

        `until`: visits completed, counted from the start of the run. `work`: budget in multiply-adds.
        """

    def next_point(self, trainer: Trainer) -> int:
        """Return the index of the point that the next visit shows; see `take_up`."""

    def has_converged(self, trainer: Trainer) -> bool:
        """Whether nothing is left to learn (P7); see `take_up`."""


@dataclass
class Trainer(CompiledLoop, ABC):
    """Visits points and updates parameters; what it does depends on its data and state only."""

    data: TrainingData
    state: State
    schedule: Schedule  # which point comes next, and when the parameters are updated
    watch: CycleDetector | None = None  # looks for cycles; None when the visits were made before and none is looked for
    log: Mistakes = field(default_factory=Mistakes)  # mistakes, and near misses, since the log was last emptied
    cycle: Cycle | None = None  # the cycle that stopped the run
    # the errors, each with its rival, that the last update of batch order summed up
    batch: list[tuple[int, int]] = field(default_factory=list)
    # `advance` returns, without a stop, when `state.updates` has this value: the way to the next mistake
    updates_goal: int | None = None
    # called with the trainer right after each update; the last entry of the log is the visit that made it
    follow: Callable[[Trainer], object] | None = None

    def __post_init__(self) -> None:
        """Find the order of the current pass."""
        self.order: Ints | None = None
        self._most_updates = float("inf")
        self._take_up_pass()
        self.schedule.take_up(self)

    # What a mode adds

    @abstractmethod
    def scores(self, start: int, stop: int) -> Floats:
        """Return the held scores of the points `start` … `stop` as placed.

        `start`, `stop`: the first point, and the one after the last. Returns binary: f, shape (stop − start,).
        Multiclass: s, shape (n_classes, stop − start).
        """

    @abstractmethod
    def margins(self) -> Floats:
        """Return y·f of every point (multiclass: s_y − s_r), held; an error has a margin ≤ 0. Shape (n_samples,)."""

    @abstractmethod
    def margins_of(self, points: Ints) -> Floats:
        """Return the margins of some points, held, without those of the others. `points`: shape (n,): indices."""

    def rivals(self, points: list[int]) -> list[int]:
        """Return the rival of some points under the current parameters (M2); −1 for each in the binary modes.

        `points`: indices.
        """
        return [NO_RIVAL] * len(points)

    def all_rivals(self) -> Ints:
        """Return the rival of every point, shape (n_samples,); −1 in the binary modes, or without another class."""
        return np.full(self.data.n_samples, NO_RIVAL)

    @abstractmethod
    def learn(self, points: list[int]) -> list[int]:
        """Update the parameters once, with the sum over the errors `points` (P4, P3).

        `points`: indices, in the order of summation. Returns the rival of each point, −1 in the binary modes.
        """

    @abstractmethod
    def visit_towards(self, stop: int, work: float) -> float:
        """Visit the pass from `state.position` towards `stop` and return the work that is left.

        Ends early when the work is spent, and after an update that reaches a limit or leaves the exact range.

        `stop`: position in the pass. `work`: budget in multiply-adds.
        """

    # What all share

    def advance(self, until: int, work: float = float("inf")) -> float:
        """Visit points until `until` visits are completed, the run stops or the work is spent; return what is left.

        `until`: visits completed, counted from the start of the run. `work`: budget in vectorised multiply-adds; may be
        overdrawn by one numpy call, to below 0.
        """
        state, n = self.state, self.data.n_samples
        self._set_most_updates()
        while work > 0 and state.visits < until and state.stop is None and self.updates_left > 0 and n:
            updates = state.updates
            work = self.schedule.visit(self, until, work)
            if state.updates > updates:
                self._check_range()
            self._settle()
            if self.follow is not None and state.updates > updates:
                self.follow(self)
                self._set_most_updates()
        return work

    def next_point(self) -> int:
        """Return the index of the point that the next visit shows."""
        return self.schedule.next_point(self)

    def go_on(self) -> None:
        """Continue after a cycle: Play repeats it (T9)."""
        if self.state.stop is Stop.CYCLE:
            self.watch = None
            self.state.end(None)
            self._settle()

    def begin_pass(self) -> None:
        """Begin the next pass over the points."""
        self.state.begin_pass(self.data.n_samples)
        self._take_up_pass()

    def _take_up_pass(self) -> None:
        state = self.state
        self.order = pass_order(self.data.settings, state.epoch, state.began_with, self.data.n_samples)

    def _check_range(self) -> None:
        """Note it if the last visit, whose state before was exact, left a state outside the exact range (E3)."""
        state = self.state
        if state.exact_visits is None and self.has_left_range():
            state.leave_range(state.visits - 1, summed_updates(self.data, state))

    def has_left_range(self) -> bool:
        """Whether the last update left the exact range."""
        largest, theta = self.data.largest_updated, self.state.theta
        return max(theta) > largest or min(theta) < -largest

    @property
    def range_bound(self) -> float:
        """The largest |θ_j| up to which visits may go on without a check of the exact range."""
        return self.data.largest_updated if self.state.exact_visits is None else float("inf")

    def is_held_up(self) -> bool:
        """Whether an update reached a limit or left the exact range, so that `advance` must check it first."""
        return self.updates_left <= 0 or (self.state.exact_visits is None and self.has_left_range())

    @property
    def updates_left(self) -> float:
        """How many updates may be made before `advance` checks limits and goals."""
        return self._most_updates - self.state.updates

    def _set_most_updates(self) -> None:
        one_more = None if self.follow is None else self.state.updates + 1
        limits = (self.data.settings.max_updates, self.updates_goal, one_more)
        self._most_updates = min([limit for limit in limits if limit is not None], default=float("inf"))

    def count(self, batch: VisitBatch) -> None:
        """Record the visits after `state.position`."""
        state, before = self.state, self.state.visits - self.state.position
        points = points_at(self.order, batch.updates)
        if points:
            visits = [before + position for position in batch.updates]
            self.log.add(visits, points, batch.rivals or [NO_RIVAL] * len(points))
        state.record(batch.seen, points, batch.near_misses)
        state.go_on_in_pass(batch.seen, len(points))

    def _settle(self) -> None:
        """Set the reason to stop, if there is one; of several the first of P7 counts."""
        state, settings = self.state, self.data.settings
        if state.stop is Stop.WEIGHT_LIMIT:
            return
        is_pass_end = self.schedule.has_passes and state.position == self.data.n_samples
        if is_pass_end and settings.order is Order.ONLINE:
            state.end(Stop.PASS_DONE)
        elif self.schedule.has_converged(self):
            state.end(Stop.CONVERGED)
        elif is_pass_end and self._closes_cycle():
            state.end(Stop.CYCLE)
        elif settings.max_updates is not None and state.updates >= settings.max_updates:
            state.end(Stop.UPDATE_LIMIT)
        elif is_pass_end and settings.max_epochs is not None and state.epoch >= settings.max_epochs:
            state.end(Stop.EPOCH_LIMIT)

    def _closes_cycle(self) -> bool:
        state, watch = self.state, self.cycle_detector
        if watch is not None:
            self.cycle = watch.look(self.deciding(), state.epoch, state.mistakes, state.visits)
        return watch is not None and self.cycle is not None

    @property
    def cycle_detector(self) -> CycleDetector | None:
        """The detector of cycles, while a state that comes back brings all that followed: same order, exact range."""
        is_repeating = self.state.exact_visits is None and self.data.settings.order in REPEATING
        return self.watch if is_repeating else None
