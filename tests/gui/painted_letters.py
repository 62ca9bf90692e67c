"""Letters as they are painted: a window is painted as SVG, in which every text stands with its font and its place."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from PySide6.QtCore import QBuffer, QPoint
from PySide6.QtGui import QFont, QFontMetricsF, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

from perceptron_gui.gui.style.theme import FIGURES_IN_HALL
from perceptron_gui.gui.window import MainWindow

CARD = "hallCard"
SVG = "{http://www.w3.org/2000/svg}"
SHORT, SCRIPT = 2, 0.6
"""Characters of subscripts and superscripts at most, and what they have at least of the size of other letters."""
ROUNDING = 0.02
"""Pixels that Qt's six digits of a scale may lose."""


@dataclass(frozen=True)
class Painted:
    """A piece of text that is painted in one font.

    Attributes
    ----------
    text, family : str
    size : float
        Of its letters, in pixels of the window.
    at : QPoint
        Where its line begins, in pixels of the window.
    """

    text: str
    family: str
    size: float
    at: QPoint


def painted(window: QWidget) -> list[Painted]:
    """Return all text that a window paints."""
    buffer, svg = QBuffer(), QSvgGenerator()
    svg.setOutputDevice(buffer)
    svg.setSize(window.size())
    svg.setResolution(window.logicalDpiX())
    painter = QPainter(svg)
    window.render(painter, QPoint())
    painter.end()
    return [*_texts(ET.fromstring(bytes(buffer.data().data())))]


def _texts(root: ET.Element) -> Iterator[Painted]:
    for group in root.iter(f"{SVG}g"):
        matrix = [float(number) for number in re.findall(r"[-\d.e]+", group.get("transform", ""))]
        for element in group.findall(f"{SVG}text"):
            x, y, size = (float(element.get(name, "0")) for name in ("x", "y", "font-size"))
            a, b, c, d, e, f = matrix
            at = QPoint(round(a * x + c * y + e), round(b * x + d * y + f))
            yield Painted((element.text or "").strip(), element.get("font-family", ""), size * (d**2 + c**2) ** 0.5, at)


def small_letters(window: MainWindow) -> list[str]:
    """Return what cannot be read from the last row of a hall: capitals and figures below a forty-fifth of the height.

    What is below the edge of a panel that scrolls counts, too.
    """
    least, found = window.height() / FIGURES_IN_HALL, []
    for each in painted(window):
        figure = each.size * figure_of(each.family)
        if each.text and figure < least * (SCRIPT if len(each.text) <= SHORT else 1.0) - ROUNDING:
            found.append(f"{each.text!r}: {figure:.1f} of {least:.1f} pixels")
    return found


@cache
def figure_of(family: str) -> float:
    """Return how high the lower one of a capital and a figure is, as a part of the size of the letters."""
    font = QFont(family)
    font.setPixelSize(1000)
    return min(QFontMetricsF(font).tightBoundingRect(letter).height() for letter in "H1") / 1000
