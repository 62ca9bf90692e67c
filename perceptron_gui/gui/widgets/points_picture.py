"""Points as a small picture, drawn from the points themselves: a thumbnail, or a look ahead."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QLineF, QRectF, QSize, QSizeF
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from perceptron_gui.engine.data.dataset import Dataset, Floats
from perceptron_gui.engine.data.parts import Part
from perceptron_gui.gui.style.pictures import drawn
from perceptron_gui.gui.style.stamps import class_stamp
from perceptron_gui.gui.style.theme import LIGHT, Theme
from perceptron_gui.session.classes.small_plane import positions, rectangle_around

MOST_POINTS = 2_000
"""Points that are drawn; of more, evenly many are."""
SIZES = ((12, 9.0), (80, 7.0), (400, 5.0))
"""Diameter of points in pixels, where there are at most so many; of more it is `SMALLEST`."""
SMALLEST = 3.5
MARGIN = 0.08
"""What is shown around the points, as a share of their range."""


def draw_points(painter: QPainter, box: QRectF, dataset: Dataset, theme: Theme) -> None:
    """Draw all points of the first two features, with one scale on both axes; those held out are hollow.

    `box`: where to, in pixels.
    """
    if not dataset.n_samples:
        return
    chosen = np.arange(0, dataset.n_samples, (dataset.n_samples - 1) // MOST_POINTS + 1)
    size = next((size for most, size in SIZES if dataset.n_samples <= most), SMALLEST) * theme.scale
    middles, labels = _pixels(positions(dataset)[chosen], dataset, box), dataset.labels[chosen]
    is_held_out = np.zeros(len(chosen), dtype=bool) if dataset.parts is None else dataset.parts[chosen] != Part.TRAINING
    for k in dataset.present:
        colour = theme.class_colour(k).name()
        for is_hollow, ground, edge in ((False, colour, theme.panel), (True, theme.panel, colour)):
            stamp = class_stamp(k, size, ground, edge)
            stamp.draw(painter, middles[(labels == k) & (is_held_out == is_hollow)])


def _pixels(places: Floats, dataset: Dataset, box: QRectF) -> Floats:
    """Return where places lie when all points are shown in the box."""
    left, _, right, top = rectangle_around(dataset, (box.width(), box.height()), MARGIN)
    unit = box.width() / (right - left)
    corner, scale = np.array([left, top]), np.array([unit, -unit])
    pixels: Floats = (places - corner) * scale + np.array([box.left(), box.top()])
    return pixels


class PointsPicture(QWidget):
    """Shows points, and the axes as far as they are in view; it grows with its room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self._dataset = Dataset.empty()
        self._picture: QPixmap | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    @property
    def dataset(self) -> Dataset:
        """The points that are shown."""
        return self._dataset

    def sizeHint(self) -> QSize:
        return QSize(340, 280)

    def minimumSizeHint(self) -> QSize:
        return QSize(220, 180)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours and sizes."""
        self._theme, self._picture = theme, None
        self.update()

    def show_points(self, dataset: Dataset) -> None:
        """Show other points."""
        self._dataset, self._picture = dataset, None
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        size = QSizeF(self.size())
        if self._picture is None or self._picture.deviceIndependentSize() != size:
            self._picture = drawn(size, self.devicePixelRatioF(), self._draw)
        QPainter(self).drawPixmap(0, 0, self._picture)

    def _draw(self, painter: QPainter) -> None:
        box, theme = QRectF(self.rect()), self._theme
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.setBrush(QColor(theme.panel))
        painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5))
        ((x, y),) = _pixels(np.zeros((1, 2)), self._dataset, box).tolist()
        painter.setPen(QPen(QColor(theme.muted), 1))
        painter.drawLines([QLineF(*ends) for is_seen, ends in (
            (box.left() < x < box.right(), (x, box.top(), x, box.bottom())),
            (box.top() < y < box.bottom(), (box.left(), y, box.right(), y)),
        ) if is_seen])  # fmt: skip
        draw_points(painter, box, self._dataset, theme)
