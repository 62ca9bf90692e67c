"""What the parameters say about a point, or about any place of the plane, in numbers (P1, P3, D2, M1)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING

from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.explanation.binary import weight_symbols
from perceptron_gui.session.explanation.dual import kernel_symbols, kernel_total
from perceptron_gui.session.explanation.kernel_facts import kernel_rows
from perceptron_gui.session.explanation.kernel_products import dot as inner_product
from perceptron_gui.session.explanation.part_facts import is_held_out, is_hidden, part_rows
from perceptron_gui.session.explanation.scores import (
    Number,
    distance,
    exact_rows,
    nearest_line,
    scores_at,
    weights,
)
from perceptron_gui.session.explanation.terms import MOST_TERMS, decimals, is_rounded
from perceptron_gui.session.explanation.vectors import written_vector
from perceptron_gui.session.formula.line import EXACT, Part, line
from perceptron_gui.session.formula.sums import product, signed, total
from perceptron_gui.session.wording import MINUS, index_text, written
from perceptron_gui.translation import N_, tr

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset
    from perceptron_gui.engine.run.snapshot import Snapshot

Fact = tuple[str, str]
MOST_PRODUCTS = 3
"""Features up to which the products of w·x are written out."""
HIDDEN = N_("hidden until you have answered")


class Facts(Frozen):
    """The content of a card."""

    title: str  # the point or the place, with its coordinates
    rows: tuple[Fact, ...]  # names and values
    note: str = ""  # a sentence below them; empty for none


def point_facts(snapshot: Snapshot, dataset: Dataset, index: int) -> Facts:
    """Return the facts about a point.

    `snapshot`: the parameters, and which points are present. `dataset`: the points of the document. If they are not
    those of `snapshot`, with newer ones at most, only class and coordinates are told. `index`: which point.
    """
    x, label = dataset.X[index].tolist(), int(dataset.labels[index])
    is_decimal = not is_rounded(dataset, index)
    title = _named(index_text(index), x, is_decimal)
    if not snapshot.is_about(dataset):
        return Facts(title, ((tr("class"), dataset.classes[label]),))
    is_binary = not snapshot.model.has_class_rows
    target = f", y = {'+1' if label == snapshot.positive else MINUS + '1'}" if is_binary else ""
    rows = [(tr("class"), dataset.classes[label] + target), *part_rows(snapshot, index), *_alpha_row(snapshot, index)]
    if snapshot.is_veiled or is_hidden(snapshot, index):
        words = tr(HIDDEN) if snapshot.is_veiled else tr("hidden until the test part is looked at")
        rows.append(("f" if is_binary else tr("scores"), words))
    else:
        rows += (_binary_point if is_binary else _multiclass_point)(snapshot, scores_at(snapshot, x, is_decimal), label)
    return Facts(title, tuple(rows))


def place_facts(snapshot: Snapshot, x: Sequence[float], is_decimal: bool = True, is_full: bool = False) -> Facts:
    """Return the facts about a place of the plane.

    `snapshot`: the parameters. `x`: all its coordinates, in data units. `is_decimal`: whether they are decimals; else
    they were rounded, as means of hidden features are. `is_full`: whether the sum of kernels is written out as far as
    there is room.
    """
    title = _named("x", x, is_decimal)
    is_binary = not snapshot.model.has_class_rows
    if snapshot.is_veiled:
        return Facts(title, (("f" if is_binary else tr("scores"), tr(HIDDEN)),))
    scores = scores_at(snapshot, x, is_decimal)
    if not is_binary:
        rows = [(f"s({snapshot.dataset.classes[k]})", score_text(scores[k])) for k in snapshot.trained.present]
        return Facts(title, (*rows, (tr("class"), _largest_text(snapshot, scores))))
    is_kernel = snapshot.model.expansion is not None
    rows = kernel_rows(snapshot, x, is_decimal, is_full) if is_kernel else _sum_rows(snapshot, x, is_decimal)
    value = score_text(scores[0])
    # Rounded numbers do not come to an exact one themselves.
    is_continued = bool(rows) and (value.startswith("≈") or not any(text.startswith("≈") for _, text in rows))
    rows.append(("" if is_continued else "f", value))
    return Facts(title, (*rows, (tr("class"), _side_text(snapshot, scores[0]))))


def _named(name: str, x: Sequence[float], is_decimal: bool) -> str:
    """Return "x₁ = (1, 2)"; of rounded coordinates "x₁ ≈ (1, 2)"."""
    return str(line(name, EXACT, written_vector(decimals(x[:MOST_TERMS]) if is_decimal else x)))


def score_text(value: Number) -> str:
    """Return a number with the relation before it: "= 3" or "≈ 3.14159". `value`: a float was rounded."""
    return written(value).after_name


# Points


def _alpha_row(snapshot: Snapshot, index: int) -> list[Fact]:
    if index >= snapshot.dataset.n_samples:
        return [("", tr("arrives later in the run"))]
    has_alpha = snapshot.alpha is not None and not is_held_out(snapshot, index)
    return [("α", f"= {snapshot.alpha[index]}")] if has_alpha and snapshot.alpha is not None else []


def _binary_point(snapshot: Snapshot, scores: Sequence[Number], label: int) -> list[Fact]:
    (f,), sign = scores, 1 if label == snapshot.positive else -1
    margin = sign * f
    rows = [("f", score_text(f)), ("y·f", f"{score_text(margin)}, {_judged(margin)}")]
    rows.append((tr("loss max(0, −y·f)"), score_text(_hinge(margin))))
    return rows + _distance_row(None if snapshot.model.is_curved else distance(f, weights(snapshot)[0]))


def _hinge(margin: Number) -> Number:
    """Return max(0, −margin), the loss of a point (P3)."""
    return -margin if margin < 0 else abs(0 * margin)


def _judged(margin: Number) -> str:
    return tr("right") if margin > 0 else tr("an error") if margin < 0 else tr("on the boundary: an error")


def _judged_lead(lead: Number, rival: str) -> str:
    """Say whether the true class is ahead of its best rival."""
    words = tr("right, the best rival is {name}")
    if lead < 0:
        words = tr("an error, the best rival is {name}")
    elif lead == 0:
        words = tr("on the line between: an error, the best rival is {name}")
    return words.format(name=rival)


def _multiclass_point(snapshot: Snapshot, scores: Sequence[Number], label: int) -> list[Fact]:
    present = snapshot.trained.present
    rows = [(f"s({snapshot.dataset.classes[k]})", score_text(scores[k])) for k in present]
    rivals = [k for k in present if k != label]
    if label not in present or not rivals:
        return rows
    rival = max(rivals, key=lambda k: (scores[k], -k))
    lead = scores[label] - scores[rival]
    rows.append((tr("verdict"), _judged_lead(lead, snapshot.dataset.classes[rival])))
    rows.append((tr("loss max(0, s_r − s_y)"), score_text(_hinge(lead))))
    return rows + _distance_row(nearest_line(snapshot, scores))


def _distance_row(distance: Number | None) -> list[Fact]:
    return [(tr("to the boundary"), score_text(distance))] if distance is not None else []


# Places


def _side_text(snapshot: Snapshot, f: Number) -> str:
    """Return the class that is predicted (P1)."""
    dataset, winners = snapshot.dataset, snapshot.model.winners([f])
    if not winners:
        return tr("none: on the boundary")
    if f > 0:
        return f"{dataset.classes[winners[0]]} (+)"
    is_several = sum(k != snapshot.positive for k in snapshot.trained.present) > 1
    return tr("the rest (−)") if is_several else f"{dataset.classes[winners[0]]} (−)"


def _largest_text(snapshot: Snapshot, scores: Sequence[Number]) -> str:
    """Return the class with the largest score; where several have it, the one that goes first (M1)."""
    names = [snapshot.dataset.classes[k] for k in snapshot.model.winners(scores)]
    if not names:
        return tr("none")
    return names[0] if len(names) == 1 else tr("{names} tie: {name}").format(names=joined(names), name=names[0])


def joined(names: Sequence[str]) -> str:
    """Return "A and B and C". `names`: at least one."""
    return reduce(lambda first, last: tr("{first} and {last}").format(first=first, last=last), names)


def _sum_rows(snapshot: Snapshot, x: Sequence[float], is_decimal: bool) -> list[Fact]:
    """Write f as w·x + b, in dual as the sum over the points with α > 0 (D2), first in symbols, then in numbers."""
    theta = exact_rows(snapshot) if is_decimal else None
    if theta is None or snapshot.model.is_curved:
        return []
    if snapshot.model.shows_alpha and snapshot.alpha is not None:
        symbols, terms = kernel_symbols(snapshot.settings), _dual_sum(snapshot, x)
    elif len(inputs := snapshot.model.exact_inputs(x)) <= MOST_PRODUCTS:
        symbols, terms = weight_symbols(snapshot.settings), _products(theta[0], inputs)
    else:
        return []
    bias = [written(theta[0][-1])] if snapshot.settings.bias else []
    return [("f", str(line(EXACT, symbols))), ("", str(line(EXACT, total([*terms, *bias]))))]


def _products(row: Sequence[Fraction], x: Sequence[Number]) -> list[Part]:
    pairs = [(written(weight), written(value)) for weight, value in zip(row, x, strict=False)]
    return [signed(-1 if weight.is_negative else 1, product(weight.magnitude, value)) for weight, value in pairs]


def _dual_sum(snapshot: Snapshot, x: Sequence[float]) -> list[Part]:
    """Return w₀·x and η Σ αⱼ yⱼ (xⱼ·x), the first terms where they are many."""
    at, points, settings = snapshot.model.exact_inputs(x), snapshot.dataset.X, snapshot.settings
    assert snapshot.alpha is not None
    start = [decimal_fraction(v) for v in (settings.initial or ())[: len(at)]]
    before: list[Part] = [written(inner_product(start, at))] if settings.has_start_weights else []

    def value(j: int) -> Number:
        return inner_product(snapshot.model.exact_inputs(points[j].tolist()), at)

    return before + kernel_total(snapshot, snapshot.alpha, value, MOST_TERMS)
