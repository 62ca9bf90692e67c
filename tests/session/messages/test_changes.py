"""What is told of a document that is not saved: what differs from what is, in whole sentences."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from perceptron_gui.engine.data.dataset import Dataset, Part, with_part
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.frozen import replace
from perceptron_gui.session.document import Document
from perceptron_gui.session.messages.changes import Moves, changes_text, moves_between
from perceptron_gui.session.points.history import Safe

FIVE = Dataset.of([[1, 1], [2, 1], [1, 2], [-1, -1], [-2, -1]], [1, 1, 1, 0, 0])
TWINS = Dataset.of([[1, 1], [1, 1], [3, 3], [1, 1]], [0, 0, 1, 1])
EDITS: dict[str, tuple[Callable[[Dataset], Dataset], Moves]] = {
    "nothing": (lambda points: points, Moves()),
    "moved": (lambda points: points.moved([0, 2], points.X[[0, 2]] + 0.5), Moves(moved=2)),
    "moved to the place of another": (lambda points: points.moved([0], points.X[[1]]), Moves(moved=1)),
    "relabelled": (lambda points: points.relabelled([1, 3], 1 - points.labels[1]), Moves(relabelled=1)),
    "added": (lambda points: points.with_points([[9, 9], [8, 8], [9, 9]], [0, 1, 0]), Moves(added=3)),
    "deleted": (lambda points: points.without([0, 2]), Moves(deleted=2)),
    "deleted and moved": (lambda points: points.without([0]).moved([2], [[7, 7]]), Moves(moved=1, deleted=1)),
    "moved and added": (
        lambda points: points.moved([1], [[7, 7]]).with_points([[9, 9]], [0]),
        Moves(moved=1, added=1),
    ),
    "cleared": (lambda points: points.without(range(points.n_samples)), Moves(deleted=5)),
}


@pytest.mark.parametrize("edit", EDITS)
def test_points_are_told_by_what_was_done_to_them(edit: str) -> None:
    do, moves = EDITS[edit]
    assert moves_between(FIVE, do(FIVE)) == moves


def test_points_of_one_place_are_counted_each() -> None:
    assert moves_between(TWINS, TWINS.without([0])) == Moves(deleted=1)
    assert moves_between(TWINS, TWINS.with_points([[1, 1]], [0])) == Moves(added=1)
    assert moves_between(TWINS, TWINS.relabelled([3], 0)) == Moves(relabelled=1)


def told(document: Document, is_whole: bool = True, saved: Document | None = None) -> str:
    return changes_text(Safe(saved or Document(FIVE), is_whole), document)


def ruled(**changes: object) -> Document:
    return Document(FIVE, replace(TrainingSettings(), **changes))


@pytest.mark.parametrize(
    ("document", "text"),
    [
        (Document(FIVE.moved([0, 1], FIVE.X[:2] + 1)), "You moved 2 points."),
        (
            Document(FIVE.with_points([[3, 3], [4, 4], [5, 5]], [0, 0, 1]), TrainingSettings(eta=0.5)),
            "You added 3 points. You changed the learning rate.",
        ),
        (ruled(mode=Mode.DUAL), "You switched to Dual."),
        (ruled(order=Order.BATCH, bias=False), "You switched the bias off. You changed the order."),
        (
            ruled(order=Order.BATCH, bias=False, eta=2.0, seed=3),
            "You switched the bias off. You changed the order. You made other changes.",
        ),
        (Document(FIVE, title="Mine", note="Look"), "You changed the title. You changed the note."),
        (Document(with_part(FIVE, [0], Part.TEST)), "You changed which points are held out."),
        (Document(FIVE.with_classes(["A", "C"])), "You changed the classes."),
        (
            Document(Dataset.of(FIVE.X[::-1].copy(), FIVE.labels[::-1].tolist())),
            "You changed the order of the points.",
        ),
        (Document(Dataset.of([[1.0, 2, 3]], [0])), "You changed the points."),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_differs_is_told_in_a_few_sentences(document: Document, text: str) -> None:
    assert told(document) == text


def test_of_an_example_rules_are_not_told() -> None:
    document = Document(FIVE.without([0]), TrainingSettings(eta=0.5))
    assert told(document, is_whole=False) == "You deleted 1 point."


def test_what_was_never_saved_is_in_no_file() -> None:
    assert changes_text(None, Document(FIVE)) == "It has not been saved yet."
