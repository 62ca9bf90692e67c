"""What a press begins on the canvas and a release ends; each stroke is one step of undo."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt

if TYPE_CHECKING:
    from perceptron_gui.gui.canvas.editing import PointEditing
    from perceptron_gui.gui.canvas.weight_drag import WeightDrag

DRAG_START = 4.0
"""Pixels the mouse moves before a press becomes a drag."""
LOOP_STEP = 3.0
"""Pixels between two corners of a loop."""


class Stroke:
    """A press, its moves and its release. `at`: the pixel of the press."""

    def __init__(self, editing: PointEditing, at: QPointF) -> None:
        self._editing = editing
        self._canvas = editing.canvas
        self._pressed_at = at

    def move(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Continue to a place. `at`: in pixels. `modifiers`: keys that are held."""

    def finish(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """End at a place, and edit. `at`: in pixels. `modifiers`: keys that are held."""

    def give_up(self) -> None:
        """End without an edit; nothing of the stroke stays on the screen."""

    @property
    def is_moving_points(self) -> bool:
        """Whether points are on their way to the pointer."""
        return False

    @property
    def lands_at_pointer(self) -> bool:
        """Whether a point is drawn where the pointer snaps."""
        return False

    def is_drag(self, at: QPointF) -> bool:
        """Whether the mouse has moved far enough from the press for a drag. `at`: where it is now, in pixels."""
        return (at - self._pressed_at).manhattanLength() >= DRAG_START


class Tap(Stroke):
    """A finger that may place a point: a second finger makes it a pinch, patience a menu."""

    def finish(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """See `Stroke.finish`."""
        self._editing.place(self._pressed_at, modifiers)


class Band(Stroke):
    """A rectangle around points that are to be selected."""

    def move(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """See `Stroke.move`."""
        self._canvas.set_band(QRectF(self._pressed_at, at).normalized())

    def finish(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """See `Stroke.finish`."""
        self.give_up()
        if self.is_drag(at):
            keeps = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
            band = QRectF(self._pressed_at, at).normalized()
            self._editing.select_these(self._canvas.points_in(band), keeps)

    def give_up(self) -> None:
        self._canvas.set_band(None)


class Loop(Stroke):
    """A line drawn around points that are to be selected. `at`: the pixel of the press."""

    def __init__(self, editing: PointEditing, at: QPointF) -> None:
        super().__init__(editing, at)
        self._corners = [at]

    def move(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """See `Stroke.move`."""
        if (at - self._corners[-1]).manhattanLength() >= LOOP_STEP:
            self._corners.append(at)
            self._canvas.tool_layer.set_loop(self._corners)

    def finish(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """See `Stroke.finish`."""
        self.give_up()
        keeps = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
        if len(self._corners) > 2:
            self._editing.select_these(self._canvas.points_inside([*self._corners, at]), keeps)

    def give_up(self) -> None:
        self._canvas.tool_layer.set_loop([])


class DragWeights(Stroke):
    """A handle of the start weights; a click that does not drag it may place a point.

    `at`: the pixel of the press. `places`: whether a click that drags nothing places a point.
    """

    def __init__(self, editing: PointEditing, at: QPointF, drag: WeightDrag, places: bool) -> None:
        super().__init__(editing, at)
        self._drag = drag
        self._places = places

    def move(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """See `Stroke.move`."""
        self._drag.move(at, modifiers)

    def finish(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """See `Stroke.finish`."""
        if not self._drag.release(at, modifiers):
            self._drag.forget()
            if self._places:
                self._editing.place(at, modifiers)

    def give_up(self) -> None:
        self._drag.give_up()
