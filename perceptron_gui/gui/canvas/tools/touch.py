"""Touch on the canvas: a tap places, a drag moves, two fingers zoom, a long press opens the menu (G11)."""

import math

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, QPointF, Qt, QTimer
from PySide6.QtGui import QEventPoint, QMouseEvent, QPointingDevice, QTouchEvent
from PySide6.QtWidgets import QApplication, QGestureRecognizer

from perceptron_gui.gui.canvas.canvas import Canvas

HOLD_MS = 700
"""How long a finger rests until it asks for the menu."""
FINGER_SHAKE = 10.0
"""Pixels that a finger moves without meaning it."""
DOUBLE_TAP = 24.0
"""Pixels between two taps of a double tap at most."""
CLOSEST = 8.0
"""Pixels between two fingers below which their distance says nothing."""


class Touch(QObject):
    """Translates touches into mouse gestures and zooming.

    Qt's own gestures are not used: they go to the widget below their centre, and warn if there is none.
    """

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._pressed_at = QPointF()
        self._is_taken = False
        self._pair: tuple[QPointF, float] | None = None
        self._since_tap = QElapsedTimer()
        self._hold = QTimer(self, singleShot=True, interval=HOLD_MS)
        self._hold.timeout.connect(self._on_held)
        # Every scroll area grabs this one: of the canvas, and of panels beside it, from where fingers may come.
        QGestureRecognizer.unregisterRecognizer(Qt.GestureType.PanGesture)
        canvas.viewport().setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)
        canvas.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle touch events; note whether finger or mouse was used last."""
        if isinstance(event, QTouchEvent):
            self._take(event)
            event.accept()
            return True
        if isinstance(event, QMouseEvent) and not (event.type() == QEvent.Type.MouseMove and event.buttons()):
            self._canvas.is_finger = event.pointerType() == QPointingDevice.PointerType.Finger
        return False

    def _take(self, event: QTouchEvent) -> None:
        points = event.points()
        if event.type() == QEvent.Type.TouchBegin:
            self._begin(points[0].position(), event.modifiers())
        if event.type() == QEvent.Type.TouchCancel:
            self._take_over()
        elif len(points) > 1:
            self._pinch(points)
        elif event.type() == QEvent.Type.TouchUpdate:
            self._move(points[0].position(), event.modifiers())
        elif event.type() == QEvent.Type.TouchEnd:
            self._end(points[0].position(), event.modifiers())

    # One finger

    def _begin(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        is_near = (at - self._pressed_at).manhattanLength() <= DOUBLE_TAP
        is_soon = self._since_tap.isValid() and self._since_tap.elapsed() <= QApplication.doubleClickInterval()
        self._pressed_at, self._is_taken, self._pair = at, False, None
        self._canvas.is_finger = True
        self._canvas.setFocus(Qt.FocusReason.MouseFocusReason)
        self._hold.start()
        self._since_tap.invalidate()
        (self._canvas.double_clicked if is_near and is_soon else self._canvas.pressed).emit(at, modifiers)

    def _move(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        if self._hold.isActive() and (at - self._pressed_at).manhattanLength() <= FINGER_SHAKE:
            return
        self._hold.stop()
        if not self._is_taken:
            self._canvas.moved.emit(at, modifiers)

    def _end(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        is_tap = self._hold.isActive()
        self._hold.stop()
        if is_tap:
            self._since_tap.start()
        if not self._is_taken:
            self._canvas.released.emit(self._pressed_at if is_tap else at, modifiers)

    def _on_held(self) -> None:
        at = self._pressed_at
        self._take_over()
        self._canvas.menu_asked.emit(at, self._canvas.viewport().mapToGlobal(at.toPoint()))

    def _take_over(self) -> None:
        """Cancel the stroke that the press began, as the touch became a pinch or a long press."""
        self._hold.stop()
        if not self._is_taken:
            self._is_taken = True
            self._canvas.taken_over.emit()

    # Two fingers

    def _pinch(self, points: list[QEventPoint]) -> None:
        """Zoom by the distance of two fingers, and pan with the point between them."""
        self._take_over()
        one, other = points[0].position(), points[1].position()
        middle = QPointF((one.x() + other.x()) / 2, (one.y() + other.y()) / 2)
        apart = math.hypot(one.x() - other.x(), one.y() - other.y())
        if self._pair is not None and min(apart, self._pair[1]) >= CLOSEST:
            self._canvas.pan(middle - self._pair[0])
            self._canvas.zoom(apart / self._pair[1], middle)
        self._pair = middle, apart
