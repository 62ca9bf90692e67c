"""Layers for pointer and tools: the place of the next point, a brush, a loop, the box of the selection.

Also what the mouse points at in a panel: a highlighted point, the boundary of weights that are tried.
"""

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPen, QPolygonF, QTransform

from perceptron_gui.engine.data.dataset import Floats
from perceptron_gui.gui.canvas.figures.backdrop import Layer
from perceptron_gui.gui.canvas.figures.labels import Label, draw_labels
from perceptron_gui.gui.style.stamps import Shape, Stamp
from perceptron_gui.gui.style.theme import SMALL, faded, symbol

CROSS, RING = 14.0, 5.0
"""Half the length of the cursor's lines, and the radius of the ring that shows where a point would lie, in pixels."""
GAP = 12.0
"""Pixels between a place and its coordinates."""


def draw_beside_pointer(painter: QPainter, layer: Layer, at: QPointF, text: str, gap: float) -> None:
    """Write below the pointer and to its right, or on the other side where the view ends.

    `at`: the pointer in pixels. `gap`: pixels between both.
    """
    frame, font = layer.frame, layer.theme.font(SMALL, QFont.Weight.DemiBold)
    metrics = QFontMetricsF(font)
    width, height = metrics.horizontalAdvance(text), metrics.ascent()
    x = at.x() + gap if at.x() + gap + width < frame.width - 4 else at.x() - gap - width
    y = at.y() + gap + height if at.y() + gap + height < frame.height - 4 else at.y() - gap
    draw_labels(painter, [Label(QPointF(max(x, 4.0), y), text, layer.theme.text, font)], layer.theme)


class PointerLayer(Layer):
    """A cross for the keyboard, a ring for the mouse, and coordinates beside either."""

    def __init__(self) -> None:
        super().__init__(30)
        self.cross: QPointF | None = None
        self.landing: QPointF | None = None
        self.text = ""
        self._class = 0

    def show_cursor(self, at: QPointF | None, text: str = "") -> None:
        """Show the keyboard's cursor with its coordinates.

        `at`: in pixels; None to hide it. `text`: the coordinates.
        """
        self.cross, self.landing, self.text = at, None, text
        self.update()

    def show_landing(self, at: QPointF | None, text: str = "", class_index: int = 0) -> None:
        """Show where a click would place a point, unless the keyboard's cursor is shown.

        `at`: in pixels; None to show nothing. `text`: the coordinates. `class_index`: index of the class of the point.
        """
        if self.cross is None and (at, text, class_index) != (self.landing, self.text, self._class):
            self.landing, self.text, self._class = at, text, class_index
            self.update()

    def draw(self, painter: QPainter) -> None:
        at = self.cross if self.cross is not None else self.landing
        if at is None:
            return
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self.cross is not None:
            painter.setPen(QPen(QColor(self.theme.accent), 2 * self.theme.stroke))
            x, y = at.x(), at.y()
            painter.drawLines([QLineF(x - CROSS, y, x + CROSS, y), QLineF(x, y - CROSS, x, y + CROSS)])
        else:
            painter.setPen(QPen(self.theme.class_colour(self._class), 1.6 * self.theme.stroke))
            painter.drawEllipse(at, RING, RING)
        if self.text:
            draw_beside_pointer(painter, self, at, self.text, GAP)


LIT_RADIUS = 13.0
"""Half the width of the glow around a point, in pixels."""


class PointedLayer(Layer):
    """Highlights what is pointed at in a panel: glows around points, a dashed line for weights."""

    def __init__(self) -> None:
        super().__init__(-5)  # below the points
        self.lit: Sequence[QPointF] = ()
        self.lines: Sequence[QLineF] = ()

    def show_pointed(self, lit: Sequence[QPointF], lines: Sequence[QLineF]) -> None:
        """Highlight other points and lines. `lit`: in pixels. `lines`: in pixels."""
        if (tuple(lit), tuple(lines)) != (tuple(self.lit), tuple(self.lines)):
            self.lit, self.lines = lit, lines
            self.update()

    def draw(self, painter: QPainter) -> None:
        theme = self.theme
        painter.setPen(QPen(QColor(theme.accent), 2.4 * theme.stroke, Qt.PenStyle.DashLine))
        painter.drawLines(list(self.lines))
        painter.setBrush(faded(theme.accent, 0.35))
        painter.setPen(QPen(QColor(theme.accent), 2.0 * theme.stroke))
        for lit in self.lit:
            painter.drawEllipse(lit, LIT_RADIUS * theme.scale, LIT_RADIUS * theme.scale)


GRIP = 4.5
"""Half the width of a grip of the box, in pixels."""
RING_GAP = 16.0
"""Pixels between the pointer and what is written beside it."""


class ToolLayer(Layer):
    """What editing tools show: ring, loop, box with grips, a label, and points that a brush has touched."""

    def __init__(self) -> None:
        super().__init__(25)
        self.ring: tuple[QPointF, float] | None = None
        self.loop: list[QPointF] = []
        self.box: QRectF | None = None
        self.grips: list[QPointF] = []
        self.turn_grip: QPointF | None = None
        self.word: tuple[QPointF, str] | None = None
        self.touched: Floats = np.empty((0, 2))
        self.touched_class, self.diameter = 0, 0.0

    def set_ring(self, at: QPointF | None, radius: float = 0.0) -> None:
        """Show how far the brush reaches. `at`: its middle in pixels; None to show none. `radius`: in pixels."""
        ring = None if at is None else (at, radius)
        if ring != self.ring:
            self.ring = ring
            self.update()

    def set_loop(self, loop: list[QPointF]) -> None:
        """Show the loop that is being drawn. `loop`: its corners in pixels; none to show none."""
        self.loop = loop
        self.update()

    def set_box(self, box: QRectF | None, grips: list[QPointF], turn_grip: QPointF | None) -> None:
        """Show the box of the selected points.

        `box`: in pixels; None to show none. `grips`: where it can be taken to scale it, in pixels. `turn_grip`: where
        it can be taken to turn it, in pixels.
        """
        if (box, grips, turn_grip) != (self.box, self.grips, self.turn_grip):
            self.box, self.grips, self.turn_grip = box, grips, turn_grip
            self.update()

    def say(self, at: QPointF | None, text: str = "") -> None:
        """Write a word beside the pointer. `at`: the pointer in pixels; None to write nothing."""
        self.word = None if at is None else (at, text)
        self.update()

    def set_touched(self, places: Floats, index: int, diameter: float) -> None:
        """Show points in the symbol of another class.

        `places`: shape (n, 2): in pixels. `index`: index of the class. `diameter`: of a point, in pixels.
        """
        self.touched, self.touched_class, self.diameter = places, index, diameter
        self.update()

    def draw(self, painter: QPainter) -> None:
        if len(self.touched):
            self._draw_touched(painter)
        theme = self.theme
        accent, panel = QColor(theme.accent), QColor(theme.panel)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self.ring is not None:
            for colour, width in ((panel, 3.6), (accent, 1.6)):  # over dark points and light ground alike
                painter.setPen(QPen(colour, width * theme.stroke))
                painter.drawEllipse(self.ring[0], self.ring[1], self.ring[1])
        dashes = QPen(accent, 1.2 * theme.stroke, Qt.PenStyle.DashLine)
        if len(self.loop) > 1:
            painter.setPen(dashes)
            painter.drawPolygon(QPolygonF(self.loop))
        if self.box is not None:
            painter.setPen(dashes)
            painter.drawRect(self.box)
            self._draw_grips(painter)
        if self.word is not None:
            draw_beside_pointer(painter, self, *self.word, RING_GAP)

    def _draw_grips(self, painter: QPainter) -> None:
        theme, half = self.theme, GRIP * self.theme.scale
        painter.setPen(QPen(QColor(theme.accent), 1.6 * theme.stroke))
        painter.setBrush(QColor(theme.panel))
        for at in self.grips:
            painter.drawRect(QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half))
        if self.turn_grip is not None:
            painter.drawEllipse(self.turn_grip, 1.2 * half, 1.2 * half)

    def _draw_touched(self, painter: QPainter) -> None:
        path = QTransform.fromScale(self.diameter, self.diameter).map(symbol(self.touched_class))
        colour = self.theme.class_colour(self.touched_class)
        Stamp([Shape(path, QPen(Qt.PenStyle.NoPen), QBrush(colour))], 2 * self.diameter).draw(painter, self.touched)
