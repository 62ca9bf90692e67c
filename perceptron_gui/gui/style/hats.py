"""Letters with a hat in a line of text: the text font sets it beside a Greek letter, that of formulas over it (G12)."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QFontMetricsF, QPainter

HATTED = re.compile("(\\w\u0302)")
MATHS, LARGER = "STIX Two Text", 1.15
"""The font of such letters, and by how much it is larger: in one size they are lower than those of the text."""


def pieces(text: str, font: QFont) -> Iterator[tuple[str, QFont]]:
    """Yield the parts of a text, each with its font. `font`: that of the text."""
    maths = QFont(font)
    maths.setFamilies([MATHS, *font.families()])
    maths.setPixelSize(round(LARGER * font.pixelSize()))
    for part in filter(None, HATTED.split(text)):
        yield part, maths if HATTED.match(part) else font


def width_of(text: str, font: QFont) -> float:
    """Return how many pixels a text takes."""
    return sum(QFontMetricsF(face).horizontalAdvance(part) for part, face in pieces(text, font))


def draw_text(painter: QPainter, room: QRectF, text: str, font: QFont) -> None:
    """Write a text from the left, in the middle of its room's height."""
    metrics, x = QFontMetricsF(font), room.left()
    y = room.center().y() + (metrics.ascent() - metrics.descent()) / 2
    for part, face in pieces(text, font):
        painter.setFont(face)
        painter.drawText(QPointF(x, y), part)
        x += QFontMetricsF(face).horizontalAdvance(part)


def hats_html(text: str) -> str:
    """Return a text as rich text for a tooltip. `text`: plain; may have any character."""
    span = f"<span style=\"font-family:'{MATHS}'\">"
    return f"<qt>{HATTED.sub(lambda found: f'{span}{found[0]}</span>', html.escape(text))}</qt>" if text else ""
