"""The plots of the panel "Curves" with their axes, and the button for the one look at the test part (H1).

Imported when the panel is first looked at, since pyqtgraph takes long to import.
"""

from collections.abc import Callable, Mapping

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from perceptron_gui.engine.data.dataset import Floats, Ints, Part
from perceptron_gui.engine.run.records.curves import Curves
from perceptron_gui.gui.features.curves import curve_lines
from perceptron_gui.gui.panels.axis_plots import TICK_GAP, TICK_SIZE, ScaleAxis
from perceptron_gui.gui.style.theme import LIGHT, SMALL, Theme
from perceptron_gui.gui.widgets.plain_text import caption, in_column
from perceptron_gui.session.actions import BY_ID
from perceptron_gui.session.messages.run_end import test_text
from perceptron_gui.session.view.view_state import ViewState
from perceptron_gui.session.wording import grouped
from perceptron_gui.translation import tr


class WholeNumberAxis(ScaleAxis):
    """An axis of counts, of which there are none between two whole numbers, unless it is told otherwise."""

    is_whole = True

    def tickSpacing(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, float]]:
        """Return one level of ticks (spacing, offset), as far apart as their numbers need."""
        if self.orientation == "bottom":
            widest = QFontMetrics(self.style["tickFont"]).horizontalAdvance(grouped(int(maxVal)))
            self.room = widest + TICK_GAP
        ((step, offset),) = super().tickSpacing(minVal, maxVal, size)
        return [(max(step, 1.0) if self.is_whole else step, offset)]

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        """Return the numbers in full, with their figures in groups of three."""
        if not self.is_whole:
            return super().tickStrings(values, scale, spacing)
        return [grouped(round(value)) for value in values]


PLOTS = ("mistakes", "loss", "norm")
ACCURACY_PLOT = "accuracy"
"""Below the first one while points are held out, made when it is first drawn."""
LINES = {
    "mistakes": ("mistakes", "rate", *curve_lines.ERRORS.values(), "errors"),
    ACCURACY_PLOT: tuple(curve_lines.ACCURACY.values()),
    "loss": ("loss", "gradient"),
    "norm": ("norm", "bias"),
}
"""The lines of each plot."""
LEAST_OF_FOUR, LEAST_OF_THREE = 78, 45
"""Pixels of a plot with its axis where nothing is enlarged, below which the last of four, or of three, is left out."""
LEAST_HEIGHT = 116
"""Pixels of all of it where there is one more than three."""
WIDE, LONE_WIDTH = 3, 2
"""Pixels of the line of mistakes per epoch, behind that of the errors, and of states between which there is a gap."""
WIDEST_NUMBER = "−100000"
"""Every vertical axis has room for it: axes of one width keep the visits of the three plots below each other."""


class CurvePlots(QWidget):
    """Plots, one below the other, with the visits in the same places.

    `pointed`, `clicked`: the plot, and the visit under the pointer; a fraction between two visits. `told`: reads a
    plot, by its name, to who does not see it.
    """

    told: Callable[[str], str]

    pointed = Signal(str, float)
    clicked = Signal(str, float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.plots: dict[str, pg.PlotWidget] = {}
        self.lines: dict[str, pg.PlotDataItem] = {}
        self.titles: dict[str, QLabel] = {}
        self.cursors: list[pg.InfiniteLine] = []
        self.pointers: list[pg.InfiniteLine] = []
        self._mistakes_title, self._theme, self._has_accuracy, self._is_whole = "", LIGHT, False, True
        self._column = in_column(self, spacing=2)
        for name in PLOTS:
            self._add_plot(name)
        self.axis_name = QLabel(tr("visits"))
        self.axis_name.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._column.addWidget(self.axis_name)
        self.paint(LIGHT)

    def _add_plot(self, name: str) -> None:
        is_count = name == "mistakes"
        axes = {"bottom": WholeNumberAxis("bottom"), "left": (WholeNumberAxis if is_count else ScaleAxis)("left")}
        plot = pg.PlotWidget(enableMenu=False, axisItems=axes)
        plot.plotItem.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # which it does not have from its widget
        plot.setMouseEnabled(x=False, y=False)
        plot.hideButtons()
        plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        plot.told_as, plot.told = "Chart", lambda: self.told(name)
        if self.plots:
            plot.setXLink(self.plots[PLOTS[0]])
        for lines in (self.cursors, self.pointers):
            lines.append(pg.InfiniteLine(angle=90))
            plot.addItem(lines[-1], ignoreBounds=True)
        self.pointers[-1].hide()
        plot.scene().sigMouseMoved.connect(self._tell_place(name))
        plot.scene().sigMouseClicked.connect(self._tell_click(name))
        self.plots[name] = plot
        self.lines |= {line: plot.plot() for line in LINES[name]}
        at = 2 if name == ACCURACY_PLOT else 2 * len(self.plots) - 2
        # A label of Qt's wraps where a title of the plot's would be cut.
        self.titles[name] = title = QLabel()
        title.setWordWrap(True)
        title.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._column.insertWidget(at, title)
        self._column.insertWidget(at + 1, plot, 1)

    def _tell_place(self, name: str) -> Callable[[QPointF], None]:
        return lambda at: self.pointed.emit(name, self._visit_at(name, at))

    def _tell_click(self, name: str) -> Callable[..., None]:
        return lambda event: self.clicked.emit(name, self._visit_at(name, event.scenePos()))

    def _visit_at(self, name: str, at: QPointF) -> float:
        return float(self.plots[name].plotItem.vb.mapSceneToView(at).x())

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.point_at(None)

    def set_titles(self, titles: Mapping[str, str], is_online: bool) -> None:
        """Set the titles of the plots.

        `titles`: by the name of the plot. `is_online`: whether the first plot shows a share, from 0 to 1.
        """
        for name, title in titles.items():
            self.titles[name].setText(title)
            self.plots[name].setAccessibleName(title)
        self._mistakes_title = titles["mistakes"]
        plot = self.plots["mistakes"]
        plot.getAxis("left").is_whole = not is_online
        if is_online:
            plot.setYRange(0, 1)
        else:
            plot.enableAutoRange(axis="y")

    def paint(self, theme: Theme) -> None:
        """Adopt the colours and sizes of a theme."""
        self._theme, font = theme, theme.font(TICK_SIZE)
        metrics = QFontMetrics(font)
        # A font of their own would be lost with the first style sheet that says nothing of fonts.
        for words in (self.axis_name, *self.titles.values()):
            words.setStyleSheet(f"color: {theme.muted}; font-size: {theme.letters(SMALL)}px")
        for plot in self.plots.values():
            plot.setBackground(theme.panel)
            for side in ("left", "bottom"):
                axis = plot.getAxis(side)
                axis.setPen(pg.mkPen(theme.line))
                axis.setTextPen(pg.mkPen(theme.muted))
                axis.setTickFont(font)
            plot.plotItem.layout.setContentsMargins(1, metrics.height() / 2, 1, 1)  # for the number at its upper end
            axis = plot.getAxis("left")
            axis.room = metrics.height() * 1.25
            axis.setWidth(metrics.horizontalAdvance(WIDEST_NUMBER) + 8)
        self._paint_lines(theme)
        self._choose_plots()

    def _paint_lines(self, theme: Theme) -> None:
        solid, dash, dot = Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine
        for line in self.cursors:
            line.setPen(pg.mkPen(theme.text, width=1.5))
        for line in self.pointers:
            line.setPen(pg.mkPen(theme.muted, width=1, style=dot))
        for name, colour, style in (
            ("rate", theme.wrong, solid),
            ("errors", theme.accent, solid),
            (curve_lines.ERRORS[Part.VALIDATION], theme.text, dash),
            (curve_lines.ERRORS[Part.TEST], theme.wrong, dot),
            (curve_lines.ACCURACY[Part.TRAINING], theme.accent, solid),
            (curve_lines.ACCURACY[Part.VALIDATION], theme.text, dash),
            (curve_lines.ACCURACY[Part.TEST], theme.wrong, dot),
            ("loss", theme.accent, solid),
            ("gradient", theme.muted, dash),
            ("norm", theme.text, solid),
            ("bias", theme.muted, dash),
        ):
            if name in self.lines:
                pen = pg.mkPen(colour, width=1 if self._is_whole else LONE_WIDTH, style=style)
                if not self._is_whole:
                    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
                self.lines[name].setPen(pen)
        self.lines["mistakes"].setPen(pg.mkPen(theme.wrong, width=WIDE))

    def draw(self, curves: Curves) -> None:
        """Draw `curves`."""
        last = int(curves.through[-1]) if len(curves.visits) else 0
        self.plots[PLOTS[0]].setXRange(-curve_lines.HALF, max(last, 1) + curve_lines.HALF, padding=0.02)
        self._draw_mistakes(curves)
        names = "loss", "gradient", "norm", "bias"
        values: dict[str, Floats | Ints] = {name: getattr(curves, name) for name in names}
        if not len(curves.seen):
            values["errors"] = curves.errors
        self._draw_parts(curves)
        for name, heights in (values | curve_lines.line_values(curves)).items():
            if name in self.lines:
                x, y, is_joined = curve_lines.steps(curves, heights)
                self.lines[name].setData(x, y, connect=is_joined)
        is_whole = bool((curves.through[:-1] + 1 == curves.visits[1:]).all())
        if is_whole is not self._is_whole:
            self._is_whole = is_whole
            self._paint_lines(self._theme)

    def _draw_mistakes(self, curves: Curves) -> None:
        """Draw mistakes per epoch, or, where one pass is all there is, the share of mistakes."""
        if len(curves.seen):
            self.lines["mistakes"].setData([], [])
            self.lines["errors"].setData([], [])
        else:
            self.lines["mistakes"].setData(*curve_lines.epoch_steps(curves))
        sides = np.column_stack([curves.seen - curve_lines.HALF, curves.seen + curve_lines.HALF]).ravel()
        self.lines["rate"].setData(sides, np.repeat(curves.rate, 2))

    def _draw_parts(self, curves: Curves) -> None:
        """Name errors and accuracies of the parts, and show the accuracies, while points are held out."""
        held_out = curve_lines.named(each.part for each in curves.held_out)
        self.titles["mistakes"].setText(" · ".join(filter(None, (self._mistakes_title, held_out))))
        is_shown = bool(curves.held_out)
        if is_shown and ACCURACY_PLOT not in self.plots:
            self._add_plot(ACCURACY_PLOT)
            self.plots[ACCURACY_PLOT].setYRange(0, 1)
            self.paint(self._theme)
        if ACCURACY_PLOT in self.plots:
            lines = curve_lines.named(curve_lines.counts(curves))
            title = tr("accuracy: {lines}").format(lines=lines)
            self.titles[ACCURACY_PLOT].setText(title)
            self.plots[ACCURACY_PLOT].setAccessibleName(title)
        if is_shown is not self._has_accuracy:
            self._has_accuracy = is_shown
            self.updateGeometry()
            self._choose_plots()

    def minimumSizeHint(self) -> QSize:
        """Return the smallest size, in which a plot more than usual may replace another."""
        hint = super().minimumSizeHint()
        return QSize(hint.width(), LEAST_HEIGHT) if self._has_accuracy else hint

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._choose_plots()

    def _choose_plots(self) -> None:
        """Show as many plots as have room, which matters with the additional one, and where letters are large."""
        names = [PLOTS[0], *[ACCURACY_PLOT] * self._has_accuracy, *PLOTS[1:]]
        least = (LEAST_OF_FOUR if self._has_accuracy else LEAST_OF_THREE) * self._theme.scale
        gap = self._column.spacing()
        needed, n_shown = float(self.axis_name.sizeHint().height()), 0
        for name in names:
            needed += self.titles[name].heightForWidth(self.width()) + least + 2 * gap
            n_shown += needed <= self.height()
        shown = names[: max(n_shown, 1)]
        for name, plot in self.plots.items():
            if name != PLOTS[0]:  # a hidden one would stretch the others
                plot.setXLink(self.plots[PLOTS[0]] if name in shown else None)
            plot.setVisible(name in shown)
            self.titles[name].setVisible(name in shown)

    def move_cursor(self, visit: int) -> None:
        """Show where the run is. `visit`: visits before the cursor."""
        for line in self.cursors:
            line.setValue(visit)

    def point_at(self, visit: int | None) -> None:
        """Mark the place whose values are shown, which is where a click leads. `visit`: none to hide the mark."""
        for line in self.pointers:
            line.setVisible(visit is not None)
            line.setValue(visit if visit is not None else 0)


ACTION = BY_ID["data.look"]


class TestLook(QWidget):
    """A sentence, and a button while the test part is hidden; nothing where there is no test part.

    `asked`: the test part is to be shown.
    """

    __test__ = False  # no test of pytest's, whatever its name says
    asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.said, self.button = caption(), QPushButton(tr(ACTION.text))
        self.button.setToolTip(tr(ACTION.hint))
        self.button.clicked.connect(lambda: self.asked.emit())
        in_column(self, self.said).addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        self.hide()

    def show_state(self, state: ViewState, n_test: int) -> None:
        """Say whether the test part was looked at. `n_test`: points of the test part."""
        text = test_text(state, n_test)
        if text != self.said.text():
            self.said.setText(text)
        self.button.setVisible(bool(text) and not state.shows_test)
        self.setVisible(bool(text))
