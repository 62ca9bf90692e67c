"""How long the weights and the gradient are, also where a kernel's features are not written out (P3, D2, M5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.run.visit_record import parameters
from perceptron_gui.engine.training.loss import error_signs, gradient

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats
    from perceptron_gui.engine.training.trainer import Trainer

MOST_POINTS = 1_000
"""With a curved kernel the gradient is a sum over all pairs of errors: of more points it would take too long."""


def weight_norm(trainer: Trainer) -> float:
    """Return ‖w‖, in multiclass ‖W‖; with a curved kernel ‖w‖² = η Σ α_i y_i · η Σ α_j y_j K(x_j, x_i)."""
    data, sums = trainer.data, trainer.state.sums
    if sums is None:
        return _length(parameters(trainer)[:, : data.n_weights])
    scores = sums.scores * float(data.scale.score_unit)
    return float(np.sqrt(max(data.settings.eta * float((sums.counts * scores).sum()), 0.0)))


def gradient_norm(trainer: Trainer) -> float:
    """Return ‖∇L‖; with a curved kernel NaN for more than 1 000 points."""
    data = trainer.data
    if trainer.state.sums is None:
        return _length(gradient(trainer))
    if data.n_samples > MOST_POINTS:
        return float("nan")
    errors, signs = error_signs(trainer)
    places, unit = errors.tolist(), 10.0**-data.scale.score_places
    block = np.array([data.gram.row(i)[errors] for i in places]).reshape(len(places), len(places)) * unit
    block += data.settings.bias
    return float(np.sqrt(max(float(np.einsum("ki,ij,kj->", signs, block, signs)), 0.0)))


def _length(values: Floats) -> float:
    return float(np.sqrt((values * values).sum()))
