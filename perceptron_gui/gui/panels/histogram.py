"""How many runs of a fan made how many mistakes, as bars, with the mean, the worst and the bound."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QFontMetricsF, QKeyEvent, QMouseEvent

from perceptron_gui.gui.style.theme import SMALL
from perceptron_gui.gui.widgets.axis_plot import TICK_SIZE, AxisPlot
from perceptron_gui.session.comparison import mean_text
from perceptron_gui.session.wording import bound_text, grouped
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.run.fan import Bin, Fan
    from perceptron_gui.gui.style.theme import Theme

HEIGHT = 170
"""Pixels where nothing is enlarged."""
TOP = 1.35
"""Height of the plot, in that of the tallest bar: two lines of words are above it."""
NEAR = 3.0
"""A bound up to so many times the most mistakes stands at its place of the axis, one beyond that behind a break."""
SHARE, BREAK, BEYOND = 0.82, 0.86, 0.95
"""Where bars end, the axis is broken and the bound stands then, in the width of the plot."""


class Histogram(AxisPlot):
    """Bars of a fan's mistakes; a bar is chosen with the mouse or with ↑ and ↓: ← and → mean time everywhere (G6).

    `pointed`: which bar the mouse or the keys are at. `chosen`: a bar was clicked, or Enter pressed on it.
    """

    pointed = Signal(object)
    chosen = Signal(object)
    usual_height = HEIGHT

    def __init__(self) -> None:
        super().__init__(tr("Runs by their mistakes"), "bottom")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._fan: Fan | None = None
        self._bins: tuple[Bin, ...] = ()
        self._at_most: int | None = None
        self._at: int | None = None
        self.axes["bottom"].setLabel(tr("mistakes of a run"))
        self.bars = pg.BarGraphItem(x0=[], x1=[], height=[])
        # Each ends below its words.
        self.mean, self.bound = pg.InfiniteLine(angle=90, span=(0, 0.88)), pg.InfiniteLine(angle=90, span=(0, 0.76))
        self.mean_words, self.bound_words, self.gap = pg.TextItem(), pg.TextItem(), pg.TextItem("//", anchor=(0.5, 0.5))
        for item in (self.bars, self.mean, self.bound, self.mean_words, self.bound_words, self.gap):
            self.addItem(item, ignoreBounds=True)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours and sizes. See `AxisPlot.set_theme`."""
        super().set_theme(theme)
        self.mean.setPen(pg.mkPen(theme.text, width=1.5 * theme.stroke, style=Qt.PenStyle.DashLine))
        self.bound.setPen(pg.mkPen(theme.wrong, width=2 * theme.stroke, style=Qt.PenStyle.DotLine))
        for words, colour in ((self.mean_words, theme.text), (self.bound_words, theme.wrong), (self.gap, theme.muted)):
            words.setColor(colour)
            words.setFont(theme.font(SMALL))
        self._draw()

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
        self._draw()

    # Drawing

    def _draw(self) -> None:
        fan, bins, bound = self._fan, self._bins, self._at_most
        if fan is None or not bins:
            return
        least, most = bins[0].least, bins[-1].most + 1
        is_broken = bound is not None and bound > max(NEAR * fan.worst, most)
        if bound is not None and not is_broken:
            most = max(most, bound + 1)
        width = (most - least) / (SHARE if is_broken else 1.0)
        self.setRange(xRange=(least, least + width), yRange=(0, TOP), padding=0)
        self._number_ends(least, fan.worst)
        self._draw_bars()
        self._draw_line(self.mean, self.mean_words, (float(fan.mean) + 0.5 - least) / width, 0.0)
        self.mean_words.setText(tr("mean {mean}").format(mean=mean_text(fan.mean)))
        self.gap.setVisible(is_broken)
        self.gap.setPos(least + BREAK * width, 0)
        for item in (self.bound, self.bound_words):
            item.setVisible(bound is not None)
        if bound is not None:
            self._draw_line(self.bound, self.bound_words, BEYOND if is_broken else (bound + 0.5 - least) / width, -1.0)
            self.bound_words.setText(tr("bound {bound}").format(bound=bound_text(bound)))

    def _number_ends(self, least: int, worst: int) -> None:
        """Write the fewest and the most mistakes below the axis, with room for them beside it."""
        ends = {least: grouped(least), worst + 1: grouped(worst)}
        self.axes["bottom"].setTicks([list(ends.items())])
        widest = max(map(QFontMetricsF(self._theme.font(TICK_SIZE)).horizontalAdvance, ends.values()))
        self.axes["bottom"].setStyle(hideOverlappingLabels=round(widest))
        self.plotItem.layout.setContentsMargins(widest / 2, 1, widest / 2, 1)

    def _draw_line(self, line: pg.InfiniteLine, words: pg.TextItem, share: float, row: float) -> None:
        """Place a line and what it is. `share`: of the width. `row`: 0 for the top row of words, −1 for the next."""
        (left, right), _ = self.getViewBox().viewRange()
        line.setValue(left + share * (right - left))
        words.setAnchor((share, row))  # within the plot, wherever the line is
        words.setPos(line.value(), TOP)

    def _draw_bars(self) -> None:
        tallest = max(len(group.runs) for group in self._bins)
        colours = [QColor(self._theme.accent) for _ in self._bins]
        for i, colour in enumerate(colours):
            colour.setAlphaF(1.0 if i == self._at else 0.65)
        self.bars.setOpts(
            x0=[group.least + 0.05 * (group.most + 1 - group.least) for group in self._bins],
            x1=[group.most + 1 - 0.05 * (group.most + 1 - group.least) for group in self._bins],
            height=[len(group.runs) / tallest for group in self._bins],
            brushes=colours,
            pen=None,
        )

    # Hands

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point_at(self._index_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
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
            event.ignore()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._point_at(None)

    def _index_at(self, at: QPointF) -> int | None:
        """Return the bar of which the column is under a pixel, if it has runs."""
        x = self.place_at(at)
        return next((i for i, group in enumerate(self._bins) if group.least <= x < group.most + 1 and group.runs), None)

    def _point_at(self, index: int | None) -> None:
        if index != self._at:
            self._at = index
            self.viewport().setCursor(
                Qt.CursorShape.ArrowCursor if index is None else Qt.CursorShape.PointingHandCursor
            )
            self.pointed.emit(None if index is None else self._bins[index])
            if self._bins:
                self._draw_bars()

    def _choose(self) -> None:
        if self._at is not None:
            self.chosen.emit(self._bins[self._at])
