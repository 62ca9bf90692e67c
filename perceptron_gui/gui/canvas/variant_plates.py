"""What each variant's boundary is, and how many errors it leaves: plates on the lines, over all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from perceptron_gui.gui.canvas.background import Layer
from perceptron_gui.gui.canvas.plate_placing import STATIONS, free_place, longest
from perceptron_gui.gui.style.theme import RADIUS, SMALL

if TYPE_CHECKING:
    from perceptron_gui.gui.canvas.labels import Box
    from perceptron_gui.gui.canvas.variant_lines import VariantLine

EDGE, GAP = 12.0, 4.0
"""Pixels from a plate in the corner to the edges, and from one there to the next."""


class VariantPlates(Layer):
    """The plates of all variants."""

    def __init__(self) -> None:
        super().__init__(-4)  # over all lines, below the points
        self._plates: list[tuple[VariantLine, QRectF]] = []

    @property
    def boxes(self) -> list[Box]:
        """Where they stand, in pixels."""
        return [(box.left(), box.top(), box.right(), box.bottom()) for _, box in self._plates]

    def place(self, lines: Sequence[VariantLine], taken: Iterable[Box], meets: Callable[[Box], bool]) -> None:
        """Put a plate on every line that is shown, away from other plates, and from points and arrows if possible.

        `lines`: the first ones choose first. `taken`: boxes in pixels that no plate covers. `meets`: whether a box
        covers points or arrows.
        """
        boxes = [QRectF(left, top, right - left, bottom - top) for left, top, right, bottom in taken]
        shown = [line for line in lines if line.model is not None]
        self._plates = []
        for line in shown:
            size = self._size(line.text)
            ways = _pieces(line.lines) if _is_curve(line) else longest(line.lines)
            stations = (0.5,) if _is_curve(line) else STATIONS
            plate = free_place(ways, size, boxes, self.boundingRect(), meets, stations)
            if plate is None:
                below = EDGE + len(self._plates) * (size[1] + GAP)
                plate = QRectF(self.frame.width - size[0] - EDGE, self.frame.height - size[1] - below, *size)
            boxes.append(plate)
            self._plates.append((line, plate))
        self.update()

    def _size(self, text: str) -> tuple[float, float]:
        metrics = QFontMetricsF(self.theme.font(SMALL, QFont.Weight.DemiBold))
        return metrics.horizontalAdvance(text) + 14 * self.theme.scale, 1.5 * metrics.height()

    def draw(self, painter: QPainter) -> None:
        """See `Layer.draw`."""
        theme = self.theme
        painter.setFont(theme.font(SMALL, QFont.Weight.DemiBold))
        painter.setBrush(QColor(theme.panel))
        for line, plate in self._plates:
            painter.setPen(QPen(QColor(line.colour(theme)), 1.2 * theme.stroke))
            painter.drawRoundedRect(plate, RADIUS, RADIUS)
            painter.setPen(QColor(theme.text))
            painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, line.text)


def _is_curve(line: VariantLine) -> bool:
    return line.model is not None and line.model.is_curved


def _pieces(lines: Sequence[QLineF]) -> list[QLineF]:
    """Return some of the short lines that a curve consists of."""
    return [lines[int(share * (len(lines) - 1))] for share in STATIONS] if lines else []
