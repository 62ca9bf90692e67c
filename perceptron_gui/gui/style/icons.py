"""Icons drawn in the colours of the theme."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QByteArray, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap
from PySide6.QtSvg import QSvgRenderer

from perceptron_gui.gui.style.pictures import drawn
from perceptron_gui.gui.style.symbols import symbol
from perceptron_gui.gui.style.theme import RESOURCES, Theme, blend

SHARPNESS = 3
"""Pixels of an icon's picture per pixel of its size: sharp up to a scale factor of 3."""


@cache
def icon(name: str, theme: Theme, colour: str | None = None) -> QIcon:
    """Return an icon in one colour, paler where it is disabled.

    Cached, a few for each theme: Qt caches what it derives from an icon, too, and would do so for each new one.

    `name`: name of the file in `resources/icons`, without its suffix. `colour`: a name that Qt knows or #rrggbb; None
    for the theme's text colour.
    """
    shape = _drawn(name)
    made = QIcon(_in_colour(shape, QColor(colour or theme.text)))
    made.addPixmap(_in_colour(shape, blend(QColor(theme.text), QColor(theme.panel), 0.35)), QIcon.Mode.Disabled)
    return made


def _drawn(name: str, size: int = 24) -> QPixmap:
    """Return the icon in a file, which is black; to read and draw it takes as long as all else of an icon."""
    renderer = QSvgRenderer(QByteArray((RESOURCES / "icons" / f"{name}.svg").read_bytes()))
    return drawn(QSizeF(size, size), SHARPNESS, lambda painter: renderer.render(painter, QRectF(0, 0, size, size)))


def _in_colour(shape: QPixmap, colour: QColor) -> QPixmap:
    picture = shape.copy()
    painter = QPainter(picture)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawRect(picture.rect())  # not `fillRect`: it takes gradients, whose 169 names PySide would make first (A9)
    painter.end()
    return picture.copy()


@cache
def symbol_icon(index: int, theme: Theme, size: int = 24, diameter: float = 16) -> QIcon:
    """Return the symbol of a class in its colour.

    `index`: index of the class. `size`: width and height of the icon in pixels. `diameter`: width and height of the
    symbol in it, in pixels.
    """

    def draw(painter: QPainter) -> None:
        painter.translate(QPointF(size / 2, size / 2))
        painter.scale(diameter, diameter)
        painter.setPen(QPen(Qt.PenStyle.NoPen))
        painter.setBrush(theme.class_colour(index))
        painter.drawPath(symbol(index))

    return QIcon(drawn(QSizeF(size, size), SHARPNESS, draw))
