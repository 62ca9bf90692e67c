"""How many runs of a fan made how many mistakes, as bars, with the mean, the worst and the bound."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from perceptron_gui.frozen import Frozen
from perceptron_gui.gui.style.theme import SMALL
from perceptron_gui.gui.widgets.painted_widget import PaintedWidget
from perceptron_gui.session.comparison import mean_text
from perceptron_gui.session.wording import bound_text, grouped
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.run.fan import Bin, Fan

HEIGHT = 170
"""Pixels where nothing is enlarged."""
EDGE = 10.0
NEAR = 3.0
"""A bound up to so many times the most mistakes stands at its place of the axis, one beyond that behind a break."""
SHARE = 0.82
"""Share of the width that the bars get where the axis is broken."""


class _Scale(Frozen):
    """Where mistakes lie across, in pixels."""

    left: float
    width: float
    least: int
    most: int

    def x(self, mistakes: float) -> float:
        """Return the pixel of a number of mistakes."""
        return self.left + self.width * (mistakes - self.least) / (self.most - self.least)


class Histogram(PaintedWidget):
    """Bars of a fan's mistakes; a bar is chosen with the mouse or with ↑ and ↓: ← and → mean time everywhere (G6).

    `pointed`: which bar the mouse or the keys are at. `chosen`: a bar was clicked, or Enter pressed on it.
    """

    pointed = Signal(object)
    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._fan: Fan | None = None
        self._bins: tuple[Bin, ...] = ()
        self._at_most: int | None = None
        self._at: int | None = None
        self.take_input(tr("Runs by their mistakes"))

    def show_fan(self, fan: Fan | None, at_most: int | None) -> None:
        """Show other runs.

        `fan`: none shows nothing. `at_most`: the bound on the mistakes of each; None where there is none.
        """
        self._fan, self._at_most = fan, at_most
        self._bins = fan.histogram() if fan is not None else ()
        if self._at is not None:  # the bar is another one now, or gone
            at, self._at = self._at, None
            self.pointed.emit(None)
            self._point_at(at if at < len(self._bins) and self._bins[at].runs else None)
        self.update()

    @property
    def usual_height(self) -> float:
        """See `PaintedWidget.usual_height`."""
        return HEIGHT

    # What is where

    @property
    def _is_broken(self) -> bool:
        """Whether the bound lies so far away that it stands behind a break of the axis."""
        fan, bound = self._fan, self._at_most
        return fan is not None and bound is not None and bound > max(NEAR * fan.worst, self._bins[-1].most + 1)

    @property
    def _scale(self) -> _Scale:
        width, most = self.width() - 2 * EDGE, self._bins[-1].most + 1
        if self._at_most is not None and not self._is_broken:
            most = max(most, self._at_most + 1)
        return _Scale(EDGE, width * (SHARE if self._is_broken else 1.0), self._bins[0].least, most)

    def bar(self, index: int) -> QRectF:
        """Return where a bar stands, from the ground to the top of the tallest. `index`: from the left, from 0."""
        scale, group, line = self._scale, self._bins[index], self._line
        left, right = scale.x(group.least), scale.x(group.most + 1)
        return QRectF(left, 1.4 * line, right - left, self.height() - 3.6 * line)

    @property
    def _line(self) -> float:
        return QFontMetricsF(self._theme.font(SMALL)).height()

    # Hands

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point_at(self._index_at(event.position()))

    def leaveEvent(self, event: object) -> None:
        """Point at nothing: the mouse has left. See `QWidget.leaveEvent`."""
        self._point_at(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._point_at(self._index_at(event.position()))
        self._choose()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        full = [i for i, group in enumerate(self._bins) if group.runs]
        at = -1 if self._at is None else self._at
        if event.key() == Qt.Key.Key_Up and full:
            self._point_at(next((i for i in full if i > at), full[-1]))
        elif event.key() == Qt.Key.Key_Down and full:
            self._point_at(next((i for i in reversed(full) if i < at), full[0]))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._point_at(None)

    def _index_at(self, at: QPointF) -> int | None:
        """Return the bar of which the column is under a pixel, if it has runs."""
        columns = (i for i in range(len(self._bins)) if self.bar(i).left() <= at.x() < self.bar(i).right())
        index = next(columns, None)
        return index if index is not None and self._bins[index].runs else None

    def _point_at(self, index: int | None) -> None:
        if index != self._at:
            self._at = index
            self.setCursor(Qt.CursorShape.ArrowCursor if index is None else Qt.CursorShape.PointingHandCursor)
            self.pointed.emit(None if index is None else self._bins[index])
            self.update()

    def _choose(self) -> None:
        if self._at is not None:
            self.chosen.emit(self._bins[self._at])

    # Drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        fan = self._fan
        if fan is None or not self._bins:
            return
        painter = self.smooth_painter()
        painter.setFont(self._theme.font(SMALL))
        self._draw_bars(painter)
        self._draw_axis(painter, fan)
        if self._at_most is not None:
            self._draw_bound(painter, self._at_most)
        self.draw_focus(painter)

    def _draw_bars(self, painter: QPainter) -> None:
        tallest = max(len(group.runs) for group in self._bins)
        painter.setPen(Qt.PenStyle.NoPen)
        for i, group in enumerate(self._bins):
            column = self.bar(i)
            gap = min(1.5, 0.15 * column.width())
            height = column.height() * len(group.runs) / tallest
            colour = QColor(self._theme.accent)
            colour.setAlphaF(1.0 if i == self._at else 0.65)
            painter.setBrush(colour)
            painter.drawRect(QRectF(column.left() + gap, column.bottom() - height, column.width() - 2 * gap, height))

    def _draw_axis(self, painter: QPainter, fan: Fan) -> None:
        """Draw the ground, the fewest and the most mistakes below it, and the mean as a line."""
        theme, scale, ground = self._theme, self._scale, self.bar(0).bottom()
        painter.setPen(QPen(QColor(theme.muted), 1))
        painter.drawLine(QPointF(EDGE, ground), QPointF(self.width() - EDGE, ground))
        if self._is_broken:
            self._draw_break(painter, scale.x(scale.most) + 0.25 * (self.width() - EDGE - scale.x(scale.most)), ground)
        below, mean = ground + 1.1 * self._line, scale.x(float(fan.mean) + 0.5)
        metrics = QFontMetricsF(painter.font())
        for text, at in ((grouped(scale.least), scale.x(scale.least)), (grouped(fan.worst), scale.x(fan.worst + 1))):
            width = metrics.horizontalAdvance(text)
            painter.drawText(QPointF(min(max(at - width / 2, 0), self.width() - width), below), text)
        painter.drawText(QPointF(EDGE, below + self._line), tr("mistakes of a run"))
        painter.setPen(QPen(QColor(theme.text), 1.5 * theme.stroke, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(mean, 1.2 * self._line), QPointF(mean, ground))
        text = tr("mean {mean}").format(mean=mean_text(fan.mean))
        width = metrics.horizontalAdvance(text)
        painter.drawText(QPointF(min(max(mean - width / 2, 0), self.width() - width), self._line), text)

    def _draw_break(self, painter: QPainter, at: float, ground: float) -> None:
        """Draw two strokes across the axis: what is between is left out."""
        for aside in (-3, 3):
            painter.drawLine(QPointF(at + aside - 3, ground + 5), QPointF(at + aside + 3, ground - 5))

    def _draw_bound(self, painter: QPainter, bound: int) -> None:
        theme, scale, ground = self._theme, self._scale, self.bar(0).bottom()
        at = self.width() - 2 * EDGE if self._is_broken else scale.x(bound + 0.5)
        painter.setPen(QPen(QColor(theme.wrong), 2 * theme.stroke, Qt.PenStyle.DotLine))
        painter.drawLine(QPointF(at, 2.4 * self._line), QPointF(at, ground))
        text = tr("bound {bound}").format(bound=bound_text(bound))
        width = QFontMetricsF(painter.font()).horizontalAdvance(text)
        painter.setPen(QColor(theme.wrong))
        painter.drawText(QPointF(min(at - width / 2, self.width() - width - 2), 2.1 * self._line), text)
