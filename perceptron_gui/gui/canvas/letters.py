"""Words of formulas as outlines: figures below the line stand beside their letter, not in it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

from PySide6.QtGui import QFont, QFontMetricsF, QPainterPath

LOWERED = str.maketrans("₀₁₂₃₄₅₆₇₈₉₊₋", "0123456789+−")
"""Fonts have these signs upright and narrow, and set them into a slanted letter before them."""
LOWERED_SIZE, DEPTH = 0.7, 0.2
"""Size of a lowered sign, and how far it stands below the line, as shares of the font's size."""
BESIDE = 0.05
"""Room between a letter and what is lowered beside it, as a share of the font's size."""


def pieces(text: str, font: QFont) -> Iterator[tuple[str, QFont, float, float]]:
    """Yield the parts of a text, each of which stands on one line.

    `text`: may have subscript figures. Returns text and font of a part, and its x and y in pixels from the text's left
    end.
    """
    size, x = font.pixelSize(), 0.0
    small = QFont(font)
    small.setPixelSize(max(round(LOWERED_SIZE * size), 1))
    small.setItalic(False)
    for is_lowered, signs in groupby(text, lambda sign: ord(sign) in LOWERED):
        part, metrics = "".join(signs), QFontMetricsF(small if is_lowered else font)
        if is_lowered:
            part, x = part.translate(LOWERED), x + BESIDE * size
        yield part, small if is_lowered else font, x, DEPTH * size if is_lowered else 0.0
        # A slanted letter reaches farther than it advances.
        x += max(metrics.horizontalAdvance(part), metrics.tightBoundingRect(part).right() if part.strip() else 0.0)


@lru_cache(maxsize=32)
def outlines(text: str, font_key: str) -> QPainterPath:
    """Return `text` as outlines, its baseline's left end at (0, 0).

    Few are kept, 30 kB each: a word is measured and drawn once, one after the other, and what comes of it is kept.

    `font_key`: from `QFont.toString`.
    """
    font = QFont()
    font.fromString(font_key)
    path = QPainterPath()
    for part, face, x, y in pieces(text, font):
        path.addText(x, y, face, part)
    return path
