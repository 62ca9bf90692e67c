"""Curves over the visits: mistakes per epoch (online: mistakes so far) and errors, the loss, ‖w‖ and b."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from perceptron_gui.engine.curves import Curves
from perceptron_gui.engine.dataset import Floats, Ints
from perceptron_gui.engine.settings import Order
from perceptron_gui.engine.snapshot import Snapshot
from perceptron_gui.gui.panels.panel import Panel
from perceptron_gui.gui.text import tr
from perceptron_gui.gui.theme import SMALL, Theme, text_font
from perceptron_gui.session.wording import counted, grouped, number_text

if TYPE_CHECKING:
    import pyqtgraph as pg

PLOTS = ("mistakes", "loss", "norm")
TITLES = {
    "mistakes": "mistakes per epoch (line) · errors then (dots)",
    "loss": "loss L (line) · ‖∇L‖ (dashed)",
    "norm": "‖w‖ (line) · b (dashed)",
}
SO_FAR = "mistakes so far ÷ points so far"


class CurvesPanel(Panel):
    """Three plots on the timeline's axis; hovering shows values, a click goes there.

    Signals
    -------
    sought : int
        The visit to go to.
    """

    sought = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._curves: Curves | None = None
        self._all: Curves | None = None
        self._is_online = False
        self._painted: Theme | None = None
        self._plots: dict[str, pg.PlotWidget] = {}
        self._lines: dict[str, pg.PlotDataItem] = {}
        self._cursors: list[pg.InfiniteLine] = []
        self.values = QLabel(tr("Point at a place to read its values; click to go there."))
        self.values.setWordWrap(True)
        self.values.setObjectName("caption")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(12, 10, 12, 10)
        self._column.addWidget(self.values)

    def draw(self, snapshot: Snapshot) -> None:
        """Move the cursor."""
        is_online = snapshot.settings.order is Order.ONLINE
        if not self._plots:
            self._make_plots()
        if self._painted != self.theme or is_online != self._is_online:
            self._is_online = is_online
            self._paint_plots()
        self._choose_curves(snapshot)
        for line in self._cursors:
            line.setValue(snapshot.visit)

    def show_curves(self, curves: Curves) -> None:
        """Draw `curves`."""
        self._all = curves
        if self.snapshot is not None:
            self._choose_curves(self.snapshot)

    def _choose_curves(self, snapshot: Snapshot) -> None:
        """Draw the curves, up to the cursor where nobody is to see what comes next."""
        if self._all is None:
            return
        curves = self._all.until(snapshot.visit, with_errors=False) if snapshot.is_veiled else self._all
        if snapshot.is_veiled or curves is not self._curves:
            self._curves = curves
            if self._plots:
                self._draw_lines(curves)

    def _make_plots(self) -> None:
        """Make the plots when they are first looked at: their library takes long to import."""
        import pyqtgraph as pg

        for name in PLOTS:
            plot = pg.PlotWidget(enableMenu=False)
            plot.setMouseEnabled(x=False, y=False)
            plot.hideButtons()
            plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            if self._plots:
                plot.setXLink(self._plots[PLOTS[0]])
            self._cursors.append(pg.InfiniteLine(angle=90))
            plot.addItem(self._cursors[-1], ignoreBounds=True)
            plot.scene().sigMouseMoved.connect(self._hover(plot, name))
            plot.scene().sigMouseClicked.connect(self._click(plot))
            self._plots[name] = plot
            self._column.addWidget(plot, 1)
        self._lines = {
            "mistakes": self._plots["mistakes"].plot(),
            "rate": self._plots["mistakes"].plot(),
            "errors": self._plots["mistakes"].plot(),
            "loss": self._plots["loss"].plot(),
            "gradient": self._plots["loss"].plot(),
            "norm": self._plots["norm"].plot(),
            "bias": self._plots["norm"].plot(),
        }
        if self._curves is not None:
            self._draw_lines(self._curves)

    def _paint_plots(self) -> None:
        import pyqtgraph as pg

        theme = self._painted = self.theme
        for name, plot in self._plots.items():
            plot.setBackground(theme.panel)
            title = SO_FAR if self._is_online and name == "mistakes" else TITLES[name]
            plot.setTitle(tr(title), color=theme.muted, size=f"{round(SMALL * theme.scale)}px")
            for side in ("left", "bottom"):
                axis = plot.getAxis(side)
                axis.setPen(pg.mkPen(theme.line))
                axis.setTextPen(pg.mkPen(theme.muted))
                axis.setTickFont(text_font(11))
        if self._is_online:
            self._plots["mistakes"].setYRange(0, 1)  # a share
        else:
            self._plots["mistakes"].enableAutoRange(axis="y")
        for line in self._cursors:
            line.setPen(pg.mkPen(theme.text, width=1.5))
        dash = Qt.PenStyle.DashLine
        for name, colour, style in (
            ("mistakes", theme.wrong, Qt.PenStyle.SolidLine),
            ("rate", theme.wrong, Qt.PenStyle.SolidLine),
            ("loss", theme.accent, Qt.PenStyle.SolidLine),
            ("gradient", theme.muted, dash),
            ("norm", theme.text, Qt.PenStyle.SolidLine),
            ("bias", theme.muted, dash),
        ):
            self._lines[name].setPen(pg.mkPen(colour, width=1, style=style))
        self._lines["errors"].setPen(None)
        self._lines["errors"].setSymbol("o")
        self._lines["errors"].setSymbolSize(4)
        self._lines["errors"].setSymbolPen(None)
        self._lines["errors"].setSymbolBrush(QColor(theme.accent))

    def _draw_lines(self, curves: Curves) -> None:
        if len(curves.seen):  # online: one pass, whose share of mistakes is what one looks at
            self._lines["mistakes"].setData([], [])
            self._lines["errors"].setData([], [])
        else:
            starts = np.concatenate([[0], curves.epoch_ends])
            self._lines["mistakes"].setData(starts, curves.mistakes, stepMode="center")
            self._lines["errors"].setData(curves.visits, curves.errors)
        self._lines["rate"].setData(curves.seen, curves.rate)
        self._lines["loss"].setData(curves.visits, curves.loss)
        self._lines["gradient"].setData(curves.visits, curves.gradient)
        self._lines["norm"].setData(curves.visits, curves.norm)
        has_bias = not np.isnan(curves.bias).all()
        self._lines["bias"].setData(curves.visits if has_bias else [], curves.bias if has_bias else [])

    def _hover(self, plot: pg.PlotWidget, name: str) -> Callable[[QPointF], None]:
        return lambda at: self._read(plot.plotItem.vb.mapSceneToView(at).x(), name)

    def _click(self, plot: pg.PlotWidget) -> Callable[..., None]:
        return lambda event: self.sought.emit(max(0, round(plot.plotItem.vb.mapSceneToView(event.scenePos()).x())))

    def _read(self, visit: float, name: str) -> None:
        """Write the values at a place."""
        curves = self._curves
        if curves is None or not len(curves.visits):
            return
        i = nearest(curves.visits, visit)
        if name == "mistakes" and len(curves.seen):
            self.values.setText(so_far_text(curves, nearest(curves.seen, visit)))
            return
        texts = [
            tr("visit {visit}").format(visit=grouped(int(curves.visits[i]))),
            tr("errors {count}").format(count=grouped(int(curves.errors[i]))),
            f"L {number_text(float(curves.loss[i]), digits=4)}",
            f"‖∇L‖ {length_text(float(curves.gradient[i]))}",
            f"‖w‖ {length_text(float(curves.norm[i]))}",
        ]
        if not np.isnan(curves.bias[i]):
            texts.append(f"b {number_text(float(curves.bias[i]), digits=4)}")
        self.values.setText(" · ".join(texts))


def so_far_text(curves: Curves, i: int) -> str:
    """Return mistakes so far over points so far, with its value."""
    seen, rate = int(curves.seen[i]), float(curves.rate[i])
    share = number_text(rate, is_exact=not rate * 1000 % 1, digits=4)
    words = tr("{mistakes} so far on {points}: {share}")
    return words.format(mistakes=counted(round(rate * seen), "mistake"), points=counted(seen, "point"), share=share)


def nearest(places: Ints, place: float) -> int:
    """Return the index of the nearest of ascending `places`."""
    distances: Floats = np.abs(places - place)
    return int(distances.argmin())


def length_text(length: float) -> str:
    """Return a length: a root, and so rounded, but for that of a vector of zeros."""
    return number_text(length, length == 0.0, 4)
