"""Random order by the compiled loop: many errors in one call (P4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.native.loader import Library
from perceptron_gui.engine.training.native_loop import CALL_WORK, MISTAKE_WORK, CompiledVisits
from perceptron_gui.engine.training.permutations import random_words

if TYPE_CHECKING:
    from perceptron_gui.engine.training.trainer import Trainer

BLOCK = 64
"""Points whose errors are counted together, as in visits.c."""


class CompiledErrors(CompiledVisits):
    """Makes the visits of random order by a loop of visits.c.

    After every update it asks all points anew, from θ and feature by feature: the same bits in primal and dual, within
    the exact range and outside it.

    Parameters
    ----------
    trainer : Trainer
    library : Library
    """

    def __init__(self, trainer: Trainer, library: Library) -> None:
        super().__init__(trainer, library)
        problem = trainer.problem
        n, is_binary = problem.n_samples, problem.settings.mode.is_binary
        self.go = library.random if is_binary else library.random_multiclass
        self._columns = problem.columns
        self.point("columns", np.array([column.ctypes.data for column in self._columns], dtype=np.uintp))
        self.point("counts", np.empty(n // BLOCK + 1, dtype=np.int64))
        if not is_binary:
            self.point("scores", np.empty((len(problem.dataset.classes), n)))

    def visit(self, trainer: Trainer, until: int, work: float) -> float:
        """Make visits towards `until` as far as `work` goes, at least one; return what is left of it.

        Stops after an update that reaches a limit or leaves the exact range, and where no error is left.
        """
        state, job = trainer.state, self.job
        words = random_words(trainer.problem.settings.seed, state.visits)
        visit_work = job.n_samples * job.n_weights + MISTAKE_WORK
        trainer.equip(self)
        self.point("words", words)
        job.bound, job.visits = trainer.range_bound, state.visits
        job.until = min(until, state.visits + min(len(words), max(int(min(work / visit_work, 2**31)), 1)))
        job.most_mistakes = int(min(trainer.updates_left, self.room))
        self.go(job)
        self.write_down(trainer)
        trainer.follow(self)
        made: float = job.n_mistakes * visit_work
        return work - made - CALL_WORK
