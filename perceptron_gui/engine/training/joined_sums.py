"""The sums of a curved kernel after more points arrived (P9)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.exact.fixed_point import held_values
from perceptron_gui.engine.training.kernel_sums import KernelSums

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats
    from perceptron_gui.engine.training.training_data import TrainingData


def joined_sums(sums: KernelSums, earlier: TrainingData, data: TrainingData) -> KernelSums:
    """Return the sums with columns for the points that came, and rows for the classes.

    `sums`: of the run so far; not changed. `earlier`, `data`: before and after the points arrived.
    """
    joined = KernelSums.zeros(data.n_rows, data.n_samples)
    rows, known = sums.counts.shape
    joined.counts[:rows, :known] = sums.counts
    joined.scores[:rows, :known] = _rescaled(sums.scores, earlier.scale.score_unit / data.scale.score_unit)
    joined.scores[:rows, known:] = _scores_of_new(sums, data)
    return joined


def scores_elsewhere(sums: KernelSums, earlier: TrainingData, data: TrainingData) -> Floats:
    """Return the scores of points of which some were moved, by what was learned from them where they were.

    `sums`: of the run, held as `data` are. `earlier`, `data`: before and after they were moved. Returns shape (n_rows,
    n_samples): those of points that stayed are what they were.
    """
    scores = sums.scores.copy()
    moved = np.flatnonzero((earlier.mapped.X != data.mapped.X).any(axis=1))
    support = np.flatnonzero(sums.counts.any(axis=0))
    if len(moved) and len(support):
        there = held_values(earlier.mapped.X[support], data.scale.places)
        values = data.kernel.products(there, data.inputs[moved])
        with np.errstate(over="ignore", invalid="ignore"):
            for row, counts in enumerate(sums.counts[:, support]):
                scores[row, moved] = np.cumsum((data.scale.step * counts)[:, None] * values, axis=0)[-1]
    return scores


def _scores_of_new(sums: KernelSums, data: TrainingData) -> Floats:
    """Return Σ counts·K of the new points, point by point in index order: the same bits however many came at once."""
    rows, known = sums.counts.shape
    scores = np.zeros((rows, data.n_samples - known))
    step = data.scale.step
    with np.errstate(over="ignore", invalid="ignore"):
        _add_points(scores, sums, data, step)
    return scores


def _add_points(scores: Floats, sums: KernelSums, data: TrainingData, step: float) -> None:
    known = sums.counts.shape[1]
    for point in np.flatnonzero(sums.counts.any(axis=0)).tolist():
        values = data.gram.entries(point, known, data.n_samples)
        for row in np.flatnonzero(sums.counts[:, point]).tolist():
            scores[row] += (step * float(sums.counts[row, point])) * values


def _rescaled(scores: Floats, ratio: Fraction) -> Floats:
    """Return scores in another unit, rounded where they outgrow 2^53 or were no whole numbers before."""
    return scores if ratio == 1 else scores * float(ratio)
