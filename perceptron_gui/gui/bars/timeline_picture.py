"""Paints the timeline: mistakes, epochs, arrivals of points, how far the run is known, and the cursor."""

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPolygonF

from perceptron_gui.engine.data.dataset import Floats
from perceptron_gui.engine.run.records.segments import Passes
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.gui.bars.timeline_scale import MARK_GAP
from perceptron_gui.gui.style.theme import Theme

MOST_LINES = 100
"""Ticks that are drawn as lines."""
PADDING = 8.0
"""Pixels beside the first and the last visit."""


class TimelinePicture:
    """Draws one run into the bar.

    `width`, `height`: pixels of the bar. `span`: visits that it covers. `size`: how much larger than usual it is; 1
    beside the panels.
    """

    def __init__(self, theme: Theme, width: int, height: int, span: int, size: float) -> None:
        self._theme = theme
        self._width, self._height = width, height
        self._span, self._size = span, size
        self._padding = PADDING * size

    def x(self, visit: float) -> float:
        """Return where a visit stands, in pixels from the left."""
        return self._padding + visit * (self._width - 2 * self._padding) / self._span

    def visit_at(self, x: float) -> int:
        """Return the visit at a place. `x`: pixels from the left."""
        return round((x - self._padding) * self._span / max(self._width - 2 * self._padding, 1))

    def draw(self, painter: QPainter, snapshot: Snapshot, mark: int | None) -> None:
        """Draw a run. `mark`: the visit at which play is to pause."""
        painter.setPen(Qt.PenStyle.NoPen)
        self._draw_known(painter, snapshot)
        self._draw_epochs(painter, snapshot)
        self._draw_rounds(painter, snapshot)
        self._draw_mistakes(painter, snapshot)
        self._draw_flags(painter, snapshot, mark)
        self._draw_cursor(painter, snapshot)

    def _draw_known(self, painter: QPainter, snapshot: Snapshot) -> None:
        """Draw how far the run has been computed."""
        colour = QColor(self._theme.accent)
        colour.setAlphaF(0.72)
        painter.setBrush(colour)
        end, size, left = self.x(snapshot.frontier), self._size, self._padding
        bar = QRectF(left, self._height - 8 * size, max(end - left, 0), 3 * size)
        painter.drawRoundedRect(bar, 1.5 * size, 1.5 * size)

    def _draw_epochs(self, painter: QPainter, snapshot: Snapshot) -> None:
        colour = QColor(self._theme.muted)
        colour.setAlphaF(0.85)
        painter.setPen(QPen(colour, round(self._size)))
        for visit in self._epoch_marks(snapshot.passes):
            x = round(self.x(visit)) + 0.5
            painter.drawLine(QLineF(x, 5 * self._size, x, self._height - 9 * self._size))

    def _epoch_marks(self, passes: tuple[Passes, ...]) -> list[int]:
        """Return where epochs begin, as far as the marks can be told apart."""
        marks: list[int] = []
        for i, part in enumerate(passes):
            end = passes[i + 1].visit if i + 1 < len(passes) else self._span
            if part.size and self.x(part.size) - self.x(0) >= MARK_GAP * self._size:
                marks += range(part.visit, min(end, self._span) + 1, part.size)
        return marks

    def _draw_rounds(self, painter: QPainter, snapshot: Snapshot) -> None:
        """Draw a bracket over the cycle, and a fainter one over each of its repeats (T9)."""
        if snapshot.round is None or snapshot.is_veiled:
            return
        first, last = snapshot.round
        colour, top, size = QColor(self._theme.warn), 2.0 * self._size, self._size
        length, repeats = last - first, range(first, max(snapshot.frontier, last), last - first)
        for begin in repeats if self.x(length) - self.x(0) >= MARK_GAP * size else range(first, last, length):
            colour.setAlphaF(1.0 if begin == first else 0.72)
            painter.setPen(QPen(colour, 2 * size))
            left, right = self.x(begin) + size, self.x(begin + length) - size
            corners = (left, 5), (left, 0), (right, 0), (right, 5)
            painter.drawPolyline([QPointF(x, top + y * size) for x, y in corners])

    def _draw_mistakes(self, painter: QPainter, snapshot: Snapshot) -> None:
        """Draw one tick per mistake; if there are too many, columns whose height shows their density."""
        ticks = snapshot.ticks
        if ticks is None or not ticks.any():
            return
        middle, half = self._height / 2 - self._size, self._height / 2 - 12 * self._size
        tallest = int(ticks.max())
        heights = np.where(ticks > 0, half * (1.0 if tallest <= 1 else 0.35 + 0.65 * ticks / tallest), -1.0)
        # The ticks were counted for the span of then: where it doubled meanwhile, they take the left half.
        if np.count_nonzero(ticks) < MOST_LINES:
            self._draw_ticks(painter, heights, middle, snapshot.span)
        else:
            self._draw_density(painter, heights, middle, snapshot.span)

    def _draw_ticks(self, painter: QPainter, heights: Floats, middle: float, span: int) -> None:
        each = span / len(heights)
        lines = []
        for i in np.flatnonzero(heights > 0).tolist():
            x, h = self.x((i + 0.5) * each), heights[i]
            lines.append(QLineF(x, middle - h, x, middle + h))
        painter.setPen(QPen(QColor(self._theme.wrong), 1.6 * self._size))
        painter.drawLines(lines)

    def _draw_density(self, painter: QPainter, heights: Floats, middle: float, span: int) -> None:
        """Draw the density as an image, one column of pixels per value, which is 20 times faster than lines."""
        rows = np.abs(np.arange(self._height) - middle)[:, None]
        pixels = np.where(rows <= heights, np.uint32(QColor(self._theme.wrong).rgba()), np.uint32(0))
        kind = QImage.Format.Format_ARGB32_Premultiplied
        image = QImage(pixels.tobytes(), len(heights), self._height, 4 * len(heights), kind)
        painter.drawImage(QRectF(self._padding, 0, self.x(span) - self._padding, self._height), image)

    def _draw_flags(self, painter: QPainter, snapshot: Snapshot, mark: int | None) -> None:
        """Draw flags where points arrived, and where playing will pause."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.accent))
        size = self._size
        for visit in snapshot.arrivals:
            self._draw_flag(painter, visit, ((-4, 3), (4, 3), (0, 10)))
        if mark is not None:
            x = self.x(mark)
            painter.setPen(QPen(QColor(self._theme.accent), 2 * size))
            painter.drawLine(QLineF(x, 3 * size, x, self._height - 3 * size))
            self._draw_flag(painter, mark, ((0, 3), (10, 7), (0, 11)))

    def _draw_flag(self, painter: QPainter, visit: int, corners: Sequence[tuple[float, float]]) -> None:
        size = self._size
        painter.drawPolygon(QPolygonF([QPointF(self.x(visit) + x * size, y * size) for x, y in corners]))

    def _draw_cursor(self, painter: QPainter, snapshot: Snapshot) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.text))
        width = 4 * self._size
        bar = QRectF(self.x(snapshot.visit) - width / 2, 2, width, self._height - 4)
        painter.drawRoundedRect(bar, width / 2, width / 2)
