"""What lies over the points: arrows, words, rings, the crosses of errors, and the selection."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray
from pyqtgraph.Qt import internals
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPixmap

from perceptron_gui.gui.canvas.arrows import Angle, Arrow
from perceptron_gui.gui.canvas.items import Layer
from perceptron_gui.gui.canvas.labels import Label
from perceptron_gui.gui.theme import Theme

LARGE_POINT = 13.0
"""Pixels of a point among few, for which the marks of errors are drawn."""


class Handle(Enum):
    """What of the start weights can be dragged: w by its tip, b by a place of the boundary."""

    WEIGHTS = "w"
    BIAS = "b"


@dataclass
class WayMarks:
    """Where a vector's move is asked about: its tip, the arrow that was drawn, the truth and what lies between."""

    tip: QPointF
    arrows: list[Arrow]
    labels: list[Label]
    angle: Angle | None = None

    def draw(self, painter: QPainter, theme: Theme) -> None:
        """Draw the tip as a place to begin at while nothing else is there."""
        if self.angle is not None:
            self.angle.draw(painter, theme)
        for arrow in self.arrows:
            arrow.draw(painter, QColor(theme.panel))
        halo = QColor(theme.panel)
        halo.setAlphaF(0.85)
        for label in self.labels:
            label.draw(painter, halo)
        if self.angle is None:
            painter.setPen(QPen(QColor(theme.accent), 2.4 * theme.stroke))
            painter.setBrush(QColor(theme.panel))
            painter.drawEllipse(self.tip, 6 * theme.stroke, 6 * theme.stroke)


class MarkLayer(Layer):
    """Arrows, labels, the ring of the visited point, the crosses of errors, and the selection."""

    def __init__(self) -> None:
        super().__init__(20)
        self.arrows: list[Arrow] = []
        self.labels: list[Label] = []
        self.errors: NDArray[np.float64] = np.empty((0, 2))
        self._fragments = internals.PrimitiveArray(QPainter.PixmapFragment, 10)
        self.selected: list[QPointF] = []
        self.pending: list[QPointF] = []
        self.visited: QPointF | None = None
        self.upcoming: QPointF | None = None
        self.band: QRectF | None = None
        self.influence: list[tuple[QPointF, float]] = []
        self.angle: Angle | None = None
        self.handles: dict[Handle, QPointF] = {}
        self.is_dragging = False
        self.way: WayMarks | None = None
        self._stamp: QPixmap | None = None
        self._stamp_scale = 1.0

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self._stamp = None
        super().set_theme(theme)

    def set_point_size(self, diameter: float) -> None:
        """Fit the marks of errors to points of `diameter` pixels."""
        scale = max(diameter / LARGE_POINT, 0.45)
        if scale != self._stamp_scale:
            self._stamp, self._stamp_scale = None, scale

    def draw(self, painter: QPainter) -> None:
        self._draw_pending(painter)
        self._draw_influence(painter)
        self._draw_errors(painter)
        self._draw_rings(painter)
        halo = QColor(self.theme.panel)
        halo.setAlphaF(0.85)
        if self.angle is not None:
            self.angle.draw(painter, self.theme)
        for arrow in self.arrows:
            arrow.draw(painter, QColor(self.theme.panel))
        for label in self.labels:
            label.draw(painter, halo)
        if self.way is not None:
            self.way.draw(painter, self.theme)
        for handle in self.handles.values():
            painter.setPen(QPen(QColor(self.theme.accent), 2))
            painter.setBrush(QColor(self.theme.accent if self.is_dragging else self.theme.panel))
            painter.drawEllipse(handle, 5, 5)
        if self.band is not None:
            painter.setPen(QPen(QColor(self.theme.accent), 1, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.band)

    def _draw_pending(self, painter: QPainter) -> None:
        """Make the points paler that have not arrived yet at this place of the timeline."""
        veil = QColor(self.theme.panel)
        veil.setAlphaF(0.65)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(veil)
        for at in self.pending:
            painter.drawEllipse(at, 8, 8)

    def _draw_influence(self, painter: QPainter) -> None:
        """Ring the points that caused the last updates, the fresher the stronger (P10)."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for at, strength in self.influence:
            colour = QColor(self.theme.accent)
            colour.setAlphaF(strength)
            painter.setPen(QPen(colour, 5))
            painter.drawEllipse(at, 11, 11)

    def _draw_rings(self, painter: QPainter) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(self.theme.accent), 2))
        for at in self.selected:
            painter.drawEllipse(at, 11, 11)
        if self.visited is not None:
            painter.setPen(QPen(QColor(self.theme.panel), 5))
            painter.drawEllipse(self.visited, 15, 15)
            painter.setPen(QPen(QColor(self.theme.text), 2.6))
            painter.drawEllipse(self.visited, 15, 15)
        if self.upcoming is not None:
            painter.setPen(QPen(QColor(self.theme.accent), 3, Qt.PenStyle.DotLine))
            painter.drawEllipse(self.upcoming, 17, 17)

    def _draw_errors(self, painter: QPainter) -> None:
        if not len(self.errors):
            return
        if self._stamp is None:
            self._stamp = self._make_stamp(painter.device().devicePixelRatioF())
        stamp, fragments = self._stamp, self._fragments
        fragments.resize(len(self.errors))
        # x, y, the source rectangle, the scale, the angle, the opacity of each: one call paints all.
        array = fragments.ndarray()
        array[:, :2] = self.errors
        array[:, 2:6] = 0, 0, stamp.width(), stamp.height()
        array[:, 6:] = 1 / stamp.devicePixelRatio(), 1 / stamp.devicePixelRatio(), 0, 1
        painter.drawPixmapFragments(*fragments.drawargs(), stamp)  # type: ignore[call-arg]

    def _make_stamp(self, sharpness: float) -> QPixmap:
        """Draw the mark of an error once: a two-tone ring and a cross, told from a class by form, not by colour."""
        scale = self._stamp_scale
        size = 36 * scale
        stamp = QPixmap(math.ceil(size * sharpness), math.ceil(size * sharpness))
        stamp.setDevicePixelRatio(sharpness)
        stamp.fill(Qt.GlobalColor.transparent)
        painter = QPainter(stamp)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(size / 2, size / 2)
        painter.scale(scale, scale)
        painter.setBrush(QBrush(Qt.BrushStyle.NoBrush))
        for colour, width in ((self.theme.panel, 4.0), (self.theme.text, 1.6)):
            painter.setPen(QPen(QColor(colour), width))
            painter.drawEllipse(QPointF(0, 0), 10.5, 10.5)
        for colour, width in ((self.theme.panel, 5.0), (self.theme.wrong, 2.4)):
            painter.setPen(QPen(QColor(colour), width, c=Qt.PenCapStyle.RoundCap))
            painter.drawLines([QLineF(6.5, -13, 12.5, -7), QLineF(6.5, -7, 12.5, -13)])
        painter.end()
        return stamp
