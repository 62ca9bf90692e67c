"""Plots with axes, by pyqtgraph: numbers as everywhere else, colours of the theme, a ring while one has the keys.

Imported with the first plot that is looked at, since pyqtgraph takes long to import.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QSizePolicy

from perceptron_gui.gui.style.theme import LIGHT, Theme
from perceptron_gui.gui.widgets.painted_widget import WIDTH, draw_ring
from perceptron_gui.session.steps import nice_step
from perceptron_gui.session.wording import tick_text

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats

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

    usual_height = 0.0  # pixels where nothing is enlarged

    def __init__(self, name: str, *sides: str) -> None:
        super().__init__(enableMenu=False, axisItems={side: ScaleAxis(side) for side in ("left", "bottom")})
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
        """Take other colours and sizes."""
        self._theme, font = theme, theme.font(TICK_SIZE)
        metrics = QFontMetricsF(font)
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
        """Return where numbers lie along the axes; NaN for what a logarithmic one has no place for."""
        return np.log10(np.where(values > 0, values, np.nan)) if self._is_log else values

    def places(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """Return where points lie, without those that a logarithmic axis has no place for."""
        x, y = self.place(x), self.place(y)
        is_there = np.isfinite(x + y)
        return x[is_there], y[is_there]

    def place_at(self, at: QPointF) -> float:
        """Return the place along the lower axis at a pixel."""
        return float(self.getViewBox().mapSceneToView(self.mapToScene(at.toPoint())).x())

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, round(self.usual_height * self._theme.scale))

    def minimumSizeHint(self) -> QSize:
        return QSize()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            draw_ring(QPainter(self.viewport()), self.viewport().rect(), self._theme)

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.viewport().update()
        return bool(super().event(event))

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # what it lies in scrolls
