"""Many points are drawn faster than by pyqtgraph, and the same pixel for pixel."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from perceptron_gui.gui.canvas.uniform_scatter import UniformScatter
from perceptron_gui.gui.symbols import symbol


def picture(qtbot: QtBot, item: pg.ScatterPlotItem, n: int, size: float, view: QRectF) -> QImage:
    """Return the picture of `n` points."""
    widget = pg.GraphicsView()
    qtbot.addWidget(widget)
    box = pg.ViewBox()
    widget.setCentralItem(box)
    widget.resize(300, 200)
    box.addItem(item, ignoreBounds=True)
    points = np.random.default_rng(0).normal(size=(n, 2))
    item.setData(x=points[:, 0], y=points[:, 1], symbol=symbol(2), size=size, brush="#d55e00", pen=pg.mkPen("w"))
    box.setRange(view, padding=0)
    widget.show()
    qtbot.waitExposed(widget)
    image = widget.grab().toImage()
    box.removeItem(item)
    return image


@pytest.mark.parametrize("view", [QRectF(-3, -3, 6, 6), QRectF(0, 0, 0.5, 0.2), QRectF(50, 50, 1, 1)])
@pytest.mark.parametrize(("n", "size"), [(0, 13.0), (1, 13.0), (500, 9.0), (3000, 4.0)])
def test_the_picture_is_that_of_pyqtgraph(qtbot: QtBot, n: int, size: float, view: QRectF) -> None:
    assert picture(qtbot, UniformScatter(), n, size, view) == picture(qtbot, pg.ScatterPlotItem(), n, size, view)


def test_the_style_can_change(qtbot: QtBot) -> None:
    one, other = UniformScatter(), pg.ScatterPlotItem()
    for item in (one, other):
        item.setData(x=[1.0, 2.0], y=[1.0, 2.0], symbol=symbol(0), size=5, brush="r", pen=None)
    view = QRectF(-3, -3, 6, 6)
    assert picture(qtbot, one, 100, 11.0, view) == picture(qtbot, other, 100, 11.0, view)
