"""The tabs above a panel: every name whole in as many rows as it takes, and no more than one that says where one is."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from perceptron_gui.gui.panels.panel_registry import PANELS
from perceptron_gui.gui.panels.side_panel import PanelTabs
from tests.gui.desk import Desk
from tests.gui.legibility import cut_tabs


def shown(desk: Desk) -> PanelTabs:
    """Return the tabs that are seen."""
    desk.wait(lambda: sum(tabs.is_seen for tabs in desk.window.side.tabs) == 1)
    return next(tabs for tabs in desk.window.side.tabs if tabs.is_seen)


@pytest.mark.parametrize("theme", ["", "view.projector"])
def test_no_name_is_cut_however_many_panels_there_are(desk: Desk, theme: str) -> None:
    if theme:
        desk.do(theme)
    for width in (1024, 1280, 1920):
        desk.window.resize(width, 768)
        desk.wait(lambda: desk.window.side.is_open and not cut_tabs(desk.window))
        assert [tab.text() for tab in shown(desk).buttons] == [entry.title for entry in PANELS]


def test_a_tab_brings_its_panel_and_is_the_one_that_is_marked(desk: Desk) -> None:
    for index, entry in enumerate(PANELS):
        shown(desk).buttons[index].click()
        desk.wait(lambda i=index: desk.window.side.panels[i].is_seen)
        assert [tab.isChecked() for tab in shown(desk).buttons] == [other is entry for other in PANELS]
    shown(desk).buttons[-1].click()  # the one that is in front stays marked
    assert shown(desk).buttons[-1].isChecked()


def test_a_panel_that_was_closed_has_no_tab_until_it_is_opened(desk: Desk) -> None:
    side = desk.window.side
    desk.do("view.close_panel")
    desk.wait(lambda: not side.panels[0].is_seen)
    assert shown(desk).buttons[0].isHidden()
    side.toggles[0].trigger()
    desk.wait(lambda: side.panels[0].is_seen)
    assert not shown(desk).buttons[0].isHidden()


@pytest.mark.new_window
def test_the_tabs_of_a_panel_are_made_when_it_is_first_in_front(desk: Desk) -> None:
    """A window makes those of one panel and not of seven, with a style of each to work out, before it is painted."""
    side = desk.window.side
    assert [len(tabs.buttons) for tabs in side.tabs] == [len(PANELS)] + [0] * (len(PANELS) - 1)


def test_a_panel_has_its_place_below_its_tabs_before_it_is_drawn(desk: Desk) -> None:
    side = desk.window.side
    side.docks[1].raise_()
    assert side.panels[1].geometry().top() == max(tab.geometry().bottom() + 1 for tab in side.tabs[1].buttons)


def test_docks_learn_the_height_of_the_tabs_without_python(qtbot: QtBot) -> None:
    """Docks ask for it 2400 times while a window opens."""
    frame = QWidget()
    qtbot.addWidget(frame)
    tabs = PanelTabs(["This step", "Curves", "Table"], 0)
    tabs.setParent(frame)
    tabs.resize(120, 40)
    frame.show()
    tabs.set_front(True)
    rows = {button.y() for button in tabs.buttons}
    assert len(rows) > 1
    assert tabs.sizeHint().height() == max(button.geometry().bottom() + 1 for button in tabs.buttons)
    assert PanelTabs.sizeHint is QWidget.sizeHint
    assert PanelTabs.minimumSizeHint is QWidget.minimumSizeHint
