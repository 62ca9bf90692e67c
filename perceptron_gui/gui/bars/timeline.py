"""The timeline: a tick for every mistake, epoch marks, and the cursor; a click goes there."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QEvent, QLineF, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QHelpEvent,
    QImage,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from perceptron_gui.engine.data.dataset import Floats
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.run.stages import Passes
from perceptron_gui.gui.bars.timeline_scale import LEAST_SPAN, epoch_at, span_for
from perceptron_gui.gui.style.theme import LIGHT, Theme, blend
from perceptron_gui.session.wording import place_text
from perceptron_gui.translation import N_, tr

MOST_LINES = 100
"""Ticks that are drawn as lines."""
MARK_GAP = 7.0
"""Least pixels between two epoch marks; closer ones are left out."""
HEIGHT, PADDING = 46, 8.0
HINT_EDGES, HINT_DROP = 26, 36
"""Pixels of a hint around its text; and those that Qt puts it below the place it is told, with the bar's own edge."""
HINT = N_(
    "Red: a mistake. Grey: an epoch begins. Blue: a point came. Click or drag: go there. Right click: pause here."
)


class Timeline(QWidget):
    """Shows a whole run and goes to any place of it.

    Parameters
    ----------
    parent : QWidget or None

    Signals
    -------
    sought : int
        The visit to go to.
    marked : int or None
        The visit at which play is to pause.
    rescaled : the span is another one, and wants its own ticks.
    """

    sought = Signal(object)
    marked = Signal(object)
    rescaled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(120)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(tr("Timeline"))
        self.setToolTip(tr(HINT))
        self._theme = LIGHT
        self._snapshot: Snapshot | None = None
        self._span = LEAST_SPAN
        self._is_dragging = False
        self._size = 1.0
        self._mark: int | None = None

    def sizeHint(self) -> QSize:
        return QSize(400, round(HEIGHT * self._size))

    def set_size(self, size: float) -> None:
        """Draw everything larger.

        Parameters
        ----------
        size : float
            1 for the size on a desk.
        """
        self._size = size
        self.updateGeometry()
        self.update()

    @property
    def span(self) -> int:
        """Visits from the left end to the right."""
        return self._span

    def set_theme(self, theme: Theme) -> None:
        """Take other colours.

        Parameters
        ----------
        theme : Theme
        """
        self._theme = theme
        self.update()

    def render_snapshot(self, snapshot: Snapshot) -> None:
        """Show the run up to its frontier.

        Parameters
        ----------
        snapshot : Snapshot
        """
        span = self._span if self._is_dragging else span_for(snapshot.frontier, snapshot.passes)
        is_rescaled = span != self._span
        self._span, self._snapshot = span, snapshot
        self.update()
        if is_rescaled:
            self.rescaled.emit()

    def show_mark(self, visit: int | None) -> None:
        """Show where play is to pause.

        Parameters
        ----------
        visit : int or None
            Visits completed there; None for nowhere.
        """
        self._mark = visit
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(blend(QColor(self._theme.text), QColor(self._theme.panel), 0.05))
        painter.drawRoundedRect(QRectF(0, 2, self.width(), self.height() - 4), 6, 6)
        if self._snapshot is None:
            return
        self._draw_known(painter, self._snapshot)
        self._draw_epochs(painter, self._snapshot)
        self._draw_mistakes(painter, self._snapshot)
        self._draw_flags(painter, self._snapshot)
        self._draw_cursor(painter, self._snapshot)

    def _x(self, visit: float) -> float:
        return self._padding + visit * (self.width() - 2 * self._padding) / self._span

    @property
    def _padding(self) -> float:
        return PADDING * self._size

    def _draw_known(self, painter: QPainter, snapshot: Snapshot) -> None:
        """Draw how far the run has been computed."""
        colour = QColor(self._theme.accent)
        colour.setAlphaF(0.16)
        painter.setBrush(colour)
        end, size, left = self._x(snapshot.frontier), self._size, self._padding
        bar = QRectF(left, self.height() - 8 * size, max(end - left, 0), 3 * size)
        painter.drawRoundedRect(bar, 1.5 * size, 1.5 * size)

    def _draw_epochs(self, painter: QPainter, snapshot: Snapshot) -> None:
        colour = QColor(self._theme.muted)
        colour.setAlphaF(0.55)
        painter.setPen(QPen(colour, round(self._size)))
        for visit in self._epoch_marks(snapshot.passes):
            x = round(self._x(visit)) + 0.5
            painter.drawLine(QLineF(x, 5 * self._size, x, self.height() - 9 * self._size))

    def _epoch_marks(self, passes: tuple[Passes, ...]) -> list[int]:
        """Return where epochs begin, as far as the marks can be told apart."""
        marks: list[int] = []
        for i, part in enumerate(passes):
            end = passes[i + 1].visit if i + 1 < len(passes) else self._span
            if part.size and self._x(part.size) - self._x(0) >= MARK_GAP * self._size:
                marks += range(part.visit, min(end, self._span) + 1, part.size)
        return marks

    def _draw_mistakes(self, painter: QPainter, snapshot: Snapshot) -> None:
        """Draw a tick a mistake, or its share of the tallest where there are too many to tell apart."""
        ticks = snapshot.ticks
        if ticks is None or not ticks.any():
            return
        middle, half = self.height() / 2 - self._size, self.height() / 2 - 12 * self._size
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
            x, h = self._x((i + 0.5) * each), heights[i]
            lines.append(QLineF(x, middle - h, x, middle + h))
        painter.setPen(QPen(QColor(self._theme.wrong), 1.6 * self._size))
        painter.drawLines(lines)

    def _draw_density(self, painter: QPainter, heights: Floats, middle: float, span: int) -> None:
        """Draw a column of pixels a tick, as an image: so many lines cost 20 times as much."""
        rows = np.abs(np.arange(self.height()) - middle)[:, None]
        pixels = np.where(rows <= heights, np.uint32(QColor(self._theme.wrong).rgba()), np.uint32(0))
        kind = QImage.Format.Format_ARGB32_Premultiplied
        image = QImage(pixels.tobytes(), len(heights), self.height(), 4 * len(heights), kind)
        painter.drawImage(QRectF(self._padding, 0, self._x(span) - self._padding, self.height()), image)

    def _draw_flags(self, painter: QPainter, snapshot: Snapshot) -> None:
        """Draw where points came, and where play is to pause."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.accent))
        size = self._size
        for visit in snapshot.arrivals:
            self._draw_flag(painter, visit, ((-4, 3), (4, 3), (0, 10)))
        if self._mark is not None:
            x = self._x(self._mark)
            painter.setPen(QPen(QColor(self._theme.accent), 2 * size))
            painter.drawLine(QLineF(x, 3 * size, x, self.height() - 3 * size))
            self._draw_flag(painter, self._mark, ((0, 3), (10, 7), (0, 11)))

    def _draw_flag(self, painter: QPainter, visit: int, corners: Sequence[tuple[float, float]]) -> None:
        size = self._size
        painter.drawPolygon(QPolygonF([QPointF(self._x(visit) + x * size, y * size) for x, y in corners]))

    def _draw_cursor(self, painter: QPainter, snapshot: Snapshot) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.text))
        width = 4 * self._size
        bar = QRectF(self._x(snapshot.visit) - width / 2, 2, width, self.height() - 4)
        painter.drawRoundedRect(bar, width / 2, width / 2)

    # Mouse

    def event(self, event: QEvent) -> bool:
        """See `QWidget.event`: tooltips stand above the timeline, as below it they would cover the buttons for time."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            text, x = self.hint_at(event.pos().x()), event.pos().x()
            # It goes when the mouse moves on: there it would name another visit.
            QToolTip.showText(self._hint_place(text), text, self, QRect(x - 2, 0, 5, self.height()))
            return True
        return super().event(event)

    def hint_at(self, x: float) -> str:
        """Return the visit and epoch at a place, and what the marks mean.

        Parameters
        ----------
        x : float
            Pixels from the left edge.
        """
        if self._snapshot is None:
            return self.toolTip()
        visit = min(max(self._visit_at(x), 0), self._span)
        place = place_text(visit, epoch_at(self._snapshot.passes, visit))
        if visit > self._snapshot.frontier:
            place = tr("{place}, not reached yet").format(place=place)
        return f"{place[:1].upper()}{place[1:]}\n{self.toolTip()}"

    def _hint_place(self, text: str) -> QPoint:
        """Return the place on the screen below which Qt shows the hint, so that all of it is above the bar."""
        lines = text.count("\n") + 1
        height = lines * QFontMetrics(QToolTip.font()).height() + HINT_EDGES
        return self.mapToGlobal(QPoint(0, -height - HINT_DROP))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._is_dragging = True
            self._seek_to(event.position().x())
        elif event.button() == Qt.MouseButton.RightButton:
            self._mark_at(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._is_dragging:
            self._seek_to(event.position().x())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._is_dragging = False

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self._snapshot is not None and event.angleDelta().y():
            self.sought.emit(self._snapshot.visit + (-1 if event.angleDelta().y() > 0 else 1))

    def _visit_at(self, x: float) -> int:
        return round((x - self._padding) * self._span / max(self.width() - 2 * self._padding, 1))

    def _mark_at(self, x: float) -> None:
        """Ask for the mark, or for none where it stands."""
        is_there = self._mark is not None and abs(self._x(self._mark) - x) < MARK_GAP * self._size
        self.marked.emit(None if is_there else max(self._visit_at(x), 1))

    def _seek_to(self, x: float) -> None:
        if self._snapshot is None:
            return
        visit = self._visit_at(x)
        self.sought.emit(min(max(visit, 0), self._snapshot.frontier))
