"""The canvas: data space with its regions, boundary, vectors and points."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFont, QKeyEvent, QMouseEvent, QPaintEvent, QPolygonF, QWheelEvent
from PySide6.QtWidgets import QFrame, QWidget

from perceptron_gui.engine.dataset import Dataset, Floats
from perceptron_gui.engine.regions import Cell, HalfPlane, binary_cells, class_cells, slice_plane
from perceptron_gui.engine.settings import Mode
from perceptron_gui.engine.snapshot import Snapshot
from perceptron_gui.gui.canvas.frame import Frame, frame_around
from perceptron_gui.gui.canvas.items import (
    Arrow,
    GridLayer,
    GroundLayer,
    Label,
    Layer,
    LineLayer,
    MarkLayer,
    formula_label,
)
from perceptron_gui.gui.canvas.points import PointsLayer, diameter
from perceptron_gui.gui.canvas.weights import WeightScale
from perceptron_gui.gui.text import subscript
from perceptron_gui.gui.theme import LIGHT, SMALL, Theme, text_font
from perceptron_gui.session.document import Document

MOST_MARKS = 2_000
"""Errors outlined while the run moves; the others are only counted (DESIGN §2)."""
HIT_RADIUS = 12.0
"""Pixels within which a click means a point."""
ZOOM_STEP = 1.2
MOST_ALPHAS = 60
"""Points with α > 0 whose α is written on the canvas."""
CALM_SPEED = 3.0
"""Updates a second above which nothing blinks: no ring, no ghost, no ±ηx."""
Axes = tuple[int, int | None]


class Plane(pg.GraphicsView):  # type: ignore[misc]
    """Shows points at once and snapshots as they come; mouse and keys go to the gestures.

    Signals
    -------
    painted : a frame is on the screen.
    pressed, moved, released : (QPointF, modifiers) with the left button.
    menu_asked : QPointF, QPoint (on the screen)
    """

    painted = Signal()
    pressed = Signal(QPointF, object)
    moved = Signal(QPointF, object)
    released = Signal(QPointF, object)
    menu_asked = Signal(QPointF, object)
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
        self._layers: tuple[Layer, ...] = (self._ground, self._grid, self._line, self._marks)
        for layer in self._layers:
            layer.setParentItem(self._box)
        self._points = PointsLayer(self._box, self.theme)
        self._weights = WeightScale()
        self._document: Document | None = None
        self._snapshot: Snapshot | None = None
        self._selected: tuple[int, ...] = ()
        self._pan_from: QPointF | None = None
        self._box.sigRangeChanged.connect(self._on_range_changed)
        self._box.sigResized.connect(self._on_range_changed)
        self.speed: float | None = None
        self.is_quiet: Callable[[], bool] = lambda: False

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
        self._draw_marks()

    def set_band(self, band: QRectF | None) -> None:
        """Show the frame that is being dragged."""
        self._marks.band = band
        self._marks.update()

    def render_snapshot(self, snapshot: Snapshot) -> None:
        """Show a run at its cursor."""
        self._snapshot = snapshot
        self._redraw()

    # View

    def fit(self) -> None:
        """Show all points."""
        size = self.viewport().size()
        left, bottom, right, top = frame_around(self._points.positions, size.width(), size.height())
        self._box.setRange(xRange=(left, right), yRange=(bottom, top), padding=0)

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Make everything `factor` times larger around a pixel (None: the middle)."""
        frame = self.frame
        x, y = frame.data(at or QPointF(frame.width / 2, frame.height / 2))
        if not 1e-9 < (frame.right - frame.left) / factor < 1e14:
            return
        self._box.setRange(
            xRange=(x + (frame.left - x) / factor, x + (frame.right - x) / factor),
            yRange=(y + (frame.bottom - y) / factor, y + (frame.top - y) / factor),
            padding=0,
        )

    def pan(self, by: QPointF) -> None:
        """Move the picture by pixels."""
        dx, dy = by.x() / self.frame.unit, by.y() / self.frame.unit
        self._box.translateBy(x=-dx, y=dy)

    def point_near(self, pixel: QPointF, radius: float = HIT_RADIUS) -> int | None:
        """Return the index of the point nearest to a pixel, if one is within `radius` pixels."""
        positions = self._points.positions
        if not len(positions):
            return None
        pixels = self.frame.pixels(positions)
        distance = np.hypot(pixels[:, 0] - pixel.x(), pixels[:, 1] - pixel.y())
        nearest = int(distance.argmin())
        return nearest if distance[nearest] <= radius else None

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

    # Drawing

    def _redraw(self) -> None:
        snapshot = self._snapshot
        if snapshot is None or snapshot.dataset.n_features <= max(a for a in self.axes if a is not None):
            return
        self._draw_regions(snapshot)
        self._draw_marks()

    def _planes(self, theta: Floats, snapshot: Snapshot) -> list[HalfPlane]:
        held = self._held_values(snapshot.dataset)
        return [slice_plane(row, self.axes, held, snapshot.settings.bias) for row in theta]

    def _held_values(self, dataset: Dataset) -> Floats:
        """Return the means of the features: where those that are not shown are held."""
        if dataset.n_features <= 2:
            return np.zeros(dataset.n_features)
        means: Floats = dataset.X.mean(axis=0) if dataset.n_samples else np.zeros(dataset.n_features)
        return means

    def _cells(self, theta: Floats, snapshot: Snapshot) -> list[Cell]:
        planes = self._planes(theta, snapshot)
        if snapshot.settings.mode is Mode.MULTICLASS:
            return class_cells(planes, snapshot.dataset.present, self.frame.rectangle)
        return binary_cells(planes[0], self.frame.rectangle)

    def _draw_regions(self, snapshot: Snapshot) -> None:
        cells = self._cells(snapshot.theta, snapshot)
        self._ground.set_cells([(self._class_of(cell, snapshot), self._polygon(cell)) for cell in cells])
        ghost: list[QLineF] = []
        last = snapshot.last
        if last is not None and last.is_mistake and self._is_calm(snapshot) and len(last.before) == len(snapshot.theta):
            ghost = self._edges(self._cells(last.before, snapshot))
        self._line.set_lines(self._edges(cells), ghost)

    def _class_of(self, cell: Cell, snapshot: Snapshot) -> int:
        """Return whose colour a cell takes: in the binary modes + and the class that is − or "the rest"."""
        if snapshot.settings.mode is Mode.MULTICLASS:
            return cell.owner
        positive = self._document.positive if self._document is not None else 1
        if cell.owner == 1:
            return positive
        others = [k for k in snapshot.dataset.present if k != positive]
        return others[0] if others else 1 - min(positive, 1)

    def _polygon(self, cell: Cell) -> QPolygonF:
        return QPolygonF([self.frame.point(x, y) for x, y in cell.corners])

    def _edges(self, cells: list[Cell]) -> list[QLineF]:
        """Return every line between two cells once, in pixels."""
        point = self.frame.point
        return [QLineF(point(*p), point(*q)) for cell in cells for p, q, rival in cell.edges() if cell.owner < rival]

    def _is_calm(self, snapshot: Snapshot) -> bool:
        return not snapshot.is_playing or (self.speed is not None and self.speed <= CALM_SPEED)

    # Marks

    def _draw_marks(self) -> None:
        snapshot, marks = self._snapshot, self._marks
        shown = self._points.positions
        marks.selected = self._at(shown[[i for i in self._selected if i < len(shown)]])
        if snapshot is None:
            marks.update()
            return
        marks.pending = self._at(shown[snapshot.dataset.n_samples :])
        marks.errors = self._error_marks(snapshot)
        marks.arrows, marks.labels = [], []
        self._add_vectors(snapshot)
        self._add_alpha(snapshot)
        self._add_visited(snapshot)
        self._add_side_labels(snapshot)
        marks.update()

    def _at(self, points: NDArray[np.float64]) -> list[QPointF]:
        return [QPointF(x, y) for x, y in self.frame.pixels(points.reshape(-1, 2)).tolist()]

    def _error_marks(self, snapshot: Snapshot) -> list[QPointF]:
        if not snapshot.visit or not snapshot.theta.any():
            return []
        wrong = np.flatnonzero(snapshot.errors)
        wrong = wrong[:MOST_MARKS] if snapshot.is_playing else wrong[: 5 * MOST_MARKS]
        positions = self._points.positions
        return self._at(positions[wrong[wrong < len(positions)]])

    def _add_visited(self, snapshot: Snapshot) -> None:
        last, positions = snapshot.last, self._points.positions
        self._marks.visited = None
        if last is None or not self._is_calm(snapshot) or last.point >= len(positions):
            return
        at = self._at(positions[last.point])[0]
        self._marks.visited = at
        text = "x" + subscript(last.point + 1)
        below = 32 if at.y() < 40 else -10
        self._marks.labels.append(formula_label(at + QPointF(19, below), text, self.theme.text))

    def _add_alpha(self, snapshot: Snapshot) -> None:
        """Write α beside its point, where there are few enough to read (D1)."""
        alpha, positions = snapshot.alpha, self._points.positions
        if alpha is None or snapshot.settings.mode is not Mode.DUAL or len(alpha) > len(positions):
            return
        used = np.flatnonzero(alpha)
        if len(used) > MOST_ALPHAS:
            return
        font = text_font(SMALL, QFont.Weight.DemiBold)
        for i, at in zip(used.tolist(), self._at(positions[used]), strict=True):
            self._marks.labels.append(Label(at + QPointF(-26, 22), f"α={alpha[i]}", self.theme.text, font))

    def _add_vectors(self, snapshot: Snapshot) -> None:
        planes = self._planes(snapshot.theta, snapshot)
        frame, theme = self.frame, self.theme
        is_multiclass = snapshot.settings.mode is Mode.MULTICLASS
        owners = snapshot.dataset.present if is_multiclass else (0,)
        root = self._root(planes[0], is_multiclass)
        factor = self._weights.fit(root, [planes[k][:2] for k in owners], frame)
        last = snapshot.last
        shows_update = last is not None and last.is_mistake and self._is_calm(snapshot) and root == (0.0, 0.0)
        if shows_update and last is not None and len(last.before) == len(snapshot.theta):
            self._add_update(self._planes(last.before, snapshot), planes, factor)
        for k in owners:
            a, b, _ = planes[k]
            colour = theme.classes[k % 10] if is_multiclass else theme.text
            tip = frame.point(root[0] + a * factor, root[1] + b * factor)
            self._marks.arrows.append(Arrow(frame.point(*root), tip, colour))
            if a or b:
                name = "w" + (f"({snapshot.dataset.classes[k]})" if is_multiclass else "")
                start = frame.point(*root)
                side = QPointF(8, 18) if tip.y() >= start.y() else QPointF(8, -6)
                self._marks.labels.append(formula_label(tip + side, name + self._weights.text, colour))

    def _add_update(self, before: list[HalfPlane], after: list[HalfPlane], factor: float) -> None:
        """Draw the old w, pale, and ±ηx from its tip to the new one (P2, M2)."""
        frame, origin = self.frame, self.frame.point(0, 0)
        for old, new in zip(before, after, strict=True):
            if old[:2] == new[:2]:
                continue
            old_tip, new_tip = (
                frame.point(old[0] * factor, old[1] * factor),
                frame.point(new[0] * factor, new[1] * factor),
            )
            self._marks.arrows.append(Arrow(origin, old_tip, self.theme.muted, 2.4))
            self._marks.arrows.append(Arrow(old_tip, new_tip, self.theme.wrong, 2.4, is_dashed=True))

    def _root(self, plane: HalfPlane, is_multiclass: bool) -> tuple[float, float]:
        """Return where w begins: the origin, or the middle of the boundary where the origin is out of view."""
        frame = self.frame
        if frame.contains(0, 0) or is_multiclass:
            return 0.0, 0.0
        edges = [edge for cell in binary_cells(plane, frame.rectangle)[:1] for edge in cell.edges()]
        if not edges:
            return 0.0, 0.0
        (x0, y0), (x1, y1), _ = edges[0]
        return (x0 + x1) / 2, (y0 + y1) / 2

    def _add_side_labels(self, snapshot: Snapshot) -> None:
        """Name S₊ and S₋ in the corners that lie deepest in them (P8)."""
        if snapshot.settings.mode is Mode.MULTICLASS:
            return
        a, b, c = self._planes(snapshot.theta, snapshot)[0]
        if not (a or b):
            return
        frame = self.frame
        corners = [(104, 34), (frame.width - 104, 34), (28, frame.height - 24), (frame.width - 104, frame.height - 24)]
        corners[0] = (28, 150)
        heights = [(a * x + b * y + c, px) for px in corners for x, y in [frame.data(QPointF(*px))]]
        cells = {cell.owner: self._class_of(cell, snapshot) for cell in binary_cells((a, b, c), frame.rectangle)}
        for owner, (height, px), text in ((1, max(heights), "S₊  f > 0"), (0, min(heights), "S₋  f < 0")):
            if (height > 0) == (owner == 1):
                colour = self.theme.classes[cells[owner] % 10]
                font = text_font(14, QFont.Weight.DemiBold)
                self._marks.labels.append(Label(QPointF(*px), text, colour, font))

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
