"""Points in the view: which are shown, ringed and selected, and which lie at a pixel."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QWidget

from perceptron_gui.engine.data.dataset import Dataset, Ints
from perceptron_gui.gui.canvas.layers import HIT_RADIUS, Layers
from perceptron_gui.gui.canvas.scene import Axes, Places, Scene
from perceptron_gui.gui.canvas.view import CanvasView
from perceptron_gui.gui.canvas.view_frame import ViewFrame, frame_around
from perceptron_gui.gui.style.theme import LIGHT, Theme
from perceptron_gui.session.painting.brush import along
from perceptron_gui.session.painting.selecting import inside_loop

FINGER_RADIUS = 24.0
"""Pixels within which a finger means a point."""
MOST_RINGED, MOST_RINGED_MOVING = 10_000, 100
"""Points that are marked as selected or touched, at rest and while they are moved; of more, evenly many are."""
COUNTER_BOX = (240.0, 104.0)
"""Pixels from the top left corner that the counter may cover."""


class PointView(CanvasView):
    """Shows the points of a scene; of a run it knows nothing.

    `drawn`: what is on the canvas. `is_finger`: whether a finger was the last to point. `free_strip`: pixels at the top
    that `fit` leaves free of points.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme: Theme = LIGHT
        self.drawn = Scene.of(Dataset.empty(), (0, 1))
        self._layers = Layers(self.scene())
        self.pointer, self.tool_layer = self._layers.pointer, self._layers.tool
        self._marks, self._points = self._layers.marks, self._layers.points
        self._upcoming: int | None = None
        self._ringed, self._most_ringed = np.empty(0, dtype=np.int64), MOST_RINGED
        self._touched: tuple[Ints, int] = (np.empty(0, dtype=np.int64), 0)
        self.is_finger = False
        self.free_strip = 0.0

    def show_points(self, dataset: Dataset, n_placed: int | None = None) -> None:
        """Draw points: those of a document, or points that are being dragged or painted.

        `n_placed`: points of the document, where those after them are being painted.
        """
        self._take_points(dataset, self.axes, n_placed)

    def _take_points(self, dataset: Dataset, axes: Axes, n_placed: int | None = None) -> None:
        self.drawn = Scene.of(dataset, axes, self.drawn.snapshot, n_placed)
        self._layers.show_points(self.drawn)

    def ring_points(self, indices: Iterable[int]) -> None:
        """Ring points until the selection changes: the selected ones, or those under an eraser.

        `indices`: indices of the points.
        """
        self._ringed = _evenly(np.fromiter(indices, dtype=np.int64), MOST_RINGED)
        self._draw_rings()

    def show_touched(self, rows: Ints, index: int) -> None:
        """Show points as if they were of a class, until none are given.

        `rows`: shape (n,): indices of the points. `index`: index of the class.
        """
        self._touched = rows, index
        self._draw_touched()

    def set_band(self, band: QRectF | None) -> None:
        """Show the rectangle that is being dragged to select points. `band`: in pixels; None for none."""
        self._marks.band = band
        self._marks.update()

    @property
    def grid_step(self) -> float:
        """Distance of the grid's lines in data units."""
        return self._layers.grid.step()

    def set_upcoming(self, point: int | None) -> None:
        """Ring the point that is asked about. `point`: its index; None for none."""
        self._upcoming = point
        self._draw_upcoming()

    @property
    def axes(self) -> Axes:
        """The features across and upwards."""
        return self.drawn.axes

    @property
    def positions(self) -> Places:
        """Where the points are drawn, in data units, shape (n_samples, 2)."""
        return self.drawn.positions

    @property
    def frame(self) -> ViewFrame:
        """The part of the plane in view."""
        return self._layers.frame

    def fit(self) -> None:
        """Show all points."""
        size = self.viewport().size()
        under = (COUNTER_BOX[0] * self.theme.scale, COUNTER_BOX[1] * self.theme.scale)
        left, bottom, right, top = frame_around(self.positions, size.width(), size.height(), under, self.free_strip)
        self.show_wanted(QRectF(left, bottom, right - left, top - bottom))
        self.is_fitted = True

    def point_near(self, pixel: QPointF, radius: float | None = None) -> int | None:
        """Return the index of the nearest point, if one is near.

        `pixel`: in pixels. `radius`: how near it has to be, in pixels; None for that of a mouse or, after a touch, of a
        finger.
        """
        radius = radius or max(FINGER_RADIUS if self.is_finger else HIT_RADIUS, self._points.diameter / 2)
        return self._points.near(pixel, radius, self.frame)

    def stack_of(self, index: int) -> list[int]:
        """Return the indices of all points in the place of a point, its own among them. `index`: index of the point."""
        return self._points.in_one_place_with(index)

    def points_along(self, start: QPointF, end: QPointF, radius: float) -> Ints:
        """Return the indices of the points that a disc covers on its way.

        `start`, `end`: where its middle begins and ends, in pixels. `radius`: in pixels. Returns shape (n,).
        """
        (left, top), (right, bottom) = np.sort([start.toTuple(), end.toTuple()], axis=0).tolist()
        low, high = QPointF(left - radius, bottom + radius), QPointF(right + radius, top - radius)
        around = self._points.index.within(*self.frame.data(low), *self.frame.data(high))
        is_near = along(self.frame.pixels(self.positions[around]), start.toTuple(), end.toTuple(), radius)
        return around[is_near]

    def points_inside(self, loop: list[QPointF]) -> list[int]:
        """Return the indices of the points that a loop goes around. `loop`: its corners in pixels."""
        corners = np.array([corner.toTuple() for corner in loop], dtype=np.float64).reshape(-1, 2)
        found: list[int] = np.flatnonzero(inside_loop(self.frame.pixels(self.positions), corners)).tolist()
        return found

    def points_in(self, band: QRectF) -> list[int]:
        """Return the indices of the points in a rectangle. `band`: in pixels."""
        return self._points.inside(band, self.frame)

    def _draw_upcoming(self) -> None:
        asked = [] if self._upcoming is None else self._pixels_of([self._upcoming])
        self._marks.upcoming = asked[0] if asked else None
        self._marks.update()

    def _draw_touched(self) -> None:
        rows, index = self._touched
        if len(rows) or len(self.tool_layer.touched):
            places = self.frame.pixels(self.drawn.places_of(_evenly(rows, MOST_RINGED)))
            self.tool_layer.set_touched(places, index, self._points.diameter)

    def set_moving(self, is_moving: bool) -> None:
        """Ring only a few points while they are moved, or all again; the rings go where the points are now.

        Words that stand still let the points pass, and make room for them afterwards.

        `is_moving`: whether they are being moved.
        """
        self._layers.surroundings.set_moving(is_moving)
        self._most_ringed = MOST_RINGED_MOVING if is_moving else MOST_RINGED
        self._draw_rings()

    def _draw_rings(self) -> None:
        rows = _evenly(self._ringed, self._most_ringed)
        self._marks.set_selected(self.frame.pixels(self.drawn.places_of(rows)))

    def _pixels_of(self, indices: Iterable[int]) -> list[QPointF]:
        return [QPointF(x, y) for x, y in self.frame.pixels(self.drawn.places_of(indices)).tolist()]


def _evenly(rows: Ints, most: int) -> Ints:
    """Return rows, or evenly many of them where there are too many."""
    return rows[:: len(rows) // most + 1] if len(rows) > most else rows
