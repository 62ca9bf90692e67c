"""Selected points on their way: dragged, scaled and turned by the grips of their box; each is one step of undo."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, Qt

from perceptron_gui.engine.data.dataset import Dataset, DatasetError, Ints
from perceptron_gui.engine.data.settings import MAX_ABS
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.gui.canvas.snapping import NO_MODIFIER, PARTS
from perceptron_gui.gui.canvas.strokes import Stroke
from perceptron_gui.session.painting.decimal_shift import shifted_values
from perceptron_gui.session.painting.moves import mapped
from perceptron_gui.session.painting.plane_map import PlaneMap
from perceptron_gui.session.painting.selecting import rows_of
from perceptron_gui.session.wording import number_text
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.gui.canvas.editing import PointEditing
    from perceptron_gui.gui.canvas.selection_grips import Grip
    from perceptron_gui.session.painting.selection_box import SelectionBox

SHIFT = Qt.KeyboardModifier.ShiftModifier
FINE_DEGREES, COARSE_DEGREES = 1, 15
"""What a turn by hand is rounded to, and with Shift."""
Keys = Qt.KeyboardModifier


class MovingStroke(Stroke):
    """Points that follow the pointer; training pauses meanwhile.

    Their first place after a frame goes to the threads at once, so that the next frame knows what follows from it; of
    all others until then only the newest counts, and the points are drawn with the frame.

    `at`: the pixel of the press. `rows`: shape (n,): indices of the points that move.
    """

    def __init__(self, editing: PointEditing, at: QPointF, rows: Ints) -> None:
        super().__init__(editing, at)
        self._rows = rows
        self._dragged: Dataset | None = None
        self._newest: tuple[QPointF, Keys] | None = None
        self._awaits_frame = self._is_connected = False

    @property
    def name(self) -> str:
        """The step of undo, translated."""
        raise NotImplementedError

    def moved_dataset(self, at: QPointF, modifiers: Keys) -> Dataset:
        """Return the points with the pointer at a place.

        `at`: in pixels. `modifiers`: keys that are held. Raises `DatasetError` where a point would lie beyond 10¹².
        """
        raise NotImplementedError

    @property
    def is_moving_points(self) -> bool:
        return self._dragged is not None

    def move(self, at: QPointF, modifiers: Keys) -> None:
        """See `Stroke.move`."""
        if self._dragged is None and not self.is_drag(at):
            return
        controller = self._editing.controller
        if not self._editing.can_place:
            controller.noticed.emit(tr("These points have more than two features: they cannot be dragged."))
            return
        self._newest = at, modifiers
        if not self._awaits_frame:
            self._preview()
            self._awaits_frame = True
            if not self._is_connected:
                self._is_connected = True
                controller.ticked.connect(self._on_frame)

    def _take_newest(self) -> None:
        """Work out where the points are now; where they cannot be, they stay at their last place."""
        if self._newest is None:
            return
        newest, self._newest = self._newest, None
        try:
            self._dragged = self.moved_dataset(*newest)
        except DatasetError as error:
            self._editing.controller.noticed.emit(str(error))

    def _preview(self) -> None:
        """Let the threads work with the newest place, unless they do."""
        if self._newest is not None:
            self._take_newest()
            if self._dragged is not None:
                self._editing.controller.preview(self._dragged)

    def _on_frame(self) -> None:
        """Draw the points where they are now, if they have moved since the last frame."""
        if not self._awaits_frame:
            return
        self._awaits_frame = False
        self._preview()
        if self._dragged is not None:
            self._canvas.show_points(self._dragged)
            self._canvas.set_moving(True)
            self._editing.grips.show_box_of(self._dragged, self._rows)

    def _await_no_frame(self) -> None:
        if self._is_connected:
            self._editing.controller.ticked.disconnect(self._on_frame)
        self._awaits_frame = self._is_connected = False
        self._canvas.tool_layer.say(None)
        self._canvas.set_moving(False)

    def finish(self, at: QPointF, modifiers: Keys) -> None:
        """See `Stroke.finish`."""
        self._take_newest()
        self._await_no_frame()
        if self._dragged is not None:
            self._editing.controller.end_preview()
            self._editing.controller.set_dataset(self._dragged, self.name)

    def give_up(self) -> None:
        if self._dragged is not None:
            self._editing.controller.cancel_preview()
            self._canvas.show_points(self._editing.dataset)
            self._editing.grips.show_box_of(self._editing.dataset)
        self._await_no_frame()


class Move(MovingStroke):
    """A point that is dragged, with the other selected ones.

    `at`: the pixel of the press. `grabbed`: index of the point.
    """

    def __init__(self, editing: PointEditing, at: QPointF, grabbed: int) -> None:
        selection = editing.controller.view_state.selection
        super().__init__(editing, at, rows_of(selection if grabbed in selection else (grabbed,)))
        self._grabbed = grabbed

    @property
    def name(self) -> str:
        return tr("move")

    @property
    def lands_at_pointer(self) -> bool:
        return self._dragged is not None

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
        """Map the selected points, and say how at the pointer. See `MovingStroke.moved_dataset`."""
        plane_map, word = self._map_to(at, modifiers)
        self._canvas.tool_layer.say(at, word)
        return mapped(self._editing.dataset, self._rows, plane_map, self._editing.step(NO_MODIFIER) / PARTS)

    def _map_to(self, at: QPointF, modifiers: Keys) -> tuple[PlaneMap, str]:
        """Return the map with the grip at a place, and a word for it."""
        raise NotImplementedError


class Scale(GripStroke):
    """The box made larger or smaller by a side or a corner; the one across from it stays where it is."""

    _last: tuple[Fraction, Fraction] = Fraction(1), Fraction(1)

    @property
    def name(self) -> str:
        return tr("scale")

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

    @property
    def name(self) -> str:
        return tr("turn")

    def _map_to(self, at: QPointF, modifiers: Keys) -> tuple[PlaneMap, str]:
        """Turn by the angle between press and pointer, in whole degrees; with Shift in steps of 15."""
        x, y = self._box.centre
        middle = self._canvas.frame.point(float(x), float(y))
        step = COARSE_DEGREES if modifiers & SHIFT else FINE_DEGREES
        degrees = (_angle(at - middle) - _angle(self._pressed_at - middle) + 180) % 360 - 180
        rounded = step * round(degrees / step)
        return PlaneMap.turned(self._box.centre, rounded), f"{number_text(Fraction(rounded))}°"


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
