"""The model's numbers for a point, or any place of the plane (P1, P3, D2, M1, H1)."""

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce, singledispatch
from typing import NamedTuple

import numpy as np

from perceptron_gui.engine.data.dataset import Bools, Dataset, Floats, Ints, Part, part_of
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.model.models import Model, MulticlassModel
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.explanation import scores as all_scores
from perceptron_gui.session.explanation.binary_visit import kernel_symbols, kernel_total, weight_symbols
from perceptron_gui.session.explanation.scores import KernelTerm, Number, dot, exact_rows, nearest_line, scores_at
from perceptron_gui.session.explanation.step import sign_text
from perceptron_gui.session.explanation.terms import MOST_TERMS, decimals, is_rounded, written_vector
from perceptron_gui.session.formula.line import EXACT, line, product, signed, total
from perceptron_gui.session.formula.line import Part as FormulaPart
from perceptron_gui.session.wording import MINUS, grouped, index_text, number_text, words_of, written
from perceptron_gui.translation import N_, ntr, spelled, tr

MOST_LINES, EVERY_LINE = 5, 16
"""Terms that have a line of their own; with long sums in full."""


def kernel_rows(snapshot: Snapshot, x: Sequence[float], is_decimal: bool, is_full: bool) -> "list[Fact]":
    """Return f as a sum over the points with α > 0, in symbols and term by term.

    `snapshot`: of a binary run with a curved kernel. `x`: all coordinates of the place, in data units. `is_decimal`:
    whether they are decimals; else they were rounded. `is_full`: whether long sums are written out, as far as there is
    room.
    """
    terms = all_scores.kernel_terms(snapshot, x, 0, is_decimal)
    terms.sort(key=lambda term: abs(float(term.value)), reverse=True)
    most = EVERY_LINE if is_full else MOST_LINES
    shown = terms if len(terms) <= most else terms[: most - 1]
    rows = [(spelled("f"), str(line(EXACT, kernel_symbols(snapshot.settings))))]
    rows += [(index_text(term.point), _term_text(snapshot.settings, term)) for term in shown]
    if len(shown) < len(terms):
        rows.append(_rest_row(terms[len(shown) :], is_full))
    if snapshot.settings.bias:
        rows.append((spelled("b"), written(decimal_fraction(float(snapshot.model.biases[0]))).after_name))
    return rows


def _term_text(settings: TrainingSettings, term: KernelTerm) -> str:
    """Return "≈ 2·0.37 ≈ 0.74", or what the point adds alone where that is K or −K."""
    if settings.eta == 1 and abs(term.count) == 1:
        return written(term.value).after_name
    sign = MINUS if term.count < 0 else ""
    eta = f"{written(decimal_fraction(settings.eta)).text}·" if settings.eta != 1 else ""
    kernel, value = written(term.kernel), written(term.value)
    if value.is_exact and not kernel.is_exact:
        return value.after_name  # which the rounded factors do not come to themselves
    relation = "=" if kernel.is_exact else "≈"
    return f"{relation} {sign}{eta}{abs(term.count)}·{kernel.text} {value.after_name}"


def _rest_row(rest: Sequence[KernelTerm], is_full: bool) -> "Fact":
    """Return one row for the sum of the terms that get no row of their own."""
    count, value = len(rest), written(sum((term.value for term in rest[1:]), rest[0].value)).after_name
    if is_full:
        return ntr("… {count} more", "… {count} more", count).format(count=grouped(count)), value
    return ntr("… {count} more (M)", "… {count} more (M)", count).format(count=grouped(count)), value


PARTS = {
    # L10n: a part of the points, as validation and test are
    Part.TRAINING: N_("training"),
    Part.VALIDATION: N_("validation: never trained on"),
    Part.TEST: N_("test: never trained on"),
}


def part_rows(snapshot: Snapshot, index: int) -> list[tuple[str, str]]:
    """Return the point's part (training, validation or test); no row if no points are held out.

    `index`: which point; one that arrives later is in no part yet.
    """
    if snapshot.held_out is None or index >= snapshot.dataset.n_samples:
        return []
    # L10n: of the points: training, validation or test
    return [(tr("part"), tr(PARTS[part_of(snapshot.dataset, index)]))]


def is_held_out(snapshot: Snapshot, index: int) -> bool:
    """Return whether a point that is present is never trained on. `index`: which point."""
    return index < snapshot.dataset.n_samples and part_of(snapshot.dataset, index) is not Part.TRAINING


def is_hidden(snapshot: Snapshot, index: int) -> bool:
    """Return whether a point is one of the test part before that is looked at. `index`: which point."""
    held_out = snapshot.held_out
    if held_out is None or held_out.has_test or index >= snapshot.dataset.n_samples:
        return False
    return part_of(snapshot.dataset, index) is Part.TEST


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
    if not snapshot.is_about(dataset):
        return seen_facts(dataset, index)
    x, label = dataset.X[index].tolist(), int(dataset.labels[index])
    is_decimal, title = not is_rounded(dataset, index), point_title(dataset, index)
    rows = [
        (tr("class"), _class_text(snapshot.model, dataset, label)),
        *part_rows(snapshot, index),
        *_alpha_row(snapshot, index),
    ]
    if snapshot.is_veiled or is_hidden(snapshot, index):
        words = tr(HIDDEN) if snapshot.is_veiled else tr("hidden until you look at the test part")
        rows.append((tr(words_of(snapshot.settings).scores), words))
    else:
        rows += _judged_point(snapshot.model, snapshot, scores_at(snapshot, x, is_decimal), label)
    return Facts(title, tuple(rows))


def point_title(dataset: Dataset, index: int) -> str:
    """Return a point's name and coordinates, as in "x₁ = (1, 2)"."""
    return _named(index_text(index), dataset.X[index].tolist(), not is_rounded(dataset, index))


def seen_facts(dataset: Dataset, index: int) -> Facts:
    """Return the place and the class of a point, as the plane shows them."""
    return Facts(point_title(dataset, index), ((tr("class"), dataset.classes[dataset.labels[index]]),))


def hidden_facts(dataset: Dataset, index: int) -> Facts:
    """Return what is told of a point whose class is not to be seen: where it lies."""
    return Facts(point_title(dataset, index), ((tr("class"), tr("hidden until the run has predicted it")),))


def place_facts(snapshot: Snapshot, x: Sequence[float], is_decimal: bool = True, is_full: bool = False) -> Facts:
    """Return the facts about a place of the plane.

    `snapshot`: the parameters. `x`: all its coordinates, in data units. `is_decimal`: whether they are decimals; else
    they were rounded, as means of hidden features are. `is_full`: whether the sum of kernels is written out as far as
    there is room.
    """
    title = _named("x", x, is_decimal)
    if snapshot.is_veiled and not snapshot.hides_labels:  # of a place f is no secret then
        return Facts(title, ((tr(words_of(snapshot.settings).scores), tr(HIDDEN)),))
    at = Place(x, is_decimal, is_full)
    return Facts(title, tuple(_judged_place(snapshot.model, snapshot, at, scores_at(snapshot, x, is_decimal))))


class Place(NamedTuple):
    """A place of the plane, see `place_facts`."""

    x: Sequence[float]
    is_decimal: bool
    is_full: bool


@singledispatch
def _judged_place(model: Model, snapshot: Snapshot, at: Place, scores: Sequence[Number]) -> list[Fact]:
    """Return the rows for a place under a binary model: f as a sum, and its side (P1, D2)."""
    x, is_decimal, is_full = at
    is_kernel = snapshot.model.expansion is not None
    rows = kernel_rows(snapshot, x, is_decimal, is_full) if is_kernel else _sum_rows(snapshot, x, is_decimal)
    value = score_text(scores[0])
    # Rounded numbers do not come to an exact one themselves.
    is_continued = bool(rows) and (value.startswith("≈") or not any(text.startswith("≈") for _, text in rows))
    rows.append(("" if is_continued else spelled("f"), value))
    return [*rows, (tr("class"), _side_text(snapshot, scores[0]))]


@_judged_place.register(MulticlassModel)
def _scored_place(model: Model, snapshot: Snapshot, at: Place, scores: Sequence[Number]) -> list[Fact]:
    """Return the rows for a place under a multiclass model: all scores, and the largest (M1)."""
    rows = [(f"s({snapshot.dataset.classes[k]})", score_text(scores[k])) for k in snapshot.trained.present]
    return [*rows, (tr("class"), _largest_text(snapshot, scores))]


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
    return [(spelled("α"), f"= {snapshot.alpha[index]}")] if has_alpha and snapshot.alpha is not None else []


def _class_text(model: Model, dataset: Dataset, label: int) -> str:
    """Return a point's class, with its target y if the model has one."""
    target = model.target(label)
    return dataset.classes[label] + ("" if target is None else f", {spelled('y')} = {sign_text(target)}")


@singledispatch
def _judged_point(model: Model, snapshot: Snapshot, scores: Sequence[Number], label: int) -> list[Fact]:
    """Return how a point is judged: f and y·f (W3, P3)."""
    (f,), sign = scores, 1 if label == snapshot.positive else -1
    margin = sign * f
    rows = [(spelled("f"), score_text(f)), (spelled("y·f"), f"{score_text(margin)}, {_judged(margin)}")]
    rows.append((tr("loss max(0, −y·f)"), score_text(_hinge(margin))))
    return rows + _distance_row(nearest_line(snapshot, scores))


def _hinge(margin: Number) -> Number:
    """Return max(0, −margin), the loss of a point (P3)."""
    return -margin if margin < 0 else abs(0 * margin)


def _judged(margin: Number) -> str:
    # L10n: correct, not the side
    # L10n: a point that is on the wrong side now, not a mistake in the program
    return tr("right") if margin > 0 else tr("an error") if margin < 0 else tr("on the boundary: an error")


def _judged_lead(lead: Number, rival: str) -> str:
    """Say whether the true class is ahead of its best rival."""
    words = tr("right; the best rival is {name}")
    if lead < 0:
        words = tr("an error; the best rival is {name}")
    elif lead == 0:
        words = tr("a tie, so an error; the best rival is {name}")
    return words.format(name=rival)


@_judged_point.register(MulticlassModel)
def _scored_point(model: Model, snapshot: Snapshot, scores: Sequence[Number], label: int) -> list[Fact]:
    """Return the scores, and which of them decides (M2)."""
    present = snapshot.trained.present
    rows = [(f"s({snapshot.dataset.classes[k]})", score_text(scores[k])) for k in present]
    rivals = [k for k in present if k != label]
    if label not in present or not rivals:
        return rows
    rival = max(rivals, key=lambda k: (scores[k], -k))
    lead = scores[label] - scores[rival]
    rows.append((tr("verdict"), _judged_lead(lead, snapshot.dataset.classes[rival])))
    rows.append((tr("loss max(0, sᵣ − s)"), score_text(_hinge(lead))))
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
        return tr("none", "class")
    return names[0] if len(names) == 1 else tr("{names} tie; {name} wins").format(names=joined(names), name=names[0])


def joined(names: Sequence[str]) -> str:
    """Return "A and B and C". `names`: at least one."""
    return reduce(lambda first, last: tr("{first} and {last}").format(first=first, last=last), names)


def _sum_rows(snapshot: Snapshot, x: Sequence[float], is_decimal: bool) -> list[Fact]:
    """Write f as w·x + b, in dual as the sum over the points with α > 0 (D2), first in symbols, then in numbers."""
    theta = exact_rows(snapshot) if is_decimal else None
    if theta is None or "line" not in snapshot.model.parts:
        return []
    if "alpha" in snapshot.model.parts and snapshot.alpha is not None:
        symbols, terms = kernel_symbols(snapshot.settings), _dual_sum(snapshot, x)
    elif len(inputs := snapshot.model.exact_inputs(x)) <= MOST_PRODUCTS:
        symbols, terms = weight_symbols(snapshot.settings), _products(theta[0], inputs)
    else:
        return []
    bias = [written(theta[0][-1])] if snapshot.settings.bias else []
    return [(spelled("f"), str(line(EXACT, symbols))), ("", str(line(EXACT, total([*terms, *bias]))))]


def _products(row: Sequence[Fraction], x: Sequence[Number]) -> list[FormulaPart]:
    pairs = [(written(weight), written(value)) for weight, value in zip(row, x, strict=False)]
    return [signed(-1 if weight.is_negative else 1, product(weight.magnitude, value)) for weight, value in pairs]


def _dual_sum(snapshot: Snapshot, x: Sequence[float]) -> list[FormulaPart]:
    """Return w₀·x and η Σ αⱼ yⱼ (xⱼ·x), the first terms where they are many."""
    at, points, settings = snapshot.model.exact_inputs(x), snapshot.dataset.X, snapshot.settings
    assert snapshot.alpha is not None
    start = [decimal_fraction(v) for v in (settings.initial or ())[: len(at)]]
    before: list[FormulaPart] = [written(dot(start, at))] if settings.has_start_weights else []

    def value(j: int) -> Number:
        return dot(snapshot.model.exact_inputs(points[j].tolist()), at)

    return before + kernel_total(snapshot, snapshot.alpha, value, MOST_TERMS)


Axes = tuple[int, int | None]
MOST_LOOKED_AT, MOST_PLAYING = 30_000, 10_000
"""Points that are looked at while the run rests, and while it plays (A7)."""
MOST_WORK = 1_000_000
"""Of kernels and features: points times features times points learned from; nothing of them while it plays."""
MOST_NAMED = 2
"""Features that are named: those that make the most of it."""


def misplaced(snapshot: Snapshot, positions: Floats, axes: Axes, held: Floats) -> Ints:
    """Return the points that are right and drawn on a wrong side, or errors and drawn on the right one.

    `positions`: shape (n, 2): where the points are drawn, in data units. `axes`: the features across and upwards.
    `held`: shape (n_features,): where the others are held. Returns shape (n_misplaced,).
    """
    nobody = np.empty(0, dtype=np.int64)
    n = min(len(snapshot.errors), len(positions), MOST_PLAYING if snapshot.is_playing else MOST_LOOKED_AT)
    if len(held) <= 2 or snapshot.is_veiled or snapshot.is_undecided or not n:
        return nobody
    if "line" not in snapshot.model.parts:
        n = 0 if snapshot.is_playing else min(n, MOST_WORK // _work(snapshot))
    labels = snapshot.dataset.labels[:n]
    is_drawn_wrong = snapshot.model.margins(_drawn_scores(snapshot, positions[:n], axes, held), labels) <= 0
    return np.flatnonzero((is_drawn_wrong != _is_wrong(snapshot)[:n]) & _is_told(snapshot)[:n])


def slice_note(snapshot: Snapshot, dataset: Dataset, point: int, axes: Axes, held: Floats) -> str:
    """Say why a point is drawn on another side of the boundary than it lies, being off the slice; "" if it is not.

    `dataset`: the points of the document. `point`: its index. `axes`: the features across and upwards. `held`: shape
    (n_features,): where the others are held.
    """
    is_there = len(held) > 2 and point < len(snapshot.errors) and snapshot.is_about(dataset)
    if not is_there or snapshot.is_veiled or not _is_told(snapshot)[point]:
        return ""
    x, label = dataset.X[point], dataset.labels[point : point + 1]
    drawn = np.where([j in axes for j in range(len(held))], x, held)
    model, scores = snapshot.model, scores_at(snapshot, x.tolist(), not is_rounded(dataset, point))
    own = model.margins(np.array([scores], dtype=object), label)[0]
    there = float(model.margins(model.decision_function(drawn[None, :]), label)[0])
    if (own <= 0) == (there <= 0):
        return ""
    symbol = spelled(words_of(snapshot.settings).lead)
    words = tr(
        "An error, but drawn on the right side: {symbol} {own}, while in this slice {symbol} {there}, "
        "because {differences}."
    )
    if own > 0:
        words = tr(
            "Right, but drawn on the wrong side: {symbol} {own}, while in this slice {symbol} {there}, because "
            "{differences}."
        )
    differences = _differences(snapshot, x, held, axes)
    return words.format(symbol=symbol, own=score_text(own), there=score_text(there), differences=differences)


def _differences(snapshot: Snapshot, x: Floats, held: Floats, axes: Axes) -> str:
    """Return in which features a point is farthest from the slice, by what they add to a score where that is known."""
    model = snapshot.model
    weights = np.abs(model.weights).max(axis=0) if "line" in model.parts else np.ones(len(held))
    weights[[j for j in axes if j is not None]] = 0.0
    away = np.abs(weights * (x - held))
    farthest = np.argsort(-away, kind="stable")[:MOST_NAMED]
    words = tr("{name} is {value}, not {held}")
    names = snapshot.dataset.features
    said = [
        words.format(name=names[j], value=number_text(float(x[j])), held=number_text(float(held[j]), False, 3))
        for j in farthest.tolist()
        if away[j] > 0
    ]
    return joined(said)


def _drawn_scores(snapshot: Snapshot, positions: Floats, axes: Axes, held: Floats) -> Floats:
    """Return the scores of the places where points are drawn."""
    model = snapshot.model
    if planes := model.planes(axes, held):
        a, b, c = np.array(planes).T
        scores: Floats = positions[:, :1] * a + positions[:, 1:] * b + c
        return scores
    places = np.repeat(held[None, :], len(positions), axis=0)
    for place, axis in enumerate(axes):
        if axis is not None:
            places[:, axis] = positions[:, place]
    return model.decision_function(places)


def _work(snapshot: Snapshot) -> int:
    expansion = snapshot.model.expansion
    return max(expansion.points.size if expansion is not None else len(snapshot.model.weight_names), 1)


def _is_wrong(snapshot: Snapshot) -> Bools:
    errors, held_out = snapshot.errors, snapshot.held_out
    return errors | held_out.errors if held_out is not None and len(errors) == len(held_out.errors) else errors


def _is_told(snapshot: Snapshot) -> Bools:
    """Return a mask of the points whose verdict may be shown; the test part only after the look at it."""
    held_out, parts = snapshot.held_out, snapshot.dataset.parts
    if held_out is None or held_out.has_test or parts is None:
        return np.ones(len(snapshot.errors), dtype=bool)
    is_told: Bools = parts[: len(snapshot.errors)] != Part.TEST
    return is_told
