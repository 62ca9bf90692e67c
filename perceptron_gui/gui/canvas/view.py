"""The view of the canvas: a box with equal axes, zoom and pan, and what mouse and keys do in it as signals."""

from __future__ import annotations

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QEnterEvent, QKeyEvent, QMouseEvent, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QWidget

from perceptron_gui.gui.canvas.view_frame import ViewFrame

ZOOM_STEP = 1.2


class CanvasView(pg.GraphicsView):  # type: ignore[misc]
    """Knows pixels and data units; what is drawn in it is somebody else's.

    Parameters
    ----------
    parent : QWidget or None

    Signals
    -------
    painted
        A frame is on the screen.
    pressed, moved, released : QPointF, Qt.KeyboardModifier
        Where the mouse is, in pixels, and the keys that are held; of buttons the left one.
    double_clicked : QPointF, Qt.KeyboardModifier
        In place of a second press of the left button.
    menu_asked : QPointF, QPoint
        Where the mouse is, in pixels of the canvas and of the screen.
    taken_over
        What a press began has become a gesture of fingers.
    frame_changed
        Another part of the plane is in view, or the canvas has another size.
    key_pressed : QKeyEvent
    left
        The mouse has left the canvas.
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
        super().__init__(parent, useOpenGL=False, background=None)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setViewportUpdateMode(self.ViewportUpdateMode.FullViewportUpdate)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setMinimumSize(240, 200)
        self._box = pg.ViewBox(enableMouse=False, enableMenu=False, defaultPadding=0.0)
        self._box.disableAutoRange()
        self._box.setAspectLocked(True)
        self.setCentralItem(self._box)
        self._pan_from: QPointF | None = None
        self.is_fitted = False
        self._box.sigRangeChanged.connect(self._on_range_changed)
        self._box.sigResized.connect(self._on_range_changed)

    @property
    def frame(self) -> ViewFrame:
        """The part of the plane in view."""
        raise NotImplementedError

    def take_frame(self, frame: ViewFrame) -> None:
        """Show another part of the plane.

        Parameters
        ----------
        frame : ViewFrame
        """
        raise NotImplementedError

    def _on_range_changed(self, *_: object) -> None:
        rect, size = self._box.viewRect(), self._box.rect()
        if size.width() < 1 or size.height() < 1:
            return
        self.take_frame(ViewFrame(rect.left(), rect.top(), rect.right(), rect.bottom(), size.width(), size.height()))
        self.frame_changed.emit()

    @property
    def wanted(self) -> QRectF:
        """The part of the plane that was asked for, in data units; more is in view where the canvas has other sides."""
        rect: QRectF = self._box.targetRect()
        return rect

    def show_wanted(self, wanted: QRectF) -> None:
        """Ask again for what was asked for once: in a canvas of that size the view is the same.

        Parameters
        ----------
        wanted : QRectF
            In data units.
        """
        self._box.setRange(rect=wanted, padding=0)

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Make everything larger, or smaller.

        Parameters
        ----------
        factor : float
            How many times as large.
        at : QPointF or None
            The pixel that stays in its place; None for the middle.
        """
        frame = self.frame
        x, y = frame.data(at or QPointF(frame.width / 2, frame.height / 2))
        if not 1e-9 < (frame.right - frame.left) / factor < 1e14:
            return
        self.is_fitted = False
        self._box.setRange(
            xRange=(x + (frame.left - x) / factor, x + (frame.right - x) / factor),
            yRange=(y + (frame.bottom - y) / factor, y + (frame.top - y) / factor),
            padding=0,
        )

    def pan(self, by: QPointF) -> None:
        """Move the picture.

        Parameters
        ----------
        by : QPointF
            In pixels.
        """
        dx, dy = by.x() / self.frame.unit, by.y() / self.frame.unit
        self.is_fitted = False
        self._box.translateBy(x=-dx, y=dy)

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
