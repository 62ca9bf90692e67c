"""The bottom line: counts do not jump while a run moves, and are as wide as they need to be when another begins."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from perceptron_gui.engine.data.settings import Order, TrainingSettings
from perceptron_gui.engine.run.snapshot import take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.frozen import replace
from perceptron_gui.gui.bars.status_bar import StatusBar
from perceptron_gui.gui.style.theme import LIGHT, PROJECTOR, SMALL, Theme
from perceptron_gui.session.messages.meanings import meaning
from perceptron_gui.session.messages.run_end import counts_text
from tests.session.bench import TEXTBOOK, Bench


def test_counts_keep_their_width_in_a_run_and_give_the_room_back_to_the_next(qapp: QApplication) -> None:
    bar, run = StatusBar(), Bench.on(TEXTBOOK).run
    bar.resize(1280, 30)
    start = take_snapshot(run, 1, Wants())
    bar.render_snapshot(start)
    narrow = bar.counts.minimumWidth()
    bar.render_snapshot(replace(start, visit=10**15, frontier=10**15))
    wide = bar.counts.minimumWidth()
    bar.render_snapshot(replace(start, frontier=10**15))
    assert bar.counts.minimumWidth() == wide > narrow, "back at the start of the same run"
    bar.render_snapshot(start)
    assert bar.counts.minimumWidth() == narrow, "at the start of another run"
    bar.deleteLater()


@pytest.mark.parametrize("theme", [LIGHT, PROJECTOR], ids=["light", "projector"])
@pytest.mark.parametrize("width", [1920, 960, 640])
def test_the_words_beside_large_counts_are_whole(qtbot: QtBot, theme: Theme, width: int) -> None:
    bar, run = StatusBar(), Bench.on(TEXTBOOK).run
    qtbot.addWidget(bar)
    bar.setFont(theme.font(SMALL))
    bar.resize(width, 30)
    bar.show()
    while run.stop is None:
        run.trainer.advance(100)
    many = replace(take_snapshot(run, run.frontier, Wants()), epoch=10**9, visit=10**12, mistakes=10**9)
    bar.render_snapshot(many)
    bar.layout().activate()
    message = bar.message
    assert message.text().startswith("Converged")
    assert message._elided(message.fitting()) == message.fitting()
    whole = counts_text(many)
    assert whole.startswith(bar.counts.text())
    assert bar.counts.width() >= bar.counts.fontMetrics().horizontalAdvance(bar.counts.text())
    assert bar.counts.geometry().right() < message.geometry().left()
    assert (bar.counts.toolTip() == whole) == (bar.counts.text() != whole)
    bar.resize(2500, 30)
    assert bar.counts.text() == whole
    assert bar.counts.toolTip() == ""


@pytest.mark.parametrize("order", [Order.CYCLIC, Order.RANDOM])
def test_each_count_says_what_it_means_where_the_mouse_is(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, order: Order
) -> None:
    bar, run, told = StatusBar(), Bench.on(TEXTBOOK, TrainingSettings(order=order)).run, list[str]()
    qtbot.addWidget(bar)
    monkeypatch.setattr(QToolTip, "showText", lambda at, text, widget: told.append(text))
    bar.resize(1280, 30)
    bar.render_snapshot(take_snapshot(run, 1, Wants()))
    advance, before = bar.counts.fontMetrics().horizontalAdvance, ""
    for count in bar.counts.text().split("     "):
        at = QPoint(advance(before) + advance(count) // 2, 5)
        QApplication.sendEvent(bar.counts, QHelpEvent(QEvent.Type.ToolTip, at, bar.counts.mapToGlobal(at)))
        word = count.split()[0]
        assert told.pop() == meaning(word)
        assert meaning(word) in bar.counts.accessibleDescription()
        before += count + "     "
    assert not told
    bar.deleteLater()
