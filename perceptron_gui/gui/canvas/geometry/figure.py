"""Lines, rings and words of geometry, in pixels, before they are painted."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from perceptron_gui.frozen import Frozen, field
from perceptron_gui.gui.canvas.labels import Label, word_box
from perceptron_gui.gui.canvas.scene import Axes, projected

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset, Floats
    from perceptron_gui.engine.theory.bounds import Analysis
    from perceptron_gui.gui.canvas.arrows import Arrow
    from perceptron_gui.gui.canvas.view_frame import ViewFrame
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
