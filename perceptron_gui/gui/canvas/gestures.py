"""What mouse and keys mean on the canvas: place, select, brush, erase, move (DESIGN §3)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QPointF, QRectF, Qt, Signal

from perceptron_gui.engine.dataset import Dataset, DatasetError
from perceptron_gui.gui.canvas.plane import Plane
from perceptron_gui.gui.canvas.pointing import Pointing
from perceptron_gui.gui.canvas.weight_drag import WeightDrag
from perceptron_gui.gui.lab import Lab
from perceptron_gui.gui.text import tr
from perceptron_gui.gui.tools import Tool

DRAG_START = 4.0
"""Pixels the mouse moves before a press becomes a drag."""
NO_SNAPPING = Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ControlModifier
"""Keys that leave a point where the mouse is; many window managers move windows with Alt and the mouse."""
BRUSH_SPACING, BRUSH_WIDTH = 14.0, 18.0
"""Pixels between two dabs of the brush, and the spread of their points."""


class Gestures(QObject):
    """Turns presses, moves and releases into edits; one drag is one step of undo.

    Signals
    -------
    selection_changed : the selection is another one.
    """

    selection_changed = Signal()

    def __init__(self, plane: Plane, lab: Lab, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._plane = plane
        self._lab = lab
        self.pointing = Pointing(plane, self)
        self.weight_drag = WeightDrag(plane, lab, self._coordinates, self)
        self.tool = Tool.PLACE
        self.current_class = 1
        self.selected: list[int] = []
        self._known = lab.document.dataset
        self._pressed_at: QPointF | None = None
        self._grabbed: int | None = None
        self._is_tapping = False
        self._dragged: Dataset | None = None
        self._touched: set[int] = set()
        self._painted: list[tuple[float, float]] = []
        self._last_dab: QPointF | None = None
        self._random = np.random.default_rng()
        plane.pressed.connect(self.on_pressed)
        plane.moved.connect(self.on_moved)
        plane.released.connect(self.on_released)
        plane.taken_over.connect(self.give_up)
        lab.document_changed.connect(self.on_document_changed)

    # Selection

    def select(self, indices: list[int]) -> None:
        """Make `indices` the selection."""
        self.selected = indices
        self._plane.set_selected(indices)
        self.selection_changed.emit()

    def delete_selected(self) -> None:
        """Remove the selected points."""
        gone = self.selected
        self.select([])
        self._lab.delete(gone)

    def relabel_selected(self, label: int) -> bool:
        """Put the selected points into a class; False when nothing is selected."""
        if not self.selected:
            return False
        self._lab.relabel(self.selected, label)
        return True

    def cancel(self) -> bool:
        """Give up a drag, or the selection; False when there was neither."""
        had_any = self._pressed_at is not None or self.pointing.is_held or bool(self.selected)
        self.give_up()
        self.select([])
        return had_any

    def give_up(self) -> None:
        """Give up a drag or a stroke; the selection stays."""
        self.pointing.give_up()
        self.weight_drag.give_up()
        if self._dragged is not None:
            self._lab.cancel_preview()
        self._forget()
        self._plane.show_points(self._lab.document.dataset)

    def take_tool(self, tool: Tool) -> None:
        """Take another tool; a stroke or drag in progress is given up."""
        if self._pressed_at is not None:
            self.cancel()
        self.tool = tool

    # Mouse

    def on_pressed(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Begin a click or a drag."""
        if self.pointing.press():
            self.pointing.aim(at)
            return
        self._pressed_at = at
        near = self._plane.point_near(at)
        may_turn = near is None and self.tool in (Tool.PLACE, Tool.SELECT)
        if may_turn and self.weight_drag.press(at):
            return
        if self.tool is Tool.ERASE:
            self._touch(at)
        elif self.tool is Tool.BRUSH:
            self._dab(at)
        elif near is not None:
            self._grab(near, modifiers)
        elif self.tool is Tool.PLACE and self._plane.is_finger:
            # A second finger makes it a pinch, patience a menu: only a tap places.
            self._is_tapping = True
        elif self.tool is Tool.PLACE:
            self._place(at, modifiers)
            self._pressed_at = None
        elif not modifiers & Qt.KeyboardModifier.ShiftModifier:
            self.select([])

    def on_moved(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Go on with a drag."""
        if self.pointing.is_held:
            self.pointing.aim(at)
        if self._pressed_at is None:
            return
        if self.weight_drag.is_held:
            self.weight_drag.move(at, modifiers)
        elif self.tool is Tool.ERASE:
            self._touch(at)
        elif self.tool is Tool.BRUSH:
            self._dab(at)
        elif self._grabbed is not None:
            self._drag(at, modifiers)
        elif not self._is_tapping:
            self._plane.set_band(QRectF(self._pressed_at, at).normalized())

    def on_released(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """End a click or a drag."""
        if self.pointing.is_held:
            self.pointing.release(at)
        if self._pressed_at is None:
            return
        if self.weight_drag.is_held:
            if not self.weight_drag.release(at, modifiers) and self.tool is Tool.PLACE:
                self._place(at, modifiers)
        elif self.tool is Tool.ERASE:
            touched = sorted(self._touched)
            self.select([])
            self._lab.delete(touched)
        elif self.tool is Tool.BRUSH:
            self._finish_painting()
        elif self._dragged is not None:
            self._lab.end_preview()
            self._lab.set_dataset(self._dragged, "move")
        elif self._is_tapping:
            self._place(self._pressed_at, modifiers)
        elif self._grabbed is None:
            self._select_band(QRectF(self._pressed_at, at).normalized(), modifiers)
        self._forget()

    def on_document_changed(self, _: object) -> None:
        """Forget a selection and a drag that may no longer fit the points."""
        earlier, self._known = self._known, self._lab.document.dataset
        has_same_indices = self._known.n_samples == earlier.n_samples or self._known.is_extension_of(earlier)
        if self.selected and not has_same_indices:
            self.select([])
        if self._dragged is not None or self.weight_drag.is_held:
            self._forget()

    # Placing and moving

    @property
    def can_place(self) -> bool:
        """Whether a click says where a point lies: only with one or two features."""
        return self._lab.document.dataset.n_features <= 2

    def _coordinates(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> tuple[float, float]:
        x, y = self._plane.frame.data(at)
        return (x, y) if modifiers & NO_SNAPPING else self._plane.frame.snapped(x, y)

    def _place(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        if not self.can_place:
            self._lab.noticed.emit(tr("These points have more than two features: a click cannot say where they lie."))
            return
        self._add([self._coordinates(at, modifiers)])

    def _add(self, points: list[tuple[float, float]]) -> None:
        d = self._lab.document.dataset.n_features
        try:
            self._lab.place(np.array(points)[:, :d], [self.current_class] * len(points))
        except DatasetError as error:
            self._lab.noticed.emit(str(error))

    def _grab(self, index: int, modifiers: Qt.KeyboardModifier) -> None:
        index = self._next_in_stack(index)
        if modifiers & Qt.KeyboardModifier.ShiftModifier:
            self.select([i for i in self.selected if i != index] if index in self.selected else [*self.selected, index])
        elif index not in self.selected:
            self.select([index])
        self._grabbed = index

    def _next_in_stack(self, index: int) -> int:
        """Return the point to take of several in one place: a repeated click takes the next one."""
        stack = self._plane.stack_of(index)
        if len(stack) == 1 or len(self.selected) != 1 or self.selected[0] not in stack:
            return index
        following = stack[(stack.index(self.selected[0]) + 1) % len(stack)]
        self.select([following])
        name = tr("Point {number} of {count} in this place.")
        self._lab.noticed.emit(name.format(number=stack.index(following) + 1, count=len(stack)))
        return following

    def _drag(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        start = self._pressed_at
        if start is None or (self._dragged is None and (at - start).manhattanLength() < DRAG_START):
            return
        if not self.can_place:
            self._lab.noticed.emit(tr("These points have more than two features: they cannot be dragged."))
            return
        self._dragged = self._moved_dataset(at, modifiers)
        self._plane.show_points(self._dragged)
        self._plane.set_selected(self.selected)
        self._lab.preview(self._dragged)

    def _moved_dataset(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> Dataset:
        """Move the grabbed point to the pointer; the other selected points keep their distance to it.

        Only the grabbed point snaps; the others move by the same exact decimals.
        """
        dataset, grabbed = self._lab.document.dataset, self._grabbed or 0
        indices = self.selected if grabbed in self.selected else [grabbed]
        target = np.array(self._coordinates(at, modifiers))[: dataset.n_features]
        places = max(self._plane.frame.snap_places, 0)
        shift: NDArray[np.float64] = target - dataset.X[grabbed]
        moved = dataset.X[indices] + shift
        if not modifiers & NO_SNAPPING:
            moved = np.round(moved, min(places + 3, 12))
        moved[indices.index(grabbed)] = target
        return dataset.moved(indices, np.clip(moved, -1e12, 1e12))

    def _select_band(self, band: QRectF, modifiers: Qt.KeyboardModifier) -> None:
        self._plane.set_band(None)
        if band.width() + band.height() < DRAG_START:
            return
        inside = self._plane.points_in(band)
        keeps = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
        self.select(sorted({*self.selected, *inside}) if keeps else inside)

    # Brush and eraser

    def _dab(self, at: QPointF) -> None:
        if not self.can_place:
            self._place(at, Qt.KeyboardModifier.NoModifier)
            return
        if self._last_dab is not None and (at - self._last_dab).manhattanLength() < BRUSH_SPACING:
            return
        self._last_dab = at
        offset = self._random.normal(0, BRUSH_WIDTH, (2, 2))
        frame = self._plane.frame
        self._painted += [frame.snapped(*frame.data(at + QPointF(dx, dy))) for dx, dy in offset.tolist()]
        dataset = self._lab.document.dataset
        points = np.array(self._painted)[:, : dataset.n_features]
        self._plane.show_points(dataset.with_points(points, [self.current_class] * len(points)))

    def _finish_painting(self) -> None:
        if self._painted:
            self._add(self._painted)

    def _touch(self, at: QPointF) -> None:
        near = self._plane.point_near(at)
        if near is not None:
            self._touched.add(near)
            self._plane.set_selected(sorted(self._touched))

    def _forget(self) -> None:
        self._pressed_at = self._grabbed = self._dragged = self._last_dab = None
        self._touched, self._painted = set(), []
        self._is_tapping = False
        self.weight_drag.forget()
        self._plane.set_band(None)
