"""The view of the canvas: a rectangle of data space with its axes, zoom and pan; mouse and keys as signals."""

import math
from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QEnterEvent, QKeyEvent, QMouseEvent, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QGraphicsItem, QGraphicsView, QWidget

from perceptron_gui.frozen import Frozen

if TYPE_CHECKING:
    GraphicsView = QGraphicsView
else:
    GraphicsView = pg.GraphicsView

# At the end it would look through all objects there are, for items that have no scene.
pg.setConfigOption("exitCleanup", False)

FARTHEST = 1e8
"""Pixels from the corner of the view beyond which nobody asks how far: a point at 10¹² may have 10²¹, no integer."""

LEAST_WIDTH, MOST_WIDTH = 1e-9, 1e14
"""Of the plane in view, or of its height where that has a scale of its own, in data units."""
STEPS_ACROSS = 64
"""So many numbers, at least, are told apart from one side to the other."""


class ViewFrame(Frozen):
    """A view of the plane, in data units, and its size on the screen."""

    # in data units
    left: float = -4.0
    bottom: float = -3.0
    right: float = 4.0
    top: float = 3.0
    # in pixels
    width: float = 800.0
    height: float = 600.0
    has_own_scales: bool = False  # whether each axis has a scale of its own; else both have one

    @property
    def rectangle(self) -> tuple[float, float, float, float]:
        """Return (left, bottom, right, top) in data units."""
        return self.left, self.bottom, self.right, self.top

    @property
    def units(self) -> tuple[float, float]:
        """Pixels of one data unit, across and upwards."""
        return self.width / (self.right - self.left), self.height / (self.top - self.bottom)

    @property
    def aspect(self) -> float:
        """How many times as long a data unit is upwards as across; 1 where both axes have one scale."""
        across, upwards = self.units
        return upwards / across if self.has_own_scales else 1.0

    def x(self, value: float) -> float:
        """Return the pixel of a value on the first axis. `value`: in data units."""
        return (value - self.left) * self.width / (self.right - self.left)

    def y(self, value: float) -> float:
        """Return the pixel of a value on the second axis. `value`: in data units."""
        return (self.top - value) * self.height / (self.top - self.bottom)

    def point(self, x: float, y: float) -> QPointF:
        """Return the pixel of a point. `x`, `y`: in data units."""
        return QPointF(self.x(x), self.y(y))

    def pixels(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the pixels of points.

        `points`: shape (n, 2): in data units. Returns shape (n, 2): in pixels, none farther away than `FARTHEST`.
        """
        corner = np.array([self.left, self.top])
        scale = np.array([self.width / (self.right - self.left), self.height / (self.bottom - self.top)])
        pixels: NDArray[np.float64] = (points - corner) * scale
        # Twenty times a frame: `np.clip` takes twice as long.
        return np.minimum(np.maximum(pixels, -FARTHEST, out=pixels), FARTHEST, out=pixels)

    def points(self, points: NDArray[np.float64]) -> list[QPointF]:
        """Return the pixels of points, one by one. `points`: shape (n, 2): in data units."""
        return [QPointF(x, y) for x, y in self.pixels(points).tolist()]

    def way(self, x: float, y: float) -> QPointF:
        """Return a vector in pixels. `x`, `y`: its entries, in data units."""
        across, upwards = self.units
        return QPointF(x * across, -y * upwards)

    def length(self, x: float, y: float) -> float:
        """Return how long a vector is on the screen, in pixels. `x`, `y`: its entries, in data units."""
        across, upwards = self.units
        return math.hypot(x * across, y * upwards)

    def vector(self, way: QPointF) -> tuple[float, float]:
        """Return the entries in data units of a vector on the screen. `way`: in pixels."""
        across, upwards = self.units
        return way.x() / across, -way.y() / upwards

    def data(self, pixel: QPointF) -> tuple[float, float]:
        """Return the point under a pixel, in data units. `pixel`: in pixels."""
        x = self.left + pixel.x() * (self.right - self.left) / self.width
        return x, self.top - pixel.y() * (self.top - self.bottom) / self.height

    def can_be_zoomed(self, factor: float) -> bool:
        """Whether numbers are fine enough for a view so many times as large, and do not become too large."""
        across, upwards = (self.left, self.right), (self.bottom, self.top)
        # Far out numbers are too coarse for a narrow view: its sides would be one.
        for sides in (across, upwards) if self.has_own_scales else ((*across, *upwards),):
            least = max(LEAST_WIDTH, STEPS_ACROSS * math.ulp(max(map(abs, sides))))
            if not least < (sides[1] - sides[0]) / factor < MOST_WIDTH:
                return False
        return True

    def contains(self, x: float, y: float, margin: float = 0.0) -> bool:
        """Whether a point is on the screen.

        `x`, `y`: in data units. `margin`: least distance from the edge, in pixels.
        """
        return margin <= self.x(x) <= self.width - margin and margin <= self.y(y) <= self.height - margin


def frame_showing(wanted: QRectF, width: float, height: float) -> ViewFrame:
    """Return the view with equal axes that shows a part of the plane in its middle, and as little more as it can.

    `wanted`: in data units; its top is the least value upwards. `width`, `height`: size of the canvas in pixels.
    """
    ratio = width / height
    wider, higher = 0.0, 0.0
    if wanted.width() > ratio * wanted.height():
        higher = (wanted.width() / ratio - wanted.height()) / 2
    else:
        wider = (wanted.height() * ratio - wanted.width()) / 2
    left, right = wanted.left() - wider, wanted.right() + wider
    return ViewFrame(left, wanted.top() - higher, right, wanted.bottom() + higher, width, height)


def _wide_enough(low: float, high: float) -> tuple[float, float]:
    """Return both ends of an axis, or some around them where too few numbers lie between, as in a file by hand."""
    least = max(LEAST, STEPS_ACROSS * math.ulp(max(abs(low), abs(high))))
    middle = (low + high) / 2
    return (low, high) if high - low >= least else (middle - least / 2, middle + least / 2)


MARGIN = 1.4
"""How much larger than the points the view is, so that arrows and labels have room."""
ROOM_FOR_W = 0.4
"""Room on every side of an origin among the points, as a share of their spread: w begins there and may point to any
side."""
ONE_PLACE = 1e-13
"""Share of their size up to which points that differ count as one place: a double tells little smaller ones apart."""
LEAST = 1e-150
"""Data units up to which points count as one place, too: squares of smaller numbers are 0 in a double."""
FLAT = 1e-6
"""Least height, as a share of its width, of what is to be shown."""
Rectangle = tuple[float, float, float, float]


def _corners(points: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the smallest and the largest coordinates; a plane without points has some room, too."""
    if not len(points):
        return np.array([-3.0, -2.0]), np.array([3.0, 2.0])
    # Column by column: numpy takes sixteen times as long for the rows of a million points.
    return np.array([column.min() for column in points.T]), np.array([column.max() for column in points.T])


def frame_around(points: NDArray[np.float64], width: float, height: float) -> Rectangle:
    """Return the view (left, bottom, right, top) that shows points, and the origin if it is near, with equal axes.

    `points`: shape (n, 2): in data units. `width`, `height`: size of the canvas in pixels.
    """
    low, high = _with_room(points)
    centre, size = (low + high) / 2, MARGIN * (high - low)
    unit = float((np.array([width, height]) / np.maximum(size, FLAT * size.max())).min())
    half = np.array([width, height]) / unit / 2
    left, bottom = (centre - half).tolist()
    right, top = (centre + half).tolist()
    return left, bottom, right, top


def own_frame_around(points: NDArray[np.float64]) -> Rectangle:
    """Return the view that shows points, with as much of each axis as if there were no other.

    `points`: shape (n, 2): in data units.
    """
    sides = []
    for column in (points if len(points) else np.array(_corners(points))).T:
        low, high = (float(end[0]) for end in _with_room(column[:, None]))
        middle, half = (low + high) / 2, MARGIN * (high - low) / 2
        sides.append((middle - half, middle + half))
    (left, right), (bottom, top) = sides
    return left, bottom, right, top


def _with_room(points: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the smallest and the largest coordinates of points, and of the origin where it is near.

    `points`: shape (n, 2), or (n, 1) for one axis by itself.
    """
    low, high = _corners(points)
    most = float(np.maximum(np.abs(low), np.abs(high)).max())
    if float((high - low).max()) <= max(ONE_PLACE * most, LEAST):
        # As far as the origin, but on the scale of a plane that is empty where that is far.
        reach = min(most, 1.0) if most > LEAST else 1.0
        low, high = low - reach, high + reach
    spread = float((high - low).max())
    with_origin = np.minimum(low, 0.0), np.maximum(high, 0.0)
    if float((with_origin[1] - with_origin[0]).max()) <= 2.0 * spread:
        # Points that lie beside the origin have made room by bringing it into view.
        room = ROOM_FOR_W * spread if (low <= 0).all() and (high >= 0).all() else 0.0
        low, high = np.minimum(low, -room), np.maximum(high, room)
    return low, high


ZOOM_STEP = 1.2


PLOTS = -4.0
"""Depth of what features add to the view box in data units: over lines, below points."""


class CanvasView(GraphicsView):
    """The viewport: converts pixels and data units, zooms and pans; subclasses draw in pixels.

    Its range is that of a view box of pyqtgraph, which our rules set: it takes plots in data units, too
    (`box.addItem`), and whoever sets its range moves the view.

    `painted`: a frame is on the screen. `pressed`, `moved`, `released`: where the mouse is, in pixels, and the keys
    that are held; of buttons the left one. `double_clicked`: in place of a second press of the left button.
    `menu_asked`: where the mouse is, in pixels of the canvas and of the screen. `taken_over`: what a press began has
    become a gesture of fingers. `frame_changed`: another part of the plane is in view, or the canvas has another size.
    `left`: the mouse has left the canvas. `frame`: the part of the plane in view. `has_own_scales`: whether each axis
    has a scale of its own. `box`: the view box, whose items are layers in pixels and plots in data units.
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
        self.setBackgroundBrush(Qt.BrushStyle.NoBrush)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setCacheMode(QGraphicsView.CacheModeFlag.CacheNone)
        self.setViewportUpdateMode(self.ViewportUpdateMode.FullViewportUpdate)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # the ground covers all of it
        self.viewport().setAutoFillBackground(False)
        self.viewport().setFocusProxy(None)  # type: ignore[arg-type]  # a reader would find it beside the view, without a name
        self.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMinimumSize(240, 200)
        self._wanted = QRectF(0, 0, 1, 1)
        self.frame = ViewFrame()
        self._pan_from: QPointF | None = None
        self.is_fitted = self.has_own_scales = False
        self._is_led = False  # whether the range of the box is being set by our rules
        self.box = pg.ViewBox(enableMouse=False, enableMenu=False)
        self.box.disableAutoRange()
        self.box.childGroup.setZValue(PLOTS)
        self.setCentralItem(self.box)  # type: ignore[attr-defined]  # of pyqtgraph
        self.box.sigResized.connect(self._show_wanted)
        self.box.sigRangeChanged.connect(self._follow_box)

    def take_frame(self, frame: ViewFrame) -> None:
        """Show another part of the plane."""
        raise NotImplementedError

    def useOpenGL(self, b: bool = True) -> None:
        """Paint without OpenGL. `b`: whether pyqtgraph is to use it elsewhere."""
        # One of our own: to find out what Qt's is, PySide would make all classes of widgets that it knows (A9).
        self.setViewport(QWidget())

    def close(self) -> bool:
        """See `QWidget.close`: pyqtgraph's would let go of the scene."""
        return QGraphicsView.close(self)

    def is_plot(self, item: QGraphicsItem) -> bool:
        """Whether something paints in data units: it was added to the box."""
        has_contents = not item.flags() & QGraphicsItem.GraphicsItemFlag.ItemHasNoContents
        return has_contents and self.box.childGroup.isAncestorOf(item)

    def _follow_box(self) -> None:
        """Show what somebody else has made the range of the box."""
        if not self._is_led:
            (left, right), (bottom, top) = self.box.viewRange()
            self.is_fitted = False
            self.show_wanted(QRectF(left, bottom, right - left, top - bottom))

    def _show_wanted(self) -> None:
        if self.width() < 1 or self.height() < 1:
            return
        frame = self._frame_of(self._wanted)
        if frame != self.frame:
            self.frame = frame
            self._is_led = True
            self.box.setRange(xRange=(frame.left, frame.right), yRange=(frame.bottom, frame.top), padding=0)
            self._is_led = False
            self.take_frame(frame)
            self.frame_changed.emit()

    def _frame_of(self, wanted: QRectF) -> ViewFrame:
        """Return the view that shows a part of the plane, and exactly that part if each axis has its own scale."""
        size = self.width(), self.height()
        if not self.has_own_scales:
            return frame_showing(wanted, *size)
        left, right = _wide_enough(wanted.left(), wanted.right())
        bottom, top = _wide_enough(wanted.top(), wanted.bottom())
        return ViewFrame(left, bottom, right, top, *size, has_own_scales=True)

    @property
    def wanted(self) -> QRectF:
        """The requested part of the plane, in data units; more is in view if the canvas has another aspect ratio."""
        return QRectF(self._wanted)

    def show_wanted(self, wanted: QRectF) -> None:
        """Show a part of the plane; the same request at the same canvas size gives the same view.

        `wanted`: in data units; its top is the least value upwards.
        """
        self._wanted = QRectF(wanted)
        self._show_wanted()

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Zoom by a factor above or below 1.

        `factor`: how many times as large. `at`: the pixel that stays in its place; None for the middle.
        """
        frame = self.frame
        x, y = frame.data(at or QPointF(frame.width / 2, frame.height / 2))
        if not frame.can_be_zoomed(factor):
            return
        self.is_fitted = False
        left, bottom = x + (frame.left - x) / factor, y + (frame.bottom - y) / factor
        self.show_wanted(QRectF(left, bottom, (frame.right - frame.left) / factor, (frame.top - frame.bottom) / factor))

    def pan(self, by: QPointF) -> None:
        """Move the picture. `by`: in pixels."""
        dx, dy = self.frame.vector(by)
        self.is_fitted = False
        self.show_wanted(self._wanted.translated(-dx, -dy))

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
