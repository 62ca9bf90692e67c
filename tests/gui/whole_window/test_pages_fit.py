"""Every page of the stations fits 1024×768 in the projector's letters: only tables are scrolled; none jumps."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QLabel, QScrollBar, QWidget

from perceptron_gui.files.program.preferences import Preferences
from perceptron_gui.frozen import asdict
from perceptron_gui.gui.panels import panel as panel_module
from perceptron_gui.gui.panels.panel_registry import PANELS
from perceptron_gui.gui.widgets.painted_widget import PaintedWidget
from tests.effort import one_in
from tests.gui.gallery.stage import Stage
from tests.gui.gallery.state import OLD
from tests.gui.gallery.stations import MORE, PAGES, RUNS, at_a_mistake, settled


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
"""Runs whose pages are watched from their first paint on."""


def brought(run: str, turn: int) -> list[str]:
    """Return the pages of a run that are watched in a turn: each of several runs takes other ones, together all."""
    dealt = {name: [each for each in BROUGHT if (each, name) in PAGES] for _, name in PAGES}
    return [
        name
        for name in (name for of, name in PAGES if of == run)
        if dealt[name][(list(dealt).index(name) + turn) % len(dealt[name])] == run
    ]


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


@pytest.mark.parametrize("run", BROUGHT)
@pytest.mark.seldom
def test_no_page_moves_after_its_first_paint_nor_is_it_scrolled(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, run: str
) -> None:
    """Quickly each page is watched in one of the runs that have it, in the whole in all of them."""
    monkeypatch.setattr(panel_module, "PATIENCE_MS", 60_000)  # a busy machine needs longer
    at_a_mistake(run)(stage)
    for turn in one_in(len(BROUGHT), range(len(BROUGHT))):
        check_pages(stage, brought(run, turn))


def check_pages(stage: Stage, names: list[str]) -> None:
    """Bring pages for the first time, one after the other, and watch each from its first paint on."""
    for name in names:
        panel = stage.window.side.named(name)
        assert panel is not None
        if panel is page(stage):
            assert scrolled(panel) == [], name
            continue
        first = FirstPaint(panel)
        stage.panel(name)
        settled(stage)
        assert first.places
        moved = {type(part).__name__: at for part, at in first.parts().items() if first.places.get(part, at) != at}
        assert not moved, f"{name}: {moved}"
        assert first.places.keys() == first.parts().keys(), name
        assert scrolled(panel) == [], name


@pytest.mark.seldom
def test_no_page_is_scrolled_but_tables_downwards(stage: Stage) -> None:
    """Every day half of the other runs, in one window."""
    found = {}
    for run in one_in(2, [run for run in RUNS if run not in BROUGHT]):
        at_a_mistake(run)(stage)
        for name in (name for of, name in PAGES if of == run):
            stage.panel(name)
            if bars := scrolled(page(stage)):
                found[f"{name}, {run}"] = bars
    assert found == {}


@pytest.mark.seldom
def test_nor_with_what_can_be_added_to_it(stage: Stage) -> None:
    found = {}
    for name, way in one_in(3, MORE.items()):
        stage.window.controller.change_view(**asdict(stage.window.preferences.view_state))  # ways turn switches
        way(stage)
        if bars := scrolled(page(stage)):
            found[name] = bars
    assert found == {}


def test_every_page_is_among_them() -> None:
    assert {name for _, name in PAGES} == {page.name for page in PANELS}
    for run in BROUGHT:
        turns = [brought(run, turn) for turn in range(len(BROUGHT))]
        assert {name for names in turns for name in names} == {name for of, name in PAGES if of == run}
    assert {name for run in BROUGHT for name in brought(run, 0)} == {page.name for page in PANELS}
