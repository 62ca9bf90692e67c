"""What the three trainers share: passes, stops, the range rule, and a budget of work (SPEC P7, P9, §0)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from perceptron_gui.engine.cycles import Cycle, CycleWatch
from perceptron_gui.engine.dataset import Bools, Floats, Ints
from perceptron_gui.engine.orders import pass_order, points_at
from perceptron_gui.engine.problem import Problem
from perceptron_gui.engine.settings import Order

SCALAR_BLOCK = 48
"""Visits the scalar loop makes before numpy looks for the next mistake."""
FIRST_CHUNK, LARGEST_CHUNK = 256, 1 << 16
"""Visits in numpy's first look, and the most in one look (it doubles in between)."""
VISIT_WORK, CALL_WORK = 100.0, 4000.0
"""Work of a visited entry in the scalar loop, and of a numpy call, in vectorised multiply-adds (about 1 ns each)."""
NO_RIVAL = -1


class Stop(StrEnum):
    """Why a run ended (SPEC P7)."""

    CONVERGED = "converged"
    PASS_DONE = "pass_done"
    CYCLE = "cycle"
    UPDATE_LIMIT = "update_limit"
    EPOCH_LIMIT = "epoch_limit"


class Look(NamedTuple):
    """What a trainer did in a block of visits: how many, the positions that were mistakes, and the rival of each."""

    seen: int
    mistakes: list[int]
    rivals: list[int]


@dataclass
class Mistakes:
    """Mistakes in the order they happened, column by column.

    Attributes
    ----------
    visits : list of int
        Visits completed before each.
    points, rivals : list of int
        The point, and the rival class (−1 in the binary modes).
    """

    visits: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    rivals: list[int] = field(default_factory=list)

    def clear(self) -> None:
        """Forget all."""
        self.visits.clear()
        self.points.clear()
        self.rivals.clear()


@dataclass
class State:
    """All that a trainer carries from visit to visit: what a checkpoint holds.

    Attributes
    ----------
    theta : list of float
        Held θ = (w, b); in multiclass the held rows of W with B, one after the other.
    alpha : ndarray of int64, shape (n_samples,)
        How often each point caused an update.
    visits, epoch, position : int
        Visits completed, passes begun, and visits completed within the pass.
    began_with : int
        Points present when the pass began.
    pass_mistakes, mistakes, updates : int
        Mistakes in this pass, in all, and times the parameters changed.
    exact_visits : int or None
        The visits up to where whole numbers held; None while they hold (SPEC §0).
    stop : Stop or None
    """

    theta: list[float]
    alpha: Ints
    visits: int = 0
    epoch: int = 0
    position: int = 0
    began_with: int = 0
    pass_mistakes: int = 0
    mistakes: int = 0
    updates: int = 0
    exact_visits: int | None = None
    stop: Stop | None = None

    def copy(self) -> State:
        """Return a state that shares nothing that changes."""
        return replace(self, theta=self.theta.copy(), alpha=self.alpha.copy())

    @property
    def nbytes(self) -> int:
        """Memory of a copy, in bytes, about."""
        return 400 + 32 * len(self.theta) + self.alpha.nbytes


@dataclass
class Trainer(ABC):
    """Visits points and updates parameters; a pure function of problem and state.

    Attributes
    ----------
    problem : Problem
    state : State
    watch : CycleWatch or None
        Given on new ground only; without it no cycle is looked for.
    log : Mistakes
        Mistakes since someone last emptied it.
    cycle : Cycle or None
        The cycle that stopped the run.
    updates_goal : int or None
        `advance` pauses, without a stop, when `state.updates` has come here: the way to the next mistake.
    """

    problem: Problem
    state: State
    watch: CycleWatch | None = None
    log: Mistakes = field(default_factory=Mistakes)
    cycle: Cycle | None = None
    updates_goal: int | None = None

    def __post_init__(self) -> None:
        """Take up the pass that the state stands in."""
        self._order: Ints | None = None
        self._take_up_pass()

    # What a mode adds

    @abstractmethod
    def scores(self, start: int, stop: int) -> Floats:
        """Return the held scores of the points `start` … `stop` as placed.

        Returns
        -------
        ndarray
            Binary: f, shape (stop − start,). Multiclass: s, shape (n_classes, stop − start).
        """

    @abstractmethod
    def margins(self) -> Floats:
        """Return y·f of every point (multiclass: s_y − s_r), held; an error has a margin ≤ 0. Shape (n_samples,)."""

    @abstractmethod
    def _visit(self, stop: int, work: float) -> float:
        """Visit the pass from `state.position` towards `stop` until the work is spent; return what is left of it.

        Stops early after an update that reaches a limit or leaves the exact range.
        """

    # What all share

    def advance(self, until: int, work: float = float("inf")) -> float:
        """Visit points until `until` visits are completed, the run stops or the work is spent.

        Parameters
        ----------
        until : int
            Visits completed, counted from the start of the run.
        work : float
            Budget in vectorised multiply-adds; may be overdrawn by one numpy call.

        Returns
        -------
        float
            What is left of the budget, perhaps below 0.
        """
        state, n = self.state, self.problem.n_samples
        while work > 0 and state.visits < until and state.stop is None and self._updates_left > 0 and n:
            if state.position == n:
                self._begin_pass()
            if state.exact_visits is None and not self._is_in_range():
                state.exact_visits = state.visits
            work = self._visit(min(n, state.position + until - state.visits), work)
            self._settle()
        return work

    def next_point(self) -> int:
        """Return the index of the point that the next visit shows."""
        state, n = self.state, self.problem.n_samples
        if state.position < n:
            return points_at(self._order, [state.position])[0]
        order = pass_order(self.problem.settings, state.epoch + 1, n, n)
        return points_at(order, [0])[0]

    def go_on(self) -> None:
        """Go on behind a cycle: Play goes round again (SPEC T9)."""
        if self.state.stop is Stop.CYCLE:
            self.state.stop, self.watch = None, None
            self._settle()

    def _begin_pass(self) -> None:
        state = self.state
        state.epoch += 1
        state.position = state.pass_mistakes = 0
        state.began_with = self.problem.n_samples
        self._take_up_pass()

    def _take_up_pass(self) -> None:
        state = self.state
        self._order = pass_order(self.problem.settings, state.epoch, state.began_with, self.problem.n_samples)

    def _is_in_range(self) -> bool:
        theta = self.state.theta
        bound = self.problem.largest_weight
        return max(theta) <= bound and min(theta) >= -bound

    @property
    def _range_bound(self) -> float:
        return self.problem.largest_weight if self.state.exact_visits is None else float("inf")

    def _is_held_up(self) -> bool:
        """Whether an update reached the limit or left the exact range, so that `advance` must look at it first."""
        return self._updates_left <= 0 or (self.state.exact_visits is None and not self._is_in_range())

    @property
    def _updates_left(self) -> float:
        """How many updates may be made before `advance` has to look up."""
        limits = (self.problem.settings.max_updates, self.updates_goal)
        return min((limit - self.state.updates for limit in limits if limit is not None), default=float("inf"))

    def _count(self, look: Look) -> None:
        """Write down what happened in the visits behind `state.position`."""
        state, before = self.state, self.state.visits - self.state.position
        if look.mistakes:
            points = points_at(self._order, look.mistakes)
            self.log.visits += [before + position for position in look.mistakes]
            self.log.points += points
            self.log.rivals += look.rivals or [NO_RIVAL] * len(points)
            for point in points:
                state.alpha[point] += 1
            state.pass_mistakes += len(points)
            state.mistakes += len(points)
            state.updates += len(points)
        state.visits += look.seen
        state.position += look.seen

    def _settle(self) -> None:
        """Set the reason to stop, if there is one; of several the first of P7 counts."""
        state, settings = self.state, self.problem.settings
        is_pass_end = state.position == self.problem.n_samples
        if is_pass_end and settings.order is Order.ONLINE:
            state.stop = Stop.PASS_DONE
        elif is_pass_end and state.pass_mistakes == 0:
            state.stop = Stop.CONVERGED
        elif is_pass_end and self._closes_cycle():
            state.stop = Stop.CYCLE
        elif settings.max_updates is not None and state.updates >= settings.max_updates:
            state.stop = Stop.UPDATE_LIMIT
        elif is_pass_end and settings.max_epochs is not None and state.epoch >= settings.max_epochs:
            state.stop = Stop.EPOCH_LIMIT

    def _closes_cycle(self) -> bool:
        state = self.state
        if self.watch is None or state.exact_visits is not None or self.problem.settings.order is not Order.CYCLIC:
            return False
        self.cycle = self.watch.look(state.theta, state.epoch, state.mistakes, state.visits)
        return self.cycle is not None


class ScanningTrainer(Trainer):
    """Goes from mistake to mistake: a scalar loop where they are dense, numpy's look ahead where they are rare.

    Both sum feature by feature from the left, so that they agree in every bit.
    """

    @abstractmethod
    def _visit_block(self, start: int, stop: int) -> Look:
        """Visit the pass from `start` to `stop` point by point, updating at mistakes."""

    @abstractmethod
    def _are_mistakes(self, start: int, stop: int) -> Bools:
        """Return which points of the pass from `start` to `stop` would be mistakes under the current parameters."""

    def _visit(self, stop: int, work: float) -> float:
        state, size = self.state, len(self.state.theta)
        while work > 0 and state.position < stop:
            block_stop = min(state.position + SCALAR_BLOCK, stop)
            look = self._visit_block(state.position, block_stop)
            self._count(look)
            work -= look.seen * size * VISIT_WORK
            if self._is_held_up():
                break
            if not look.mistakes:
                work = self._look_ahead(stop, work)
        return work

    def _look_ahead(self, stop: int, work: float) -> float:
        """Visit points without a mistake up to the next mistake, in growing chunks."""
        state, size, chunk = self.state, len(self.state.theta), FIRST_CHUNK
        while state.position < stop and work > 0:
            end = min(state.position + chunk, stop)
            wrong = self._are_mistakes(state.position, end)
            work -= (CALL_WORK + end - state.position) * size
            first = int(np.argmax(wrong))
            if wrong[first]:
                self._count(Look(first, [], []))
                break
            self._count(Look(end - state.position, [], []))
            chunk = min(2 * chunk, LARGEST_CHUNK)
        return work


def start_state(problem: Problem) -> State:
    """Return the state before the first visit."""
    settings = problem.settings
    size = problem.n_entries * (1 if settings.mode.is_binary else len(problem.dataset.classes))
    theta = problem.scale.start(settings.initial) if settings.initial is not None else [0.0] * size
    n = problem.n_samples
    return State(
        theta=theta,
        alpha=np.zeros(n, dtype=np.int64),
        position=n,
        began_with=n,
        exact_visits=None if problem.is_exact else 0,
    )


def joined_state(state: State, earlier: Problem, problem: Problem) -> State:
    """Return `state` after more points arrived: rescaled, with room for their α, the run open again (P9).

    Before the first visit no pass has begun, so that the points simply belong to the start; later they are visited at
    the end of the current pass, which is the one begun last, even where it was just completed.
    """
    if state.visits == 0:
        return start_state(problem)
    ratio = earlier.scale.weight_unit / problem.scale.weight_unit
    joined = state.copy()
    joined.theta = _padded(_rescaled(state.theta, ratio), problem)
    joined.alpha = np.concatenate([state.alpha, np.zeros(problem.n_samples - len(state.alpha), dtype=np.int64)])
    if state.exact_visits is None and not problem.is_exact:
        joined.exact_visits = state.visits
    limit = problem.settings.max_updates
    joined.stop = Stop.UPDATE_LIMIT if limit is not None and state.updates >= limit else None
    return joined


def _rescaled(theta: list[float], ratio: Fraction) -> list[float]:
    return theta if ratio == 1 else [float(Fraction(value) * ratio) for value in theta]


def _padded(theta: list[float], problem: Problem) -> list[float]:
    """Add a zero row for every class that was added to the palette."""
    if problem.settings.mode.is_binary:
        return theta
    return theta + [0.0] * (problem.n_entries * len(problem.dataset.classes) - len(theta))
