"""The tabs above a panel: every name whole in as many rows as it takes, and no more than one that says where one is."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from perceptron_gui.gui.panels.panel_tabs import PanelTabs
from perceptron_gui.gui.panels.registry import PANELS
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
    side.toggles[0].trigger()
    desk.wait(lambda: not side.panels[0].is_seen)
    assert shown(desk).buttons[0].isHidden()
    side.toggles[0].trigger()
    desk.wait(lambda: side.panels[0].is_seen)
    assert not shown(desk).buttons[0].isHidden()


def test_tabs_are_laid_out_once_for_a_width(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Docks ask for the height 1800 times while a window opens."""
    tabs = PanelTabs(["This step", "Curves", "Table"], 0)
    qtbot.addWidget(tabs)
    tabs.resize(300, 40)
    tabs.show()
    widths: list[int] = []
    laid_out = PanelTabs._rows_of
    monkeypatch.setattr(PanelTabs, "_rows_of", lambda tabs, width: widths.append(width) or laid_out(tabs, width))
    heights = {tabs.sizeHint().height() for _ in range(50)}
    assert len(heights) == 1
    assert len(widths) <= 1
