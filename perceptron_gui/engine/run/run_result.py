"""How a run ends, without its past: what is kept of the many runs that are compared with each other (P7, P9)."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.exact.effort import Effort
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.visit_record import expansion_of, parameters
from perceptron_gui.frozen import Frozen

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset, Floats
    from perceptron_gui.engine.data.settings import TrainingSettings
    from perceptron_gui.engine.model.kernel_expansion import KernelExpansion
    from perceptron_gui.engine.training.state import Stop

FOREVER = 2**62
SLICE = 3e5
"""Work between two questions whether the result is still wanted, in multiply-adds: below half a millisecond."""


class RunResult(Frozen, eq=False):
    """Where a run came to."""

    settings: TrainingSettings  # the rules of the run
    stop: Stop | None  # why it ended; None where it was given up before
    theta: Floats  # shape (n_rows, n_entries): parameters in data units, read-only
    # visits made, mistakes on the way (in batch order summed over the updates), and points that are wrong in the end
    visits: int
    mistakes: int
    n_errors: int
    expansion: KernelExpansion | None = None  # what stands in the place of w with a curved kernel


def run_to_end(
    dataset: Dataset, settings: TrainingSettings, should_stop: Callable[[], bool], work: float = math.inf
) -> RunResult:
    """Train on all points from the start until the run ends or closes its cycle (P7, T9).

    `should_stop`: asked after every half millisecond of work; true gives up. `work`: what may be spent, in
    multiply-adds; a run that would take more is given up where it is, with `stop` None. Raises `Cancelled` when
    `should_stop` returned true. Raises `SettingsError`, `DatasetError` as `make_training_data`.
    """
    run, effort = Run(dataset, settings, keeps_past=False), Effort(should_stop)
    while run.stop is None and run.data.n_samples and work > 0:
        effort.spend(SLICE)
        given = min(SLICE, work)
        work -= given - run.advance(FOREVER, given)
    margins = run.trainer.margins()
    return RunResult(
        settings,
        run.stop,
        parameters(run.trainer),
        run.visit,
        run.state.mistakes,
        int(np.count_nonzero(margins <= 0.0)),
        expansion_of(run.trainer),
    )
