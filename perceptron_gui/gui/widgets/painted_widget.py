"""Widgets that paint themselves: what they have in common, a table of cells, and points as a small picture."""

import math
from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QEvent, QLineF, QPointF, QRect, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QHideEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from perceptron_gui.engine.data.dataset import Dataset, Floats, Part
from perceptron_gui.gui.style.stamps import class_stamp
from perceptron_gui.gui.style.theme import LIGHT, Theme, drawn, keeps_shapes, sharpness_of
from perceptron_gui.session.classes.small_plane import positions, rectangle_around

WIDTH = 200
"""Pixels that it likes to be wide; it takes what it gets."""
RING, CORNER = 2, 4
"""Pixels of the ring around what has the keys, and the radius of its corners."""


class PaintedWidget(QWidget):
    """A picture as wide as its panel, and as high as it needs. Subclasses paint it, and say how high that is."""

    told_as = "Graphic"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self._theme: Theme = LIGHT
        self._kept: tuple[object, QPixmap] | None = None
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def set_theme(self, theme: Theme) -> None:
        """Adopt the colours and sizes of a theme."""
        self._theme = theme
        self.updateGeometry()
        self.update()

    def take_input(self, name: str) -> None:
        """Accept keyboard focus and follow the mouse. `name`: what it is, for those who do not see it."""
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(name)

    @property
    def usual_height(self) -> float:
        """Height in pixels at scale 1; 0 while there is nothing to show."""
        return 0.0

    least_height = math.inf
    """Pixels, where nothing is enlarged, down to which it gives way to what stands in its column; ∞ for not at all."""

    @property
    def to_spare(self) -> int:
        """Pixels by which it may be lower than it likes to be."""
        return round(max(self.usual_height - self.least_height, 0.0) * self._theme.scale)

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, round(self.usual_height * self._theme.scale))

    def plain_painter(self) -> QPainter:
        """Return a painter of this widget, for which −1 is not 1− in a language from right to left."""
        painter = QPainter(self)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        return painter

    def smooth_painter(self) -> QPainter:
        """Return a painter of this widget, without jagged edges."""
        painter = self.plain_painter()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        return painter

    def draw_kept(self, painter: QPainter, shown: object, draw: Callable[[QPainter], object]) -> None:
        """Draw what stands still from a picture that is kept until content, theme or size change (A7).

        `draw`: paints it.
        """
        if keeps_shapes(painter):
            draw(painter)
            return
        key = shown, self._theme, self.size(), sharpness_of(painter)
        if self._kept is None or self._kept[0] != key:
            self._kept = key, drawn(QSizeF(self.size()), sharpness_of(painter), draw)
        painter.drawPixmap(0, 0, self._kept[1])

    def hideEvent(self, event: QHideEvent) -> None:
        """Let the picture go, half a megabyte. See `QWidget.hideEvent`."""
        super().hideEvent(event)
        self._kept = None

    def means_keys(self, event: QKeyEvent) -> bool:
        """Whether this widget uses a key that would otherwise move through time."""
        return False

    def event(self, event: QEvent) -> bool:
        """Keep keys of this widget from the timeline. See `QWidget.event`."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and self.means_keys(event):
            event.accept()
            return True
        return super().event(event)

    def draw_focus(self, painter: QPainter) -> None:
        """Draw a ring while the widget has keyboard focus."""
        if self.hasFocus():
            draw_ring(painter, self.rect(), self._theme)


def draw_ring(painter: QPainter, rectangle: QRect, theme: Theme) -> None:
    """Draw the focus ring just inside the edges of a widget or of a part of it."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(theme.accent), RING))
    painter.drawRoundedRect(rectangle.adjusted(1, 1, -1, -1), CORNER, CORNER)


Cell = tuple[int, int]
"""Row and column."""
FAR = 10
"""Cells that an arrow key moves with ⇧."""
ARROWS: dict[int, Cell] = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}
PLAIN = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier


class CellPicture(PaintedWidget):
    """A picture of cells, one of which may be pointed at. Subclasses paint them, and say how many there are and where.

    Enter gives it the arrow keys, which else move through time; Esc gives them back.

    `name`: what it is, for those who do not see it. `cell`: row and column of the cell that is pointed at. `pointed`:
    another cell is pointed at, or none. `chosen`: a cell was clicked, or Space was pressed in it. `keys_taken`: arrow
    keys move the cell now, or no longer.
    """

    pointed = Signal(object)
    chosen = Signal(object)
    keys_taken = Signal(bool)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cell: Cell | None = None
        self._has_arrows = False
        self.take_input(name)

    @property
    def shape_in_cells(self) -> Cell:
        """Rows and columns; (0, 0) while there is nothing to point at."""
        raise NotImplementedError

    def cell_at(self, at: QPointF) -> Cell | None:
        """Return the cell at a place, if there is one. `at`: in pixels."""
        raise NotImplementedError

    def point_at(self, cell: Cell | None) -> None:
        """Point at another cell, or at none."""
        if cell != self.cell:
            self.cell = cell
            self.pointed.emit(cell)
            self.update()

    # Mouse

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.point_at(self.cell_at(event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        cell = self.cell_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and cell is not None:
            self.chosen.emit(cell)
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        if not self._has_arrows:
            self.point_at(None)

    # Keys

    def means_keys(self, event: QKeyEvent) -> bool:
        """Take arrows, Space and Esc while the arrows move the cell. See `PaintedWidget.means_keys`."""
        is_ours = event.key() in ARROWS or event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Escape)
        return self._has_arrows and is_ours and not event.modifiers() & ~PLAIN

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not self._has_arrows and all(self.shape_in_cells):
            self._take_arrows(True)
        elif not self.means_keys(event):
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_Escape:
            self._take_arrows(False)
        elif event.key() == Qt.Key.Key_Space:
            self.chosen.emit(self._nearest())
        else:
            fast = FAR if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
            down, right = ARROWS[event.key()]
            self.point_at(self._nearest(fast * down, fast * right))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._take_arrows(False)

    def _take_arrows(self, are_taken: bool) -> None:
        if are_taken == self._has_arrows:
            return
        self._has_arrows = are_taken
        self.setProperty("takesKeys", are_taken)
        self.point_at(self._nearest() if are_taken else None)
        self.keys_taken.emit(are_taken)

    def _nearest(self, down: int = 0, right: int = 0) -> Cell:
        """Return the cell at an offset from the one pointed at, or the last one in that direction."""
        (row, column), (n_rows, n_columns) = self.cell or (0, 0), self.shape_in_cells
        return min(max(row + down, 0), n_rows - 1), min(max(column + right, 0), n_columns - 1)


MOST_POINTS = 2_000
"""Points that are drawn; of more, evenly many are."""
SIZES = ((12, 9.0), (80, 7.0), (400, 5.0))
"""Diameter of points in pixels, where there are at most so many; of more it is `SMALLEST`."""
SMALLEST = 3.5
MARGIN = 0.08
"""What is shown around the points, as a share of their range."""


def draw_points(painter: QPainter, box: QRectF, dataset: Dataset, theme: Theme) -> None:
    """Draw all points of the first two features, with one scale on both axes; those held out are hollow.

    `box`: where to, in pixels.
    """
    if not dataset.n_samples:
        return
    chosen = np.arange(0, dataset.n_samples, (dataset.n_samples - 1) // MOST_POINTS + 1)
    size = next((size for most, size in SIZES if dataset.n_samples <= most), SMALLEST) * theme.scale
    middles, labels = _pixels(positions(dataset)[chosen], dataset, box), dataset.labels[chosen]
    is_held_out = np.zeros(len(chosen), dtype=bool) if dataset.parts is None else dataset.parts[chosen] != Part.TRAINING
    for k in dataset.present:
        colour = theme.class_colour(k).name()
        for is_hollow, ground, edge in ((False, colour, theme.panel), (True, theme.panel, colour)):
            stamp = class_stamp(k, size, ground, edge)
            stamp.draw(painter, middles[(labels == k) & (is_held_out == is_hollow)])


def _pixels(places: Floats, dataset: Dataset, box: QRectF) -> Floats:
    """Return where places lie when all points are shown in the box."""
    left, _, right, top = rectangle_around(dataset, (box.width(), box.height()), MARGIN)
    unit = box.width() / (right - left)
    corner, scale = np.array([left, top]), np.array([unit, -unit])
    pixels: Floats = (places - corner) * scale + np.array([box.left(), box.top()])
    return pixels


class PointsPicture(QWidget):
    """Shows points, and the axes if in view; grows with its room. `dataset`: what is shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self._theme: Theme = LIGHT
        self.dataset = Dataset.empty()
        self._picture: QPixmap | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        return QSize(340, 280)

    def minimumSizeHint(self) -> QSize:
        return QSize(220, 180)

    def set_theme(self, theme: Theme) -> None:
        """Adopt the colours and sizes of a theme."""
        self._theme, self._picture = theme, None
        self.update()

    def show_points(self, dataset: Dataset) -> None:
        """Show other points."""
        self.dataset, self._picture = dataset, None
        self.update()

    def hideEvent(self, event: QHideEvent) -> None:
        """Let the picture go. See `QWidget.hideEvent`."""
        super().hideEvent(event)
        self._picture = None

    def paintEvent(self, event: QPaintEvent) -> None:
        size = QSizeF(self.size())
        if self._picture is None or self._picture.deviceIndependentSize() != size:
            self._picture = drawn(size, self.devicePixelRatioF(), self._draw)
        QPainter(self).drawPixmap(0, 0, self._picture)

    def _draw(self, painter: QPainter) -> None:
        box, theme = QRectF(self.rect()), self._theme
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.setBrush(QColor(theme.panel))
        painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5))
        ((x, y),) = _pixels(np.zeros((1, 2)), self.dataset, box).tolist()
        painter.setPen(QPen(QColor(theme.muted), 1))
        painter.drawLines([QLineF(*ends) for is_seen, ends in (
            (box.left() < x < box.right(), (x, box.top(), x, box.bottom())),
            (box.top() < y < box.bottom(), (box.left(), y, box.right(), y)),
        ) if is_seen])  # fmt: skip
        draw_points(painter, box, self.dataset, theme)
