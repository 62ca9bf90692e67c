"""Words on the canvas, and where they stand so that none covers another or an arrow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Protocol

from PySide6.QtCore import QLineF, QPointF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPixmap

from perceptron_gui.gui.canvas.letters import outlines
from perceptron_gui.gui.style.pictures import drawn
from perceptron_gui.gui.style.theme import LIGHT, Theme

PADDING = 3.0
"""Pixels that stay free around a word."""
MOST_PLACED = 80
"""Words that are moved out of each other's way; where there are more, the last stay where they were wanted."""
COMPASS = ((1, -1), (1, 1), (-1, -1), (-1, 1), (1, 0), (0, -1), (-1, 0), (0, 1))
"""Ways from the thing that is named to the middle of its name; pixels grow to the right and downwards."""
BESIDE, ANYWHERE = (1.0, 1.7), (1.0, 1.7, 2.5, 4.0, 6.0)
"""How far, in gaps, a word stands from what it names: an optional one not so far that it could be another's."""
Box = tuple[float, float, float, float]
"""Left, top, right and bottom in pixels."""


class Label:
    """A word in pixels, on a halo of the ground so that lines do not cross it.

    Parameters
    ----------
    at : QPointF
        Where the left end of its baseline is wanted, and is once it has been placed.
    text : str
    colour : str
    font : QFont, optional
    corners : sequence of QPointF
        Other places where it may stand.
    anchor : QPointF, optional
        What it names; it may stand on any side of it.
    gap : float
        Pixels between the anchor and the word.
    is_optional : bool
        Whether it is left out where there is no room beside what it names.
    """

    def __init__(
        self,
        at: QPointF,
        text: str,
        colour: str,
        font: QFont | None = None,
        corners: Sequence[QPointF] = (),
        anchor: QPointF | None = None,
        gap: float = 8.0,
        is_optional: bool = False,
    ) -> None:
        self.at = at
        self.is_optional = is_optional
        self.text = text
        self.colour = QColor(colour)
        self.font = font or LIGHT.font(14, QFont.Weight.DemiBold)
        self._font_key = self.font.toString()
        self._corners = corners
        self._anchor = anchor
        self._gap = gap

    @property
    def box(self) -> Box:
        """What it covers."""
        left, top, right, bottom = word_box(self.text, self._font_key)
        x, y = self.at.x(), self.at.y()
        return x + left, y + top, x + right, y + bottom

    def ways(self) -> Iterator[QPointF]:
        """Yield where it may stand, the best first."""
        yield self.at
        yield from self._corners
        if self._anchor is None:
            return
        left, top, right, bottom = word_box(self.text, self._font_key)
        width, height = right - left, bottom - top
        for far in BESIDE if self.is_optional else ANYWHERE:
            for across, down in COMPASS:
                # On a diagonal the corner of the word is nearest: it may come closer on both axes.
                gap = self._gap * far * (0.7 if across and down else 1.0)
                x = self._anchor.x() + across * (gap + width / 2)
                y = self._anchor.y() + down * (gap + height / 2)
                yield QPointF(x - width / 2 - left, y - height / 2 - top)

    def names(self, at: QPointF) -> bool:
        """Whether it names what is drawn at a pixel."""
        return self._anchor is not None and (self._anchor - at).manhattanLength() < 1

    def beyond(self, gap: float) -> Label:
        """Return the word to be placed anew around what it names, at least `gap` pixels from it."""
        anchor = self._anchor or self.at
        at = QPointF(anchor.x() + gap, self.at.y())
        return Label(at, self.text, self.colour.name(), self.font, (), anchor, max(gap, self._gap), is_optional=True)

    def kept(self) -> Label:
        """Return the word with the place it has now as its only one."""
        return Label(QPointF(self.at), self.text, self.colour.name(), self.font, is_optional=self.is_optional)

    def draw(self, painter: QPainter, halo: QColor) -> None:
        """Draw the text with its baseline's left end at `at`."""
        sharpness = painter.device().devicePixelRatioF()
        left, top, picture = label_picture(self.text, self._font_key, self.colour.rgba(), halo.rgba(), sharpness)
        painter.drawPixmap(self.at + QPointF(left, top), picture)

    def draw_outlines(self, painter: QPainter, halo: QColor) -> None:
        """Draw the text as outlines, which is slow and done once."""
        path = outlines(self.text, self._font_key).translated(self.at)
        painter.setPen(QPen(halo, 4, j=Qt.PenJoinStyle.RoundJoin))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.colour)
        painter.drawPath(path)


class Obstacle(Protocol):
    """Something that no label covers."""

    def meets(self, box: Box) -> bool:
        """Whether there is anything of it in a box of pixels."""


def place_labels(
    labels: Sequence[Label],
    area: Box,
    taken: Iterable[Box],
    lines: Sequence[QLineF],
    points: Obstacle | None = None,
) -> list[Label]:
    """Give every label the first of its places that is free; the first labels choose first.

    Parameters
    ----------
    labels : sequence of Label
    area : Box
        What no label leaves.
    taken : iterable of Box
        What no label covers.
    lines : sequence of QLineF
        Arrows, which no label covers either.
    points : Obstacle, optional
        The points of the picture, which no label covers either.

    Returns
    -------
    list of Label
        Those that are to be drawn: optional ones without room are not among them.
    """
    boxes, placed = list(taken), []
    ends = [(line.x1(), line.y1(), line.x2(), line.y2()) for line in lines]
    for label in labels[:MOST_PLACED]:
        least, cost = label.at, float("inf")
        for way in label.ways():
            label.at = way
            box = label.box
            here = 4 * _outside(box, area) + _met(box, boxes)
            here += sum(_crosses(box, *end) for end in ends)
            here += here < cost and points is not None and points.meets(box)
            if here < cost:
                least, cost = way, here
            if not here:
                break
        label.at = least
        if not (cost and label.is_optional):
            boxes.append(label.box)
            placed.append(label)
    return placed + [label for label in labels[MOST_PLACED:] if not label.is_optional]


@lru_cache(maxsize=1024)
def word_box(text: str, font_key: str) -> Box:
    """Return what a word covers, from the left end of its baseline."""
    box = outlines(text, font_key).boundingRect()
    return box.left() - PADDING, box.top() - PADDING, box.right() + PADDING, box.bottom() + PADDING


def _met(box: Box, others: Iterable[Box]) -> int:
    """Return how many others a box meets; without a call for each: a picture asks this of thousands."""
    left, top, right, bottom = box
    return sum([left < x1 and x0 < right and top < y1 and y0 < bottom for x0, y0, x1, y1 in others])


def _outside(box: Box, area: Box) -> bool:
    return box[0] < area[0] or box[1] < area[1] or box[2] > area[2] or box[3] > area[3]


def _crosses(box: Box, x1: float, y1: float, x2: float, y2: float) -> bool:
    """Whether a line from (x1, y1) to (x2, y2) goes through a box: clipped to it on one axis, then on the other."""
    first, last = 0.0, 1.0
    for start, step, low, high in ((x1, x2 - x1, box[0], box[2]), (y1, y2 - y1, box[1], box[3])):
        if step == 0.0:
            if not low < start < high:
                return False
            continue
        one, other = (low - start) / step, (high - start) / step
        first, last = max(first, min(one, other)), min(last, max(one, other))
    return first < last


@lru_cache(maxsize=256)
def label_picture(text: str, font_key: str, colour: int, halo: int, sharpness: float) -> tuple[float, float, QPixmap]:
    """Return a label as a picture, and where its corner lies from its baseline's left end.

    Kept, because outlines are slow to fill: 0.3 ms a label and frame.
    """
    font = QFont()
    font.fromString(font_key)
    label = Label(QPointF(0, 0), text, QColor.fromRgba(colour).name(), font)
    box = outlines(text, font_key).boundingRect().adjusted(-6, -6, 6, 6).toAlignedRect()

    def draw(painter: QPainter) -> None:
        painter.translate(-box.left(), -box.top())
        label.draw_outlines(painter, QColor.fromRgba(halo))

    return box.left(), box.top(), drawn(QSizeF(box.size()), sharpness, draw)


def formula_label(at: QPointF, text: str, colour: str, theme: Theme, anchor: QPointF, gap: float = 8.0) -> Label:
    """Return a label set as mathematics that names what is at `anchor`."""
    return Label(at, text, colour, theme.maths(19, is_italic=True, is_bold=True), anchor=anchor, gap=gap)
