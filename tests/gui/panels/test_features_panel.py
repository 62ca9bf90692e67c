"""The panel "Features": bars by mouse and by keys, the picture of the row looked at, and words where there are none."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from perceptron_gui.engine.data.feature_map import POLY2
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.gui.panels.features import FeaturesPanel
from perceptron_gui.gui.style.theme import LIGHT
from perceptron_gui.session.view_state import ViewState
from tests.gui.desk import Desk
from tests.session.bench import XOR, Bench


@pytest.fixture
def panel(qtbot: QtBot) -> FeaturesPanel:
    """Return the panel after six visits to XOR with features of degree 2."""
    panel = FeaturesPanel()
    qtbot.addWidget(panel)
    panel.resize(340, 700)
    panel.set_theme(LIGHT)
    panel.render_snapshot(Bench.on(XOR, TrainingSettings(features=POLY2)).do(lambda worker: worker.seek(6)))
    panel.show()
    return panel


def test_a_row_is_looked_at_by_mouse_and_by_keys_and_its_picture_changes(panel: FeaturesPanel, qtbot: QtBot) -> None:
    bars, before = panel.bars, panel.map.grab().toImage()
    assert len(bars.terms) == 7
    qtbot.mouseMove(bars, QPoint(50, round(4.5 * bars.height() / 8)))
    assert bars.current == 3
    assert "(−1)·1" in bars.toolTip() or "0·1" in bars.toolTip()
    assert panel.map.grab().toImage() != before
    qtbot.keyClick(bars, Qt.Key.Key_Down)
    qtbot.keyClick(bars, Qt.Key.Key_Down)
    assert bars.current == 5
    for _ in range(5):
        qtbot.keyClick(bars, Qt.Key.Key_Down)
    assert bars.current == 6


def test_the_selected_point_is_added_up(panel: FeaturesPanel) -> None:
    assert panel.bars.terms[0][0].title.startswith("f of x₂")
    panel.set_view_state(ViewState(selection=(2,)))
    assert panel.bars.terms[0][0].title.startswith("f of x₃")


def test_nothing_is_told_while_an_exercise_asks(panel: FeaturesPanel) -> None:
    assert panel.snapshot is not None
    panel.render_snapshot(replace(panel.snapshot, is_veiled=True))
    assert not panel.bars.terms
    assert panel.map.sizeHint().height() == 0
    assert "Hidden" in panel.words.text()


def test_an_empty_plane_says_what_to_do(desk: Desk) -> None:
    panel = desk.window.side.panel(FeaturesPanel)
    desk.window.side.bring(desk.window.docks[desk.window.side.panels.index(panel)])
    desk.clear()
    desk.settle()
    assert "Select a point" in panel.words.text()
