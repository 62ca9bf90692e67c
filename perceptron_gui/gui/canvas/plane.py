"""The canvas: data space with its regions, boundary, vectors and points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFont, QKeyEvent, QMouseEvent, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QWidget

from perceptron_gui.engine.dataset import Dataset
from perceptron_gui.engine.snapshot import Snapshot
from perceptron_gui.gui.canvas.beats import Beats
from perceptron_gui.gui.canvas.frame import Frame, frame_around
from perceptron_gui.gui.canvas.items import GridLayer, GroundLayer, Layer, LineLayer
from perceptron_gui.gui.canvas.labels import Box, Label, place_labels
from perceptron_gui.gui.canvas.marks import Handle, MarkLayer
from perceptron_gui.gui.canvas.picture import Axes, Picture
from perceptron_gui.gui.canvas.pointer import PointerLayer
from perceptron_gui.gui.canvas.points import PointsLayer, diameter
from perceptron_gui.gui.canvas.weights import WeightScale
from perceptron_gui.gui.theme import LIGHT, SMALL, Theme
from perceptron_gui.session.document import Document
from perceptron_gui.session.ways import Vector, Way

HIT_RADIUS = 12.0
"""Pixels within which a click means a point."""
FINGER_RADIUS = 24.0
"""Pixels within which a finger means a point."""
COUNTER_BOX = (240.0, 104.0)
"""Pixels from the top left corner that the counter may cover."""
RING = 17.0
"""Half the width of the ring around the visited point."""
ZOOM_STEP = 1.2
CALM_SPEED = 3.0
"""Updates a second above which nothing blinks: no ring, no ghost, no ±ηx."""


class Plane(pg.GraphicsView):  # type: ignore[misc]
    """Shows points at once and snapshots as they come; mouse and keys go to the gestures.

    Signals
    -------
    painted : a frame is on the screen.
    pressed, moved, released : (QPointF, modifiers) with the left button.
    menu_asked : QPointF, QPoint (on the screen)
    double_clicked : (QPointF, modifiers) with the left button, in the place of a second press.
    taken_over : what a press began has become a gesture of fingers.
    shown : Snapshot
        Another state is on the canvas.
    frame_changed : another part of the plane is in view, or the canvas has another size.
    """

    shown = Signal(object)
    frame_changed = Signal()

    painted = Signal()
    pressed = Signal(QPointF, object)
    moved = Signal(QPointF, object)
    released = Signal(QPointF, object)
    double_clicked = Signal(QPointF, object)
    menu_asked = Signal(QPointF, object)
    taken_over = Signal()
    key_pressed = Signal(object)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, useOpenGL=False, background=None)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setViewportUpdateMode(self.ViewportUpdateMode.FullViewportUpdate)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setMinimumSize(240, 200)
        self._box = pg.ViewBox(enableMouse=False, enableMenu=False, defaultPadding=0.0)
        self._box.disableAutoRange()
        self._box.setAspectLocked(True)
        self.setCentralItem(self._box)
        self.theme: Theme = LIGHT
        self.frame = Frame()
        self.axes: Axes = (0, 1)
        self._ground, self._grid, self._line, self._marks = GroundLayer(), GridLayer(), LineLayer(), MarkLayer()
        self.pointer = PointerLayer()
        self._layers: tuple[Layer, ...] = (self._ground, self._grid, self._line, self._marks, self.pointer)
        for layer in self._layers:
            layer.setParentItem(self._box)
        self._points = PointsLayer(self._box, self.theme)
        self._weights = WeightScale()
        self._document: Document | None = None
        self._snapshot: Snapshot | None = None
        self._taken: Snapshot | None = None
        self.beats = Beats(self._show, self)
        self._upcoming: int | None = None
        self._way: Way | None = None
        self._selected: tuple[int, ...] = ()
        self._pan_from: QPointF | None = None
        self._covered: list[Box] = []
        self.is_fitted = False
        self._box.sigRangeChanged.connect(self._on_range_changed)
        self._box.sigResized.connect(self._on_range_changed)
        self.speed: float | None = None
        self.is_finger = False
        self.shows_influence = False

    # What is shown

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self.theme = theme
        for layer in self._layers:
            layer.set_theme(theme)
        self._points.set_theme(theme)
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
        self._points.show(dataset, self.axes)
        self._marks.set_point_size(diameter(dataset.n_samples))
        across, upwards = self.axes
        second = dataset.features[upwards] if upwards is not None else ""
        self._grid.names = (dataset.features[across], second)
        self._grid.update()

    def set_axes(self, axes: Axes) -> None:
        """Show two other features."""
        self.axes = axes
        if self._document is not None:
            self.show_points(self._document.dataset)
            self.fit()

    def set_selected(self, indices: Iterable[int]) -> None:
        """Ring the selected points."""
        self._selected = tuple(indices)
        self._draw_selection()

    def set_band(self, band: QRectF | None) -> None:
        """Show the frame that is being dragged."""
        self._marks.band = band
        self._marks.update()

    @property
    def grid_step(self) -> float:
        """Distance of the grid's lines in data units."""
        return self._grid.step()

    @property
    def weight_factor(self) -> float:
        """By how much w is drawn longer than it is."""
        return self._weights.factor

    def handle_at(self, pixel: QPointF) -> Handle | None:
        """Return which of the start weights may be dragged from a pixel."""
        near = ((handle, (at - pixel).manhattanLength()) for handle, at in self._marks.handles.items())
        return next((handle for handle, away in near if away <= HIT_RADIUS), None)

    def hold_scale(self, is_held: bool) -> None:
        """Keep the scale of w while its tip is being dragged, or let it change again."""
        self._weights.is_held = is_held
        self._marks.is_dragging = is_held
        self._redraw()

    def render_snapshot(self, snapshot: Snapshot) -> None:
        """Show a run at its cursor, a single update in two beats."""
        earlier, self._taken = self._taken, snapshot
        self.beats.lead_to(snapshot, earlier, self.speed)

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
        return not is_playing or (self.speed is not None and self.speed <= CALM_SPEED)

    def set_covered(self, boxes: Sequence[QRectF]) -> None:
        """Keep words away from what stands over the canvas."""
        covered = [(box.left(), box.top(), box.right(), box.bottom()) for box in boxes]
        if covered != self._covered:
            self._covered = covered
            self._redraw()

    def set_upcoming(self, point: int | None) -> None:
        """Ring the point that is asked about."""
        self._upcoming = point
        self._draw_upcoming()

    def set_way(self, way: Way | None) -> None:
        """Show an arrow that says which way a vector will move, and the truth beside it."""
        self._way = way
        picture = self._picture()
        if picture is not None:
            self._draw_marks(picture)

    def tip_of(self, row: int) -> QPointF:
        """Return the pixel of a vector's tip: where an arrow begins that says which way it will move."""
        picture = self._picture()
        middle = QPointF(self.frame.width / 2, self.frame.height / 2)
        return (picture.tip(row) if picture is not None else None) or middle

    def vector_to(self, at: QPointF, row: int) -> Vector:
        """Return the arrow from a vector's tip to a pixel, in the units of w."""
        away = at - self.tip_of(row)
        scale = self.frame.unit * self._weights.factor
        return away.x() / scale, -away.y() / scale

    # View

    def fit(self) -> None:
        """Show all points."""
        size = self.viewport().size()
        positions, scale = self._points.positions, self.theme.scale
        under = (COUNTER_BOX[0] * scale, COUNTER_BOX[1] * scale)
        left, bottom, right, top = frame_around(positions, size.width(), size.height(), under)
        self._box.setRange(xRange=(left, right), yRange=(bottom, top), padding=0)
        self.is_fitted = True

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Make everything `factor` times larger around a pixel (None: the middle)."""
        frame = self.frame
        x, y = frame.data(at or QPointF(frame.width / 2, frame.height / 2))
        if not 1e-9 < (frame.right - frame.left) / factor < 1e14:
            return
        self.is_fitted = False
        self._box.setRange(
            xRange=(x + (frame.left - x) / factor, x + (frame.right - x) / factor),
            yRange=(y + (frame.bottom - y) / factor, y + (frame.top - y) / factor),
            padding=0,
        )

    def pan(self, by: QPointF) -> None:
        """Move the picture by pixels."""
        dx, dy = by.x() / self.frame.unit, by.y() / self.frame.unit
        self.is_fitted = False
        self._box.translateBy(x=-dx, y=dy)

    def point_near(self, pixel: QPointF, radius: float | None = None) -> int | None:
        """Return the index of the point nearest to a pixel, if one is within `radius` pixels.

        Without a radius it is that of a mouse or, after a touch, of a finger.
        """
        radius = radius or (FINGER_RADIUS if self.is_finger else HIT_RADIUS)
        positions = self._points.positions
        if not len(positions):
            return None
        x, _ = self.frame.data(pixel)
        # One column first: of many points only those in a narrow strip are looked at closely.
        half, across = 1.01 * radius / self.frame.unit, positions[:, 0]
        strip = np.flatnonzero((across >= x - half) & (across <= x + half))
        if not len(strip):
            return None
        pixels = self.frame.pixels(positions[strip])
        distance = np.hypot(pixels[:, 0] - pixel.x(), pixels[:, 1] - pixel.y())
        nearest = int(distance.argmin())
        return int(strip[nearest]) if distance[nearest] <= radius else None

    def stack_of(self, index: int) -> list[int]:
        """Return the indices of all points that lie where point `index` lies."""
        positions = self._points.positions
        return np.flatnonzero((positions == positions[index]).all(axis=1)).tolist()

    def _stack_labels(self) -> list[Label]:
        """Write ×n beside points that lie in one place."""
        font = self.theme.font(SMALL, QFont.Weight.DemiBold)
        pixels = self.frame.pixels(self._points.stacks)
        places = zip(pixels.tolist(), self._points.stack_sizes.tolist(), strict=True)
        return [
            Label(QPointF(x + 8, y + 14), f"×{count}", self.theme.text, font, anchor=QPointF(x, y))
            for (x, y), count in places
        ]

    def points_in(self, band: QRectF) -> list[int]:
        """Return the indices of the points in a frame of pixels."""
        pixels = self.frame.pixels(self._points.positions)
        x, y = pixels[:, 0], pixels[:, 1]
        inside = (x >= band.left()) & (x <= band.right()) & (y >= band.top()) & (y <= band.bottom())
        return np.flatnonzero(inside).tolist()

    def _on_range_changed(self, *_: object) -> None:
        rect, size = self._box.viewRect(), self._box.rect()
        if size.width() < 1 or size.height() < 1:
            return
        self.frame = Frame(rect.left(), rect.top(), rect.right(), rect.bottom(), size.width(), size.height())
        for layer in self._layers:
            layer.set_frame(self.frame)
        self._redraw()
        self.frame_changed.emit()

    # Drawing

    def _redraw(self) -> None:
        picture = self._picture()
        if picture is None:
            return
        self._ground.set_cells(picture.regions())
        self._line.set_lines(picture.boundary(), picture.ghost())
        self._draw_marks(picture)

    def _picture(self) -> Picture | None:
        snapshot = self._snapshot
        if snapshot is None or snapshot.dataset.n_features <= max(axis for axis in self.axes if axis is not None):
            return None
        return Picture(snapshot, self._points.positions, self.axes, self.frame, self.theme, self._weights, self.is_calm)

    def _draw_marks(self, picture: Picture) -> None:
        marks = self._marks
        marks.pending, marks.errors, marks.visited = picture.pending(), picture.errors(), picture.visited()
        marks.arrows, names = picture.arrows_and_names()
        marks.influence = picture.influence() if self.shows_influence else []
        angle = picture.angle()
        # A point in the same place is what the mouse takes, and what is to be seen.
        marks.handles = picture.handles(lambda at: self.point_near(at, HIT_RADIUS) is None)
        marks.angle = angle[0] if angle is not None else None
        marks.way = picture.way_arrows(self._way) if self._way is not None else None
        marks.labels = [*picture.point_name(), *names, *([angle[1]] if angle is not None else [])]
        marks.labels += [*picture.side_labels(), *self._stack_labels(), *picture.alpha_labels()]
        self._place_labels()
        self._draw_upcoming()
        self._draw_selection()

    def _place_labels(self) -> None:
        """Let no word cover another, an arrow, the ringed point or the counter."""
        marks, taken = self._marks, list(self._covered)
        if marks.visited is not None:
            x, y = marks.visited.x(), marks.visited.y()
            taken.append((x - RING, y - RING, x + RING, y + RING))
        area = (2.0, 2.0, self.frame.width - 2, self.frame.height - 2)
        taken += self._grid.name_boxes()
        arrows = [*marks.arrows, *(marks.way.arrows if marks.way is not None else [])]
        taken += [label.box for label in (marks.way.labels if marks.way is not None else [])]
        place_labels(marks.labels, area, taken, [QLineF(arrow.start, arrow.end) for arrow in arrows])

    def _draw_upcoming(self) -> None:
        point, positions = self._upcoming, self._points.positions
        at = self.frame.pixels(positions[[point]])[0].tolist() if point is not None and point < len(positions) else None
        self._marks.upcoming = QPointF(*at) if at is not None else None
        self._marks.update()

    def _draw_selection(self) -> None:
        shown = self._points.positions
        chosen = shown[[i for i in self._selected if i < len(shown)]].reshape(-1, 2)
        self._marks.selected = [QPointF(x, y) for x, y in self.frame.pixels(chosen).tolist()]
        self._marks.update()

    # Events

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        self.painted.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        if event.button() == Qt.MouseButton.MiddleButton:
            self._pan_from = event.position()
        elif event.button() == Qt.MouseButton.LeftButton:
            self.pressed.emit(event.position(), event.modifiers())
        elif event.button() == Qt.MouseButton.RightButton:
            self.menu_asked.emit(event.position(), event.globalPosition().toPoint())
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pan_from is not None:
            self.pan(event.position() - self._pan_from)
            self._pan_from = event.position()
        else:
            self.moved.emit(event.position(), event.modifiers())
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.MiddleButton:
            self._pan_from = None
        elif event.button() == Qt.MouseButton.LeftButton:
            self.released.emit(event.position(), event.modifiers())
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.double_clicked.emit(event.position(), event.modifiers())
            event.accept()
        else:
            self.mousePressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        steps = event.angleDelta().y() / 120
        if steps:
            self.zoom(ZOOM_STEP**steps, event.position())
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()
        self.key_pressed.emit(event)

    def leaveEvent(self, event: QEvent | QEnterEvent) -> None:
        self.left.emit()
        super().leaveEvent(event)
