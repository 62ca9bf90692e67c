"""In every order labels are told of the points that a visit has shown, and of no other; held-out points keep theirs."""

from __future__ import annotations

import random

import pytest

from perceptron_gui.engine.data.dataset import Dataset, Part, with_part
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import Snapshot, take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.frozen import replace
from perceptron_gui.session.document import Document
from perceptron_gui.session.exercises.exercise import hidden_points, hide_labels
from perceptron_gui.session.exercises.exercise_registry import EXERCISES, LABELS
from perceptron_gui.session.exercises.predict_first import PredictLabel
from perceptron_gui.session.saved.saved_session import usable_view
from perceptron_gui.session.view.view_state import ViewState
from tests.session.exercises.blackboard import Blackboard

POINTS = Dataset.of([[3, 3], [4, 3], [1, 1], [0, 2]], [1, 1, 0, 0])
ONLINE = Document().with_settings(TrainingSettings(order=Order.ONLINE)).with_dataset(POINTS)
ON = ViewState().switched("hide_labels", True)


def at(document: Document, visit: int) -> Snapshot:
    run = Run(document.dataset, document.named_settings)
    run.advance(visit)
    return take_snapshot(run, 0, Wants())


@pytest.mark.parametrize("order", [Order.CYCLIC, Order.BATCH, Order.ONLINE])
@pytest.mark.parametrize("visit", range(5))
def test_a_label_is_told_when_the_point_was_shown(order: Order, visit: int) -> None:
    document = ONLINE.with_settings(TrainingSettings(order=order))
    hidden = hidden_points(document, ON, at(document, visit))
    told = [True] * 4 if hidden is None else (~hidden).tolist()
    assert told == [i < visit for i in range(4)]


@pytest.mark.parametrize("order", list(Order))
@pytest.mark.parametrize("seed", range(3))
def test_in_every_order_the_points_that_were_shown_are_those_of_the_visits(order: Order, seed: int) -> None:
    """Also where points came meanwhile, and where the cursor goes back and on again."""
    draw = random.Random(seed)
    rows = [[draw.randint(-5, 5), draw.randint(-5, 5)] for _ in range(12)]
    dataset = Dataset.of(rows, [draw.randint(0, 1) for _ in rows[2:]] + [0, 1])
    run, seen, shown = Run(dataset.first(6), TrainingSettings(order=order, seed=seed)), [set[int]()], set[int]()
    for visit in range(60):
        if run.stop is not None:
            break
        if visit in (3, 6, 17) and order is not Order.RANDOM:
            run.add_points(dataset.first(run.dataset.n_samples + 2))
        record = run.visit_once()
        assert record is not None
        shown = shown | {record.point}
        seen.append(shown)
        assert set(run.shown_points().nonzero()[0].tolist()) == shown
    for visit in draw.sample(range(len(seen)), min(len(seen), 9)):
        run.seek(visit)
        assert set(run.shown_points().nonzero()[0].tolist()) == seen[visit]


def test_nothing_is_hidden_where_nobody_asked_or_all_were_shown() -> None:
    assert hidden_points(ONLINE, ViewState(), at(ONLINE, 0)) is None
    cyclic = ONLINE.with_settings(TrainingSettings())
    assert hidden_points(cyclic, ON, at(cyclic, 4)) is None


def test_all_is_hidden_while_the_run_knows_nothing_of_the_points() -> None:
    cyclic, relabelled = ONLINE.with_settings(TrainingSettings()), ONLINE.with_dataset(POINTS.relabelled([0], 0))
    for snapshot in (None, at(cyclic, 4), at(relabelled, 4), replace(at(ONLINE, 4), shown=None)):
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


@pytest.mark.parametrize("order", [order for order in Order if order is not Order.RANDOM])
@pytest.mark.parametrize("seed", range(5))
def test_what_the_run_learned_does_not_depend_on_labels_that_are_hidden(order: Order, seed: int) -> None:
    draw = random.Random(seed)
    n = draw.randint(2, 12)
    rows = [[draw.randint(-5, 5), draw.randint(-5, 5)] for _ in range(n)]
    labels, visit = [draw.randint(0, 1) for _ in range(n)], draw.randint(0, n - 1)
    rules = TrainingSettings(order=order, positive=1)
    document = ONLINE.with_settings(rules).with_dataset(Dataset.of(rows, labels))
    snapshot = at(document, visit)
    hidden = hidden_points(document, ON, snapshot)
    assert hidden is not None
    others = [1 - label if is_hidden else label for label, is_hidden in zip(labels, hidden.tolist(), strict=True)]
    other = at(document.with_dataset(Dataset.of(rows, others)), visit)
    assert other.theta.tolist() == snapshot.theta.tolist() and other.mistakes == snapshot.mistakes


# What it asks


@pytest.mark.parametrize("order", list(Order))
@pytest.mark.parametrize("mode", list(Mode))
def test_before_every_visit_it_asks_and_then_tells_the_label(mode: Mode, order: Order) -> None:
    board = Blackboard(PredictLabel, POINTS, TrainingSettings(mode, order=order))
    said = set[int]()
    for _ in range(4):
        point = board.shown.upcoming
        if point is None:
            break
        is_hidden = point not in said
        assert board.prompt.question == "right_or_mistake" and board.prompt.point == point
        assert ("Its label is still hidden." in board.prompt.text) is is_hidden
        assert ("Random order visits only points that are wrong" in board.prompt.text) is (order is Order.RANDOM)
        assert not any(name in board.prompt.text for name in ("class A", "class B", "w(A)", "w(B)"))
        words = board.answer(2)
        if is_hidden:
            assert words.endswith(f"{POINTS.classes[POINTS.labels[point]]}."), "no second question is asked of it"
            board.answer(1)
        else:
            board.answer(1, 1)
        said.add(point)
    assert board.shown.visit >= 3


def test_one_exercise_asks_at_a_time_and_hidden_labels_are_one() -> None:
    (entry,) = EXERCISES
    state = ViewState().asking(entry.name)
    assert (state.asks, state.exercise, state.shows("hide_labels")) == ("predict", "predict", False)
    state = state.asking(LABELS.name)
    assert (state.asks, state.exercise, state.shows("hide_labels")) == ("hide_labels", "", True)
    assert state.asking("") == ViewState()


def test_a_session_of_before_asks_too_and_a_name_of_no_exercise_is_left_out() -> None:
    """Labels could be hidden together with *Predict first*, which the switch alone did not ask."""
    for exercise in ("", "predict", "hide_labels", "nonsense"):
        state = usable_view(replace(ON, exercise=exercise), ONLINE)
        assert state.asks == "hide_labels" and state.exercise in ("", "predict")
        assert state.asking("") == ViewState()
