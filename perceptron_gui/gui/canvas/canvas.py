"""The canvas: data space with its regions, boundary, vectors and points."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Signal
from PySide6.QtWidgets import QWidget

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.gui.canvas.foreground import Handle
from perceptron_gui.gui.canvas.layers import HIT_RADIUS, Layers
from perceptron_gui.gui.canvas.picture import Axes, Picture
from perceptron_gui.gui.canvas.update_animation import UpdateAnimation
from perceptron_gui.gui.canvas.vectors import Vectors
from perceptron_gui.gui.canvas.view import CanvasView
from perceptron_gui.gui.canvas.view_frame import ViewFrame, frame_around
from perceptron_gui.gui.style.theme import LIGHT, Theme
from perceptron_gui.session.document import Document
from perceptron_gui.session.exercises.update_direction import Vector, Way
from perceptron_gui.session.view_state import ViewState

FINGER_RADIUS = 24.0
"""Pixels within which a finger means a point."""
COUNTER_BOX = (240.0, 104.0)
"""Pixels from the top left corner that the counter may cover."""
SIGHTS = 4
"""Places along an arrow that count as much as a point each."""
CALM_SPEED = 3.0
"""Updates a second above which nothing blinks: no ring, no ghost, no ±ηx."""


class Canvas(CanvasView):
    """Shows points at once and snapshots as they come; mouse and keys go to the gestures.

    Signals
    -------
    shown : Snapshot
        Another state is on the canvas.
    """

    shown = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme: Theme = LIGHT
        self.axes: Axes = (0, 1)
        self._layers = Layers(self._box)
        self.pointer = self._layers.pointer
        self._ground, self._marks, self._points = self._layers.ground, self._layers.marks, self._layers.points
        self._document: Document | None = None
        self._snapshot: Snapshot | None = None
        self._taken: Snapshot | None = None
        self.animation = UpdateAnimation(self._show, self)
        self._upcoming: int | None = None
        self._way: Way | None = None
        self._view_state = ViewState()
        self._ringed: tuple[int, ...] = ()
        self.is_finger = False
        self.shows_influence = False
        self.free_strip = 0.0
        """Pixels at the top that `fit` leaves free of points."""

    # What is shown

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self.theme = theme
        self._layers.set_theme(theme)
        self._redraw()

    def set_document(self, document: Document) -> None:
        """Show the points of `document`."""
        earlier, self._document = self._document, document
        d = document.dataset.n_features
        if earlier is None or earlier.dataset.n_features != d:
            self.axes = (0, 1 if d > 1 else None)
        self.show_points(document.dataset)
        self._redraw()

    def show_points(self, dataset: Dataset) -> None:
        """Draw `dataset`, which may be a document's points or points that are being dragged."""
        self._layers.show_points(dataset, self.axes)

    def set_axes(self, axes: Axes) -> None:
        """Show two other features."""
        self.axes = axes
        if self._document is not None:
            self.show_points(self._document.dataset)
            self.fit()

    def set_view_state(self, state: ViewState) -> None:
        """Ring the points that are selected now, and play updates as the speed allows.

        Parameters
        ----------
        state : ViewState
        """
        earlier, self._view_state = self._view_state, state
        if state.selection != earlier.selection:
            self.ring_points(state.selection)

    def ring_points(self, indices: Iterable[int]) -> None:
        """Ring points until the selection changes: the selected ones, or those under an eraser.

        Parameters
        ----------
        indices : iterable of int
        """
        self._ringed = tuple(indices)
        self._draw_rings()

    def set_band(self, band: QRectF | None) -> None:
        """Show the frame that is being dragged."""
        self._marks.band = band
        self._marks.update()

    @property
    def grid_step(self) -> float:
        """Distance of the grid's lines in data units."""
        return self._layers.grid.step()

    @property
    def weight_factor(self) -> float:
        """By how much w is drawn longer than it is."""
        return self._layers.weights.factor

    def handle_at(self, pixel: QPointF) -> Handle | None:
        """Return which of the start weights may be dragged from a pixel."""
        near = ((handle, (at - pixel).manhattanLength()) for handle, at in self._marks.handles.items())
        return next((handle for handle, away in near if away <= HIT_RADIUS), None)

    def hold_scale(self, is_held: bool) -> None:
        """Keep the scale of w while its tip is being dragged, or let it change again."""
        self._layers.weights.is_held = is_held
        self._marks.is_dragging = is_held
        self._redraw()

    def render_snapshot(self, snapshot: Snapshot) -> None:
        """Show a run at its cursor, a single update in two beats."""
        earlier, self._taken = self._taken, snapshot
        self.animation.lead_to(snapshot, earlier, self._view_state.speed)

    def _show(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._redraw()
        self.shown.emit(snapshot)

    @property
    def snapshot(self) -> Snapshot | None:
        """The state that is on the canvas."""
        return self._snapshot

    @property
    def positions(self) -> NDArray[np.float64]:
        """Where the points are drawn, in data units, shape (n_samples, 2)."""
        return self._points.positions

    @property
    def is_calm(self) -> bool:
        """Whether a person can follow single visits."""
        is_playing = self._snapshot is not None and self._snapshot.is_playing
        speed = self._view_state.speed
        return not is_playing or (speed is not None and speed <= CALM_SPEED)

    @property
    def sights(self) -> list[QPointF]:
        """Pixels along the arrows: beside the points what is to be seen."""
        lines = [QLineF(arrow.start, arrow.end) for arrow in self._marks.arrows]
        return [line.pointAt(i / SIGHTS) for line in lines for i in range(1, SIGHTS + 1)]

    def set_covered(self, boxes: list[QRectF]) -> None:
        """Keep words away from what stands over the canvas."""
        if self._layers.set_covered(boxes):
            self._redraw_marks()

    def set_upcoming(self, point: int | None) -> None:
        """Ring the point that is asked about."""
        self._upcoming = point
        self._draw_upcoming()

    def set_way(self, way: Way | None) -> None:
        """Show an arrow that says which way a vector will move, and the truth beside it."""
        self._way = way
        self._redraw_marks()

    def tip_of(self, row: int) -> QPointF:
        """Return the pixel of a vector's tip: where an arrow begins that says which way it will move."""
        picture = self._picture()
        middle = QPointF(self.frame.width / 2, self.frame.height / 2)
        return (Vectors(picture, self._layers.weights).tip(row) if picture is not None else None) or middle

    def vector_to(self, at: QPointF, row: int) -> Vector:
        """Return the arrow from a vector's tip to a pixel, in the units of w."""
        away = at - self.tip_of(row)
        scale = self.frame.unit * self._layers.weights.factor
        return away.x() / scale, -away.y() / scale

    # View

    def fit(self) -> None:
        """Show all points."""
        size = self.viewport().size()
        positions, scale = self._points.positions, self.theme.scale
        under = (COUNTER_BOX[0] * scale, COUNTER_BOX[1] * scale)
        strip = self.free_strip
        left, bottom, right, top = frame_around(positions, size.width(), size.height() - strip, under)
        top += strip * (right - left) / size.width()
        self._box.setRange(xRange=(left, right), yRange=(bottom, top), padding=0)
        self.is_fitted = True

    def point_near(self, pixel: QPointF, radius: float | None = None) -> int | None:
        """Return the index of the point nearest to a pixel, if one is within `radius` pixels.

        Without a radius it is that of a mouse or, after a touch, of a finger.
        """
        radius = radius or max(FINGER_RADIUS if self.is_finger else HIT_RADIUS, self._points.diameter / 2)
        return self._points.near(pixel, radius, self.frame)

    def stack_of(self, index: int) -> list[int]:
        """Return the indices of all points that lie where point `index` lies."""
        return self._points.in_one_place_with(index)

    def points_in(self, band: QRectF) -> list[int]:
        """Return the indices of the points in a frame of pixels."""
        return self._points.inside(band, self.frame)

    def take_frame(self, frame: ViewFrame) -> None:
        """Show another part of the plane."""
        self._layers.set_frame(frame)
        self._redraw()

    @property
    def frame(self) -> ViewFrame:
        """The part of the plane in view."""
        return self._layers.frame

    # Drawing

    def _redraw(self) -> None:
        picture = self._picture()
        if picture is not None:
            self._layers.draw(picture, self._way, self.shows_influence)
            self._draw_upcoming()
            self._draw_rings()

    def _redraw_marks(self) -> None:
        picture = self._picture()
        if picture is not None:
            self._layers.draw_marks(picture, self._way, self.shows_influence)

    def _picture(self) -> Picture | None:
        snapshot = self._snapshot
        if snapshot is None or snapshot.dataset.n_features <= max(axis for axis in self.axes if axis is not None):
            return None
        return Picture(snapshot, self._points.positions, self.axes, self.frame, self.theme, self.is_calm)

    def _draw_upcoming(self) -> None:
        point, positions = self._upcoming, self._points.positions
        at = self.frame.pixels(positions[[point]])[0].tolist() if point is not None and point < len(positions) else None
        self._marks.upcoming = QPointF(*at) if at is not None else None
        self._marks.update()

    def _draw_rings(self) -> None:
        shown = self._points.positions
        chosen = shown[[i for i in self._ringed if i < len(shown)]].reshape(-1, 2)
        self._marks.selected = [QPointF(x, y) for x, y in self.frame.pixels(chosen).tolist()]
        self._marks.update()
