"""Many points of one style: pyqtgraph keeps a record of every point, which took half a second for a million."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from pyqtgraph.graphicsItems.ScatterPlotItem import drawSymbol, renderSymbol
from PySide6.QtCore import QRectF
from PySide6.QtGui import QBrush, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from perceptron_gui.gui.style.stamps import Stamps

MARGIN = 64.0
"""Pixels beyond the edge of the picture where a point's symbol may still reach into it."""
MOST_STAMPED = 20_000
"""Points in view; of more only one in a pixel is drawn: the others would at most darken the edge of its symbol."""
Places = NDArray[np.float64]


@dataclass(frozen=True)
class PointStyle:
    """How points look.

    Attributes
    ----------
    symbol : QPainterPath
        Around (0, 0), 1 wide.
    size : float
        Pixels.
    pen : QPen
    brush : QBrush
    """

    symbol: QPainterPath
    size: float
    pen: QPen
    brush: QBrush


class UniformScatter(pg.GraphicsObject):  # type: ignore[misc]
    """Points that all look the same; the style is that of the item, never of a point.

    The picture is the same, pixel for pixel, as that of pyqtgraph's ScatterPlotItem, up to `MOST_STAMPED` points.
    """

    def __init__(self) -> None:
        super().__init__()
        self._style = PointStyle(QPainterPath(), 0.0, pg.mkPen(None), pg.mkBrush(None))
        self._x = self._y = np.empty(0)
        self._bounds = QRectF()
        self._padded: QRectF | None = None
        self._stamp: QPixmap | None = None
        self._stamps = Stamps()

    def set_points(self, points: Places, style: PointStyle) -> None:
        """Draw other points; the same ones stay as they are drawn.

        Parameters
        ----------
        points : ndarray of float64, shape (n, 2)
            In data units.
        style : PointStyle
        """
        is_restyled = style is not self._style
        if not is_restyled and np.array_equal(points[:, 0], self._x) and np.array_equal(points[:, 1], self._y):
            return  # while a point is dragged, those of the other classes
        self.prepareGeometryChange()
        # Column by column: numpy goes through a column much faster where it lies in one piece.
        self._x, self._y = np.ascontiguousarray(points[:, 0]), np.ascontiguousarray(points[:, 1])
        self._bounds = QRectF()
        if len(points):
            left, top = float(self._x.min()), float(self._y.min())
            self._bounds = QRectF(left, top, float(self._x.max()) - left, float(self._y.max()) - top)
        self._style, self._padded = style, None
        if is_restyled:
            self._stamp = None
        self.update()

    def boundingRect(self) -> QRectF:
        """Return the points' bounds and what their symbols need beyond them; Qt asks for it ten times a frame."""
        if self._padded is None:
            padding = (self._style.size + max(math.ceil(self._style.pen.widthF()), 1)) * 0.7072
            across, upwards = (padding * _length(pixel) for pixel in self.pixelVectors())
            self._padded = self._bounds.adjusted(-across, -upwards, across, upwards)
        return self._padded

    def viewTransformChanged(self) -> None:
        """Take notice of another view."""
        self.prepareGeometryChange()
        super().viewTransformChanged()
        self._padded = None

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """See `QGraphicsItem.paint`: stamps the symbol on all points in view; for an export each is drawn."""
        if not len(self._x):
            return
        places = self._pixels_in_view(painter)
        painter.resetTransform()
        if self._exportOpts is not False:
            self._draw_each(painter, places)
        else:
            middles = _one_in_a_pixel(places) if len(places) > MOST_STAMPED else places
            self._stamps.draw(painter, self._stamp_for(painter.device().devicePixelRatioF()), middles)

    def _stamp_for(self, sharpness: float) -> QPixmap:
        """Return the picture of the symbol for a screen of `sharpness` dots a pixel."""
        if self._stamp is None or self._stamp.devicePixelRatio() != sharpness:
            style = self._style
            image = renderSymbol(style.symbol, style.size, style.pen, style.brush, dpr=sharpness)
            self._stamp = QPixmap.fromImage(image.copy())  # see `pictures.drawn`
        return self._stamp

    def _draw_each(self, painter: QPainter, places: Places) -> None:
        style = self._style
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for x, y in places.tolist():
            painter.resetTransform()
            painter.translate(x, y)
            drawSymbol(painter, style.symbol, style.size, style.pen, style.brush)

    def _pixels_in_view(self, painter: QPainter) -> Places:
        """Return where the points that can be seen lie on the device, shape (n, 2)."""
        at = painter.transform()
        view = at.mapRect(self.viewRect()).adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)
        x, y = self._x * at.m11() + at.dx(), self._y * at.m22() + at.dy()
        is_seen = (x >= view.left()) & (x <= view.right()) & (y >= view.top()) & (y <= view.bottom())
        if not bool(is_seen.all()):
            x, y = x[is_seen], y[is_seen]
        places = np.empty((len(x), 2))
        places[:, 0], places[:, 1] = x, y
        return places


def _length(pixel: Any) -> float:
    """Return the length of a pixel in data units; 0 where there is no view yet."""
    try:
        return 0.0 if pixel is None else float(pixel.length())
    except OverflowError:
        return 0.0


def _one_in_a_pixel(places: Places) -> Places:
    """Return the middle of every pixel with a place in it, in the order of rows."""
    pixels = np.floor(places).astype(np.int64)
    low = pixels.min(axis=0)
    pixels -= low
    width = int(pixels[:, 0].max()) + 1
    taken = np.zeros((int(pixels[:, 1].max()) + 1) * width, dtype=bool)
    taken[pixels[:, 1] * width + pixels[:, 0]] = True
    rows, columns = np.divmod(np.flatnonzero(taken), width)
    return np.column_stack([columns + low[0] + 0.5, rows + low[1] + 0.5])
