"""The marks of points off the slice, on another side than they are drawn: a ring on a stem, below at the left."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen

from perceptron_gui.gui.canvas.error_marks import APART, LARGE_POINT
from perceptron_gui.gui.style.stamps import Shape, Stamp
from perceptron_gui.gui.style.theme import LIGHT, Theme

if TYPE_CHECKING:
    from numpy.typing import NDArray

NEAR, FAR, RING = 5.0, 9.0, 3.2
"""Pixels from the middle of a point to both ends of the stem, left and downwards, and of the ring at its end."""
BESIDE, SMALL_RING = 4.5, 2.4
"""In a crowd: of the ring's middle, on the corner of its point, and of the ring; a stem would cover others."""


class SliceMarks:
    """Draws such a mark in many places, from a picture that is drawn once."""

    def __init__(self) -> None:
        self.theme: Theme = LIGHT
        self._scale = 1.0
        self._places: tuple[NDArray[np.float64], NDArray[np.float64]] = (np.empty((0, 2)), np.empty((0, 2)))
        self._stamps: tuple[Stamp, Stamp] | None = None

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self.theme, self._stamps = theme, None

    def set_point_size(self, diameter: float) -> None:
        """Fit the marks to the size of points. `diameter`: of a point, in pixels."""
        scale = max(diameter / LARGE_POINT, 0.6)
        if scale != self._scale:
            self._scale, self._stamps = scale, None

    def set_places(self, places: NDArray[np.float64], is_close: NDArray[np.bool_]) -> None:
        """Mark other points; of several that are too close to be told apart one.

        `places`: shape (n, 2): in pixels. `is_close`: shape (n,): whether other points lie close to each; it is marked
        more lightly then.
        """
        cells = np.floor(places / (APART * self._scale)).astype(np.int64)
        _, first = np.unique(cells[:, 0] * 2**32 + cells[:, 1], return_index=True)
        self._places = places[first[~is_close[first]]], places[first[is_close[first]]]

    @property
    def count(self) -> int:
        """How many marks there are."""
        return sum(map(len, self._places))

    def draw(self, painter: QPainter) -> None:
        """Draw all marks, in one call for each of the two pictures."""
        if not self.count:
            return
        if self._stamps is None:
            self._stamps = self._make_stamp(FAR + RING * 0.7072, RING, NEAR), self._make_stamp(BESIDE, SMALL_RING, None)
        for places, stamp in zip(self._places, self._stamps, strict=True):
            stamp.draw(painter, places)

    def _make_stamp(self, middle: float, radius: float, stem_from: float | None) -> Stamp:
        scale, path = self._scale, QPainterPath()
        if stem_from is not None:
            path.moveTo(-stem_from * scale, stem_from * scale)
            path.lineTo(-FAR * scale, FAR * scale)
        path.addEllipse(QPointF(-middle, middle) * scale, radius * scale, radius * scale)
        shapes = []
        for colour, width, ground in ((self.theme.panel, 4.5, None), (self.theme.text, 1.8, self.theme.panel)):
            pen = QPen(QColor(colour), width * scale, c=Qt.PenCapStyle.RoundCap)
            shapes.append(Shape(path, pen, QBrush(QColor(ground)) if ground else QBrush(Qt.BrushStyle.NoBrush)))
        return Stamp(shapes, 2 * (middle + radius + 3) * scale)
