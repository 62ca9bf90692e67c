"""Every page of the stations fits 1024×768 in the projector's letters: tables alone are scrolled, one way."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QScrollBar, QWidget

from perceptron_gui.files.program.preferences import Preferences
from perceptron_gui.gui.panels.panel_registry import PANELS
from tests.gui.gallery.stage import Stage
from tests.gui.gallery.state import OLD, Way
from tests.gui.gallery.stations import MORE, PAGES, RUNS, at_a_mistake, settled
from tests.gui.leaving import let_go


@pytest.fixture
def stage(qapp: object) -> Iterator[Stage]:
    """Yield a window as a small projector shows it."""
    stage = Stage(Preferences(switches={"still": True}, theme="projector"))
    stage.take_look("projector", OLD)
    yield stage
    stage.close()
    let_go()


def scrolled(widget: QWidget) -> list[str]:
    """Return the scroll bars that should not be there: those of all that is no table, and sideways ones."""
    bars = [bar for bar in widget.findChildren(QScrollBar) if bar.isVisible()]
    tables = {bar: bar.parentWidget().parentWidget() for bar in bars}
    return [
        f"{bar.orientation().name} by {bar.maximum()}"
        for bar, table in tables.items()
        if bar.orientation() is Qt.Orientation.Horizontal or not isinstance(table, QAbstractItemView)
    ]


def page(stage: Stage) -> QWidget:
    """Return the page in front."""
    settled(stage)
    assert stage.window.side.front is not None
    return stage.window.side.front


@pytest.mark.parametrize("run", RUNS)
def test_no_page_is_scrolled_but_tables_downwards(stage: Stage, run: str) -> None:
    at_a_mistake(run)(stage)
    found = {}
    for name in (name for of, name in PAGES if of == run):
        stage.panel(name)
        if bars := scrolled(page(stage)):
            found[name] = bars
    assert found == {}


@pytest.mark.parametrize("way", MORE.values(), ids=list(MORE))
def test_nor_with_what_can_be_added_to_it(stage: Stage, way: Way) -> None:
    way(stage)
    assert scrolled(page(stage)) == []


def test_every_page_is_among_them() -> None:
    assert {name for _, name in PAGES} == {page.name for page in PANELS}
