"""Layers under the points: tinted ground, grid and lines, each drawn in pixels.

The lines include those where two classes tie (M4), and the band of the margin perceptron (V4).
"""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QFontMetricsF, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from perceptron_gui.engine.model.regions import binary_cells
from perceptron_gui.frozen import Frozen
from perceptron_gui.gui.canvas.figures.labels import Box, Label, word_along
from perceptron_gui.gui.canvas.picture import Picture
from perceptron_gui.gui.canvas.view import ViewFrame
from perceptron_gui.gui.style.theme import LIGHT, SMALL, Theme, faded
from perceptron_gui.session.view.view_state import nice_step
from perceptron_gui.session.wording import grid_text
from perceptron_gui.translation import spelled

LABEL_GAP, BEYOND_POINT = 90, 13
"""Least pixels between two labels of the grid, and by how much one gives way to a point on its axis."""


class Layer(QGraphicsItem):
    """Something that is painted over the whole canvas in pixels.

    `depth`: items of larger depth are painted over it (Qt's z value).
    """

    def __init__(self, depth: float) -> None:
        super().__init__()
        self.setZValue(depth)
        self.frame = ViewFrame()
        self.theme = LIGHT

    def boundingRect(self) -> QRectF:
        return QRectF(0, 0, self.frame.width, self.frame.height)

    def set_frame(self, frame: ViewFrame) -> None:
        """Show another part of the plane."""
        self.prepareGeometryChange()
        self.frame = frame

    def set_theme(self, theme: Theme) -> None:
        """Adopt the colours of another theme."""
        self.theme = theme
        self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # or −1 would be 1− in a language from the right
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.draw(painter)

    def draw(self, painter: QPainter) -> None:
        """Draw in pixels."""
        raise NotImplementedError


class GroundLayer(Layer):
    """The tinted regions, as polygons."""

    def __init__(self) -> None:
        super().__init__(-30)
        self._cells: list[tuple[int, QPolygonF]] = []

    def set_cells(self, cells: list[tuple[int, QPolygonF]]) -> None:
        """Show other decision regions. `cells`: index of the class and polygon in pixels of each region."""
        self._cells = cells
        self.update()

    def draw(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.fillRect(self.boundingRect(), QColor(self.theme.panel))
        painter.setPen(Qt.PenStyle.NoPen)
        for owner, polygon in self._cells:
            painter.setBrush(self.theme.region_colour(owner))
            painter.drawConvexPolygon(polygon)


Word = tuple[QRectF, str]
NAME_PLACES = (1.0, 0.9, 0.75, 0.6, 0.4, 0.25, 0.1, 0.0)
"""Where the name of an axis may stand along it, as shares of its length from the left or the top; the best first."""


class _Still(Frozen, eq=False):
    """Lines, names and numbers of a grid, in pixels, before any is left out because something covers it."""

    lines: list[QLineF]
    names: list[tuple[str, list[QRectF]]]  # with the places that each may have, the best first
    numbers: list[tuple[str, list[QRectF]]]  # with its places: next to its axis, and farther away


class GridLayer(Layer):
    """Grid lines, the two axes through the origin, and their numbers."""

    def __init__(self) -> None:
        super().__init__(-20)
        self.names = ("x1", "x2")
        self.meets_points: Callable[[Box], bool] = lambda box: False
        self.covered: list[QRectF] = []
        """What lies over the canvas, whose edge would cut a number."""
        self._known: tuple[object, _Still] | None = None
        self._free: tuple[object, list[Word]] | None = None

    def draw(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setClipRect(self.boundingRect())  # without a clip of one's own Qt blends thin lines pixel by pixel
        frame = self.frame
        painter.setPen(QPen(faded(self.theme.text, 0.08), 1))
        painter.drawLines(self._still().lines)
        painter.setPen(QPen(faded(self.theme.text, 0.54), 1))
        painter.drawLine(QLineF(frame.x(0), 0, frame.x(0), frame.height))
        painter.drawLine(QLineF(0, frame.y(0), frame.width, frame.y(0)))
        painter.setFont(self.theme.font(SMALL))
        painter.setPen(QColor(self.theme.muted))
        for box, text in self._words():
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def _still(self) -> _Still:
        """Return the cached lines, names and numbers; they are rebuilt when frame, theme, names or plates change."""
        state = self.frame, self.theme, self.names, self.covered
        if self._known is None or self._known[0] != state:
            metrics = QFontMetrics(self.theme.font(SMALL))
            self._known = state, _Still(self._lines(), self._name_places(metrics), self._numbers(metrics))
        return self._known[1]

    def _words(self) -> list[Word]:
        """Return the axes' names, and their numbers as far as neither names nor points cover them."""
        still = self._still()
        state = still, self.meets_points
        if self._free is None or self._free[0] != state:
            names: list[Word] = []
            for name, boxes in still.names:
                names.append((self._free_of(boxes, *(box for box, _ in names)), name))
            words = list(names)
            for text, boxes in still.numbers:
                apart = (box for box in boxes if not any(box.intersects(taken) for taken, _ in words))
                free = next((box for box in apart if not self.meets_points(_corners(box))), None)
                words += [(free, text)] if free is not None else []
            self._free = state, words
        return self._free[1]

    def _lines(self) -> list[QLineF]:
        frame, (xs, ys) = self.frame, self._ticks()
        across = [QLineF(0, frame.y(y), frame.width, frame.y(y)) for y in ys]
        return [QLineF(frame.x(x), 0, frame.x(x), frame.height) for x in xs] + across

    def _ticks(self) -> tuple[list[float], list[float]]:
        """Return the x of the vertical and the y of the horizontal grid lines, in data units."""
        frame, (across, upwards) = self.frame, grid_steps(self.frame, self.theme)
        return _multiples(frame.left, frame.right, across), _multiples(frame.bottom, frame.top, upwards)

    def _numbers(self, metrics: QFontMetrics) -> list[tuple[str, list[QRectF]]]:
        """Return the axes' numbers and their places, without those where a plate over the canvas would cut them."""
        frame, row, (xs, ys) = self.frame, self._row, self._ticks()
        rise, side = max(8 * self.theme.scale, metrics.height() / 2), 24 * self.theme.scale
        texts = [(_tick_text(x), frame.x(x)) for x in xs if x and side < frame.x(x) < frame.width - side]
        boxes = [_box(metrics, text, x - metrics.horizontalAdvance(text) / 2, row) for text, x in texts]
        upwards = [(_tick_text(y), frame.y(y)) for y in ys if y and 1.5 * rise < frame.y(y) < frame.height - side]
        widest = max((metrics.horizontalAdvance(text) for text, _ in upwards), default=0)
        column = min(max(frame.x(0) - 6, 58, widest + 4), frame.width - 6)  # left of the axis, but never cut
        boxes += [_box(metrics, text, column - metrics.horizontalAdvance(text), y - rise) for text, y in upwards]
        away = BEYOND_POINT * self.theme.scale
        steps = [QPointF(0, away)] * len(texts) + [QPointF(-away, 0)] * len(upwards)
        view = QRectF(0, 0, frame.width, frame.height)
        return [
            (text, [each for each in (box, box.translated(step)) if view.contains(each) and not self._is_covered(each)])
            for (text, _), box, step in zip(texts + upwards, boxes, steps, strict=True)
        ]

    def _is_covered(self, box: QRectF) -> bool:
        return any(map(box.intersects, self.covered))

    def word_boxes(self) -> list[Box]:
        """Return what the names and numbers of the axes cover."""
        return [_corners(box) for box, _ in self._words()]

    @property
    def _row(self) -> float:
        """Where the numbers of the axis across stand, in pixels from the top."""
        scale = self.theme.scale
        return min(max(self.frame.y(0) + 4 * scale, 4), self.frame.height - 20 * scale)

    def _name_places(self, metrics: QFontMetrics) -> list[tuple[str, list[QRectF]]]:
        """Return the names of the axes, if worth writing, each with its possible boxes, the best first.

        A blank between words is a line in columns of files.
        """
        if self.names == ("x1", "x2"):
            return []
        names = [name.replace("_", " ") for name in self.names]
        frame, longest = self.frame, round(self.frame.width / 2)
        across, upwards = (metrics.elidedText(name, Qt.TextElideMode.ElideRight, longest) for name in names)
        scale = self.theme.scale
        above = self._row + (-22 if self._row > frame.height / 2 else 18) * scale
        side = min(max(frame.x(0) + 8, 8), frame.width - metrics.horizontalAdvance(upwards) - 8)
        room = frame.width - metrics.horizontalAdvance(across) - 16
        near = (plate.top() for plate in self.covered if plate.top() < above + 22 * scale and above < plate.bottom())
        heights = [above, *(top - 22 * scale for top in near)]
        rows = [_box(metrics, across, 8 + share * room, height) for height in heights for share in NAME_PLACES]
        low, high = frame.height - 26 * scale, 8 * scale
        boxes = [_box(metrics, upwards, side, high + share * (low - high)) for share in NAME_PLACES]
        return [(across, rows), (upwards, boxes)]

    def _free_of(self, boxes: list[QRectF], *others: QRectF) -> QRectF:
        """Return the first box that nothing covers, neither plates nor other words, nor points if possible."""
        taken = [*self.covered, *others]
        free = [box for box in boxes if not any(map(box.intersects, taken))]
        return next((box for box in free if not self.meets_points(_corners(box))), (free or boxes)[0])


class Look(Frozen):
    """How lines of one kind are drawn, in any theme."""

    colour: str  # which of the theme's
    width: float  # in pixels, on a desk
    style: Qt.PenStyle = Qt.PenStyle.SolidLine
    alpha: float = 1.0


BOUNDARY = Look("text", 2.6)
STRAIGHT = {
    "ghost": Look("text", 1.6, Qt.PenStyle.DashLine, 0.54),
    "band": Look("warn", 1.6, Qt.PenStyle.DashDotLine),
    "boundary": BOUNDARY,
}
"""The boundary before the last update, where |f| is β (V4), and the boundary."""
PAIRS = {"pairs": Look("text", 1.1, Qt.PenStyle.DotLine, 0.54)}
"""Faint lines under the borders of the regions."""


class LineLayer(Layer):
    """Lines of several kinds; hidden while there are none. `looks`: of every kind, the first lies lowest."""

    def __init__(self, depth: float, looks: Mapping[str, Look]) -> None:
        super().__init__(depth)
        self._looks = looks
        self.lines: dict[str, list[QLineF]] = {}
        """In pixels, by their kind."""
        self.hide()

    def set_lines(self, **lines: list[QLineF]) -> None:
        """Show other lines. `lines`: in pixels, by their kind."""
        self.lines = lines
        self.setVisible(any(lines.values()))
        self.update()

    def draw(self, painter: QPainter) -> None:
        for kind, look in self._looks.items():
            if lines := self.lines.get(kind):
                colour = faded(getattr(self.theme, look.colour), look.alpha)
                painter.setPen(QPen(colour, look.width * self.theme.stroke, look.style))
                painter.drawLines(lines)


_tick_text = lru_cache(maxsize=256)(grid_text)
"""The grid is drawn in every frame, and its numbers stay the same."""


@lru_cache(maxsize=8)
def grid_steps(frame: ViewFrame, theme: Theme) -> tuple[float, float]:
    """Return the distances of grid lines in data units, across and upwards: wide enough for the widest number."""
    metrics, (unit, unit_upwards) = QFontMetricsF(theme.font(SMALL)), frame.units
    texts = [_tick_text(x) for x in _multiples(frame.left, frame.right, nice_step(LABEL_GAP / unit)) or [0.0]]
    widest = max(metrics.horizontalAdvance(text) for text in texts)
    step = nice_step(max(LABEL_GAP, widest + 24) / unit)
    return step, nice_step(LABEL_GAP / unit_upwards) if frame.has_own_scales else step


def _box(metrics: QFontMetrics, text: str, left: float, top: float) -> QRectF:
    return QRectF(left, top, metrics.horizontalAdvance(text), metrics.height())


def _corners(box: QRectF) -> Box:
    return box.left(), box.top(), box.right(), box.bottom()


def _multiples(low: float, high: float, step: float) -> list[float]:
    """Return the multiples of `step` in low … high, each as exact as a double can be."""
    first, last = math.ceil(low / step), math.floor(high / step)
    if last - first > 1000:
        return []
    return [i * step if step >= 1 else i / round(1 / step) for i in range(first, last + 1)]


def pair_lines(picture: Picture) -> list[QLineF]:
    """Return the lines in view where two classes tie, one per pair of classes, if they are switched on."""
    if not picture.shows("pairs"):
        return []
    planes, point, found = picture.planes, picture.frame.point, []
    for one, other in combinations(picture.model.rows, 2):
        a, b, c = (first - second for first, second in zip(planes[one], planes[other], strict=True))
        cells = binary_cells((a, b, c), picture.frame.rectangle)[:1]
        found += [QLineF(point(*p), point(*q)) for cell in cells for p, q, _ in cell.edges()]
    return found


LABEL_SHARES = (0.12, 0.88, 0.3, 0.7)
"""Where along a line its value may stand."""


def band_lines(picture: Picture) -> list[QLineF]:
    """Return where f is β and −β, in multiclass where a class is β ahead, in pixels; none where they are curved."""
    beta = picture.snapshot.settings.beta
    band = picture.model.band(picture.planes, beta) if beta and picture.planes else []
    return [line for planes, owner in band for line in picture.edges_of(planes, owner)]


def band_labels(picture: Picture, lines: Sequence[QLineF]) -> list[Label]:
    """Return the values of f on the band of two classes, as far as there is room. `lines`: from `band_lines`."""
    if picture.line is None or len(lines) != 2:
        return []
    font, muted = picture.theme.font(SMALL), picture.theme.muted
    return [
        word_along([line.pointAt(share) for share in LABEL_SHARES], text, muted, font)
        for line, text in zip(lines, (spelled("f = β"), spelled("f = −β")), strict=True)
    ]
