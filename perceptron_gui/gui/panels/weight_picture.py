"""The picture of weight space: what the mouse and the keys do in it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from perceptron_gui.gui.panels.weight_map import HIT, WeightMap
from perceptron_gui.session.weight_space.sphere_view import SphereView
from perceptron_gui.translation import tr

SHORTEST_DRAG = 4.0
"""Pixels the mouse moves before a press becomes a drag."""
ZOOM_STEP = 1.2
KEY_STEP = 18.0
"""Pixels that an arrow key moves the cross or the sphere; with ⇧ four times as many."""
ARROWS = {
    Qt.Key.Key_Left: QPointF(-1, 0),
    Qt.Key.Key_Right: QPointF(1, 0),
    Qt.Key.Key_Up: QPointF(0, -1),
    Qt.Key.Key_Down: QPointF(0, 1),
}


class WeightPicture(WeightMap):
    """Shows a scene in a view; the sphere is turned, places are clicked, borders are pointed at.

    `pointed`: the border that is pointed at, an index into those that are drawn. `picked`: the weights of a place that
    was clicked. `start_moved`, `start_dropped`: start weights that are being dragged, and where they were let go.
    `start_given_up`: the drag is over, and nothing is to change. `view_changed`: the picture was turned or enlarged by
    hand. `view_reset`: it is to be as it was at first. `keys_taken`: arrow keys move the cross or turn the sphere now,
    or no longer.
    """

    pointed = Signal(object)
    picked = Signal(object)
    start_moved = Signal(object)
    start_dropped = Signal(object)
    start_given_up = Signal()
    view_changed = Signal(object)
    view_reset = Signal()
    keys_taken = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pressed_at: QPointF | None = None
        self._last = QPointF()
        self._has_moved = self._holds_start = False
        self.take_input(tr("Weight space"))

    # Mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed_at, self._has_moved = event.position(), False
            self._holds_start = self._is_at_start(event.position())
        event.accept()

    def _is_at_start(self, at: QPointF) -> bool:
        scene = self._scene
        place = self.pixel_of(scene.way.current) if scene is not None and scene.can_start else None
        return place is not None and (place - at).manhattanLength() <= 2 * HIT * self._theme.scale

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position()
        if self._pressed_at is None:
            self.pointed.emit(self.border_at(at))
            return
        if not self._has_moved and (at - self._pressed_at).manhattanLength() < SHORTEST_DRAG:
            return
        weights = self.weights_at(at)
        if self._holds_start and weights is not None:
            self.start_moved.emit(weights)
        elif not self._holds_start and isinstance(self._view, SphereView):
            self.turn(at - (self._pressed_at if not self._has_moved else self._last))
        self._has_moved, self._last = True, at

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self._pressed_at is None:
            return
        self._pressed_at = None
        weights = self.weights_at(event.position())
        if not self._has_moved and weights is not None:
            self.picked.emit(weights)
        elif self._has_moved and self._holds_start:
            self.start_given_up.emit() if weights is None else self.start_dropped.emit(weights)
        self._holds_start = False

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.view_reset.emit()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.pointed.emit(None)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self._view is not None and not self._view.is_round and event.angleDelta().y():
            self.view_changed.emit(
                self._view.with_reach(self._view.reach * ZOOM_STEP ** (-event.angleDelta().y() / 120))
            )
        event.accept()

    def turn(self, by: QPointF) -> None:
        """Turn the sphere. `by`: how far what is in the middle moves, in pixels."""
        if isinstance(self._view, SphereView):
            self.view_changed.emit(self._view.turned(by.x() / self.unit, -by.y() / self.unit))

    # Keys

    def event(self, event: QEvent) -> bool:
        """Take arrows and Space before the timeline does, while the cross is shown. See `QWidget.event`."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and self._means_cross(event):
            event.accept()
            return True
        return super().event(event)

    def _means_cross(self, event: QKeyEvent) -> bool:
        plain = not event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
        return self.cross is not None and plain and event.key() in (*ARROWS, Qt.Key.Key_Space, Qt.Key.Key_Escape)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._holds_start:
            self._pressed_at, self._holds_start = None, False
            self.start_given_up.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.cross is None and self._view is not None:
            self._show_cross(self.box.center())
        elif not self._means_cross(event) or self.cross is None:
            super().keyPressEvent(event)
        elif event.key() in ARROWS:
            fast = 4 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
            self._move(ARROWS[Qt.Key(event.key())] * KEY_STEP * fast)
        elif event.key() == Qt.Key.Key_Space:
            weights = self.weights_at(self.cross)
            if weights is not None:
                self.picked.emit(weights)
        else:
            self._show_cross(None)

    def _move(self, by: QPointF) -> None:
        """Turn the sphere under the cross, or move the cross over a plane."""
        if self.cross is None:
            return
        if isinstance(self._view, SphereView):
            self.turn(-by)
        else:
            at = self.cross + by
            self.cross = QPointF(min(max(at.x(), 0), self.width()), min(max(at.y(), 0), self.height()))
            self.update()
        self.pointed.emit(self.border_at(self.cross))

    def _show_cross(self, at: QPointF | None) -> None:
        is_other = (at is None) != (self.cross is None)
        self.cross = at
        self.setProperty("takesKeys", at is not None)
        self.pointed.emit(self.border_at(at) if at is not None else None)
        self.update()
        if is_other:
            self.keys_taken.emit(at is not None)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if self.cross is not None:
            self._show_cross(None)
