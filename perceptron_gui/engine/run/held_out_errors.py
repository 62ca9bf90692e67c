"""Errors of a run among points that it does not train on (H1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.engine.model.models import make_model
from perceptron_gui.engine.model.point_errors import point_errors
from perceptron_gui.engine.run.visit_record import exact_parameters, expansion_of, parameters

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Bools, Dataset
    from perceptron_gui.engine.training.trainer import Trainer


def held_out_errors(trainer: Trainer, points: Dataset) -> Bools:
    """Return which points are errors under the current parameters; exact where the run is, up to where it stands.

    `points`: points with the columns and classes of those of the run. Returns shape (n_samples,).
    """
    data, is_exact = trainer.data, trainer.state.exact_visits is None
    model = make_model(data.settings, data.dataset, parameters(trainer), expansion_of(trainer))
    theta, n = exact_parameters(trainer) if is_exact else None, data.n_entries
    rows = None if theta is None else [theta[i * n : (i + 1) * n] for i in range(data.n_rows)]
    return point_errors(model, points, rows)
