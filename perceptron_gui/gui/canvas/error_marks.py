"""The marks of errors: a two-tone ring and a cross; in a crowd the cross alone, and one where several would cover.

Before the first update every point is an error, since f is 0 everywhere: crosses say so, rings would single out nobody.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen

from perceptron_gui.gui.style.stamps import Shape, Stamp
from perceptron_gui.gui.style.theme import LIGHT, Theme

if TYPE_CHECKING:
    from numpy.typing import NDArray

LARGE_POINT = 13.0
"""Pixels of a point among few, for which the marks are drawn."""
APART = 7.0
"""Pixels between two crosses that can be told apart, at that size."""
FULL, CROSS = 0, 1
"""Which of the two stamps: ring and cross beside it, or the cross alone."""


class ErrorMarks:
    """Draws a mark at every error, from pictures that are drawn once."""

    def __init__(self) -> None:
        self.theme: Theme = LIGHT
        self.scale = 1.0
        self.has_rings = True
        self._places: tuple[NDArray[np.float64], NDArray[np.float64]] = (np.empty((0, 2)), np.empty((0, 2)))
        self._stamps: tuple[Stamp, Stamp] | None = None

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self.theme, self._stamps = theme, None

    def set_point_size(self, diameter: float) -> None:
        """Fit the marks to the size of points. `diameter`: of a point, in pixels."""
        scale = max(diameter / LARGE_POINT, 0.45)
        if scale != self.scale:
            self.scale, self._stamps = scale, None

    def set_places(self, errors: NDArray[np.float64], is_close: NDArray[np.bool_]) -> None:
        """Mark other points as errors.

        `errors`: shape (n, 2): their places in pixels. `is_close`: shape (n,): whether other points lie close to each;
        it is marked more lightly then.
        """
        self._places = errors[~is_close], self._thinned(errors[is_close])

    def set_rings(self, has_rings: bool) -> None:
        """Draw rings around errors that stand alone, or crosses only."""
        if has_rings != self.has_rings:
            self.has_rings, self._stamps = has_rings, None

    @property
    def counts(self) -> tuple[int, int]:
        """How many marks there are beside their points, and on them in a crowd."""
        return len(self._places[FULL]), len(self._places[CROSS])

    def _thinned(self, errors: NDArray[np.float64]) -> NDArray[np.float64]:
        """Leave one of several places that are too close to be told apart."""
        cells = np.floor(errors / (APART * self.scale)).astype(np.int64)
        _, first = np.unique(cells[:, 0] * 2**32 + cells[:, 1], return_index=True)
        thinned: NDArray[np.float64] = errors[np.sort(first)]
        return thinned

    def draw(self, painter: QPainter) -> None:
        """Draw all marks: one call for each of the two pictures."""
        if not sum(self.counts):
            return
        if self._stamps is None:
            self._stamps = self._make_stamp(FULL), self._make_stamp(CROSS)
        for places, stamp in zip(self._places, self._stamps, strict=True):
            stamp.draw(painter, places)

    def _make_stamp(self, kind: int) -> Stamp:
        """Return a mark, told from a class by form, not by colour."""
        rings = [(self.theme.panel, 4.0), (self.theme.text, 1.6)] if kind == FULL and self.has_rings else []
        # Beside the point, but on it where it would not be told which point it belongs to.
        x, y, arm, halo, thick = (9.5, -10.0, 3.0, 5.0, 2.4) if kind == FULL else (0.0, 0.0, 2.8, 4.0, 2.0)
        ring, cross = QPainterPath(), QPainterPath()
        ring.addEllipse(QPointF(0, 0), 10.5 * self.scale, 10.5 * self.scale)
        for slope in (1, -1):
            cross.moveTo((x - arm) * self.scale, (y - slope * arm) * self.scale)
            cross.lineTo((x + arm) * self.scale, (y + slope * arm) * self.scale)
        strokes = [
            *((ring, *each) for each in rings),
            (cross, self.theme.panel, halo),
            (cross, self.theme.wrong, thick),
        ]
        return Stamp([self._stroke(*stroke) for stroke in strokes], 36 * self.scale)

    def _stroke(self, path: QPainterPath, colour: str, width: float) -> Shape:
        pen = QPen(QColor(colour), width * self.scale, c=Qt.PenCapStyle.RoundCap)
        return Shape(path, pen, QBrush(Qt.BrushStyle.NoBrush))
