"""Points lifted to height 1, with the plane through the origin (W2, P6)."""

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.frozen import Frozen
from perceptron_gui.gui.style.theme import SMALL, draw_symbol, faded
from perceptron_gui.gui.widgets.painted_widget import PaintedWidget
from perceptron_gui.translation import tr

HEIGHT = 190
"""Pixels where nothing is enlarged."""
LIFT, ASIDE, UP = 0.6, 0.4, 0.32
"""How high 1 is drawn, and where what lies farther away goes; in widths of the ground."""
ROOM, DOT = 0.12, 9.0
"""Ground beyond the points, in its widths; pixels of a symbol."""
MOST_POINTS = 300


class Lifted(Frozen):
    """Where places of the ground, and of the plane above it, are drawn."""

    ground: QRectF  # in data units; the origin is in it
    area: QRectF  # in pixels

    def at(self, x: float, y: float, height: float) -> QPointF:
        """Return a place in pixels. `x`, `y`: data units. `height`: 0 on the ground, 1 where the points are."""
        u, v = (x - self.ground.left()) / self.ground.width(), (y - self.ground.top()) / self.ground.height()
        across, up = (u + ASIDE * v) / (1 + ASIDE), (LIFT * height + UP * v) / (LIFT + UP)
        return QPointF(self.area.left() + across * self.area.width(), self.area.bottom() - up * self.area.height())

    def corners(self, height: float) -> QPolygonF:
        """Return the ground, or the plane above it."""
        g = self.ground
        places = [(g.left(), g.top()), (g.right(), g.top()), (g.right(), g.bottom()), (g.left(), g.bottom())]
        return QPolygonF([self.at(x, y, height) for x, y in places])


class OnesPicture(PaintedWidget):
    """Draws points of two features lifted by the bias's 1; empty for other runs."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._snapshot: Snapshot | None = None
        self.setAccessibleName(tr("The points at height 1, and the plane through the origin"))

    def show_snapshot(self, snapshot: Snapshot | None) -> None:
        """Draw a run's points and boundary. `snapshot`: None for nothing."""
        can_be_drawn = snapshot is not None and has_one_line(snapshot) and snapshot.dataset.n_samples > 0
        self._snapshot = snapshot if can_be_drawn else None
        self.update()

    @property
    def usual_height(self) -> float:
        return HEIGHT if self._snapshot is not None else 0.0

    def paintEvent(self, event: QPaintEvent) -> None:
        snapshot = self._snapshot
        if snapshot is None:
            return
        painter = self.smooth_painter()
        room = DOT * self._theme.scale
        lifted = Lifted(ground_of(snapshot), QRectF(self.rect()).adjusted(room, room, -room, -2 * room))
        self._draw_planes(painter, lifted)
        self._draw_boundary(painter, lifted, snapshot)
        self._draw_points(painter, lifted, snapshot)

    def _draw_planes(self, painter: QPainter, lifted: Lifted) -> None:
        theme, ground = self._theme, lifted.ground
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.drawPolygon(lifted.corners(0))
        painter.drawLine(lifted.at(ground.left(), 0, 0), lifted.at(ground.right(), 0, 0))
        painter.drawLine(lifted.at(0, ground.top(), 0), lifted.at(0, ground.bottom(), 0))
        painter.setBrush(faded(theme.background, 0.7))
        painter.drawPolygon(lifted.corners(1))
        painter.setPen(QPen(QColor(theme.muted), 1, Qt.PenStyle.DashLine))
        painter.drawLine(lifted.at(0, 0, 0), lifted.at(0, 0, 1))
        painter.setFont(theme.font(SMALL))
        painter.setPen(QColor(theme.muted))
        for height in (0, 1):
            painter.drawText(lifted.at(0, 0, height) + QPointF(4, 4 if height else 14), str(height))

    def _draw_boundary(self, painter: QPainter, lifted: Lifted, snapshot: Snapshot) -> None:
        """Draw the plane from the origin to the line in which it meets the points' plane."""
        ends = boundary_ends(tuple(snapshot.theta[0].tolist()), lifted.ground)
        if ends is None:
            return
        origin, (one, other) = lifted.at(0, 0, 0), (lifted.at(*end, 1) for end in ends)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(faded(self._theme.accent, 0.16))
        painter.drawPolygon(QPolygonF([origin, one, other]))
        painter.setPen(QPen(QColor(self._theme.text), 2 * self._theme.stroke))
        painter.drawLine(one, other)

    def _draw_points(self, painter: QPainter, lifted: Lifted, snapshot: Snapshot) -> None:
        dataset, size = snapshot.dataset, DOT * self._theme.scale
        every = -(-dataset.n_samples // MOST_POINTS)
        rows, labels = dataset.X[::every].tolist(), dataset.labels[::every].tolist()
        for (x, y), label in zip(rows, labels, strict=True):
            draw_symbol(painter, label, lifted.at(x, y, 1), size, self._theme)


def has_one_line(snapshot: Snapshot) -> bool:
    """Whether θ is (w₁, w₂, b), and says alone where the boundary lies."""
    if not snapshot.settings.bias or snapshot.dataset.n_features != 2:
        return False
    return snapshot.model.line(snapshot.model.planes((0, 1), np.zeros(2))) is not None


def ground_of(snapshot: Snapshot) -> QRectF:
    """Return the rectangle of all points and the origin, with some room, in data units.

    `snapshot`: of two features, with points.
    """
    both = np.vstack([snapshot.dataset.X, np.zeros((1, 2))])
    low, high = both.min(axis=0), both.max(axis=0)
    span = float((high - low).max()) or 1.0
    middle, half = (low + high) / 2, (0.5 + ROOM) * span
    return QRectF(float(middle[0]) - half, float(middle[1]) - half, 2 * half, 2 * half)


Place = tuple[float, float]


def boundary_ends(theta: tuple[float, ...], ground: QRectF) -> tuple[Place, Place] | None:
    """Return where w₁·x₁ + w₂·x₂ + b = 0 enters and leaves a rectangle; None where it does not.

    `theta`: (w₁, w₂, b). `ground`: in data units.
    """
    w1, w2, b = theta
    ends: list[Place] = []
    for y in (ground.top(), ground.bottom()):
        if w1 and ground.left() <= (x := -(w2 * y + b) / w1) <= ground.right():
            ends.append((x, y))
    for x in (ground.left(), ground.right()):
        if w2 and ground.top() <= (y := -(w1 * x + b) / w2) <= ground.bottom():
            ends.append((x, y))
    return (min(ends), max(ends)) if len(ends) > 1 else None
