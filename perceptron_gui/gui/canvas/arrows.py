"""Arrows, and the angle between two of them, in pixels."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from perceptron_gui.frozen import Frozen

if TYPE_CHECKING:
    from perceptron_gui.gui.style.theme import Theme

HEAD = 13.0
"""Length of an arrow's head in pixels."""


class Arrow:
    """An arrow in pixels. `start`, `end`: in pixels. `colour`: as #rrggbb. `width`: of its line, in pixels."""

    def __init__(self, start: QPointF, end: QPointF, colour: str, width: float = 4.0, is_dashed: bool = False) -> None:
        self.start = start
        self.end = end
        self.colour = QColor(colour)
        self.width = width
        self.is_dashed = is_dashed

    def _head_length(self) -> float:
        return min(HEAD * max(self.width / 4, 0.7), QLineF(self.start, self.end).length())

    def head_box(self) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom of what its head covers, in pixels."""
        corners = self._head()
        xs, ys = [at.x() for at in corners], [at.y() for at in corners]
        return min(xs), min(ys), max(xs), max(ys)

    def head_axis(self) -> QLineF:
        """Return the line from the middle of its head's base to its tip, in pixels."""
        line, head = QLineF(self.start, self.end), self._head_length()
        return QLineF(line.pointAt(1 - head / line.length()) if head else self.end, self.end)

    def _head(self) -> list[QPointF]:
        """Return the tip and the two corners of the head's base."""
        axis = self.head_axis()
        if axis.isNull():
            return [self.end]
        side = QPointF(-axis.dy(), axis.dx()) * 0.45
        return [self.end, axis.p1() + side, axis.p1() - side]

    def draw(self, painter: QPainter, halo: QColor | None = None) -> None:
        """Draw a line with a head.

        `halo`: colour of an edge that sets it off from what lies below; None for no edge.
        """
        line = QLineF(self.start, self.end)
        if line.length() < 2:
            return
        head = self._head_length()
        direction = QPointF(line.dx() / line.length(), line.dy() / line.length())
        neck = self.end - direction * head * 0.8
        if halo is not None:
            painter.setPen(QPen(halo, self.width + 3, c=Qt.PenCapStyle.RoundCap))
            painter.drawLine(QLineF(self.start, neck))
        style = Qt.PenStyle.DashLine if self.is_dashed else Qt.PenStyle.SolidLine
        painter.setPen(QPen(self.colour, self.width, style, Qt.PenCapStyle.FlatCap))
        painter.drawLine(QLineF(self.start, neck))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.colour)
        painter.drawPolygon(QPolygonF(self._head()))


class Moved(Frozen, eq=False):
    """A row of weights that a visit has moved."""

    row: int  # of the weights
    # the vector as it was, and what was added at its tip
    before: Arrow
    step: Arrow


class Angle:
    """The angle between w and x at the origin, and a line to x, in pixels.

    `corner`: the origin, in pixels. `along_w`, `along_x`: pixels on the two sides of the angle.
    """

    RADIUS = 46.0

    def __init__(self, corner: QPointF, along_w: QPointF, along_x: QPointF) -> None:
        self.corner = corner
        self.along_x = along_x
        self._from = QLineF(corner, along_w).angle()
        span = QLineF(corner, along_x).angle() - self._from
        self._span = (span + 180) % 360 - 180

    def draw(self, painter: QPainter, theme: Theme) -> None:
        """Draw the line and the arc."""
        painter.setPen(QPen(QColor(theme.muted), 1.4, Qt.PenStyle.DotLine))
        painter.drawLine(QLineF(self.corner, self.along_x))
        painter.setPen(QPen(QColor(theme.accent), 2.2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        box = QRectF(self.corner.x() - self.RADIUS, self.corner.y() - self.RADIUS, 2 * self.RADIUS, 2 * self.RADIUS)
        painter.drawArc(box, round(16 * self._from), round(16 * self._span))

    def label_at(self) -> QPointF:
        """Return where the number stands."""
        middle = math.radians(self._from + self._span / 2)
        reach = self.RADIUS + 16
        return self.corner + QPointF(reach * math.cos(middle) - 14, -reach * math.sin(middle) + 5)
