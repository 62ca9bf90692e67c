"""Which points a model is wrong about, also ones that it was not trained on (H1), and the loss of points (P3, M2).

Scores in plain float64 decide wherever they are farther from 0 than rounding can have moved them; only the others are
worked out in fractions.
"""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from perceptron_gui.engine.data.dataset import Bools, Dataset, Floats, Ints
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.exact.feature_values import mapped_points
from perceptron_gui.engine.exact.fixed_point import LARGEST, Scale, true_value
from perceptron_gui.engine.model.models import Model
from perceptron_gui.frozen import Frozen, replace

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
        roundings = len(expansion.points) + expansion.kernel.function.roundings(roundings) + 8
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
        function = self._expansion.kernel.function
        if not function.is_decimal:
            raise TypeError(f"{function} is no decimal")
        values = [Fraction(function.product(point, x)) for point in self._points]
        sums = [_dot([Fraction(count) for count in row], values) for row in self._expansion.counts.tolist()]
        biases = [row[-1] if self._has_bias else Fraction(0) for row in self._theta]
        eta = decimal_fraction(self._expansion.eta)
        return [eta * total + bias for total, bias in zip(sums, biases, strict=True)]


def _dot(one: Sequence[Fraction], other: Sequence[Fraction]) -> Fraction:
    return sum((a * b for a, b in zip(one, other, strict=True)), Fraction(0))


MOST_POINTS = 2_000
"""The most points with margins."""


class PointLosses(Frozen, eq=False):
    """Margins under the parameters as they are now, of which a loss is max(0, −y·f)."""

    points: Ints  # shape (n,): all points, or of more than `MOST_POINTS` evenly many, ascending
    margins: Floats  # shape (n,): their y·f(x), in multiclass s_y − s_r; +∞ where a class has no rival
    # shaped as θ: what L rises by with each of its entries (P3); None where too many points are summed up to be told
    gradient: Floats | None = None
    unit: Fraction | None = (
        None  # the exact gradient is a whole multiple of it; None where points are no short decimals
    )


def points_told(n_samples: int) -> Ints:
    """Return the points whose margins are told, see `PointLosses`. `n_samples`: how many there are."""
    return np.linspace(0, n_samples - 1, min(n_samples, MOST_POINTS)).astype(np.int64)


def total_loss(held: float, scale: Scale, is_exact: bool) -> Fraction | float:
    """Return L, the sum of the losses of all points, in data units; a float where it was rounded.

    `held`: the sum as a trainer holds it. `scale`: how it holds it. `is_exact`: whether it holds exact numbers.
    """
    return true_value(float(scale.scores([held])[0]), scale.score_unit if is_exact and held < LARGEST else None)
