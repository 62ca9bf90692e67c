"""A run's parameters on points that are on their way elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.engine.run.taking import take_snapshot
from perceptron_gui.engine.training.factory import make_trainer
from perceptron_gui.engine.training.joined_sums import scores_elsewhere
from perceptron_gui.engine.training.start import joined_state
from perceptron_gui.engine.training.training_data import make_training_data
from perceptron_gui.frozen import replace

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset
    from perceptron_gui.engine.run.run import Run
    from perceptron_gui.engine.run.snapshot import Snapshot
    from perceptron_gui.engine.run.wants import Wants


def preview_snapshot(run: Run, run_id: int, wants: Wants, dataset: Dataset) -> Snapshot:
    """Return a run's parameters on points that are being moved: their errors, without training.

    `run_id`: number of the run, by which views recognise an outdated snapshot. `wants`: what visible views need.
    `dataset`: the points of the run, some of them elsewhere.
    """
    present = dataset.first(run.data.n_samples)
    data = make_training_data(present, run.settings, run.data.scale)
    state = joined_state(run.state, run.data, data)
    if state.sums is not None:  # what was learned stays where it was learned, also of a point that is moved
        state.sums.scores[:] = scores_elsewhere(state.sums, run.data, data)
    trainer = make_trainer(data, state)
    shown = take_snapshot(run, run_id, wants, elsewhere=trainer)
    return replace(shown, moved_from=run.data.dataset)
