"""What is pointed at in a panel, seen on the canvas: a point that lights up, the boundary of weights that are tried."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from perceptron_gui.gui.canvas.background import Layer

RADIUS = 13.0
"""Half the width of the glow around a point, in pixels."""


class PointedLayer(Layer):
    """Glows around points, and a dashed line."""

    def __init__(self) -> None:
        super().__init__(-5)  # below the points
        self.lit: Sequence[QPointF] = ()
        self.lines: Sequence[QLineF] = ()

    def show_pointed(self, lit: Sequence[QPointF], lines: Sequence[QLineF]) -> None:
        """Show other points and other lines. `lit`: in pixels. `lines`: in pixels."""
        if (tuple(lit), tuple(lines)) != (tuple(self.lit), tuple(self.lines)):
            self.lit, self.lines = lit, lines
            self.update()

    def draw(self, painter: QPainter) -> None:
        """See `Layer.draw`."""
        theme = self.theme
        painter.setPen(QPen(QColor(theme.accent), 2.4 * theme.stroke, Qt.PenStyle.DashLine))
        painter.drawLines(list(self.lines))
        glow = QColor(theme.accent)
        glow.setAlphaF(0.35)
        painter.setBrush(glow)
        painter.setPen(QPen(QColor(theme.accent), 2.0 * theme.stroke))
        for lit in self.lit:
            painter.drawEllipse(lit, RADIUS * theme.scale, RADIUS * theme.scale)
