"""Edits of points on the canvas: select, place, delete, relabel, transform by grips."""

from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import QObject, QPointF, QRectF, Qt, Signal

from perceptron_gui.engine.data.dataset import Dataset, DatasetError, Ints
from perceptron_gui.frozen import Frozen
from perceptron_gui.gui.canvas.canvas import Canvas
from perceptron_gui.gui.canvas.tools.snapping import snap_step, snapped
from perceptron_gui.gui.controller import Controller
from perceptron_gui.session.points.point_edits import SelectionBox, Steps, box_of, rows_of
from perceptron_gui.session.wording import grouped
from perceptron_gui.translation import tr

PADDING, AWAY, EDGE = 18.0, 26.0, 8.0
"""Pixels between the points and their box, the box and the grip that turns it, a grip and the edge of the canvas."""
REACH, FINGER_REACH = 9.0, 20.0
"""Pixels within which a press means a grip."""


class Grip(Frozen):
    """A grip of the selection box: (1, 0) on its right side, (−1, 1) at its top left corner; (0, 0) turns it."""

    # which sides move with it, from −1 to 1
    across: int
    upwards: int

    @property
    def turns(self) -> bool:
        """Whether it turns the box."""
        return not self.across and not self.upwards


TURN = Grip(0, 0)
SIDES = tuple(Grip(across, upwards) for across in (-1, 0, 1) for upwards in (-1, 0, 1) if across or upwards)


class SelectionGrips(QObject):
    """The selection box with its grips: shows them and finds the grip at a pixel.

    `box`: around the selected points as they are shown; None where there is nothing to scale or turn. `places`: where
    the grips are, in pixels.
    """

    def __init__(self, canvas: Canvas, controller: Controller, parent: QObject) -> None:
        super().__init__(parent)
        self._canvas = canvas
        self._controller = controller
        self.places: dict[Grip, QPointF] = {}
        self._shown: tuple[object, ...] = ()
        self.box: SelectionBox | None = None
        controller.view_changed.connect(self._on_view_changed)  # after every change of the document, too
        canvas.frame_changed.connect(self._place)

    def _on_view_changed(self) -> None:
        state, dataset = self._controller.view_state, self._controller.document.dataset
        shown = state.is_selecting, state.selection, dataset
        if len(self._shown) != len(shown) or any(a is not b for a, b in zip(shown, self._shown, strict=True)):
            self._shown = shown
            self.show_box_of(dataset)

    def show_box_of(self, dataset: Dataset, rows: Ints | None = None) -> None:
        """Show the box around the selected points where they are now.

        `dataset`: the points of the document, or those that are being dragged. `rows`: shape (n,), or None: indices of
        the selected points, where they are at hand as an array.
        """
        state = self._controller.view_state
        is_wanted = state.is_selecting and len(state.selection) > 1 and dataset.n_features <= 2
        if rows is None or len(rows) != len(state.selection):  # what is dragged need not be selected
            rows = rows_of(state.selection) if is_wanted else None
        box = box_of(dataset, rows) if is_wanted and rows is not None else None
        self.box = box if box is not None and any(high > low for low, high in box.spans) else None
        self._place()

    def grip_at(self, pixel: QPointF) -> Grip | None:
        """Return the grip at a pixel, if there is one. `pixel`: in pixels."""
        reach = FINGER_REACH if self._canvas.is_finger else REACH * self._canvas.theme.scale
        away = {grip: (at - pixel).manhattanLength() for grip, at in self.places.items()}
        nearest = min(away, key=away.__getitem__, default=None)
        return nearest if nearest is not None and away[nearest] <= reach else None

    def _place(self) -> None:
        """Draw the box and those of its grips that are in view."""
        layer, box = self._canvas.tool_layer, self._pixel_box()
        if self.box is None or box is None:
            self.places = {}
            layer.set_box(None, [], None)
            return
        has_width, has_height = (high > low for low, high in self.box.spans)
        middle = box.center()
        sides = [g for g in SIDES if (has_width or not g.across) and (has_height or not g.upwards)]
        away = [QPointF(g.across * box.width() / 2, -g.upwards * box.height() / 2) for g in sides]
        self.places = {grip: middle + way for grip, way in zip(sides, away, strict=True)}
        turn = self._turn_place(box) if self._canvas.axes[1] is not None else None
        layer.set_box(box, [*self.places.values()], turn)
        self.places |= {TURN: turn} if turn is not None else {}

    def _pixel_box(self) -> QRectF | None:
        """Return the box in pixels, with some room around the points; None where it is out of view."""
        if self.box is None:
            return None
        frame, scale = self._canvas.frame, self._canvas.theme.scale
        corners = frame.point(self.box.left, self.box.top), frame.point(self.box.right, self.box.bottom)
        room = PADDING * scale
        whole = QRectF(*corners).adjusted(-room, -room, room, room)
        view = QRectF(EDGE, EDGE, frame.width - 2 * EDGE, frame.height - 2 * EDGE)
        return whole.intersected(view) if whole.intersects(view) else None

    def _turn_place(self, box: QRectF) -> QPointF:
        """Return a place above the box, below it where there is no room, or else inside."""
        away, x = AWAY * self._canvas.theme.scale, box.center().x()
        above, below = box.top() - away, box.bottom() + away
        if above >= EDGE:
            return QPointF(x, above)
        return QPointF(x, below if below <= self._canvas.frame.height - EDGE else box.top() + away)


class PointEditing(QObject):
    """Selects points and edits them; each edit is one step of undo.

    `pointed_at`: a point that a click only points at; None for a place without one. `grips`: of the box around the
    selected points.
    """

    pointed_at = Signal(object)

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
        """Index of the class that newly placed points get."""
        return self.controller.view_state.current_class

    # Selection

    @property
    def selected(self) -> list[int]:
        """Indices of the selected points."""
        return list(self.controller.view_state.selection)

    def select(self, indices: Iterable[int]) -> None:
        """Replace the selection; ignores indices of points that no longer exist, as a panel may still show them.

        `indices`: indices of the points.
        """
        count = self.dataset.n_samples
        self.controller.change_view(selection=tuple(i for i in indices if i < count))

    def select_these(self, indices: list[int], modifiers: Qt.KeyboardModifier) -> None:
        """Select points; Shift adds them to the selection. `indices`: ascending. `modifiers`: keys that are held."""
        keeps = modifiers & Qt.KeyboardModifier.ShiftModifier
        self.select(sorted({*self.selected, *indices}) if keeps else indices)

    def choose(self, index: int, modifiers: Qt.KeyboardModifier) -> int:
        """Select the point that was pressed, or toggle it with Shift. Returns index of the point that is meant."""
        shift, control = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
        if modifiers & (shift | control) == shift:  # with Ctrl it is the key of a drag that snaps to the grid
            self.toggle(index)
            return index
        return self.take(index)

    def take(self, index: int) -> int:
        """Select the clicked point; among coinciding points, each further click selects the next.

        `index`: index of the point. Returns index of the selected point.
        """
        stack = self.canvas.stack_of(index)
        if len(stack) > 1 and len(self.selected) == 1 and self.selected[0] in stack:
            index = stack[(stack.index(self.selected[0]) + 1) % len(stack)]
            self.select([index])
            told = tr("Point {number} of {count} at this place.")
            self.controller.noticed.emit(told.format(number=stack.index(index) + 1, count=grouped(len(stack))))
        elif index not in self.selected:
            self.select([index])
        return index

    def toggle(self, index: int) -> None:
        """Add a point, or the next that coincides with it, to the selection; deselect them if all are in it.

        `index`: index of the point.
        """
        stack = self.canvas.stack_of(index)
        others = [i for i in stack if i not in self.selected]
        self.select([*self.selected, others[0]] if others else [i for i in self.selected if i not in stack])

    def point_at_pixel(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Ring the point that is meant, alone or with Shift one more, and let it be told of; edit nothing.

        `at`: in pixels; with no point near, none is ringed. `modifiers`: keys that are held.
        """
        near = self.canvas.point_near(at)
        if not modifiers & Qt.KeyboardModifier.ShiftModifier and (near is None or len(self.selected) > 1):
            self.select([])
        self.pointed_at.emit(near if near is None else self.choose(near, modifiers))

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
        """Whether a click can place a point: only with one or two features."""
        return self.dataset.n_features <= 2

    def steps(self, modifiers: Qt.KeyboardModifier, finer: int = 1) -> Steps:
        """Return the distances of the places where a point may land, in data units.

        `modifiers`: keys that are held. `finer`: how many times as fine as usual it is snapped.
        """
        grid, units = self.canvas.grid_steps, self.canvas.frame.units
        across, upwards = (snap_step(modifiers, *each) / finer for each in zip(grid, units, strict=True))
        return across, upwards

    def coordinates(self, at: QPointF, modifiers: Qt.KeyboardModifier, finer: int = 1) -> tuple[float, float]:
        """Return where a point lands that is put at a pixel, in data units.

        `at`: in pixels. `modifiers`: keys that are held. `finer`: how many times as fine as usual it is snapped.
        """
        across, upwards = self.steps(modifiers, finer)
        x, y = self.canvas.frame.data(at)
        return snapped(x, across), snapped(y, upwards) if self.canvas.axes[1] is not None else 0.0

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
            told = tr("These points have more than two features, so a click cannot place them.")
            self.controller.noticed.emit(told)
            return
        try:
            row = np.array([self.coordinates(at, modifiers)[: self.dataset.n_features]])
            self.controller.place(row, [self.current_class])
        except DatasetError as error:
            self.controller.noticed.emit(str(error))
