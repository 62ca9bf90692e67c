"""Points of more features than are drawn: which lie on another side than it looks, and why (P1, M1, H1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.parts import Part
from perceptron_gui.session.explanation.place_facts import joined, score_text
from perceptron_gui.session.explanation.scores import scores_at
from perceptron_gui.session.explanation.terms import is_rounded
from perceptron_gui.session.wording import number_text
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Bools, Dataset, Floats, Ints
    from perceptron_gui.engine.run.snapshot import Snapshot

Axes = tuple[int, int | None]
MOST_LOOKED_AT, MOST_PLAYING = 30_000, 10_000
"""Points that are looked at while the run rests, and while it plays (A7)."""
MOST_PRODUCTS = 1_000_000
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
    if snapshot.model.is_curved:
        n = 0 if snapshot.is_playing else min(n, MOST_PRODUCTS // _work(snapshot))
    labels = snapshot.dataset.labels[:n]
    is_drawn_wrong = snapshot.model.margins(_drawn_scores(snapshot, positions[:n], axes, held), labels) <= 0
    return np.flatnonzero((is_drawn_wrong != _is_wrong(snapshot)[:n]) & _is_told(snapshot)[:n])


def slice_note(snapshot: Snapshot, dataset: Dataset, point: int, axes: Axes, held: Floats) -> str:
    """Say why a point is drawn on another side than it lies; nothing where it is not.

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
    symbol = "s_y − s_r" if model.has_class_rows else "y·f"
    words = tr("An error, but drawn on the right side: {symbol} {own}, in this slice {there}, since {differences}.")
    if own > 0:
        words = tr("Right, but drawn on the wrong side: {symbol} {own}, in this slice {there}, since {differences}.")
    differences = _differences(snapshot, x, held, axes)
    return words.format(symbol=symbol, own=score_text(own), there=score_text(there), differences=differences)


def _differences(snapshot: Snapshot, x: Floats, held: Floats, axes: Axes) -> str:
    """Return in which features a point is farthest from the slice, by what they add to a score where that is known."""
    model = snapshot.model
    weights = np.ones(len(held)) if model.is_curved else np.abs(model.weights).max(axis=0)
    weights[[j for j in axes if j is not None]] = 0.0
    away = np.abs(weights * (x - held))
    farthest = np.argsort(-away, kind="stable")[:MOST_NAMED]
    words = tr("{name} is {value}, not {held}")
    names = snapshot.dataset.features
    return joined(
        [
            words.format(name=names[j], value=number_text(float(x[j])), held=number_text(float(held[j]), False, 3))
            for j in farthest.tolist()
            if away[j] > 0
        ]
    )


def _drawn_scores(snapshot: Snapshot, positions: Floats, axes: Axes, held: Floats) -> Floats:
    """Return the scores of the places where points are drawn."""
    model = snapshot.model
    if not model.is_curved:
        a, b, c = np.array(model.planes(axes, held)).T
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
    """Return which points may be judged: those of the test part only when they were looked at."""
    held_out, parts = snapshot.held_out, snapshot.dataset.parts
    if held_out is None or held_out.has_test or parts is None:
        return np.ones(len(snapshot.errors), dtype=bool)
    is_told: Bools = parts[: len(snapshot.errors)] != Part.TEST
    return is_told
