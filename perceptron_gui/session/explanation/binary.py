"""A visit of the binary primal rule: f = w·x + b, and w ← w + η y x (P1, P2, P8)."""

from __future__ import annotations

from fractions import Fraction

from perceptron_gui.session.explanation.formula import Formula, Part, formula, total
from perceptron_gui.session.explanation.step import NOW_RIGHT, STILL_WRONG, Judgement
from perceptron_gui.session.explanation.terms import RIGHT_ANGLE, Value, angle_between, product, written_angle
from perceptron_gui.session.explanation.visit_numbers import VisitNumbers, scaled
from perceptron_gui.session.wording import MINUS, Written, written, written_apart
from perceptron_gui.translation import tr


def activation(numbers: VisitNumbers) -> tuple[Formula, ...]:
    """Return f in symbols, in numbers, and its value; without a bias also the angle, which decides the class (P8).

    Parameters
    ----------
    numbers : VisitNumbers
    """
    last = numbers.last
    symbols = formula("*f*(**x**) = **w**·**x**" + (" + *b*" if numbers.has_bias else ""))
    value = formula("= **{}**", numbers.score_text(last.scores))
    lines = (symbols, formula("= {}", dot_text(numbers, 0)), value)
    return lines if numbers.has_bias else (*lines, *_angle(numbers))


def dot_text(numbers: VisitNumbers, row: int) -> Formula:
    """Return w₁·x₁ + … + b with the parameters before the visit.

    Parameters
    ----------
    numbers : VisitNumbers
    row : int
        The class whose parameters they are; 0 in the binary modes.
    """
    theta = numbers.last.before[row]
    pairs = zip(numbers.weights(theta[: numbers.most]), numbers.x, strict=False)
    terms: list[Part] = [product(written(w), written(v)) for w, v in pairs]
    entries = total(terms, numbers.most, len(numbers.x))
    return formula("{} + {}", entries, written(numbers.bias(theta)).in_product) if numbers.has_bias else entries


def _angle(numbers: VisitNumbers) -> tuple[Formula, ...]:
    """Compare the angle between w and x with 90°: without a bias it says the class (P8)."""
    w = numbers.weights(numbers.last.before[0])
    angle = angle_between(w, numbers.x)
    if angle is None:
        return ()
    is_known = all(isinstance(value, Fraction) for value in (*w, *numbers.x))
    shown = written_angle(angle)
    compared = "" if angle == RIGHT_ANGLE else " < 90°" if angle < RIGHT_ANGLE else " > 90°"
    return (formula("∠(**w**, **x**) = {}°" + compared, Written(shown.text, shown.is_exact and is_known)),)


def weights_update(numbers: VisitNumbers) -> tuple[Formula, ...]:
    """Return the update of w and b in symbols and numbers (P2).

    Parameters
    ----------
    numbers : VisitNumbers
    """
    last = numbers.last
    step = [scaled(Fraction(last.target), value) for value in numbers.step()]
    before, after = (numbers.vector(numbers.weights(theta[0])) for theta in (last.before, last.after))
    return (
        formula("**w** ← **w** + *η* *y* **x**"),
        formula("= {} + {}", before, numbers.vector(step)),
        formula("= **{}**", after),
        *bias_update(numbers),
    )


def bias_update(numbers: VisitNumbers) -> list[Formula]:
    """Return b before, η y, and b after; nothing without bias.

    Parameters
    ----------
    numbers : VisitNumbers
    """
    if not numbers.has_bias:
        return []
    last = numbers.last
    before, after = (written(numbers.bias(theta[0])) for theta in (last.before, last.after))
    sign = "+" if last.target > 0 else MINUS
    return [formula("*b* ← {} {} {} = **{}**", before, sign, written(numbers.eta), after)]


def verdict(numbers: VisitNumbers) -> Judgement:
    """Return whether the point was right, and why.

    Parameters
    ----------
    numbers : VisitNumbers
    """
    margin = _margin(numbers, is_after=False)
    value = f"y·f {written(margin).after_name}"
    if margin > 0:
        return Judgement(tr("Right."), f"{value} > 0", tr("nothing changes"))
    if margin == 0:
        return Judgement(tr("Mistake."), value, tr("on the boundary, which counts as a mistake"))
    return Judgement(tr("Mistake."), f"{value} ≤ 0", tr("this point lies on the wrong side"))


def effect(numbers: VisitNumbers) -> str:
    """Return by how much the update moved this point's activation (P8); empty without a mistake.

    Parameters
    ----------
    numbers : VisitNumbers
    """
    if not numbers.last.is_mistake:
        return ""
    margin, after = _margin(numbers, is_after=False), _margin(numbers, is_after=True)
    gain = scaled(numbers.eta, squared_norm(numbers.x) + numbers.has_bias)
    squared = "‖x‖² + 1" if numbers.has_bias else "‖x‖²"
    rise = squared if numbers.eta == 1 else f"η({squared})"
    first, second = written_apart(margin, after)
    rose = tr("y·f rose by {rise}: from {first} to {second}.")
    rose = rose.format(rise=f"{rise} {written(gain).after_name}", first=first, second=second)
    return f"{rose} {tr(NOW_RIGHT if after > 0 else STILL_WRONG)}"


def squared_norm(values: list[Value]) -> Value:
    """Return Σ v², exact where all entries are.

    Parameters
    ----------
    values : list of Fraction or float
        The entries of a vector; floats were rounded.
    """
    return sum((value * value for value in values), Fraction(0))


def _margin(numbers: VisitNumbers, is_after: bool) -> Value:
    last = numbers.last
    return scaled(Fraction(last.target), numbers.score(last.scores_after if is_after else last.scores))
