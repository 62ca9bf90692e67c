"""What the picture is made of besides points: ground, grid, lines, arrows and marks, each drawn in pixels."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from pyqtgraph.Qt import internals
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from perceptron_gui.gui.canvas.frame import Frame, nice_step
from perceptron_gui.gui.theme import LIGHT, SMALL, Theme
from perceptron_gui.session.wording import number_text

LABEL_GAP = 90
"""Least pixels between two labels of the grid."""
LARGE_POINT = 13.0
"""Pixels of a point among few, for which the marks of errors are drawn."""
HEAD = 13.0
"""Length of an arrow's head in pixels."""


class Layer(QGraphicsItem):
    """Something that is painted over the whole canvas in pixels."""

    def __init__(self, depth: float) -> None:
        super().__init__()
        self.setZValue(depth)
        self.frame = Frame()
        self.theme = LIGHT

    def boundingRect(self) -> QRectF:
        return QRectF(0, 0, self.frame.width, self.frame.height)

    def set_frame(self, frame: Frame) -> None:
        """Show another part of the plane."""
        self.prepareGeometryChange()
        self.frame = frame

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self.theme = theme
        self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.draw(painter)

    def draw(self, painter: QPainter) -> None:
        """Draw in pixels."""
        raise NotImplementedError


class GroundLayer(Layer):
    """The tinted regions, as polygons."""

    def __init__(self) -> None:
        super().__init__(-30)
        self._cells: list[tuple[int, QPolygonF]] = []

    def set_cells(self, cells: list[tuple[int, QPolygonF]]) -> None:
        """Show (class, polygon in pixels)."""
        self._cells = cells
        self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.fillRect(self.boundingRect(), QColor(self.theme.panel))
        painter.setPen(Qt.PenStyle.NoPen)
        for owner, polygon in self._cells:
            painter.setBrush(self.theme.region_colour(owner))
            painter.drawConvexPolygon(polygon)


class GridLayer(Layer):
    """Grid lines, the two axes through the origin, and their numbers."""

    def __init__(self) -> None:
        super().__init__(-20)
        self.names = ("x1", "x2")

    def draw(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        frame, step = self.frame, self._step()
        xs, ys = _multiples(frame.left, frame.right, step), _multiples(frame.bottom, frame.top, step)
        thin, strong = QColor(self.theme.text), QColor(self.theme.text)
        thin.setAlphaF(0.08)
        strong.setAlphaF(0.45)
        painter.setPen(QPen(thin, 1))
        painter.drawLines([QLineF(frame.x(x), 0, frame.x(x), frame.height) for x in xs])
        painter.drawLines([QLineF(0, frame.y(y), frame.width, frame.y(y)) for y in ys])
        painter.setPen(QPen(strong, 1))
        painter.drawLine(QLineF(frame.x(0), 0, frame.x(0), frame.height))
        painter.drawLine(QLineF(0, frame.y(0), frame.width, frame.y(0)))
        painter.setFont(self.theme.font(SMALL))
        painter.setPen(QColor(self.theme.muted))
        self._draw_numbers(painter, xs, ys)

    def _step(self) -> float:
        """Return the distance of grid lines in data units: wide enough for the widest number."""
        frame, metrics = self.frame, QFontMetricsF(self.theme.font(SMALL))
        step = nice_step(LABEL_GAP / frame.unit)
        widest = max(
            metrics.horizontalAdvance(number_text(x)) for x in _multiples(frame.left, frame.right, step) or [0.0]
        )
        return nice_step(max(LABEL_GAP, widest + 24) / frame.unit)

    def _draw_numbers(self, painter: QPainter, xs: list[float], ys: list[float]) -> None:
        frame = self.frame
        row = min(max(frame.y(0) + 4, 4), frame.height - 20)
        column = min(max(frame.x(0) - 6, 58), frame.width - 6)
        flags = Qt.AlignmentFlag
        for x in xs:
            if x and 24 < frame.x(x) < frame.width - 24:
                box = QRectF(frame.x(x) - 90, row, 180, 16)
                painter.drawText(box, flags.AlignHCenter | flags.AlignTop, number_text(x))
        for y in ys:
            if y and 12 < frame.y(y) < frame.height - 24:
                box = QRectF(column - 180, frame.y(y) - 8, 180, 16)
                painter.drawText(box, flags.AlignRight | flags.AlignVCenter, number_text(y))
        self._draw_names(painter, row)

    def _draw_names(self, painter: QPainter, row: float) -> None:
        """Write the names of the axes at their ends, where they have one worth writing."""
        if self.names == ("x1", "x2"):
            return
        flags, frame = Qt.AlignmentFlag, self.frame
        above = row - 22 if row > frame.height / 2 else row + 18
        painter.drawText(QRectF(frame.width - 308, above, 300, 16), flags.AlignRight, self.names[0])
        side = min(max(frame.x(0) + 8, 8), frame.width - 308)
        painter.drawText(QRectF(side, frame.height - 26, 300, 16), flags.AlignLeft, self.names[1])


class LineLayer(Layer):
    """The boundary, and the ghost of the one before."""

    def __init__(self) -> None:
        super().__init__(-10)
        self._lines: list[QLineF] = []
        self._ghost: list[QLineF] = []

    def set_lines(self, lines: list[QLineF], ghost: list[QLineF]) -> None:
        """Show lines in pixels."""
        self._lines, self._ghost = lines, ghost
        self.update()

    def draw(self, painter: QPainter) -> None:
        faint = QColor(self.theme.text)
        faint.setAlphaF(0.35)
        painter.setPen(QPen(faint, 1.6 * self.theme.stroke, Qt.PenStyle.DashLine))
        painter.drawLines(self._ghost)
        painter.setPen(QPen(QColor(self.theme.text), 2.6 * self.theme.stroke))
        painter.drawLines(self._lines)


class Arrow:
    """An arrow in pixels."""

    def __init__(self, start: QPointF, end: QPointF, colour: str, width: float = 4.0, is_dashed: bool = False) -> None:
        self.start = start
        self.end = end
        self.colour = QColor(colour)
        self.width = width
        self.is_dashed = is_dashed

    def draw(self, painter: QPainter, halo: QColor | None = None) -> None:
        """Draw a line with a head; `halo` sets it off from what lies below."""
        line = QLineF(self.start, self.end)
        if line.length() < 2:
            return
        head = min(HEAD * max(self.width / 4, 0.7), line.length())
        direction = QPointF(line.dx() / line.length(), line.dy() / line.length())
        neck = self.end - direction * head * 0.8
        if halo is not None:
            painter.setPen(QPen(halo, self.width + 3, c=Qt.PenCapStyle.RoundCap))
            painter.drawLine(QLineF(self.start, neck))
        style = Qt.PenStyle.DashLine if self.is_dashed else Qt.PenStyle.SolidLine
        painter.setPen(QPen(self.colour, self.width, style, Qt.PenCapStyle.FlatCap))
        painter.drawLine(QLineF(self.start, neck))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.colour)
        side = QPointF(-direction.y(), direction.x()) * head * 0.45
        base = self.end - direction * head
        painter.drawPolygon(QPolygonF([self.end, base + side, base - side]))


class Label:
    """A word in pixels, on a halo of the ground so that lines do not cross it."""

    def __init__(self, at: QPointF, text: str, colour: str, font: QFont | None = None) -> None:
        self.at = at
        self.text = text
        self.colour = QColor(colour)
        self.font = font or LIGHT.font(14, QFont.Weight.DemiBold)

    def draw(self, painter: QPainter, halo: QColor) -> None:
        """Draw the text with its baseline's left end at `at`."""
        sharpness = painter.device().devicePixelRatioF()
        left, top, picture = label_picture(self.text, self.font.toString(), self.colour.rgba(), halo.rgba(), sharpness)
        painter.drawPixmap(self.at + QPointF(left, top), picture)

    def draw_outlines(self, painter: QPainter, halo: QColor) -> None:
        """Draw the text as outlines, which is slow and done once."""
        path = QPainterPath()
        path.addText(self.at, self.font, self.text)
        painter.setPen(QPen(halo, 4, j=Qt.PenJoinStyle.RoundJoin))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.colour)
        painter.drawPath(path)


@lru_cache(maxsize=256)
def label_picture(text: str, font_key: str, colour: int, halo: int, sharpness: float) -> tuple[float, float, QPixmap]:
    """Return a label as a picture, and where its corner lies from its baseline's left end.

    Kept, because outlines are slow to fill: 0.3 ms a label and frame.
    """
    font = QFont()
    font.fromString(font_key)
    label = Label(QPointF(0, 0), text, QColor.fromRgba(colour).name(), font)
    box = QFontMetricsF(font).boundingRect(text).adjusted(-6, -6, 10, 6).toAlignedRect()
    picture = QPixmap(box.size() * sharpness)
    picture.setDevicePixelRatio(sharpness)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(-box.left(), -box.top())
    label.draw_outlines(painter, QColor.fromRgba(halo))
    painter.end()
    return box.left(), box.top(), picture


class Angle:
    """The angle between w and x at the origin, and a line to x, in pixels."""

    RADIUS = 46.0

    def __init__(self, corner: QPointF, along_w: QPointF, along_x: QPointF) -> None:
        self.corner = corner
        self.along_x = along_x
        self._from = QLineF(corner, along_w).angle()
        span = QLineF(corner, along_x).angle() - self._from
        self._span = (span + 180) % 360 - 180

    def draw(self, painter: QPainter, theme: Theme) -> None:
        """Draw the line and the arc."""
        painter.setPen(QPen(QColor(theme.muted), 1.4, Qt.PenStyle.DotLine))
        painter.drawLine(QLineF(self.corner, self.along_x))
        painter.setPen(QPen(QColor(theme.accent), 2.2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        box = QRectF(self.corner.x() - self.RADIUS, self.corner.y() - self.RADIUS, 2 * self.RADIUS, 2 * self.RADIUS)
        painter.drawArc(box, round(16 * self._from), round(16 * self._span))

    def label_at(self) -> QPointF:
        """Return where the number stands."""
        middle = math.radians(self._from + self._span / 2)
        reach = self.RADIUS + 16
        return self.corner + QPointF(reach * math.cos(middle) - 14, -reach * math.sin(middle) + 5)


@dataclass
class WayMarks:
    """Where a vector's move is asked about: its tip, the arrow that was drawn, the truth and what lies between."""

    tip: QPointF
    arrows: list[Arrow]
    labels: list[Label]
    angle: Angle | None = None

    def draw(self, painter: QPainter, theme: Theme) -> None:
        """Draw the tip as a place to begin at while nothing else is there."""
        if self.angle is not None:
            self.angle.draw(painter, theme)
        for arrow in self.arrows:
            arrow.draw(painter, QColor(theme.panel))
        halo = QColor(theme.panel)
        halo.setAlphaF(0.85)
        for label in self.labels:
            label.draw(painter, halo)
        if self.angle is None:
            painter.setPen(QPen(QColor(theme.accent), 2.4 * theme.stroke))
            painter.setBrush(QColor(theme.panel))
            painter.drawEllipse(self.tip, 6 * theme.stroke, 6 * theme.stroke)


class MarkLayer(Layer):
    """Arrows, labels, the ring of the visited point, the crosses of errors, and the selection."""

    def __init__(self) -> None:
        super().__init__(20)
        self.arrows: list[Arrow] = []
        self.labels: list[Label] = []
        self.errors: NDArray[np.float64] = np.empty((0, 2))
        self._fragments = internals.PrimitiveArray(QPainter.PixmapFragment, 10)
        self.selected: list[QPointF] = []
        self.pending: list[QPointF] = []
        self.visited: QPointF | None = None
        self.upcoming: QPointF | None = None
        self.band: QRectF | None = None
        self.dragged: Arrow | None = None
        self.influence: list[tuple[QPointF, float]] = []
        self.angle: Angle | None = None
        self.handle: QPointF | None = None
        self.way: WayMarks | None = None
        self.crosshair: QPointF | None = None
        self._stamp: QPixmap | None = None
        self._stamp_scale = 1.0

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self._stamp = None
        super().set_theme(theme)

    def set_point_size(self, diameter: float) -> None:
        """Fit the marks of errors to points of `diameter` pixels."""
        scale = max(diameter / LARGE_POINT, 0.45)
        if scale != self._stamp_scale:
            self._stamp, self._stamp_scale = None, scale

    def draw(self, painter: QPainter) -> None:
        self._draw_pending(painter)
        self._draw_influence(painter)
        self._draw_errors(painter)
        self._draw_rings(painter)
        halo = QColor(self.theme.panel)
        halo.setAlphaF(0.85)
        if self.angle is not None:
            self.angle.draw(painter, self.theme)
        for arrow in self.arrows:
            arrow.draw(painter, QColor(self.theme.panel))
        for label in self.labels:
            label.draw(painter, halo)
        if self.way is not None:
            self.way.draw(painter, self.theme)
        if self.handle is not None and self.dragged is None:
            painter.setPen(QPen(QColor(self.theme.accent), 2))
            painter.setBrush(QColor(self.theme.panel))
            painter.drawEllipse(self.handle, 5, 5)
        if self.dragged is not None:
            self.dragged.draw(painter, halo)
        if self.band is not None:
            painter.setPen(QPen(QColor(self.theme.accent), 1, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.band)

    def _draw_pending(self, painter: QPainter) -> None:
        """Make the points paler that have not arrived yet at this place of the timeline."""
        veil = QColor(self.theme.panel)
        veil.setAlphaF(0.65)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(veil)
        for at in self.pending:
            painter.drawEllipse(at, 8, 8)

    def _draw_influence(self, painter: QPainter) -> None:
        """Ring the points that caused the last updates, the fresher the stronger (P10)."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for at, strength in self.influence:
            colour = QColor(self.theme.accent)
            colour.setAlphaF(strength)
            painter.setPen(QPen(colour, 5))
            painter.drawEllipse(at, 11, 11)

    def _draw_rings(self, painter: QPainter) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(self.theme.accent), 2))
        for at in self.selected:
            painter.drawEllipse(at, 11, 11)
        if self.visited is not None:
            painter.setPen(QPen(QColor(self.theme.panel), 5))
            painter.drawEllipse(self.visited, 15, 15)
            painter.setPen(QPen(QColor(self.theme.text), 2.6))
            painter.drawEllipse(self.visited, 15, 15)
        if self.upcoming is not None:
            painter.setPen(QPen(QColor(self.theme.accent), 3, Qt.PenStyle.DotLine))
            painter.drawEllipse(self.upcoming, 17, 17)
        if self.crosshair is not None:
            painter.setPen(QPen(QColor(self.theme.accent), 2))
            x, y = self.crosshair.x(), self.crosshair.y()
            painter.drawLines([QLineF(x - 14, y, x + 14, y), QLineF(x, y - 14, x, y + 14)])

    def _draw_errors(self, painter: QPainter) -> None:
        if not len(self.errors):
            return
        if self._stamp is None:
            self._stamp = self._make_stamp(painter.device().devicePixelRatioF())
        stamp, fragments = self._stamp, self._fragments
        fragments.resize(len(self.errors))
        # x, y, the source rectangle, the scale, the angle, the opacity of each: one call paints all.
        array = fragments.ndarray()
        array[:, :2] = self.errors
        array[:, 2:6] = 0, 0, stamp.width(), stamp.height()
        array[:, 6:] = 1 / stamp.devicePixelRatio(), 1 / stamp.devicePixelRatio(), 0, 1
        painter.drawPixmapFragments(*fragments.drawargs(), stamp)  # type: ignore[call-arg]

    def _make_stamp(self, sharpness: float) -> QPixmap:
        """Draw the mark of an error once: a two-tone ring and a cross, told from a class by form, not by colour."""
        scale = self._stamp_scale
        size = 36 * scale
        stamp = QPixmap(math.ceil(size * sharpness), math.ceil(size * sharpness))
        stamp.setDevicePixelRatio(sharpness)
        stamp.fill(Qt.GlobalColor.transparent)
        painter = QPainter(stamp)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(size / 2, size / 2)
        painter.scale(scale, scale)
        painter.setBrush(QBrush(Qt.BrushStyle.NoBrush))
        for colour, width in ((self.theme.panel, 4.0), (self.theme.text, 1.6)):
            painter.setPen(QPen(QColor(colour), width))
            painter.drawEllipse(QPointF(0, 0), 10.5, 10.5)
        for colour, width in ((self.theme.panel, 5.0), (self.theme.wrong, 2.4)):
            painter.setPen(QPen(QColor(colour), width, c=Qt.PenCapStyle.RoundCap))
            painter.drawLines([QLineF(6.5, -13, 12.5, -7), QLineF(6.5, -7, 12.5, -13)])
        painter.end()
        return stamp


def formula_label(at: QPointF, text: str, colour: str, theme: Theme) -> Label:
    """Return a label set as mathematics."""
    return Label(at, text, colour, theme.maths(19, is_italic=True, is_bold=True))


def _multiples(low: float, high: float, step: float) -> list[float]:
    """Return the multiples of `step` in low … high, each as exact as a double can be."""
    first, last = math.ceil(low / step), math.floor(high / step)
    if last - first > 1000:
        return []
    if step >= 1:
        return [i * step for i in range(first, last + 1)]
    return [i / round(1 / step) for i in range(first, last + 1)]
