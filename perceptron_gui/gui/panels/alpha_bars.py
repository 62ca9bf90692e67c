"""α as bars in the order of the points (D1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from perceptron_gui.gui.style.theme import SMALL
from perceptron_gui.gui.widgets.cell_picture import Cell, CellPicture
from perceptron_gui.session.gram.rows_in_use import rows_in_use
from perceptron_gui.session.gram.tallest import tallest
from perceptron_gui.session.wording import grouped, index_text
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Ints
    from perceptron_gui.engine.run.snapshot import Snapshot

HEIGHT = 76
"""Pixels where nothing is enlarged."""
WIDEST = 28.0
"""Pixels of a bar with its gap, at most: two points are no two posters."""
GAP_FROM = 4.0
"""Pixels of a bar from which on there is a gap between two."""


class AlphaBars(CellPicture):
    """A bar for every point in the colour of its class; of more points than pixels the tallest of each pixel."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("α of every point, as bars"), parent)
        self._snapshot: Snapshot | None = None
        self._lit: int | None = None
        self._points: Ints = np.empty(0, dtype=np.int64)

    def show_snapshot(self, snapshot: Snapshot, lit: int | None) -> None:
        """Show α of a snapshot. `lit`: the point that is pointed at anywhere."""
        self._snapshot, self._lit = snapshot, lit
        self._choose_points()
        alpha = self._alpha
        if alpha is not None and len(alpha):
            words = tr("the largest is {alpha}, of {name}")
            largest = int(alpha.argmax())
            self.setAccessibleDescription(words.format(alpha=grouped(int(alpha[largest])), name=index_text(largest)))
        self.update()

    @property
    def _alpha(self) -> Ints | None:
        return self._snapshot.alpha if self._snapshot is not None else None

    def _choose_points(self) -> None:
        if self._alpha is not None:
            self._points = tallest(self._alpha, max(self.width(), 1))

    @property
    def usual_height(self) -> float:
        """See `PaintedWidget.usual_height`."""
        return HEIGHT

    @property
    def shape_in_cells(self) -> Cell:
        """One row, and a column for every bar. See `CellPicture`."""
        return int(len(self._points) > 0), len(self._points)

    @property
    def _step(self) -> float:
        return min(self.width() / max(len(self._points), 1), WIDEST * self._theme.scale)

    def cell_at(self, at: QPointF) -> Cell | None:
        """Return the bar whose column a place lies in. See `CellPicture`."""
        place = int(at.x() / self._step) if at.x() >= 0 else -1
        return (0, place) if 0 <= place < len(self._points) else None

    def point_of(self, cell: Cell | None) -> int | None:
        """Return the point whose bar a cell is."""
        return int(self._points[cell[1]]) if cell is not None and cell[1] < len(self._points) else None

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._snapshot is None or self._alpha is None or not len(self._alpha):
            return
        self._choose_points()
        painter = QPainter(self)
        font = self._theme.font(SMALL)
        line = QFontMetricsF(font).height()
        floor = self.height() - line
        self._draw_bars(painter, self._snapshot, self._alpha, QRectF(0, line, self.width(), floor - line))
        painter.setFont(font)
        painter.setPen(QColor(self._theme.muted))
        named = self._lit if self._lit is not None and self._lit < len(self._alpha) else int(self._alpha.argmax())
        painter.drawText(QPointF(0, QFontMetricsF(font).ascent()), self._said(named))
        ends = QRectF(0, floor, min(self._step * len(self._points), self.width()), line)
        painter.drawText(ends, Qt.AlignmentFlag.AlignLeft, index_text(0))
        if len(self._points) * self._step > 60 * self._theme.scale:
            painter.drawText(ends, Qt.AlignmentFlag.AlignRight, index_text(len(self._alpha) - 1))
        self.draw_focus(painter)

    def _said(self, point: int) -> str:
        assert self._alpha is not None
        return f"{index_text(point)}: α = {grouped(int(self._alpha[point]))}"

    def _draw_bars(self, painter: QPainter, snapshot: Snapshot, alpha: Ints, area: QRectF) -> None:
        theme, step = self._theme, self._step
        width = step * 0.8 if step >= GAP_FROM else step
        most = max(int(alpha.max()), 1)
        labels, learned = snapshot.dataset.labels, set(rows_in_use(snapshot))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.fillRect(QRectF(0, area.bottom(), area.width(), 1), QColor(theme.line))
        for place, point in enumerate(self._points.tolist()):
            height = area.height() * int(alpha[point]) / most
            bar = QRectF(place * step, area.bottom() - height, width, height)
            painter.fillRect(bar, theme.class_colour(int(labels[point])))
            if point == self._lit:
                glow = QColor(theme.accent)
                glow.setAlphaF(0.3)
                painter.fillRect(QRectF(bar.left(), area.top(), max(width, 2), area.height()), glow)
            if point in learned:
                painter.fillRect(QRectF(bar.left(), area.bottom(), max(width, 2), 3 * theme.stroke), QColor(theme.text))
