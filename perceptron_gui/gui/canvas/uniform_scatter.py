"""Many points of one style: pyqtgraph looks the style of every point up, which took 4 s for a million."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

MARGIN = 64.0
"""Pixels beyond the edge of the picture where a point's symbol may still reach into it."""


class UniformScatter(pg.ScatterPlotItem):  # type: ignore[misc]
    """Points that all look the same; the style is that of the item, never of a point.

    The picture is the same, pixel for pixel, as that of pyqtgraph's own item.
    """

    def updateSpots(self, dataSet: Any = None) -> None:
        """Look the one style up where a point needs it."""
        spots = self.data if dataSet is None else dataSet
        if not len(spots) or not bool((spots["sourceRect"]["w"] == 0).any()):
            super().updateSpots(dataSet)
            return
        style = tuple(self.opts[name] for name in ("symbol", "size", "pen", "brush"))
        spots["sourceRect"] = self.fragmentAtlas[[style]][0]
        self._updateMaxSpotSizes()
        self.invalidate()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Stamp the symbol on all points in view; an export, or a screen of another sharpness, is pyqtgraph's own."""
        sharpness = self.fragmentAtlas.devicePixelRatio()
        is_other = widget is not None and widget.devicePixelRatioF() != sharpness
        if self._exportOpts is not False or is_other or not len(self.data):
            super().paint(painter, option, widget)
            return
        places = self._pixels_in_view(painter)
        fragments = self._pixmapFragments
        fragments.resize(len(places))
        array = fragments.ndarray()
        array[:, 0:2] = places
        array[:, 2:6] = self.data["sourceRect"][0].tolist()
        array[:, 6:10] = 1 / sharpness, 1 / sharpness, 0.0, 1.0
        painter.resetTransform()
        painter.drawPixmapFragments(*fragments.drawargs(), self.fragmentAtlas.pixmap)  # type: ignore[call-arg]

    def _pixels_in_view(self, painter: QPainter) -> np.ndarray[Any, np.dtype[np.float64]]:
        """Return where the points that can be seen lie on the device, shape (n, 2)."""
        at = painter.transform()
        places = np.empty((len(self.data), 2))
        places[:, 0] = self.data["x"] * at.m11() + at.dx()
        places[:, 1] = self.data["y"] * at.m22() + at.dy()
        view = at.mapRect(self.viewRect())
        low = np.array([view.left(), view.top()]) - MARGIN
        high = np.array([view.right(), view.bottom()]) + MARGIN
        is_seen = ((places >= low) & (places <= high)).all(axis=1)
        return places if bool(is_seen.all()) else places[is_seen]
