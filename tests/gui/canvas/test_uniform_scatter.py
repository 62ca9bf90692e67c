"""Many points are drawn faster than by pyqtgraph, and the same but for how smooth an edge is."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pyqtgraph as pg
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFrame, QGraphicsScene, QGraphicsView, QWidget
from pytestqt.qtbot import QtBot

from perceptron_gui.gui.canvas.figures.point_layer import PointStyle, UniformScatter
from perceptron_gui.gui.canvas.view import ViewFrame
from perceptron_gui.gui.style.theme import symbol

WIDTH, HEIGHT = 300, 200


def picture(qtbot: QtBot, item: UniformScatter | pg.ScatterPlotItem, view: QRectF) -> QImage:
    """Return the picture of an item, of ours or of pyqtgraph's."""
    widget = our_view(item, view) if isinstance(item, UniformScatter) else their_view(item, view)
    qtbot.addWidget(widget)
    widget.resize(WIDTH, HEIGHT)
    widget.show()
    qtbot.waitExposed(widget)
    image = widget.grab().toImage()
    item.scene().removeItem(item)
    return image


def our_view(item: UniformScatter, view: QRectF) -> QWidget:
    """Return a canvas with an item."""
    widget = QGraphicsView()
    widget.setFrameShape(QFrame.Shape.NoFrame)
    widget.setScene(QGraphicsScene(0, 0, WIDTH, HEIGHT, widget))
    widget.setBackgroundBrush(pg.mkBrush("k"))
    item.set_frame(ViewFrame(view.left(), view.top(), view.right(), view.bottom(), WIDTH, HEIGHT))
    widget.scene().addItem(item)
    return widget


def their_view(item: pg.ScatterPlotItem, view: QRectF) -> QWidget:
    """Return a plot with an item."""
    widget, box = pg.GraphicsView(), pg.ViewBox()
    widget.setCentralItem(box)
    box.addItem(item, ignoreBounds=True)
    box.setRange(view, padding=0)
    return widget


def both(n: int, size: float, pen: str | None = "w") -> tuple[UniformScatter, pg.ScatterPlotItem]:
    """Return the same `n` points as our item and as that of pyqtgraph."""
    points = np.random.default_rng(0).normal(size=(n, 2))
    ours, theirs = UniformScatter(), pg.ScatterPlotItem()
    ours.set_points(points, PointStyle(symbol(2), size, pg.mkPen(pen), pg.mkBrush("#d55e00")))
    theirs.setData(x=points[:, 0], y=points[:, 1], symbol=symbol(2), size=size, brush="#d55e00", pen=pg.mkPen(pen))
    return ours, theirs


@pytest.mark.parametrize("view", [QRectF(-3, -3, 6, 6), QRectF(0, 0, 0.5, 0.2), QRectF(50, 50, 1, 1)])
@pytest.mark.parametrize(("n", "size"), [(0, 13.0), (1, 13.0), (500, 9.0), (3000, 4.0)])
def test_the_picture_is_that_of_pyqtgraph(qtbot: QtBot, n: int, size: float, view: QRectF) -> None:
    ours, theirs = both(n, size)
    assert_alike(picture(qtbot, ours, view), picture(qtbot, theirs, view))


def test_points_that_stay_where_they_are_are_not_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    item, style = UniformScatter(), PointStyle(symbol(0), 9.0, pg.mkPen("w"), pg.mkBrush("r"))
    points, drawn = np.array([[1.0, 2.0], [3.0, 4.0]]), []
    item.set_points(points, style)
    monkeypatch.setattr(item, "update", lambda: drawn.append(1))
    item.set_points(points.copy(), style)
    assert not drawn
    for others in (np.array([[1.0, 2.0], [3.0, 5.0]]), points[:1], points[::-1]):
        item.set_points(others, style)
    assert len(drawn) == 3


def test_the_style_can_change(qtbot: QtBot) -> None:
    ours, theirs = both(100, 11.0)
    view = QRectF(-3, -3, 6, 6)
    ours.set_points(np.array([[1.0, 2.0]]), PointStyle(symbol(0), 5, pg.mkPen(None), pg.mkBrush("r")))
    theirs.setData(x=[1.0], y=[2.0], symbol=symbol(0), size=5, brush="r", pen=None)
    assert_alike(picture(qtbot, ours, view), picture(qtbot, theirs, view))


def test_a_crowd_covers_the_pixels_that_pyqtgraph_s_covers(qtbot: QtBot) -> None:
    ours, theirs = both(30_000, 4.0, None)
    view = QRectF(-3, -3, 6, 6)
    pixels = [colours(picture(qtbot, item, view)) for item in (ours, theirs)]
    assert (np.abs(pixels[0] - pixels[1]).max(axis=2) > 40).mean() < 0.05
    assert (pixels[0].max(axis=2) > 200).mean() > 0.5


def test_a_million_points_have_no_records(qtbot: QtBot) -> None:
    ours, _ = both(0, 4.0)
    points = np.zeros((100_000, 2))
    tracemalloc.start()
    ours.set_points(points, PointStyle(symbol(0), 4.0, pg.mkPen(None), pg.mkBrush("r")))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 2 * points.nbytes


def assert_alike(one: QImage, other: QImage) -> None:
    """Compare two pictures; a circle that is scaled before it is drawn has other corners at its edge."""
    away = np.abs(colours(one) - colours(other))
    assert away.max(initial=0) <= 40 and away.mean() < 0.2


def colours(image: QImage) -> np.ndarray[tuple[int, int, int], np.dtype[np.int64]]:
    """Return the colours of a picture, shape (height, width, 3)."""
    array: np.ndarray[tuple[int, int, int], np.dtype[np.int64]] = pg.functions.ndarray_from_qimage(image)[..., :3]
    return array.astype(np.int64)
