"""What a frame does: nothing is laid out, placed or painted again that has not changed."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from perceptron_gui.gui.panels.column import SIDE, Column
from perceptron_gui.gui.panels.rich_text import RichText
from perceptron_gui.gui.panels.step import StepPanel
from perceptron_gui.session.wording import grouped
from tests.gui.desk import Desk

LONG = "<p>" + "a word and another " * 200 + "</p>"


class Seen(QObject):
    """Counts the events of widgets by their type."""

    def __init__(self, *widgets: QObject) -> None:
        super().__init__()
        self.counts: Counter[QEvent.Type] = Counter()
        for widget in widgets:
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.counts[event.type()] += 1
        return False


def process() -> None:
    for _ in range(5):
        QCoreApplication.sendPostedEvents()
        QCoreApplication.processEvents()


# Texts


def test_a_text_is_laid_out_once_however_often_its_height_is_asked_for(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    height_of = QLabel.heightForWidth

    def height_for_width(label: QLabel, width: int) -> int:
        asked.append(width)
        return height_of(label, width)

    monkeypatch.setattr(QLabel, "heightForWidth", height_for_width)
    label = RichText()
    qtbot.addWidget(label)
    label.setText(LONG)
    heights = [label.heightForWidth(width) for width in (300, 200, 300, 200)]
    label.setText(LONG)
    heights.append(label.heightForWidth(300))
    assert asked == [300, 200]
    assert heights[0] == heights[2] == heights[4] < heights[1]
    label.setText(LONG + LONG)
    assert label.heightForWidth(300) > heights[0]


def test_a_scroll_bar_leaves_the_text_as_wide_as_it_was(qtbot: QtBot) -> None:
    text, picture = RichText(), QWidget()
    column = Column(text, picture)
    qtbot.addWidget(column)
    column.resize(300, 200)
    column.show()
    widths = set()
    for words in ("short", LONG, "short"):
        text.setText(words)
        column.place()
        process()
        widths.add(text.width())
        assert text.height() >= text.heightForWidth(text.width())
        assert text.geometry().right() < column.viewport().width()
    assert widths == {column.maximumViewportSize().width() - 2 * SIDE}


def test_a_step_is_painted_once(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    label = desk.window.side.panel(StepPanel).label
    desk.do("run.next_mistake")
    desk.settle()
    process()
    said, seen, set_text = [], Seen(label), label.setText
    monkeypatch.setattr(label, "setText", lambda text: (said.append(text), set_text(text)))
    for _ in range(3):
        desk.do("run.next_mistake")
        desk.settle()
        process()
    assert len(said) == 3
    assert seen.counts[QEvent.Type.Paint] <= 3


def test_figures_that_change_in_the_status_line_lay_out_nothing(desk: Desk) -> None:
    status, snapshot = desk.window.status, desk.settle()
    bars = (desk.window, desk.window.statusBar(), status)
    status.render_snapshot(replace(snapshot, visit=1001))
    process()
    seen = Seen(*bars)
    status.render_snapshot(replace(snapshot, visit=1002))
    process()
    assert grouped(1002) in status.counts.text()
    assert not seen.counts[QEvent.Type.LayoutRequest]
    status.render_snapshot(replace(snapshot, visit=100_000))
    process()
    assert status.counts.width() == status.counts.sizeHint().width()
