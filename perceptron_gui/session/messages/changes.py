"""Says what of a document differs from what was saved, for the question before it is lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import takewhile

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset, is_same_parts
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.document import Document
from perceptron_gui.session.points.history import Safe
from perceptron_gui.session.wording import WORDS, counted, together
from perceptron_gui.translation import N_, tr

MOST_TOLD = 3
"""Sentences."""
MOST_COMPARED = 100_000
"""Points of which it is counted which are others; of more it would keep who closes a window waiting."""
RULES = {
    "mode": N_("You switched to {mode}."),
    "order": N_("You changed the order."),
    "eta": N_("You changed the learning rate."),
    "initial": N_("You changed the start weights."),
    "max_epochs": N_("You changed the epoch limit."),
    "max_updates": N_("You changed the update limit."),
    "seed": N_("You changed the random seed."),
    "features": N_("You changed the features."),
    "kernel": N_("You changed the kernel."),
    "beta": N_("You changed the margin β."),
    "positive": N_("You changed which class is +."),
}
"""What is said of a rule that differs, by the names of fields of `TrainingSettings`."""


class Moves(Frozen):
    """What was done to points, by what is there instead of those that were saved."""

    moved: int = 0
    relabelled: int = 0  # in their places
    added: int = 0
    deleted: int = 0


def changes_text(safe: Safe | None, document: Document) -> str:
    """Return what a document has that is not saved, in a few sentences.

    `safe`: what was saved of it; None for nothing. `document`: one that would lose something.
    """
    if safe is None:
        return tr("It has not been saved yet.")
    told = [*_changes(safe, document)]
    if len(told) > MOST_TOLD:
        told[MOST_TOLD - 1 :] = [tr("You made other changes.")]
    return together(*told)


def _changes(safe: Safe, document: Document) -> Iterator[str]:
    saved, points, now = safe.document, safe.document.dataset, document.dataset
    yield from _told_of_points(points, now)
    if points.n_samples == now.n_samples and not is_same_parts(points.parts, now.parts):
        yield tr("You changed which points are held out.")
    if saved.title != document.title:
        yield tr("You changed the title.")
    if saved.note != document.note:
        yield tr("You changed the note.")
    if points.n_features == now.n_features and points.features != now.features:
        yield tr("You changed the names of the columns.")
    if points.classes != now.classes:
        yield tr("You changed the classes.")
    if safe.is_whole:
        yield from _told_of_rules(saved.settings, document.settings, points.present == now.present)


def _told_of_points(before: Dataset, now: Dataset) -> Iterator[str]:
    if before.X is now.X and before.labels is now.labels:
        return
    if before.n_features != now.n_features or max(before.n_samples, now.n_samples) > MOST_COMPARED:
        yield tr("You changed the points.")
        return
    moves = moves_between(before, now)
    if moves == Moves() and not np.array_equal(before.X, now.X):
        yield tr("You changed the order of the points.")
    if moves.moved:
        yield counted("You moved {count} point.", "You moved {count} points.", moves.moved)
    if moves.relabelled:
        yield counted(
            "You changed the class of {count} point.",
            "You changed the class of {count} points.",
            moves.relabelled,
        )
    if moves.added:
        yield counted("You added {count} point.", "You added {count} points.", moves.added)
    if moves.deleted:
        yield counted("You deleted {count} point.", "You deleted {count} points.", moves.deleted)


def _told_of_rules(saved: TrainingSettings, now: TrainingSettings, has_same_classes: bool) -> Iterator[str]:
    """Say which rules differ; of two classes and of more, which one is + follows from the mode and the points."""
    others = [name for name in RULES if getattr(saved, name) != getattr(now, name)]
    if "mode" in others or not has_same_classes:
        others = [name for name in others if name != "positive"]
    if saved.bias is not now.bias:
        yield tr("You switched the bias on.") if now.bias else tr("You switched the bias off.")
    for name in others:
        yield tr(RULES[name]).format(mode=tr(WORDS[now.mode].name))


Row = tuple[object, ...]


def moves_between(before: Dataset, now: Dataset) -> Moves:
    """Return what was done to points, by what is there of them.

    What both have stays where it is. Between two such points one was moved for another, and what is left over was added
    or deleted. `before`, `now`: of as many features.
    """
    n_head = _count_alike(_rows(before), _rows(now))
    rows, rows_now = _rows(before)[n_head:], _rows(now)[n_head:]
    n_tail = _count_alike(rows[::-1], rows_now[::-1])
    rows, rows_now = rows[: len(rows) - n_tail], rows_now[: len(rows_now) - n_tail]
    both = Counter(rows) & Counter(rows_now)
    (stayed, gaps), (stays, gaps_now) = _divided(rows, both.copy()), _divided(rows_now, both.copy())
    pairs = [pair for one, other in zip(gaps, gaps_now, strict=False) for pair in zip(one, other, strict=False)]
    if stayed != stays:
        pairs = []  # they are in another order
    relabelled = sum(one[1:] == other[1:] for one, other in pairs)
    n_other = len(stayed) + len(pairs)
    return Moves(len(pairs) - relabelled, relabelled, len(rows_now) - n_other, len(rows) - n_other)


def _count_alike(one: list[Row], other: list[Row]) -> int:
    """Return how many rows are the same from the first on."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _rows(dataset: Dataset) -> list[Row]:
    """Return the class and the coordinates of each point."""
    names = map(dataset.classes.__getitem__, dataset.labels.tolist())
    return [(name, *place) for name, place in zip(names, dataset.X.tolist(), strict=True)]


def _divided(rows: list[Row], both: Counter[Row]) -> tuple[list[Row], list[list[Row]]]:
    """Return the rows that both have, and the others that are before, between and after them."""
    stay, gaps = list[Row](), [list[Row]()]
    for row in rows:
        if both[row]:
            both[row] -= 1
            stay.append(row)
            gaps.append([])
        else:
            gaps[-1].append(row)
    return stay, gaps
