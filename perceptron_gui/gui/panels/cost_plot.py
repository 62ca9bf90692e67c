"""The multiplications of primal and dual as they add up over the run (D4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from perceptron_gui.gui.style.theme import SMALL
from perceptron_gui.gui.widgets.painted_widget import PaintedWidget
from perceptron_gui.session.gram.costs import cost_curves
from perceptron_gui.session.wording import grouped
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats
    from perceptron_gui.engine.run.snapshot import Snapshot

HEIGHT, GAP = 104, 6
"""Pixels where nothing is enlarged, and between things."""


class CostPlot(PaintedWidget):
    """Two lines over the visits up to the cursor, each with its name and its number of now."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.curves: tuple[Floats, Floats, Floats] | None = None
        self.setAccessibleName(tr("Multiplications of primal and dual over the visits"))

    def show_snapshot(self, snapshot: Snapshot | None) -> None:
        """Draw the run up to its cursor. `snapshot`: None for nothing."""
        self.curves = cost_curves(snapshot) if snapshot is not None and snapshot.visit else None
        if self.curves is not None:
            _, primal, dual = self.curves
            words = tr("primal {primal}, dual {dual}")
            said = words.format(primal=grouped(int(primal[-1])), dual=grouped(int(dual[-1])))
            self.setAccessibleDescription(said)
        self.update()

    @property
    def usual_height(self) -> float:
        """See `PaintedWidget.usual_height`."""
        return HEIGHT

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.curves is None:
            return
        painter, theme = self.smooth_painter(), self._theme
        visits, primal, dual = self.curves
        font = theme.font(SMALL, QFont.Weight.DemiBold)
        metrics = QFontMetricsF(font)
        area = QRectF(0, metrics.height(), self.width(), self.height() - 2 * metrics.height())
        most = max(float(primal[-1]), float(dual[-1]), 1.0)
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        named = ((tr("primal"), primal, theme.accent, False), (tr("dual"), dual, theme.warn, True))
        painter.setFont(font)
        x = 0.0
        for name, costs, colour, is_dashed in named:
            line = Qt.PenStyle.DashLine if is_dashed else Qt.PenStyle.SolidLine
            painter.setPen(QPen(QColor(colour), 2.2 * theme.stroke, line))
            painter.drawPolyline(_line(visits / visits[-1], costs / most, area))
            text = f"{name} {grouped(int(costs[-1]))}"
            painter.drawText(QPointF(x, metrics.ascent()), text)
            x += metrics.horizontalAdvance(text) + 3 * GAP
        self._draw_axis(painter, area, int(visits[-1]))

    def _draw_axis(self, painter: QPainter, area: QRectF, visits: int) -> None:
        painter.setFont(self._theme.font(SMALL))
        painter.setPen(QColor(self._theme.muted))
        below = QRectF(0, area.bottom(), self.width(), self.height() - area.bottom())
        painter.drawText(below, Qt.AlignmentFlag.AlignLeft, "0")
        painter.drawText(below, Qt.AlignmentFlag.AlignRight, tr("visit {visit}").format(visit=grouped(visits)))


def _line(x: Floats, y: Floats, area: QRectF) -> QPolygonF:
    pixels = np.column_stack([area.left() + x * area.width(), area.bottom() - y * area.height()]).tolist()
    return QPolygonF([QPointF(*pixel) for pixel in pixels])
