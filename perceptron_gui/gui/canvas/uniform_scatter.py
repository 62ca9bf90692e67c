"""Many points of one style, stamped: an item, or a record, for each would take half a second for a million."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QBrush, QPainter, QPainterPath, QPen, QTransform

from perceptron_gui.frozen import Frozen
from perceptron_gui.gui.canvas.background import Layer
from perceptron_gui.gui.style.stamps import Shape, Stamp

if TYPE_CHECKING:
    from perceptron_gui.gui.canvas.view_frame import ViewFrame

MARGIN = 64.0
"""Pixels beyond the edge of the picture where a point's symbol may still reach into it."""
MOST_STAMPED = 20_000
"""Points in view; of more only one in a pixel is drawn: the others would at most darken the edge of its symbol."""
Places = NDArray[np.float64]


class PointStyle(Frozen):
    """How points look."""

    symbol: QPainterPath  # around (0, 0), 1 wide
    size: float  # pixels
    pen: QPen  # cosmetic: as wide as it says, however large the symbol is drawn
    brush: QBrush

    @property
    def reach(self) -> float:
        """Pixels from the middle of a point that its symbol may need."""
        return (self.size + self.edge) * 0.7072

    @property
    def edge(self) -> int:
        """Pixels that the line around the symbol adds to its width."""
        return max(math.ceil(self.pen.widthF()), 1)

    def stamp(self) -> Stamp:
        """Return what is drawn of a point."""
        pen = QPen(self.pen)
        pen.setCosmetic(False)  # in a picture of twice the size it is twice as wide
        shape = Shape(QTransform.fromScale(self.size, self.size).map(self.symbol), pen, self.brush)
        return Stamp([shape], self.size + self.edge)


class UniformScatter(Layer):
    """Points that all look the same; the style is that of the item, never of a point."""

    def __init__(self) -> None:
        super().__init__(0)
        self._style = PointStyle(QPainterPath(), 0.0, QPen(), QBrush())
        self._x = self._y = np.empty(0)
        self._corners: tuple[QPointF, QPointF] | None = None
        self._bounds: QRectF | None = None
        self._stamp: Stamp | None = None

    def set_points(self, points: Places, style: PointStyle) -> None:
        """Draw other points; the same ones stay as they are drawn. `points`: shape (n, 2): in data units."""
        is_restyled = style is not self._style
        if not is_restyled and np.array_equal(points[:, 0], self._x) and np.array_equal(points[:, 1], self._y):
            return  # while a point is dragged, those of the other classes
        self.prepareGeometryChange()
        # Column by column: numpy goes through a column much faster where it lies in one piece.
        self._x, self._y = x, y = np.ascontiguousarray(points[:, 0]), np.ascontiguousarray(points[:, 1])
        self._corners = None
        if len(points):
            self._corners = QPointF(float(x.min()), float(y.min())), QPointF(float(x.max()), float(y.max()))
        self._style, self._bounds = style, None
        if is_restyled:
            self._stamp = None
        self.update()

    def set_frame(self, frame: ViewFrame) -> None:
        """Show another part of the plane. See `Layer.set_frame`."""
        super().set_frame(frame)
        self._bounds = None
        self.update()

    def boundingRect(self) -> QRectF:
        """Return what the points and their symbols cover of the view; Qt asks for it ten times a frame."""
        if self._bounds is None:
            self._bounds = self._bounds_in_view()
        return self._bounds

    def _bounds_in_view(self) -> QRectF:
        if self._corners is None:
            return QRectF()
        frame, reach = self.frame, self._style.reach
        low, high = (QPointF(frame.x(at.x()), frame.y(at.y())) for at in self._corners)
        return QRectF(low, high).normalized().adjusted(-reach, -reach, reach, reach) & super().boundingRect()

    def draw(self, painter: QPainter) -> None:
        """Stamp the symbol on all points in view. See `Layer.draw`."""
        places = self._places_in_view()
        middles = _one_in_a_pixel(places) if len(places) > MOST_STAMPED else places
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        if self._stamp is None:
            self._stamp = self._style.stamp()
        self._stamp.draw(painter, middles)

    def _places_in_view(self) -> Places:
        """Return the pixels of the points that can be seen, shape (n, 2)."""
        frame = self.frame
        x = (self._x - frame.left) * (frame.width / (frame.right - frame.left))
        y = (frame.top - self._y) * (frame.height / (frame.top - frame.bottom))
        is_seen = (x >= -MARGIN) & (x <= frame.width + MARGIN) & (y >= -MARGIN) & (y <= frame.height + MARGIN)
        if not bool(is_seen.all()):
            x, y = x[is_seen], y[is_seen]
        places = np.empty((len(x), 2))
        places[:, 0], places[:, 1] = x, y
        return places


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
