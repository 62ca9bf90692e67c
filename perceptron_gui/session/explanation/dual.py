"""A visit of the dual rule: f as a sum over the points with α > 0, and what α makes of w and b (D1–D4)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from operator import mul

from perceptron_gui.engine.data.dataset import Ints
from perceptron_gui.engine.data.settings import Order
from perceptron_gui.engine.exact.fixed_point import true_value
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.session.explanation.binary import bias_update
from perceptron_gui.session.explanation.formula import Formula, Part, formula, total
from perceptron_gui.session.explanation.terms import (
    EVERY_TERM,
    MOST_TERMS,
    Value,
    decimals,
    point_values,
    product,
    written_vector,
)
from perceptron_gui.session.explanation.visit_numbers import VisitNumbers
from perceptron_gui.session.wording import MINUS, Written, index_text, subscript, written
from perceptron_gui.translation import tr

W_SUM, B_SUM = "Σ *α*ⱼ *y*ⱼ **x**ⱼ", "Σ *α*ⱼ *y*ⱼ"


def kernel_sum(numbers: VisitNumbers) -> tuple[Formula, ...]:
    """Return f as the sum over the points with α > 0, in symbols and in numbers (D2).

    Parameters
    ----------
    numbers : VisitNumbers
    """
    settings, last = numbers.settings, numbers.last
    terms, count = _kernel_terms(numbers)
    eta = "*η* " if settings.eta != 1 else ""
    start = "**w**₀·**x** + " if settings.has_start_weights else ""
    bias = " + *b*" if numbers.has_bias else ""
    sum_text = total(terms, numbers.most, count) if terms else None
    parts: list[Part] = [_start_product(numbers)] if start else []
    parts += [sum_text] if sum_text is not None else []
    parts += [written(numbers.bias(last.before[0])).in_product] if bias else []
    return (
        formula(f"*f*(**x**) = {start}{eta}Σ *α*ⱼ *y*ⱼ (**x**ⱼ·**x**){bias}"),
        formula("= {}", total(parts, len(parts))),
        formula("= **{}**", numbers.score_text(last.scores)),
    )


def _start_product(numbers: VisitNumbers) -> Written:
    start = (numbers.settings.initial or ())[: len(numbers.x)]
    first, second = numbers.vector(decimals(start)), numbers.vector(numbers.x)
    return Written(f"{first.text}·{second.text}", first.is_exact and second.is_exact)


def _kernel_terms(numbers: VisitNumbers) -> tuple[list[Written], int]:
    """Return η α_j y_j (x_j·x) of the first points with α > 0, and how many there are."""
    alpha = _alpha_before(numbers)
    used = alpha.nonzero()[0].tolist()
    factor = [written(numbers.eta)] if numbers.settings.eta != 1 else []
    terms = []
    for j in used[: numbers.most]:
        value = product(*factor, written(Fraction(int(alpha[j]))), written(dot(numbers.point(j), numbers.x)))
        terms.append(value if _target(numbers.snapshot, j) > 0 else Written(f"{MINUS}{value.text}", value.is_exact))
    return terms, len(used)


def alpha_update(numbers: VisitNumbers) -> tuple[Formula, ...]:
    """Return the update of α, the Gram row that changed the scores, b, and w (D1, D3, D4).

    Parameters
    ----------
    numbers : VisitNumbers
    """
    return (
        alpha_line(numbers, numbers.last.point),
        _gram_line(numbers),
        *bias_update(numbers),
        weights_line(numbers),
    )


def alpha_line(numbers: VisitNumbers, point: int) -> Formula:
    """Return α of a point before and after it was counted once more (D1).

    Parameters
    ----------
    numbers : VisitNumbers
    point : int
        Its index.
    """
    alpha = numbers.snapshot.alpha
    now = int(alpha[point]) if alpha is not None else 1
    return formula("*α*{} ← {} + 1 = **{}**", subscript(point + 1), str(now - 1), str(now))


def weights_line(numbers: VisitNumbers) -> Formula:
    """Return w as the sum that the new α make (D3).

    Parameters
    ----------
    numbers : VisitNumbers
    """
    w = numbers.vector(numbers.weights(numbers.last.after[0]))
    return formula(f"**w** = {_before_sum(numbers.snapshot, '**w**')}{W_SUM} = **{{}}**", w)


def _before_sum(snapshot: Snapshot, name: str) -> str:
    start = f"{name}₀ + " if snapshot.settings.has_start_weights else ""
    return start + ("*η* " if snapshot.settings.eta != 1 else "")


def _gram_line(numbers: VisitNumbers) -> Formula:
    """Return the row of the Gram matrix that was added to the scores (D4)."""
    count = min(numbers.snapshot.dataset.n_samples, numbers.most)
    row = [dot(numbers.point(j), numbers.x) + numbers.has_bias for j in range(count)]
    kernel = "*K* + 1" if numbers.has_bias else "*K*"
    name = tr('"Gram row of "{name}').format(name=index_text(numbers.last.point))
    return formula(f"{name} ({kernel}) = {{}}", numbers.vector(row))


def dot(point: Sequence[Value], x: Sequence[Value]) -> Value:
    """Return the scalar product of two points, exact where both are.

    Parameters
    ----------
    point, x : sequence of Fraction or float
        Their coordinates; floats were rounded.
    """
    return sum(map(mul, point, x), Fraction(0))


def _alpha_before(numbers: VisitNumbers) -> Ints:
    snapshot, last = numbers.snapshot, numbers.last
    assert snapshot.alpha is not None
    alpha = snapshot.alpha.copy()
    if snapshot.settings.order is Order.BATCH:
        alpha[last.learned] -= 1
    elif last.is_mistake:
        alpha[last.point] -= 1
    return alpha


def _target(snapshot: Snapshot, point: int) -> int:
    return 1 if int(snapshot.dataset.labels[point]) == snapshot.positive else -1


# The dual panel


def dual_parameters(snapshot: Snapshot, is_full: bool = False) -> tuple[Formula, ...]:
    """Return w and b at the cursor as the sums that α makes of them (D3).

    Parameters
    ----------
    snapshot : Snapshot
        Of a binary mode.
    is_full : bool
        Whether long sums are written out.
    """
    d, most = snapshot.dataset.n_features, EVERY_TERM if is_full else MOST_TERMS
    theta = [true_value(value, snapshot.weight_unit) for value in snapshot.theta[0].tolist()]
    lines = [
        formula(f"**w** = {_before_sum(snapshot, '**w**')}{W_SUM}"),
        *_point_sum(snapshot, most),
        formula("= **{}**", written_vector(theta[:d], most)),
    ]
    if snapshot.settings.bias:
        lines.append(formula(f"*b* = {_before_sum(snapshot, '*b*')}{B_SUM} = **{{}}**", written(theta[-1])))
    return tuple(lines)


def _point_sum(snapshot: Snapshot, most: int) -> list[Formula]:
    """Return w₀ + η(2·(1, 2) − 1·(3, 4)) with the points; nothing where α is 0 or not known."""
    if snapshot.alpha is None or not snapshot.alpha.any():
        return []
    used, settings = snapshot.alpha.nonzero()[0].tolist(), snapshot.settings
    sum_text = total([_point_term(snapshot, j, most) for j in used[:most]], most, len(used))
    start = written_vector(decimals((settings.initial or ())[: snapshot.dataset.n_features]), most)
    parts: list[Part] = [start] if settings.has_start_weights else []
    eta = written(decimals([settings.eta])[0])
    parts.append(formula("{}·({})", eta, sum_text) if settings.eta != 1 else sum_text)
    return [formula("= {}", total(parts, len(parts)))]


def _point_term(snapshot: Snapshot, point: int, most: int) -> Written:
    assert snapshot.alpha is not None
    vector = written_vector(point_values(snapshot.dataset, point), most)
    sign = "" if _target(snapshot, point) > 0 else MINUS
    return Written(f"{sign}{int(snapshot.alpha[point])}·{vector.text}", vector.is_exact)
