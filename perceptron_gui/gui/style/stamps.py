"""One small drawing in many places: painted once and stamped, where a call for each takes ten times as long.

On paper (SVG, PDF) there are no dots to stamp: there it is drawn in each place, as long as these are not too many. A
function over the plane is a picture of dots, too: 0 is the ground, above it the colour of +, below it that of −.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import TypeVar, cast

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QMarginsF, QPointF, QRectF, QSizeF
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPainterPath, QPen, QPixmap, QTransform
from shiboken6 import Shiboken

from perceptron_gui.engine.data.dataset import Floats
from perceptron_gui.frozen import Frozen
from perceptron_gui.gui.style.theme import Theme, drawn, keeps_shapes, sharpness_of, symbol

Kind = TypeVar("Kind")


def as_first(array: NDArray[np.float64], kind: type[Kind]) -> Kind:
    """Return the first row of an array as an object of Qt, behind which Qt finds the others.

    `array`: shape (n, size of `kind` in doubles): not empty, its rows in one piece; it has to outlive the object.
    `kind`: a class of Qt that is made of doubles alone, such as `QLineF`.
    """
    assert array.flags.c_contiguous and len(array)
    return cast("Kind", Shiboken.wrapInstance(array.ctypes.data, kind))


Places = NDArray[np.float64]
MOST_SHAPES = 2_500
"""Places in which a stamp is drawn on paper; of more it is one picture of dots, or the file would be too large."""
PRINT_SHARPNESS = 3.0
"""Dots to a pixel of that picture."""


class Shape(Frozen):
    """A part of a stamp."""

    path: QPainterPath  # in pixels, around (0, 0)
    pen: QPen
    brush: QBrush

    def draw(self, painter: QPainter) -> None:
        """Draw it around the origin."""
        painter.setPen(self.pen)
        painter.setBrush(self.brush)
        painter.drawPath(self.path)


class Stamp:
    """A drawing of a few shapes.

    `shapes`: the first lies lowest. `side`: pixels that all of it takes, across and upwards.
    """

    def __init__(self, shapes: Sequence[Shape], side: float) -> None:
        self._shapes, self._side = tuple(shapes), side
        self._picture: tuple[float, QPixmap] | None = None

    def draw(self, painter: QPainter, middles: Places) -> None:
        """Draw it in many places. `middles`: shape (n, 2): in pixels of the painter."""
        if not keeps_shapes(painter):
            draw_stamps(painter, self._picture_for(sharpness_of(painter)), middles)
            return
        back, _ = painter.deviceTransform().inverted()
        paper = back.mapRect(QRectF(painter.viewport())).marginsAdded(QMarginsF(*[self._side] * 4))
        x, y = middles.T
        across = (paper.left() <= x) & (x <= paper.right())
        seen = middles[across & (paper.top() <= y) & (y <= paper.bottom())]
        if len(seen) > MOST_SHAPES:
            self._draw_dots(painter, seen)
        else:
            self._draw_shapes(painter, seen.tolist())

    def _draw_shapes(self, painter: QPainter, middles: list[list[float]]) -> None:
        """Draw shape by shape: each change of pen and brush is a paragraph of the file."""
        painter.save()
        for shape in self._shapes:
            painter.setPen(shape.pen)
            painter.setBrush(shape.brush)
            for x, y in middles:
                painter.drawPath(shape.path.translated(x, y))
        painter.restore()

    def _draw_dots(self, painter: QPainter, middles: Places) -> None:
        corner = middles.min(axis=0) - self._side
        size = QSizeF(*(middles.max(axis=0) + self._side - corner).tolist())
        stamp = self._picture_for(PRINT_SHARPNESS)
        dots = drawn(size, PRINT_SHARPNESS, lambda other: draw_stamps(other, stamp, middles - corner))
        painter.drawPixmap(QRectF(QPointF(*corner.tolist()), size), dots, QRectF(dots.rect()))

    def _picture_for(self, sharpness: float) -> QPixmap:
        if self._picture is None or self._picture[0] != sharpness:
            # Its middle is that of the dots, of which there are whole ones.
            middle = math.ceil(self._side * sharpness) / sharpness / 2

            def draw(painter: QPainter) -> None:
                painter.translate(middle, middle)
                for shape in self._shapes:
                    shape.draw(painter)

            self._picture = sharpness, drawn(QSizeF(self._side, self._side), sharpness, draw)
        return self._picture[1]


def draw_stamps(painter: QPainter, picture: QPixmap, middles: Places) -> None:
    """Draw a picture in many places. `middles`: shape (n, 2): where its middle lies, in pixels of the painter."""
    if not len(middles):
        return
    sharpness = picture.devicePixelRatio()
    # x, y, the source rectangle, the scale, the angle and the opacity of each
    fragments = np.empty((len(middles), 10))
    fragments[:, :2] = middles
    fragments[:, 2:6] = 0, 0, picture.width(), picture.height()
    fragments[:, 6:] = 1 / sharpness, 1 / sharpness, 0, 1
    painter.drawPixmapFragments(as_first(fragments, QPainter.PixmapFragment), len(fragments), picture)


@lru_cache(maxsize=64)
def class_stamp(index: int, size: float, colour: str, edge: str) -> Stamp:
    """Return a point of a class.

    `index`: of the class. `size`: diameter in pixels of the window. `colour`, `edge`: of its ground and of the line
    around it, as #rrggbb.
    """
    path = QTransform.fromScale(size, size).map(symbol(index))
    return Stamp([Shape(path, QPen(QColor(edge), 1.0), QBrush(QColor(colour)))], size + 2)


DEEPEST = 0.75
"""Share of a class's colour where the function is farthest from 0."""


def diverging_image(heights: Floats, theme: Theme, colours: tuple[str, str] | None = None) -> QImage:
    """Return the picture of a function's values.

    `heights`: shape (n_rows, n_columns): values, the lowest row first, as the plane is drawn. `colours`: below 0 and
    above it; None for those of the first two classes.
    """
    finite = np.where(np.isfinite(heights), heights, 0.0)
    top = float(np.abs(finite).max(initial=0.0))
    shares = np.clip(finite / top, -1.0, 1.0) * DEEPEST if top > 0 else np.zeros_like(finite)
    below, above = colours or theme.classes[:2]
    return shares_image(shares[::-1], theme.panel, below, above)


def shares_image(shares: Floats, panel: str, below: str, above: str) -> QImage:
    """Return a picture that mixes colours with the ground, the first row at the top.

    `shares`: shape (n_rows, n_columns): from −1, all of `below`, to 1, all of `above`. `panel`: the ground.
    """
    ground, minus, plus = (_rgb(name) for name in (panel, below, above))
    ends = np.where(shares[..., None] < 0, minus, plus)
    blended = ground + np.abs(shares)[..., None] * (ends - ground)
    pixels = np.ascontiguousarray(np.rint(blended).astype(np.uint8))
    rows, columns = shares.shape
    return QImage(pixels.data, columns, rows, 3 * columns, QImage.Format.Format_RGB888).copy()


def _rgb(name: str) -> Floats:
    colour = QColor(name)
    return np.array([colour.red(), colour.green(), colour.blue()], dtype=np.float64)
