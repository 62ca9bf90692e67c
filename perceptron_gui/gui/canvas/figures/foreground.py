"""What lies over the points: arrows, words, rings, the selection, marks of errors and of points off the slice."""

import math
from collections.abc import Callable, Sequence
from enum import Enum

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from perceptron_gui.frozen import Frozen, Mutable, replace
from perceptron_gui.gui.canvas.figures.backdrop import Layer
from perceptron_gui.gui.canvas.figures.labels import Label, draw_labels
from perceptron_gui.gui.style.stamps import Shape, Stamp, draw_stamps
from perceptron_gui.gui.style.theme import LIGHT, Theme, drawn, faded, symbol
from perceptron_gui.session.points.point_edits import along

LARGE_POINT = 13.0
"""Pixels of a point among few, for which the marks are drawn."""
APART = 7.0
"""Pixels between two crosses that can be told apart, at that size."""
FULL, CROSS = 0, 1
"""Which of the two stamps: ring and cross beside it, or the cross alone."""
REACH = 17.0, 5.0
"""Pixels from a point to the end of each of the two, at that size."""
THINNED = 5.0
"""By how much farther apart the crosses of a crowd are that are drawn over an arrow: all of them would hide it."""


class Marks:
    """Draws one mark at many places from two prepared pictures: for single points, and for those in a crowd."""

    least = 0.6
    """Size of the marks of the smallest points, as a share of that for which they are drawn."""

    def __init__(self) -> None:
        self.theme: Theme = LIGHT
        self.scale = 1.0
        self._places: tuple[NDArray[np.float64], NDArray[np.float64]] = (np.empty((0, 2)), np.empty((0, 2)))
        self._stamps: tuple[Stamp, Stamp] | None = None

    def set_theme(self, theme: Theme) -> None:
        """Adopt the colours of another theme."""
        self.theme, self._stamps = theme, None

    def set_point_size(self, diameter: float) -> None:
        """Fit the marks to the size of points. `diameter`: of a point, in pixels."""
        scale = max(diameter / LARGE_POINT, self.least)
        if scale != self.scale:
            self.scale, self._stamps = scale, None

    @property
    def counts(self) -> tuple[int, int]:
        """How many marks there are beside their points, and on them in a crowd."""
        return len(self._places[FULL]), len(self._places[CROSS])

    def _first(self, places: NDArray[np.float64], apart: float = APART) -> NDArray[np.int64]:
        """Return the first of the places in each square where they are too close to be told apart."""
        cells = np.floor(places / (apart * self.scale)).astype(np.int64)
        first: NDArray[np.int64] = np.unique(cells[:, 0] * 2**32 + cells[:, 1], return_index=True)[1]
        return first

    def draw(self, painter: QPainter) -> None:
        """Draw all marks: one call for each of the two pictures."""
        if any(self.counts):
            self._stamps = self._stamps or self._make_stamps()
            for places, stamp in zip(self._places, self._stamps, strict=True):
                stamp.draw(painter, places)

    def _make_stamps(self) -> tuple[Stamp, Stamp]:
        raise NotImplementedError


class ErrorMarks(Marks):
    """Marks errors."""

    least = 0.45

    def set_places(self, errors: NDArray[np.float64], is_close: NDArray[np.bool_]) -> None:
        """Mark other points as errors.

        `errors`: shape (n, 2): their places in pixels. `is_close`: shape (n,): whether other points lie close to each;
        it is marked more lightly then.
        """
        close = errors[is_close]
        self._places = errors[~is_close], close[np.sort(self._first(close))]

    @property
    def places(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Where errors wear ring and cross, and where the cross alone, shapes (n, 2): in pixels."""
        return self._places

    def draw_over(self, painter: QPainter, arrows: Sequence["Arrow"]) -> None:
        """Draw once more what arrows cover: a point in front of which w lies is seen to be wrong, too."""
        if self._stamps is None or not any(self.counts):
            return
        for kind, (places, stamp) in enumerate(zip(self._places, self._stamps, strict=True)):
            is_covered = np.zeros(len(places), dtype=bool)
            for arrow in arrows:
                start, end, reach = arrow.start.toTuple(), arrow.end.toTuple(), REACH[kind] * self.scale
                is_covered |= along(places, start, end, reach + HEAD / 2)
            covered = places[is_covered]
            stamp.draw(painter, covered if kind == FULL else covered[self._first(covered, THINNED * APART)])

    def _make_stamps(self) -> tuple[Stamp, Stamp]:
        return self._make_stamp(FULL), self._make_stamp(CROSS)

    def _make_stamp(self, kind: int) -> Stamp:
        """Return the picture of the mark, whose shape, not only colour, differs from the classes' symbols."""
        rings = [(self.theme.panel, 4.0), (self.theme.text, 1.6)] if kind == FULL else []
        # Beside the point, but on it where it would not be told which point it belongs to.
        x, y, arm, halo, thick = (9.5, -10.0, 3.0, 5.0, 2.4) if kind == FULL else (0.0, 0.0, 2.8, 4.0, 2.0)
        ring, cross = QPainterPath(), QPainterPath()
        ring.addEllipse(QPointF(0, 0), 10.5 * self.scale, 10.5 * self.scale)
        for slope in (1, -1):
            cross.moveTo((x - arm) * self.scale, (y - slope * arm) * self.scale)
            cross.lineTo((x + arm) * self.scale, (y + slope * arm) * self.scale)
        strokes = [(ring, *each) for each in rings]
        strokes += [(cross, self.theme.panel, halo), (cross, self.theme.wrong, thick)]
        return Stamp([_outline(*stroke, self.scale) for stroke in strokes], 36 * self.scale)


def _outline(path: QPainterPath, colour: str, width: float, scale: float, ground: str = "") -> Shape:
    pen = QPen(QColor(colour), width * scale, c=Qt.PenCapStyle.RoundCap)
    return Shape(path, pen, QBrush(QColor(ground)) if ground else QBrush(Qt.BrushStyle.NoBrush))


NEAR, FAR, RING = 5.0, 9.0, 3.2
"""Pixels from the middle of a point to both ends of the stem, left and downwards, and of the ring at its end."""
BESIDE, SMALL_RING = 4.5, 2.4
"""In a crowd: of the ring's middle, on the corner of its point, and of the ring; a stem would cover others."""


class SliceMarks(Marks):
    """Marks points off the slice."""

    def set_places(self, places: NDArray[np.float64], is_close: NDArray[np.bool_]) -> None:
        """Mark other points; of several that are too close to be told apart one.

        `places`: shape (n, 2): in pixels. `is_close`: shape (n,): whether other points lie close to each; it is marked
        more lightly then.
        """
        first = self._first(places)
        self._places = places[first[~is_close[first]]], places[first[is_close[first]]]

    def _make_stamps(self) -> tuple[Stamp, Stamp]:
        return self._make_stamp(FAR + RING * 0.7072, RING, NEAR), self._make_stamp(BESIDE, SMALL_RING, None)

    def _make_stamp(self, middle: float, radius: float, stem_from: float | None) -> Stamp:
        scale, path = self.scale, QPainterPath()
        if stem_from is not None:
            path.moveTo(-stem_from * scale, stem_from * scale)
            path.lineTo(-FAR * scale, FAR * scale)
        path.addEllipse(QPointF(-middle, middle) * scale, radius * scale, radius * scale)
        theme = self.theme
        shapes = [_outline(path, theme.panel, 4.5, scale), _outline(path, theme.text, 1.8, scale, theme.panel)]
        return Stamp(shapes, 2 * (middle + radius + 3) * scale)


FEW = 100
"""Selected points whose rings are drawn one by one."""


NEARER = 1.0
"""Pixels by which the head of w is nearer than a point where a drag takes w."""


class Handle(Enum):
    """The draggable parts of the start weights: w by its tip, b by a place on the boundary."""

    WEIGHTS = "w"
    BIAS = "b"


class WayMarks(Mutable):
    """The question which way a vector will move: its tip, the user's arrow, the true one, the angle between them."""

    tip: QPointF  # in pixels
    arrows: "list[Arrow]"  # the drawn one and the true one, as far as they are known
    labels: list[Label]  # what is said beside the arrows
    angle: "Angle | None" = None  # None until the truth is known

    def draw(self, painter: QPainter, theme: Theme) -> None:
        """Draw all of it; before the user has answered, only the tip, from where to drag."""
        _draw_arrows(painter, theme, self.angle, self.arrows)
        draw_labels(painter, self.labels, theme)
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
        self.error_marks, self.slice_marks = ErrorMarks(), SliceMarks()
        self.mixed: list[tuple[QPointF, tuple[int, ...]]] = []
        self._diameter = LARGE_POINT
        self.selected: NDArray[np.float64] = np.empty((0, 2))
        self._ring: QPixmap | None = None
        self.pending: list[QPointF] = []
        self.visited: QPointF | None = None
        self.visited_classes: tuple[int, ...] = ()
        self.upcoming: QPointF | None = None
        self.band: QRectF | None = None
        self.influence: list[tuple[QPointF, float]] = []
        self.angle: Angle | None = None
        self._handles: Callable[[], dict[Handle, QPointF]] | dict[Handle, QPointF] = {}
        self.head: QLineF | None = None
        self.edges: list[QLineF] = []
        self.shows_handles = False
        self.is_dragging = False
        self.way: WayMarks | None = None

    def set_theme(self, theme: Theme) -> None:
        """Take other colours. See `Layer.set_theme`."""
        self.error_marks.set_theme(theme)
        self.slice_marks.set_theme(theme)
        self._ring = None
        super().set_theme(theme)

    def set_point_size(self, diameter: float) -> None:
        """Fit the marks to the size of points. `diameter`: of a point, in pixels."""
        if diameter != self._diameter:
            self._diameter, self._ring = diameter, None
        self.error_marks.set_point_size(diameter)
        self.slice_marks.set_point_size(diameter)

    @property
    def handles(self) -> dict[Handle, QPointF]:
        """Where the start weights can be dragged, in pixels; looked for when it is asked, which few frames do."""
        if callable(self._handles):
            self._handles = self._handles()
        return self._handles

    def find_handles(self, find: Callable[[], dict[Handle, QPointF]]) -> None:
        """Take how to look for other handles."""
        self._handles = find

    def set_selected(self, places: NDArray[np.float64]) -> None:
        """Ring other points as selected. `places`: shape (n, 2): in pixels."""
        self.selected = places
        self.update()

    def handle_at(self, pixel: QPointF, reach: float, line_reach: float, point: QPointF | None) -> Handle | None:
        """Return which of the start weights can be dragged from a place, if any.

        `pixel`: in pixels. `reach`, `line_reach`: how near the handles are, and the boundary, in pixels; where that is
        0 only the handles are any. `point`: the point in reach, which alone is taken where the head of w is not nearer.
        """
        head, away = self.head, QLineF(point, pixel).length() if point is not None else math.inf
        is_in_reach = head is not None and (head.p2() - pixel).manhattanLength() <= reach
        if head is not None and is_in_reach and distance_to(head, pixel) + NEARER <= away:
            return Handle.WEIGHTS
        if point is not None:
            return None
        near = (handle for handle, at in self.handles.items() if (at - pixel).manhattanLength() <= reach)
        is_on_line = line_reach and any(distance_to(edge, pixel) <= line_reach for edge in self.edges)
        return next(near, Handle.BIAS if is_on_line else None)

    def draw(self, painter: QPainter) -> None:
        self._draw_influence(painter)
        self.slice_marks.draw(painter)
        self.error_marks.draw(painter)
        self._draw_mixed(painter)  # over the rings of errors, which would cut into the symbols
        self._draw_pending(painter)
        self._draw_rings(painter)
        _draw_arrows(painter, self.theme, self.angle, self._arrows_beside_visited())
        if self.visited is not None and self.arrows:
            self._draw_symbols(painter, self.visited, self.visited_classes)
        self.error_marks.draw_over(painter, self.arrows)
        draw_labels(painter, self.labels, self.theme)
        if self.way is not None:
            self.way.draw(painter, self.theme)
        for handle in self.handles.values() if self.shows_handles else ():
            painter.setBrush(QColor(self.theme.accent if self.is_dragging else self.theme.panel))
            _draw_ring(painter, handle, 5 * self.theme.scale, QPen(QColor(self.theme.accent), 2 * self.theme.scale))
        if self.band is not None:
            painter.setPen(QPen(QColor(self.theme.accent), 1, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.band)

    def _arrows_beside_visited(self) -> list["Arrow"]:
        """Return the arrows as they are drawn: one that ends in the visited point does so at the edge of its symbol."""
        if self.visited is None:
            return self.arrows
        return [arrow.up_to(self.visited, self._diameter / 2 + AT_SYMBOL) for arrow in self.arrows]

    def _draw_mixed(self, painter: QPainter) -> None:
        """Draw the symbols of different classes in one place beside each other: the last would cover the others."""
        for at, classes in self.mixed:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self.theme.panel))
            painter.drawEllipse(at, 0.62 * self._diameter, 0.62 * self._diameter)
            self._draw_symbols(painter, at, classes)

    def _draw_symbols(self, painter: QPainter, at: QPointF, classes: Sequence[int]) -> None:
        """Draw the symbols of classes side by side, each with an edge in the colour of the plane."""
        size = self._diameter
        for place, index in enumerate(classes):
            aside = (place - (len(classes) - 1) / 2) * 0.9 * size
            painter.setPen(QPen(QColor(self.theme.panel), 1.2 / size))
            painter.setBrush(self.theme.class_colour(index))
            painter.save()
            painter.translate(at + QPointF(aside, 0))
            painter.scale(size, size)
            painter.drawPath(symbol(index))
            painter.restore()

    def _draw_pending(self, painter: QPainter) -> None:
        """Draw points paler that do not exist yet at this place of the timeline."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(faded(self.theme.panel, 0.65))
        radius = 0.62 * self._diameter
        for at in self.pending:
            painter.drawEllipse(at, radius, radius)

    def _draw_influence(self, painter: QPainter) -> None:
        """Ring the points that caused the last updates, the fresher the stronger (P10)."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        scale = self.theme.scale
        for at, strength in self.influence:
            _draw_ring(painter, at, 11 * scale, QPen(faded(self.theme.accent, strength), 5 * scale))

    def _draw_rings(self, painter: QPainter) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        theme, accent = self.theme, QColor(self.theme.accent)
        self._draw_selected(painter, accent)
        if self.visited is not None:
            _draw_ring(painter, self.visited, 15 * theme.scale, QPen(QColor(theme.panel), 5 * theme.scale))
            _draw_ring(painter, self.visited, 15 * theme.scale, QPen(QColor(theme.text), 2.6 * theme.scale))
        if self.upcoming is not None:
            dots = QPen(accent, 3 * theme.scale, Qt.PenStyle.DotLine)
            _draw_ring(painter, self.upcoming, 17 * theme.scale, dots)

    def _draw_selected(self, painter: QPainter, accent: QColor) -> None:
        """Ring the selected points; many of them by a picture of a ring, in a tenth of the time."""
        size = self._diameter / LARGE_POINT  # around small points of a crowd rings are small and thin
        radius, pen = 11 * size, QPen(accent, max(2 * size, 1.0))
        if len(self.selected) <= FEW:
            for x, y in self.selected.tolist():
                _draw_ring(painter, QPointF(x, y), radius, pen)
            return
        if self._ring is None:
            half = radius + pen.widthF()
            sharpness = painter.device().devicePixelRatioF()
            self._ring = drawn(
                QSizeF(2 * half, 2 * half), sharpness, lambda p: _draw_ring(p, QPointF(half, half), radius, pen)
            )
        draw_stamps(painter, self._ring, self.selected)


def _draw_arrows(painter: QPainter, theme: Theme, angle: "Angle | None", arrows: Sequence["Arrow"]) -> None:
    if angle is not None:
        angle.draw(painter, theme)
    for arrow in arrows:
        arrow.draw(painter, QColor(theme.panel))


def _draw_ring(painter: QPainter, at: QPointF, radius: float, pen: QPen) -> None:
    painter.setPen(pen)
    painter.drawEllipse(at, radius, radius)


def distance_to(edge: QLineF, at: QPointF) -> float:
    """Return how far a place is from an edge, in pixels."""
    along, way = edge.p2() - edge.p1(), at - edge.p1()
    squared = QPointF.dotProduct(along, along)
    share = min(max(QPointF.dotProduct(way, along) / squared, 0.0), 1.0) if squared else 0.0
    return QLineF(edge.pointAt(share), at).length()


HEAD, AT_SYMBOL = 13.0, 1.0
"""Length of an arrow's head, and between its tip and the symbol of a point, in pixels."""


class Arrow(Frozen, eq=False):
    """An arrow in pixels."""

    start: QPointF
    end: QPointF
    colour: str  # as #rrggbb
    width: float = 4.0  # of its line
    is_dashed: bool = False

    def _head_length(self) -> float:
        return min(HEAD * max(self.width / 4, 0.7), QLineF(self.start, self.end).length())

    def up_to(self, middle: QPointF, radius: float) -> "Arrow":
        """Return the arrow, ended at the edge of a circle that its tip lies in; as it is where it is too short."""
        line, away = QLineF(self.start, self.end), self.end - middle
        if QPointF.dotProduct(away, away) >= radius**2 or not line.length():
            return self
        direction = (self.end - self.start) * (1 / line.length())
        onward = QPointF.dotProduct(away, direction)
        back = onward + math.sqrt(onward**2 - QPointF.dotProduct(away, away) + radius**2)
        if back + self._head_length() > line.length():
            return self
        return replace(self, end=self.end - direction * back)

    def head_box(self) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom of what its head covers, in pixels."""
        xs, ys = zip(*(at.toTuple() for at in self._head()), strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    def head_axis(self) -> QLineF:
        """Return the line from the middle of its head's base to its tip, in pixels."""
        line, head = QLineF(self.start, self.end), self._head_length()
        return QLineF(line.pointAt(1 - head / line.length()) if head else self.end, self.end)

    def _head(self) -> list[QPointF]:
        """Return the tip and the two corners of the head's base."""
        axis = self.head_axis()
        if axis.isNull():
            return [self.end]
        side = QPointF(-axis.dy(), axis.dx()) * 0.45
        return [self.end, axis.p1() + side, axis.p1() - side]

    def draw(self, painter: QPainter, halo: QColor | None = None) -> None:
        """Draw a line with a head.

        `halo`: colour of an edge that sets it off from what lies below; None for no edge.
        """
        line = QLineF(self.start, self.end)
        if line.length() < 2:
            return
        head = self._head_length()
        direction = QPointF(line.dx() / line.length(), line.dy() / line.length())
        neck = self.end - direction * head * 0.8
        if halo is not None:
            painter.setPen(QPen(halo, self.width + 3, c=Qt.PenCapStyle.RoundCap))
            painter.drawLine(QLineF(self.start, neck))
        style = Qt.PenStyle.DashLine if self.is_dashed else Qt.PenStyle.SolidLine
        painter.setPen(QPen(QColor(self.colour), self.width, style, Qt.PenCapStyle.FlatCap))
        painter.drawLine(QLineF(self.start, neck))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self.colour))
        painter.drawPolygon(QPolygonF(self._head()))


class Angle:
    """The angle between w and x at the origin, and a line to x, in pixels.

    `corner`: the origin, in pixels. `along_w`, `along_x`: pixels on the two sides of the angle.
    """

    RADIUS = 46.0

    def __init__(self, corner: QPointF, along_w: QPointF, along_x: QPointF) -> None:
        self.corner = corner
        self.along_x = along_x
        self._from = QLineF(corner, along_w).angle()
        span = QLineF(corner, along_x).angle() - self._from
        self._span = (span + 180) % 360 - 180

    def draw(self, painter: QPainter, theme: Theme) -> None:
        """Draw the line and the arc."""
        painter.setPen(QPen(QColor(theme.muted), 1.4, Qt.PenStyle.DotLine))
        painter.drawLine(QLineF(self.corner, self.along_x))
        painter.setPen(QPen(QColor(theme.accent), 2.2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        box = QRectF(self.corner.x() - self.RADIUS, self.corner.y() - self.RADIUS, 2 * self.RADIUS, 2 * self.RADIUS)
        painter.drawArc(box, round(16 * self._from), round(16 * self._span))

    def label_at(self) -> QPointF:
        """Return where the number stands."""
        middle = math.radians(self._from + self._span / 2)
        reach = self.RADIUS + 16
        return self.corner + QPointF(reach * math.cos(middle) - 14, -reach * math.sin(middle) + 5)
