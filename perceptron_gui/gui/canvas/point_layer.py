"""The points: still things, drawn once and kept as a picture until they or the view change."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.parts import Part
from perceptron_gui.gui.canvas.point_index import PointIndex
from perceptron_gui.gui.canvas.scene import Places, Scene
from perceptron_gui.gui.canvas.stacks import NONE, find_stacks
from perceptron_gui.gui.canvas.uniform_scatter import PointStyle, UniformScatter
from perceptron_gui.gui.canvas.view_frame import ViewFrame
from perceptron_gui.gui.style.symbols import dotted_symbol, symbol

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from perceptron_gui.gui.style.theme import Theme

LIVE_CAPACITY = 1_000
"""Points added since the last full drawing, before all are drawn anew: adding to a large layer costs its size."""

OUTLINE = 0.17
"""Width of the outline of a hollow point, as a share of its diameter."""
HELD_OUT = (Part.VALIDATION, Part.TEST)


def diameter(n_samples: int) -> float:
    """Return the diameter of points in pixels. `n_samples`: how many points there are."""
    return next((size for most, size in ((300, 13.0), (3_000, 9.0), (30_000, 6.0)) if n_samples <= most), 4.0)


class ClassLayer:
    """The points of one class: a large still layer, a small one for the newest, and one for each part held out.

    `scene`: where the points are shown. `index`: index of the class.
    """

    def __init__(self, scene: QGraphicsScene, index: int) -> None:
        self._index = index
        self._canvas, self._frame = scene, ViewFrame()
        self._items = [self._new_item() for _ in range(2)]
        self._hollow: dict[Part, UniformScatter] = {}

    def _new_item(self) -> UniformScatter:
        item = UniformScatter()
        item.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)
        item.set_frame(self._frame)
        self._canvas.addItem(item)
        return item

    def set_frame(self, frame: ViewFrame) -> None:
        """Show another part of the plane."""
        self._frame = frame
        for item in (*self._items, *self._hollow.values()):
            item.set_frame(frame)

    def set_style(self, theme: Theme, size: float) -> None:
        """Take other colours and another size. `size`: diameter of points in pixels."""
        colour = theme.class_colour(self._index)
        edge = _pen(theme.panel, 1.2) if size > 6 else QPen(Qt.PenStyle.NoPen)
        self._style = PointStyle(symbol(self._index), size, edge, QBrush(colour))
        outline, ground = _pen(colour, max(size * OUTLINE, 1.0)), QBrush(QColor(theme.panel))
        self._hollow_styles = {
            Part.VALIDATION: PointStyle(symbol(self._index), size * (1 - OUTLINE), outline, ground),
            Part.TEST: PointStyle(dotted_symbol(self._index), size * (1 - OUTLINE), outline, ground),
        }

    def draw(self, layer: int, points: NDArray[np.float64]) -> None:
        """Draw points on one of the two layers.

        `layer`: 0 for the still one, 1 for the live one. `points`: shape (n, 2): in data units.
        """
        self._items[layer].set_points(points, self._style)

    def draw_held_out(self, part: Part, points: NDArray[np.float64]) -> None:
        """Draw points that are held out, hollow; those of the test part have a dot inside (H1).

        `points`: shape (n, 2): in data units.
        """
        if len(points) or part in self._hollow:
            if part not in self._hollow:
                self._hollow[part] = self._new_item()
            self._hollow[part].set_points(points, self._hollow_styles[part])


def _pen(colour: QColor | str, width: float) -> QPen:
    """Return a pen that is so many pixels wide, however large a symbol is drawn."""
    pen = QPen(QColor(colour), width)
    pen.setCosmetic(True)
    return pen


class PointsLayer:
    """All points of a dataset, seen on two of its features.

    `canvas`: where the points are shown. `stacks`: where several points lie in one place.
    """

    def __init__(self, canvas: QGraphicsScene, theme: Theme) -> None:
        self._canvas = canvas
        self._frame = ViewFrame()
        self._theme = theme
        self._layers: list[ClassLayer] = []
        self._scene = Scene.of(Dataset.empty(), (0, 1))
        self._is_drawn = False
        self._still = 0
        self.index = PointIndex(self._scene.positions)
        self._key: object = None
        self.stacks = NONE

    @property
    def positions(self) -> Places:
        """Where the points are drawn, in data units, shape (n_samples, 2)."""
        return self._scene.positions

    @property
    def diameter(self) -> float:
        """Pixels of a point as it is drawn."""
        return diameter(len(self.positions)) * self._theme.scale

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
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

        Returns whether the points of before are drawn as they were, perhaps with others.
        """
        earlier, self._scene, dataset = self._scene, scene, scene.dataset
        self.stacks = find_stacks(self.positions, dataset.labels)
        key = (self._theme, diameter(dataset.n_samples), scene.axes, len(dataset.classes))
        is_added = self._is_drawn and key == self._key and dataset.is_extension_of(earlier.dataset)
        is_restyled, self._key, self._is_drawn = key != self._key, key, True
        if is_added:
            self.index.extend(scene.positions)
        else:
            self.index = PointIndex(scene.positions)
        if is_added and dataset.n_samples - self._still <= LIVE_CAPACITY:
            self._draw(1, self._still, dataset)
        else:
            self._draw_anew(dataset, is_restyled)
        return is_added

    def _draw_anew(self, dataset: Dataset, is_restyled: bool) -> None:
        self._make_layers(len(dataset.classes))
        for layer in self._layers if is_restyled else ():
            layer.set_style(self._theme, self.diameter)
        self._still = dataset.n_samples
        self._draw(0, 0, dataset)
        self._draw(1, self._still, dataset)

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

    def in_one_place_with(self, index: int) -> list[int]:
        """Return the indices of all points in the place of a point, its own among them. `index`: index of the point."""
        x, y = self.positions[index].tolist()
        found: list[int] = self.index.within(x, y, x, y).tolist()
        return found

    def inside(self, band: QRectF, frame: ViewFrame) -> list[int]:
        """Return the indices of the points in a rectangle. `band`: in pixels."""
        pixels = frame.pixels(self.positions)
        x, y = pixels[:, 0], pixels[:, 1]
        is_inside = (x >= band.left()) & (x <= band.right()) & (y >= band.top()) & (y <= band.bottom())
        return np.flatnonzero(is_inside).tolist()

    def _draw(self, layer: int, first: int, dataset: Dataset) -> None:
        points, labels = self.positions[first:], dataset.labels[first:]
        parts = None if dataset.parts is None else dataset.parts[first:]
        for k, class_layer in enumerate(self._layers):
            is_own = labels == k
            class_layer.draw(layer, points[is_own if parts is None else is_own & (parts == Part.TRAINING)])
            for part in HELD_OUT if layer == 0 else ():
                class_layer.draw_held_out(part, points[:0] if parts is None else points[is_own & (parts == part)])

    def _make_layers(self, count: int) -> None:
        while len(self._layers) < count:
            layer = ClassLayer(self._canvas, len(self._layers))
            layer.set_frame(self._frame)
            layer.set_style(self._theme, 13.0)
            self._layers.append(layer)
