"""The canvas shows data space: regions, boundary, vectors and points.

Here: showing, ringing, selecting and hit-testing points, keeping them in view, and animating a visit in two beats.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QObject, QPointF, QRectF, QVariantAnimation, Signal
from PySide6.QtWidgets import QWidget

from perceptron_gui.engine.data.dataset import Dataset, Ints
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.frozen import replace
from perceptron_gui.gui.canvas.figures.backdrop import grid_steps
from perceptron_gui.gui.canvas.figures.foreground import Handle
from perceptron_gui.gui.canvas.figures.hand_layer import HandGrip
from perceptron_gui.gui.canvas.figures.layers import HIT_RADIUS, Layers
from perceptron_gui.gui.canvas.figures.vectors import Vectors
from perceptron_gui.gui.canvas.picture import Picture
from perceptron_gui.gui.canvas.scene import Axes, Places, Scene, projected
from perceptron_gui.gui.canvas.view import CanvasView, ViewFrame, frame_around, own_frame_around
from perceptron_gui.gui.style.theme import LIGHT, Theme
from perceptron_gui.session.contours.field import Field
from perceptron_gui.session.document import Document
from perceptron_gui.session.exercises.exercise import hidden_points
from perceptron_gui.session.exercises.grading import Vector, Way
from perceptron_gui.session.points.point_edits import OutsideQuestion, along, count_outside, inside_loop
from perceptron_gui.session.view.view_state import ViewState
from perceptron_gui.translation import tr

FINGER_RADIUS = 24.0
"""Pixels within which a finger means a point."""
MOST_RINGED, MOST_RINGED_MOVING = 10_000, 100
"""Points that are marked as selected or touched, at rest and while they are moved; of more, evenly many are."""


class PointView(CanvasView):
    """The part of the canvas that shows points; it does not know the run.

    `drawn`: what is on the canvas. `is_finger`: whether a finger was the last to point.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme: Theme = LIGHT
        self.drawn = Scene.of(Dataset.empty(), (0, 1))
        self._layers = Layers(self.box)
        self.pointer, self.tool_layer = self._layers.pointer, self._layers.tool
        self._marks, self._points = self._layers.marks, self._layers.points
        self._upcoming: int | None = None
        self._ringed, self._most_ringed = np.empty(0, dtype=np.int64), MOST_RINGED
        self._touched: tuple[Ints, int] = (np.empty(0, dtype=np.int64), 0)
        self.is_finger = False

    def show_points(self, dataset: Dataset, n_placed: int | None = None) -> None:
        """Draw points: those of a document, or points that are being dragged or painted.

        `n_placed`: points of the document, where those after them are being painted.
        """
        self._take_points(dataset, self.axes, n_placed)

    def _take_points(self, dataset: Dataset, axes: Axes, n_placed: int | None = None) -> None:
        self.drawn = Scene.of(dataset, axes, self.drawn.snapshot, n_placed)
        self._layers.show_points(self.drawn)

    def hides(self, index: int) -> bool:
        """Whether the class of a point is not to be seen."""
        return self._points.hides(index)

    def ring_points(self, indices: Iterable[int]) -> None:
        """Ring points until the selection changes: the selected ones, or those under an eraser.

        `indices`: indices of the points.
        """
        self._ringed = _evenly(np.fromiter(indices, dtype=np.int64), MOST_RINGED)
        self._draw_rings()

    def show_touched(self, rows: Ints, index: int) -> None:
        """Preview points as members of a class; empty `rows` ends the preview.

        `rows`: shape (n,): indices of the points. `index`: index of the class.
        """
        self._touched = rows, index
        self._draw_touched()

    def set_band(self, band: QRectF | None) -> None:
        """Show the rectangle that is being dragged to select points. `band`: in pixels; None for none."""
        self._marks.band = band
        self._marks.update()

    @property
    def grid_steps(self) -> tuple[float, float]:
        """Distances of the grid's lines in data units, across and upwards."""
        return grid_steps(self.frame, self.theme)

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

    def fit(self) -> None:
        """Show all points."""
        size = self.viewport().size()
        if self.has_own_scales:
            left, bottom, right, top = own_frame_around(self.positions)
        else:
            left, bottom, right, top = frame_around(self.positions, size.width(), size.height())
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
        """Return the indices of all points that coincide with a point, itself included. `index`: index of the point."""
        x, y = self.positions[index].tolist()
        found: list[int] = self._points.index.within(x, y, x, y).tolist()
        return found

    def points_along(self, start: QPointF, end: QPointF, radius: float) -> Ints:
        """Return the indices of the points under a disc that moves along a straight line.

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
        x, y = self.frame.pixels(self.positions).T
        is_inside = (x >= band.left()) & (x <= band.right()) & (y >= band.top()) & (y <= band.bottom())
        return np.flatnonzero(is_inside).tolist()

    def _draw_upcoming(self) -> None:
        self._marks.upcoming = self._pixel_of(self._upcoming)
        self._marks.update()

    def _pixel_of(self, index: int | None) -> QPointF | None:
        """Return where a point lies on the screen; None where it is not drawn."""
        places = self.frame.points(self.drawn.places_of([] if index is None else [index]))
        return places[0] if places else None

    def _draw_touched(self) -> None:
        rows, index = self._touched
        if len(rows) or len(self.tool_layer.touched):
            places = self.frame.pixels(self.drawn.places_of(_evenly(rows, MOST_RINGED)))
            self.tool_layer.set_touched(places, index, self._points.diameter)

    def set_moving(self, is_moving: bool) -> None:
        """Ring only a few points during a move, and all of them after it, at their present places.

        Labels ignore the points during the move, and make room for them afterwards.

        `is_moving`: whether they are being moved.
        """
        self._layers.surroundings.set_moving(is_moving)
        self._most_ringed = MOST_RINGED_MOVING if is_moving else MOST_RINGED
        self._draw_rings()

    def _draw_rings(self) -> None:
        rows = _evenly(self._ringed, self._most_ringed)
        self._marks.set_selected(self.frame.pixels(self.drawn.places_of(rows)))


def _evenly(rows: Ints, most: int) -> Ints:
    """Return all rows or, if there are more than `most`, that many, evenly spaced."""
    return rows[:: len(rows) // most + 1] if len(rows) > most else rows


STEP_MS = 560
"""How long both beats take when a visit is made by hand."""
LOOK_SHARE = 0.4
"""Part of it that belongs to looking."""


TURN_MS = 250
"""How long the boundary takes to that of another page of a lesson."""


def eased(share: float) -> float:
    """Return how far something is that begins and ends gently. `share`: of the time, 0 to 1."""
    return share * share * (3 - 2 * share)


class UpdateAnimation(QObject):
    """Animates an update: from the parameters before it to those after it. `show`: draws a snapshot.

    `turns`: whether the next run is another page of a lesson: of the same points, its boundary is moved to.
    """

    def __init__(self, show: Callable[[Snapshot], None], parent: QObject) -> None:
        super().__init__(parent)
        self._show = show
        self._goal: Snapshot | None = None
        self._from: NDArray[np.float64] | None = None  # None where it is an update in two beats
        self.is_reduced = self.turns = False
        self._animation = QVariantAnimation(self, startValue=0.0, endValue=1.0)
        self._animation.valueChanged.connect(self._on_value)

    @property
    def is_moving(self) -> bool:
        """Whether a visit is being shown in two beats."""
        return self._animation.state() == QVariantAnimation.State.Running

    def lead_to(self, snapshot: Snapshot, earlier: Snapshot | None) -> None:
        """Show a snapshot, in two beats if it is one update after the earlier one and there is time for it.

        `earlier`: None where there was none.
        """
        goal, self._goal = self._goal, snapshot
        is_turn = self.turns and earlier is not None and earlier.run_id != snapshot.run_id
        if is_turn:
            self.turns = False
        elif self.is_moving and goal is not None:
            is_same = snapshot.last is goal.last if self._from is None else snapshot.run_id == goal.run_id
            if is_same and snapshot.theta.shape == goal.theta.shape:  # a new class has a row more
                return  # the same visit, or the same page, with more to tell
        self._from = earlier.theta if is_turn and earlier is not None and self._may_turn(snapshot, earlier) else None
        duration = TURN_MS if self._from is not None else self._duration(snapshot, earlier)
        if not duration:
            self.finish()
            return
        self._animation.stop()
        self._animation.setDuration(duration)
        self._animation.start()

    def finish(self) -> None:
        """End the animation: show the final snapshot at once."""
        goal, self._goal = self._goal, None
        self._animation.stop()
        if goal is not None:
            self._show(goal)

    def _may_turn(self, snapshot: Snapshot, earlier: Snapshot) -> bool:
        """Whether the parameters of one run can go to those of another."""
        has_lines = "line" in snapshot.model.parts and "line" in earlier.model.parts
        is_alike = earlier.theta.shape == snapshot.theta.shape and not np.array_equal(earlier.theta, snapshot.theta)
        return not self.is_reduced and has_lines and is_alike and np.array_equal(earlier.dataset.X, snapshot.dataset.X)

    def _duration(self, snapshot: Snapshot, earlier: Snapshot | None) -> int:
        is_next = earlier is not None and snapshot.run_id == earlier.run_id and snapshot.visit == earlier.visit + 1
        if self.is_reduced or not is_next or snapshot.theta_before is None or "line" not in snapshot.model.parts:
            return 0
        if not snapshot.is_playing:
            return STEP_MS
        speed = snapshot.speed
        return min(STEP_MS, round(800 / speed)) if speed is not None and speed <= 2 else 0

    def _on_value(self, value: object) -> None:
        goal = self._goal
        if goal is None or not isinstance(value, float):
            return
        if value >= 1.0:
            self.finish()
        elif self._from is not None:
            self._show(replace(goal, theta=self._from + eased(value) * (goal.theta - self._from)))
        elif goal.last is not None:
            share = max(0.0, (value - LOOK_SHARE) / (1 - LOOK_SHARE))
            theta = goal.last.before + eased(share) * (goal.last.after - goal.last.before)
            self._show(replace(goal, theta=theta))


LINE_REACH = 5.0
"""Pixels within which a press means the boundary."""
SIGHTS = 4
"""Places along an arrow that count as much as a point each."""


class Canvas(PointView):
    """The whole canvas: points, the state of the run, and gestures by mouse and keys.

    `shown`: another state is on the canvas. `told`: describes it (`gui/widgets/accessible`).
    """

    shown = Signal(object)
    told_as = "Canvas"
    told: Callable[[], str]

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Plane"))
        self._taken: Snapshot | None = None
        self.covered: list[QRectF] = []
        self.animation = UpdateAnimation(self._show, self)
        self._way: Way | None = None
        self._is_held = self._is_awaited = False  # what changes is drawn later; there is something to draw then
        self.final_lines, self.variants = self._layers.final_lines, self._layers.variants
        self.variants.moved.connect(self._redraw_marks)
        self._view_state, self._document = ViewState(), Document()
        self.hidden: frozenset[str] = frozenset()  # parts that a page of a lesson hides
        self.n_named = 0  # see `Picture`
        self.figures, self.curves, self.terms = self._layers.geometry, self._layers.curves, self._layers.terms
        self.hand = self._layers.hand
        self.figures.changed.connect(self._redraw_marks)

    # What is shown

    def set_theme(self, theme: Theme) -> None:
        """Adopt the colours of another theme."""
        self.theme = theme
        self._layers.set_theme(theme)
        self._redraw()

    def set_document(self, document: Document) -> None:
        """Show the points of a document."""
        dataset, d = document.dataset, document.dataset.n_features
        is_same_kind = d == self.drawn.dataset.n_features
        self._document = document
        self.figures.set_document(document)
        self._take_points(dataset, self.axes if is_same_kind else (0, 1 if d > 1 else None))
        self._follow_scales()
        self._redraw()

    def set_axes(self, axes: Axes) -> None:
        """Show two other features. `axes`: the features across and upwards."""
        self._take_points(self.drawn.dataset, axes)
        self.fit()

    def set_view_state(self, state: ViewState) -> None:
        """Follow the view state: selection, speed of updates, view switches."""
        earlier, self._view_state = self._view_state, state
        self._follow_scales()
        if state.selection != earlier.selection:
            self.ring_points(state.selection)
        if state.switches != earlier.switches:
            self.animation.is_reduced = state.shows("still")
            self._redraw()
        elif state.hand_line != earlier.hand_line and (picture := self._picture()) is not None:
            self._layers.draw_hand(picture)
        if (state.tool_in_hand is None) is not (earlier.tool_in_hand is None):
            self._redraw_marks()  # handles come and go
        if _pointed(state) != _pointed(earlier):
            self._draw_pointed()
        point = state.lit_point if state.lit_point is not None else state.single_point
        self.figures.measure(point if state.shows("distance") else None)

    def _follow_scales(self) -> None:
        """Give the axes scales of their own, or one; all points are in view then."""
        has_own_scales = self._view_state.shows("own_scales") and self.axes[1] is not None
        if has_own_scales is not self.has_own_scales:
            self.has_own_scales = has_own_scales
            self.fit()

    @property
    def weight_factor(self) -> float:
        """The factor by which w is drawn longer than its true length."""
        return self._layers.weights.factor

    def handle_at(self, pixel: QPointF, takes_line: bool = False) -> Handle | None:
        """Return which of the start weights can be dragged from a place, if any; of w and a point the nearer is (G4).

        `pixel`: in pixels. `takes_line`: whether b can be dragged from any place of the boundary, and not only from its
        handle.
        """
        point = self._pixel_of(self.point_near(pixel))
        return self._marks.handle_at(pixel, HIT_RADIUS, LINE_REACH if takes_line else 0.0, point)

    def hand_grip_at(self, pixel: QPointF, takes_line: bool) -> HandGrip | None:
        """Return what of the student's own line is taken from a place, if any: a point there goes first (G4).

        `pixel`: in pixels. `takes_line`: whether it can be taken anywhere, and not only by its rings.
        """
        if self.hand.line is None or self.point_near(pixel) is not None:
            return None
        is_coarse = self.is_finger or self.pointer.cross is not None  # the keys' cursor goes in steps
        reach = FINGER_RADIUS if is_coarse else HIT_RADIUS
        line_reach = 0.0 if not takes_line else reach / 2 if is_coarse else LINE_REACH
        grip = self.hand.grip_at(pixel, reach, line_reach)
        return None if grip is HandGrip.LINE and self.handle_at(pixel) is not None else grip

    def has_ring_at(self, pixel: QPointF) -> bool:
        """Whether a handle with a visible ring is here; away from the run's start handles have none."""
        is_run = self._marks.shows_handles and self.handle_at(pixel) is not None
        return is_run or self.hand_grip_at(pixel, takes_line=False) is not None

    def hold_scale(self, is_held: bool) -> None:
        """Keep the scale of w while its tip is being dragged, or let it change again. `is_held`: whether it is kept."""
        self._layers.weights.is_held = is_held
        self._marks.is_dragging = is_held
        self._redraw()

    def render_snapshot(self, snapshot: Snapshot) -> None:
        """Show a run at its cursor; a single update is shown in two beats."""
        earlier, self._taken = self._taken, snapshot
        self.animation.lead_to(snapshot, earlier)

    def _show(self, snapshot: Snapshot) -> None:
        if self.snapshot is not None and self.snapshot.run_id != snapshot.run_id:
            self._way = None  # a question of the run before, perhaps about a vector that there is no more
        self.drawn = self.drawn.with_snapshot(snapshot)
        self._redraw()
        self.shown.emit(snapshot)

    @property
    def snapshot(self) -> Snapshot | None:
        """The state that is on the canvas."""
        return self.drawn.snapshot

    @property
    def newest(self) -> Scene:
        """The scene that is shown, or the one that the animation is heading for."""
        return self.drawn.with_snapshot(self._taken)

    @property
    def sights(self) -> list[QPointF]:
        """Pixels along the arrows, which must stay visible as the points must."""
        lines = [QLineF(arrow.start, arrow.end) for arrow in self._marks.arrows]
        return [line.pointAt(i / SIGHTS) for line in lines for i in range(1, SIGHTS + 1)]

    def set_covered(self, boxes: list[QRectF]) -> None:
        """Keep words away from what stands over the canvas. `boxes`: in pixels."""
        self.covered = boxes
        if self._layers.set_covered(boxes):
            self._redraw_marks()

    def set_way(self, way: Way | None) -> None:
        """Show the user's guess of a vector's next move as an arrow, and the true move beside it.

        `way`: none to show none.
        """
        self._way = way
        self._redraw_marks()

    def tip_of(self, row: int) -> QPointF:
        """Return the pixel of a vector's tip, from where its next move is drawn. `row`: row of the weights."""
        picture = self._picture()
        middle = QPointF(self.frame.width / 2, self.frame.height / 2)
        return (Vectors(picture, self._layers.weights).tip(row) if picture is not None else None) or middle

    def vector_to(self, at: QPointF, row: int) -> Vector:
        """Return the arrow from a vector's tip to a place, in the units of w.

        `at`: in pixels. `row`: row of the weights.
        """
        across, upwards = self.frame.vector(at - self.tip_of(row))
        factor = self._layers.weights.factor
        return across / factor, upwards / factor

    def take_frame(self, frame: ViewFrame) -> None:
        self._layers.set_frame(frame)
        self._redraw()

    def take_field(self, field: Field) -> None:
        """Show a newly computed curved boundary, with the labels that depend on it."""
        self.curves.take_field(field)
        self._redraw_marks()

    # Drawing

    @contextmanager
    def drawn_once(self) -> Iterator[None]:
        """Draw what changes inside once, at its end: parts of a window come and go, and each changes the size."""
        self._is_held = True
        try:
            yield
        finally:
            is_awaited, self._is_held, self._is_awaited = self._is_awaited, False, False
            if is_awaited:
                self._redraw()
                self.frame_changed.emit()  # what stands over the canvas makes way for what has been drawn

    def _redraw(self) -> None:
        if self._is_held:
            self._is_awaited = True
            return
        self._points.hide(hidden_points(self._document, self._view_state, self.snapshot))
        picture = self._picture()
        if picture is not None:
            self._layers.draw(picture, self._way)
            self._draw_upcoming()
            self._draw_rings()
            self._draw_touched()
            self._draw_pointed()

    def _draw_pointed(self) -> None:
        """Highlight on the canvas what the mouse points at in a panel."""
        picture, state = self._picture(), self._view_state
        if picture is not None:
            lines = picture.lines_of(state.tried_weights) if state.tried_weights is not None else []
            lit = (self._pixel_of(point) for point in (state.lit_point, state.lit_partner))
            self._layers.pointed.show_pointed([at for at in lit if at is not None], lines)

    def _redraw_marks(self) -> None:
        picture = None if self._is_awaited else self._picture()
        if picture is not None:
            self._layers.draw_marks(picture, self._way)

    def _picture(self) -> Picture | None:
        if self.drawn.state is None:
            return None
        return Picture(self.drawn, self.frame, self.theme, self._view_state, self.hidden, self.n_named)


def _pointed(state: ViewState) -> tuple[object, ...]:
    """Return the parts of the view state that name what the mouse points at in a panel."""
    return state.lit_point, state.lit_partner, state.tried_weights


def follow(canvas: Canvas, earlier: Document, now: Document) -> None:
    """Fit the view if undo or redo brought back points outside it; otherwise leave it.

    `canvas`: the canvas, which shows the points of `now` already. `earlier`, `now`: what was shown before, and what is
    now.
    """
    is_other_set = earlier.origin != now.origin or earlier.dataset.n_features != now.dataset.n_features
    before = 0 if is_other_set else count_unseen(canvas, earlier.dataset)
    if count_unseen(canvas, now.dataset) > before:
        canvas.fit()


def count_unseen(canvas: Canvas, dataset: Dataset) -> int:
    """Return how many points lie outside the view."""
    return sum(count_outside(OutsideQuestion(projected(dataset, canvas.axes), canvas.frame.rectangle)).values())
