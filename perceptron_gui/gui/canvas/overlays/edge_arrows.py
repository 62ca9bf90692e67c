"""Arrows at the edges of the canvas: how many points lie farther out; a click shows them all."""

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QObject, QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from perceptron_gui.gui.canvas.canvas import Canvas
from perceptron_gui.gui.canvas.overlays.overlay import Fade, Overlay, Pixels, Place, best_place
from perceptron_gui.gui.canvas.scene import Places
from perceptron_gui.gui.canvas.view import ViewFrame
from perceptron_gui.gui.style.theme import SMALL, Theme
from perceptron_gui.gui.widgets.plain_text import plain_tip
from perceptron_gui.session.points.point_edits import AT_ONCE, Counts, OutsideQuestion, Side, count_outside
from perceptron_gui.session.wording import counted, grouped
from perceptron_gui.translation import tr

PADDING, HEAD = 8.0, 10.0
"""Pixels around arrow and number, and of the arrow, on a desk."""
ALONG = (0.5, 0.65, 0.35, 0.8, 0.2, 1.0, 0.0)
"""Where along its edge an arrow stands, the best place first."""
PLACES: dict[Side, tuple[Place, ...]] = {
    Side.LEFT: tuple((0.0, share) for share in ALONG),
    Side.RIGHT: tuple((1.0, share) for share in ALONG),
    Side.ABOVE: tuple((share, 0.0) for share in ALONG),
    Side.BELOW: tuple((share, 1.0) for share in ALONG),
}
TURNS = {Side.RIGHT: 0.0, Side.BELOW: 90.0, Side.LEFT: 180.0, Side.ABOVE: 270.0}
"""Degrees, clockwise, by which an arrow that points to the right is turned."""


class EdgeArrow(Overlay):
    """An arrow to one side with the number of points that lie there; it takes clicks."""

    clicked = Signal()

    def __init__(self, side: Side, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, False)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.side = side
        self.count = 0
        self.fade = Fade(self)

    def show_count(self, count: int) -> None:
        """Show the number of points there; at 0 fade out, still with the last number."""
        if count:
            self.count = count
            told = TOLD[self.side](count)
            self.setAccessibleName(told)
            self.setToolTip(plain_tip(tr("{points}: click or press F to show all").format(points=told)))
            self.update()
        self.fade.set_shown(count > 0)

    def wanted_size(self, room: QSizeF) -> QSizeF:
        """Return the size of the number and the arrow beside it. See `Overlay.wanted_size`."""
        metrics, scale = QFontMetricsF(self.theme.font(SMALL)), self.theme.scale
        width = metrics.horizontalAdvance(grouped(self.count)) + (3 * PADDING + HEAD) * scale
        return QSizeF(width, metrics.height() + PADDING * scale)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.clicked.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Keep the press from the canvas below."""

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, box = self.theme, QRectF(self.rect()).adjusted(1, 1, -1, -1)
        pen = QPen(QColor(theme.accent), 1.2 * theme.scale)
        painter = self.painted_plate(pen, QColor(theme.panel), radius=box.height() / 2)
        padding, head = PADDING * theme.scale, HEAD * theme.scale
        is_left = self.side is Side.LEFT
        across = box.left() + padding + head / 2 if is_left else box.right() - padding - head / 2
        self._paint_head(painter, QPointF(across, box.center().y()), head)
        words = box.adjusted(padding + (head if is_left else 0), 0, -padding - (0 if is_left else head), 0)
        painter.setPen(QColor(theme.text))
        painter.setFont(theme.font(SMALL))
        painter.drawText(words, Qt.AlignmentFlag.AlignCenter, grouped(self.count))

    def _paint_head(self, painter: QPainter, middle: QPointF, size: float) -> None:
        painter.save()
        painter.translate(middle)
        painter.rotate(TURNS[self.side])
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self.theme.accent))
        half = size / 2
        painter.drawPolygon(QPolygonF([QPointF(half, 0), QPointF(-half, -half), QPointF(-half, half)]))
        painter.restore()


class EdgeArrows(QObject):
    """Counts the points outside the view whenever points or view change, and shows the arrows.

    `asked`: points that are too many to be counted between two frames; the answer is given to `show_counts`. `changed`:
    other arrows are shown, or other numbers.
    """

    asked = Signal(object)
    changed = Signal()

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._positions: Places = np.empty((0, 2))
        self._frame: ViewFrame | None = None
        self.arrows = {side: EdgeArrow(side, canvas) for side in Side}
        for arrow in self.arrows.values():
            arrow.clicked.connect(canvas.fit)
        canvas.painted.connect(self._look)  # whatever has changed, it is painted

    def _look(self) -> None:
        """Count again if points or view have changed."""
        positions, frame = self._canvas.positions, self._canvas.frame
        if positions is self._positions and frame == self._frame:
            return
        self._positions, self._frame = positions, frame
        question = OutsideQuestion(positions, frame.rectangle)
        if len(positions) <= AT_ONCE:
            self.show_counts(count_outside(question))
        else:
            self.asked.emit(question)

    def show_counts(self, counts: Counts) -> None:
        """Show how many points lie beyond each edge."""
        before = {side: arrow.count for side, arrow in self.arrows.items() if arrow.fade.is_shown}
        now = {side: count for side, count in counts.items() if count}
        if now == before:
            return
        for side, arrow in self.arrows.items():
            arrow.show_count(counts[side])
        self.changed.emit()

    @property
    def _shown(self) -> list[EdgeArrow]:
        return [arrow for arrow in self.arrows.values() if arrow.fade.is_shown]

    @property
    def boxes(self) -> list[QRectF]:
        """What the arrows cover, in pixels."""
        return [QRectF(arrow.geometry()) for arrow in self._shown]

    def set_theme(self, theme: Theme) -> None:
        """Adopt the colours and sizes of a theme."""
        for arrow in self.arrows.values():
            arrow.set_theme(theme)

    def set_reduced(self, is_reduced: bool) -> None:
        """Set whether arrows appear and disappear at once instead of fading.

        `is_reduced`: whether motion is reduced.
        """
        for arrow in self.arrows.values():
            arrow.fade.is_reduced = is_reduced

    def place(self, room: QSizeF, points: Pixels, sights: Pixels, taken: list[QRectF]) -> None:
        """Put every arrow at its edge, where it covers least.

        `room`: size of the canvas in pixels. `points`, `sights`: shape (n, 2): points, and places along arrows, in
        pixels. `taken`: other overlays, in pixels.
        """
        taken = [*taken]
        for arrow in self._shown:
            box = best_place(arrow.wanted_size(room), room, PLACES[arrow.side], points, sights, taken)
            taken.append(box)
            arrow.setGeometry(box.toAlignedRect())
            arrow.raise_()


TOLD: dict[Side, Callable[[int], str]] = {
    Side.LEFT: lambda n: counted("{count} point farther left", "{count} points farther left", n),
    Side.RIGHT: lambda n: counted("{count} point farther right", "{count} points farther right", n),
    Side.ABOVE: lambda n: counted("{count} point farther up", "{count} points farther up", n),
    Side.BELOW: lambda n: counted("{count} point farther down", "{count} points farther down", n),
}

"""How many points lie beyond an edge, in words."""
