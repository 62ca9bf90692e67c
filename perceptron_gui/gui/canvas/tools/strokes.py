"""Strokes on the canvas, from press to release; each is one step of undo.

Points are selected, moved, scaled and turned, painted, put into another class, erased; start weights are dragged.
"""

import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np
from PySide6.QtCore import QLineF, QObject, QPointF, QRectF, Qt, QTimer

from perceptron_gui.engine.data.dataset import Dataset, DatasetError, Ints
from perceptron_gui.engine.data.settings import MAX_ABS
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.gui.canvas.canvas import Canvas
from perceptron_gui.gui.canvas.figures.foreground import Handle
from perceptron_gui.gui.canvas.tools.editing import Grip, PointEditing
from perceptron_gui.gui.canvas.tools.snapping import NO_MODIFIER, PARTS
from perceptron_gui.gui.controller import Controller
from perceptron_gui.session.points.point_edits import PlaneMap, SelectionBox, dab, mapped, rows_of, shifted_values
from perceptron_gui.session.wording import number_text
from perceptron_gui.translation import N_, tr

SHORTEST_DRAG = 4.0
"""Pixels the mouse moves before a press becomes a drag."""
MOST_PLACES = 6
"""Decimal places with which training is still exact (E2)."""
Snap = Callable[[QPointF, Qt.KeyboardModifier], tuple[float, float]]


class WeightDrag(QObject):
    """Shows the points under the start weights while these are being dragged; one drag is one step of undo.

    In the middle of a run the drag begins with the weights at the cursor; on release the run restarts from the new
    ones.

    `snap`: returns the coordinates that a pixel means, in data units.
    """

    def __init__(self, canvas: Canvas, controller: Controller, snap: Snap, parent: QObject) -> None:
        super().__init__(parent)
        self._canvas = canvas
        self._controller = controller
        self._snap = snap
        self._handle: Handle | None = None
        self._pressed_at = QPointF()
        self._base: list[float] | None = None

    @property
    def is_held(self) -> bool:
        """Whether a handle is held with the mouse."""
        return self._handle is not None

    def press(self, at: QPointF, takes_line: bool) -> bool:
        """Grab the handle at a place; return False if there is none.

        `at`: in pixels. `takes_line`: whether any place of the boundary is a handle.
        """
        self._handle, self._pressed_at, self._base = self._canvas.handle_at(at, takes_line), at, None
        return self.is_held

    def move(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Show boundary, regions and errors as they would be with the handle at a place.

        `at`: in pixels. `modifiers`: keys that are held.
        """
        if self._base is None:
            if (at - self._pressed_at).manhattanLength() < SHORTEST_DRAG:
                return
            self._base = self._weights_shown()
            self._canvas.hold_scale(True)
        self._controller.preview_start(self._weights_at(at, modifiers, self._base))

    def release(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> bool:
        """Make the weights with the handle at this place the start weights; return False if it was only clicked.

        `at`: in pixels. `modifiers`: keys that are held.
        """
        if self._base is None:
            return False
        initial = self._weights_at(at, modifiers, self._base)
        self.forget()
        self._controller.start_from(initial)
        return True

    def give_up(self) -> None:
        """Show the run again where it stood before the drag."""
        if self._base is not None:
            self._controller.cancel_preview()
        self.forget()

    def forget(self) -> None:
        """Let go of the handle without restoring the shown run."""
        if self._base is not None:
            self._canvas.hold_scale(False)
        self._handle = self._base = None

    def _weights_shown(self) -> list[float]:
        """Return the weights at the cursor; the drag changes only one of them."""
        snapshot, settings = self._controller.snapshot, self._controller.document.settings
        if snapshot is not None and snapshot.visit:
            shown: list[float] = snapshot.theta[0].tolist()
            return shown
        return list(settings.initial or [0.0] * (2 + settings.bias))

    def _weights_at(self, at: QPointF, modifiers: Qt.KeyboardModifier, base: list[float]) -> tuple[float, ...]:
        """Return the start weights with the handle at a pixel."""
        initial, point = base.copy(), self._snap(at, modifiers)
        if self._handle is Handle.WEIGHTS:
            for axis, value in enumerate(point):
                initial[axis] = round(value / self._canvas.weight_factor, self._places(axis, 1.0)) + 0.0
        else:
            across, upwards = initial[:2]
            along = across * point[0] + upwards * point[1]
            step, step_upwards = self._canvas.grid_steps
            initial[2] = round(-along, self._places(0, math.hypot(across, upwards * (step_upwards / step)))) + 0.0
        return tuple(initial)

    def _places(self, axis: int, scale: float) -> int:
        """Return the decimal places that matter on the screen for a number that moves things by 1/`scale`.

        `axis`: along which they are moved.
        """
        places = -math.floor(math.log10(self._canvas.grid_steps[axis] / PARTS) + 1e-9)
        return max(min(places + (math.ceil(-math.log10(scale)) if scale else 0), MOST_PLACES), 0)


Keys = Qt.KeyboardModifier
SHIFT = Keys.ShiftModifier
DRAG_START = 4.0
"""Pixels the mouse moves before a press becomes a drag."""
LOOP_STEP = 3.0
"""Pixels between two corners of a loop."""


class Stroke:
    """The base of all strokes: a press, its moves and its release. `at`: the pixel of the press."""

    name = ""
    """The step of undo, to be translated."""
    dragged: Dataset | None = None
    """The points on their way to the pointer."""

    def __init__(self, editing: PointEditing, at: QPointF) -> None:
        self._editing = editing
        self._canvas = editing.canvas
        self._pressed_at = at

    def move(self, at: QPointF, modifiers: Keys) -> None:
        """Continue to a place. `at`: in pixels. `modifiers`: keys that are held."""

    def finish(self, at: QPointF, modifiers: Keys) -> None:
        """End at a place, and edit. `at`: in pixels. `modifiers`: keys that are held."""

    def give_up(self) -> None:
        """End without an edit; nothing of the stroke stays on the screen."""

    def is_drag(self, at: QPointF) -> bool:
        """Whether the mouse has moved far enough from the press for a drag. `at`: where it is now, in pixels."""
        return (at - self._pressed_at).manhattanLength() >= DRAG_START


class Pointing(Stroke):
    """A click without a tool: it points at what is there, wherever the mouse goes meanwhile."""

    def finish(self, at: QPointF, modifiers: Keys) -> None:
        self._editing.point_at_pixel(self._pressed_at, modifiers)


class Tap(Stroke):
    """A touch that may place a point; a second finger turns it into a pinch, holding it opens the menu."""

    def finish(self, at: QPointF, modifiers: Keys) -> None:
        self._editing.place(self._pressed_at, modifiers)


class Band(Stroke):
    """A rectangle around points that are to be selected."""

    def move(self, at: QPointF, modifiers: Keys) -> None:
        self._canvas.set_band(QRectF(self._pressed_at, at).normalized())

    def finish(self, at: QPointF, modifiers: Keys) -> None:
        self.give_up()
        if self.is_drag(at):
            band = QRectF(self._pressed_at, at).normalized()
            self._editing.select_these(self._canvas.points_in(band), modifiers)

    def give_up(self) -> None:
        self._canvas.set_band(None)


class Loop(Stroke):
    """A line drawn around points that are to be selected. `at`: the pixel of the press."""

    def __init__(self, editing: PointEditing, at: QPointF) -> None:
        super().__init__(editing, at)
        self._corners = [at]

    def move(self, at: QPointF, modifiers: Keys) -> None:
        if (at - self._corners[-1]).manhattanLength() >= LOOP_STEP:
            self._corners.append(at)
            self._canvas.tool_layer.set_loop(self._corners)

    def finish(self, at: QPointF, modifiers: Keys) -> None:
        self.give_up()
        if len(self._corners) > 2:
            self._editing.select_these(self._canvas.points_inside([*self._corners, at]), modifiers)

    def give_up(self) -> None:
        self._canvas.tool_layer.set_loop([])


class DragWeights(Stroke):
    """Dragging a handle of the start weights; a mere click goes to the point there, or may place one.

    `at`: the pixel of the press. `point`: index of the point in reach. `places`: whether a click places one where none
    is.
    """

    def __init__(self, editing: PointEditing, at: QPointF, drag: WeightDrag, point: int | None, places: bool) -> None:
        super().__init__(editing, at)
        self._drag, self._point = drag, point
        self._places = places

    def move(self, at: QPointF, modifiers: Keys) -> None:
        self._drag.move(at, modifiers)

    def finish(self, at: QPointF, modifiers: Keys) -> None:
        if not self._drag.release(at, modifiers):
            self._drag.forget()
            if self._point is not None:
                self._editing.choose(self._point, modifiers)
            elif self._places:
                self._editing.place(at, modifiers)

    def give_up(self) -> None:
        self._drag.give_up()


FINE_DEGREES, COARSE_DEGREES = 1, 15
"""What a turn by hand is rounded to, and with Shift."""


class MovingStroke(Stroke):
    """Points that follow the pointer; training pauses meanwhile.

    The first new place after a frame is sent to the threads at once, so that the next frame can show its effect; of
    later ones only the newest is used, at the next frame.

    `at`: the pixel of the press. `rows`: shape (n,): indices of the points that move.
    """

    def __init__(self, editing: PointEditing, at: QPointF, rows: Ints) -> None:
        super().__init__(editing, at)
        self._rows = rows
        self._newest: tuple[QPointF, Keys] | None = None
        self._awaits_frame = False
        editing.controller.ticked.connect(self._on_frame)

    def moved_dataset(self, at: QPointF, modifiers: Keys) -> Dataset:
        """Return the points with the pointer at a place.

        `at`: in pixels. `modifiers`: keys that are held. Raises `DatasetError` where a point would lie beyond 10¹².
        """
        raise NotImplementedError

    def move(self, at: QPointF, modifiers: Keys) -> None:
        if self.dragged is None and not self.is_drag(at):
            return
        controller = self._editing.controller
        if not self._editing.can_place:
            controller.noticed.emit(tr("These points have more than two features, so they cannot be dragged."))
            return
        self._newest = at, modifiers
        if not self._awaits_frame:
            self._take_newest(previews=True)
            self._awaits_frame = True

    def _take_newest(self, previews: bool) -> None:
        """Compute the points' new places after a move; points stay at their last place if the new one is impossible.

        `previews`: whether the threads work with that.
        """
        if self._newest is None:
            return
        newest, self._newest = self._newest, None
        try:
            self.dragged = self.moved_dataset(*newest)
        except DatasetError as error:
            self._editing.controller.noticed.emit(str(error))
        if previews and self.dragged is not None:
            self._editing.controller.preview(self.dragged)

    def _on_frame(self) -> None:
        """Draw the points where they are now, if they have moved since the last frame."""
        if not self._awaits_frame:
            return
        self._awaits_frame = False
        self._take_newest(previews=True)
        if self.dragged is not None:
            self._canvas.show_points(self.dragged)
            self._canvas.set_moving(True)
            self._editing.grips.show_box_of(self.dragged, self._rows)

    def _await_no_frame(self) -> None:
        self._editing.controller.ticked.disconnect(self._on_frame)
        self._canvas.tool_layer.say(None)
        self._canvas.set_moving(False)

    def finish(self, at: QPointF, modifiers: Keys) -> None:
        self._take_newest(previews=False)
        self._await_no_frame()
        if self.dragged is not None:
            self._editing.controller.end_preview()
            self._editing.controller.set_dataset(self.dragged, self.name)

    def give_up(self) -> None:
        if self.dragged is not None:
            self._editing.controller.cancel_preview()
            self._canvas.show_points(self._editing.dataset)
            self._editing.grips.show_box_of(self._editing.dataset)
        self._await_no_frame()


class Move(MovingStroke):
    """A point that is dragged, with the other selected ones.

    `at`: the pixel of the press. `grabbed`: index of the point.
    """

    # L10n: what is undone, as in “Undo move”
    name = N_("move")

    def __init__(self, editing: PointEditing, at: QPointF, grabbed: int) -> None:
        selection = editing.controller.view_state.selection
        super().__init__(editing, at, rows_of(selection if grabbed in selection else (grabbed,)))
        self._grabbed = grabbed

    def moved_dataset(self, at: QPointF, modifiers: Keys) -> Dataset:
        """Move the grabbed point to where the pointer snaps, the others as far. See `MovingStroke.moved_dataset`."""
        dataset = self._editing.dataset
        target = np.clip(self._editing.coordinates(at, modifiers)[: dataset.n_features], -MAX_ABS, MAX_ABS)
        places = np.tile(target, (len(self._rows), 1))
        others = self._rows != self._grabbed
        for j, value in enumerate(target.tolist()) if others.any() else ():
            by = decimal_fraction(value) - decimal_fraction(dataset.X[self._grabbed, j])
            places[others, j] = shifted_values(dataset.X[self._rows[others], j], by)
        return dataset.moved(self._rows, places)


class GripStroke(MovingStroke):
    """A grip of the box around the selected points. `at`: the pixel of the press. `box`: around the selected points."""

    def __init__(self, editing: PointEditing, at: QPointF, grip: Grip, box: SelectionBox) -> None:
        super().__init__(editing, at, rows_of(editing.controller.view_state.selection))
        self._grip, self._box = grip, box

    def moved_dataset(self, at: QPointF, modifiers: Keys) -> Dataset:
        """Transform the selected points; show factor or angle at the pointer. See `MovingStroke.moved_dataset`."""
        plane_map, word = self._map_to(at, modifiers)
        self._canvas.tool_layer.say(at, word)
        return mapped(self._editing.dataset, self._rows, plane_map, self._editing.steps(NO_MODIFIER, PARTS))

    def _map_to(self, at: QPointF, modifiers: Keys) -> tuple[PlaneMap, str]:
        """Return the map with the grip at a place, and a word for it."""
        raise NotImplementedError


class Scale(GripStroke):
    """The box made larger or smaller by a side or a corner; the one across from it stays where it is."""

    # L10n: what is undone, as in “Undo scale”
    name = N_("scale")
    _last: tuple[Fraction, Fraction] = Fraction(1), Fraction(1)

    def _map_to(self, at: QPointF, modifiers: Keys) -> tuple[PlaneMap, str]:
        """Put the side where the pointer snaps; with Shift width and height keep their ratio."""
        frame, box = self._canvas.frame, self._box
        ways = self._grip.across, self._grip.upwards
        sides = [(low, high) if way > 0 else (high, low) for way, (low, high) in zip(ways, box.spans, strict=True)]
        edge = frame.point(sides[0][1], sides[1][1]) + at - self._pressed_at
        wanted = self._editing.coordinates(edge, modifiers)
        factors = [
            (decimal_fraction(value) - fixed) / (moving - fixed) if way else Fraction(1)
            for way, value, (fixed, moving) in zip(ways, wanted, map(_decimals, sides), strict=True)
        ]
        if modifiers & SHIFT:
            factors = [max(factors, key=lambda factor: abs(factor - 1))] * 2
        if all(factors):  # nothing is squeezed into a line
            self._last = factors[0], factors[1]
        fixed = tuple(
            decimal_fraction(side[0]) if way else middle
            for way, side, middle in zip(ways, sides, box.centre, strict=True)
        )
        return PlaneMap.scaled((fixed[0], fixed[1]), *self._last), _factors_text(self._last, ways)


class Turn(GripStroke):
    """The box turned about its middle."""

    # L10n: what is undone, as in “Undo turn”
    name = N_("turn")

    def _map_to(self, at: QPointF, modifiers: Keys) -> tuple[PlaneMap, str]:
        """Turn by the angle between press and pointer, in whole degrees; with Shift in steps of 15."""
        x, y = self._box.centre
        middle = self._canvas.frame.point(float(x), float(y))
        step = COARSE_DEGREES if modifiers & SHIFT else FINE_DEGREES
        degrees = (_angle(at - middle) - _angle(self._pressed_at - middle) + 180) % 360 - 180
        rounded = step * round(degrees / step)
        return PlaneMap.turned(
            self._box.centre, rounded, self._canvas.frame.aspect
        ), f"{number_text(Fraction(rounded))}°"


def _angle(way: QPointF) -> float:
    """Return the direction of a way in pixels, in degrees counterclockwise."""
    return math.degrees(math.atan2(-way.y(), way.x()))


def _decimals(values: tuple[float, float]) -> tuple[Fraction, Fraction]:
    return decimal_fraction(values[0]), decimal_fraction(values[1])


def _factors_text(factors: tuple[Fraction, Fraction], ways: tuple[int, int]) -> str:
    """Return how many times as wide and as high the box is; one number where they are equal, or only one can change."""
    across, upwards = (f"× {number_text(factor, digits=3)}" for factor in factors)
    if factors[0] == factors[1] or not ways[1]:
        return across
    return upwards if not ways[0] else f"→ {across}   ↑ {upwards}"


BRUSH_POINTS = 2
"""Points of a dab of the brush."""
BRUSH_APART, SPRAY_APART = 0.45, 0.5
"""Between two dabs, in radii."""
LEAST_APART = 4.0
"""Pixels between two dabs at least."""
MOST_DABS = 200
"""Dabs between two places of the pointer: it may have jumped across the screen under the smallest brush."""
SPRAY_MS = 50
"""Between two dabs of a spray that is held in one place."""
FINER = 10
"""Painted points snap finer than others, or they would coincide."""


class Painting(Stroke):
    """Points of the current class that appear around the pointer.

    `at`: the pixel of the press. `count`: points of a dab. `apart`: between two dabs, in radii.
    """

    # L10n: what is undone, as in “Undo paint”
    name = N_("paint")

    def __init__(self, editing: PointEditing, at: QPointF, count: int, apart: float) -> None:
        super().__init__(editing, at)
        self._chance = np.random.default_rng()
        self._painted = editing.dataset
        self._radius = editing.controller.view_state.brush_radius
        self._count, self._apart = count, max(apart * self._radius, LEAST_APART)
        self._last = at
        self._dab([at])

    def move(self, at: QPointF, modifiers: Keys) -> None:
        way = QLineF(self._last, at)
        count = min(int(way.length() / self._apart), MOST_DABS)
        if count:
            self._last = at
            self._dab([way.pointAt((i + 1) / count) for i in range(count)])

    def _dab(self, middles: list[QPointF]) -> None:
        """Add points around some places."""
        editing, around = self._editing, dab(self._chance, self._count * len(middles), self._radius).tolist()
        places = [middles[i // self._count] + QPointF(*offset) for i, offset in enumerate(around)]
        points = np.array([editing.coordinates(place, NO_MODIFIER, FINER) for place in places])
        try:
            labels = [editing.current_class] * len(points)
            self._painted = self._painted.with_points(points[:, : self._painted.n_features], labels)
        except DatasetError as error:
            editing.controller.noticed.emit(str(error))
        self._canvas.show_points(self._painted, editing.dataset.n_samples)

    def finish(self, at: QPointF, modifiers: Keys) -> None:
        if self._painted is not self._editing.dataset:
            self._editing.controller.set_dataset(self._painted, self.name)

    def give_up(self) -> None:
        self._canvas.show_points(self._editing.dataset)


class Brush(Painting):
    """Points painted along the way; where the pointer rests no more come. `at`: the pixel of the press."""

    def __init__(self, editing: PointEditing, at: QPointF) -> None:
        super().__init__(editing, at, BRUSH_POINTS, BRUSH_APART)


class Spray(Painting):
    """Points that keep coming for as long as the button is held. `at`: the pixel of the press."""

    # L10n: what is undone, as in “Undo spray”
    name = N_("spray")

    def __init__(self, editing: PointEditing, at: QPointF) -> None:
        super().__init__(editing, at, editing.controller.view_state.spray_density, SPRAY_APART)
        self._timer = QTimer(editing, interval=SPRAY_MS)
        self._timer.timeout.connect(lambda: self._dab([self._last]))
        self._timer.start()

    def move(self, at: QPointF, modifiers: Keys) -> None:
        super().move(at, modifiers)
        self._last = at

    def finish(self, at: QPointF, modifiers: Keys) -> None:
        self._stop()
        super().finish(at, modifiers)

    def give_up(self) -> None:
        self._stop()
        super().give_up()

    def _stop(self) -> None:
        self._timer.stop()
        self._timer.deleteLater()


class Relabel(Stroke):
    """Relabelling by brush: touched points show the current class at once, and get it at the end.

    `at`: the pixel of the press.
    """

    def __init__(self, editing: PointEditing, at: QPointF) -> None:
        super().__init__(editing, at)
        self._label, self._last = editing.current_class, at
        self._radius = editing.controller.view_state.brush_radius
        self._is_touched = np.zeros(editing.dataset.n_samples, dtype=bool)
        self.move(at, NO_MODIFIER)

    def move(self, at: QPointF, modifiers: Keys) -> None:
        near = self._canvas.points_along(self._last, at, self._radius)
        self._last = at
        others = near[self._editing.dataset.labels[near] != self._label]
        if not self._is_touched[others].all():
            self._is_touched[others] = True
            self._canvas.show_touched(np.flatnonzero(self._is_touched), self._label)

    def finish(self, at: QPointF, modifiers: Keys) -> None:
        self.give_up()
        self._editing.controller.relabel(np.flatnonzero(self._is_touched).tolist(), self._label)

    def give_up(self) -> None:
        self._canvas.show_touched(np.empty(0, dtype=np.int64), 0)


class Erase(Stroke):
    """Erasing: touched points are deleted at the end. `at`: the pixel of the press."""

    def __init__(self, editing: PointEditing, at: QPointF) -> None:
        super().__init__(editing, at)
        self._touched: set[int] = set()
        self.move(at, NO_MODIFIER)

    def move(self, at: QPointF, modifiers: Keys) -> None:
        near = self._canvas.point_near(at)
        if near is not None:
            self._touched.add(near)
            self._canvas.ring_points(sorted(self._touched))

    def finish(self, at: QPointF, modifiers: Keys) -> None:
        self.give_up()
        self._editing.select([])
        self._editing.controller.delete(sorted(self._touched))

    def give_up(self) -> None:
        self._canvas.ring_points(self._editing.selected)
