"""Online, labels are told of the points that were predicted, and of no other; held-out points keep theirs."""

from __future__ import annotations

import random

import pytest

from perceptron_gui.engine.data.dataset import Dataset, Part, with_part
from perceptron_gui.engine.data.settings import Order, TrainingSettings
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import Snapshot, take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.session.document import Document
from perceptron_gui.session.exercises.exercise import hidden_points, hide_labels
from perceptron_gui.session.view.view_state import ViewState

POINTS = Dataset.of([[3, 3], [4, 3], [1, 1], [0, 2]], [1, 1, 0, 0])
ONLINE = Document().with_settings(TrainingSettings(order=Order.ONLINE)).with_dataset(POINTS)
ON = ViewState().switched("hide_labels", True)


def at(document: Document, visit: int) -> Snapshot:
    run = Run(document.dataset, document.named_settings)
    run.advance(visit)
    return take_snapshot(run, 0, Wants())


@pytest.mark.parametrize("visit", range(5))
def test_a_label_is_told_when_the_point_was_predicted(visit: int) -> None:
    hidden = hidden_points(ONLINE, ON, at(ONLINE, visit))
    told = [True] * 4 if hidden is None else (~hidden).tolist()
    assert told == [i < visit for i in range(4)]


def test_nothing_is_hidden_where_nobody_asked_or_points_are_visited_again() -> None:
    assert hidden_points(ONLINE, ViewState(), at(ONLINE, 0)) is None
    cyclic = ONLINE.with_settings(TrainingSettings())
    assert hidden_points(cyclic, ON, at(cyclic, 0)) is None


def test_all_is_hidden_while_the_run_knows_nothing_of_the_points() -> None:
    cyclic, relabelled = ONLINE.with_settings(TrainingSettings()), ONLINE.with_dataset(POINTS.relabelled([0], 0))
    for snapshot in (None, at(cyclic, 4), at(relabelled, 4)):
        hidden = hidden_points(ONLINE, ON, snapshot)
        assert hidden is not None and hidden.all()


def test_points_that_are_held_out_keep_their_labels() -> None:
    document = ONLINE.with_dataset(with_part(POINTS, [1], Part.VALIDATION))
    hidden = hidden_points(document, ON, None)
    assert hidden is not None and hidden.tolist() == [True, False, True, True]


def test_neither_errors_nor_loss_nor_what_comes_are_told_meanwhile() -> None:
    seen = hide_labels(at(ONLINE, 2))
    assert seen.is_veiled and seen.hides_labels and seen.loss is None and seen.losses is None
    assert seen.frontier == seen.visit == 2


@pytest.mark.parametrize("seed", range(20))
def test_what_the_run_learned_does_not_depend_on_labels_that_are_hidden(seed: int) -> None:
    draw = random.Random(seed)
    n = draw.randint(2, 12)
    rows = [[draw.randint(-5, 5), draw.randint(-5, 5)] for _ in range(n)]
    labels, visit = [draw.randint(0, 1) for _ in range(n)], draw.randint(0, n - 1)
    rules = TrainingSettings(order=Order.ONLINE, positive=1)
    document = ONLINE.with_settings(rules).with_dataset(Dataset.of(rows, labels))
    snapshot = at(document, visit)
    hidden = hidden_points(document, ON, snapshot)
    assert hidden is not None
    others = [1 - label if is_hidden else label for label, is_hidden in zip(labels, hidden.tolist(), strict=True)]
    other = at(document.with_dataset(Dataset.of(rows, others)), visit)
    assert other.theta.tolist() == snapshot.theta.tolist() and other.mistakes == snapshot.mistakes
