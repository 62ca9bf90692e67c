"""Fingers on the canvas: pinch zooms, long press is the menu; tap and drag come as mouse events (DESIGN §3)."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QPointingDevice
from PySide6.QtWidgets import QGestureEvent, QPinchGesture, QTapAndHoldGesture

from perceptron_gui.gui.canvas.plane import Plane


class Touch(QObject):
    """Understands gestures of fingers on a plane."""

    def __init__(self, plane: Plane) -> None:
        super().__init__(plane)
        self._plane = plane
        for kind in (Qt.GestureType.PinchGesture, Qt.GestureType.TapAndHoldGesture):
            plane.viewport().grabGesture(kind)
        plane.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take gestures; note whether a finger or a mouse points."""
        if isinstance(event, QGestureEvent):
            return self._take(event)
        if isinstance(event, QMouseEvent) and not (event.type() == QEvent.Type.MouseMove and event.buttons()):
            self._plane.is_finger = event.pointerType() == QPointingDevice.PointerType.Finger
        return False

    def _take(self, event: QGestureEvent) -> bool:
        pinch = event.gesture(Qt.GestureType.PinchGesture)
        if isinstance(pinch, QPinchGesture):
            self._plane.taken_over.emit()
            at = self._plane.viewport().mapFromGlobal(pinch.centerPoint().toPoint())
            self._plane.zoom(pinch.scaleFactor(), QPointF(at))
            return True
        hold = event.gesture(Qt.GestureType.TapAndHoldGesture)
        if isinstance(hold, QTapAndHoldGesture) and self._plane.is_finger:
            if hold.state() == Qt.GestureState.GestureFinished:
                on_screen = hold.position().toPoint()
                at = self._plane.viewport().mapFromGlobal(on_screen)
                self._plane.taken_over.emit()
                self._plane.menu_asked.emit(QPointF(at), on_screen)
            return True
        return False
