"""The widget with the picture of weight space, its mouse and keys, and the controls below."""

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QPushButton, QSizePolicy, QWidget

from perceptron_gui.engine.data.dataset import Floats
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.gui.features.weight_space.weight_painter import SpacePainter, WeightPainter, WeightPen
from perceptron_gui.gui.widgets.choice import Choice
from perceptron_gui.gui.widgets.painted_widget import PaintedWidget
from perceptron_gui.session.weight_space.half_spaces import PLANE, Pair
from perceptron_gui.session.weight_space.views import SphereView, WeightView
from perceptron_gui.session.weight_space.weight_space import WeightScene, pairs_of
from perceptron_gui.translation import tr

HIT = 7.0
"""Pixels within which a border is pointed at."""


class WeightMap(PaintedWidget):
    """Shows a scene in a view. `view`: how weights are seen now.

    `cross`: the cross of the keyboard, in pixels; None while it is not shown.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene: WeightScene | None = None
        self.view: WeightView | None = None
        self.cross: QPointF | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_scene(self, scene: WeightScene | None, view: WeightView | None) -> None:
        """Show another scene. `scene`: None where there is nothing to draw."""
        self._scene, self.view = scene, view
        self.update()

    def minimumSizeHint(self) -> QSize:
        return QSize(160, 160)

    def sizeHint(self) -> QSize:
        return QSize(300, 300)

    # Places

    @property
    def box(self) -> QRectF:
        """Where the picture is, in pixels."""
        return QRectF(self.rect())

    @property
    def unit(self) -> float:
        """Pixels of one unit of the view."""
        reach = self.view.reach if self.view is not None else 1.0
        return min(self.width(), self.height()) / 2 / reach

    def weights_at(self, at: QPointF) -> Floats | None:
        """Return the weights at a place; None where there are none. `at`: in pixels."""
        if self.view is None:
            return None
        away, unit = at - self.box.center(), self.unit
        return self.view.weights_at(away.x() / unit, -away.y() / unit)

    def pixel_of(self, theta: Floats) -> QPointF | None:
        """Return where weights are seen; None where they are hidden or not in the picture.

        `theta`: shape (n_entries,).
        """
        if self.view is None:
            return None
        found = self.view.places(theta[None])
        x, y = found.places[0].tolist()
        if np.isnan(x) or found.is_hidden[0]:
            return None
        return self.box.center() + QPointF(x, -y) * self.unit

    def border_at(self, at: QPointF) -> int | None:
        """Return the nearest border that is near a place, an index into those that are drawn. `at`: in pixels."""
        weights, scene = self.weights_at(at), self._scene
        if weights is None or scene is None or not len(scene.space.normals):
            return None
        aside = self.weights_at(at + QPointF(1, 0)), self.weights_at(at + QPointF(0, 1))
        heights = np.abs(scene.space.normals @ weights)
        # Pixels to the border: its height over how fast that grows from pixel to pixel.
        slopes = [np.abs(scene.space.normals @ (other - weights)) for other in aside if other is not None]
        slope = np.sqrt(sum(one**2 for one in slopes)) if slopes else np.full(len(heights), 1 / self.unit)
        away = heights / np.maximum(slope, 1e-12)
        nearest = int(away.argmin())
        return nearest if away[nearest] <= HIT * self._theme.scale else None

    # Drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = self.plain_painter()
        if self._scene is not None and self.view is not None:
            self.draw_kept(painter, (self._scene.space, self.view), self._draw_still)
            WeightPainter(WeightPen(painter, self._theme, self.view, self.box), self._scene).draw()
        if self.cross is not None:
            self._draw_cross(painter, self.cross)
        self.draw_focus(painter)

    def _draw_still(self, painter: QPainter) -> None:
        """Draw what stands still while the run moves."""
        assert self._scene is not None and self.view is not None
        painter.fillRect(self.rect(), QColor(self._theme.panel))
        SpacePainter(WeightPen(painter, self._theme, self.view, self.box), self._scene.space).draw()

    def _draw_cross(self, painter: QPainter, at: QPointF) -> None:
        arm = 9 * self._theme.scale
        painter.setPen(QPen(QColor(self._theme.accent), 2 * self._theme.stroke))
        painter.drawLine(at - QPointF(arm, 0), at + QPointF(arm, 0))
        painter.drawLine(at - QPointF(0, arm), at + QPointF(0, arm))


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
        elif not self._holds_start and isinstance(self.view, SphereView):
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
        if self.view is not None and not self.view.is_round and event.angleDelta().y():
            reach = self.view.reach * ZOOM_STEP ** (-event.angleDelta().y() / 120)
            self.view_changed.emit(self.view.with_reach(reach))
        event.accept()

    def turn(self, by: QPointF) -> None:
        """Turn the sphere. `by`: how far what is in the middle moves, in pixels."""
        if isinstance(self.view, SphereView):
            self.view_changed.emit(self.view.turned(by.x() / self.unit, -by.y() / self.unit))

    # Keys

    def means_keys(self, event: QKeyEvent) -> bool:
        """Take arrows, Space and Esc while the cross is shown. See `PaintedWidget.means_keys`."""
        plain = not event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
        return self.cross is not None and plain and event.key() in (*ARROWS, Qt.Key.Key_Space, Qt.Key.Key_Escape)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._holds_start:
            self._pressed_at, self._holds_start = None, False
            self.start_given_up.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.cross is None and self.view is not None:
            self._show_cross(self.box.center())
        elif not self.means_keys(event) or self.cross is None:
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
        if isinstance(self.view, SphereView):
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


class WeightControls(QWidget):
    """A list of pairs of classes, a switch, and a button.

    `pair_chosen`: another pair is compared. `flat_toggled`: a flat map is wanted in place of the sphere, or no longer.
    `start_asked`: the run is to begin at the weights that are tried.
    """

    pair_chosen = Signal()
    flat_toggled = Signal()
    start_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        # L10n: a box: the weights of b = 1 as a plane, not as a sphere
        self.pair, self.flat = Choice("{name}"), QCheckBox(tr("flat"))
        self.start = QPushButton(tr("Start from these"))
        self.pair.setAccessibleName(tr("Two classes", "whose weights are compared"))
        self.tell()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for part in (self.pair, self.flat, self.start):
            row.addWidget(part)
        row.insertStretch(2, 1)
        self.pair.activated.connect(self.pair_chosen)
        self.flat.toggled.connect(self.flat_toggled)
        self.start.clicked.connect(self.start_asked)

    def tell(self) -> None:
        """Set the tooltip of the flat view, in the current symbols."""
        self.flat.setToolTip(
            tr(
                "Projects the sphere from its centre onto the plane that touches it at θ*: great circles become "
                "straight lines, and every solution is on the plane. Without solutions, it touches at θ."
            )
        )

    @property
    def chosen_pair(self) -> Pair | None:
        """The two classes that are compared; None where there is only one row of weights."""
        pair: Pair | None = self.pair.currentData()
        return pair

    def offer_pairs(self, snapshot: Snapshot) -> None:
        """Offer pairs of classes if each class has a row of weights."""
        pairs, classes = pairs_of(snapshot.dataset, snapshot.settings), snapshot.dataset.classes
        offered = [
            (tr("{one} − {other}").format(one=classes[k], other=classes[j]), (k, j)) for k, j in filter(None, pairs)
        ]
        if offered != [(self.pair.itemText(i), self.pair.itemData(i)) for i in range(self.pair.count())]:
            chosen = self.chosen_pair
            self.pair.clear()
            for name, pair in offered:
                self.pair.addItem(name, pair)
            self.pair.setCurrentIndex(max(self.pair.findData(chosen), 0) if offered else -1)
            self.pair.updateGeometry()  # its width is that of its rows

    def show_scene(self, scene: WeightScene | None, is_one_row: bool) -> None:
        """Show the controls that apply to a scene.

        `is_one_row`: whether there is one row of weights, which a run can start from.
        """
        self.setVisible(scene is not None)
        self.pair.setVisible(self.pair.count() > 0)
        self.flat.setVisible(scene is not None and scene.space.n_entries > PLANE)
        has_tried = scene is not None and scene.tried is not None
        self.start.setVisible(is_one_row)
        self.start.setEnabled(has_tried)
        if not is_one_row:
            hint = tr("A run cannot start from the difference of two rows. Type start weights in Rules of the run.")
        else:
            hint = tr("Start the run from the weights you clicked") if has_tried else tr("Click on weights first")
        self.start.setToolTip(hint)
