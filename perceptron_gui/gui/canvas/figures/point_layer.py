"""The points and the rings for their α, drawn once and kept as a picture until they or the view change.

A million are stamped from one picture; coinciding ones are counted, and a grid finds those in a box quickly.
"""

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QTransform
from PySide6.QtWidgets import QGraphicsItem, QGraphicsWidget

from perceptron_gui.engine.data.dataset import Bools, Dataset, Floats, Ints, Part
from perceptron_gui.frozen import Frozen
from perceptron_gui.gui.canvas.figures.backdrop import Layer
from perceptron_gui.gui.canvas.picture import Picture, coordinates_at
from perceptron_gui.gui.canvas.scene import Places, Scene
from perceptron_gui.gui.canvas.view import ViewFrame
from perceptron_gui.gui.style.stamps import Shape, Stamp
from perceptron_gui.gui.style.theme import NEUTRAL, Theme, dotted_symbol, faded, symbol
from perceptron_gui.session.explanation.scores import term_heights

CELLS = 256
"""Cells across and upwards: so many that two bytes number them all, which numpy sorts ten times as fast as eight."""
MOST_LOOSE = 20_000
"""Points that are looked at one by one: those of a small set, and those that came after a large one was sorted."""
Rows = NDArray[np.int64]


class PointIndex:
    """An index of the points by the cells of a grid, built at the first query.

    `positions`: shape (n, 2): in data units; read-only.
    """

    def __init__(self, positions: Places) -> None:
        self._positions = positions
        self._order: Rows = np.empty(0, dtype=np.int64)
        self._begins: Rows = np.zeros(CELLS * CELLS + 1, dtype=np.int64)
        self._low, self._scale = np.zeros(2), np.zeros(2)

    def extend(self, positions: Places) -> None:
        """Take appended points; those sorted before need not be sorted again.

        `positions`: shape (n, 2): in data units; read-only.
        """
        self._positions = positions

    def within(self, left: float, bottom: float, right: float, top: float) -> Rows:
        """Return the indices of the points in a box, ascending.

        `left`, `bottom`, `right`, `top`: edges of the box, which belong to it, in data units.
        """
        if len(self._positions) - len(self._order) > MOST_LOOSE:
            self._sort()
        first = len(self._order)
        x, y = self._positions[first:].T
        loose: Rows = first + np.flatnonzero((x >= left) & (x <= right) & (y >= bottom) & (y <= top))
        if not first:
            return loose
        rows = self._sorted_near(left, bottom, right, top)
        x, y = self._positions[rows, 0], self._positions[rows, 1]
        found: Rows = np.sort(rows[(x >= left) & (x <= right) & (y >= bottom) & (y <= top)])
        return np.concatenate([found, loose])

    def _sort(self) -> None:
        columns = [np.ascontiguousarray(column) for column in self._positions.T]
        self._low = np.array([column.min() for column in columns])
        size = np.array([column.max() for column in columns]) - self._low
        self._scale = np.divide(CELLS, size, out=np.zeros(2), where=size > 0)
        across, upwards = (self._cells_of(axis, column).astype(np.uint16) for axis, column in enumerate(columns))
        cells = upwards * np.uint16(CELLS) + across
        self._order = np.argsort(cells, kind="stable")
        self._begins[1:] = np.cumsum(np.bincount(cells, minlength=CELLS * CELLS))

    def _cells_of(self, axis: int, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return column or row of the cells where values lie; all outside share the outermost."""
        cells: NDArray[np.float64] = np.clip((values - self._low[axis]) * self._scale[axis], 0, CELLS - 1)
        return cells

    def _sorted_near(self, left: float, bottom: float, right: float, top: float) -> Rows:
        """Return the sorted points of all cells that a box meets."""
        first, last = self._cells_of(0, np.array([left, right])).astype(int).tolist()
        below, above = self._cells_of(1, np.array([bottom, top])).astype(int).tolist()
        rows = range(below * CELLS, above * CELLS + 1, CELLS)
        begins = self._begins
        return np.concatenate([self._order[begins[row + first] : begins[row + last + 1]] for row in rows])


MOST_STACKED = 500
"""Points among which ×n is written beside those in one place."""


class Stacks(Frozen, eq=False):
    """The places where several points coincide."""

    places: Places  # shape (k, 2): in data units
    sizes: Ints  # shape (k,): how many points lie in each
    # shape (2,): those with points of several classes, and the indices of these
    mixed: list[tuple[Places, tuple[int, ...]]]


NO_STACKS = Stacks(np.empty((0, 2)), np.empty(0, dtype=np.int64), [])


def find_stacks(positions: Places, labels: Ints) -> Stacks:
    """Look for points in one place, where there are few enough to be told apart at all.

    `positions`: shape (n, 2): in data units. `labels`: shape (n,): indices of their classes.
    """
    if not 1 < len(positions) <= MOST_STACKED:
        return NO_STACKS
    # As complex numbers they are compared by one coordinate after the other, five times as fast as rows are.
    numbers = positions[:, 0] + 1j * positions[:, 1]
    ordered = np.sort(numbers)
    if not (ordered[1:] == ordered[:-1]).any():
        return NO_STACKS  # as mostly, also while a point is dragged
    _, first, members, counts = np.unique(numbers, return_index=True, return_inverse=True, return_counts=True)
    places, mixed = positions[first], []
    for place in np.flatnonzero(counts > 1).tolist():
        classes = np.unique(labels[members == place]).tolist()
        if len(classes) > 1:
            mixed.append((places[place], tuple(classes)))
    return Stacks(places[counts > 1], counts[counts > 1], mixed)


MARGIN = 64.0
"""Pixels beyond the edge of the picture where a point's symbol may still reach into it."""
MOST_STAMPED = 20_000
"""Points in view; of more only one in a pixel is drawn: the others would at most darken the edge of its symbol."""


class PointStyle(Frozen):
    """The appearance of one class's points."""

    symbol: QPainterPath  # around (0, 0), 1 wide
    size: float  # pixels
    pen: QPen  # cosmetic: as wide as it says, however large the symbol is drawn
    brush: QBrush

    @property
    def reach(self) -> float:
        """Pixels from the middle of a point that its symbol may need."""
        return (self.size + self.edge) * 0.7072

    @property
    def edge(self) -> int:
        """Pixels that the line around the symbol adds to its width."""
        return max(math.ceil(self.pen.widthF()), 1)

    def stamp(self) -> Stamp:
        """Return the picture that is stamped for each point."""
        pen = QPen(self.pen)
        pen.setCosmetic(False)  # in a picture of twice the size it is twice as wide
        shape = Shape(QTransform.fromScale(self.size, self.size).map(self.symbol), pen, self.brush)
        return Stamp([shape], self.size + self.edge)


class UniformScatter(Layer):
    """Points that all look the same; the style is that of the item, never of a point."""

    def __init__(self) -> None:
        super().__init__(0)
        self._style = PointStyle(QPainterPath(), 0.0, QPen(), QBrush())
        self._x = self._y = np.empty(0)
        self._corners: tuple[QPointF, QPointF] | None = None
        self._bounds: QRectF | None = None
        self._stamp: Stamp | None = None

    def set_points(self, points: Places, style: PointStyle) -> None:
        """Draw other points; if they are the same, nothing is redrawn. `points`: shape (n, 2): in data units."""
        is_restyled = style is not self._style
        if not is_restyled and np.array_equal(points[:, 0], self._x) and np.array_equal(points[:, 1], self._y):
            return  # while a point is dragged, those of the other classes
        self.prepareGeometryChange()
        # Column by column: numpy goes through a column much faster where it lies in one piece.
        self._x, self._y = x, y = np.ascontiguousarray(points[:, 0]), np.ascontiguousarray(points[:, 1])
        self._corners = None
        if len(points):
            self._corners = QPointF(float(x.min()), float(y.min())), QPointF(float(x.max()), float(y.max()))
        self._style, self._bounds = style, None
        if is_restyled:
            self._stamp = None
        self.update()

    def set_frame(self, frame: ViewFrame) -> None:
        """Show another part of the plane. See `Layer.set_frame`."""
        super().set_frame(frame)
        self._bounds = None
        self.update()

    def boundingRect(self) -> QRectF:
        """Return what the points and their symbols cover of the view; Qt asks for it ten times a frame."""
        if self._bounds is None:
            self._bounds = self._bounds_in_view()
        return self._bounds

    def _bounds_in_view(self) -> QRectF:
        if self._corners is None:
            return QRectF()
        frame, reach = self.frame, self._style.reach
        low, high = (QPointF(frame.x(at.x()), frame.y(at.y())) for at in self._corners)
        return QRectF(low, high).normalized().adjusted(-reach, -reach, reach, reach) & super().boundingRect()

    def draw(self, painter: QPainter) -> None:
        """Stamp the symbol on all points in view. See `Layer.draw`."""
        places = self._places_in_view()
        middles = _one_in_a_pixel(places) if len(places) > MOST_STAMPED else places
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        if self._stamp is None:
            self._stamp = self._style.stamp()
        self._stamp.draw(painter, middles)

    def _places_in_view(self) -> Places:
        """Return the pixels of the points that can be seen, shape (n, 2)."""
        frame = self.frame
        x = (self._x - frame.left) * (frame.width / (frame.right - frame.left))
        y = (frame.top - self._y) * (frame.height / (frame.top - frame.bottom))
        is_seen = (x >= -MARGIN) & (x <= frame.width + MARGIN) & (y >= -MARGIN) & (y <= frame.height + MARGIN)
        if not bool(is_seen.all()):
            x, y = x[is_seen], y[is_seen]
        places = np.empty((len(x), 2))
        places[:, 0], places[:, 1] = x, y
        return places


def _one_in_a_pixel(places: Places) -> Places:
    """Return the middle of every pixel with a place in it, in the order of rows."""
    pixels = np.floor(places).astype(np.int64)
    low = pixels.min(axis=0)
    pixels -= low
    width = int(pixels[:, 0].max()) + 1
    taken = np.zeros((int(pixels[:, 1].max()) + 1) * width, dtype=bool)
    taken[pixels[:, 1] * width + pixels[:, 0]] = True
    rows, columns = np.divmod(np.flatnonzero(taken), width)
    return np.column_stack([columns + low[0] + 0.5, rows + low[1] + 0.5])


LIVE_CAPACITY = 1_000
"""Points added since the last full drawing, before all are drawn anew: adding to a large layer costs its size."""

OUTLINE = 0.17
"""Width of the outline of a hollow point, as a share of its diameter."""
HELD_OUT = (Part.VALIDATION, Part.TEST)
STILL, LIVE = "still", "live"


def diameter(n_samples: int) -> float:
    """Return the diameter of points in pixels. `n_samples`: how many points there are."""
    return next((size for most, size in ((300, 13.0), (3_000, 9.0), (30_000, 6.0)) if n_samples <= most), 4.0)


class ClassLayer:
    """The points of one class: a large still layer, a small one for the newest, and one for each part held out.

    `canvas`: where the points are shown. `index`: index of the class.
    """

    def __init__(self, canvas: QGraphicsWidget, index: int) -> None:
        self.index = index
        self._canvas, self._frame = canvas, ViewFrame()
        self._items: dict[str | Part, UniformScatter] = {layer: self._new_item() for layer in (STILL, LIVE)}

    def _new_item(self) -> UniformScatter:
        item = UniformScatter()
        item.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)
        item.set_frame(self._frame)
        item.setParentItem(self._canvas)
        return item

    def set_frame(self, frame: ViewFrame) -> None:
        """Show another part of the plane."""
        self._frame = frame
        for item in self._items.values():
            item.set_frame(frame)

    def set_style(self, theme: Theme, size: float) -> None:
        """Set the theme's colours and the points' size. `size`: diameter of points in pixels."""
        colour = theme.class_colour(self.index)
        edge = _pen(theme.panel, 1.2) if size > 6 else QPen(Qt.PenStyle.NoPen)
        full = PointStyle(symbol(self.index), size, edge, QBrush(colour))
        outline, ground = _pen(colour, max(size * OUTLINE, 1.0)), QBrush(QColor(theme.panel))
        self._styles: dict[str | Part, PointStyle] = {
            STILL: full,
            LIVE: full,
            Part.VALIDATION: PointStyle(symbol(self.index), size * (1 - OUTLINE), outline, ground),
            Part.TEST: PointStyle(dotted_symbol(self.index), size * (1 - OUTLINE), outline, ground),
        }

    def draw(self, layer: str | Part, points: NDArray[np.float64]) -> None:
        """Draw points on one of the layers: those held out are hollow, those of the test part with a dot inside (H1).

        `layer`: STILL, LIVE or a part that is held out. `points`: shape (n, 2): in data units.
        """
        if layer not in self._items:
            if not len(points):
                return
            self._items[layer] = self._new_item()
        self._items[layer].set_points(points, self._styles[layer])


def _pen(colour: QColor | str, width: float) -> QPen:
    """Return a pen of a fixed width in pixels, whatever the scale of the symbol."""
    pen = QPen(QColor(colour), width)
    pen.setCosmetic(True)
    return pen


class PointsLayer:
    """All points of a dataset, seen on two of its features.

    `canvas`: where the points are shown. `stacks`: where several points lie in one place. `hidden`: shape (n_samples,):
    whose class is not to be seen; None where all are.
    """

    def __init__(self, canvas: QGraphicsWidget, theme: Theme) -> None:
        self.hidden: Bools | None = None
        self._canvas = canvas
        self._frame = ViewFrame()
        self._theme = theme
        self._layers: list[ClassLayer] = []
        self._scene = Scene.of(Dataset.empty(), (0, 1))
        self._is_drawn = False
        self._still = 0
        self.index = PointIndex(self._scene.positions)
        self._key: object = None
        self.stacks = NO_STACKS

    @property
    def positions(self) -> Places:
        """Where the points are drawn, in data units, shape (n_samples, 2)."""
        return self._scene.positions

    @property
    def diameter(self) -> float:
        """Pixels of a point as it is drawn."""
        return diameter(len(self.positions)) * self._theme.scale

    def set_theme(self, theme: Theme) -> None:
        """Adopt the colours of another theme."""
        self._theme, self._key = theme, None
        if self._is_drawn:
            self.show(self._scene)

    def set_frame(self, frame: ViewFrame) -> None:
        """Show another part of the plane."""
        self._frame = frame
        for layer in self._layers:
            layer.set_frame(frame)

    def show(self, scene: Scene) -> bool:
        """Draw the points of a scene; if points were only appended, those are put on the live layer.

        Returns whether the earlier points are unchanged, perhaps with new ones after them.
        """
        earlier, self._scene, dataset = self._scene, scene, scene.dataset
        self.stacks = find_stacks(self.positions, self._seen_labels(dataset))
        key = (self._theme, diameter(dataset.n_samples), scene.axes, len(dataset.classes))
        is_added = self._is_drawn and key == self._key and dataset.is_extension_of(earlier.dataset)
        is_restyled, self._key, self._is_drawn = key != self._key, key, True
        if is_added:
            self.index.extend(scene.positions)
        else:
            self.index = PointIndex(scene.positions)
        if is_added and dataset.n_samples - self._still <= LIVE_CAPACITY:
            self._draw(LIVE, self._still, dataset)
        else:
            self._draw_anew(dataset, is_restyled)
        return is_added

    def _draw_anew(self, dataset: Dataset, is_restyled: bool) -> None:
        self._make_layers(len(dataset.classes))
        if self.hidden is not None and all(layer.index != NEUTRAL for layer in self._layers):
            self._layers.append(self._new_layer(NEUTRAL))
            is_restyled = True
        for layer in self._layers if is_restyled else ():
            layer.set_style(self._theme, self.diameter)
        self._still = dataset.n_samples
        self._draw(STILL, 0, dataset)
        self._draw(LIVE, self._still, dataset)

    def near(self, pixel: QPointF, radius: float, frame: ViewFrame) -> int | None:
        """Return the index of the nearest point, if one is near.

        `pixel`: in pixels. `radius`: how near it has to be, in pixels.
        """
        aside = QPointF(1.01 * radius, -1.01 * radius)
        around = self.index.within(*frame.data(pixel - aside), *frame.data(pixel + aside))
        if not len(around):
            return None
        pixels = frame.pixels(self.positions[around])
        distance = np.hypot(pixels[:, 0] - pixel.x(), pixels[:, 1] - pixel.y())
        nearest = int(distance.argmin())
        return int(around[nearest]) if distance[nearest] <= radius else None

    def _draw(self, layer: str, first: int, dataset: Dataset) -> None:
        points, labels = self.positions[first:], self._seen_labels(dataset)[first:]
        parts = None if dataset.parts is None else dataset.parts[first:]
        for class_layer in self._layers:
            is_own = labels == class_layer.index
            class_layer.draw(layer, points[is_own if parts is None else is_own & (parts == Part.TRAINING)])
            for part in HELD_OUT if layer is STILL else ():
                class_layer.draw(part, points[:0] if parts is None else points[is_own & (parts == part)])

    def hide(self, hidden: Bools | None) -> None:
        """Draw other points without their class."""
        earlier = self.hidden
        if hidden is earlier or (hidden is not None and earlier is not None and np.array_equal(hidden, earlier)):
            return
        self.hidden = hidden
        if self._is_drawn:
            dataset = self._scene.dataset
            self.stacks = find_stacks(self.positions, self._seen_labels(dataset))
            self._draw_anew(dataset, is_restyled=False)

    def classes_at(self, index: int) -> tuple[int, ...]:
        """Return the classes whose symbols are drawn where a point lies: of one, or of several in one place."""
        place, own = self.positions[index], NEUTRAL if self.hides(index) else int(self._scene.dataset.labels[index])
        return next((classes for at, classes in self.stacks.mixed if np.array_equal(at, place)), (own,))

    def hides(self, index: int) -> bool:
        """Whether the class of a point is not to be seen: of those that are just being placed, too."""
        return self.hidden is not None and (index >= len(self.hidden) or bool(self.hidden[index]))

    def _seen_labels(self, dataset: Dataset) -> Ints:
        """Return the class that each point is drawn with."""
        if self.hidden is None:
            return dataset.labels
        labels, known = dataset.labels.copy(), self.hidden[: dataset.n_samples]
        labels[: len(known)][known] = NEUTRAL
        labels[len(known) :] = NEUTRAL
        return labels

    def _make_layers(self, count: int) -> None:
        made = {layer.index for layer in self._layers}
        self._layers += [self._new_layer(index) for index in range(count) if index not in made]

    def _new_layer(self, index: int) -> ClassLayer:
        layer = ClassLayer(self._canvas, index)
        layer.set_frame(self._frame)
        layer.set_style(self._theme, 13.0)
        return layer


SMALLEST, LARGEST = 10.0, 28.0
"""Pixels of the radius for α = 1, and for the largest α."""
SIZES = 12
"""Rings of different size: each is drawn once, and stamped."""
MOST_RINGS = 5_000
"""Rings that are drawn, those of the largest α; beyond that they would cover each other and the points."""


class AlphaLayer(Layer):
    """Rings below the points whose size shows α; hidden unless switched on."""

    def __init__(self) -> None:
        super().__init__(-7)
        self.rings: list[Floats] = []
        """For every size, the places in pixels of the points that have it."""
        self._stamps: list[Stamp] = []
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Take other colours. See `Layer.set_theme`."""
        self._stamps = []
        super().set_theme(theme)

    def follow(self, picture: Picture) -> None:
        """Show α of another picture."""
        alpha = picture.snapshot.alpha
        is_shown = alpha is not None and picture.shows("rings")
        if is_shown and alpha is not None:
            points, sizes = ring_sizes(alpha)
            places = picture.frame.pixels(picture.positions[points])
            self.rings = [places[sizes == size] for size in range(SIZES)]
            self.update()
        self.setVisible(is_shown)

    def draw(self, painter: QPainter) -> None:
        if not self._stamps:
            self._stamps = [self._make_ring(size) for size in range(SIZES)]
        for places, stamp in zip(self.rings, self._stamps, strict=True):
            stamp.draw(painter, places)

    def _make_ring(self, size: int) -> Stamp:
        theme = self.theme
        radius = theme.scale * (SMALLEST + (LARGEST - SMALLEST) * size / (SIZES - 1))
        ring, pen = QPainterPath(), QPen(QColor(theme.accent), 1.6 * theme.stroke)
        ring.addEllipse(QPointF(0, 0), radius, radius)
        return Stamp([Shape(ring, pen, QBrush(faded(theme.accent, 0.12)))], 2 * radius + 4 * theme.stroke)


def ring_sizes(alpha: Ints) -> tuple[Ints, Ints]:
    """Return the points with a ring, and the index of each ring's size.

    `alpha`: shape (n_samples,). `points`, `sizes`: shape (n_rings,): those with α > 0, or of too many those with the
    largest; 0 for α = 1, the last size for the largest α, and as the square root of α between.
    """
    points = np.flatnonzero(alpha)
    if len(points) > MOST_RINGS:
        points = np.sort(points[np.argsort(-alpha[points], kind="stable")[:MOST_RINGS]])
    roots = np.sqrt(alpha[points]) - 1.0
    span = float(roots.max(initial=0.0)) or 1.0
    return points, np.rint((SIZES - 1) * roots / span).astype(np.int64)


MOST_LINES = 60
"""Points that lines lead to, those that add the most."""
THICKEST, THINNEST = 8.0, 0.4
"""Pixels of the line to the point that adds the most; thinner ones are left out."""


class TermLine(Frozen):
    """The line from the place under the mouse to one point, for that point's term of f."""

    point: QPointF  # in pixels
    owner: int  # the class that the point speaks for at this place
    width: float  # in pixels, on a desk


class TermLayer(Layer):
    """Lines from a place to the points whose terms make up f there."""

    def __init__(self) -> None:
        super().__init__(-6)  # below the points
        self.lines: list[TermLine] = []
        self._picture: Picture | None = None
        self._place: tuple[float, float] | None = None
        self.hide()

    def follow(self, picture: Picture) -> None:
        """Show the terms of f of another picture."""
        self._picture = picture
        self._show()

    def point_at(self, place: tuple[float, float] | None) -> None:
        """Show the terms of f at another place. `place`: in data units; None where the mouse is elsewhere."""
        self._place = place
        self._show()

    def _show(self) -> None:
        picture, place = self._picture, self._place
        lines = term_lines(picture, place) if picture is not None and place is not None else []
        if lines or self.lines:
            self.lines = lines
            self.setVisible(bool(lines))
            self.update()

    def draw(self, painter: QPainter) -> None:
        if self._place is None:
            return
        pointed = self.frame.point(*self._place)
        for line in self.lines:
            colour = faded(self.theme.class_colour(line.owner).name(), 0.6)
            painter.setPen(QPen(colour, line.width * self.theme.stroke, c=Qt.PenCapStyle.RoundCap))
            painter.drawLine(QLineF(pointed, line.point))


def term_lines(picture: Picture, place: tuple[float, float]) -> list[TermLine]:
    """Return the lines to the points that add most to f at a place, the thickest first; none while the run asks.

    `place`: in data units.
    """
    snapshot, model = picture.snapshot, picture.model
    if not picture.scene.is_current or snapshot.is_veiled or not picture.shows("terms"):
        return []
    indices, heights = term_heights(snapshot, coordinates_at(snapshot.dataset, picture.scene.axes, place))
    first = np.argsort(-np.abs(heights), kind="stable")[:MOST_LINES]
    most = float(np.abs(heights[first]).max(initial=0.0))
    if not most:
        return []
    sides = model.winners([-1.0])[0], model.winners([1.0])[0]
    places = picture.frame.points(picture.positions[indices[first]])
    found = [
        TermLine(at, sides[height > 0], THICKEST * abs(height) / most)
        for at, height in zip(places, heights[first].tolist(), strict=True)
    ]
    return [line for line in found if line.width >= THINNEST]
