"""Paints a scene of weight space: borders, the region of solutions, the way of θ (P2, T1)."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QPolygonF

from perceptron_gui.engine.data.dataset import Floats
from perceptron_gui.gui.style.theme import SMALL, Theme, blend
from perceptron_gui.session.weight_space.region import half_space
from perceptron_gui.session.weight_space.views import Trace, WeightView
from perceptron_gui.session.weight_space.weight_scene import WeightScene

STRIP = 7.0
"""Pixels of the shade along the wrong side of a straight border."""
MOST_DOTS = 60
"""Of more places on the way only the last are dots."""
FAINT = 0.28
"""How strongly what is hidden behind the sphere is drawn."""
STRAIGHT = 2
"""Places of a border that is a straight line."""


class WeightPainter:
    """Draws one scene in one view.

    Parameters
    ----------
    painter : QPainter
    theme : Theme
    view : WeightView
    scene : WeightScene
    box : QRectF
        Where the picture is, in pixels; a square, or higher than wide.
    """

    def __init__(self, painter: QPainter, theme: Theme, view: WeightView, scene: WeightScene, box: QRectF) -> None:
        self._painter, self._theme, self._view, self._scene = painter, theme, view, scene
        self._middle = box.center()
        self._unit = min(box.width(), box.height()) / 2 / view.reach

    def draw(self) -> None:
        """Draw what is hidden, then what is seen, then the words."""
        scene, painter = self._scene, self._painter
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_ground()
        seen, hidden = self._view.borders(scene.space.normals)
        way = self._view.trace(scene.way.thetas)
        self._draw_region(is_hidden=True)
        self._draw_borders(hidden, FAINT)
        self._draw_trace(way, self._pen(self._theme.text, 1.6, FAINT), is_hidden=True)
        self._draw_region(is_hidden=False)
        self._draw_wrong_sides(seen)
        self._draw_borders(seen, 1.0)
        self._draw_round()
        self._draw_trace(way, self._pen(self._theme.text, 1.6), is_hidden=False)
        self._draw_step()
        self._draw_dots()
        self._draw_middle()
        self._draw_names()
        self._draw_tried()

    # Pixels

    def _pixels(self, places: Floats) -> list[QPointF]:
        x = self._middle.x() + self._unit * places[:, 0]
        y = self._middle.y() - self._unit * places[:, 1]
        return [QPointF(a, b) for a, b in zip(x.tolist(), y.tolist(), strict=True)]

    def _place(self, theta: Floats) -> tuple[QPointF, bool] | None:
        """Return where weights are seen, and whether they are hidden; None where they are not in the picture."""
        found = self._view.places(theta[None])
        if np.isnan(found.places).any():
            return None
        return self._pixels(found.places)[0], bool(found.is_hidden[0])

    def _pen(self, colour: str, width: float, share: float = 1.0, dashed: bool = False) -> QPen:
        ink = blend(QColor(colour), QColor(self._theme.panel), share)
        style = Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine
        pen = QPen(ink, width * self._theme.stroke, style)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        return pen

    # Ground

    def _draw_ground(self) -> None:
        """Draw the outline of the sphere, or the axes through 0."""
        painter, theme = self._painter, self._theme
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self._view.is_round:
            painter.setPen(self._pen(theme.muted, 1.4))
            painter.setBrush(blend(QColor(theme.background), QColor(theme.panel), 0.6))
            painter.drawEllipse(self._middle, self._unit, self._unit)
        elif len(self._scene.names) == STRAIGHT:
            painter.setPen(self._pen(theme.line, 1.2))
            far = 2.0 * self._view.reach
            for ends in (np.array([[-far, 0.0], [far, 0.0]]), np.array([[0.0, -far], [0.0, far]])):
                painter.drawPolyline(QPolygonF(self._pixels(ends)))

    def _draw_names(self) -> None:
        """Write which way each number of θ grows."""
        names = self._scene.names
        length = 0.9 * self._view.reach if len(names) == STRAIGHT else 1.0
        for name, axis in zip(names, np.eye(len(names)), strict=True):
            found = self._place(length * axis)
            if found is not None and not found[1]:
                self._painter.setPen(Qt.PenStyle.NoPen)
                self._painter.setBrush(QColor(self._theme.muted))
                self._painter.drawEllipse(found[0], 1.8 * self._theme.scale, 1.8 * self._theme.scale)
                self._write(found[0] + QPointF(5, -4) * self._theme.scale, name, self._theme.muted)

    # Half-spaces

    def _draw_borders(self, lines: Floats, share: float) -> None:
        scene = self._scene
        holding = set(scene.space.region.holding.tolist()) if scene.space.region is not None else set()
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        for i, line in enumerate(lines):
            if len(line) and not np.isnan(line).any():
                width = 3.6 if i == scene.lit else 2.2 if i in holding else 1.1
                colour = self._theme.class_colour(int(scene.space.labels[i])).name()
                self._painter.setPen(self._pen(colour, width, share))
                self._painter.drawPolyline(QPolygonF(self._pixels(line)))

    def _draw_wrong_sides(self, lines: Floats) -> None:
        """Shade the wrong side of every straight border at its edge, and that of the one pointed at as a whole."""
        scene, painter = self._scene, self._painter
        painter.setPen(Qt.PenStyle.NoPen)
        if lines.shape[1:2] == (STRAIGHT,):
            for i, line in enumerate(lines):
                if not np.isnan(line).any():
                    shade = self._theme.class_colour(int(scene.space.labels[i]))
                    shade.setAlphaF(0.16)
                    painter.setBrush(shade)
                    painter.drawConvexPolygon(QPolygonF(self._strip(line)))
        if scene.lit is not None:
            self._fill_area(*self._view.area(half_space(-scene.space.normals[scene.lit])), self._theme.wrong, 0.13)

    def _strip(self, line: Floats) -> list[QPointF]:
        """Return a strip to the left of a line, where its half-space is not."""
        along = line[1] - line[0]
        aside = np.array([-along[1], along[0]]) / np.sqrt(along @ along) * (STRIP * self._theme.scale / self._unit)
        return self._pixels(np.array([line[0], line[1], line[1] + aside, line[0] + aside]))

    # Solutions

    def _draw_region(self, is_hidden: bool) -> None:
        region = self._scene.space.region
        if region is None:
            return
        seen, hidden = self._view.area(region)
        self._painter.setPen(Qt.PenStyle.NoPen)
        if is_hidden:
            self._fill_area(hidden, np.empty((0, 2)), self._theme.good, 0.14)
        else:
            self._fill_area(seen, np.empty((0, 2)), self._theme.good, 0.34)

    def _fill_area(self, seen: Floats, hidden: Floats, colour: str, share: float) -> None:
        for places, strength in ((hidden, share * FAINT), (seen, share)):
            if len(places) > STRAIGHT and not np.isnan(places).any():
                ink = QColor(colour)
                ink.setAlphaF(strength)
                self._painter.setBrush(ink)
                self._painter.drawPolygon(QPolygonF(self._pixels(places)))

    def _draw_middle(self) -> None:
        """Mark θ* with a lozenge and its name."""
        middle = self._scene.space.middle
        found = (
            self._place(middle * (0.8 * self._view.reach if len(middle) == STRAIGHT else 1))
            if middle is not None
            else None
        )
        if found is None:
            return
        at, is_hidden = found
        size = 5.0 * self._theme.scale
        self._painter.setPen(self._pen(self._theme.panel, 1.2))
        self._painter.setBrush(blend(QColor(self._theme.good), QColor(self._theme.panel), FAINT if is_hidden else 1.0))
        lozenge = [QPointF(0, -size), QPointF(size, 0), QPointF(0, size), QPointF(-size, 0)]
        self._painter.drawPolygon(QPolygonF([at + corner for corner in lozenge]))
        if not is_hidden:
            self._write(at + QPointF(1.6 * size, -size), "θ*", self._theme.good)

    # The way

    def _draw_trace(self, trace: Trace, pen: QPen, is_hidden: bool) -> None:
        """Draw the pieces of a line that are hidden, or those that are seen."""
        is_gone = np.isnan(trace.places[:, 0])
        goes_on = (trace.is_hidden == is_hidden)[1:] & ~trace.begins[1:] & ~is_gone[1:] & ~is_gone[:-1]
        edges = np.flatnonzero(np.diff(np.concatenate([[False], goes_on, [False]])))
        places = self._pixels(np.nan_to_num(trace.places))
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.setPen(pen)
        for begin, end in edges.reshape(-1, 2).tolist():
            self._painter.drawPolyline(QPolygonF(places[begin : end + 1]))

    def _draw_round(self) -> None:
        """Draw the cycle as a closed way."""
        states = self._scene.way.round
        if len(states):
            trace = self._view.trace(np.vstack([states, states[:1]]))
            self._draw_trace(trace, self._pen(self._theme.accent, 4.5, FAINT), is_hidden=True)
            self._draw_trace(trace, self._pen(self._theme.accent, 4.5), is_hidden=False)

    def _draw_step(self) -> None:
        """Draw the update that was just made, ±ηx, and its name."""
        step = self._scene.way.step
        if step is None:
            return
        trace = self._view.trace(np.array([step.before, self._scene.way.current]))
        pen = self._pen(self._theme.wrong, 2.4, dashed=True)
        pen.setDashPattern([3, 2])
        self._draw_trace(trace, pen, is_hidden=False)
        seen = trace.places[~trace.is_hidden & ~np.isnan(trace.places[:, 0])]
        if len(seen) > 1:
            at = self._pixels(seen.mean(axis=0)[None])[0]
            self._write(at + QPointF(8, 14) * self._theme.scale, step.name, self._theme.wrong)

    def _draw_dots(self) -> None:
        """Draw the last places of the way as dots, and θ at the cursor larger."""
        thetas, theme = self._scene.way.thetas[-MOST_DOTS:], self._theme
        found = self._view.places(thetas)
        self._painter.setPen(self._pen(theme.panel, 0.8))
        for i, at in enumerate(self._pixels(np.nan_to_num(found.places))):
            if np.isnan(found.places[i]).any():
                continue
            is_last = i == len(thetas) - 1
            size = (4.6 if is_last else 2.6) * theme.scale
            self._painter.setBrush(blend(QColor(theme.text), QColor(theme.panel), FAINT if found.is_hidden[i] else 1.0))
            self._painter.drawEllipse(at, size, size)
            if is_last:
                self._write(at + QPointF(7, -7) * theme.scale, "θ", theme.text)
        now = self._place(self._scene.way.current) if self._scene.can_start else None
        if now is not None:
            self._painter.setPen(self._pen(theme.accent, 2.0))
            self._painter.setBrush(QColor(theme.panel))
            self._painter.drawEllipse(now[0], 5 * theme.scale, 5 * theme.scale)

    def _draw_tried(self) -> None:
        tried = self._scene.tried
        found = self._place(np.array(tried)) if tried is not None else None
        if found is None:
            return
        at, is_hidden = found
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.setPen(self._pen(self._theme.accent, 2.4, FAINT if is_hidden else 1.0))
        self._painter.drawEllipse(at, 7 * self._theme.scale, 7 * self._theme.scale)
        self._painter.drawPoint(at)

    def _write(self, at: QPointF, text: str, colour: str) -> None:
        """Write a word with a halo, so that lines do not cut it."""
        path = QPainterPath()
        path.addText(at, self._theme.font(SMALL, QFont.Weight.DemiBold), text)
        self._painter.strokePath(path, QPen(QColor(self._theme.panel), 3.0))
        self._painter.fillPath(path, QColor(colour))
