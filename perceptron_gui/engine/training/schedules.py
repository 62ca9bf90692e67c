"""The orders of visits: passes, batch passes with one update, or random errors (P4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.settings import Order
from perceptron_gui.engine.native import loader
from perceptron_gui.engine.training.mistakes import EVERY_ERROR, NO_RIVAL
from perceptron_gui.engine.training.native_loop import NativePasses
from perceptron_gui.engine.training.native_random import NativeErrors
from perceptron_gui.engine.training.permutations import pass_order, points_at, random_words
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.engine.training.trainer import CALL_WORK, Schedule, Trainer

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Bools, Ints


class PassSchedule:
    """Visits the points of a pass one by one, and updates at every mistake and near miss: cyclic, shuffled, online."""

    has_passes = True

    def __init__(self) -> None:
        self._native: NativePasses | None = None

    def take_up(self, trainer: Trainer) -> None:
        """Do nothing: a pass can be taken up at any place; see `Schedule`."""

    def visit(self, trainer: Trainer, until: int, work: float) -> float:
        """Make visits, at most to the end of the pass where there is no compiled loop; see `Schedule`."""
        state, n = trainer.state, trainer.data.n_samples
        if state.position == n:
            trainer.begin_pass()
        library = loader.library
        go = trainer.native_loop(library) if library is not None else None
        if library is None or go is None:
            return trainer.visit_towards(min(n, state.position + until - state.visits), work)
        if self._native is None:
            self._native = NativePasses(trainer, library)
        return self._native.visit(trainer, go, until, work)

    def next_point(self, trainer: Trainer) -> int:
        """Return the index of the point at the next place of the pass; see `Schedule`."""
        return next_of_pass(trainer)

    def has_converged(self, trainer: Trainer) -> bool:
        """Whether a pass without an update is just over (P7, V4); see `Schedule`."""
        return is_clean_pass(trainer)


class BatchSchedule:
    """Shows all points of a pass under the same parameters, then updates once with the sum over the errors.

    Points that arrive after the update prolong the pass (P9): an update of their own follows them, under the
    parameters as they are then. Points that arrive before it may bring a class that beats a point already shown: that
    point is an error of the pass then.
    """

    has_passes = True

    def __init__(self) -> None:
        self._judged: tuple[Bools, Bools] | None = None

    def take_up(self, trainer: Trainer) -> None:
        """Judge the points that wait for an update again, by the classes that are there now; see `Schedule`."""
        state = trainer.state
        if state.learned < state.position < trainer.data.n_samples:
            self._judged = self._judge(trainer)
            mistakes, near_misses = (_count(kind[state.learned : state.position]) for kind in self._judged)
            before = state.unlearned - state.unlearned_near
            state.record_waiting(mistakes - before, near_misses - state.unlearned_near)

    def visit(self, trainer: Trainer, until: int, work: float) -> float:
        """Show points, at most to the end of the pass, where the update comes; see `Schedule`."""
        state, n = trainer.state, trainer.data.n_samples
        if state.position == n:
            trainer.begin_pass()
            self._judged = None
        if self._judged is None:
            # The parameters are fixed within a pass, so that its errors can be found again at any position.
            self._judged = self._judge(trainer)
            work -= n * len(state.theta)
        seen = min(n - state.position, until - state.visits)
        mistakes, near_misses = (_count(kind[state.position : state.position + seen]) for kind in self._judged)
        state.record_waiting(mistakes, near_misses)
        state.record_shown(seen)
        if state.position == n:
            joining = self._judged[0] | self._judged[1]
            errors = (state.learned + np.flatnonzero(joining[state.learned :])).tolist()
            if errors and not trainer.fits(errors):
                state.end(Stop.WEIGHT_LIMIT)  # they wait for ever
                state.complete_visit()
                return work - CALL_WORK
            if errors:
                trainer.batch = [*zip(errors, trainer.learn(errors), strict=True)]
                trainer.log.add([state.visits], [EVERY_ERROR], [NO_RIVAL])
            state.record_batch(errors)
        state.complete_visit()
        return work - CALL_WORK

    def _judge(self, trainer: Trainer) -> tuple[Bools, Bools]:
        """Return which points are mistakes, and which near misses, under the parameters of the pass (V4)."""
        margins = trainer.margins()
        mistakes: Bools = margins <= 0.0
        near_misses: Bools = (margins <= trainer.data.threshold) & ~mistakes
        return mistakes, near_misses

    def next_point(self, trainer: Trainer) -> int:
        """Return the index of the point at the next place of the pass; see `Schedule`."""
        return next_of_pass(trainer)

    def has_converged(self, trainer: Trainer) -> bool:
        """Whether a pass without an update is just over (P7, V4); see `Schedule`."""
        return is_clean_pass(trainer)


class RandomSchedule:
    """Shows one error after the other, chosen at random from (seed, step); there are no passes.

    With β > 0 it chooses among all points that cause an update, y·f ≤ β, and has converged when none is left (V4).
    """

    has_passes = False

    def __init__(self) -> None:
        self._errors: Ints | None = None
        self._is_near: Bools = np.empty(0, dtype=bool)
        self._n_errors = 0
        self._native: NativeErrors | None = None

    def take_up(self, trainer: Trainer) -> None:
        """Look for points to learn from; without any it has converged, whatever the limits (P7); see `Schedule`."""
        self._n_errors = len(self._errors_of(trainer))
        if self.has_converged(trainer):
            trainer.state.end(Stop.CONVERGED)

    def visit(self, trainer: Trainer, until: int, work: float) -> float:
        """Show errors and learn from them: many by the compiled loop, else one; see `Schedule`."""
        library = loader.library
        go = trainer.native_errors(library) if library is not None else None
        if go is None:
            return self._visit_one(trainer, work)
        if self._native is None:
            self._native = NativeErrors(trainer, go)
        work = self._native.visit(trainer, until, work)
        self._errors, self._n_errors = None, self._native.n_errors
        return work

    def _visit_one(self, trainer: Trainer, work: float) -> float:
        state, point = trainer.state, self.next_point(trainer)
        is_near_miss = bool(self._is_near[point])
        if not trainer.fits([point]):
            state.end_without_update(0, int(not is_near_miss), int(is_near_miss))
            return work - 3 * CALL_WORK
        (rival,) = trainer.learn([point])
        trainer.log.add([state.visits], [point], [rival])
        state.record(1, [point], int(is_near_miss))
        self._errors = None
        self._n_errors = len(self._errors_of(trainer))
        return work - 3 * CALL_WORK - trainer.data.n_samples * len(state.theta)

    def next_point(self, trainer: Trainer) -> int:
        """Return the error whose place in index order is word t modulo their number; see `Schedule`."""
        word = int(random_words(trainer.data.settings.seed, trainer.state.visits)[0])
        errors = self._errors_of(trainer)
        return int(errors[word % len(errors)])

    def has_converged(self, trainer: Trainer) -> bool:
        """Whether no point is left that causes an update (P7, V4); see `Schedule`."""
        return not self._n_errors and trainer.data.n_samples > 0

    def _errors_of(self, trainer: Trainer) -> Ints:
        """Return the points that cause an update, ascending; computed once after every update."""
        if self._errors is None:
            margins = trainer.margins()
            self._errors, self._is_near = np.flatnonzero(margins <= trainer.data.threshold), margins > 0.0
        return self._errors


def next_of_pass(trainer: Trainer) -> int:
    """Return the index of the point that the next visit of a pass shows."""
    state, n = trainer.state, trainer.data.n_samples
    if state.position < n:
        return points_at(trainer.order, [state.position])[0]
    return points_at(pass_order(trainer.data.settings, state.epoch + 1, n, n), [0])[0]


def is_clean_pass(trainer: Trainer) -> bool:
    """Whether a pass without an update is just over (P7, V4)."""
    return trainer.state.position == trainer.data.n_samples and trainer.state.pass_updates == 0


def _count(kind: Bools) -> int:
    return int(np.count_nonzero(kind))


SCHEDULES: dict[Order, type[Schedule]] = {
    Order.CYCLIC: PassSchedule,
    Order.SHUFFLED: PassSchedule,
    Order.RANDOM: RandomSchedule,
    Order.BATCH: BatchSchedule,
    Order.ONLINE: PassSchedule,
}
