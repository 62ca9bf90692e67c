"""A visit of the binary primal rule: f = w·x + b, and w ← w + η y x (P1, P2, P8)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.session.explanation.inputs import input_symbol
from perceptron_gui.session.explanation.step import Judgement, what_became
from perceptron_gui.session.explanation.terms import RIGHT_ANGLE, Value, angle_between
from perceptron_gui.session.explanation.vectors import angle_formula
from perceptron_gui.session.explanation.visit_numbers import VisitNumbers, scaled
from perceptron_gui.session.formula.line import BECOMES, EXACT, Formula, line, paragraph, result, sentence
from perceptron_gui.session.formula.nodes import Norm, Power, Strong
from perceptron_gui.session.formula.sums import added, bracketed, factor, product, strong, total
from perceptron_gui.session.formula.symbols import BETA, ETA, B, F, K, W, X, Y
from perceptron_gui.session.wording import written, written_apart
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.data.settings import TrainingSettings

PLUS_B = line(" + ", B)
MARGIN = product(Y, F)
"""y·f."""


def activation(numbers: VisitNumbers) -> tuple[Formula, ...]:
    """Return f in symbols, in numbers, and its value; without a bias also the angle, which decides the class (P8)."""
    symbols = line(F, "(", X, ")", EXACT, weight_symbols(numbers.settings))
    terms = line(EXACT, dot_text(numbers, 0))
    value = result(line(F, "(", X, ")"), terms, strong(numbers.score_text(numbers.last.scores)))
    lines = (*numbers.features_lines, symbols, terms, value)
    return lines if numbers.has_bias else (*lines, *_angle(numbers))


def weight_symbols(settings: TrainingSettings) -> Formula:
    """Return f as w·x + b, in symbols (P1)."""
    return line(product(W, input_symbol(settings)), PLUS_B if settings.bias else "")


def dot_text(numbers: VisitNumbers, row: int) -> Formula:
    """Return w₁·x₁ + … + b with the parameters before the visit.

    `row`: the class whose parameters they are; 0 in the binary modes.
    """
    theta = numbers.last.before[row]
    pairs = zip(numbers.weights(theta)[: numbers.most], numbers.x, strict=False)
    entries = total([product(written(w), written(v)) for w, v in pairs], numbers.most, len(numbers.x))
    return line(entries, " + ", factor(written(numbers.bias(theta)))) if numbers.has_bias else line(entries)


def _angle(numbers: VisitNumbers) -> tuple[Formula, ...]:
    """Compare the angle between w and x with 90°: without a bias it says the class (P8)."""
    w = numbers.weights(numbers.last.before[0])
    angle = angle_between(w, numbers.x)
    if angle is None:
        return ()
    is_known = all(isinstance(value, Fraction) for value in (*w, *numbers.x))
    compared = "" if angle == RIGHT_ANGLE else " < 90°" if angle < RIGHT_ANGLE else " > 90°"
    return (line(angle_formula(angle, is_known, numbers.symbol()), compared),)


def weights_update(numbers: VisitNumbers) -> tuple[Formula, ...]:
    """Return the update of w and b in symbols and numbers (P2)."""
    last = numbers.last
    step = [scaled(Fraction(last.target), value) for value in numbers.step()]
    before, after = (numbers.vector(numbers.weights(theta[0])) for theta in (last.before, last.after))
    summed = line(EXACT, before, " + ", numbers.vector(step))
    return (
        line(W, BECOMES, W, " + ", ETA, " ", Y, " ", numbers.symbol()),
        summed,
        result(W, summed, Strong(after)),
        *bias_update(numbers),
    )


def bias_update(numbers: VisitNumbers) -> list[Formula]:
    """Return b before, η y, and b after; nothing without bias."""
    if not numbers.has_bias:
        return []
    last = numbers.last
    before, after = (written(numbers.bias(theta[0])) for theta in (last.before, last.after))
    return [line(B, BECOMES, before, added(last.target), written(numbers.eta), EXACT, strong(after))]


def verdict(numbers: VisitNumbers) -> Judgement:
    """Return whether the point was right, and why."""
    margin = _margin(numbers, is_after=False)
    value = line(MARGIN, EXACT, written(margin))
    if numbers.last.is_near_miss:
        limit = written(decimal_fraction(numbers.settings.beta))
        reason = line("0 < ", MARGIN, EXACT, written(margin), " ≤ ", BETA, EXACT, limit)
        return Judgement(tr("Near miss."), reason, tr("right, but by no more than β, which is learned from, too"))
    if margin > 0 and numbers.settings.beta:
        limit = written(decimal_fraction(numbers.settings.beta))
        return Judgement(tr("Right."), line(value, " > ", BETA, EXACT, limit), tr("nothing changes"))
    if margin > 0:
        return Judgement(tr("Right."), line(value, " > 0"), tr("nothing changes"))
    if margin == 0:
        return Judgement(tr("Mistake."), value, tr("on the boundary, which counts as a mistake"))
    return Judgement(tr("Mistake."), line(value, " ≤ 0"), tr("this point lies on the wrong side"))


def effect(numbers: VisitNumbers) -> Formula | None:
    """Return by how much the update moved this point's activation (P8); None where nothing was learned."""
    if not numbers.last.is_learned_from:
        return None
    margin, after = _margin(numbers, is_after=False), _margin(numbers, is_after=True)
    gain, rise = rise_of(numbers)
    first, second = written_apart(margin, after)
    words = tr("{margin} rose by {rise}: from {first} to {second}.")
    if gain == 0:
        words = tr("{margin} stays {second}: {rise}.")
    rose = sentence(words, margin=MARGIN, rise=rise, first=first, second=second)
    return paragraph(rose, what_became(after, numbers.settings.beta, gain))


def rise_of(numbers: VisitNumbers) -> tuple[Value, Formula]:
    """Return by how much an update raises the score of its own point, as a number and as η(‖x‖² + 1) = 3 (P8)."""
    gain = scaled(numbers.eta, numbers.product(numbers.last.point) + numbers.has_bias)
    x = numbers.symbol()
    own = line(K, "(", x, ", ", x, ")") if numbers.settings.has_curved_kernel else Power(Norm(x), "2")
    squared = line(own, " + 1" if numbers.has_bias else "")
    return gain, line(squared if numbers.eta == 1 else line(ETA, bracketed(squared)), EXACT, written(gain))


def squared_norm(values: list[Value]) -> Value:
    """Return Σ v², exact where all entries are. `values`: the entries of a vector; floats were rounded."""
    return sum((value * value for value in values), Fraction(0))


def _margin(numbers: VisitNumbers, is_after: bool) -> Value:
    last = numbers.last
    return scaled(Fraction(last.target), numbers.score(last.scores_after if is_after else last.scores))
