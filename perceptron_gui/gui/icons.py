"""Icons drawn in the colours of the theme."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap
from PySide6.QtSvg import QSvgRenderer

from perceptron_gui.gui.symbols import symbol
from perceptron_gui.gui.theme import RESOURCES, Theme, blend

SHARPNESS = 3
"""Pixels of an icon's picture per pixel of its size: sharp up to a scale factor of 3."""


def icon(name: str, theme: Theme, colour: str | None = None) -> QIcon:
    """Return the icon `name` in `colour` (None: the theme's text), and paler where it is disabled."""
    normal = QColor(colour or theme.text)
    made = QIcon(_drawn(name, normal))
    made.addPixmap(_drawn(name, blend(QColor(theme.text), QColor(theme.panel), 0.35)), QIcon.Mode.Disabled)
    return made


def _drawn(name: str, colour: QColor, size: int = 24) -> QPixmap:
    source = (RESOURCES / "icons" / f"{name}.svg").read_text(encoding="utf-8").replace("#000", colour.name())
    pixmap = _blank(QSize(size, size))
    painter = QPainter(pixmap)
    QSvgRenderer(QByteArray(source.encode())).render(painter, QRectF(0, 0, size, size))
    painter.end()
    return pixmap


def symbol_icon(index: int, theme: Theme, size: int = 24, diameter: float = 16) -> QIcon:
    """Return the symbol of class `index` in its colour."""
    pixmap = _blank(QSize(size, size))
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(QPointF(size / 2, size / 2))
    painter.scale(diameter, diameter)
    painter.setPen(QPen(Qt.PenStyle.NoPen))
    painter.setBrush(theme.class_colour(index))
    painter.drawPath(symbol(index))
    painter.end()
    return QIcon(pixmap)


def _blank(size: QSize) -> QPixmap:
    pixmap = QPixmap(size * SHARPNESS)
    pixmap.setDevicePixelRatio(SHARPNESS)
    pixmap.fill(Qt.GlobalColor.transparent)
    return pixmap
