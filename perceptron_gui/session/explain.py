"""One visit explained: the rule in symbols, with its numbers, the verdict, and what it did (SPEC P1–P8, D1–D3, M1–M2).

Formulas are written in a small markup: *x* italic, **x** bold; everything else stands as it is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from perceptron_gui.engine.dataset import Dataset, Ints
from perceptron_gui.engine.exact import decimal_fraction
from perceptron_gui.engine.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.snapshot import Snapshot
from perceptron_gui.engine.visited import Visited
from perceptron_gui.session.batch_step import batch_effect, batch_update
from perceptron_gui.session.formulas import (
    MOST_TERMS,
    RIGHT_ANGLE,
    angle_between,
    angle_formula,
    folded,
    scaled_point,
    signed_text,
    vector_text,
    without_false_equals,
)
from perceptron_gui.session.wording import MINUS, SUBSCRIPTS, index_text, number_text, place_text


@dataclass(frozen=True)
class Bar:
    """The score of a class, with its part of the largest in size, −1 … 1, and what it is."""

    index: int
    name: str
    part: float
    value: str
    remark: str


@dataclass(frozen=True)
class Explanation:
    """What "This step" says.

    Attributes
    ----------
    heading : str
    rule : tuple of str
        f in symbols, in numbers, and its value.
    is_mistake : bool
    verdict : str
    update : tuple of str
        The update in symbols and numbers; empty where nothing changed.
    effect : str
        What the update did to this point.
    bars : tuple of Bar
        The scores of the classes, in multiclass.
    """

    heading: str
    rule: tuple[str, ...]
    is_mistake: bool
    verdict: str
    update: tuple[str, ...]
    effect: str
    bars: tuple[Bar, ...] = ()


def explain(snapshot: Snapshot) -> Explanation | None:
    """Explain the visit that led to `snapshot`; None at the start of a run."""
    if snapshot.last is None:
        return None
    is_multiclass = snapshot.settings.mode is Mode.MULTICLASS
    step = (_explain_multiclass if is_multiclass else _explain_binary)(snapshot, snapshot.last)
    return replace(
        step,
        rule=tuple(map(without_false_equals, step.rule)),
        verdict=without_false_equals(step.verdict),
        update=tuple(map(without_false_equals, step.update)),
        effect=without_false_equals(step.effect),
    )


# Binary


def _explain_binary(snapshot: Snapshot, last: Visited) -> Explanation:
    settings, x = snapshot.settings, snapshot.dataset.X[last.point].tolist()
    margin = last.target * float(last.scores[0])
    is_dual = settings.mode is Mode.DUAL and snapshot.alpha is not None
    rule = _dual_rule(snapshot, last) if is_dual else _primal_rule(last, x, settings)
    update: tuple[str, ...] = ()
    if settings.order is Order.BATCH:
        update = batch_update(snapshot, last)
    elif last.is_mistake:
        update = _dual_update(snapshot, last) if is_dual else _primal_update(last, x, settings)
    return Explanation(
        heading=f"{_heading(last)}, y = {_sign(last.target)}",
        rule=rule,
        is_mistake=last.is_mistake,
        verdict=_binary_verdict(margin, last.is_exact),
        update=update,
        effect=batch_effect(last) if settings.order is Order.BATCH else _binary_effect(last, x, settings, margin),
    )


def _primal_rule(last: Visited, x: list[float], settings: TrainingSettings) -> tuple[str, ...]:
    theta = last.before[0].tolist()
    products = [f"{signed_text(w, last.is_exact)}·{signed_text(v)}" for w, v in zip(theta, x, strict=False)]
    terms = folded(products) + ([signed_text(theta[-1], last.is_exact)] if settings.bias else [])
    symbols = "*f*(**x**) = **w**·**x**" + (" + *b*" if settings.bias else "")
    lines = (symbols, "= " + " + ".join(terms), f"= **{number_text(float(last.scores[0]), last.is_exact)}**")
    return lines if settings.bias else (*lines, *_angle_line(theta, x))


def _angle_line(w: list[float], x: list[float]) -> tuple[str, ...]:
    """Compare the angle between w and x with 90°: without a bias it says the class (P8)."""
    angle = angle_between(w, x)
    if angle is None:
        return ()
    sign = "<" if angle < RIGHT_ANGLE else ">"
    if angle == RIGHT_ANGLE:
        return (angle_formula(angle),)
    return (f"{angle_formula(angle)} {sign} 90°",)


def _primal_update(last: Visited, x: list[float], settings: TrainingSettings) -> tuple[str, ...]:
    d = len(x)
    step = scaled_point(last.target * settings.eta, x)
    before, after = last.before[0].tolist(), last.after[0].tolist()
    lines = [
        "**w** ← **w** + *η* *y* **x**",
        f"= {vector_text(before[:d], last.is_exact)} + {vector_text(step)}",
        f"= **{vector_text(after[:d], last.is_exact)}**",
    ]
    return (*lines, *_bias_update(last, settings))


def _bias_update(last: Visited, settings: TrainingSettings) -> list[str]:
    if not settings.bias:
        return []
    before, after = float(last.before[0][-1]), float(last.after[0][-1])
    sign = "+" if last.target > 0 else MINUS
    eta = number_text(settings.eta)
    return [f"*b* ← {number_text(before, last.is_exact)} {sign} {eta} = **{number_text(after, last.is_exact)}**"]


def _binary_verdict(margin: float, is_exact: bool) -> str:
    value = f"y·f = {number_text(margin, is_exact)}"
    if margin > 0:
        return f"Right. {value} > 0: nothing changes."
    if margin == 0:
        return f"Mistake. {value}: on the boundary, which counts as a mistake."
    return f"Mistake. {value} ≤ 0: this point lies on the wrong side."


def _binary_effect(last: Visited, x: list[float], settings: TrainingSettings, margin: float) -> str:
    """Say by how much the update moved this point's activation (P8)."""
    if not last.is_mistake:
        return ""
    after = last.target * float(last.scores_after[0])
    gain = decimal_fraction(settings.eta) * (sum(decimal_fraction(v) ** 2 for v in x) + settings.bias)
    squared = "‖x‖² + 1" if settings.bias else "‖x‖²"
    formula = squared if settings.eta == 1 else f"η({squared})"
    now = "The point is now right." if after > 0 else "The point is still wrong: it needs another visit."
    return (
        f"y·f rose by {formula} = {number_text(float(gain), decimal_fraction(float(gain)) == gain)}: from "
        f"{number_text(margin, last.is_exact)} to {number_text(after, last.is_exact)}. {now}"
    )


# Dual


def _dual_rule(snapshot: Snapshot, last: Visited) -> tuple[str, ...]:
    """Write f as the sum over the points with α > 0 (D2)."""
    settings, dataset = snapshot.settings, snapshot.dataset
    alpha = _alpha_before(snapshot, last)
    theta = last.before[0].tolist()
    terms = folded(_dual_terms(snapshot, last, alpha))
    terms += [signed_text(theta[-1], last.is_exact)] if settings.bias else []
    eta = "*η* " if settings.eta != 1 else ""
    symbols = f"*f*(**x**) = {eta}Σ *α*ⱼ *y*ⱼ (**x**ⱼ·**x**)" + (" + *b*" if settings.bias else "")
    if settings.has_start_weights:
        start = (settings.initial or ())[: dataset.n_features]
        terms.insert(0, f"{vector_text(start)}·{vector_text(dataset.X[last.point].tolist())}")
        symbols = symbols.replace("= ", "= **w**₀·**x** + ", 1)
    numbers = "= " + (" + ".join(terms).replace(f"+ {MINUS}", f"{MINUS} ") if terms else "0")
    return symbols, numbers, f"= **{number_text(float(last.scores[0]), last.is_exact)}**"


def _dual_terms(snapshot: Snapshot, last: Visited, alpha: Ints) -> list[str]:
    dataset, eta = snapshot.dataset, snapshot.settings.eta
    factor = f"{number_text(eta)}·" if eta != 1 else ""
    x = [decimal_fraction(v) for v in dataset.X[last.point].tolist()]
    terms = []
    used = alpha.nonzero()[0].tolist()
    for j in used[:MOST_TERMS]:
        row = dataset.X[j].tolist()
        product = float(_exact_dot(row, x))
        sign = "" if _target(snapshot, j) > 0 else MINUS
        terms.append(f"{sign}{factor}{alpha[j]}·{signed_text(product, len(x) <= 3)}")
    return terms + ["…"] * (len(used) - len(terms))


def _dual_update(snapshot: Snapshot, last: Visited) -> tuple[str, ...]:
    settings, dataset = snapshot.settings, snapshot.dataset
    i = str(last.point + 1).translate(SUBSCRIPTS)
    now = int(snapshot.alpha[last.point]) if snapshot.alpha is not None else 1
    eta = "*η* " if settings.eta != 1 else ""
    start = "**w**₀ + " if settings.has_start_weights else ""
    w = last.after[0].tolist()[: dataset.n_features]
    return (
        f"*α*{i} ← {now - 1} + 1 = **{now}**",
        _gram_line(dataset, last.point, settings),
        *_bias_update(last, settings),
        f"**w** = {start}{eta}Σ *α*ⱼ *y*ⱼ **x**ⱼ = **{vector_text(w, last.is_exact)}**",
    )


def _gram_line(dataset: Dataset, point: int, settings: TrainingSettings) -> str:
    """Return the row of the Gram matrix that was added to the scores (D4)."""
    x = [decimal_fraction(v) for v in dataset.X[point].tolist()]
    row = [float(_exact_dot(other, x) + settings.bias) for other in dataset.X[:MOST_TERMS].tolist()]
    kernel = "*K*" + (" + 1" if settings.bias else "")
    return f"Gram row of {index_text(point)} ({kernel}): {vector_text(row, len(x) <= 3)}"


def _exact_dot(point: list[float], x: list[Fraction]) -> Fraction:
    return sum((decimal_fraction(v) * u for v, u in zip(point, x, strict=True)), Fraction(0))


def _alpha_before(snapshot: Snapshot, last: Visited) -> Ints:
    alpha = snapshot.alpha.copy() if snapshot.alpha is not None else last.before.astype(int)
    if snapshot.settings.order is Order.BATCH:
        alpha[last.learned] -= 1
    elif last.is_mistake:
        alpha[last.point] -= 1
    return alpha


def _target(snapshot: Snapshot, point: int) -> int:
    return 1 if int(snapshot.dataset.labels[point]) == snapshot.positive else -1


# Multiclass


def _explain_multiclass(snapshot: Snapshot, last: Visited) -> Explanation:
    dataset, settings = snapshot.dataset, snapshot.settings
    name, is_batch = dataset.classes[last.target], settings.order is Order.BATCH
    rivals = [k for k in last.classes if k != last.target]
    bars: list[Bar] = []
    rule = ["*s*ₖ = **w**ₖ·**x**" + (" + *b*ₖ" if settings.bias else "")]
    best = max(rivals, key=lambda k: (last.scores[k], -k), default=last.target)
    for k in last.classes:
        value = number_text(float(last.scores[k]), last.is_exact)
        remark = "   (true class)" if k == last.target else "   (rival)" if k == best else ""
        rule.append(f"*s*({dataset.classes[k]}) = **{value}**{remark}")
        part = float(last.scores[k]) / (max(abs(float(last.scores[j])) for j in last.classes) or 1.0)
        bars.append(Bar(k, dataset.classes[k], part, value, remark.strip(" ()")))
    update: tuple[str, ...] = ()
    if is_batch:
        update = batch_update(snapshot, last)
    elif last.is_mistake:
        update = _class_update(dataset, settings, last)
    return Explanation(
        heading=f"{_heading(last)}, class {name}",
        rule=tuple(rule),
        is_mistake=last.is_mistake,
        verdict=_class_verdict(dataset, last, best),
        update=update,
        effect=batch_effect(last) if is_batch else _class_effect(dataset, last),
        bars=tuple(bars),
    )


def _class_verdict(dataset: Dataset, last: Visited, best: int) -> str:
    name = dataset.classes[last.target]
    if best == last.target:
        return f"Right. {name} is the only class so far: it has no rival."
    other = dataset.classes[best]
    ours, theirs = (number_text(float(last.scores[k]), last.is_exact) for k in (last.target, best))
    if not last.is_mistake:
        return f"Right. {name} has {ours}, more than its rival {other} with {theirs}: nothing changes."
    if last.scores[best] == last.scores[last.target]:
        return f"Mistake. {name} and {other} tie at {ours}: that counts as a mistake."
    return f"Mistake. {other} has {theirs} ≥ {ours} of {name}."


def _class_update(dataset: Dataset, settings: TrainingSettings, last: Visited) -> tuple[str, ...]:
    x = dataset.X[last.point].tolist()
    step = vector_text(scaled_point(settings.eta, x))
    lines: list[str] = []
    for k, sign in ((last.target, "+"), (last.rival, MINUS)):
        before, after = last.before[k].tolist(), last.after[k].tolist()
        d, name = len(x), dataset.classes[k]
        lines.append(f"**w**({name}) ← **w**({name}) {sign} *η* **x**")
        lines.append(f"= {vector_text(before[:d], last.is_exact)} {sign} {step}")
        lines.append(f"= **{vector_text(after[:d], last.is_exact)}**")
        if settings.bias:
            b, c = number_text(before[-1], last.is_exact), number_text(after[-1], last.is_exact)
            lines.append(f"*b*({name}) ← {b} {sign} {number_text(settings.eta)} = **{c}**")
    return tuple(lines)


def _class_effect(dataset: Dataset, last: Visited) -> str:
    if not last.is_mistake:
        return ""
    name, other = dataset.classes[last.target], dataset.classes[last.rival]
    ours, theirs = float(last.scores_after[last.target]), float(last.scores_after[last.rival])
    rest = [float(last.scores_after[k]) for k in last.classes if k != last.target]
    now = "The point is now right." if ours > max(rest) else "The point is still wrong: it needs another visit."
    mine, rival = number_text(ours, last.is_exact), number_text(theirs, last.is_exact)
    return f"{name} rose to {mine}, {other} fell to {rival}. {now}"


def _heading(last: Visited) -> str:
    return f"{place_text(last.number, last.epoch, is_heading=True)} · POINT {index_text(last.point)}"


def _sign(target: int) -> str:
    return "+1" if target > 0 else f"{MINUS}1"
