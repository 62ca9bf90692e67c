"""The view of the canvas: a plane with equal axes, zoom and pan, and what mouse and keys do in it as signals."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QEnterEvent, QKeyEvent, QMouseEvent, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QGraphicsScene, QGraphicsView, QWidget

from perceptron_gui.gui.canvas.view_frame import ViewFrame, frame_showing

ZOOM_STEP = 1.2
LEAST_WIDTH, MOST_WIDTH = 1e-9, 1e14
"""Of the plane in view, in data units."""
STEPS_ACROSS = 64
"""So many numbers, at least, are told apart from one side to the other."""


class CanvasView(QGraphicsView):
    """Knows pixels and data units; what is drawn in it, in pixels, is somebody else's.

    `painted`: a frame is on the screen. `pressed`, `moved`, `released`: where the mouse is, in pixels, and the keys
    that are held; of buttons the left one. `double_clicked`: in place of a second press of the left button.
    `menu_asked`: where the mouse is, in pixels of the canvas and of the screen. `taken_over`: what a press began has
    become a gesture of fingers. `frame_changed`: another part of the plane is in view, or the canvas has another size.
    `left`: the mouse has left the canvas.
    """

    frame_changed = Signal()
    painted = Signal()
    pressed = Signal(QPointF, object)
    moved = Signal(QPointF, object)
    released = Signal(QPointF, object)
    double_clicked = Signal(QPointF, object)
    menu_asked = Signal(QPointF, object)
    taken_over = Signal()
    key_pressed = Signal(object)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setScene(QGraphicsScene(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setViewportUpdateMode(self.ViewportUpdateMode.FullViewportUpdate)
        # One of our own: to find out what Qt's is, PySide would make all classes of widgets that it knows (A9).
        self.setViewport(QWidget())
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # the ground covers all of it
        self.viewport().setAutoFillBackground(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setMinimumSize(240, 200)
        self._wanted = QRectF(0, 0, 1, 1)
        self._frame_shown: ViewFrame | None = None
        self._pan_from: QPointF | None = None
        self.is_fitted = False

    @property
    def frame(self) -> ViewFrame:
        """The part of the plane in view."""
        raise NotImplementedError

    def take_frame(self, frame: ViewFrame) -> None:
        """Show another part of the plane."""
        raise NotImplementedError

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setSceneRect(0, 0, self.width(), self.height())
        self._show_wanted()

    def _show_wanted(self) -> None:
        if self.width() < 1 or self.height() < 1:
            return
        frame = frame_showing(self._wanted, self.width(), self.height())
        if frame != self._frame_shown:
            self._frame_shown = frame
            self.take_frame(frame)
            self.frame_changed.emit()

    @property
    def wanted(self) -> QRectF:
        """The part of the plane that was asked for, in data units; more is in view where the canvas has other sides."""
        return QRectF(self._wanted)

    def show_wanted(self, wanted: QRectF) -> None:
        """Show a part of the plane; asked for again, in a canvas of the same size the view is the same.

        `wanted`: in data units; its top is the least value upwards.
        """
        self._wanted = QRectF(wanted)
        self._show_wanted()

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Make everything larger, or smaller.

        `factor`: how many times as large. `at`: the pixel that stays in its place; None for the middle.
        """
        frame = self.frame
        x, y = frame.data(at or QPointF(frame.width / 2, frame.height / 2))
        # Far out numbers are too coarse for a narrow view: its sides would be one.
        coarseness = math.ulp(max(map(abs, (frame.left, frame.right, frame.bottom, frame.top))))
        if not max(LEAST_WIDTH, STEPS_ACROSS * coarseness) < (frame.right - frame.left) / factor < MOST_WIDTH:
            return
        self.is_fitted = False
        left, bottom = x + (frame.left - x) / factor, y + (frame.bottom - y) / factor
        self.show_wanted(QRectF(left, bottom, (frame.right - frame.left) / factor, (frame.top - frame.bottom) / factor))

    def pan(self, by: QPointF) -> None:
        """Move the picture. `by`: in pixels."""
        dx, dy = by.x() / self.frame.unit, by.y() / self.frame.unit
        self.is_fitted = False
        self.show_wanted(self._wanted.translated(-dx, dy))

    # Events

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        self.painted.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        if event.button() == Qt.MouseButton.MiddleButton:
            self._pan_from = event.position()
        elif event.button() == Qt.MouseButton.LeftButton:
            self.pressed.emit(event.position(), event.modifiers())
        elif event.button() == Qt.MouseButton.RightButton:
            self.menu_asked.emit(event.position(), event.globalPosition().toPoint())
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pan_from is not None:
            self.pan(event.position() - self._pan_from)
            self._pan_from = event.position()
        else:
            self.moved.emit(event.position(), event.modifiers())
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.MiddleButton:
            self._pan_from = None
        elif event.button() == Qt.MouseButton.LeftButton:
            self.released.emit(event.position(), event.modifiers())
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.double_clicked.emit(event.position(), event.modifiers())
            event.accept()
        else:
            self.mousePressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        steps = event.angleDelta().y() / 120
        if steps:
            self.zoom(ZOOM_STEP**steps, event.position())
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()
        self.key_pressed.emit(event)

    def leaveEvent(self, event: QEvent | QEnterEvent) -> None:
        self.left.emit()
        super().leaveEvent(event)
