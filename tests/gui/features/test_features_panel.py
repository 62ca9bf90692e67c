"""The panel "Features": bars by mouse and by keys, the picture of the row looked at, and words where there are none."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetrics
from pytestqt.qtbot import QtBot

from perceptron_gui.engine.data.features.feature_map import POLY2
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.frozen import replace
from perceptron_gui.gui.features.forms import FeaturesPanel
from perceptron_gui.gui.features.forms.contribution_pictures import ContributionBars
from perceptron_gui.gui.style.theme import LIGHT, PROJECTOR, SPACE, TEXT, Theme
from perceptron_gui.session.explanation.scores import Contribution, ScoreSum
from perceptron_gui.session.view.view_state import ViewState
from perceptron_gui.session.wording import Written
from perceptron_gui.session.worker import training_worker as moves
from tests.gui.desk import Desk
from tests.session.bench import XOR, Bench


@pytest.fixture
def panel(qtbot: QtBot) -> FeaturesPanel:
    """Return the panel after six visits to XOR with features of degree 2."""
    panel = FeaturesPanel()
    qtbot.addWidget(panel)
    panel.resize(340, 700)
    panel.set_theme(LIGHT)
    panel.render_snapshot(Bench.on(XOR, TrainingSettings(features=POLY2)).do(lambda worker: moves.seek(worker, 6)))
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


@pytest.mark.parametrize(("theme", "width"), [(LIGHT, 300), (PROJECTOR, 270)], ids=["light", "projector"])
def test_names_of_columns_can_be_told_apart(qtbot: QtBot, theme: Theme, width: int) -> None:
    bars = ContributionBars()
    qtbot.addWidget(bars)
    bars.set_theme(theme)
    bars.resize(width, 400)
    names = ("sepal_length_cm", "sepal_width_cm", "petal_length_cm", "petal_width_cm")
    terms = tuple(Contribution(name, (), Written("−19.76"), 0.5, j) for j, name in enumerate(names))
    bars.show_sums((ScoreSum("f of x₁", 0, np.zeros(4), terms),), (("#000000", "#000000"),))
    room, _ = bars._columns()
    metrics = QFontMetrics(theme.font(TEXT))
    mode = bars._elision(metrics, room - 2 * SPACE)
    shown = [metrics.elidedText(name, mode, room - 2 * SPACE) for name in names]
    assert len(set(shown)) == 4, shown


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
    desk.window.side.bring_named(panel.objectName())
    desk.clear()
    desk.settle()
    assert "Select a point" in panel.words.text()
