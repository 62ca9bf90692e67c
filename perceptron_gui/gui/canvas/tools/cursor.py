"""A cursor on the canvas for the keyboard: anything the mouse does, the keys do (G6, G7)."""

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent

from perceptron_gui.gui.canvas.canvas import Canvas
from perceptron_gui.gui.canvas.tools.gestures import Gestures
from perceptron_gui.gui.canvas.tools.snapping import GRID, NO_MODIFIER
from perceptron_gui.session.explanation.terms import vector_text
from perceptron_gui.session.view.view_state import Tool
from perceptron_gui.translation import N_, tr

ARROWS = {
    Qt.Key.Key_Left: QPointF(-1, 0),
    Qt.Key.Key_Right: QPointF(1, 0),
    Qt.Key.Key_Up: QPointF(0, -1),
    Qt.Key.Key_Down: QPointF(0, 1),
}
HINT = N_(
    "Cursor: arrows move (⇧ faster) · Space {what} · Enter to type coordinates · M starts and ends a drag · Del "
    "deletes · Esc leaves"
)

POINTING_HINT = N_("Cursor: arrows move (⇧ faster) · Space points at it · Esc leaves")
"""The same without a tool."""


class CanvasCursor(QObject):
    """The keyboard's cursor, which gets the canvas's keys while shown; Enter shows it, Esc hides it.

    `gestures`: does what the keys ask for. `hint_changed`: what the status line says; empty when the cursor is gone.
    `moved`: it stands elsewhere.
    """

    hint_changed = Signal(str)
    moved = Signal()

    def __init__(self, canvas: Canvas, gestures: Gestures) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._gestures = gestures
        self.at: QPointF | None = None
        self._has_taken = False
        canvas.installEventFilter(self)
        canvas.frame_changed.connect(self._stay)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take keys before shortcuts do, but only while the cursor is shown."""
        if not isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.FocusOut and self.at is not None:
                self.hide()
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            if self.at is not None and self._means_cursor(event):
                event.accept()
                return True
            return False
        return event.type() == QEvent.Type.KeyPress and self._press(event)

    def show(self, at: QPointF | None = None) -> None:
        """Put the cursor at the tip of the vector that is asked about, or else at a pixel.

        `at`: in pixels; None for the middle of the view.
        """
        arrow_input, frame = self._gestures.arrow_input, self._canvas.frame
        middle = QPointF(frame.width / 2, frame.height / 2)
        self._put(arrow_input.begins_at if arrow_input.is_asked else middle if at is None else at)
        is_pointing = self._gestures.tool is None and not arrow_input.is_asked
        self.hint_changed.emit(tr(POINTING_HINT) if is_pointing else tr(HINT).format(what=self._deed()))

    def _deed(self) -> str:
        """Describe what Space does with the current tool."""
        tool = self._gestures.tool
        if self._gestures.arrow_input.is_asked:
            return tr("draws the arrow")
        if tool in (Tool.PLACE, Tool.BRUSH, Tool.SPRAY):
            # L10n: what Space does, after the key: “Space places”
            # L10n: what Space does, after the key
            return tr("places") if tool is Tool.PLACE else tr("paints")
        is_selecting = self._gestures.controller.view_state.is_selecting
        # L10n: what Space does, after the key
        # L10n: what Space does, after the key
        return tr("selects") if is_selecting else tr("deletes") if tool is Tool.ERASE else tr("assigns the class")

    def hide(self) -> None:
        """Hide the cursor; keys are shortcuts again."""
        if self.is_carrying:
            self._gestures.cancel()
        self._gestures.arrow_input.give_up()
        self.at, self._has_taken = None, False
        self._canvas.pointer.show_cursor(None)
        self._gestures.show_ring(None)
        self.hint_changed.emit("")

    @property
    def is_carrying(self) -> bool:
        """Whether the cursor carries a point; an edit or a change of tool may have ended that."""
        return self._has_taken and self._gestures.is_busy

    def _means_cursor(self, event: QKeyEvent) -> bool:
        plain = not event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
        keys = [Qt.Key.Key_Space, Qt.Key.Key_Escape, Qt.Key.Key_M]
        if self._gestures.tool is not None:
            keys.append(Qt.Key.Key_Delete)
        return plain and (event.key() in ARROWS or event.key() in keys)

    def _press(self, event: QKeyEvent) -> bool:
        key, shift = event.key(), event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._enter()
        elif self.at is None or not self._means_cursor(event):
            return False
        elif key in ARROWS:
            self._move(ARROWS[Qt.Key(key)], is_long=bool(shift))
        elif key == Qt.Key.Key_Escape:
            self.hide()
        elif key == Qt.Key.Key_Space:
            self._click()
        elif key == Qt.Key.Key_M:
            self._carry(shift)
        else:
            self._delete()
        return True

    def _enter(self) -> None:
        """Type the coordinates of the point under the cursor, or of the selected one; else show the cursor."""
        at, selected = self.at, self._gestures.selected
        is_asked = self._gestures.arrow_input.is_asked or self._gestures.tool is None  # and none is typed
        if at is not None and not is_asked:
            self._gestures.edit_asked.emit(self._gestures.point_at(at, NO_MODIFIER), at)
        elif at is None and len(selected) == 1 and not is_asked:
            self._gestures.edit_asked.emit(selected[0], None)
        elif at is None:
            self.show()

    def _move(self, direction: QPointF, is_long: bool) -> None:
        """Move by the step to which points snap, or by a grid step if `is_long`."""
        if self.at is None:
            return
        across, upwards = self._step_pixels(GRID if is_long else NO_MODIFIER)
        self._put(self.at + QPointF(direction.x() * across, direction.y() * upwards))
        if self.is_carrying and self.at is not None:
            self._gestures.on_moved(self.at, NO_MODIFIER)

    def _put(self, at: QPointF) -> None:
        """Put the cursor at a pixel: where a point would land, unless it points the way of an arrow."""
        frame, gestures, text = self._canvas.frame, self._gestures, ""
        aside, below = self._step_pixels(NO_MODIFIER)
        at = QPointF(min(max(at.x(), aside), frame.width - aside), min(max(at.y(), below), frame.height - below))
        if not gestures.arrow_input.is_asked:
            place = gestures.coordinates(at, NO_MODIFIER)
            at, text = frame.point(*place), vector_text(place[: gestures.dataset.n_features])
        is_elsewhere, self.at = at != self.at, at
        self._canvas.pointer.show_cursor(at, text)
        gestures.show_ring(at)
        gestures.arrow_input.aim(at)
        if is_elsewhere:
            self.moved.emit()

    def _step_pixels(self, modifiers: Qt.KeyboardModifier) -> tuple[float, float]:
        """Return how far a step goes on the screen, across and upwards, in pixels. `modifiers`: keys that are held."""
        steps, units = self._gestures.steps(modifiers), self._canvas.frame.units
        return float(steps[0]) * units[0], float(steps[1]) * units[1]

    def _stay(self) -> None:
        """Update the shown coordinates after a change of the view."""
        if self.at is not None:
            self._put(self.at)

    def _click(self) -> None:
        if self.at is None:
            return
        if not self.is_carrying:
            self._gestures.on_pressed(self.at, NO_MODIFIER)
        self._gestures.on_released(self.at, NO_MODIFIER)
        self._has_taken = False

    def _carry(self, modifiers: Qt.KeyboardModifier) -> None:
        """Press or release as the mouse would: carry a point or a grip, draw a frame or a loop, paint."""
        if self.at is None:
            return
        if self.is_carrying:
            self._click()
        elif self._gestures.tool not in (Tool.PLACE, None) or self._takes_at(self.at):
            self._gestures.on_pressed(self.at, modifiers)
            self._has_taken = True

    def _takes_at(self, at: QPointF) -> bool:
        """Whether the tool that places takes something else: a point, or as no tool does, too, the student's line."""
        gestures = self._gestures
        is_point = gestures.tool is not None and self._canvas.point_near(at) is not None
        return is_point or gestures.arrow_input.is_asked or gestures.hand_grip_at(at) is not None

    def _delete(self) -> None:
        near = self._canvas.point_near(self.at) if self.at is not None else None
        if self._gestures.selected:
            self._gestures.delete_selected()
        elif near is not None:
            self._gestures.select([near])
            self._gestures.delete_selected()
