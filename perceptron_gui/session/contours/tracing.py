"""Lines and areas of one height, traced on a grid by contourpy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from perceptron_gui.session.contours.field import Paths
from perceptron_gui.session.contours.heights import undecided

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats
    from perceptron_gui.engine.model.grid_scores import PlaneGrid


class Tracer:
    """Traces lines and areas of one height on a grid. `height`: shape (ny, nx): where its lines cross."""

    def __init__(self, grid: PlaneGrid, height: Floats) -> None:
        from contourpy import contour_generator  # 3 ms, and only who draws curves needs it (A9)

        is_undecided = undecided(height)
        z = np.ma.array(height, mask=is_undecided) if is_undecided.any() else height
        self._is_empty = bool(is_undecided.all())
        self._contours: Any = contour_generator(
            grid.across,
            grid.upwards,
            z,
            line_type="ChunkCombinedOffset",
            fill_type="ChunkCombinedOffset",
        )

    def lines(self, level: float) -> Paths:
        """Return where the height is `level`. `level`: in the units of f."""
        if self._is_empty:
            return Paths.none()
        places, offsets = self._contours.lines(level)
        return _paths(places[0], offsets[0])

    def area(self, low: float, high: float = np.inf) -> Paths:
        """Return the rings around where the height is between two values, and around the holes in it.

        `low`, `high`: in the units of f.
        """
        if self._is_empty:
            return Paths.none()
        places, offsets = self._contours.filled(low, high)
        return _paths(places[0], offsets[0])


def _paths(places: Floats | None, offsets: Any) -> Paths:
    if places is None:
        return Paths.none()
    return Paths(places, offsets.astype(np.int64))
