"""Which points a model is wrong about, exact where its parameters are: also points that it was not trained on (H1).

Scores in plain float64 decide wherever they are farther from 0 than rounding can have moved them; only the others are
worked out in fractions.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.exact.mapped_points import mapped_points
from perceptron_gui.frozen import replace

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Bools, Dataset, Floats
    from perceptron_gui.engine.model.kernel_expansion import KernelExpansion
    from perceptron_gui.engine.model.model import Model

Rows = Sequence[Sequence[Fraction]]
EPSILON, TINY = float(np.finfo(np.float64).eps), float(np.finfo(np.float64).tiny)


def point_errors(model: Model, dataset: Dataset, exact_theta: Rows | None = None) -> Bools:
    """Return which points are errors: y·f(x) ≤ 0, in multiclass s_r ≥ s_y.

    `dataset`: points with the columns and classes of those that it was learned from. `exact_theta`: θ of the model
    without rounding, row by row; None where it was rounded on the way. A point with coordinates that are not known as
    decimals is judged in plain float64 in any case. Returns shape (n_samples,). Raises `DatasetError` when φ of a point
    is not finite.
    """
    inputs = mapped_points(dataset, model.features).X
    margins = model.margins(model.scores(inputs), dataset.labels)
    is_error: Bools = margins <= 0.0
    if exact_theta is None or not (model.theta.any() or model.expansion is not None):
        return is_error
    doubtful = np.flatnonzero(np.abs(margins) <= 2.0 * _uncertainty(model, inputs))
    rounded, exact = frozenset(dataset.rounded), _ExactScores(model, exact_theta)
    for i in doubtful.tolist():
        place = model.exact_inputs(dataset.X[i].tolist(), is_decimal=i not in rounded)
        known = [value for value in place if isinstance(value, Fraction)]
        if len(known) == len(place):
            scores = np.array([exact.at(known)], dtype=object)
            is_error[i] = bool(model.margins(scores, dataset.labels[i : i + 1])[0] <= 0)
    return is_error


def _uncertainty(model: Model, inputs: Floats) -> Floats:
    """Return how far rounding can have moved a score of each point: so many roundings of the sum of all sizes."""
    expansion, roundings = model.expansion, inputs.shape[1] + 8
    if expansion is not None:
        roundings = len(expansion.points) + expansion.kernel.degree * roundings + 8
        expansion = replace(expansion, points=np.abs(expansion.points), counts=np.abs(expansion.counts))
    sizes = replace(model, theta=np.abs(model.theta), expansion=expansion).scores(np.abs(inputs))
    uncertainty: Floats = sizes.max(axis=1) * (roundings * EPSILON) + TINY
    return uncertainty


class _ExactScores:
    """Scores in fractions. `theta`: its parameters, row by row."""

    def __init__(self, model: Model, theta: Rows) -> None:
        self._theta, self._expansion, self._has_bias = theta, model.expansion, model.has_bias
        points = [] if model.expansion is None else model.expansion.points.tolist()
        self._points = [[decimal_fraction(value) for value in point] for point in points]

    def at(self, x: Sequence[Fraction]) -> list[Fraction]:
        """Return f, or the score of every class. `x`: φ of a place."""
        if self._expansion is None:
            entries = [*x, *[Fraction(1)] * self._has_bias]
            return [_dot(row, entries) for row in self._theta]
        values = self._kernels(self._expansion, x)
        sums = [_dot([Fraction(count) for count in row], values) for row in self._expansion.counts.tolist()]
        biases = [row[-1] if self._has_bias else Fraction(0) for row in self._theta]
        eta = decimal_fraction(self._expansion.eta)
        return [eta * total + bias for total, bias in zip(sums, biases, strict=True)]

    def _kernels(self, expansion: KernelExpansion, x: Sequence[Fraction]) -> list[Fraction]:
        """Return K of the place and each point that was learned from; only polynomial kernels are exact (D5)."""
        kernel = expansion.kernel
        constant = decimal_fraction(kernel.coef0)
        return [(_dot(point, x) + constant) ** kernel.degree for point in self._points]


def _dot(one: Sequence[Fraction], other: Sequence[Fraction]) -> Fraction:
    return sum((a * b for a, b in zip(one, other, strict=True)), Fraction(0))
