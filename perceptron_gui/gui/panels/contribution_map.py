"""What a feature adds to a score, over the plane: the deeper, the more, in two colours with 0 between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from perceptron_gui.gui.style.diverging import diverging_image
from perceptron_gui.gui.style.theme import LIGHT, Theme
from perceptron_gui.session.explanation.contributions import Contribution, ScoreSum, contribution_over

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats
    from perceptron_gui.engine.run.snapshot import Snapshot

HEIGHT = 200
"""Pixels, at scale 1."""
GRID = 72
"""Places across the picture."""
MARGIN = 0.15
"""Of the points' range, around them."""
MOST_POINTS = 300
DOT = 3.0


class ContributionMap(QWidget):
    """The picture of one row of the bars, with the points and the one that is explained."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._image: QImage | None = None
        self._snapshot: Snapshot | None = None
        self._ground = (0.0, 0.0, 1.0)
        self._point: int | None = None

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self._theme = theme
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(240, round(HEIGHT * self._theme.scale) if self._image is not None else 0)

    def show_term(
        self, snapshot: Snapshot, score: ScoreSum, term: Contribution, point: int, colours: tuple[str, str]
    ) -> None:
        """Draw what one feature adds.

        `score`: the score it adds to. `point`: the point that is ringed. `colours`: what takes from it and what adds to
        it.
        """
        self._snapshot, self._point = snapshot, point
        self._ground = _ground(snapshot.dataset.X[:, :2])
        heights = contribution_over(snapshot.model, score.theta, term.entry, self._places(snapshot))
        self._image = diverging_image(heights.reshape(GRID, GRID), self._theme, colours=colours)
        self.updateGeometry()
        self.update()

    def clear(self) -> None:
        """Draw nothing."""
        self._image = None
        self.updateGeometry()
        self.update()

    def _places(self, snapshot: Snapshot) -> Floats:
        """Return a grid over the square around the points; other coordinates stand at their means."""
        x, y, side = self._ground
        steps = (np.arange(GRID) + 0.5) / GRID * side
        places = np.repeat(snapshot.dataset.X.mean(axis=0)[None], GRID * GRID, axis=0)
        places[:, 0] = np.tile(x + steps, GRID)
        if places.shape[1] > 1:
            places[:, 1] = np.repeat(y + steps, GRID)
        return places

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._image is None or self._snapshot is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        side = min(self.width(), self.height())
        box = QRectF((self.width() - side) / 2, 0, side, side)
        painter.drawImage(box, self._image)
        painter.setPen(QPen(QColor(self._theme.line), 1))
        painter.drawRect(box)
        self._draw_points(painter, box, self._snapshot)

    def _draw_points(self, painter: QPainter, box: QRectF, snapshot: Snapshot) -> None:
        x, y, side = self._ground
        rows = np.unique(np.linspace(0, snapshot.dataset.n_samples - 1, MOST_POINTS).astype(np.int64))
        if self._point is not None:
            rows = np.append(rows, self._point)
        size, scale = DOT * self._theme.scale, box.width() / side
        for i in rows.tolist():
            across, upwards = [*snapshot.dataset.X[i, :2].tolist(), y + side / 2][:2]
            at = QPointF(box.left() + (across - x) * scale, box.bottom() - (upwards - y) * scale)
            painter.setPen(QPen(QColor(self._theme.panel), 1))
            painter.setBrush(QColor(self._theme.classes[int(snapshot.dataset.labels[i]) % 10]))
            painter.drawEllipse(at, size, size)
        if self._point is not None:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(self._theme.text), 2))
            painter.drawEllipse(at, 2.2 * size, 2.2 * size)


def _ground(positions: Floats) -> tuple[float, float, float]:
    """Return left, bottom and side of the square around points."""
    low, high = positions.min(axis=0), positions.max(axis=0)
    side = float((high - low).max()) * (1 + 2 * MARGIN) or 2.0
    middle = [*((low + high) / 2).tolist(), 0.0][:2]
    return middle[0] - side / 2, middle[1] - side / 2, side
