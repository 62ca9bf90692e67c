"""Scores of any place, the terms of points or features in them, and distances to boundaries (P8, F1, M4, D2, M5).

All are exact where the parameters are.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from operator import mul

import numpy as np

from perceptron_gui.engine.data.dataset import Floats, Ints
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.exact.feature_values import feature_values
from perceptron_gui.engine.exact.fixed_point import true_value
from perceptron_gui.engine.exact.integer_solve import nearest_root
from perceptron_gui.engine.model.models import KernelExpansion, Model
from perceptron_gui.engine.model.regions import HalfPlane
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.session.explanation.terms import Value
from perceptron_gui.session.explanation.visit_numbers import input_values
from perceptron_gui.session.wording import Written, index_text, written
from perceptron_gui.translation import spelled, tr

MOST_COORDINATES = 2_000
"""Coordinates of points that are multiplied as fractions: the card at the pointer must be there within a frame."""


class KernelTerm(Frozen):
    """What one point adds to a score."""

    point: int  # its index
    count: int  # α·y, or its number in A
    kernel: Number  # K of the point and the place; a float was rounded
    value: Number  # η · count · K


def kernel_terms(snapshot: Snapshot, x: Sequence[float], row: int = 0, is_decimal: bool = True) -> list[KernelTerm]:
    """Return what the points that were learned from add to a score, in their order.

    `snapshot`: of a run with a curved kernel; of others there are no terms. `x`: all coordinates of the place, in data
    units. `row`: which score, where every class has one. `is_decimal`: whether the coordinates are the decimals that
    they print as; else they were rounded.
    """
    expansion = snapshot.model.expansion
    if expansion is None:
        return []
    used = np.flatnonzero(expansion.counts[row])
    indices, counts = expansion.indices[used].tolist(), expansion.counts[row, used].tolist()
    is_exact = is_decimal and _is_exact(snapshot, expansion)
    values = _exact_kernels(expansion, used, x) if is_exact else _rounded_kernels(snapshot, expansion, used, x)
    eta: Number = decimal_fraction(expansion.eta) if is_exact else expansion.eta
    return [
        KernelTerm(point, count, value, eta * count * value)
        for point, count, value in zip(indices, counts, values, strict=True)
    ]


def term_heights(snapshot: Snapshot, x: Sequence[float]) -> tuple[Ints, Floats]:
    """Return which points add to f at a place, and how much, as plain numbers.

    `snapshot`: of a binary run; in the primal no point adds anything. `x`: all coordinates of the place, in data units.
    `indices`: shape (n_support,): of the points, ascending. `heights`: shape (n_support,): what each adds to f.
    """
    model, expansion = snapshot.model, snapshot.model.expansion
    place = model.inputs(np.array([x], dtype=np.float64))
    if expansion is not None:
        kernels = expansion.kernel.function.values(expansion.points, place)[:, 0]
        return expansion.indices, expansion.eta * expansion.counts[0] * kernels
    if "alpha" not in model.parts or snapshot.alpha is None:
        return np.empty(0, dtype=np.int64), np.empty(0)
    used = np.flatnonzero(snapshot.alpha)
    signs = np.where(snapshot.dataset.labels[used] == snapshot.positive, 1.0, -1.0)
    products = model.inputs(snapshot.dataset.X[used]) @ place[0]
    return used, snapshot.settings.eta * snapshot.alpha[used] * signs * products


def kernel_scores(snapshot: Snapshot, x: Sequence[float], is_decimal: bool = True) -> list[Number]:
    """Return f(x), or the score of each class, with a curved kernel; as fractions where they are exact.

    `x`: all coordinates of the place, in data units. `is_decimal`: whether they are the decimals that they print as;
    else they were rounded.
    """
    model = snapshot.model
    assert model.expansion is not None
    is_empty = not len(model.expansion.points)
    if not is_empty and not (is_decimal and _is_exact(snapshot, model.expansion)):
        return list(model.decision_function(np.array([x], dtype=np.float64))[0].tolist())
    biases = [decimal_fraction(value) for value in model.biases.tolist()]
    terms = [kernel_terms(snapshot, x, row) for row in range(len(biases))]
    return [sum((term.value for term in own), Fraction(0)) + bias for own, bias in zip(terms, biases, strict=True)]


def _is_exact(snapshot: Snapshot, expansion: KernelExpansion) -> bool:
    is_plain = snapshot.is_exact and snapshot.model.features.is_identity and expansion.kernel.function.is_decimal
    return is_plain and expansion.points.size <= MOST_COORDINATES


def _exact_kernels(expansion: KernelExpansion, used: Ints, x: Sequence[float]) -> list[Number]:
    place, function = [decimal_fraction(value) for value in x], expansion.kernel.function
    points = expansion.points[used].tolist()
    return [function.product([decimal_fraction(value) for value in point], place) for point in points]


def _rounded_kernels(snapshot: Snapshot, expansion: KernelExpansion, used: Ints, x: Sequence[float]) -> list[Number]:
    place = snapshot.model.inputs(np.array([x], dtype=np.float64))
    return list(expansion.kernel.function.values(expansion.points[used], place)[:, 0].tolist())


Number = Fraction | float
"""A Fraction is the true number; a float was rounded on the way."""
MOST_EXACT = 50
"""Features up to which numbers are computed as fractions: the card at the pointer must be there within a frame."""


def scores_at(snapshot: Snapshot, x: Sequence[float], is_decimal: bool = True) -> list[Number]:
    """Return f(x), or the score of each class, as fractions where the parameters are exact (P1, M1).

    `x`: all coordinates of a place, in data units. `is_decimal`: whether they are the decimals that they print as; else
    they were rounded. Returns one number, in multiclass one for each class.
    """
    if snapshot.model.expansion is not None:
        return kernel_scores(snapshot, x, is_decimal)
    rows = exact_rows(snapshot) if is_decimal else None
    if rows is not None:
        inputs = [*snapshot.model.exact_inputs(x), *[Fraction(1)] * snapshot.settings.bias]
        if all(isinstance(value, Fraction) for value in inputs):
            return [dot(row, inputs) for row in rows]
    plain = [*snapshot.model.inputs(np.array([x], dtype=np.float64))[0].tolist(), *[1.0] * snapshot.settings.bias]
    return [_rounded_dot(row, plain) for row in snapshot.theta.tolist()]


def _rounded_dot(row: Sequence[float], x: Sequence[float]) -> float:
    """Add the products up from left to right, as training does (E4)."""
    total = 0.0
    for weight, value in zip(row, x, strict=True):
        total += weight * value
    return total


def dot(first: Sequence[Number], second: Sequence[Number]) -> Number:
    """Return a scalar product, exact where both are; entries that only one of both has count as beside 0.

    `first`, `second`: floats were rounded.
    """
    return sum(map(mul, first, second), Fraction(0))


def exact_rows(snapshot: Snapshot) -> list[list[Fraction]] | None:
    """Return θ without rounding, rows as in `snapshot.theta`; None where it was rounded, or takes too long."""
    unit = snapshot.weight_unit
    if unit is None or snapshot.theta.shape[1] > MOST_EXACT + 1:
        return None
    rows = [[true_value(v, unit) for v in row] for row in snapshot.theta.tolist()]
    exact = [[v for v in row if isinstance(v, Fraction)] for row in rows]
    return exact if exact == rows else None


def root(square: Number) -> Number:
    """Return a square root: a fraction where it is one, else the nearest double.

    `square`: at least 0; a float was rounded.
    """
    if not isinstance(square, Fraction):
        return math.sqrt(square)
    over, under = math.isqrt(square.numerator), math.isqrt(square.denominator)
    if over * over == square.numerator and under * under == square.denominator:
        return Fraction(over, under)
    return nearest_root(square.numerator, square.denominator)


def distance(height: Number, row: Sequence[Number]) -> Number | None:
    """Return how far a place lies from the line where its score is 0; None where there is no line (P8).

    `height`: the score of the place. `row`: the weights, without the bias.
    """
    if isinstance(height, Fraction) and all(isinstance(v, Fraction) for v in row):
        squared: Number = sum((Fraction(v) ** 2 for v in row), Fraction(0))
        return root(height**2 / squared) if squared else None
    length = math.hypot(*map(float, row))
    return abs(float(height)) / length if length else None


def weights(snapshot: Snapshot) -> list[list[Number]]:
    """Return w, or w of each class."""
    d = snapshot.theta.shape[1] - snapshot.settings.bias
    return [list(row[:d]) for row in parameter_rows(snapshot)]


def parameter_rows(snapshot: Snapshot) -> Sequence[Sequence[Number]]:
    """Return θ, rows as in `snapshot.theta`, without rounding where that is known."""
    return exact_rows(snapshot) or snapshot.theta.tolist()


def nearest_line(snapshot: Snapshot, scores: Sequence[Number]) -> Number | None:
    """Return the distance to the nearest line where f is 0, or where the largest score is tied (P8, M4).

    None where there is none, or where it is a curve.

    `scores`: f, or the score of each class, at the place, from `scores_at`.
    """
    return min((away for away, _, _ in _lines_about(snapshot, scores)), default=None)


def _lines_about(snapshot: Snapshot, scores: Sequence[Number]) -> list[tuple[Number, Number, list[Number]]]:
    """Return the distance to each line that may bound the region of a place, its score there and its weights."""
    if "line" not in snapshot.model.parts:
        return []
    lines = snapshot.model.borders(scores, weights(snapshot))
    return [(away, height, row) for height, row in lines if (away := distance(height, row)) is not None]


class BoundaryDistance(Frozen):
    """The way from a point to the nearest line of the boundary."""

    plane: HalfPlane  # a, b, c of the line a·x + b·y + c = 0
    length: Number  # the distance, as the card at the pointer tells it


def boundary_distance(snapshot: Snapshot, x: Sequence[float]) -> BoundaryDistance | None:
    """Return how far a point of at most two features is from the boundary; None where no line is, or it is hidden.

    `snapshot`: the parameters. Of a run that asks a question, nothing is told. `x`: its coordinates, in data units.
    """
    if snapshot.is_veiled or len(x) > 2 or "line" not in snapshot.model.parts:
        return None
    found = _lines_about(snapshot, scores_at(snapshot, x))
    if not found:
        return None
    away, height, row = min(found, key=lambda line: line[0])
    a, b = float(row[0]), float(row[1]) if len(row) > 1 else 0.0
    offset = float(height) - a * x[0] - (b * x[1] if len(x) > 1 else 0.0)
    return BoundaryDistance((a, b, offset), away)


MOST_ROWS = 20
"""Features with bars; of more those that add or take most."""
DIGITS = 5
"""Of rounded numbers."""


class Contribution(Frozen):
    """What one feature adds to a score."""

    name: str  # of the feature; b for the bias, f or s for the sum
    factors: tuple[Written, ...]  # its weight and its value, of the bias 1; of the sum none
    product: Written  # what it adds
    share: float  # the same divided by the largest of all, −1 … 1
    entry: int | None  # its place in θ; None for the sum


class ScoreSum(Frozen, eq=False):
    """One score as a sum."""

    title: str  # whose score, and of which point
    row: int  # the row of θ; in multiclass the class
    theta: Floats  # shape (n_entries,): that row, in data units
    terms: tuple[Contribution, ...]  # in the order of φ, then the bias, then the sum
    left_out: int = 0  # features without a bar


def score_sums(snapshot: Snapshot, point: int) -> tuple[ScoreSum, ...]:
    """Return the score of a point as a sum: f, or the scores of its class and of the best of the others (P1, M1).

    Of the point that the last visit showed the weights are those that judged it.

    `snapshot`: of a model with weights. `point`: its index.
    """
    last, theta, unit = snapshot.last, snapshot.theta, snapshot.weight_unit
    if last is not None and last.point == point and last.before.shape == theta.shape:
        theta, unit = last.before, last.weight_unit
    ones: list[Value] = [Fraction(1)] * snapshot.settings.bias
    inputs = [*input_values(snapshot.dataset, snapshot.settings, point), *ones]
    weights = {k: [true_value(value, unit) for value in theta[k].tolist()] for k in snapshot.model.rows}
    own = snapshot.model.row_of(int(snapshot.dataset.labels[point]))
    totals = {k: dot(w, inputs) for k, w in weights.items()}
    rivals = sorted((k for k in totals if k != own), key=lambda k: (-totals[k], k))
    shown = [*([own] if own in totals else []), *rivals[:1]]
    return tuple(_score_sum(snapshot, k, point, weights[k], inputs, theta[k]) for k in shown)


def _score_sum(
    snapshot: Snapshot, k: int, point: int, weights: Sequence[Value], inputs: Sequence[Value], theta: Floats
) -> ScoreSum:
    names = [*snapshot.model.weight_names, *[spelled("b")] * snapshot.settings.bias]
    products = [weight * value for weight, value in zip(weights, inputs, strict=True)]
    largest = max((abs(float(each)) for each in products), default=0.0) or 1.0
    first = sorted(range(len(snapshot.model.weight_names)), key=lambda j: -abs(float(products[j])))[:MOST_ROWS]
    shown = [*sorted(first), *range(len(snapshot.model.weight_names), len(names))]
    terms = list[Contribution]()
    for j in shown:
        factors, share = (_number(weights[j]), _number(inputs[j])), float(products[j]) / largest
        terms.append(Contribution(names[j], factors, _number(products[j]), share, j))
    total = dot(weights, inputs)
    name = snapshot.model.name_of_row(snapshot.model.score_symbol, k, snapshot.dataset.classes)
    terms.append(Contribution(name, (), _number(total), max(-1.0, min(1.0, float(total) / largest)), None))
    title = tr("{name} of {point}, feature by feature").format(name=name, point=index_text(point))
    return ScoreSum(title, k, theta, tuple(terms), len(names) - len(shown))


def _number(value: Value) -> Written:
    return written(value, DIGITS)


def contribution_over(model: Model, theta: Floats, entry: int | None, places: Floats) -> Floats:
    """Evaluate one feature's term, or the whole score, at places of the plane.

    `model`: with weights. `theta`: shape (n_entries,): a row of θ. `entry`: which place in θ; None for the sum.
    `places`: shape (n, n_columns): all coordinates of each, in data units. Returns shape (n,).
    """
    if entry is None:
        scores: Floats = replace(model, theta=theta[None, :]).decision_function(places)[:, 0]
        return scores
    if model.has_bias and entry == len(theta) - 1:
        return np.full(len(places), theta[entry])
    heights: Floats = _feature_over(model, entry, places) * theta[entry]
    return heights


def _feature_over(model: Model, entry: int, places: Floats) -> Floats:
    """Evaluate a single feature, the given entry of φ, at each place."""
    if model.features.is_identity:
        column: Floats = places[:, entry]
        return column
    return feature_values((model.features.of(model.columns).programs[entry],), places)[0][:, 0]
