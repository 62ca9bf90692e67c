"""How a run goes from visit to visit: through passes, all errors of a pass at once, or any error (P4)."""

from __future__ import annotations

import numpy as np

from perceptron_gui.engine.data.dataset import Bools, Ints
from perceptron_gui.engine.data.settings import Order
from perceptron_gui.engine.native import loader
from perceptron_gui.engine.training.native_random import CompiledErrors
from perceptron_gui.engine.training.permutations import pass_order, points_at, random_words
from perceptron_gui.engine.training.state import EVERY_ERROR, NO_RIVAL, Stop
from perceptron_gui.engine.training.trainer import CALL_WORK, Trainer


class PassVisitor:
    """Visits the points of a pass one by one, and updates at every mistake: cyclic, shuffled, online."""

    has_passes = True

    def take_up(self, trainer: Trainer) -> None:
        """Look at the state that `trainer` begins with."""

    def visit(self, trainer: Trainer, until: int, work: float) -> float:
        """Make visits towards `until`, at most to the end of the pass; return what is left of the work."""
        state, n = trainer.state, trainer.problem.n_samples
        if state.position == n:
            trainer.begin_pass()
        compiled = trainer.compiled_visits()
        if compiled is not None:
            return compiled.visit(trainer, until, work)
        return trainer.visit_towards(min(n, state.position + until - state.visits), work)

    def next_point(self, trainer: Trainer) -> int:
        """Return the index of the point that the next visit shows."""
        state, n = trainer.state, trainer.problem.n_samples
        if state.position < n:
            return points_at(trainer.order, [state.position])[0]
        return points_at(pass_order(trainer.problem.settings, state.epoch + 1, n, n), [0])[0]

    def has_converged(self, trainer: Trainer) -> bool:
        """Whether a pass without a mistake is just over (P7)."""
        return trainer.state.position == trainer.problem.n_samples and trainer.state.pass_mistakes == 0


class BatchVisitor(PassVisitor):
    """Shows all points of a pass under the same parameters, then updates once with the sum over the errors.

    Points that arrive behind the update prolong the pass (P9): an update of their own follows them, under the
    parameters as they are then. Points that arrive before it may bring a class that beats a point already shown: that
    point is an error of the pass then.
    """

    def __init__(self) -> None:
        self._wrong: Bools | None = None

    def take_up(self, trainer: Trainer) -> None:
        """Judge the points that wait for an update again, by the classes that are there now."""
        state = trainer.state
        if state.learned < state.position < trainer.problem.n_samples:
            self._wrong = trainer.margins() <= 0.0
            waiting = int(np.count_nonzero(self._wrong[state.learned : state.position]))
            self._count(trainer, waiting - state.unlearned)

    def visit(self, trainer: Trainer, until: int, work: float) -> float:
        """Show points towards `until`; at the end of the pass comes the update."""
        state, n = trainer.state, trainer.problem.n_samples
        if state.position == n:
            trainer.begin_pass()
            self._wrong = None
        if self._wrong is None:
            # The parameters stand still within a pass, so that its errors can be found anew at any place of it.
            self._wrong = trainer.margins() <= 0.0
            work -= n * len(state.theta)
        seen = min(n - state.position, until - state.visits)
        self._count(trainer, int(np.count_nonzero(self._wrong[state.position : state.position + seen])))
        state.position += seen
        state.visits += seen - 1  # the last of them is not over before the update
        if state.position == n:
            self._update(trainer, (state.learned + np.flatnonzero(self._wrong[state.learned :])).tolist())
        state.visits += 1
        return work - CALL_WORK

    @staticmethod
    def _count(trainer: Trainer, errors: int) -> None:
        state = trainer.state
        state.unlearned += errors
        state.pass_mistakes += errors
        state.mistakes += errors

    def _update(self, trainer: Trainer, errors: list[int]) -> None:
        state = trainer.state
        state.learned, state.unlearned = state.position, 0
        if not errors:
            return
        trainer.learn(errors)
        state.alpha[errors] += 1
        state.updates += 1
        trainer.log.add([state.visits], [EVERY_ERROR], [NO_RIVAL])


class RandomVisitor(PassVisitor):
    """Shows one error after the other, chosen by a generator that is addressed by the step; there are no passes."""

    has_passes = False

    def __init__(self) -> None:
        self._errors: Ints | None = None
        self._n_errors = 0
        self._compiled: CompiledErrors | None = None

    def take_up(self, trainer: Trainer) -> None:
        """Look for errors; a state without any has converged, whatever limit it has reached (P7)."""
        self._n_errors = len(self._errors_of(trainer))
        if self.has_converged(trainer):
            trainer.state.stop = Stop.CONVERGED

    def visit(self, trainer: Trainer, until: int, work: float) -> float:
        """Show errors and learn from them: many by the compiled loop, else one."""
        library = loader.library
        if library is None:
            return self._visit_one(trainer, work)
        if self._compiled is None:
            self._compiled = CompiledErrors(trainer, library)
        work = self._compiled.visit(trainer, until, work)
        self._errors, self._n_errors = None, self._compiled.job.n_errors
        return work

    def _visit_one(self, trainer: Trainer, work: float) -> float:
        state, point = trainer.state, self.next_point(trainer)
        (rival,) = trainer.learn([point])
        trainer.log.add([state.visits], [point], [rival])
        state.alpha[point] += 1
        state.visits += 1
        state.mistakes += 1
        state.updates += 1
        self._errors = None
        self._n_errors = len(self._errors_of(trainer))
        return work - 3 * CALL_WORK - trainer.problem.n_samples * len(state.theta)

    def next_point(self, trainer: Trainer) -> int:
        """Return the error whose place in index order is word t modulo their number."""
        word = int(random_words(trainer.problem.settings.seed, trainer.state.visits)[0])
        errors = self._errors_of(trainer)
        return int(errors[word % len(errors)])

    def has_converged(self, trainer: Trainer) -> bool:
        """Whether no errors are left (P7)."""
        return not self._n_errors and trainer.problem.n_samples > 0

    def _errors_of(self, trainer: Trainer) -> Ints:
        """Return the errors, ascending; they are looked for when somebody asks after an update."""
        if self._errors is None:
            self._errors = np.flatnonzero(trainer.margins() <= 0.0)
        return self._errors


VISITORS: dict[Order, type[PassVisitor]] = {
    Order.CYCLIC: PassVisitor,
    Order.SHUFFLED: PassVisitor,
    Order.RANDOM: RandomVisitor,
    Order.BATCH: BatchVisitor,
    Order.ONLINE: PassVisitor,
}
