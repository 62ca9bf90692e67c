"""What can be done to points on the canvas: select, place, delete, relabel."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, QPointF, Qt

from perceptron_gui.engine.data.dataset import Dataset, DatasetError
from perceptron_gui.gui.canvas.selection_grips import SelectionGrips
from perceptron_gui.gui.canvas.snapping import snap_step, snapped
from perceptron_gui.session.wording import grouped
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.gui.canvas.canvas import Canvas
    from perceptron_gui.gui.controller import Controller


class PointEditing(QObject):
    """Selects points and edits them; each edit is one step of undo. `grips`: of the box around the selected points."""

    def __init__(self, canvas: Canvas, controller: Controller, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.canvas = canvas
        self.controller = controller
        self.grips = SelectionGrips(canvas, controller, self)

    @property
    def dataset(self) -> Dataset:
        """The points of the document."""
        return self.controller.document.dataset

    @property
    def current_class(self) -> int:
        """The class of points that are placed."""
        return self.controller.view_state.current_class

    # Selection

    @property
    def selected(self) -> list[int]:
        """Indices of the selected points."""
        return list(self.controller.view_state.selection)

    def select(self, indices: Iterable[int]) -> None:
        """Replace the selection, by what is there: a panel that has not drawn since may name points that are gone.

        `indices`: indices of the points.
        """
        count = self.dataset.n_samples
        self.controller.change_view(selection=tuple(i for i in indices if i < count))

    def select_these(self, indices: list[int], keeps: bool) -> None:
        """Select points, perhaps beside those that are.

        `indices`: indices of the points, ascending. `keeps`: whether what is selected stays selected.
        """
        self.select(sorted({*self.selected, *indices}) if keeps else indices)

    def take(self, index: int) -> int:
        """Select the point that was clicked; of several in one place a repeated click takes the next.

        `index`: index of the point. Returns index of the selected point.
        """
        stack = self.canvas.stack_of(index)
        if len(stack) > 1 and len(self.selected) == 1 and self.selected[0] in stack:
            index = stack[(stack.index(self.selected[0]) + 1) % len(stack)]
            self.select([index])
            told = tr("Point {number} of {count} in this place.")
            self.controller.noticed.emit(told.format(number=stack.index(index) + 1, count=grouped(len(stack))))
        elif index not in self.selected:
            self.select([index])
        return index

    def toggle(self, index: int) -> None:
        """Add a point, or the next one in its place, to the selection; remove them if all of the place are in it.

        `index`: index of the point.
        """
        stack = self.canvas.stack_of(index)
        others = [i for i in stack if i not in self.selected]
        self.select([*self.selected, others[0]] if others else [i for i in self.selected if i not in stack])

    def delete_selected(self) -> None:
        """Remove the selected points."""
        gone = self.selected
        self.select([])
        self.controller.delete(gone)

    def relabel_selected(self, label: int) -> bool:
        """Put the selected points into a class; return False if none is selected. `label`: index of the class."""
        if not self.selected:
            return False
        self.controller.relabel(self.selected, label)
        return True

    # Placing

    @property
    def can_place(self) -> bool:
        """Whether a click says where a point lies: only with one or two features."""
        return self.dataset.n_features <= 2

    def step(self, modifiers: Qt.KeyboardModifier) -> Fraction:
        """Return the distance of the places where a point may land, in data units. `modifiers`: keys that are held."""
        return snap_step(modifiers, self.canvas.grid_step, self.canvas.frame.unit)

    def coordinates(self, at: QPointF, modifiers: Qt.KeyboardModifier, finer: int = 1) -> tuple[float, float]:
        """Return where a point lands that is put at a pixel, in data units.

        `at`: in pixels. `modifiers`: keys that are held. `finer`: how many times as fine as usual it is snapped.
        """
        step = self.step(modifiers) / finer
        x, y = self.canvas.frame.data(at)
        return snapped(x, step), snapped(y, step) if self.canvas.axes[1] is not None else 0.0

    def point_at(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> int | None:
        """Return the point that a click means: one near the pixel, or one where a new point would land.

        `at`: in pixels. `modifiers`: keys that are held.
        """
        near = self.canvas.point_near(at)
        if near is not None or not self.can_place:
            return near
        return self.canvas.point_near(self.canvas.frame.point(*self.coordinates(at, modifiers)), 1.0)

    def place(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Place a point of the current class. `at`: in pixels. `modifiers`: keys that are held."""
        if not self.can_place:
            self.controller.noticed.emit(
                tr("These points have more than two features: a click cannot say where they lie.")
            )
            return
        self.add([self.coordinates(at, modifiers)])

    def add(self, points: list[tuple[float, float]]) -> None:
        """Add points of the current class; if they cannot be added, say why. `points`: in data units."""
        try:
            rows = np.array(points).reshape(-1, 2)[:, : self.dataset.n_features]
            self.controller.place(rows, [self.current_class] * len(points))
        except DatasetError as error:
            self.controller.noticed.emit(str(error))
