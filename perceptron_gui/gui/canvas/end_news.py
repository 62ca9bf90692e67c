"""How a run ended, in large words over the picture: the news of the lesson (P7)."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from perceptron_gui.gui.canvas.overlay import GAP, Fade, Overlay
from perceptron_gui.gui.style.theme import RADIUS, Theme
from perceptron_gui.session.messages.run_end import Outcome, RunEnd

HEADLINE, REASON = 24, 14
"""Sizes in pixels on a desk."""
PADDING, SIGN, LINE_GAP = 16.0, 26.0, 4.0
SMALLEST = 0.55
"""To which share of its size the headline shrinks before it is cut."""
WIDEST = 0.62
"""Largest share of the canvas's width, so that it has a place beside the counter or above the points."""
LEAST_WIDEST = 420.0
"""Pixels that the plate may take on a narrow canvas."""


class EndNews(Overlay):
    """A plate with a sign, what happened, what it means and what to do next."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.end: RunEnd | None = None
        self.fade = Fade(self)

    def show_end(self, end: RunEnd | None) -> None:
        """Show how a run ended, or fade out. `end`: none to fade out; the words stay until it is gone."""
        if end is not None:
            self.end = end
            self.setAccessibleName(end.sentence)
            self.update()
        self.fade.set_shown(end is not None)

    @property
    def lines(self) -> tuple[str, str]:
        """The headline, and what stands below it."""
        if self.end is None:
            return "", ""
        below = [part for part in (self.end.reason, self.end.next_step) if part]
        return self.end.headline, "  ·  ".join(below)

    def wanted_size(self, room: QSizeF) -> QSizeF:
        """Return the size that the words need, a long second line wrapped. See `Overlay.wanted_size`."""
        scale = self.theme.scale
        headline, below = self._fonts(self._widest(room))
        width = QFontMetricsF(headline).horizontalAdvance(self.lines[0]) + self._indent
        metrics = QFontMetricsF(below)
        width = max(width, min(metrics.horizontalAdvance(self.lines[1]), self._widest(room)))
        height = QFontMetricsF(headline).height()
        if self.lines[1]:
            height += LINE_GAP * scale + self._below(metrics, width).height()
        return QSizeF(width + 2 * PADDING * scale + 2, height + 1.5 * PADDING * scale)

    def _widest(self, room: QSizeF) -> float:
        widest = max(WIDEST * room.width(), min(room.width() - 2 * GAP, LEAST_WIDEST))
        return widest * self.narrowness - 2 * PADDING * self.theme.scale

    @property
    def _indent(self) -> float:
        return (SIGN + 8) * self.theme.scale

    def _fonts(self, width: float) -> tuple[QFont, QFont]:
        """Return the fonts of both lines: the first as large as `width` allows."""
        sizes = range(HEADLINE, round(SMALLEST * HEADLINE), -1)
        fonts = [self.theme.font(size, QFont.Weight.Bold) for size in sizes]
        # Measured: letters do not shrink in proportion.
        fit = (font for font in fonts if QFontMetricsF(font).horizontalAdvance(self.lines[0]) + self._indent <= width)
        return next(fit, fonts[-1]), self.theme.font(REASON)

    def _below(self, metrics: QFontMetricsF, width: float) -> QRectF:
        flags = Qt.AlignmentFlag.AlignHCenter.value | Qt.TextFlag.TextWordWrap.value
        return metrics.boundingRect(QRectF(0, 0, width + 1, 1e4), flags, self.lines[1])

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.end is None:
            return
        painter = QPainter(self)
        painter.setOpacity(self.opacity)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scale, theme = self.theme.scale, self.theme
        colour, tint = _colours(self.end.outcome, theme)
        painter.setPen(QPen(colour, 1.6 * scale))
        painter.setBrush(tint)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(scale, scale, -scale, -scale), RADIUS, RADIUS)
        inner = QRectF(self.rect()).adjusted(PADDING * scale, 0.75 * PADDING * scale, -PADDING * scale, 0)
        headline, below = self._fonts(inner.width())
        metrics = QFontMetricsF(headline)
        words = metrics.elidedText(self.lines[0], Qt.TextElideMode.ElideRight, inner.width() - self._indent + 2)
        left = inner.left() + (inner.width() - metrics.horizontalAdvance(words) - self._indent) / 2
        draw_sign(painter, self.end.outcome, QPointF(left, inner.top() + metrics.height() / 2), SIGN * scale, colour)
        painter.setPen(colour)
        painter.setFont(headline)
        painter.drawText(QPointF(left + self._indent, inner.top() + metrics.ascent()), words)
        painter.setPen(QColor(theme.text))
        painter.setFont(below)
        rest = inner.adjusted(-1, metrics.height() + LINE_GAP * scale, 1, 0)
        flags = Qt.AlignmentFlag.AlignHCenter.value | Qt.AlignmentFlag.AlignTop.value | Qt.TextFlag.TextWordWrap.value
        painter.drawText(rest, flags, self.lines[1])


def _colours(outcome: Outcome, theme: Theme) -> tuple[QColor, QColor]:
    """Return the colour of the words and of the ground."""
    if outcome is Outcome.CONVERGED:
        return QColor(theme.good), QColor(theme.good_tint)
    if outcome is Outcome.PASS_DONE:
        return QColor(theme.text), QColor(theme.panel)
    return QColor(theme.warn), QColor(theme.warn_tint)


def draw_sign(painter: QPainter, outcome: Outcome, at: QPointF, size: float, colour: QColor) -> None:
    """Draw the sign of an outcome; each has a form of its own, so that colour is never the only difference.

    `at`: the middle of its left edge, in pixels. `size`: width and height in pixels.
    """
    painter.save()
    painter.translate(at + QPointF(size / 2, 0))
    painter.scale(size / 24, size / 24)
    cap, join = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
    painter.setPen(QPen(colour, 3.2, c=cap, j=join))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if outcome is Outcome.CONVERGED:
        painter.drawPolyline(QPolygonF([QPointF(-8, 1), QPointF(-2.5, 7), QPointF(8, -7)]))
    elif outcome is Outcome.CYCLE:
        painter.drawArc(QRectF(-8, -8, 16, 16), 16 * 40, 16 * 290)
        painter.setBrush(colour)
        painter.drawPolygon(QPolygonF([QPointF(9.5, -9.5), QPointF(8.5, -2.5), QPointF(3, -5.5)]))
    elif outcome is Outcome.PASS_DONE:
        painter.drawLine(QLineF(-7, 0, 6, 0))
        painter.drawPolyline(QPolygonF([QPointF(1, -6), QPointF(7, 0), QPointF(1, 6)]))
        painter.drawLine(QLineF(9.5, -7, 9.5, 7))
    else:
        bars = QPainterPath()
        bars.addRoundedRect(QRectF(-7, -7, 14, 14), 2, 2)
        painter.drawPath(bars)
    painter.restore()
