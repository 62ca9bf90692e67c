"""The bottom line: counts do not jump while a run moves, and are as wide as they need to be when another begins."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from perceptron_gui.engine.run.taking import take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.frozen import replace
from perceptron_gui.gui.bars.status_bar import StatusBar
from tests.session.bench import TEXTBOOK, Bench


def test_counts_keep_their_width_in_a_run_and_give_the_room_back_to_the_next(qapp: QApplication) -> None:
    bar, run = StatusBar(), Bench.on(TEXTBOOK).run
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
