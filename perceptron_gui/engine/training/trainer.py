"""What all trainers share: passes and their orders, stops, the range rule, and a budget of work (P4, P7, P9, E3)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from operator import mul
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.engine.data.dataset import Floats, Ints
from perceptron_gui.engine.data.settings import REPEATING_ORDERS, Order, TrainingSettings
from perceptron_gui.engine.exact.fixed_point import decimal_fraction
from perceptron_gui.engine.native import loader
from perceptron_gui.engine.native.loader import Go, Library, LoopCall
from perceptron_gui.engine.training.cycles import Cycle, CycleDetector
from perceptron_gui.engine.training.state import NO_RIVAL, Mistakes, State, Stop
from perceptron_gui.engine.training.training_data import TrainingData

WORDS_AT_ONCE = 4096
"""Raw words of the generator that are drawn together."""
Words = NDArray[np.uint64]


def pass_order(settings: TrainingSettings, epoch: int, began_with: int, n_samples: int) -> Ints | None:
    """Return the indices of the points in the order in which a pass visits them.

    `epoch`: the pass, from 1. `began_with`: points present when the pass began; only these are permuted. `n_samples`:
    points present now: those that came during the pass are visited at its end (P9). Returns shape (n_samples,), or
    None: none is the order of placement.
    """
    if settings.order is not Order.SHUFFLED:
        return None
    return np.concatenate([permutation(settings.seed, epoch, began_with), np.arange(began_with, n_samples)])


def permutation(seed: int, epoch: int, n_samples: int) -> Ints:
    """Return the shuffled order of a pass: the stable argsort of raw Philox words (P4).

    The generator is addressed by (seed, epoch), so that any pass can be visited again without a memory of the others.

    `seed`: random seed. `epoch`: the pass, from 1. `n_samples`: points present when it began. Returns shape
    (n_samples,).
    """
    if loader.library is not None:
        return loader.library.shuffle(seed, epoch, n_samples)
    words = np.random.Philox(key=seed, counter=[0, epoch, 0, 0]).random_raw(n_samples)
    return np.argsort(words, kind="stable").astype(np.int64)


def points_at(order: Ints | None, positions: list[int]) -> list[int]:
    """Return the indices of the points at some positions of a pass.

    `order`: shape (n_samples,), or None: indices in the order of the pass; None is the order of placement. `positions`:
    from 0.
    """
    return positions if order is None else [int(order[p]) for p in positions]


def random_words(seed: int, step: int) -> Words:
    """Return the words of Philox(key=seed, counter=[0, 0, 1, 0]) from one step to the end of its block (P4).

    `seed`: random seed. `step`: the first word: visits completed. Returns shape (n_words,): 1 to `WORDS_AT_ONCE` words,
    read-only.
    """
    return _block_of_words(seed, step // WORDS_AT_ONCE)[step % WORDS_AT_ONCE :]


@lru_cache(maxsize=8)
def _block_of_words(seed: int, block: int) -> Words:
    """Return words block · 4096 … of the generator; a counter stands for four of them."""
    words = np.random.Philox(key=seed, counter=[block * WORDS_AT_ONCE // 4, 0, 1, 0]).random_raw(WORDS_AT_ONCE)
    words.flags.writeable = False
    return words


class CompiledLoop:
    """The part of a trainer that the compiled loop asks; see `Trainer` for its data, state and order."""

    data: TrainingData
    state: State
    order: Ints | None

    def deciding(self) -> Sequence[float]:
        """Return the held numbers on which all visits to come depend, and nothing else of the past (T9)."""
        return self.state.theta

    loops: ClassVar[tuple[str, str]]
    """Names of the compiled loops: of passes, and of random order."""

    def native_loop(self, library: Library, is_random: bool = False) -> Go | None:
        """Return the compiled loop for the visits from here on; None leaves them to Python."""
        return library.loops[self.loops[is_random]]

    def load_columns(self, call: LoopCall) -> None:
        """Set what the loop of random order reads of the points, once; θ times columns in a row makes the scores."""
        call.job.point("columns", self.data.arrays.column_places)

    def load_inputs(self, call: LoopCall) -> None:
        """Set what the compiled loop reads."""
        call.job.point("order", self.order)
        call.theta[:] = self.state.theta

    def read_results(self, call: LoopCall) -> None:
        """Take over what the compiled loop computed."""
        self.state.move_to(call.theta.tolist())

    def deciding_of(self, held: Floats) -> Floats:
        """Return what `deciding` does, for the states at the ends of passes that the loop wrote down.

        `held`: shape (n_passes, n_deciding): one row for each pass.
        """
        return held

    @property
    def n_deciding(self) -> int:
        """How many numbers the loop changes: the entries of θ."""
        return len(self.state.theta)

    @property
    def visit_work(self) -> float:
        """Work of a visit in multiply-adds."""
        return float(len(self.state.theta))

    @property
    def update_work(self) -> float:
        """Work of a mistake besides its visit and its record."""
        return 0.0

    @property
    def search_work(self) -> float:
        """Work of looking for the errors among all points, with the update before, in random order."""
        return float(self.data.n_samples * len(self.state.theta))

    @property
    def certain_updates(self) -> float:
        """How many updates are certain not to leave the exact range, and at least one; the loop looks no further."""
        return float("inf")

    def fits(self, points: list[int]) -> bool:
        """Whether an update leaves every score within the limit of weights (P7).

        Without a curved kernel it does: from numbers within their limits (E7, F1) no run is long enough to get there.

        `points`: indices of the errors that it sums up.
        """
        return True


def summed_updates(data: TrainingData, state: State) -> list[Fraction] | None:
    """Return θ₀ + η Σ α_i y_i x̂_i without rounding (D3).

    Returns in data units, entry by entry. None for a start from zero, where the held θ is a sum of whole numbers below
    2^53 and as exact. None for a curved kernel, too, whose only weight b is so small, and in multiclass, where α does
    not say which rows a point was added to.
    """
    settings = data.settings
    if settings.has_curved_kernel or not settings.has_start_weights or settings.initial is None or data.n_rows > 1:
        return None
    points = np.flatnonzero(state.alpha)
    counts = [int(count) for count in state.alpha[points]]
    step = decimal_fraction(data.settings.eta) / 10**data.scale.places
    return [
        decimal_fraction(start) + step * sum(map(mul, counts, map(int, column)))
        for start, column in zip(settings.initial, data.signed[points].T, strict=True)
    ]


VISIT_WORK, CALL_WORK = 100.0, 4000.0
"""Work of a visited entry in the scalar loop, and of a numpy call, in vectorised multiply-adds (about 1 ns each)."""


class Schedule(ABC):
    """How a run goes from visit to visit (P4), here in passes; one of `schedules`, each for one trainer."""

    has_passes = True

    def take_up(self, trainer: Trainer) -> None:  # noqa: B027
        """Begin with the state of a trainer: nothing to do where a pass can be taken up at any place."""

    @abstractmethod
    def visit(self, trainer: Trainer, until: int, work: float) -> float:
        """Make visits and return the work that is left.

        `until`: visits completed, counted from the start of the run. `work`: budget in multiply-adds.
        """

    def next_point(self, trainer: Trainer) -> int:
        """Return the index of the point that the next visit shows; see `take_up`."""
        state, n = trainer.state, trainer.data.n_samples
        if state.position < n:
            return points_at(trainer.order, [state.position])[0]
        return points_at(pass_order(trainer.data.settings, state.epoch + 1, n, n), [0])[0]

    def has_converged(self, trainer: Trainer) -> bool:
        """Whether nothing is left to learn (P7): a pass without an update is just over (V4); see `take_up`."""
        return trainer.state.position == trainer.data.n_samples and trainer.state.pass_updates == 0


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
        is_repeating = self.state.exact_visits is None and self.data.settings.order in REPEATING_ORDERS
        return self.watch if is_repeating else None


class VisitBatch(NamedTuple):
    """Consecutive visits of a pass."""

    seen: int  # how many
    updates: list[int]  # positions in the pass, ascending, of the mistakes and near misses
    rivals: list[int]  # the rival class of each; empty in the binary modes
    near_misses: int = 0  # how many of them were no mistakes (V4)
