"""A score as the sum of feature times weight: what each feature of a point adds to it, and where in the plane (F1)."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from perceptron_gui.engine.data.dataset import Floats
from perceptron_gui.engine.exact.feature_values import feature_values
from perceptron_gui.engine.exact.fixed_point import true_value
from perceptron_gui.engine.model.models import Model
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.session.explanation.scores import dot
from perceptron_gui.session.explanation.terms import Value
from perceptron_gui.session.explanation.visit_numbers import input_values
from perceptron_gui.session.wording import Written, index_text, written
from perceptron_gui.translation import tr

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
    names = [*snapshot.model.weight_names, *["b"] * snapshot.settings.bias]
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
    """Return what a feature adds at places of the plane, or the whole score.

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
    """Return one entry of φ at places."""
    if model.features.is_identity:
        column: Floats = places[:, entry]
        return column
    return feature_values((model.features.of(model.columns).programs[entry],), places)[0][:, 0]
