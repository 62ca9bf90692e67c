"""What Qt writes as SVG, mended: words keep their width where another machine lacks our fonts, and nothing is empty."""

from __future__ import annotations

import re
from html import unescape

from PySide6.QtGui import QFont, QFontMetricsF

from perceptron_gui.gui.style.theme import text_font

STYLE = b"""<style type="text/css">
text[font-family="Inter"] { font-family: Inter, "Segoe UI", "Helvetica Neue", Arial, sans-serif }
text[font-family="STIX Two Text"] { font-family: "STIX Two Text", "STIX Two Math", "Times New Roman", serif }
</style>
"""
"""What other machines write the words in where they do not have our fonts."""
EMPTY_GROUP = re.compile(rb"<g [^<>]*>\s*</g>\s*")
"""Qt begins a group for every change of pens and fonts, even where nothing is drawn until the next."""
WORDS = re.compile(
    r'(<text [^<>]*?)(font-family="([^"]*)" font-size="([^"]*)" font-weight="([^"]*)" font-style="([^"]*)"\s*)>([^<]*)<'
)
LEAST_LETTERS = 2
"""A single letter is as wide as it is."""


def tidied(svg: bytes) -> bytes:
    """Return an SVG whose words are as wide as they were measured, whatever font they are written in.

    `svg`: as `QSvgGenerator` writes it.
    """
    head, marker, rest = EMPTY_GROUP.sub(b"", svg).partition(b"<defs>")
    return head + STYLE + marker + WORDS.sub(_with_width, rest.decode()).encode()


def _with_width(match: re.Match[str]) -> str:
    begin, told, family, size, weight, slant, words = match.groups()
    text = unescape(words)
    if len(text.strip()) < LEAST_LETTERS:
        return match.group()
    font = text_font() if family == "Inter" else QFont(family)
    font.setPixelSize(max(round(float(size)), 1))
    font.setWeight(QFont.Weight(int(weight)))
    font.setItalic(slant == "italic")
    width = QFontMetricsF(font).horizontalAdvance(text)
    return f'{begin}{told}textLength="{width:g}" lengthAdjust="spacingAndGlyphs">{words}<'
