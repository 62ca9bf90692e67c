"""Classify by hand: the student's own line on the plane and its strip below, beside the run's."""

from __future__ import annotations

from itertools import product

import pytest
from PySide6.QtCore import QPointF, Qt

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.features.feature_map import POLY2
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.gui.canvas.figures.hand_layer import HandGrip
from perceptron_gui.gui.features.by_hand import HandBar
from perceptron_gui.session.document import Document
from tests.gui.desk import Desk

Key = Qt.Key
TEXTBOOK = Dataset.of([[3, 3], [4, 3], [1, 1]], [1, 1, 0])
CROSSED = Dataset.of([[0, 0], [1, 1], [0, 1], [1, 0]], [0, 0, 1, 1])


def switched_on(desk: Desk) -> HandBar:
    """Switch it on, and wait until the line is judged."""
    if not desk.window.controller.view_state.shows("by_hand"):
        desk.do("run.by_hand")
    desk.wait(lambda: desk.commands.by_hand.bar is not None and desk.window.canvas.hand.line is not None)
    bar = desk.commands.by_hand.bar
    assert bar is not None
    judged(desk, bar)
    return bar


def judged(desk: Desk, bar: HandBar) -> str:
    """Wait until the words are about the line of now, and return them."""
    state = desk.window.controller.view_state
    desk.wait(
        lambda: bar._score is not None and bar._score.weights == state.hand_line and bar._score.is_about(desk.document)
    )
    return bar.own.text()


def line_of(desk: Desk) -> tuple[float, ...]:
    weights = desk.window.controller.view_state.hand_line
    assert weights is not None
    return weights


def typed(desk: Desk, bar: HandBar, text: str) -> str:
    """Type numbers into the field, and leave it."""
    bar.field.setFocus()
    bar.field.selectAll()
    desk.qtbot.keyClicks(bar.field, text)
    desk.key(Key.Key_Return, on=bar.field)
    return judged(desk, bar)


def test_a_key_puts_an_upright_line_into_the_middle_and_takes_it_away(desk: Desk) -> None:
    desk.show(TEXTBOOK)
    desk.key(Key.Key_U)
    bar = switched_on(desk)
    assert bar.isVisible() and line_of(desk)[:2] == (1.0, 0.0)
    desk.key(Key.Key_U)
    assert not bar.isVisible() and not desk.window.canvas.hand.isVisible()


def test_typed_numbers_are_a_move_and_are_judged_beside_the_run(desk: Desk) -> None:
    desk.show(TEXTBOOK)
    bar = switched_on(desk)
    assert typed(desk, bar, "1 1 0") == "yours: 1 of 3 wrong · L = 2 · 1 move"
    desk.do("run.end")
    desk.wait(lambda: "18 visits" in bar.run.text())
    assert bar.run.text() == "the perceptron’s: 0 of 3 wrong · L = 0 · 18 visits"
    desk.wait(lambda: bar.goal.text() == "your fewest: 1 · fewest possible: 0")
    typed(desk, bar, "(1; 1; -3)")
    desk.wait(lambda: "none" in bar.goal.text())
    assert bar.goal.text() == "none wrong after 2 moves; the perceptron needed 18 visits"
    typed(desk, bar, "1 1")
    assert line_of(desk) == (1.0, 1.0, -3.0), "what is no line leaves the one before"
    assert "3 numbers" in bar.complaint.text()


def test_it_is_dragged_in_parallel_and_a_click_on_it_still_places(desk: Desk) -> None:
    desk.show(TEXTBOOK)
    bar = switched_on(desk)
    typed(desk, bar, "1 0 -2")
    desk.drag((2, 2), (2.4, 2), (2.5, 2.2))
    assert line_of(desk) == (1.0, 0.0, -2.5)
    assert desk.window.controller.view_state.hand_moves == 2
    judged(desk, bar)
    assert desk.dataset.n_samples == 3 and not desk.window.controller.history.undo_text.startswith("place")
    desk.click(2.5, 1.0)
    assert desk.dataset.n_samples == 4, "a click that drags nothing means the place"


def test_its_rings_turn_it_about_its_middle_and_escape_puts_it_back(desk: Desk) -> None:
    desk.show(TEXTBOOK)
    bar = switched_on(desk)
    typed(desk, bar, "1 0 -2")
    hand, frame = desk.window.canvas.hand, desk.window.canvas.frame
    x, y = frame.data(hand.rings[0])
    across, upwards = hand.middle
    aside = across + (y - upwards), upwards - (x - across)  # a quarter of a turn
    desk.drag((x, y), aside, lets_go=False)
    w1, w2, _ = line_of(desk)
    assert abs(w1) < 0.05 and abs(abs(w2) - 1) < 0.05
    desk.key(Key.Key_Escape)
    assert line_of(desk) == (1.0, 0.0, -2.0) and desk.window.controller.view_state.hand_moves == 1
    desk.release(*aside)
    assert line_of(desk) == (1.0, 0.0, -2.0) and desk.dataset.n_samples == 3


def test_the_keys_take_it_and_let_it_go(desk: Desk) -> None:
    desk.show(TEXTBOOK)
    bar = switched_on(desk)
    before = line_of(desk)
    desk.window.canvas.setFocus()
    desk.key(Key.Key_Return)
    for key in (Key.Key_M, Key.Key_Right, Key.Key_Right, Key.Key_M):
        desk.key(key)
    after = line_of(desk)
    assert after[:2] == before[:2] and after[2] < before[2], "to the right"
    judged(desk, bar)
    assert desk.window.controller.view_state.hand_moves == 1
    desk.key(Key.Key_Escape)


def test_what_would_be_taken_is_lit_and_a_point_goes_first(desk: Desk) -> None:
    desk.show(TEXTBOOK)
    bar = switched_on(desk)
    typed(desk, bar, "1 0 -3")  # through (3, 3)
    hand = desk.window.canvas.hand
    desk.move(3, 1.5)
    assert hand.lit is not None
    assert desk.window.canvas.viewport().cursor().shape() is Qt.CursorShape.OpenHandCursor
    desk.move(3, 3)
    assert hand.lit is None and desk.window.controller.view_state.lit_point == 0
    desk.drag((3, 3), (3.5, 3.2), (3.5, 3.5))
    assert line_of(desk) == (1.0, 0.0, -3.0) and desk.dataset.X[0].tolist() == [3.5, 3.5]
    desk.do("edit.undo")
    assert line_of(desk) == (1.0, 0.0, -3.0), "undo is about the document"


def test_no_ring_stands_on_a_point(desk: Desk) -> None:
    line = [[0.0, y / 4] for y in range(-12, 13)]
    desk.show(Dataset.of([*line, [1.0, 0.0]], [0] * len(line) + [1]))
    bar = switched_on(desk)
    typed(desk, bar, "1 0 0")
    assert all(desk.window.canvas.point_near(at) is None for at in desk.window.canvas.hand.rings)


def test_it_stays_under_zoom_and_other_rules_and_goes_with_other_points(desk: Desk) -> None:
    desk.show(TEXTBOOK)
    bar = switched_on(desk)
    typed(desk, bar, "1 1 -3")
    desk.do("view.zoom_in")
    desk.do("run.step")
    desk.window.controller.change_settings("rate", eta=2.0)
    assert line_of(desk) == (1.0, 1.0, -3.0) and desk.window.controller.view_state.hand_moves == 1
    desk.window.controller.place([[2.0, 0.0]], [0])
    assert line_of(desk) == (1.0, 1.0, -3.0) and desk.window.controller.view_state.hand_moves == 0
    assert judged(desk, bar).startswith("yours: 0 of 4 wrong")
    desk.do("edit.undo")
    desk.window.controller.open_document(Document(origin="xor").with_dataset(CROSSED))
    desk.wait(lambda: desk.window.controller.view_state.hand_line not in (None, (1.0, 1.0, -3.0)))
    assert "of 4 wrong" in judged(desk, bar)


def test_points_that_no_line_separates_are_measured_by_the_pocket(desk: Desk) -> None:
    desk.commands.examples.open("one-outlier")
    bar = switched_on(desk)
    typed(desk, bar, "1 0 100")
    desk.do("run.end")
    desk.wait(lambda: "fewest possible: 1" in bar.goal.text())
    desk.do("run.predict")
    desk.wait(lambda: "?" in bar.run.text() and "possible" not in bar.goal.text())


@pytest.mark.parametrize(
    "settings", [TrainingSettings(mode=Mode.MULTICLASS), TrainingSettings(features=POLY2)], ids=["classes", "curves"]
)
def test_where_no_one_line_decides_it_is_not_offered_and_the_tooltip_says_why(
    desk: Desk, settings: TrainingSettings
) -> None:
    desk.show(TEXTBOOK)
    bar = switched_on(desk)
    desk.show(TEXTBOOK, settings)
    action = desk.window.actions_by_id["run.by_hand"]
    assert not action.isEnabled() and "primal or dual without curves" in action.toolTip()
    assert not bar.isVisible() and not desk.window.canvas.hand.isVisible()


ANY_POINTS = {
    "no points": Dataset.empty(),
    "one class": Dataset.of([[1, 1], [2, 1]], [1, 1]),
    "far from the origin": Dataset.of([[1e6, 1e6], [1e6 + 1, 1e6]], [0, 1]),
    "one feature": Dataset.of([[1.0], [2.0], [4.0]], [0, 0, 1]),
    "three features": Dataset.of([[1, 2, 3], [2, 3, 4]], [0, 1]),
}


def test_it_is_there_for_any_points(desk: Desk) -> None:
    for (name, dataset), bias in product(ANY_POINTS.items(), (True, False)):
        desk.show(dataset, TrainingSettings(bias=bias))
        if bias:
            bar = switched_on(desk)
            assert bar.isVisible()
        else:
            desk.do("run.by_hand")
            desk.wait(lambda: desk.window.controller.view_state.hand_line is not None)
        assert len(line_of(desk)) == dataset.n_features + bias, name
        desk.do("run.by_hand")


def test_a_line_of_a_session_that_fits_no_points_begins_anew(desk: Desk) -> None:
    desk.show(TEXTBOOK)
    bar = switched_on(desk)
    typed(desk, bar, "1 1 -3")
    controller = desk.window.controller
    controller.change_view(hand_line=(1.0, 1.0, 0.0, -3.0))
    desk.wait(lambda: len(line_of(desk)) == 3)
    judged(desk, bar)


def test_rules_without_a_bias_turn_it_about_the_origin(desk: Desk) -> None:
    desk.show(TEXTBOOK, TrainingSettings(bias=False))
    desk.do("run.by_hand")
    desk.wait(lambda: desk.window.canvas.hand.line is not None)
    assert line_of(desk) == (1.0, -1.0)
    desk.drag((1.5, 1.5), (1.5, 2.0), (0.5, 2.0))
    w1, w2 = line_of(desk)
    assert w1 * 0.5 + w2 * 2.0 == pytest.approx(0, abs=0.1)


def test_a_finger_takes_it_where_the_mouse_would_be_too_far_away(desk: Desk) -> None:
    desk.show(TEXTBOOK)
    bar = switched_on(desk)
    typed(desk, bar, "1 0 -2")
    canvas = desk.window.canvas
    aside = canvas.frame.point(2.0, 1.9) + QPointF(9, 0)
    assert desk.window.gestures.hand_grip_at(aside) is None
    canvas.is_finger = True
    assert desk.window.gestures.hand_grip_at(aside) is HandGrip.LINE
    canvas.is_finger = False


def test_with_more_features_it_lies_in_the_slice_that_is_shown(desk: Desk) -> None:
    dataset = Dataset.of([[1, 2, 3], [2, 3, 4], [4, 1, 6]], [0, 1, 1])
    desk.show(dataset)
    bar = switched_on(desk)
    typed(desk, bar, "1 0 0.5 -4")
    canvas = desk.window.canvas
    held = float(dataset.X[:, 2].mean())
    x, _ = canvas.frame.data(canvas.hand.line.center())  # type: ignore[union-attr]
    assert x == pytest.approx(4 - 0.5 * held, abs=0.05)
    canvas.set_axes((0, 2))
    assert canvas.hand.line is not None and abs(canvas.hand.line.dx()) > 1, "askew on the other two"


def test_the_strip_names_the_numbers_as_the_notes_do(desk: Desk) -> None:
    desk.show(TEXTBOOK)
    bar = switched_on(desk)
    assert bar.names.text() == "w₁, w₂, b"
    desk.window.controller.change_view(symbols="objective")
    desk.wait(lambda: bar.names.text() == "α₁, α₂, α₀")
    desk.window.controller.change_view(symbols="own")
    desk.wait(lambda: bar.names.text() == "w₁, w₂, b")


def test_the_field_shows_the_line_of_the_points_that_are_opened(desk: Desk) -> None:
    desk.show(TEXTBOOK)
    bar = switched_on(desk)
    typed(desk, bar, "5 5 5")
    bar.field.setFocus()
    desk.window.controller.open_document(Document(CROSSED, origin="others"))
    desk.wait(lambda: desk.window.controller.view_state.hand_line is not None)
    judged(desk, bar)
    line = line_of(desk)
    assert bar._read(bar.field.text()) == line
    desk.window.canvas.setFocus()
    desk.settle()
    assert line_of(desk) == line and desk.window.controller.view_state.hand_moves == 0


def test_who_begins_anew_has_no_fewest_errors_yet(desk: Desk) -> None:
    desk.show(TEXTBOOK)
    bar = switched_on(desk)
    typed(desk, bar, "1 0 -2")
    desk.wait(lambda: "after 1 move" in bar.goal.text())
    bar.field.clear()
    desk.key(Key.Key_Return, on=bar.field)
    desk.wait(lambda: "0 moves" in bar.own.text())
    assert "after" not in bar.goal.text()


def test_features_that_are_being_typed_stay_when_a_point_comes(desk: Desk) -> None:
    desk.show(TEXTBOOK)
    desk.do("run.features")
    dialog = desk.commands.settings.features_dialog
    desk.qtbot.keyClicks(dialog.typed, "exp(x1), x1*x2")
    desk.window.controller.place([[9, 9]], [0])
    desk.settle()
    assert dialog.typed.text() == "exp(x1), x1*x2"
    desk.window.controller.change_settings("features", features=POLY2)
    desk.settle()
    assert dialog.typed.text() != "exp(x1), x1*x2", "others are chosen elsewhere"
    dialog.close()
