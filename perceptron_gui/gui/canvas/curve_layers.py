"""What is painted of a curved boundary: the regions under the grid, the lines over it."""

from __future__ import annotations

from PySide6.QtCore import QLineF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from perceptron_gui.gui.canvas.background import Layer


class CurveGround(Layer):
    """Tinted areas; hidden while there are none."""

    def __init__(self) -> None:
        super().__init__(-29)  # right over the ground
        self.areas: list[tuple[QColor, QPainterPath]] = []
        self.hide()

    def set_areas(self, areas: list[tuple[QColor, QPainterPath]]) -> None:
        """Show other areas. `areas`: in pixels."""
        self.areas = areas
        self.setVisible(bool(areas))
        self.update()

    def draw(self, painter: QPainter) -> None:
        """See `Layer.draw`."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(Qt.PenStyle.NoPen)
        for colour, area in self.areas:
            painter.setBrush(colour)
            painter.drawPath(area)


class CurveLines(Layer):
    """The boundary, level lines, and the band of the margin β; hidden while there are none."""

    def __init__(self) -> None:
        super().__init__(-10)
        self.boundary: list[QLineF] = []
        self.levels: list[QLineF] = []
        self.band: list[QLineF] = []
        self.hide()

    def set_lines(self, boundary: list[QLineF], levels: list[QLineF], band: list[QLineF]) -> None:
        """Show other lines. `boundary`, `levels`, `band`: in pixels; the band is where |f| is β (V4)."""
        self.boundary, self.levels, self.band = boundary, levels, band
        self.setVisible(bool(boundary or levels))
        self.update()

    def draw(self, painter: QPainter) -> None:
        """See `Layer.draw`."""
        faint = QColor(self.theme.text)
        faint.setAlphaF(0.45)
        painter.setPen(QPen(faint, 1.1 * self.theme.stroke))
        painter.drawLines(self.levels)
        if self.band:
            painter.setPen(QPen(QColor(self.theme.warn), 1.6 * self.theme.stroke))
            painter.drawLines(self.band)
        painter.setPen(QPen(QColor(self.theme.text), 2.6 * self.theme.stroke))
        painter.drawLines(self.boundary)
