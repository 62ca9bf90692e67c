"""Words on the canvas, with the places where each may stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from PySide6.QtCore import QPointF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QPixmap

from perceptron_gui.gui.canvas.letters import outlines, pieces
from perceptron_gui.gui.style.pictures import drawn, keeps_shapes, sharpness_of
from perceptron_gui.gui.style.theme import LIGHT, Theme

PADDING = 3.0
"""Pixels that stay free around a word."""
COMPASS = ((1, -1), (1, 1), (-1, -1), (-1, 1), (1, 0), (0, -1), (-1, 0), (0, 1))
"""Ways from the thing that is named to the middle of its name; pixels grow to the right and downwards."""
BESIDE, ANYWHERE = (1.0, 1.7), (1.0, 1.7, 2.5, 4.0, 6.0)
"""How far, in gaps, a word stands from what it names: an optional one not so far that it could be another's."""
Box = tuple[float, float, float, float]
"""Left, top, right and bottom in pixels."""


class Label:
    """A word in pixels, on a halo of the ground so that lines do not cross it.

    `at`: where the left end of its baseline is wanted, and is once it has been placed. `colour`: as #rrggbb. `corners`:
    other places where it may stand. `anchor`: what it names; it may stand on any side of it. `gap`: pixels between the
    anchor and the word. `is_optional`: whether it is left out where there is no room beside what it names.
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
        x, y = self._anchor.x() - width / 2 - left, self._anchor.y() - height / 2 - top
        for far in BESIDE if self.is_optional else ANYWHERE:
            for across, down in COMPASS:
                # On a diagonal the corner of the word is nearest: it may come closer on both axes.
                gap = self._gap * far * (0.7 if across and down else 1.0)
                yield QPointF(x + across * (gap + width / 2), y + down * (gap + height / 2))

    def names(self, at: QPointF) -> bool:
        """Whether it names what is drawn at a place. `at`: in pixels."""
        return self._anchor is not None and (self._anchor - at).manhattanLength() < 1

    def beyond(self, gap: float) -> Label:
        """Return the word to be placed again around what it names. `gap`: least pixels between them."""
        anchor = self._anchor or self.at
        at = QPointF(anchor.x() + gap, self.at.y())
        return Label(at, self.text, self.colour.name(), self.font, (), anchor, max(gap, self._gap), is_optional=True)

    def kept(self) -> Label:
        """Return the word with the place it has now as its only one."""
        return Label(QPointF(self.at), self.text, self.colour.name(), self.font, is_optional=self.is_optional)

    def draw(self, painter: QPainter, halo: QColor) -> None:
        """Draw the text with its baseline's left end at `at`. `halo`: colour of the halo."""
        if keeps_shapes(painter):
            self._draw_words(painter, halo)
            return
        sharpness = sharpness_of(painter)
        left, top, picture = label_picture(self.text, self._font_key, self.colour.rgba(), halo.rgba(), sharpness)
        painter.drawPixmap(self.at + QPointF(left, top), picture)

    def draw_outlines(self, painter: QPainter, halo: QColor) -> None:
        """Draw the text as outlines, which is slow and done once. `halo`: colour of the halo."""
        path = self._draw_halo(painter, halo)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.colour)
        painter.drawPath(path)

    def _draw_halo(self, painter: QPainter, halo: QColor) -> QPainterPath:
        path = outlines(self.text, self._font_key).translated(self.at)
        painter.setPen(QPen(halo, 4, j=Qt.PenJoinStyle.RoundJoin))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)
        return path

    def _draw_words(self, painter: QPainter, halo: QColor) -> None:
        """Draw the text as text, which can be found and edited."""
        self._draw_halo(painter, halo)
        painter.setPen(self.colour)
        for part, face, x, y in pieces(self.text, self.font):
            painter.setFont(face)
            painter.drawText(self.at + QPointF(x, y), part)


@lru_cache(maxsize=1024)
def word_box(text: str, font_key: str) -> Box:
    """Return what a word covers, in pixels from the left end of its baseline. `font_key`: from `QFont.toString`."""
    box = outlines(text, font_key).boundingRect()
    return box.left() - PADDING, box.top() - PADDING, box.right() + PADDING, box.bottom() + PADDING


@lru_cache(maxsize=256)
def label_picture(text: str, font_key: str, colour: int, halo: int, sharpness: float) -> tuple[float, float, QPixmap]:
    """Return a label as a picture, and where its corner lies from its baseline's left end.

    Kept, because outlines are slow to fill: 0.3 ms a label and frame.

    `font_key`: from `QFont.toString`. `colour`, `halo`: as `QColor.rgba` gives them. `sharpness`: pixels of the picture
    per pixel of the window. Returns left and top of the picture, in pixels, and the picture.
    """
    font = QFont()
    font.fromString(font_key)
    label = Label(QPointF(0, 0), text, QColor.fromRgba(colour).name(), font)
    box = outlines(text, font_key).boundingRect().adjusted(-6, -6, 6, 6).toAlignedRect()

    def draw(painter: QPainter) -> None:
        painter.translate(-box.left(), -box.top())
        label.draw_outlines(painter, QColor.fromRgba(halo))

    return box.left(), box.top(), drawn(QSizeF(box.size()), sharpness, draw)


def formula_label(
    at: QPointF, text: str, colour: str, theme: Theme, anchor: QPointF, gap: float = 8.0, is_optional: bool = False
) -> Label:
    """Return a label in the font of formulas.

    `at`: where the left end of its baseline is wanted, in pixels. `colour`: as #rrggbb. `anchor`: what it names, in
    pixels. `gap`: pixels between the anchor and the word. `is_optional`: whether it is left out where there is no room.
    """
    font = theme.maths(19, is_italic=True, is_bold=True)
    return Label(at, text, colour, font, anchor=anchor, gap=gap, is_optional=is_optional)
