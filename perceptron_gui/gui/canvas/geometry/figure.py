"""Lines, rings and words of geometry, as far as they are in view, in pixels, before they are painted."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from perceptron_gui.engine.model.regions import HalfPlane, binary_cells
from perceptron_gui.frozen import Frozen, field
from perceptron_gui.gui.canvas.labels import Label, word_box
from perceptron_gui.gui.canvas.scene import Axes, projected

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset, Floats
    from perceptron_gui.engine.theory.bounds import Analysis
    from perceptron_gui.gui.canvas.arrows import Arrow
    from perceptron_gui.gui.canvas.view import ViewFrame
    from perceptron_gui.gui.style.theme import Theme
    from perceptron_gui.session.document import Document


class Stroke(Frozen):
    """Lines of one look."""

    lines: list[QLineF]  # in pixels. Curves are many short ones: Qt takes ten times as long for a path
    colour: str  # as #rrggbb
    width: float  # in pixels
    style: Qt.PenStyle = Qt.PenStyle.SolidLine

    def draw(self, painter: QPainter) -> None:
        """Draw the lines."""
        painter.setPen(QPen(QColor(self.colour), self.width, self.style, Qt.PenCapStyle.FlatCap))
        painter.drawLines(self.lines)


class Ring(Frozen):
    """A ring around something, or a dot."""

    at: QPointF  # its middle, in pixels
    radius: float  # in pixels
    colour: str  # as #rrggbb
    width: float = 0.0  # of its line, in pixels; 0 for a dot

    def draw(self, painter: QPainter) -> None:
        """Draw it."""
        painter.setPen(QPen(QColor(self.colour), self.width) if self.width else Qt.PenStyle.NoPen)
        painter.setBrush(Qt.BrushStyle.NoBrush if self.width else QColor(self.colour))
        painter.drawEllipse(self.at, self.radius, self.radius)


class Word(Frozen, dict=True):
    """Something written beside what it names."""

    text: str
    colour: str  # as #rrggbb
    font: QFont
    middles: Sequence[QPointF]  # where its middle may be, in pixels; the best first
    anchor: QPointF | None = None  # what it names, in pixels, if it may stand on any side of that
    gap: float = 8.0  # pixels between the anchor and the word

    @cached_property
    def _to_baseline(self) -> QPointF:
        left, top, right, bottom = word_box(self.text, self.font.toString())
        return QPointF(-(left + right) / 2, -(top + bottom) / 2)

    def label(self) -> Label:
        """Return it as a label that looks for its place."""
        first, *others = [middle + self._to_baseline for middle in self.middles]
        return Label(first, self.text, self.colour, self.font, others, self.anchor, self.gap)


class Figure(Frozen):
    """One thing of geometry; all of it comes and goes together."""

    strokes: list[Stroke] = field(default_factory=list)
    rings: list[Ring] = field(default_factory=list)
    arrows: list[Arrow] = field(default_factory=list)
    words: list[Word] = field(default_factory=list)

    def draw(self, painter: QPainter) -> None:
        """Draw all but the words."""
        for stroke in self.strokes:
            stroke.draw(painter)
        for arrow in self.arrows:
            arrow.draw(painter)
        for ring in self.rings:
            ring.draw(painter)


class Subject(Frozen, eq=False, dict=True):
    """Points that were analysed, as they are seen."""

    document: Document
    analysis: Analysis  # of its points
    axes: Axes  # the features across and upwards
    frame: ViewFrame
    theme: Theme
    diameter: float  # of a point, in pixels

    @property
    def dataset(self) -> Dataset:
        """The points."""
        return self.document.dataset

    @cached_property
    def positions(self) -> Floats:
        """Where the points are drawn, in data units, shape (n, 2)."""
        return projected(self.dataset, self.axes)

    def places(self, indices: Sequence[int]) -> list[QPointF]:
        """Return where points are drawn, in pixels."""
        pixels = self.frame.pixels(self.positions[np.array(indices, dtype=np.int64)])
        return [QPointF(x, y) for x, y in pixels.tolist()]

    def ring(self, at: QPointF, colour: str, size: float = 1.0) -> Ring:
        """Return the ring around a point that matters.

        `at`: in pixels. `colour`: as #rrggbb. `size`: how many symbols of points have room in it.
        """
        return Ring(at, size * self.diameter / 2 + 3.5 * self.theme.scale, colour, 2.4 * self.theme.stroke)

    @property
    def name_font(self) -> QFont:
        """The font of names, as that of w."""
        return self.theme.maths(19, is_italic=True, is_bold=True)


SHARES = (0.85, 0.15, 0.7, 0.3, 0.5, 0.95, 0.05, 0.6, 0.4)
"""Where along a line its name may stand; the best first."""
DOT = 0.4
"""Share of a dot in the spacing of dots."""


def line_in_view(plane: HalfPlane, frame: ViewFrame) -> QLineF | None:
    """Return the part in view of the line a·x + b·y + c = 0; None where there is none. `plane`: in data units."""
    edges = [edge for cell in binary_cells(plane, frame.rectangle)[1:] for edge in cell.edges()]
    if not edges:
        return None
    start, end, _ = edges[0]
    return QLineF(frame.point(*start), frame.point(*end))


def beside_line(line: QLineF, gap: float) -> list[QPointF]:
    """Return places on both sides of a line, the best first.

    `line`: in pixels. `gap`: pixels between the line and each place.
    """
    length = line.length() or 1.0
    aside = QPointF(-line.dy(), line.dx()) * (gap / length)
    return [line.pointAt(share) + aside * side for share in SHARES for side in (1, -1)]


def foot(point: tuple[float, float], plane: HalfPlane) -> tuple[float, float]:
    """Return the place of the line a·x + b·y + c = 0 that is nearest to a point, in data units.

    `point`: in data units. `plane`: with a or b not 0.
    """
    length = math.hypot(plane[0], plane[1])  # divided by first: squares of small weights are 0
    a, b, c = (value / length for value in plane)
    away = a * point[0] + b * point[1] + c
    return point[0] - a * away, point[1] - b * away


@lru_cache(maxsize=4)
def dots_in_view(radius: float, frame: ViewFrame, spacing: float) -> tuple[QLineF, ...]:
    """Return the dots of a circle around the origin, as far as they are in view.

    Only these are made: a pattern of dots along a circle of which little is in view takes Qt seconds. They are kept:
    while a point is dragged it is mostly another one that lies farthest out.

    `radius`: in data units, above 0. `spacing`: pixels from one dot to the next. Returns in pixels, each 0.4 times as
    long as the spacing; around the circle. None where that is smaller than a pixel.
    """
    if radius * frame.unit < 1:
        return ()
    ends = sorted(_crossings(radius, frame)) or [0.0]
    spans = pairwise([*ends, ends[0] + math.tau])
    seen = [(low, high) for low, high in spans if _is_in_view(radius, (low + high) / 2, frame)]
    return tuple(dot for low, high in seen for dot in _dots(radius, low, high, frame, spacing))


def _crossings(radius: float, frame: ViewFrame) -> list[float]:
    """Return the angles in 0 … 2π at which a circle crosses the edges of the view."""
    angles = []
    for x in (frame.left, frame.right):
        if abs(x) < radius:
            angles += [math.acos(x / radius), -math.acos(x / radius)]
    for y in (frame.bottom, frame.top):
        if abs(y) < radius:
            angles += [math.asin(y / radius), math.pi - math.asin(y / radius)]
    return [angle % math.tau for angle in angles]


def _is_in_view(radius: float, angle: float, frame: ViewFrame) -> bool:
    return frame.contains(radius * math.cos(angle), radius * math.sin(angle))


def _dots(radius: float, low: float, high: float, frame: ViewFrame, spacing: float) -> list[QLineF]:
    count = math.ceil((high - low) * radius * frame.unit / spacing)
    begins = [low + (high - low) * i / count for i in range(count)]
    length = DOT * spacing / (radius * frame.unit)

    def at(angle: float) -> QPointF:
        return frame.point(radius * math.cos(angle), radius * math.sin(angle))

    return [QLineF(at(angle), at(angle + length)) for angle in begins]
