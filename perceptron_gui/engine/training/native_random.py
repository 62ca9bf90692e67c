"""Random order by the compiled loop: many errors in one call (P4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.training.native_loop import CALL_WORK, UPDATE_WORK, make_call, record_call, row_work_of
from perceptron_gui.engine.training.permutations import random_words

if TYPE_CHECKING:
    from perceptron_gui.engine.native.loader import Go
    from perceptron_gui.engine.training.trainer import Trainer

BLOCK = 64
"""Points whose errors are counted together, as in visits.c."""


class NativeErrors:
    """Goes from error to error by a loop of visits.c.

    After every update it computes the scores of all points from θ, feature by feature: the same bits in primal and
    dual, within the exact range and outside it. Those of a curved kernel grow by rows of the Gram matrix.

    `go`: the loop, see `Library`.
    """

    def __init__(self, trainer: Trainer, go: Go) -> None:
        self._go = go
        self._call = make_call(trainer)
        self._call.point("counts", np.empty(trainer.data.n_samples // BLOCK + 1, dtype=np.int64))
        trainer.load_columns(self._call)

    @property
    def n_errors(self) -> int:
        """Points that cause an update under the parameters after the last call."""
        return int(self._call.job.n_errors)

    def visit(self, trainer: Trainer, until: int, work: float) -> float:
        """Make visits as far as the work goes, at least one.

        Stops after an update that reaches a limit or leaves the exact range, and where no error is left.

        `until`: visits completed, counted from the start of the run. `work`: budget in multiply-adds. Returns the work
        that is left, perhaps below 0.
        """
        state, visits = trainer.state, trainer.state.visits
        work = self._visit(trainer, until, work)
        while state.visits == visits:  # it stopped to ask for a row of the Gram matrix
            work = self._visit(trainer, until, work)
        return work

    def _visit(self, trainer: Trainer, until: int, work: float) -> float:
        state, job = trainer.state, self._call.job
        words = random_words(trainer.data.settings.seed, state.visits)
        visit_work = trainer.search_work + UPDATE_WORK
        trainer.load_inputs(self._call)
        self._call.point("words", words)
        job.bound, job.visits = trainer.range_bound, state.visits
        job.until = min(until, state.visits + min(len(words), max(int(min(work / visit_work, 2**31)), 1)))
        job.most_updates = int(min(trainer.updates_left, trainer.certain_updates, self._call.most_updates))
        self._go(job)
        record_call(trainer, self._call)
        trainer.read_results(self._call)
        return work - int(job.n_updates) * visit_work - row_work_of(trainer, self._call) - CALL_WORK
