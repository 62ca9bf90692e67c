"""Paints what moves in weight space: the way of θ, what is pointed at, and the weights that are tried (P2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QLineF, QPointF
from PySide6.QtGui import QColor, QPolygonF

from perceptron_gui.gui.panels.distinct_lines import distinct_lines
from perceptron_gui.gui.panels.weight_pen import STRAIGHT, WeightPen
from perceptron_gui.gui.style.native_array import as_first
from perceptron_gui.session.weight_space.region import half_space

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats, Ints
    from perceptron_gui.session.weight_space.views import Trace
    from perceptron_gui.session.weight_space.weight_scene import WeightScene

MOST_DOTS = 60
"""Of more places on the way only the last are dots, and its line is thin."""
MOST_PIECES = 300
"""Of a line of more pieces those that look the same are drawn once."""
FAINT = 0.4
"""How strongly what is hidden behind the sphere is drawn."""


class WeightPainter:
    """Draws one scene over its weight space."""

    def __init__(self, pen: WeightPen, scene: WeightScene) -> None:
        self._pen, self._scene = pen, scene

    def draw(self) -> None:
        """Draw what is hidden, then what is seen, then the words."""
        pen, way = self._pen, self._scene.way
        trace = pen.view.trace(way.thetas)
        width = 1.6 if len(way.thetas) <= MOST_DOTS else 1.0
        self._draw_lit()
        for is_hidden, share in ((True, FAINT), (False, 1.0)):
            if len(way.round):
                closed = pen.view.trace(np.vstack([way.round, way.round[:1]]))
                pen.take(pen.theme.accent, 4.5, share)
                self._draw_trace(closed, is_hidden)
            pen.take(pen.theme.text, width, share)
            self._draw_trace(trace, is_hidden)
        self._draw_step()
        self._draw_dots()
        self._draw_middle()
        self._draw_names()
        self._draw_tried()

    def _draw_lit(self) -> None:
        """Draw the border that is pointed at, and shade its wrong side."""
        pen, space, lit = self._pen, self._scene.space, self._scene.lit
        if lit is None:
            return
        normals = space.normals[lit : lit + 1]
        seen, hidden = pen.view.area(half_space(-normals[0]))
        pen.fill(hidden, pen.theme.wrong, 0.04)
        pen.fill(seen, pen.theme.wrong, 0.13)
        for lines, share in zip(pen.view.borders(normals), (1.0, FAINT), strict=True):
            if lines.shape[1] and not np.isnan(lines).any():
                pen.take(pen.theme.class_colour(int(space.labels[lit])).name(), 3.6, share)
                pen.painter.drawPolyline(QPolygonF(pen.pixels(lines[0])))

    def _draw_trace(self, trace: Trace, is_hidden: bool) -> None:
        """Draw the pieces of a line that are hidden, or those that are seen."""
        is_gone = np.isnan(trace.places[:, 0])
        goes_on = (trace.is_hidden == is_hidden)[1:] & ~trace.begins[1:] & ~is_gone[1:] & ~is_gone[:-1]
        if np.count_nonzero(goes_on) > MOST_PIECES:
            self._draw_distinct(trace.places, np.flatnonzero(goes_on))
            return
        edges = np.flatnonzero(np.diff(np.concatenate([[False], goes_on, [False]])))
        places = self._pen.pixels(np.nan_to_num(trace.places))
        for begin, end in edges.reshape(-1, 2).tolist():
            self._pen.painter.drawPolyline(QPolygonF(places[begin : end + 1]))

    def _draw_distinct(self, places: Floats, starts: Ints) -> None:
        """Draw the pieces that begin at some places, those that look the same only once."""
        pixels = self._pen.pixel_places(places)
        seen = starts[distinct_lines(pixels[starts], pixels[starts + 1])]
        if len(seen):
            lines = np.hstack([pixels[seen], pixels[seen + 1]])
            self._pen.painter.drawLines(as_first(lines, QLineF), len(lines))

    def _draw_step(self) -> None:
        """Draw the update that was just made, ±ηx, and its name."""
        pen, step = self._pen, self._scene.way.step
        if step is None:
            return
        trace = pen.view.trace(np.array([step.before, self._scene.way.current]))
        line = pen.take(pen.theme.wrong, 2.4)
        line.setDashPattern([3, 2])
        pen.painter.setPen(line)
        self._draw_trace(trace, is_hidden=False)
        seen = trace.places[~trace.is_hidden & ~np.isnan(trace.places[:, 0])]
        if len(seen) > 1:
            at = pen.pixels(seen.mean(axis=0)[None])[0]
            pen.write(at + QPointF(8, 14) * pen.theme.scale, step.name, pen.theme.wrong)

    def _draw_dots(self) -> None:
        """Draw the last places of the way as dots, and θ at the cursor larger; as a handle where it can be dragged."""
        pen, theme, thetas = self._pen, self._pen.theme, self._scene.way.thetas[-MOST_DOTS:]
        found = pen.view.places(thetas)
        for i, at in enumerate(pen.pixels(np.nan_to_num(found.places))):
            if np.isnan(found.places[i]).any():
                continue
            is_last = i == len(thetas) - 1
            pen.take(theme.panel, 0.8)
            pen.painter.setBrush(pen.ink(theme.text, FAINT if found.is_hidden[i] else 1.0))
            if is_last and self._scene.can_start:
                pen.take(theme.accent, 2.0)
                pen.painter.setBrush(QColor(theme.panel))
            size = (4.6 if is_last else 2.6) * theme.scale
            pen.painter.drawEllipse(at, size, size)
            if is_last:
                pen.write(at + QPointF(7, -7) * theme.scale, "θ", theme.text)

    def _draw_middle(self) -> None:
        """Mark θ* with a lozenge and its name."""
        pen, middle = self._pen, self._scene.space.middle
        if middle is None:
            return
        found = pen.place(middle * (0.8 * pen.view.reach if len(middle) == STRAIGHT else 1.0))
        if found is None:
            return
        at, is_hidden = found
        size = 5.0 * pen.theme.scale
        pen.take(pen.theme.panel, 1.2)
        pen.painter.setBrush(pen.ink(pen.theme.good, FAINT if is_hidden else 1.0))
        lozenge = [QPointF(0, -size), QPointF(size, 0), QPointF(0, size), QPointF(-size, 0)]
        pen.painter.drawPolygon(QPolygonF([at + corner for corner in lozenge]))
        if not is_hidden:
            pen.write(at + QPointF(1.6 * size, -size), "θ*", pen.theme.good)

    def _draw_names(self) -> None:
        """Write which way each number of θ grows."""
        pen, names = self._pen, self._scene.names
        length = 0.9 * pen.view.reach if len(names) == STRAIGHT else 1.0
        for name, axis in zip(names, np.eye(len(names)), strict=True):
            found = pen.place(length * axis)
            if found is not None and not found[1]:
                pen.fill_dot(found[0], 1.8, pen.theme.muted)
                pen.write(found[0] + QPointF(5, -4) * pen.theme.scale, name, pen.theme.muted)

    def _draw_tried(self) -> None:
        """Ring the weights whose boundary is shown on the canvas."""
        pen, tried = self._pen, self._scene.tried
        found = pen.place(np.array(tried)) if tried is not None else None
        if found is not None:
            at, is_hidden = found
            pen.take(pen.theme.accent, 2.4, FAINT if is_hidden else 1.0)
            pen.painter.drawEllipse(at, 7 * pen.theme.scale, 7 * pen.theme.scale)
            pen.fill_dot(at, 1.8, pen.theme.accent)
