"""One picture in many places: one call paints them all, where a call for each takes ten times as long."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QSizeF
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap

from perceptron_gui.gui.style.native_array import as_first
from perceptron_gui.gui.style.pictures import drawn
from perceptron_gui.gui.style.symbols import symbol


def draw_stamps(painter: QPainter, picture: QPixmap, middles: NDArray[np.float64]) -> None:
    """Draw a picture in many places.

    Parameters
    ----------
    painter : QPainter
    picture : QPixmap
    middles : ndarray of float64, shape (n, 2)
        Where its middle lies, in pixels of the painter.
    """
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
def class_stamp(index: int, size: float, colour: str, edge: str, sharpness: float) -> QPixmap:
    """Return the picture of a point of a class.

    Parameters
    ----------
    index : int
        Of the class.
    size : float
        Diameter in pixels of the window.
    colour, edge : str
        Of its ground and of the line around it, as #rrggbb.
    sharpness : float
        Pixels of the picture per pixel of the window.
    """

    def draw(painter: QPainter) -> None:
        painter.translate(size / 2 + 1, size / 2 + 1)
        painter.scale(size, size)
        painter.setPen(QPen(QColor(edge), 1.0 / size))
        painter.setBrush(QColor(colour))
        painter.drawPath(symbol(index))

    return drawn(QSizeF(size + 2, size + 2), sharpness, draw)
