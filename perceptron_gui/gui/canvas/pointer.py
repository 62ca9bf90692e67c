"""Where the next point would lie: the keyboard's cursor, or the place that the mouse snaps to, with its coordinates."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from perceptron_gui.gui.canvas.background import Layer
from perceptron_gui.gui.canvas.labels import Label
from perceptron_gui.gui.style.theme import SMALL

CROSS, RING = 14.0, 5.0
"""Half the length of the cursor's lines, and the radius of the ring that shows where a point would lie, in pixels."""
GAP = 12.0
"""Pixels between a place and its coordinates."""


class PointerLayer(Layer):
    """A cross for the keyboard, a ring for the mouse, and coordinates beside either."""

    def __init__(self) -> None:
        super().__init__(30)
        self.cross: QPointF | None = None
        self.landing: QPointF | None = None
        self.text = ""
        self._class = 0

    def show_cursor(self, at: QPointF | None, text: str = "") -> None:
        """Show the keyboard's cursor with its coordinates.

        `at`: in pixels; None to hide it. `text`: the coordinates.
        """
        self.cross, self.landing, self.text = at, None, text
        self.update()

    def show_landing(self, at: QPointF | None, text: str = "", class_index: int = 0) -> None:
        """Show where a click would place a point, unless the keyboard's cursor is shown.

        `at`: in pixels; None to show nothing. `text`: the coordinates. `class_index`: index of the class of the point.
        """
        if self.cross is None and (at, text, class_index) != (self.landing, self.text, self._class):
            self.landing, self.text, self._class = at, text, class_index
            self.update()

    def draw(self, painter: QPainter) -> None:
        """See `Layer.draw`."""
        at = self.cross if self.cross is not None else self.landing
        if at is None:
            return
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self.cross is not None:
            painter.setPen(QPen(QColor(self.theme.accent), 2 * self.theme.stroke))
            x, y = at.x(), at.y()
            painter.drawLines([QLineF(x - CROSS, y, x + CROSS, y), QLineF(x, y - CROSS, x, y + CROSS)])
        else:
            painter.setPen(QPen(self.theme.class_colour(self._class), 1.6 * self.theme.stroke))
            painter.drawEllipse(at, RING, RING)
        halo = QColor(self.theme.panel)
        halo.setAlphaF(0.85)
        if self.text:
            self._label(at).draw(painter, halo)

    def _label(self, at: QPointF) -> Label:
        """Return the coordinates below the place to its right, or on the other side where the view ends."""
        font = self.theme.font(SMALL, QFont.Weight.DemiBold)
        metrics = QFontMetricsF(font)
        width, height = metrics.horizontalAdvance(self.text), metrics.ascent()
        x = at.x() + GAP if at.x() + GAP + width < self.frame.width - 4 else at.x() - GAP - width
        y = at.y() + GAP + height if at.y() + GAP + height < self.frame.height - 4 else at.y() - GAP
        return Label(QPointF(max(x, 4.0), y), self.text, self.theme.text, font)
