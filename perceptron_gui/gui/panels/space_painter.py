"""Paints what stands still in weight space while the run moves: the borders of half-spaces, and the solutions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPolygonF

from perceptron_gui.gui.panels.weight_pen import STRAIGHT, WeightPen
from perceptron_gui.gui.style.theme import blend

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats
    from perceptron_gui.session.weight_space.weight_space import WeightSpace

STRIP = 7.0
"""Pixels of the shade along the wrong side of a straight border."""
MOST_STRIPS = 24
FAINT = 0.28
"""How strongly what is hidden behind the sphere is drawn."""
THIN, HOLDING = 1.0, 2.0
"""Pixels of a border, and of one that holds the region: Qt draws lines of one pixel five times as fast as others."""


class SpacePainter:
    """Draws one weight space in one view."""

    def __init__(self, pen: WeightPen, space: WeightSpace) -> None:
        self._pen, self._space = pen, space

    def draw(self) -> None:
        """Draw what is hidden, then what is seen."""
        pen, space = self._pen, self._space
        self._draw_ground()
        seen, hidden = pen.view.borders(space.normals)
        seen_area, hidden_area = pen.view.area(space.region) if space.region is not None else (None, None)
        if hidden_area is not None:
            pen.fill(hidden_area, pen.theme.good, 0.14)
        self._draw_borders(hidden, FAINT)
        if seen_area is not None:
            pen.fill(seen_area, pen.theme.good, 0.34)
        self._draw_strips(seen)
        self._draw_borders(seen, 1.0)

    def _draw_ground(self) -> None:
        """Draw the outline of the sphere, or the axes through 0."""
        pen, theme = self._pen, self._pen.theme
        if pen.view.is_round:
            pen.take(theme.muted, 1.4)
            pen.painter.setBrush(blend(QColor(theme.background), QColor(theme.panel), 0.6))
            pen.painter.drawEllipse(pen.middle, pen.unit, pen.unit)
        elif self._space.n_entries == STRAIGHT:
            pen.take(theme.line, 1.2)
            far = 2.0 * pen.view.reach
            for ends in (np.array([[-far, 0.0], [far, 0.0]]), np.array([[0.0, -far], [0.0, far]])):
                pen.painter.drawPolyline(QPolygonF(pen.pixels(ends)))

    def _draw_borders(self, lines: Floats, share: float) -> None:
        pen, space = self._pen, self._space
        n_holding = len(space.region.holding) if space.region is not None else 0
        count = lines.shape[1]
        is_seen = ~np.isnan(lines[:, :1, 0]).all(axis=1) if count else np.zeros(len(lines), np.bool_)
        pixels = pen.pixels(np.nan_to_num(lines).reshape(-1, 2))
        for i in np.flatnonzero(is_seen).tolist():
            colour = pen.theme.class_colour(int(space.labels[i])).name()
            pen.take(colour, HOLDING if i < n_holding else THIN, share)
            pen.painter.drawPolyline(QPolygonF(pixels[i * count : (i + 1) * count]))

    def _draw_strips(self, lines: Floats) -> None:
        """Shade the wrong side of straight borders at their edge, of those first that hold the region."""
        pen = self._pen
        if lines.shape[1:2] != (STRAIGHT,):
            return
        for i, line in enumerate(lines[:MOST_STRIPS]):
            if not np.isnan(line).any():
                # A wide line: Qt fills a polygon of that form in twice the time.
                # Opaque: it lies outside of all solutions, and Qt takes ten times as long over others.
                colour = pen.theme.class_colour(int(self._space.labels[i])).name()
                strip = pen.take(colour, STRIP * pen.theme.scale / pen.theme.stroke, 0.16)
                strip.setCapStyle(Qt.PenCapStyle.FlatCap)
                pen.painter.setPen(strip)
                pen.painter.drawPolyline(QPolygonF(pen.pixels(line + self._aside(line))))

    def _aside(self, line: Floats) -> Floats:
        """Return the way from a line to the middle of its strip: to the left, where its half-space is not."""
        along = line[1] - line[0]
        width = STRIP / 2 * self._pen.theme.scale / self._pen.unit
        aside: Floats = np.array([-along[1], along[0]]) / np.sqrt(along @ along) * width
        return aside
