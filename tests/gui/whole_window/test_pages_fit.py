"""In the projector's letters every page of the stations fits 1024×768, can be read, and neither scrolls nor jumps."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QLabel, QScrollBar, QWidget

from perceptron_gui.files.program.preferences import Preferences
from perceptron_gui.gui.panels import panel as panel_module
from perceptron_gui.gui.panels.panel_registry import PANELS
from perceptron_gui.gui.widgets.painted_widget import PaintedWidget
from tests.effort import one_in, turns
from tests.gui.gallery.stage import Stage
from tests.gui.gallery.state import OLD
from tests.gui.gallery.stations import MORE, PAGES, RUNS, at_a_mistake, settled
from tests.gui.whole_window.test_gallery import put_back, unreadable


@pytest.fixture
def stage(qapp: object) -> Iterator[Stage]:
    """Yield a window as a small projector shows it."""
    stage = Stage(Preferences(switches={"still": True}, theme="projector"))
    stage.take_look("projector", OLD)
    yield stage
    stage.close()


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


BROUGHT = ("primal", "dual", "three classes")
"""Runs whose pages are watched from their first paint on: together these have all pages."""


class FirstPaint(QObject):
    """Notes where the parts of a page are when it is painted for the first time since it was brought."""

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self.page, self.places = page, dict[QWidget, tuple[int, ...]]()
        page.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and not self.places:
            self.places = self.parts()
        return False

    def parts(self) -> dict[QWidget, tuple[int, ...]]:
        """Return the place and the size of what is seen of the page, but for the insides of tables."""
        kinds = QLabel, QAbstractButton, PaintedWidget, QAbstractItemView
        parts = [part for kind in kinds for part in self.page.findChildren(kind) if part.isVisibleTo(self.page)]
        at = {part: part.mapTo(self.page, QPoint()) for part in parts if part.width() and part.height()}
        return {part: (place.x(), place.y(), part.width(), part.height()) for part, place in at.items()}


@pytest.mark.parametrize("turn", turns(len(BROUGHT)))
@pytest.mark.seldom
def test_no_page_moves_after_its_first_paint_nor_is_it_scrolled_and_all_of_it_can_be_read(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, turn: int
) -> None:
    monkeypatch.setattr(panel_module, "PATIENCE_MS", 60_000)  # a busy machine needs longer
    at_a_mistake(BROUGHT[turn])(stage)
    for name in pages_of(BROUGHT[turn]):
        panel = stage.window.side.named(name)
        assert panel is not None
        first = FirstPaint(panel)
        is_there = panel is page(stage)
        stage.panel(name)
        assert wrong(stage) == [], name
        assert is_there or first.places
        moved = {type(part).__name__: at for part, at in first.parts().items() if first.places.get(part, at) != at}
        assert not moved, f"{name}: {moved}"
        assert is_there or first.places.keys() == first.parts().keys(), name


@pytest.mark.seldom
def test_no_page_of_other_runs_is_scrolled_and_all_of_it_can_be_read(stage: Stage) -> None:
    """Every day half of them, in one window; also what can be added to a page."""
    found = {}
    for run in one_in(2, [run for run in RUNS if run not in BROUGHT]):
        at_a_mistake(run)(stage)
        for name in pages_of(run):
            stage.panel(name)
            found[f"{name}, {run}"] = wrong(stage)
    for name, way in one_in(3, MORE.items()):
        way(put_back(stage))
        found[name] = wrong(stage)
    assert {name: faults for name, faults in found.items() if faults} == {}


def wrong(stage: Stage) -> list[object]:
    """Return what is wrong with the page in front, once all of it is there: scroll bars, and what cannot be read."""
    return [*scrolled(page(stage)), *unreadable(stage)]


def pages_of(run: str) -> list[str]:
    """Return the names of the pages of a run."""
    return [name for of, name in PAGES if of == run]


def test_every_page_is_among_them() -> None:
    assert {name for run in BROUGHT for name in pages_of(run)} == {page.name for page in PANELS}
