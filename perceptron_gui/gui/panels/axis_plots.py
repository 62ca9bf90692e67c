"""Plots with axes (pyqtgraph): mistakes of a fan's runs as bars, and of a trial's as dots (P5, T2).

Imported with the first plot that is looked at, since pyqtgraph takes long to import.
"""

import math

import numpy as np
import pyqtgraph as pg
from PySide6 import QtGui
from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtWidgets import QSizePolicy

from perceptron_gui.engine.data.dataset import Floats
from perceptron_gui.engine.run.many_runs import Bin, Case, Fan, Question, Trial
from perceptron_gui.gui.style.theme import LIGHT, SMALL, Theme
from perceptron_gui.gui.widgets.painted_widget import WIDTH, draw_ring
from perceptron_gui.session.comparison import mean_text
from perceptron_gui.session.view.view_state import nice_step
from perceptron_gui.session.wording import bound_text, counted, ended, grouped, joined, number_text, tick_text, together
from perceptron_gui.translation import tr

TICK_SIZE = 11
"""Size of the numbers on the axes, in pixels."""
TICK_GAP = 16
"""Least room between two numbers, in pixels."""


class ScaleAxis(pg.AxisItem):  # type: ignore[misc]
    """An axis of multiples of 1, 2, 5 × 10ᵏ or of powers of ten, as many as there is room for."""

    is_log = False
    room = 30.0  # pixels that a number needs

    def tickSpacing(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, float]]:
        step = (maxVal - minVal) * self.room / max(size, self.room)
        return [(max(1.0, math.ceil(step)) if self.is_log else nice_step(step), 0.0)]

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        if self.is_log:
            return [tick_text(10.0**value, 10.0**value) for value in values]
        return [tick_text(value, spacing) for value in values]


class AxisPlot(pg.PlotWidget):  # type: ignore[misc]
    """A plot as wide as its panel, and as high as it needs."""

    told_as = "Chart"
    usual_height = 0.0  # pixels where nothing is enlarged
    least_height = math.inf  # and down to which it gives way to what stands in its column

    def __init__(self, name: str, *sides: str) -> None:
        super().__init__(enableMenu=False, axisItems={side: ScaleAxis(side) for side in ("left", "bottom")})
        for part in (self, self.plotItem):
            part.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self._theme: Theme = LIGHT
        self._is_log = False
        self.axes = {side: self.getAxis(side) for side in sides}
        for side in ("left", "bottom"):
            self.showAxis(side, side in sides)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMouseEnabled(x=False, y=False)
        self.hideButtons()
        self.setAntialiasing(True)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def set_theme(self, theme: Theme) -> None:
        """Adopt the colours and sizes of a theme."""
        self._theme, font = theme, theme.font(TICK_SIZE)
        metrics = QtGui.QFontMetricsF(font)
        half = metrics.height() / 2
        self.setBackground(theme.panel)
        self.plotItem.layout.setContentsMargins(1 if "left" in self.axes else half, half, half, 1)
        for side, axis in self.axes.items():
            axis.setPen(pg.mkPen(theme.line))
            axis.setTextPen(pg.mkPen(theme.muted))
            axis.setTickFont(font)
            axis.setStyle(hideOverlappingLabels=round(half))  # those at the ends have room in the margins
            axis.label.setFont(font)
            axis.room = 2 * metrics.height() if side == "left" else metrics.horizontalAdvance("10⁻⁹") + TICK_GAP
        self.updateGeometry()

    def set_log(self, is_log: bool) -> None:
        """Make the axes logarithmic, or linear."""
        if is_log is not self._is_log:
            self._is_log = is_log
            for axis in self.axes.values():
                axis.is_log, axis.picture = is_log, None  # it is drawn anew

    def place(self, values: Floats) -> Floats:
        """Return positions along an axis; NaN for values that a logarithmic axis cannot show."""
        return np.log10(np.where(values > 0, values, np.nan)) if self._is_log else values

    def places(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """Return the points' positions, without those that a logarithmic axis cannot show."""
        x, y = self.place(x), self.place(y)
        is_there = np.isfinite(x + y)
        return x[is_there], y[is_there]

    def place_at(self, at: QPointF) -> float:
        """Return the place along the lower axis at a pixel."""
        return float(self.getViewBox().mapSceneToView(self.mapToScene(at.toPoint())).x())

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, round(self.usual_height * self._theme.scale))

    @property
    def to_spare(self) -> int:
        """Pixels by which it may be lower than it likes to be."""
        return round(max(self.usual_height - self.least_height, 0.0) * self._theme.scale)

    def minimumSizeHint(self) -> QSize:
        return QSize()

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            draw_ring(QtGui.QPainter(self.viewport()), self.viewport().rect(), self._theme)

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.viewport().update()
        return bool(super().event(event))

    def wheelEvent(self, event: QtGui.QWheelEvent) -> None:
        event.ignore()  # what it lies in scrolls


HEIGHT, LOW_HEIGHT = 170, 100
"""Pixels where nothing is enlarged, and where room is short."""
TOP = 1.35
"""Height of the plot, in that of the tallest bar: two lines of words are above it."""
NEAR = 3.0
"""A bound up to so many times the most mistakes stands at its place of the axis, one beyond that behind a break."""
SHARE, BREAK, BEYOND = 0.82, 0.86, 0.95
"""Where bars end, the axis is broken and the bound stands then, in the width of the plot."""


class Histogram(AxisPlot):
    """A histogram of a fan's mistakes; mouse or ↑ and ↓ choose a bar, as ← and → mean time everywhere (G6).

    `pointed`: which bar the mouse or the keys are at. `chosen`: a bar was clicked, or Enter pressed on it.
    """

    pointed = Signal(object)
    chosen = Signal(object)
    usual_height: float = HEIGHT

    def __init__(self) -> None:
        super().__init__(tr("Number of runs by number of mistakes"), "bottom")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._fan: Fan | None = None
        self._bins: tuple[Bin, ...] = ()
        self._at_most: int | None = None
        self._at: int | None = None
        self.axes["bottom"].setLabel(tr("mistakes per run"))
        self.bars = pg.BarGraphItem(x0=[], x1=[], height=[])
        # Each ends below its words.
        self.mean, self.bound = pg.InfiniteLine(angle=90, span=(0, 0.88)), pg.InfiniteLine(angle=90, span=(0, 0.76))
        self.mean_words, self.bound_words, self.gap = pg.TextItem(), pg.TextItem(), pg.TextItem("//", anchor=(0.5, 0.5))
        for item in (self.bars, self.mean, self.bound, self.mean_words, self.bound_words, self.gap):
            self.addItem(item, ignoreBounds=True)

    def set_low(self, is_low: bool) -> None:
        """Be as high as there is room for."""
        self.usual_height = LOW_HEIGHT if is_low else HEIGHT
        self.updateGeometry()

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
        """Show the runs of another fan.

        `fan`: none shows nothing. `at_most`: the bound on the mistakes of each; None where there is none.
        """
        self._fan, self._at_most = fan, at_most
        self._bins = fan.histogram() if fan is not None else ()
        if self._at is not None:  # the bar is another one now, or gone
            at, self._at = self._at, None
            self.pointed.emit(None)
            self._point_at(at if at < len(self._bins) and self._bins[at].runs else None)
        self._draw()

    def told(self) -> str:
        """Return the fewest and the most mistakes of the runs, their mean and the bound."""
        if self._fan is None or not self._bins:
            return ""
        ends = tr("{name}: {least} to {most} mistakes")
        runs = counted("{count} run", "{count} runs", sum(len(group.runs) for group in self._bins))
        said = [ends.format(name=runs, least=grouped(self._bins[0].least), most=grouped(self._fan.worst))]
        return joined(
            [*said, self.mean_words.toPlainText(), *[self.bound_words.toPlainText()] * self.bound.isVisible()]
        )

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
        widest = max(map(QtGui.QFontMetricsF(self._theme.font(TICK_SIZE)).horizontalAdvance, ends.values()))
        self.axes["bottom"].setStyle(hideOverlappingLabels=round(widest))
        self.plotItem.layout.setContentsMargins(widest / 2, 1, widest / 2, 1)

    def _draw_line(self, line: pg.InfiniteLine, words: pg.TextItem, share: float, row: float) -> None:
        """Place a vertical line and its caption.

        `share`: of the width. `row`: 0 for the top row of words, −1 for the next.
        """
        (left, right), _ = self.getViewBox().viewRange()
        line.setValue(left + share * (right - left))
        words.setAnchor((share, row))  # within the plot, wherever the line is
        words.setPos(line.value(), TOP)

    def _draw_bars(self) -> None:
        tallest = max(len(group.runs) for group in self._bins)
        colours = [QtGui.QColor(self._theme.accent) for _ in self._bins]
        for i, colour in enumerate(colours):
            colour.setAlphaF(1.0 if i == self._at else 0.65)
        heights = [len(group.runs) / tallest for group in self._bins]
        left = [group.least + 0.05 * (group.most + 1 - group.least) for group in self._bins]
        right = [group.most + 1 - 0.05 * (group.most + 1 - group.least) for group in self._bins]
        self.bars.setOpts(x0=left, x1=right, height=heights, brushes=colours, pen=None)

    # Hands

    def mouseMoveEvent(self, event: QtGui.QMouseEvent) -> None:
        self._point_at(self._index_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point_at(None)

    def mousePressEvent(self, event: QtGui.QMouseEvent) -> None:
        self._point_at(self._index_at(event.position()))
        self._choose()

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
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

    def focusOutEvent(self, event: QtGui.QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._point_at(None)

    def _index_at(self, at: QPointF) -> int | None:
        """Return the bar whose column is under a pixel, if it has any runs."""
        x = self.place_at(at)
        return next((i for i, group in enumerate(self._bins) if group.least <= x < group.most + 1 and group.runs), None)

    def _point_at(self, index: int | None) -> None:
        if index != self._at:
            self._at = index
            shapes = Qt.CursorShape
            self.viewport().setCursor(shapes.ArrowCursor if index is None else shapes.PointingHandCursor)
            self.pointed.emit(None if index is None else self._bins[index])
            if self._bins:
                self._draw_bars()

    def _choose(self) -> None:
        if self._at is not None:
            self.chosen.emit(self._bins[self._at])


ROW, LEAST_ROW = 46, 36
"""Pixels of one set where nothing is enlarged."""
BELOW_ROWS = 40
"""Pixels of the axis with its numbers and its name."""
BELOW_NAME = 0.4
"""Share of a row's height that its name takes: the bound would go through it."""
SPREAD = 0.3
"""Share of a row's height over which its dots are strewn, so that equal ones can be told apart."""


class TrialPlot(AxisPlot):
    """A row of dots for each set of points, one dot per run; a line marks the set's bound."""

    def __init__(self) -> None:
        super().__init__(tr("The mistakes of every run"), "bottom")
        self.trial: Trial | None = None
        self.runs, self.bounds = pg.ScatterPlotItem(pen=None), pg.PlotCurveItem(connect="pairs")
        self.names: list[pg.TextItem] = []
        self.axes["bottom"].setLabel(tr("mistakes"))
        self.addItem(self.runs)
        self.addItem(self.bounds)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours. See `AxisPlot.set_theme`."""
        super().set_theme(theme)
        colour = QtGui.QColor(theme.accent)
        colour.setAlphaF(0.45)
        self.runs.setBrush(colour)
        self.runs.setSize(6 * theme.scale)
        self.bounds.setPen(pg.mkPen(theme.wrong, width=2 * theme.stroke))
        for place in range(len(self.names)):
            self._paint_name(place)

    def show_trial(self, trial: Trial | None) -> None:
        """Draw the runs so far. `trial`: None where nobody asked for it."""
        self.trial = trial
        self.usual_height = 0.0
        if trial is None:
            return
        cases, is_log = trial.question.cases, trial.question is Question.MARGINS
        self.usual_height, self.least_height = (len(cases) * row + BELOW_ROWS for row in (ROW, LEAST_ROW))
        self._make_names(2 * len(cases))
        self.set_log(is_log)
        ends = np.array([1.0, 4.0 * trial.largest_bound] if is_log else [0.0, 1.15 * trial.largest_bound])
        self.setRange(xRange=self.place(ends), yRange=(-len(cases), 0), padding=0)
        bounds, rows = self.place(np.array([float(case.bound) for case in cases])), -np.arange(len(cases))
        self.bounds.setData(np.repeat(bounds, 2), np.column_stack([rows - BELOW_NAME, rows - 1]).ravel())
        for row, (case, mistakes) in enumerate(zip(cases, trial.mistakes, strict=True)):
            name, bound = self.names[2 * row : 2 * row + 2]
            name.setText(self._name(trial.question, case, mistakes))
            name.setPos(self.place(ends)[0], -row)
            bound.setText(grouped(case.bound))
            bound.setPos(bounds[row], -row - 1)
        strewn = [0.68 - SPREAD * ((i * 0.618034) % 1 - 0.5) for row in trial.mistakes for i in range(len(row))]
        rows = np.repeat(rows, [len(row) for row in trial.mistakes])
        self.runs.setData(self.place(np.concatenate(trial.mistakes).astype(np.float64)), rows - np.array(strewn))

    def told(self) -> str:
        """Return the mistakes of each set, and its bound."""
        words = [text.toPlainText() for text in self.names]
        bound = tr("bound {bound}")
        pairs = zip(words[::2], words[1::2], strict=True)
        return together(*(ended(f"{name}, {bound.format(bound=most)}") for name, most in pairs))

    def _name(self, question: Question, case: Case, mistakes: tuple[int, ...]) -> str:
        if question is Question.MARGINS:
            name = tr("margin {margin}").format(margin=number_text(case.margin))
        else:
            name = counted("{count} dimension", "{count} dimensions", case.n_features)
        if not mistakes:
            return name
        words = tr("{name}: {least} to {most} mistakes")
        return words.format(name=name, least=grouped(min(mistakes)), most=grouped(max(mistakes)))

    def _make_names(self, count: int) -> None:
        """Create or hide text items until there are two for each row: its name and its bound."""
        while len(self.names) > count:
            self.removeItem(self.names.pop())
        while len(self.names) < count:
            self.names.append(pg.TextItem(anchor=(0, len(self.names) % 2)))
            self.addItem(self.names[-1], ignoreBounds=True)
            self._paint_name(len(self.names) - 1)

    def _paint_name(self, place: int) -> None:
        theme, is_bound = self._theme, place % 2
        self.names[place].setColor(theme.wrong if is_bound else theme.text)
        self.names[place].setFont(theme.font(SMALL, QtGui.QFont.Weight.Bold if is_bound else QtGui.QFont.Weight.Normal))
