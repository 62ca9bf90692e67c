"""Small pictures that are drawn once and shown often: symbols of classes, and icons in the colours of the theme."""

import math
from collections.abc import Callable, Sequence
from functools import cache

from PySide6.QtCore import QByteArray, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QIcon, QPaintEngine, QPainter, QPainterPath, QPixmap, QPolygonF
from PySide6.QtSvg import QSvgRenderer

from perceptron_gui.gui.style.theme import RESOURCES, Theme, blend

SHAPES = (QPaintEngine.Type.SVG, QPaintEngine.Type.Pdf)


def keeps_shapes(painter: QPainter) -> bool:
    """Whether what is drawn stays lines, areas and text (SVG, PDF): then nothing is kept as a picture of dots."""
    return painter.paintEngine().type() in SHAPES


def sharpness_of(painter: QPainter) -> float:
    """Return how many dots there are to a pixel: of a screen, or of a picture that is drawn larger.

    `painter`: not turned.
    """
    return abs(painter.deviceTransform().m11()) or 1.0


def drawn(size: QSizeF, sharpness: float, draw: Callable[[QPainter], object]) -> QPixmap:
    """Return a transparent picture on which `draw` has drawn, smoothly.

    `size`: width and height in pixels of the window. `sharpness`: pixels of the picture per pixel of the window.
    `draw`: gets the painter, whose origin is the left upper corner. Returns A copy: what was painted on keeps the tools
    of its painter for as long as it lives, 200 kB for a word.
    """
    picture = QPixmap(math.ceil(size.width() * sharpness), math.ceil(size.height() * sharpness))
    picture.setDevicePixelRatio(sharpness)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    draw(painter)
    painter.end()
    return picture.copy()


N_SYMBOLS = 10
DOT = 0.06
"""Radius of the dot in a point to test on, before its outline."""


@cache
def symbol(index: int) -> QPainterPath:
    """Return the symbol of a class as a path in a box from −½ to ½.

    Areas are about equal, so that no class looks more important.

    `index`: index of the class; symbols repeat after `N_SYMBOLS` classes.
    """
    makers = (
        lambda: _circle(1.0),
        lambda: _box(0.9, 0.9),
        lambda: _regular(3, 0.66, -90, shift=0.08),
        lambda: _regular(4, 0.62, -90),
        lambda: _star(5, 0.64, 0.29),
        lambda: _cross(0.52, 0.19),
        lambda: _regular(3, 0.66, 90, shift=-0.08),
        lambda: _regular(5, 0.57, -90),
        lambda: _cross(0.54, 0.17, turn=45),
        lambda: _box(1.15, 0.62),
    )
    return makers[index % N_SYMBOLS]()


@cache
def dotted_symbol(index: int) -> QPainterPath:
    """Return the symbol of a class with a dot in its middle: that of a point to test on.

    `index`: of the class, see `symbol`.
    """
    path = QPainterPath(symbol(index))
    path.addEllipse(QPointF(0, 0), DOT, DOT)
    return path


def _circle(size: float) -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QRectF(-size / 2, -size / 2, size, size))
    return path


def _box(width: float, height: float) -> QPainterPath:
    path = QPainterPath()
    path.addRect(QRectF(-width / 2, -height / 2, width, height))
    return path


def _polygon(points: Sequence[tuple[float, float]]) -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in points]))
    path.closeSubpath()
    return path


def _polar(radius: float, degrees: float) -> tuple[float, float]:
    return radius * math.cos(math.radians(degrees)), radius * math.sin(math.radians(degrees))


def _regular(corners: int, radius: float, turn: float, shift: float = 0.0) -> QPainterPath:
    points = [_polar(radius, turn + 360 * i / corners) for i in range(corners)]
    return _polygon([(x, y + shift) for x, y in points])


def _star(points: int, outer: float, inner: float) -> QPainterPath:
    step = 180 / points
    return _polygon([_polar(inner if i % 2 else outer, -90 + i * step) for i in range(2 * points)])


def _cross(arm: float, half: float, turn: float = 0.0) -> QPainterPath:
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    quarter, corners = [(half, half), (arm, half), (arm, -half)], list[tuple[float, float]]()
    for _ in range(4):
        corners += quarter
        quarter = [(y, -x) for x, y in quarter]
    return _polygon([(c * x - s * y, s * x + c * y) for x, y in corners])


ICON_SHARPNESS = 3
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
    return drawn(QSizeF(size, size), ICON_SHARPNESS, lambda painter: renderer.render(painter, QRectF(0, 0, size, size)))


def _in_colour(shape: QPixmap, colour: QColor) -> QPixmap:
    picture = shape.copy()
    painter = QPainter(picture)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawRect(picture.rect())  # not `fillRect`: it takes gradients, whose 169 names PySide would make first (A9)
    painter.end()
    return picture.copy()


def draw_symbol(painter: QPainter, index: int, at: QPointF, size: float, theme: Theme) -> None:
    """Draw the symbol of a class in its colour. `at`: its middle. `size`: its width and height."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(at)
    painter.scale(size, size)
    painter.fillPath(symbol(index), theme.class_colour(index))
    painter.restore()


@cache
def symbol_icon(index: int, theme: Theme, size: int = 24, diameter: float = 16) -> QIcon:
    """Return the symbol of a class in its colour.

    `index`: index of the class. `size`: width and height of the icon in pixels. `diameter`: width and height of the
    symbol in it, in pixels.
    """

    def draw(painter: QPainter) -> None:
        draw_symbol(painter, index, QPointF(size / 2, size / 2), diameter, theme)

    return QIcon(drawn(QSizeF(size, size), ICON_SHARPNESS, draw))
