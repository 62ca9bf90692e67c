"""In a hall mouse, fingers and the keys' cursor only point, until a tool is chosen by its key (G9)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF
from PySide6.QtWidgets import QApplication, QMenu

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.gui.features.weight_space import WeightSpacePanel
from perceptron_gui.session.lessons.lesson import Page
from perceptron_gui.session.lessons.questions import Make
from perceptron_gui.session.saved import saved_fields
from perceptron_gui.session.view.view_state import Tool, ViewState
from tests.gui.canvas.test_touch import Fingers
from tests.gui.desk import Button, Desk, Key, Modifier
from tests.gui.features.in_hall import enter, press
from tests.gui.features.lessons import made

SQUARE = Dataset.of([[0, 0], [2, 0], [2, 2], [0, 2]], [0, 1, 1, 0])


def state_of(desk: Desk) -> ViewState:
    return desk.window.controller.view_state


def clicked(desk: Desk) -> None:
    """Click on the empty plane, and on a point."""
    desk.click(1, 1)
    desk.click(0, 0)


def dragged(desk: Desk) -> None:
    """Drag a point, and over the empty plane."""
    desk.drag((0, 0), (0.5, 0.5), (1, 1))
    desk.drag((1, 0.5), (1.5, 0.5), (1.5, 1.5))


def double_clicked(desk: Desk) -> None:
    """Click twice on the empty plane, and on a point."""
    for place in ((1, 1), (2, 2)):
        desk.qtbot.mouseDClick(desk.window.canvas.viewport(), Button.LeftButton, pos=desk.pixel(*place))
        desk.release(*place)


def touched(desk: Desk) -> None:
    """Tap, tap twice, drag, and hold a finger on a point until the menu would come."""
    fingers = Fingers(desk)
    for place in ((1, 1), (1, 1), (2, 0)):
        fingers.tap(desk.pixel(*place))
    fingers.drag(desk.pixel(2, 2), desk.pixel(1.5, 1.5), desk.pixel(1, 1))
    fingers.do("press", desk.pixel(0, 0))
    desk.wait(lambda: state_of(desk).selection == (0,))
    fingers.do("release", desk.pixel(0, 0))


def asked_for_menus(desk: Desk) -> None:
    """Click with the right button."""
    for place in ((1, 1), (2, 2)):
        desk.qtbot.mouseClick(desk.window.canvas.viewport(), Button.RightButton, pos=desk.pixel(*place))


def used_the_cursor(desk: Desk) -> None:
    """Show the keys' cursor, and do with it what it does elsewhere, on the empty plane and on a point."""
    for key in (Key.Key_Return, Key.Key_Space, Key.Key_Return, Key.Key_M, Key.Key_Right, Key.Key_M, Key.Key_Delete):
        desk.key(key, on=desk.window.canvas)
    desk.window.cursor_keys.show(QPointF(desk.pixel(0, 0)))
    for key in (Key.Key_Space, Key.Key_M, Key.Key_Right, Key.Key_M, Key.Key_Return):
        desk.key(key, on=desk.window.canvas)
    desk.key(Key.Key_Escape, on=desk.window.canvas)
    desk.key(Key.Key_1, on=desk.window.canvas)


HABITS: list[Callable[[Desk], None]] = [clicked, dragged, double_clicked, touched, asked_for_menus, used_the_cursor]


@pytest.mark.parametrize("tool", [Tool.PLACE, Tool.ERASE])
def test_nothing_that_a_hand_does_on_the_plane_edits_before_a_tool_is_chosen(hall: Desk, tool: Tool) -> None:
    hall.show(SQUARE)
    hall.do(f"tools.{tool.value}")
    enter(hall)
    before, undo = hall.document, hall.window.controller.history.undo_text
    for habit in HABITS:
        habit(hall)
        hall.settle()
        assert hall.document is before and hall.window.controller.history.undo_text == undo, habit
        assert not isinstance(QApplication.activePopupWidget(), QMenu), habit
        assert "editor" not in vars(hall.window.details) or not hall.window.details.editor.isVisible(), habit
        assert state_of(hall).is_presenting and state_of(hall).tool is tool, habit
        hall.window.controller.change_view(selection=())


def test_a_click_rings_the_point_and_shows_its_card_at_once(hall: Desk) -> None:
    hall.show(SQUARE)
    enter(hall)
    card = hall.window.details.hover.card
    hall.click(2, 2)
    assert state_of(hall).selection == (2,)
    assert card.isVisible() and card.text.startswith("x₃")
    hall.click(0, 0)
    assert state_of(hall).selection == (0,) and card.text.startswith("x₁")
    hall.click(1, 1)
    assert not state_of(hall).selection and not card.isVisible()


def test_a_finger_and_the_keys_cursor_point_as_the_mouse_does(hall: Desk) -> None:
    hall.show(SQUARE)
    enter(hall)
    card = hall.window.details.hover.card
    Fingers(hall).tap(hall.pixel(2, 2) + QPoint(9, 9))
    assert state_of(hall).selection == (2,) and card.isVisible()
    hall.window.cursor_keys.show(QPointF(hall.pixel(0, 0)))
    hall.key(Key.Key_Space, on=hall.window.canvas)
    assert state_of(hall).selection == (0,) and card.isVisible() and card.text.startswith("x₁")


def test_a_tool_that_its_key_has_chosen_edits_and_is_named_on_the_plane(hall: Desk) -> None:
    hall.show(SQUARE)
    enter(hall)
    sign = hall.window.stage.tool_sign
    assert not sign.isVisible()
    press(hall, Key.Key_P)
    assert sign.isVisible() and sign.words == "Place, class B · Esc puts it away"
    assert hall.window.canvas.rect().contains(sign.geometry())
    hall.click(1, 1)
    assert hall.dataset.n_samples == 5
    press(hall, Key.Key_1)
    assert sign.words.startswith("Place, class A")
    press(hall, Key.Key_S)
    assert sign.words == "Select · Esc puts it away"
    hall.drag((1, 1), (1.2, 1.2), (1.5, 1.5))
    assert hall.dataset.X[4].tolist() == [1.5, 1.5]
    press(hall, Key.Key_Escape)
    assert not sign.isVisible() and state_of(hall).is_presenting
    before = hall.document
    hall.drag((1.5, 1.5), (1.2, 1.2), (1, 1))
    assert hall.document is before


def test_leaving_the_hall_brings_back_the_tool_of_before_and_the_next_hall_has_none(hall: Desk) -> None:
    checked = hall.window.actions_by_id
    hall.do("tools.select")
    enter(hall)
    assert not checked["tools.select"].isChecked()
    press(hall, Key.Key_B)
    assert checked["tools.brush"].isChecked()
    press(hall, Key.Key_F11)
    assert checked["tools.select"].isChecked() and not checked["tools.brush"].isChecked()
    assert state_of(hall).tool is Tool.SELECT and not hall.window.stage.tool_sign.isVisible()
    enter(hall)
    assert state_of(hall).tool_in_hand is None


def test_a_session_that_is_saved_in_a_hall_has_the_tool_of_the_desk(hall: Desk) -> None:
    hall.do("tools.select")
    enter(hall)
    press(hall, Key.Key_E)
    saved = {name: getattr(state_of(hall), name) for name in saved_fields(ViewState)}
    assert saved["tool"] is Tool.SELECT and Tool.ERASE not in saved.values()


def test_figures_put_no_point_into_another_class_before_a_tool_is_chosen(hall: Desk) -> None:
    hall.show(SQUARE)
    enter(hall)
    hall.click(0, 0)
    press(hall, Key.Key_2)
    assert hall.dataset.labels.tolist() == SQUARE.labels.tolist()


def test_w_cannot_be_dragged_on_the_plane_or_on_its_card_before_a_tool_is_chosen(hall: Desk) -> None:
    hall.show(SQUARE, TrainingSettings(initial=(1.0, 1.0, 0.0)))
    hall.window.side.bring_named("weights")
    enter(hall)
    canvas, panel = hall.window.canvas, hall.window.side.panel(WeightSpacePanel)
    hall.wait(lambda: panel.scene is not None)
    assert panel.scene is not None and not panel.scene.can_start and not canvas._marks.shows_handles
    press(hall, Key.Key_P)
    hall.wait(lambda: panel.scene is not None and panel.scene.can_start)
    assert canvas._marks.shows_handles


def test_the_own_line_and_the_arrow_of_a_question_are_drawn_without_a_tool(hall: Desk) -> None:
    hall.show(made.THREE)
    hall.do("run.by_hand")
    hall.wait(lambda: hall.window.canvas.hand.line is not None)
    enter(hall)
    canvas, before = hall.window.canvas, hall.document
    line = state_of(hall).hand_line
    left, _, right, _ = canvas.frame.rectangle
    x, y = (left + right) / 2, canvas.frame.rectangle[1] + 0.5
    hall.drag((x, y), (x + 0.3, y), (x + 0.5, y))
    assert state_of(hall).hand_line != line and hall.document is before
    press(hall, Key.Key_U)
    press(hall, Key.Key_Q)
    hall.wait(lambda: hall.window.exercise.prompt.question is not None)
    hall.key(Key.Key_2)
    hall.wait(lambda: hall.window.gestures.arrow_input.is_asked)
    at = canvas.frame.data(hall.window.gestures.arrow_input.begins_at)
    hall.drag(at, (at[0] + 1, at[1] + 1), (at[0] + 2, at[1] + 2))
    hall.wait(lambda: "Your arrow is" in hall.window.exercise.text.text())
    assert hall.document is before


@pytest.fixture
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep progress in a folder of this test."""
    monkeypatch.setenv("PERCEPTRON_LAB_CONFIG", str(tmp_path / "own"))


@pytest.mark.usefixtures("own_state")
def test_a_page_of_a_lesson_that_asks_to_make_something_has_a_tool_at_hand(hall: Desk, tmp_path: Path) -> None:
    spoil = Page("three", 0, made.text("Spoil it."), ask=Make("not_separable", frozenset({"points"})))
    order = Page("three", 0, made.text("Sort."), ask=Make("mistakes_at_most", frozenset({"order"}), value=99))
    commands = made.played(hall, tmp_path, made.lesson(spoil, order))
    enter(hall)
    assert state_of(hall).tool_in_hand is Tool.PLACE and hall.window.stage.tool_sign.isVisible()
    hall.click(3.5, 3)
    assert hall.dataset.n_samples == 4
    press(hall, Key.Key_PageDown)
    made.settled(hall, commands)
    assert state_of(hall).tool_in_hand is None
    before = hall.document
    hall.click(3.5, 2)
    assert hall.document is before
    press(hall, Key.Key_PageUp)
    made.settled(hall, commands)
    assert state_of(hall).tool_in_hand is Tool.PLACE


@pytest.mark.usefixtures("own_state")
def test_points_that_prove_it_are_marked_by_clicks_in_a_hall(hall: Desk, tmp_path: Path) -> None:
    commands = made.played(hall, tmp_path)
    made.turned_to(hall, commands, "separable")
    enter(hall)
    press(hall, Key.Key_2)
    for place in hall.dataset.X.tolist():
        hall.click(*place, Modifier.ShiftModifier)
    assert sorted(state_of(hall).selection) == [0, 1, 2, 3]


def test_the_empty_plane_says_how_a_point_is_placed(hall: Desk) -> None:
    hall.clear()
    invitation = hall.window.stage.invitation
    assert invitation._lines()[0][0] == "Click to place a point"
    enter(hall)
    assert invitation._lines()[0][0] == "Press P, then click to place a point"
    press(hall, Key.Key_P)
    assert invitation._lines()[0][0] == "Click to place a point"
