"""By keys alone: Tab goes once round what is seen, in the order of the eye, and leaves everything that it entered."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDockWidget, QWidget

from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.gui.features.forms import AlphaPanel
from perceptron_gui.gui.features.run_table import TablePanel
from perceptron_gui.gui.panels.rich_text import Column
from tests.gui.desk import Desk, Key

ROUND = 80
"""More stops than there are with any panel in front."""


@pytest.fixture
def desk(used_desk: Desk) -> Desk:
    """Return the window that others have used: nothing here is about its start."""
    return used_desk


def stops(desk: Desk) -> list[QWidget]:
    """Press Tab on the canvas until the keys are there again; return what had them meanwhile."""
    canvas, found = desk.window.canvas, list[QWidget]()
    canvas.setFocus()
    for _ in range(ROUND):
        desk.key(Key.Key_Tab)
        now = QApplication.focusWidget()
        assert now is not None
        if now is canvas:
            return found
        found.append(now)
    raise AssertionError(f"Tab never came back, last to {now}")


def dock_of(widget: QWidget | None) -> QWidget | None:
    while widget is not None and not isinstance(widget, QDockWidget):
        widget = widget.parentWidget()
    return widget


def test_tab_goes_round_what_is_seen_in_the_order_of_the_eye(desk: Desk) -> None:
    """Panels behind others are visible to Qt: after five were looked at, a hundred stops were out of sight.

    In a table it went from cell to cell, and never out of it.
    """
    window, side = desk.window, desk.window.side
    desk.show(desk.dataset, TrainingSettings(mode=Mode.DUAL))
    for kind in (AlphaPanel, TablePanel):
        panel = side.panel(kind)
        side.bring_named(panel.objectName())
        desk.wait(lambda panel=panel: panel.is_seen)
        found = stops(desk)
        assert {dock_of(widget) for widget in found} == {None, side.dock}
    top = [widget.mapTo(window, widget.rect().center()).x() for widget in found if window.top.isAncestorOf(widget)]
    assert top == sorted(top) and len(top) > 3
    left = [widget.mapTo(window, widget.rect().center()).y() for widget in found if window.left.isAncestorOf(widget)]
    assert left == sorted(left) and len(left) > 5
    assert all(widget.focusPolicy() & Qt.FocusPolicy.TabFocus for widget in found)
    window.canvas.setFocus()
    desk.key(Key.Key_Backtab)
    assert QApplication.focusWidget() is found[-1]


def test_a_text_that_is_longer_than_its_panel_is_scrolled_by_keys(desk: Desk) -> None:
    desk.window.resize(960, 600)
    desk.do("run.next_mistake")
    desk.window.side.go_on(2)  # opens what made room for the plane
    desk.wait(lambda: desk.window.side.named("theorem").is_seen)  # type: ignore[attr-defined]
    (area,) = desk.window.side.named("theorem").findChildren(Column)
    desk.wait(area.more.isVisible)
    assert area.verticalScrollBar().maximum() == 0 and area.more in stops(desk)
    area.more.click()
    desk.wait(lambda: area.verticalScrollBar().maximum() > 0)
    assert area in stops(desk)
    area.setFocus()
    desk.key(Key.Key_PageDown)
    down = area.verticalScrollBar().value()
    assert down > 0
    desk.key(Key.Key_Up)
    assert 0 <= area.verticalScrollBar().value() < down
    desk.key(Key.Key_Right)
    desk.wait(lambda: desk.snapshot.visit == 2)  # time goes on wherever the keys are
    desk.key(Key.Key_Escape)
    assert desk.window.canvas.hasFocus()


def test_the_cursor_of_who_begins_with_the_keys_is_not_under_the_invitation(desk: Desk) -> None:
    desk.clear()
    invitation = desk.window.stage.invitation
    assert not invitation.isHidden()
    desk.key(Key.Key_Return, on=desk.window.canvas)
    assert desk.window.cursor_keys.at is not None
    assert invitation.isHidden()
    desk.key(Key.Key_Escape, on=desk.window.canvas)
    assert not invitation.isHidden()
    desk.key(Key.Key_Return, on=desk.window.canvas)
    desk.key(Key.Key_Space, on=desk.window.canvas)
    assert desk.dataset.n_samples == 1
    desk.key(Key.Key_Escape, on=desk.window.canvas)
    assert invitation.isHidden()
