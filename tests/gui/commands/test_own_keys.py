"""Keys that belong to the control that has them; letters as commands, which can wait for Ctrl+K or be switched off."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QWidget

from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.gui.features.forms import AlphaPanel
from perceptron_gui.gui.features.user_guide import key_groups
from perceptron_gui.session.actions import ACTIONS, is_character
from perceptron_gui.session.view.switches import LETTERS_CTRL, LETTERS_OFF, LETTERS_ON
from perceptron_gui.session.view.view_state import Tool
from tests.gui.desk import Desk, Key, Modifier

MOST_STOPS = 4
"""Areas of the window that F6 goes through before the plane has the keys."""


def give_keys(desk: Desk, widget: QWidget) -> QWidget:
    """Give the keys to a control, as Tab does."""
    widget.setFocus(Qt.FocusReason.TabFocusReason)
    desk.wait(lambda: QApplication.focusWidget() is widget)
    return widget


def tool(desk: Desk) -> Tool:
    return desk.window.controller.view_state.tool


def test_letters_typed_while_a_list_has_the_keys_do_nothing_to_the_plane(desk: Desk) -> None:
    """B was the brush, whatever it was typed into."""
    order = give_keys(desk, desk.rules.order)
    assert isinstance(order, QComboBox)
    before = desk.window.controller.view_state
    desk.key(Key.Key_B, on=order)
    assert tool(desk) is Tool.PLACE
    order.showPopup()
    desk.wait(order.view().isVisible)
    desk.key(Key.Key_B, on=order.view())
    desk.key(Key.Key_S, on=order.view())
    desk.key(Key.Key_Escape, on=order.view())
    assert desk.window.controller.view_state == before
    give_keys(desk, desk.window.canvas)
    desk.key(Key.Key_B)
    assert tool(desk) is Tool.BRUSH, "on the plane it is the brush"


def test_a_letter_in_a_list_goes_to_the_row_that_begins_so(desk: Desk) -> None:
    order = desk.rules.order
    names = [order.itemText(row) for row in range(order.count())]
    row = next(row for row, name in enumerate(names) if name[0] != names[0][0])
    give_keys(desk, order)
    order.view().keyboardSearch("")  # what was typed a moment ago would be before it
    QTest.keyClicks(order, names[row][0].lower())
    assert order.currentText()[0] == names[row][0]
    assert tool(desk) is Tool.PLACE


def test_letters_in_an_open_menu_are_no_commands(desk: Desk) -> None:
    menu = desk.window.actions_by_id.menus["view"]
    menu.popup(desk.window.mapToGlobal(desk.window.rect().center()))
    desk.wait(menu.isVisible)
    desk.key(Key.Key_B, on=menu)
    assert tool(desk) is Tool.PLACE
    while (popup := QApplication.activePopupWidget()) is not None:
        popup.close()


def test_a_slider_that_has_the_keys_has_its_arrows_home_and_end(desk: Desk) -> None:
    slider = give_keys(desk, desk.window.transport.slider)
    visit = desk.settle().visit
    seen = []
    for key in (Key.Key_Home, Key.Key_Right, Key.Key_Right, Key.Key_Left, Key.Key_End):
        desk.key(key, on=slider)
        seen.append(desk.window.transport.slider.value())
    assert seen == [0, 1, 2, 1, desk.window.transport.slider.maximum()]
    assert desk.settle().visit == visit
    desk.key(Key.Key_Right, Modifier.ShiftModifier, on=slider)
    desk.wait(lambda: desk.snapshot.visit > visit)


def test_the_speed_that_is_dragged_leaves_the_arrows_to_time(desk: Desk) -> None:
    slider = desk.window.transport.slider
    give_keys(desk, desk.window.canvas)
    desk.qtbot.mouseClick(slider, Qt.MouseButton.LeftButton)
    assert desk.window.canvas.hasFocus()


def test_a_check_box_that_has_the_keys_has_its_space(desk: Desk) -> None:
    bias = give_keys(desk, desk.rules.bias)
    assert desk.document.settings.bias
    desk.key(Key.Key_Space, on=bias)
    assert not desk.document.settings.bias
    assert not desk.settle().is_playing


def test_a_table_that_has_the_keys_has_its_arrows(desk: Desk) -> None:
    desk.show(desk.dataset, TrainingSettings(mode=Mode.DUAL))
    desk.do("run.next_mistake")
    desk.window.side.bring_named("dual")
    table = desk.window.side.panel(AlphaPanel).table
    give_keys(desk, table)
    visit = desk.settle().visit
    for key in (Key.Key_Down, Key.Key_Right, Key.Key_End, Key.Key_Home, Key.Key_Left, Key.Key_Up):
        desk.key(key, on=table)
    assert desk.settle().visit == visit
    desk.key(Key.Key_Right, Modifier.ShiftModifier, on=table)
    desk.wait(lambda: desk.snapshot.visit > visit)


def test_f6_goes_from_area_to_area_and_the_plane_is_never_far(desk: Desk) -> None:
    """Tab has 26 stops."""
    window = desk.window
    areas = window.areas
    assert areas == [window.canvas, window.top, window.left, window.transport, window.side.dock]
    for way in (Modifier.NoModifier, Modifier.ShiftModifier):
        give_keys(desk, window.canvas)
        seen = []
        for _ in range(MOST_STOPS + 1):
            desk.key(Key.Key_F6, way)
            now = QApplication.focusWidget()
            assert now is not None and now.isVisible()
            seen.append(next(place for place, area in enumerate(areas) if area is now or area.isAncestorOf(now)))
        assert seen == ([1, 2, 3, 4, 0] if way is Modifier.NoModifier else [4, 3, 2, 1, 0])
    desk.do("view.panels")
    desk.key(Key.Key_F6, Modifier.ShiftModifier)
    assert window.transport.isAncestorOf(QApplication.focusWidget()), "what is put away is left out"
    desk.key(Key.Key_Escape)
    assert window.canvas.hasFocus(), "in one stop from anywhere"


# Letters as commands


def test_letters_wait_for_ctrl_k_or_are_off(desk: Desk) -> None:
    canvas = give_keys(desk, desk.window.canvas)
    desk.do(f"view.letters_{LETTERS_CTRL}")
    desk.key(Key.Key_B, on=canvas)
    desk.key(Key.Key_S, Modifier.ShiftModifier, on=canvas)
    assert tool(desk) is Tool.PLACE
    desk.key(Key.Key_K, Modifier.ControlModifier, on=canvas)
    desk.key(Key.Key_B, on=canvas)
    assert tool(desk) is Tool.BRUSH
    desk.do(f"view.letters_{LETTERS_OFF}")
    desk.key(Key.Key_P, on=canvas)
    desk.key(Key.Key_K, Modifier.ControlModifier, on=canvas)
    desk.key(Key.Key_P, on=canvas)
    assert tool(desk) is Tool.BRUSH
    desk.do(f"view.letters_{LETTERS_ON}")
    desk.key(Key.Key_P, on=canvas)
    assert tool(desk) is Tool.PLACE


@pytest.mark.parametrize("letters", [LETTERS_CTRL, LETTERS_OFF])
def test_digits_are_commands_on_the_plane_alone(desk: Desk, letters: str) -> None:
    desk.do(f"view.letters_{letters}")
    before = desk.window.gestures.current_class
    desk.key(Key.Key_1, on=give_keys(desk, desk.window.transport.slider))
    assert desk.window.gestures.current_class == before == 1
    desk.key(Key.Key_1, on=give_keys(desk, desk.window.canvas))
    assert desk.window.gestures.current_class == 0


def test_menus_tooltips_and_the_page_of_keys_tell_what_is_true(desk: Desk) -> None:
    made = desk.window.actions_by_id
    letters = [action for action in ACTIONS if any(map(is_character, action.keys))]
    for choice, start in ((LETTERS_CTRL, "Ctrl+K, "), (LETTERS_OFF, ""), (LETTERS_ON, "")):
        desk.do(f"view.letters_{choice}")
        for action in letters:
            shown = made[action.id].shortcut().toString()
            expected = "" if choice == LETTERS_OFF else start + action.shortcut
            assert shown == expected
            assert (f"({expected})" in made[action.id].toolTip()) is bool(expected), made[action.id].toolTip()
        told = {keys for _, rows in key_groups(choice) for keys, _ in rows}
        assert {"Ctrl+K, B", "Ctrl+K, Shift+B"} <= told if choice == LETTERS_CTRL else "Ctrl+K, B" not in told
        assert ("B" in told) is (choice == LETTERS_ON)


def test_the_status_line_tells_the_brackets_only_where_they_are_commands(desk: Desk) -> None:
    desk.do("tools.brush")
    told = []
    for choice in (LETTERS_ON, LETTERS_OFF, LETTERS_ON):
        desk.do(f"view.letters_{choice}")
        told.append("[ ] radius" in desk.message)
        assert "1–9 class" in desk.message and "press and drag to paint" in desk.message
    assert told == [True, False, True]


def test_letters_stay_as_they_were_chosen(desk: Desk) -> None:
    desk.do(f"view.letters_{LETTERS_OFF}")
    kept = desk.window.preferences.with_view_state(desk.window.controller.view_state)
    assert kept.view_state.letters == LETTERS_OFF
