"""The proof as a picture: the wedge between its two sides with the run in it, and where it closes (T8).

The mouse and the keys choose a mistake.
"""

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QMouseEvent, QPainter, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QGraphicsPolygonItem, QStyleOptionGraphicsItem, QWidget

from perceptron_gui.engine.data.dataset import Floats
from perceptron_gui.engine.theory.separability import ProofCurves
from perceptron_gui.frozen import Frozen
from perceptron_gui.gui.panels.axis_plots import AxisPlot
from perceptron_gui.gui.style.theme import TEXT, Theme, faded
from perceptron_gui.session.explanation.theorem.theorem_page import ProofPath
from perceptron_gui.session.wording import counted, joined
from perceptron_gui.translation import tr

LABEL_SIZE = 16
STEPS = 48
"""Places at which a side of the wedge is drawn."""
MANY = 60
"""From so many mistakes on their marks are smaller."""
GAP = 6
REMARK_AT = 0.42
"""Where on the way across a remark has its middle: below both sides, before the name of the lower one."""
HEIGHT, LEAST_HEIGHT, LEAST_IN_HALL = 250, 170, 120
"""Pixels where nothing is enlarged, where room is short, and where the bound would else have none in a hall."""


class ProofPicture(Frozen, eq=False):
    """The content of the proof's plot."""

    curves: ProofCurves  # the sides of the wedge
    path: ProofPath  # the run's mistakes
    remark: str  # what is said where there are none yet
    bound: float | None  # where the wedge closes
    bound_text: str  # the bound in figures
    # what the sides say, as rich text
    upper: str
    lower: str
    here: int | None  # index of the mistake that is told about
    is_linear: bool  # whether the axes are linear; else both are logarithmic
    unit: str  # what is counted across


class Wedge(QGraphicsPolygonItem):
    """The room between the two sides."""

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        # The sides cover its edges, and smooth ones take several times as long (A8).
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        super().paint(painter, option, widget)


class ProofPlot(AxisPlot):
    """Draws a `ProofPicture`; mistakes can be pointed at, clicked, and stepped through with ↑ and ↓.

    `pointed`: index of the mistake under the pointer; None when it leaves. `chosen`: index of the mistake to go to.
    """

    pointed = Signal(object)
    chosen = Signal(int)
    least_height: float = LEAST_HEIGHT

    def __init__(self) -> None:
        self.picture: ProofPicture | None = None
        super().__init__(tr("The proof, mistake by mistake"), "left", "bottom")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._pointed_at: int | None = None
        self._said = "", ""
        self._drawn: ProofPicture | None = None
        self.wedge = Wedge()
        self.upper, self.lower, self.length, self.along = (pg.PlotCurveItem(antialias=True) for _ in range(4))
        self.lengths, self.alongs = pg.ScatterPlotItem(symbol="o"), pg.ScatterPlotItem(symbol="s")
        self.here, self.corner = pg.ScatterPlotItem(symbol="o"), pg.ScatterPlotItem(symbol="o")
        self.end = pg.InfiniteLine(angle=90)
        self.names = pg.TextItem(anchor=(0, 1)), pg.TextItem(anchor=(0, 0)), pg.TextItem(anchor=(0, 1))
        self.remark = pg.TextItem(anchor=(0.5, 1))
        for item in (
            *(self.wedge, self.upper, self.lower, self.length, self.along, self.lengths, self.alongs, self.here),
            *(self.end, self.corner, *self.names, self.remark),
        ):
            self.addItem(item, ignoreBounds=True)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours. See `AxisPlot.set_theme`."""
        super().set_theme(theme)
        self.wedge.setPen(pg.mkPen(None))
        self.wedge.setBrush(faded(theme.accent, 0.08))
        for curve, colour, width in (
            *((self.upper, theme.warn, 2.0), (self.lower, theme.good, 2.0)),
            *((self.length, theme.text, 1.2), (self.along, theme.accent, 1.2)),
        ):
            curve.setPen(pg.mkPen(colour, width=width * theme.stroke))
        for dots, colour in ((self.lengths, theme.text), (self.alongs, theme.accent)):
            dots.setPen(None)
            dots.setBrush(pg.mkBrush(colour))
        self.here.setPen(pg.mkPen(theme.accent, width=2 * theme.stroke))
        self.here.setBrush(None)
        self.end.setPen(pg.mkPen(theme.wrong, width=1.2 * theme.stroke, style=Qt.PenStyle.DotLine))
        self.corner.setPen(pg.mkPen(theme.wrong, width=2.2 * theme.stroke))
        self.corner.setBrush(pg.mkBrush(theme.panel))
        self.corner.setSize(11 * theme.scale)
        self.least_height = LEAST_IN_HALL if theme.least else LEAST_HEIGHT
        fonts = theme.maths(LABEL_SIZE), theme.maths(LABEL_SIZE), theme.font(LABEL_SIZE, QFont.Weight.Bold)
        for text, font, colour in zip(self.names, fonts, (theme.warn, theme.good, theme.wrong), strict=True):
            text.setFont(font)
            text.setColor(colour)
        self.remark.setFont(theme.font(TEXT))
        self.remark.setColor(theme.muted)
        self._drawn = None
        self.show_picture(self.picture)

    def show_picture(self, picture: ProofPicture | None) -> None:
        """Draw something else. `picture`: None for nothing."""
        self.picture = picture
        self.usual_height = 0.0 if picture is None else HEIGHT
        if picture is None:
            return
        if self._drawn is None or not _is_alike(self._drawn, picture):
            self._drawn = picture
            self.set_log(not picture.is_linear)
            self.axes["bottom"].setLabel(picture.unit)
            self._draw_sides(picture)
            self._draw_run(picture.path)
            self._place_names(picture)
        self._draw_here(picture)

    def told(self) -> str:
        """Return how many mistakes there are, and where the wedge closes."""
        picture = self.picture
        if picture is None:
            return ""
        mistakes = picture.remark or counted("{count} mistake", "{count} mistakes", len(picture.path.mistakes))
        bound = tr("bound {bound}").format(bound=picture.bound_text) if picture.bound is not None else ""
        return joined(filter(None, (mistakes, bound)))

    def _draw_sides(self, picture: ProofPicture) -> None:
        ends = self._ends_across(picture)
        lowest, highest = self._ends_upwards(picture, ends)
        self.setRange(xRange=self.place(ends), yRange=self.place(np.array([lowest, highest])), padding=0)
        spread = np.linspace if picture.is_linear else np.geomspace
        mistakes = spread(ends[0], ends[1], STEPS)
        lower = picture.curves.along(mistakes)
        self.upper.setData(*self.places(mistakes, picture.curves.length(mistakes)))
        self.lower.setData(*([], []) if lower is None else self.places(mistakes, lower))
        over = under = np.empty((2, 0))
        if picture.bound is not None and lower is not None:
            inside = np.append(mistakes[mistakes < picture.bound], picture.bound)
            over = np.array(self.places(inside, picture.curves.length(inside)))
            inner = np.interp(inside, mistakes, lower)  # it is a line
            under = np.array(self.places(inside, np.maximum(inner, lowest)))
            self.end.setValue(float(self.place(inside[-1:])[0]))
        corners = np.hstack([over, under[:, ::-1]]).T.tolist()
        self.wedge.setPolygon(QPolygonF([QPointF(*corner) for corner in corners]))
        self.corner.setData(*over[:, -1:])
        self.end.setVisible(picture.bound is not None)

    def _draw_run(self, path: ProofPath) -> None:
        for curve, dots, values in ((self.length, self.lengths, path.length), (self.along, self.alongs, path.along)):
            places = self.places(path.mistakes, values)
            curve.setData(*places)
            dots.setData(*places, size=self._size_of(path))

    def _draw_here(self, picture: ProofPicture) -> None:
        """Ring the mistake that the panel explains."""
        path, here = picture.path, picture.here
        ringed = slice(0) if here is None else slice(here, here + 1)
        both = np.append(path.length[ringed], path.along[ringed])
        self.here.setData(*self.places(np.tile(path.mistakes[ringed], 2), both), size=2.4 * self._size_of(path))

    def _size_of(self, path: ProofPath) -> float:
        return self._theme.scale * (6.4 if len(path.mistakes) < MANY else 4.0)

    def _ends_across(self, picture: ProofPicture) -> Floats:
        last = float(picture.path.mistakes.max(initial=1.0))
        end = max(picture.bound or 0.0, last) * (1.15 if picture.is_linear else 2.5)
        return np.array([0.0 if picture.is_linear else 0.8, max(end, 10.0)])

    def _ends_upwards(self, picture: ProofPicture, ends: Floats) -> tuple[float, float]:
        values = np.concatenate([picture.path.along, picture.path.length, picture.curves.length(ends)])
        lower = picture.curves.along(ends[:1])
        values = np.append(values, [] if lower is None else lower)
        values = values[np.isfinite(values)] if picture.is_linear else values[values > 0]
        if not values.any():
            values = np.ones(1)  # all points lie at the origin: θ stays there
        low = float(values.min())
        return min(low, 0.0) if picture.is_linear else 0.7 * low, float(values.max()) * 1.15

    def _place_names(self, picture: ProofPicture) -> None:
        """Label the wedge's two sides on its outside, where the run never is, and the bound at its end."""
        (left, right), (low, high) = self.getViewBox().viewRange()
        pixel = np.array(self.getViewBox().viewPixelSize())
        upper, lower, bound = self.names
        if self._said != (picture.upper, picture.lower):
            self._said = picture.upper, picture.lower
            upper.setHtml(picture.upper)
            lower.setHtml(picture.lower)
        bound.setText(picture.bound_text)
        sizes = [np.array(text.boundingRect().size().toTuple()) * pixel for text in self.names]
        x = left + 0.06 * (right - left)
        upper.setPos(x, min(_height(self.upper, x + sizes[0][0], low) + GAP * pixel[1], high - sizes[0][1]))
        end = right if picture.bound is None else float(self.end.value())
        x = max(end - sizes[1][0] - 2 * GAP * pixel[0], left)
        lower.setPos(x, max(_height(self.lower, x, low) - GAP * pixel[1], low + sizes[1][1]))
        bound.setPos(end if end + sizes[2][0] <= right else end - sizes[2][0], low)
        self.remark.setText(picture.remark)
        self.remark.setVisible(bool(picture.remark))
        self.remark.setPos(left + REMARK_AT * (right - left), low)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.picture is not None:
            self._place_names(self.picture)

    # Pointing

    def nearest(self, at: QPointF) -> int | None:
        """Return the index of the mistake that is nearest to a place across; None where there is none. `at`: pixels."""
        if self.picture is None or not len(self.picture.path.mistakes):
            return None
        return int(np.abs(self.place(self.picture.path.mistakes) - self.place_at(at)).argmin())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point_at(self.nearest(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point_at(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self._choose(self.nearest(event.position()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        if self.picture is None or event.key() not in steps:
            event.ignore()
            return
        last, here = len(self.picture.path.mistakes) - 1, self.picture.here
        first = -1 if here is None else here
        self._choose(min(max(first + steps[Qt.Key(event.key())], 0), last) if last >= 0 else None)

    def _point_at(self, index: int | None) -> None:
        if index != self._pointed_at:
            self._pointed_at = index
            self.pointed.emit(index)

    def _choose(self, index: int | None) -> None:
        if index is not None:
            self.chosen.emit(index)


def _is_alike(one: ProofPicture, other: ProofPicture) -> bool:
    """Whether two pictures differ at most in the mistake that the panel explains."""
    names = ("curves", "remark", "bound", "bound_text", "upper", "lower", "is_linear", "unit")
    arrays = ("mistakes", "along", "length")
    return all(getattr(one, name) == getattr(other, name) for name in names) and all(
        np.array_equal(getattr(one.path, name), getattr(other.path, name), equal_nan=True) for name in arrays
    )


def _height(side: pg.PlotCurveItem, x: float, low: float) -> float:
    """Return where a side is over a place; `low` where a logarithmic axis has no place for it."""
    return float(np.interp(x, *side.getData())) if side.getData()[0] is not None and len(side.getData()[0]) else low
