"""The proof as a picture: the wedge between its two sides with the run in it, and where it closes (T8).

The mouse and the keys choose a mistake.
"""

from __future__ import annotations

import math
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QStaticText,
)
from PySide6.QtWidgets import QWidget

from perceptron_gui.frozen import Frozen
from perceptron_gui.gui.widgets.painted_widget import PaintedWidget
from perceptron_gui.session.steps import nice_step
from perceptron_gui.session.wording import tick_text
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats
    from perceptron_gui.engine.theory.bounds import ProofCurves
    from perceptron_gui.gui.style.theme import Theme
    from perceptron_gui.session.explanation.theorem_page import ProofPath


class PlotScale(Frozen):
    """An axis, from its lowest number to its highest."""

    # above 0 where it is logarithmic
    lowest: float
    highest: float
    # their places in pixels
    start: float
    end: float
    is_log: bool  # whether equal ratios, not differences, are equally far apart

    def place(self, values: Floats | float) -> Floats:
        """Return where numbers lie, in pixels; NaN for what a logarithmic axis has no place for."""
        numbers = np.asarray(values, dtype=np.float64)
        if self.is_log:
            numbers = np.log(np.where(numbers > 0, numbers, np.nan))
        low, high = self._ends
        places: Floats = self.start + (self.end - self.start) * (numbers - low) / (high - low)
        return places

    def numbers(self, count: int) -> Floats:
        """Return numbers that lie equally far apart, from the lowest to the highest. `count`: how many, 2 or more."""
        spread = np.geomspace if self.is_log else np.linspace
        return spread(self.lowest, self.highest, count)

    def ticks(self, room: float) -> list[float]:
        """Return the numbers to write at the axis: powers of ten, or multiples of 1, 2, 5 × 10ᵏ.

        `room`: pixels that each needs.
        """
        most = max(abs(self.end - self.start) / room, 1.0)
        if not self.is_log:
            step = nice_step((self.highest - self.lowest) / most)
            return [k * step for k in range(math.ceil(self.lowest / step), math.floor(self.highest / step) + 1)]
        first, last = math.ceil(math.log10(self.lowest)), math.floor(math.log10(self.highest))
        every = max(1, math.ceil((last - first + 1) / most))
        return [10.0**power for power in range(first, last + 1) if power % every == 0]

    @property
    def _ends(self) -> tuple[float, float]:
        if self.is_log:
            return math.log(self.lowest), math.log(self.highest)
        return self.lowest, self.highest


TICK_SIZE, LABEL_SIZE = 11, 16
STEPS = 48
"""Places at which a side of the wedge is drawn."""
MANY = 60
"""From so many mistakes on their marks are smaller."""
GAP = 6


class ProofPicture(Frozen, eq=False):
    """What is drawn."""

    curves: ProofCurves  # the sides of the wedge
    path: ProofPath  # the run's mistakes
    bound: float | None  # where the wedge closes
    bound_text: str  # the bound in figures
    # what the sides say, as rich text
    upper: str
    lower: str
    here: int | None  # index of the mistake that is told about
    is_linear: bool  # whether the axes are linear; else both are logarithmic
    unit: str  # what is counted across


class ProofDrawing(Frozen, eq=False, dict=True):
    """A picture of the proof at some size."""

    picture: ProofPicture
    theme: Theme
    size: QSizeF  # pixels

    # Places

    @cached_property
    def _line(self) -> float:
        return QFontMetricsF(self.theme.font(TICK_SIZE)).height()

    @cached_property
    def area(self) -> QRectF:
        """Where the run is drawn, within the axes: beside the widest number upwards."""
        advance = QFontMetricsF(self.theme.font(TICK_SIZE)).horizontalAdvance
        numbers = (tick_text(value, value) for value in self._numbers_upwards)
        left = max(map(advance, ("10000", *numbers))) + GAP
        return QRectF(left, GAP, max(self.size.width() - left - GAP, 1.0), self._bottom - GAP)

    @cached_property
    def _bottom(self) -> float:
        return max(self.size.height() - 2 * self._line - GAP, GAP + 1.0)

    @cached_property
    def across(self) -> PlotScale:
        """The axis of t."""
        return PlotScale(*self._ends_across, self.area.left(), self.area.right(), not self.picture.is_linear)

    @cached_property
    def _ends_across(self) -> tuple[float, float]:
        picture, is_log = self.picture, not self.picture.is_linear
        last = float(picture.path.mistakes.max(initial=1.0))
        end = max(picture.bound or 0.0, last) * (2.5 if is_log else 1.15)
        return 0.8 if is_log else 0.0, max(end, 10.0)

    @cached_property
    def upwards(self) -> PlotScale:
        """The axis of θ·θ* and ‖θ‖."""
        picture, is_log = self.picture, not self.picture.is_linear
        ends = np.array(self._ends_across)
        values = np.concatenate([picture.path.along, picture.path.length, picture.curves.length(ends)])
        lower = picture.curves.along(ends[:1])
        if lower is not None:
            values = np.concatenate([values, lower])
        values = values[values > 0] if is_log else values[np.isfinite(values)]
        if not values.any():
            values = np.ones(1)  # all points lie at the origin: θ stays there
        low = float(values.min()) * 0.7 if is_log else min(float(values.min()), 0.0)
        return PlotScale(low, float(values.max()) * 1.15, self._bottom, GAP, is_log)

    @cached_property
    def _numbers_upwards(self) -> list[float]:
        return self.upwards.ticks(2 * self._line)

    def _points(self, mistakes: Floats, values: Floats) -> list[QPointF]:
        """Return places in pixels, without those that a logarithmic axis does not have."""
        x, y = self.across.place(mistakes), self.upwards.place(values)
        return [QPointF(a, b) for a, b in zip(x.tolist(), y.tolist(), strict=True) if b == b]

    def nearest(self, x: float) -> int | None:
        """Return the index of the mistake that is nearest to a place across; None where there is none. `x`: pixels."""
        places = self.across.place(self.picture.path.mistakes)
        return int(np.abs(places - x).argmin()) if len(places) else None

    # Drawing

    def draw(self, painter: QPainter) -> None:
        """Draw all of it."""
        self._draw_axes(painter)
        painter.save()
        painter.setClipRect(self.area.adjusted(-1, -1, 1, 1))
        self._draw_wedge(painter)
        self._draw_run(painter)
        painter.restore()
        self._draw_names(painter)
        self._draw_bound(painter)

    def _draw_axes(self, painter: QPainter) -> None:
        area, font = self.area, self.theme.font(TICK_SIZE)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        painter.setPen(QPen(QColor(self.theme.line), 1))
        painter.drawPolyline([area.topLeft(), area.bottomLeft(), area.bottomRight()])
        painter.setPen(QColor(self.theme.muted))
        widest = metrics.horizontalAdvance("10⁻⁹") + 3 * GAP
        for value in self.across.ticks(widest):
            x, text = float(self.across.place(value)), tick_text(value, value)
            width = metrics.horizontalAdvance(text)
            left = min(x - width / 2, self.size.width() - width - GAP)
            painter.drawText(QPointF(left, area.bottom() + self._line), text)
        for value in self._numbers_upwards:
            y, text = float(self.upwards.place(value)), tick_text(value, value)
            base = max(y + metrics.capHeight() / 2, metrics.capHeight())
            painter.drawText(QPointF(area.left() - GAP - metrics.horizontalAdvance(text), base), text)
        name = self.picture.unit
        at = QPointF(area.center().x() - metrics.horizontalAdvance(name) / 2, area.bottom() + 2 * self._line)
        painter.drawText(at, name)

    def _draw_wedge(self, painter: QPainter) -> None:
        picture, theme = self.picture, self.theme
        mistakes = self.across.numbers(STEPS)
        upper, lower = picture.curves.length(mistakes), picture.curves.along(mistakes)
        if lower is not None and picture.bound is not None:
            inside = np.append(mistakes[mistakes < picture.bound], picture.bound)
            over, under = self._points(inside, picture.curves.length(inside)), self._lowest(inside)
            tint = QColor(theme.accent)
            tint.setAlphaF(0.08)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tint)
            # The lines cover its edges, and smooth ones take several times as long (A8).
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.drawPolygon(QPolygonF([*over, *reversed(under)]))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(theme.warn), 2 * theme.stroke))
        painter.drawPolyline(self._points(mistakes, upper))
        if lower is not None:
            painter.setPen(QPen(QColor(theme.good), 2 * theme.stroke))
            painter.drawPolyline(self._points(mistakes, lower))

    def _lowest(self, mistakes: Floats) -> list[QPointF]:
        """Return the lower side; where a logarithmic axis has no place for it, the axis."""
        lower = self.picture.curves.along(mistakes)
        assert lower is not None
        return self._points(mistakes, np.maximum(lower, self.upwards.lowest))

    def _draw_run(self, painter: QPainter) -> None:
        path, theme = self.picture.path, self.theme
        size = theme.scale * (3.2 if len(path.mistakes) < MANY else 2.0)
        lengths, alongs = self._points(path.mistakes, path.length), self._points(path.mistakes, path.along)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for points, colour in ((lengths, theme.text), (alongs, theme.accent)):
            painter.setPen(QPen(QColor(colour), 1.2 * theme.stroke))
            painter.drawPolyline(points)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.text))
        for at in lengths:
            painter.drawEllipse(at, size, size)
        painter.setBrush(QColor(theme.accent))
        for at in alongs:
            painter.drawRect(QRectF(at.x() - size, at.y() - size, 2 * size, 2 * size))
        self._draw_here(painter, 2.4 * size)

    def _draw_here(self, painter: QPainter, size: float) -> None:
        """Ring the mistake that is told about."""
        here, path = self.picture.here, self.picture.path
        if here is None:
            return
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(self.theme.accent), 2 * self.theme.stroke))
        for values in (path.length, path.along):
            for at in self._points(path.mistakes[here : here + 1], values[here : here + 1]):
                painter.drawEllipse(at, size, size)

    def _draw_names(self, painter: QPainter) -> None:
        """Write what the two sides say, outside the wedge: there the run never is."""
        picture, font = self.picture, self.theme.maths(LABEL_SIZE)
        painter.setFont(font)
        for html, is_upper, colour in ((picture.upper, True, self.theme.warn), (picture.lower, False, self.theme.good)):
            if html:
                text = _laid_out(html, self.theme)
                painter.setPen(QColor(colour))
                painter.drawStaticText(self._place_of_name(text.size(), is_upper), text)

    def _place_of_name(self, size: QSizeF, is_upper: bool) -> QPointF:
        """Return the corner of a name: over the upper side at the left, under the lower one before the bound."""
        area, curves, bound = self.area, self.picture.curves, self.picture.bound
        if is_upper:
            x = area.left() + 0.06 * area.width()
            upper = curves.length(self._mistakes_at(x + size.width()))
            return QPointF(x, max(self._height(upper) - size.height() - GAP, area.top()))
        end = area.right() if bound is None else float(self.across.place(bound))
        x = max(end - size.width() - 2 * GAP, area.left())
        lower = curves.along(self._mistakes_at(x))
        return QPointF(x, min(self._height(lower) + GAP, area.bottom() - size.height()))

    def _height(self, values: Floats | None) -> float:
        """Return the place upwards of the only value; the lowest place where a logarithmic axis has none for it."""
        lowest = self.upwards.lowest
        return float(self.upwards.place(lowest if values is None else np.maximum(values, lowest)).max())

    def _mistakes_at(self, x: float) -> Floats:
        """Return t at a place across, shape (1,)."""
        every = self.across.numbers(STEPS)
        return np.array([np.interp(x, self.across.place(every), every)])

    def _draw_bound(self, painter: QPainter) -> None:
        """Ring where the wedge closes, and say at how many mistakes."""
        picture, theme, area = self.picture, self.theme, self.area
        if picture.bound is None:
            return
        end = np.array([picture.bound])
        corner = self._points(end, picture.curves.length(end))[0]
        colour = QColor(theme.wrong)
        painter.setPen(QPen(colour, 1.2 * theme.stroke, Qt.PenStyle.DotLine))
        painter.drawLine(QPointF(corner.x(), area.top()), QPointF(corner.x(), area.bottom()))
        painter.setPen(QPen(colour, 2.2 * theme.stroke))
        painter.setBrush(QColor(theme.panel))
        painter.drawEllipse(corner, 5.5 * theme.scale, 5.5 * theme.scale)
        font = theme.font(LABEL_SIZE, QFont.Weight.Bold)
        painter.setFont(font)
        width = QFontMetricsF(font).horizontalAdvance(picture.bound_text)
        is_room = corner.x() + GAP + width <= self.size.width()
        x = corner.x() + GAP if is_room else corner.x() - GAP - width
        painter.drawText(QPointF(x, area.bottom() - GAP), picture.bound_text)


@lru_cache(maxsize=8)
def _laid_out(html: str, theme: Theme) -> QStaticText:
    """Return the name of a side: to lay it out takes longer than to draw the run."""
    text = QStaticText(html)
    text.prepare(font=theme.maths(LABEL_SIZE))
    return text


HEIGHT = 250
"""Pixels where nothing is enlarged."""


class ProofPlot(PaintedWidget):
    """Paints a `ProofPicture`; mistakes can be pointed at, clicked, and stepped through with ↑ and ↓.

    `pointed`: index of the mistake under the pointer; None when it leaves. `chosen`: index of the mistake to go to.
    """

    pointed = Signal(object)
    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._picture: ProofPicture | None = None
        self._pointed_at: int | None = None
        self.take_input(tr("The proof, mistake by mistake"))

    def show_picture(self, picture: ProofPicture | None) -> None:
        """Draw something else. `picture`: None for nothing."""
        self._picture = picture
        self.update()

    @property
    def usual_height(self) -> float:
        """See `PaintedWidget.usual_height`."""
        return HEIGHT if self._picture is not None else 0.0

    @property
    def drawing(self) -> ProofDrawing | None:
        """What is drawn, at this size."""
        return ProofDrawing(self._picture, self._theme, QSizeF(self.size())) if self._picture is not None else None

    def paintEvent(self, event: QPaintEvent) -> None:
        drawing = self.drawing
        if drawing is None:
            return
        painter = self.smooth_painter()
        drawing.draw(painter)
        self.draw_focus(painter)

    # Pointing

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        drawing = self.drawing
        if drawing is not None:
            self._point_at(drawing.nearest(event.position().x()))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point_at(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        drawing = self.drawing
        if drawing is not None and event.button() is Qt.MouseButton.LeftButton:
            self._choose(drawing.nearest(event.position().x()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        if self._picture is None or event.key() not in steps:
            super().keyPressEvent(event)
            return
        last, here = len(self._picture.path.mistakes) - 1, self._picture.here
        first = -1 if here is None else here
        self._choose(min(max(first + steps[Qt.Key(event.key())], 0), last) if last >= 0 else None)

    def _point_at(self, index: int | None) -> None:
        if index != self._pointed_at:
            self._pointed_at = index
            self.pointed.emit(index)

    def _choose(self, index: int | None) -> None:
        if index is not None:
            self.chosen.emit(index)
