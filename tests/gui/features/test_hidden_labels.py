"""Online with hidden labels nothing in the window tells a class before the run has predicted the point."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QLabel, QWidget

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.gui.panels.panel_registry import STATIONS
from perceptron_gui.gui.pictures.still import paint_plane
from tests.gui.desk import Desk

ROWS = [[3, 3], [4, 3], [1, 1], [0, 2], [2, 0.5], [3.5, 1]]
LABELS = [1, 1, 0, 0, 1, 0]
VISIT = 3
OTHERS = [*LABELS[:VISIT], 1, 0, 1]
"""Labels that differ where they are hidden."""


def shown(desk: Desk, labels: list[int], mode: Mode) -> None:
    """Show points online with hidden labels, after some visits."""
    settings = TrainingSettings(mode=mode, order=Order.ONLINE, positive=1 if mode.is_binary else None)
    desk.show(Dataset.of(ROWS, labels), settings)
    if not desk.window.controller.view_state.shows("hide_labels"):
        desk.do("run.hide_labels")
    for _ in range(VISIT):
        desk.do("run.step")
        desk.settle()
    desk.window.canvas.animation.finish()
    settled(desk)


def settled(desk: Desk) -> None:
    """Wait until all that was asked of the run is shown."""
    desk.wait(lambda: not desk.window.controller.background.is_busy)
    desk.settle()
    desk.qtbot.waitUntil(lambda: not desk.window.controller.views.is_outdated)


def told(desk: Desk) -> list[str]:
    """Return all that the window says, also to who cannot see it."""
    parts = [part for part in desk.window.findChildren(QWidget) if part.isVisible()]
    texts = [part.text() for part in parts if isinstance(part, QLabel)]
    return [*texts, *(part.accessibleName() for part in parts), *(part.toolTip() for part in parts)]


def painted(desk: Desk) -> QImage:
    """Return the plane, painted anew."""
    canvas = desk.window.canvas
    picture = QImage(canvas.viewport().size(), QImage.Format.Format_RGB32)
    painter = QPainter(picture)
    paint_plane(painter, canvas)
    painter.end()
    return picture


@pytest.mark.seldom
@pytest.mark.drawn
@pytest.mark.parametrize("mode", list(Mode))
def test_the_window_is_the_same_whatever_the_hidden_labels_are(desk: Desk, mode: Mode) -> None:
    shown(desk, LABELS, mode)
    desk.do("show.pocket")
    desk.do("run.by_hand") if mode.is_binary else None
    desk.do("show.street")
    desk.do("show.rings") if desk.window.actions_by_id["show.rings"].isEnabled() else None
    seen = []
    for labels in (LABELS, OTHERS):
        shown(desk, labels, mode)
        desk.move(3.5, 1)
        desk.window.details.hover._show_card()
        assert "hidden until the run has predicted it" in desk.window.details.hover.card.text
        said = {}
        for page in (page.name for station in STATIONS for page in station.pages):
            desk.window.side.bring_named(page)
            settled(desk)
            said[page] = told(desk)
        seen.append((said, painted(desk)))
    (one, picture), (other, other_picture) = seen
    for page, texts in one.items():
        assert texts == other[page], page
    assert picture == other_picture


def test_a_point_shows_its_class_with_the_visit_and_all_is_back_after_the_pass(desk: Desk) -> None:
    shown(desk, LABELS, Mode.PRIMAL)
    canvas, panel = desk.window.canvas, desk.window.side.panels[0]
    assert [canvas.hides(i) for i in range(6)] == [False] * 3 + [True] * 3
    assert not desk.window.top.verdict.isVisible()
    desk.do("run.end")
    desk.wait(lambda: not any(map(canvas.hides, range(6))))
    desk.settle()
    assert desk.window.top.verdict.isVisible() and desk.snapshot.loss is not None and panel is not None
    desk.do("run.reset")
    desk.wait(lambda: all(map(canvas.hides, range(6))))


def test_pages_that_tell_classes_are_covered_and_come_back(desk: Desk) -> None:
    desk.window.side.bring_named("points")
    shown(desk, LABELS, Mode.PRIMAL)
    panel = next(each for each in desk.window.side.panels if each.isVisible())
    words = [part.text() for part in panel.findChildren(QLabel) if part.isVisible()]
    assert words == ["Hidden until all points are predicted: this page tells their classes."]
    desk.do("run.hide_labels")
    desk.settle()
    words = [part.text() for part in panel.findChildren(QLabel) if part.isVisible()]
    assert not any("Hidden" in each for each in words)


def test_editing_and_selecting_tell_no_hidden_class(desk: Desk) -> None:
    shown(desk, LABELS, Mode.PRIMAL)
    desk.window.controller.change_view(current_class=0)
    desk.do("edit.select_class")
    assert desk.window.controller.view_state.selection == (2,), "of those that were predicted"
    desk.window.gestures.edit_asked.emit(5, None)
    assert "hidden" in desk.message


def test_it_takes_the_order_online_along_and_undo_gives_the_former_one_back(desk: Desk) -> None:
    desk.show(Dataset.of(ROWS, LABELS))
    desk.do("run.hide_labels")
    assert desk.document.settings.order is Order.ONLINE
    desk.settle()
    assert desk.window.controller.view_state.shows("hide_labels")
    assert desk.snapshot.hides_labels
    desk.do("edit.undo")
    assert desk.document.settings.order is Order.CYCLIC
    assert not desk.window.controller.view_state.shows("hide_labels"), "a switch that is on does something"
    desk.do("run.hide_labels")
    desk.settle()
    assert desk.snapshot.hides_labels
    desk.do("run.hide_labels")
    desk.settle()
    assert not desk.snapshot.hides_labels and desk.document.settings.order is Order.ONLINE
