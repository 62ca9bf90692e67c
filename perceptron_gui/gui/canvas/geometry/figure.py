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
    """Lines of one look.

    Attributes
    ----------
    lines : list of QLineF
        In pixels. Curves are many short ones: Qt takes ten times as long for a path.
    colour : str
        As #rrggbb.
    width : float
        In pixels.
    style : Qt.PenStyle
    """

    lines: list[QLineF]
    colour: str
    width: float
    style: Qt.PenStyle = Qt.PenStyle.SolidLine

    def draw(self, painter: QPainter) -> None:
        """Draw the lines.

        Parameters
        ----------
        painter : QPainter
        """
        painter.setPen(QPen(QColor(self.colour), self.width, self.style, Qt.PenCapStyle.FlatCap))
        painter.drawLines(self.lines)


class Ring(Frozen):
    """A ring around something, or a dot.

    Attributes
    ----------
    at : QPointF
        Its middle, in pixels.
    radius : float
        In pixels.
    colour : str
        As #rrggbb.
    width : float
        Of its line, in pixels; 0 for a dot.
    """

    at: QPointF
    radius: float
    colour: str
    width: float = 0.0

    def draw(self, painter: QPainter) -> None:
        """Draw it.

        Parameters
        ----------
        painter : QPainter
        """
        painter.setPen(QPen(QColor(self.colour), self.width) if self.width else Qt.PenStyle.NoPen)
        painter.setBrush(Qt.BrushStyle.NoBrush if self.width else QColor(self.colour))
        painter.drawEllipse(self.at, self.radius, self.radius)


class Word(Frozen, dict=True):
    """Something written beside what it names.

    Attributes
    ----------
    text : str
    colour : str
        As #rrggbb.
    font : QFont
    middles : sequence of QPointF
        Where its middle may be, in pixels; the best first.
    anchor : QPointF or None
        What it names, in pixels, if it may stand on any side of that.
    gap : float
        Pixels between the anchor and the word.
    """

    text: str
    colour: str
    font: QFont
    middles: Sequence[QPointF]
    anchor: QPointF | None = None
    gap: float = 8.0

    @cached_property
    def _to_baseline(self) -> QPointF:
        left, top, right, bottom = word_box(self.text, self.font.toString())
        return QPointF(-(left + right) / 2, -(top + bottom) / 2)

    def label(self) -> Label:
        """Return it as a label that looks for its place."""
        first, *others = [middle + self._to_baseline for middle in self.middles]
        return Label(first, self.text, self.colour, self.font, others, self.anchor, self.gap)


class Figure(Frozen):
    """One thing of geometry; all of it comes and goes together.

    Attributes
    ----------
    strokes : list of Stroke
    rings : list of Ring
    arrows : list of Arrow
    words : list of Word
    """

    strokes: list[Stroke] = field(default_factory=list)
    rings: list[Ring] = field(default_factory=list)
    arrows: list[Arrow] = field(default_factory=list)
    words: list[Word] = field(default_factory=list)

    def draw(self, painter: QPainter) -> None:
        """Draw all but the words.

        Parameters
        ----------
        painter : QPainter
        """
        for stroke in self.strokes:
            stroke.draw(painter)
        for arrow in self.arrows:
            arrow.draw(painter)
        for ring in self.rings:
            ring.draw(painter)


class Subject(Frozen, eq=False, dict=True):
    """Points that were analysed, as they are seen.

    Attributes
    ----------
    document : Document
    analysis : Analysis
        Of its points.
    axes : (int, int or None)
        The features across and upwards.
    frame : ViewFrame
    theme : Theme
    diameter : float
        Of a point, in pixels.
    """

    document: Document
    analysis: Analysis
    axes: Axes
    frame: ViewFrame
    theme: Theme
    diameter: float

    @property
    def dataset(self) -> Dataset:
        """The points."""
        return self.document.dataset

    @cached_property
    def positions(self) -> Floats:
        """Where the points are drawn, in data units, shape (n, 2)."""
        return projected(self.dataset, self.axes)

    def places(self, indices: Sequence[int]) -> list[QPointF]:
        """Return where points are drawn, in pixels.

        Parameters
        ----------
        indices : sequence of int
        """
        pixels = self.frame.pixels(self.positions[np.array(indices, dtype=np.int64)])
        return [QPointF(x, y) for x, y in pixels.tolist()]

    def ring(self, at: QPointF, colour: str, size: float = 1.0) -> Ring:
        """Return the ring around a point that matters.

        Parameters
        ----------
        at : QPointF
            In pixels.
        colour : str
            As #rrggbb.
        size : float
            How many symbols of points have room in it.
        """
        return Ring(at, size * self.diameter / 2 + 3.5 * self.theme.scale, colour, 2.4 * self.theme.stroke)

    @property
    def name_font(self) -> QFont:
        """The font of names, as that of w."""
        return self.theme.maths(19, is_italic=True, is_bold=True)
