"""One picture in many places: one call paints them all, where a call for each takes ten times as long."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QPainter, QPixmap


class Stamps:
    """Keeps the memory in which the places are handed to Qt."""

    def __init__(self) -> None:
        self._fragments: Any = None

    def draw(self, painter: QPainter, picture: QPixmap, middles: NDArray[np.float64]) -> None:
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
        if self._fragments is None:
            from pyqtgraph.Qt import internals  # with the first points: the frame of the window is painted before (A9)

            self._fragments = internals.PrimitiveArray(QPainter.PixmapFragment, 10)
        fragments, sharpness = self._fragments, picture.devicePixelRatio()
        fragments.resize(len(middles))
        # x, y, the source rectangle, the scale, the angle and the opacity of each
        array = fragments.ndarray()
        array[:, :2] = middles
        array[:, 2:6] = 0, 0, picture.width(), picture.height()
        array[:, 6:] = 1 / sharpness, 1 / sharpness, 0, 1
        painter.drawPixmapFragments(*fragments.drawargs(), picture)  # type: ignore[call-arg]
