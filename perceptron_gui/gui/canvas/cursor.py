"""A cursor on the canvas for the keyboard: anything the mouse does, the keys do (DESIGN §3)."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent

from perceptron_gui.gui.canvas.gestures import Gestures
from perceptron_gui.gui.canvas.plane import Plane
from perceptron_gui.gui.text import tr
from perceptron_gui.gui.tools import Tool

STEP, LONG_STEP = 10.0, 50.0
"""Pixels an arrow key moves the cursor; with Shift more."""
ARROWS = {
    Qt.Key.Key_Left: QPointF(-1, 0),
    Qt.Key.Key_Right: QPointF(1, 0),
    Qt.Key.Key_Up: QPointF(0, -1),
    Qt.Key.Key_Down: QPointF(0, 1),
}
HINT = "Cursor: arrows move (⇧ faster) · Space {what} · M moves the point under it · Del deletes it · Esc leaves"


class CanvasCursor(QObject):
    """Takes the keys of the canvas while it is shown; Enter shows it, Esc hides it.

    Signals
    -------
    hint_changed : str
        What the status line says; empty when the cursor is gone.
    """

    hint_changed = Signal(str)

    def __init__(self, plane: Plane, gestures: Gestures) -> None:
        super().__init__(plane)
        self._plane = plane
        self._gestures = gestures
        self.at: QPointF | None = None
        self._is_carrying = False
        plane.installEventFilter(self)

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

    def show(self) -> None:
        """Put the cursor into the middle of the view, or at the tip of the vector that is asked about."""
        pointing = self._gestures.pointing
        self.at = QPointF(self._plane.frame.width / 2, self._plane.frame.height / 2)
        if pointing.is_asked:
            self.at = pointing.begins_at
        self._move(QPointF(0, 0), 0)
        what = {Tool.PLACE: tr("places"), Tool.ERASE: tr("deletes")}.get(self._gestures.tool, tr("selects"))
        if pointing.is_asked:
            what = tr("draws the arrow")
        self.hint_changed.emit(tr(HINT).format(what=what))

    def hide(self) -> None:
        """Give the keys back."""
        if self._is_carrying:
            self._gestures.cancel()
        self._gestures.pointing.give_up()
        self.at, self._is_carrying = None, False
        self._plane.set_crosshair(None)
        self.hint_changed.emit("")

    def _means_cursor(self, event: QKeyEvent) -> bool:
        plain = not event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
        keys = (Qt.Key.Key_Space, Qt.Key.Key_Escape, Qt.Key.Key_Delete, Qt.Key.Key_M)
        return plain and (event.key() in ARROWS or event.key() in keys)

    def _press(self, event: QKeyEvent) -> bool:
        key = event.key()
        if self.at is None:
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.show()
                return True
            return False
        if not self._means_cursor(event):
            return False
        self._do(key, event)
        return True

    def _do(self, key: int, event: QKeyEvent) -> None:
        if key in ARROWS:
            is_long = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._move(ARROWS[Qt.Key(key)], LONG_STEP if is_long else STEP)
        elif key == Qt.Key.Key_Escape:
            self.hide()
        elif key == Qt.Key.Key_Space:
            self._click()
        elif key == Qt.Key.Key_M:
            self._carry()
        else:
            self._delete()

    def _move(self, direction: QPointF, pixels: float) -> None:
        if self.at is None:
            return
        frame = self._plane.frame
        x = min(max(self.at.x() + direction.x() * pixels, 4), frame.width - 4)
        y = min(max(self.at.y() + direction.y() * pixels, 4), frame.height - 4)
        self.at = QPointF(x, y)
        self._plane.set_crosshair(self.at)
        self._gestures.pointing.aim(self.at)
        if self._is_carrying:
            self._gestures.on_moved(self.at, Qt.KeyboardModifier.NoModifier)

    def _click(self) -> None:
        if self.at is None:
            return
        if not self._is_carrying:
            self._gestures.on_pressed(self.at, Qt.KeyboardModifier.NoModifier)
        self._gestures.on_released(self.at, Qt.KeyboardModifier.NoModifier)
        self._is_carrying = False

    def _carry(self) -> None:
        """Take the point under the cursor along, or put it down."""
        if self.at is None:
            return
        if self._is_carrying:
            self._click()
        elif self._plane.point_near(self.at) is not None:
            self._gestures.on_pressed(self.at, Qt.KeyboardModifier.NoModifier)
            self._is_carrying = True

    def _delete(self) -> None:
        near = self._plane.point_near(self.at) if self.at is not None else None
        if self._gestures.selected:
            self._gestures.delete_selected()
        elif near is not None:
            self._gestures.select([near])
            self._gestures.delete_selected()
