"""Which key means what where: time wherever the focus is, text in text fields, the cursor on the canvas."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.gui.features.forms import AlphaPanel
from tests.gui.desk import Desk, Key, Modifier

Place = Callable[[Desk], QWidget]

PLACES: dict[str, Place] = {
    "canvas": lambda desk: desk.window.canvas,
    "mode button": lambda desk: desk.window.top.modes[Mode.DUAL],
    "order": lambda desk: desk.rules.order,
    "bias": lambda desk: desk.rules.bias,
    "examples": lambda desk: desk.window.top.examples,
    "tool button": lambda desk: desk.window.left.tools["select"],
    "class button": lambda desk: desk.window.left.classes[0],
    "add class": lambda desk: desk.window.left.add_button,
    "play button": lambda desk: desk.window.transport.buttons["run.play"],
    "step button": lambda desk: desk.window.transport.buttons["run.step"],
    "speed": lambda desk: desk.window.transport.slider,
    "dual table": lambda desk: desk.window.side.panel(AlphaPanel).table,
}


ONE_OF_EACH_KIND = ("canvas", "mode button", "order", "tool button", "play button")
WITH_KEYS_OF_ITS_OWN = ("bias", "speed", "dual table")
"""Of these `test_own_keys.py` tells."""
OTHERS = [place for place in PLACES if place not in WITH_KEYS_OF_ITS_OWN]


def focus(desk: Desk, place: str) -> QWidget:
    """Put the focus somewhere."""
    if place == "dual table":
        desk.window.side.bring_named("points")
        desk.window.side.bring_named("dual")
    widget = PLACES[place](desk)
    widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    widget.setFocus()
    desk.wait(lambda: QApplication.focusWidget() is widget)
    return widget


def test_space_arrows_home_and_end_are_time_wherever_no_control_is_known_for_them(desk: Desk) -> None:
    desk.show(desk.dataset, TrainingSettings(mode=Mode.DUAL))
    before, speed = desk.document, desk.window.transport.slider.value()
    for place in ONE_OF_EACH_KIND:
        keys_are_time(desk, focus(desk, place))
        assert desk.document is before, place
        assert desk.window.transport.slider.value() == speed, place
        assert QApplication.activePopupWidget() is None, place


def keys_are_time(desk: Desk, widget: QWidget) -> None:
    """Go forth and back with every key of time, from the start to the start."""
    for key in (Key.Key_Left, Key.Key_Home):  # nothing to go back to: still no other meaning
        desk.key(key, on=widget)
    assert desk.settle().visit == 0
    desk.key(Key.Key_Right, on=widget)
    desk.wait(lambda: desk.snapshot.visit == 1)
    desk.key(Key.Key_Right, on=widget)
    desk.wait(lambda: desk.snapshot.visit == 2)
    desk.key(Key.Key_Left, on=widget)
    desk.wait(lambda: desk.snapshot.visit == 1)
    desk.key(Key.Key_End, on=widget)
    desk.wait(lambda: desk.snapshot.stop is not None)
    desk.key(Key.Key_Home, on=widget)
    desk.wait(lambda: desk.snapshot.visit == 0)
    desk.key(Key.Key_Space, on=widget)
    desk.wait(lambda: desk.snapshot.is_playing)
    desk.key(Key.Key_Space, on=widget)
    desk.wait(lambda: not desk.snapshot.is_playing)
    desk.do("run.reset")
    desk.wait(lambda: desk.snapshot.visit == 0)


def test_without_points_space_means_nothing_anywhere(desk: Desk) -> None:
    desk.show(Dataset.empty(), TrainingSettings(mode=Mode.DUAL))
    before = desk.document
    for place in OTHERS:
        if place in ("play button", "step button"):
            continue
        widget = focus(desk, place)
        for key in (Key.Key_Space, Key.Key_Right, Key.Key_Left, Key.Key_Home, Key.Key_End):
            desk.key(key, on=widget)
        assert desk.document is before, place
        assert desk.settle().visit == 0, place
        assert QApplication.activePopupWidget() is None, place


def test_digits_choose_classes_wherever_the_focus_is(desk: Desk) -> None:
    for place in PLACES:
        if place == "dual table":
            continue
        widget = focus(desk, place)
        desk.key(Key.Key_1, on=widget)
        assert desk.window.gestures.current_class == 0, place
        desk.key(Key.Key_2, on=widget)
        assert desk.window.gestures.current_class == 1, place


def test_in_the_field_of_the_learning_rate_keys_are_text(desk: Desk) -> None:
    field = desk.rules.eta
    field.setFocus()
    field.selectAll()
    desk.qtbot.keyClicks(field, "0.25 ")
    assert field.text() == "0.25 "
    for key in (Key.Key_Home, Key.Key_Right, Key.Key_Right, Key.Key_Backspace, Key.Key_End, Key.Key_Left):
        desk.key(key, on=field)
    assert field.text() == "025 "
    desk.qtbot.keyClicks(field, "1")
    assert desk.settle().visit == 0
    assert not desk.snapshot.is_playing
    assert desk.window.gestures.current_class == 1
    field.setText("0,5")
    desk.key(Key.Key_Return, on=field)
    assert desk.document.settings.eta == 0.5
    assert field.text() == "0.5"


def test_what_is_no_learning_rate_is_marked_and_changes_nothing(desk: Desk) -> None:
    field, before = desk.rules.eta, desk.document
    for text in ("", "abc", "0", "-1", "1e13", "nan", "inf", "1..2"):
        field.setFocus()
        field.selectAll()
        desk.key(Key.Key_Delete, on=field)
        desk.qtbot.keyClicks(field, text)
        assert field.property("bad") is True, text
        desk.key(Key.Key_Return, on=field)
        assert desk.document is before, text
        assert field.text() == "1", text
        assert field.property("bad") is False, text


def test_buttons_take_enter(desk: Desk) -> None:
    desk.key(Key.Key_Return, on=focus(desk, "mode button"))
    assert desk.document.settings.mode is Mode.DUAL
    desk.key(Key.Key_Enter, on=focus(desk, "bias"))
    assert not desk.document.settings.bias
    desk.key(Key.Key_Return, on=focus(desk, "add class"))
    assert len(desk.dataset.classes) == 3
    desk.key(Key.Key_Return, on=focus(desk, "play button"))
    desk.wait(lambda: desk.snapshot.is_playing)


def test_the_order_is_chosen_with_up_and_down(desk: Desk) -> None:
    order = focus(desk, "order")
    desk.key(Key.Key_Down, on=order)
    assert desk.document.settings.order == list(Order)[1]
    desk.key(Key.Key_Up, on=order)
    assert desk.document.settings.order == Order.CYCLIC


def test_enter_on_the_canvas_starts_a_cursor_that_places_points(desk: Desk) -> None:
    desk.clear()
    canvas = focus(desk, "canvas")
    desk.key(Key.Key_Return, on=canvas)
    assert "arrows move" in desk.message
    desk.key(Key.Key_Space, on=canvas)
    assert desk.dataset.n_samples == 1
    for _ in range(4):
        desk.key(Key.Key_Right, on=canvas)
    desk.key(Key.Key_Up, Modifier.ShiftModifier, on=canvas)
    desk.key(Key.Key_1, on=canvas)
    desk.key(Key.Key_Space, on=canvas)
    assert desk.dataset.n_samples == 2
    (x0, y0), (x1, y1) = desk.dataset.X.tolist()
    step = desk.window.canvas.grid_steps[0]
    assert (x1 - x0, y1 - y0) == pytest.approx((0.4 * step, step))
    assert desk.dataset.labels.tolist() == [1, 0]
    assert not desk.settle().is_playing
    desk.key(Key.Key_Delete, on=canvas)
    assert desk.dataset.n_samples == 1
    desk.key(Key.Key_Escape, on=canvas)
    assert "arrows move" not in desk.message
    desk.key(Key.Key_Right, on=canvas)
    desk.wait(lambda: desk.snapshot.visit == 1)


def test_the_cursor_carries_a_point_and_escape_puts_it_back(desk: Desk) -> None:
    desk.clear()
    canvas = focus(desk, "canvas")
    desk.key(Key.Key_Return, on=canvas)
    desk.key(Key.Key_Space, on=canvas)
    at = desk.dataset.X.tolist()
    desk.key(Key.Key_M, on=canvas)
    for _ in range(3):
        desk.key(Key.Key_Left, on=canvas)
    desk.key(Key.Key_Escape, on=canvas)
    assert desk.dataset.X.tolist() == at
    assert desk.window.canvas._points.positions.tolist() == at
    desk.key(Key.Key_Return, on=canvas)
    desk.key(Key.Key_M, on=canvas)
    for _ in range(3):
        desk.key(Key.Key_Left, on=canvas)
    desk.key(Key.Key_M, on=canvas)
    assert desk.dataset.X[0][0] == pytest.approx(at[0][0] - 0.3 * desk.window.canvas.grid_steps[0])


def test_shortcuts_of_tools_leave_the_run_alone(desk: Desk) -> None:
    for key, tool in ((Key.Key_S, "select"), (Key.Key_B, "brush"), (Key.Key_E, "erase"), (Key.Key_P, "place")):
        desk.key(key)
        assert desk.window.gestures.tool.value == tool
        assert desk.window.left.tools[tool].isChecked()
    assert desk.settle().visit == 0


def test_the_wheel_acts_on_what_is_under_the_pointer(desk: Desk) -> None:
    from PySide6.QtCore import QPoint, QPointF
    from PySide6.QtGui import QWheelEvent

    def turn(widget: QWidget, steps: int) -> None:
        at = QPointF(widget.rect().center())
        event = QWheelEvent(
            at,
            QPointF(widget.mapToGlobal(at.toPoint())),
            QPoint(),
            QPoint(0, 120 * steps),
            Qt.MouseButton.NoButton,
            Modifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(widget, event)

    width = desk.window.canvas.frame.right - desk.window.canvas.frame.left
    turn(desk.window.canvas.viewport(), 1)
    assert desk.window.canvas.frame.right - desk.window.canvas.frame.left < width
    assert desk.settle().visit == 0
    turn(desk.window.transport.timeline, -1)
    desk.wait(lambda: desk.snapshot.visit == 1)
    turn(desk.window.transport.timeline, 1)
    desk.wait(lambda: desk.snapshot.visit == 0)


def test_escape_takes_a_hint_away_and_gives_up_the_selection_only_then(desk: Desk) -> None:
    desk.do("edit.select_all")
    button = desk.window.transport.buttons["run.step"]
    QToolTip.showText(button.mapToGlobal(button.rect().center()), "a hint", button)
    desk.wait(QToolTip.isVisible)
    desk.key(Key.Key_Escape)
    desk.wait(lambda: not QToolTip.isVisible())
    assert desk.window.controller.view_state.selection
    desk.key(Key.Key_Escape)
    desk.wait(lambda: not desk.window.controller.view_state.selection)
