"""The layers of the canvas: a fault while one is painted is told and ends nothing; lines wait for their axes."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QGraphicsScene
from pytestqt.qtbot import QtBot

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.run.run import RunResult
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.gui.canvas.figures.backdrop import Layer
from perceptron_gui.gui.canvas.figures.other_lines import FinalLines
from perceptron_gui.session.comparison import Comparison
from perceptron_gui.session.view.view_state import Pin

LINE = Dataset.of([[1.0], [2.0]], [0, 1])


def painted(layer: Layer) -> QImage:
    """Return what a scene with the layer looks like."""
    scene, image = QGraphicsScene(), QImage(80, 60, QImage.Format.Format_ARGB32)
    image.fill(0)
    scene.addItem(layer)
    painter = QPainter(image)
    scene.render(painter)
    painter.end()
    scene.removeItem(layer)
    return image


class Broken(Layer):
    """Raises what numpy raises in C, which kills the process where it gets through Qt."""

    def draw(self, painter: QPainter) -> None:
        np.zeros(1)[3]


def test_a_fault_in_a_layer_is_told_and_ends_nothing(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[type[BaseException]] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, error, trace: told.append(kind))
    painted(Broken(0))
    assert set(told) == {IndexError}


def test_lines_of_points_with_one_feature_wait_for_the_axes_of_their_picture(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[object] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, error, trace: told.append(error))
    settings = TrainingSettings()
    result = RunResult(settings, Stop.CONVERGED, np.array([[1.0, -1.5]]), 9, 2, 0)
    layer = FinalLines()
    layer.follow((0, 1), is_veiled=False)  # of the points before, which had two features
    layer.set_comparison(Comparison(LINE, ((Pin("P", settings), result),)))
    empty = painted(layer)
    assert not told
    layer.follow((0, None), is_veiled=False)
    assert painted(layer) != empty, "now it is drawn"
