"""What a press begins on the canvas and a release ends; each stroke is one step of undo."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt

from perceptron_gui.engine.data.dataset import Dataset, DatasetError
from perceptron_gui.engine.data.settings import MAX_ABS
from perceptron_gui.gui.canvas.editing import PointEditing
from perceptron_gui.gui.canvas.snapping import NO_MODIFIER, without_noise
from perceptron_gui.gui.canvas.weight_drag import WeightDrag
from perceptron_gui.translation import tr

DRAG_START = 4.0
"""Pixels the mouse moves before a press becomes a drag."""
BRUSH_SPACING, BRUSH_WIDTH = 14.0, 18.0
"""Pixels between two dabs of the brush, and the spread of their points."""


class Stroke:
    """A press, its moves and its release.

    Parameters
    ----------
    editing : PointEditing
    at : QPointF
        The pixel of the press.
    """

    def __init__(self, editing: PointEditing, at: QPointF) -> None:
        self._editing = editing
        self._canvas = editing.canvas
        self._pressed_at = at

    def move(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Continue to a place.

        Parameters
        ----------
        at : QPointF
            In pixels.
        modifiers : Qt.KeyboardModifier
            Keys that are held.
        """

    def finish(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """End at a place, and edit.

        Parameters
        ----------
        at : QPointF
            In pixels.
        modifiers : Qt.KeyboardModifier
            Keys that are held.
        """

    def give_up(self) -> None:
        """End without an edit; nothing of the stroke stays on the screen."""

    @property
    def is_moving_points(self) -> bool:
        """Whether points are on their way to the pointer."""
        return False

    def is_drag(self, at: QPointF) -> bool:
        """Whether the mouse has moved far enough from the press for a drag.

        Parameters
        ----------
        at : QPointF
            Where it is now, in pixels.
        """
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
            self._editing.select_in(QRectF(self._pressed_at, at).normalized(), keeps)

    def give_up(self) -> None:
        self._canvas.set_band(None)


class Move(Stroke):
    """A point that is dragged, with the other selected ones; training pauses meanwhile.

    Its first place after a frame goes to the threads at once, so that the next frame knows what follows from it; of all
    others until then only the newest counts, and the point is drawn with the frame.

    Parameters
    ----------
    editing : PointEditing
    at : QPointF
        The pixel of the press.
    grabbed : int
        Index of the point.
    """

    def __init__(self, editing: PointEditing, at: QPointF, grabbed: int) -> None:
        super().__init__(editing, at)
        self._grabbed = grabbed
        self._dragged: Dataset | None = None
        self._newest: tuple[QPointF, Qt.KeyboardModifier] | None = None
        self._awaits_frame = self._is_connected = False

    def move(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
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

    @property
    def is_moving_points(self) -> bool:
        return self._dragged is not None

    def _preview(self) -> None:
        """Let the threads work with the newest place, unless they do."""
        if self._newest is not None:
            self._dragged, self._newest = self._moved_dataset(*self._newest), None
            self._editing.controller.preview(self._dragged)

    def _on_frame(self) -> None:
        """Draw the points where they are now, if they have moved since the last frame."""
        if not self._awaits_frame:
            return
        self._awaits_frame = False
        self._preview()
        if self._dragged is not None:
            self._canvas.show_points(self._dragged)
            self._canvas.ring_points(self._editing.selected)

    def _await_no_frame(self) -> None:
        if self._is_connected:
            self._editing.controller.ticked.disconnect(self._on_frame)
        self._awaits_frame = self._is_connected = False

    def _moved_dataset(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> Dataset:
        """Move the grabbed point to where the pointer snaps; the others keep their distance to it."""
        dataset, selected = self._editing.dataset, self._editing.selected
        indices = selected if self._grabbed in selected else [self._grabbed]
        target = np.array(self._editing.coordinates(at, modifiers))[: dataset.n_features]
        moved = without_noise(dataset.X[indices] + (target - dataset.X[self._grabbed]))
        moved[indices.index(self._grabbed)] = target
        return dataset.moved(indices, np.clip(moved, -MAX_ABS, MAX_ABS))

    def finish(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """See `Stroke.finish`."""
        self._await_no_frame()
        if self._newest is not None:
            self._dragged = self._moved_dataset(*self._newest)
        if self._dragged is not None:
            self._editing.controller.end_preview()
            self._editing.controller.set_dataset(self._dragged, tr("move"))

    def give_up(self) -> None:
        self._await_no_frame()
        if self._dragged is not None:
            self._editing.controller.cancel_preview()
            self._canvas.show_points(self._editing.dataset)


class Brush(Stroke):
    """Points painted along the path of the mouse; they snap finer than others, or they would coincide.

    Parameters
    ----------
    editing : PointEditing
    at : QPointF
        The pixel of the press.
    """

    def __init__(self, editing: PointEditing, at: QPointF) -> None:
        super().__init__(editing, at)
        self._random = np.random.default_rng()
        self._painted = editing.dataset
        self._last_dab: QPointF | None = None
        self.move(at, NO_MODIFIER)

    def move(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """See `Stroke.move`."""
        if self._last_dab is not None and (at - self._last_dab).manhattanLength() < BRUSH_SPACING:
            return
        self._last_dab = at
        dab = [at + QPointF(dx, dy) for dx, dy in self._random.normal(0, BRUSH_WIDTH, (2, 2)).tolist()]
        points = np.array([self._editing.coordinates(place, NO_MODIFIER, finer=10) for place in dab])
        try:
            labels = [self._editing.current_class] * len(points)
            self._painted = self._painted.with_points(points[:, : self._painted.n_features], labels)
        except DatasetError as error:
            self._editing.controller.noticed.emit(str(error))
        self._canvas.show_points(self._painted)

    def finish(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """See `Stroke.finish`."""
        if self._painted is not self._editing.dataset:
            self._editing.controller.set_dataset(self._painted, tr("place"))

    def give_up(self) -> None:
        self._canvas.show_points(self._editing.dataset)


class Erase(Stroke):
    """Points that are touched, and deleted at the end.

    Parameters
    ----------
    editing : PointEditing
    at : QPointF
        The pixel of the press.
    """

    def __init__(self, editing: PointEditing, at: QPointF) -> None:
        super().__init__(editing, at)
        self._touched: set[int] = set()
        self.move(at, NO_MODIFIER)

    def move(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """See `Stroke.move`."""
        near = self._canvas.point_near(at)
        if near is not None:
            self._touched.add(near)
            self._canvas.ring_points(sorted(self._touched))

    def finish(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """See `Stroke.finish`."""
        self.give_up()
        self._editing.select([])
        self._editing.controller.delete(sorted(self._touched))

    def give_up(self) -> None:
        self._canvas.ring_points(self._editing.selected)


class DragWeights(Stroke):
    """A handle of the start weights; a click that does not drag it may place a point.

    Parameters
    ----------
    editing : PointEditing
    at : QPointF
        The pixel of the press.
    drag : WeightDrag
    places : bool
        Whether a click that drags nothing places a point.
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
