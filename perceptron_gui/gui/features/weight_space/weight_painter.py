"""Paints weight space: borders of half-spaces and solutions, and over them what moves (P2).

The moving parts are the path of θ, what is pointed at, and the weights that are tried; the rest is painted once.
"""

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPolygonF

from perceptron_gui.engine.data.dataset import Floats, Ints
from perceptron_gui.gui.canvas.figures.labels import Box, Label, draw_labels, place_labels
from perceptron_gui.gui.style.stamps import as_first
from perceptron_gui.gui.style.theme import SMALL, Theme, blend, faded
from perceptron_gui.session.weight_space.half_spaces import half_space
from perceptron_gui.session.weight_space.views import Trace, WeightView
from perceptron_gui.session.weight_space.weight_space import WeightScene, WeightSpace
from perceptron_gui.translation import spelled

STRAIGHT = 2
"""Places of a border that is a straight line, and numbers of θ in a plane."""


class WeightPen:
    """What all parts of the picture are drawn with. `box`: where the picture is, in pixels."""

    def __init__(self, painter: QPainter, theme: Theme, view: WeightView, box: QRectF) -> None:
        self.painter, self.theme, self.view = painter, theme, view
        self.box, self.middle = box, box.center()
        self.unit = min(box.width(), box.height()) / 2 / view.reach
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def pixels(self, places: Floats) -> list[QPointF]:
        """Return places in pixels. `places`: shape (n, 2): in units of the view."""
        x, y = self.pixel_places(places).T
        return list(map(QPointF, x.tolist(), y.tolist()))

    def pixel_places(self, places: Floats) -> Floats:
        """Return places in pixels as an array, shape (n, 2). `places`: shape (n, 2): in units of the view."""
        return np.array([self.middle.x(), self.middle.y()]) + places * (self.unit, -self.unit)

    def place(self, theta: Floats) -> tuple[QPointF, bool] | None:
        """Return where weights are seen, and whether they are hidden; None where they are not in the picture.

        `theta`: shape (n_entries,).
        """
        found = self.view.places(theta[None])
        if np.isnan(found.places).any():
            return None
        return self.pixels(found.places)[0], bool(found.is_hidden[0])

    def take(self, colour: str, width: float, share: float = 1.0) -> QPen:
        """Draw lines of a colour from here on, and nothing inside of them; return what they are drawn with.

        `width`: pixels on a desk. `share`: share of the colour in that of the line, which is opaque: Qt takes ten times
        as long over others.
        """
        pen = QPen(blend(QColor(colour), QColor(self.theme.panel), share), width * self.theme.stroke)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        self.painter.setPen(pen)
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        return pen

    def fill(self, places: Floats, colour: str, share: float) -> None:
        """Fill a polygon; one that is not seen as a whole is left out.

        `places`: shape (n, 2): in units of the view. `share`: how much of the colour covers what is below.
        """
        if len(places) > STRAIGHT and not np.isnan(places).any():
            self.painter.setPen(Qt.PenStyle.NoPen)
            self.painter.setBrush(faded(colour, share))
            self.painter.drawPolygon(QPolygonF(self.pixels(places)))

    def fill_dot(self, at: QPointF, size: float, colour: str) -> None:
        """Draw a small dot. `at`: in pixels. `size`: half its width, in pixels on a desk."""
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(QColor(colour))
        self.painter.drawEllipse(at, size * self.theme.scale, size * self.theme.scale)

    def name(self, at: QPointF, text: str, colour: str, gap: float) -> list[Label]:
        """Return the name of what is drawn at a place in pixels; none where that is out of the picture.

        `gap`: least pixels on a desk between the two.
        """
        if not self.box.contains(at):
            return []
        font = self.theme.font(SMALL, QFont.Weight.DemiBold)
        aside = QPointF(gap, -gap) * self.theme.scale
        return [Label(at + aside, text, colour, font, anchor=at, gap=gap * self.theme.scale, is_optional=True)]

    def around(self, at: QPointF, size: float) -> Box:
        """Return what a mark covers. `at`: in pixels. `size`: half its width, in pixels on a desk."""
        reach = size * self.theme.scale
        return at.x() - reach, at.y() - reach, at.x() + reach, at.y() + reach


CELL = 0.5
"""Lines whose ends lie in the same squares of so many pixels look the same."""
FARTHEST = 2**15 - 1
"""Squares from the corner of the picture that are numbered; what is farther off is not seen."""


def distinct_lines(starts: Floats, ends: Floats) -> Ints:
    """Return the indices of lines that look different, the first of each look, ascending.

    `starts`, `ends`: shape (n, 2): in pixels. Returns shape (n_different,): None of those that begin and end in one
    square.
    """
    first, second = _cells(starts), _cells(ends)
    low, high = np.minimum(first, second), np.maximum(first, second)
    _, places = np.unique(low << np.uint64(32) | high, return_index=True)
    return np.sort(places[low[places] != high[places]])


def _cells(places: Floats) -> np.ndarray:
    """Return the number of the square of each place, below 2^32."""
    cells = np.clip(np.floor(places / CELL), -FARTHEST, FARTHEST) + FARTHEST
    numbers: np.ndarray = cells[:, 0].astype(np.uint64) << np.uint64(16) | cells[:, 1].astype(np.uint64)
    return numbers


MOST_DOTS = 60
"""Of more places on the way only the last are dots, and its line is thin."""
MOST_PIECES = 300
"""Of a line of more pieces those that look the same are drawn once."""
NOW, BEFORE, MIDDLE, TRIED, AXIS = 4.6, 2.6, 5.0, 7.0, 1.8
"""Half the width of the marks of θ, of where it was, of θ*, of weights that are tried, of a number of θ, on a desk."""
BESIDE, NEAR = 8.5, 5.0
"""Least pixels on a desk between a mark and its name, and where the mark is a small dot."""
FAINT = 0.4
"""How strongly what is hidden behind the sphere is drawn."""


class WeightPainter:
    """Draws one scene over its weight space."""

    def __init__(self, pen: WeightPen, scene: WeightScene) -> None:
        self._pen, self._scene = pen, scene

    def draw(self) -> None:
        """Draw the sphere's far side, then its near side, then the labels."""
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
        for at in self._axes().values():
            pen.fill_dot(at, AXIS, pen.theme.muted)
        self._draw_dots()
        self._draw_middle()
        self._draw_tried()
        draw_labels(pen.painter, self.names(), pen.theme)

    def names(self) -> list[Label]:
        """Return the words that have room, none on another or on a mark; where there is little, the first have it."""
        pen, theme, step, scene = self._pen, self._pen.theme, self._scene.way.step, self._scene
        now, middle, axes = pen.place(scene.way.current), self._middle(), self._axes()
        tried = pen.place(np.array(scene.tried)) if scene.tried is not None else None
        marks = [pen.around(at, AXIS) for at in axes.values()]
        places = pen.view.places(scene.way.thetas[-MOST_DOTS:]).places
        marks += [pen.around(at, BEFORE) for at in pen.pixels(places[~np.isnan(places).any(axis=1)])]
        marks += [pen.around(found[0], size) for found, size in ((now, NOW), (middle, MIDDLE), (tried, TRIED)) if found]
        labels, line = pen.name(now[0], spelled("θ"), theme.text, BESIDE) if now else [], self._step_line()
        if middle is not None and not middle[1]:
            labels += pen.name(middle[0], spelled("θ*"), theme.good, BESIDE)
        if step is not None and line:
            labels += pen.name(QPolygonF(line).boundingRect().center(), step.name, theme.wrong, BESIDE)
        for name, at in axes.items():
            labels += pen.name(at, name, theme.muted, NEAR)
        area = pen.box.left(), pen.box.top(), pen.box.right(), pen.box.bottom()
        return place_labels(labels, area, marks, list(map(QLineF, line, line[1:])))

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
        """Draw the update that was just made, ±ηx."""
        pen, step = self._pen, self._scene.way.step
        if step is None:
            return
        line = pen.take(pen.theme.wrong, 2.4)
        line.setDashPattern([3, 2])
        pen.painter.setPen(line)
        self._draw_trace(pen.view.trace(np.array([step.before, self._scene.way.current])), is_hidden=False)

    def _step_line(self) -> list[QPointF]:
        """Return the places of the update that was just made, as far as they are seen: none where it is a dot."""
        pen, way = self._pen, self._scene.way
        if way.step is None:
            return []
        trace = pen.view.trace(np.array([way.step.before, way.current]))
        seen = trace.places[~trace.is_hidden & ~np.isnan(trace.places[:, 0])]
        return pen.pixels(seen) if len(seen) > 1 else []

    def _draw_dots(self) -> None:
        """Draw the last places of the way as dots, and θ at the cursor larger; as a handle where it can be dragged."""
        pen, theme, thetas = self._pen, self._pen.theme, self._scene.way.thetas[-MOST_DOTS:]
        found = pen.view.places(thetas)
        for i, at in enumerate(pen.pixels(np.nan_to_num(found.places))):
            if np.isnan(found.places[i]).any():
                continue
            is_last = i == len(thetas) - 1
            pen.take(theme.panel, 0.8)
            pen.painter.setBrush(faded(theme.text, FAINT if found.is_hidden[i] else 1.0))
            if is_last and self._scene.can_start:
                pen.take(theme.accent, 2.0)
                pen.painter.setBrush(QColor(theme.panel))
            size = (NOW if is_last else BEFORE) * theme.scale
            pen.painter.drawEllipse(at, size, size)

    def _middle(self) -> tuple[QPointF, bool] | None:
        """Return where θ* is seen, and whether it is hidden; None where there is none."""
        middle, view = self._scene.space.middle, self._pen.view
        if middle is None:
            return None
        return self._pen.place(middle * (0.8 * view.reach if len(middle) == STRAIGHT else 1.0))

    def _draw_middle(self) -> None:
        """Mark θ* with a lozenge."""
        pen, found = self._pen, self._middle()
        if found is None:
            return
        at, is_hidden = found
        size = MIDDLE * pen.theme.scale
        pen.take(pen.theme.panel, 1.2)
        pen.painter.setBrush(faded(pen.theme.good, FAINT if is_hidden else 1.0))
        lozenge = [QPointF(0, -size), QPointF(size, 0), QPointF(0, size), QPointF(-size, 0)]
        pen.painter.drawPolygon(QPolygonF([at + corner for corner in lozenge]))

    def _axes(self) -> dict[str, QPointF]:
        """Return where it is seen which way each number of θ grows, by its name."""
        pen, names = self._pen, self._scene.names
        length = 0.9 * pen.view.reach if len(names) == STRAIGHT else 1.0
        found = {name: pen.place(length * axis) for name, axis in zip(names, np.eye(len(names)), strict=True)}
        return {name: place[0] for name, place in found.items() if place is not None and not place[1]}

    def _draw_tried(self) -> None:
        """Ring the weights whose boundary is shown on the canvas."""
        pen, tried = self._pen, self._scene.tried
        found = pen.place(np.array(tried)) if tried is not None else None
        if found is not None:
            at, is_hidden = found
            pen.take(pen.theme.accent, 2.4, FAINT if is_hidden else 1.0)
            pen.painter.drawEllipse(at, TRIED * pen.theme.scale, TRIED * pen.theme.scale)
            pen.fill_dot(at, 1.8, pen.theme.accent)


STRIP = 7.0
"""Pixels of the shade along the wrong side of a straight border."""
MOST_STRIPS = 24
FAINT_BORDER = 0.28
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
        self._draw_borders(hidden, FAINT_BORDER)
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
