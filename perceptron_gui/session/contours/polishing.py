"""Moves the corners of a traced line to where the height is 0, where it bends between two lines of the grid."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.dataset import Bools, Floats, Ints
from perceptron_gui.frozen import Frozen

if TYPE_CHECKING:
    from perceptron_gui.engine.model.grid_scores import PlaneGrid

HALVINGS = 5
"""Times that the edge with a corner is cut: 2 pixels become less than a tenth."""
STRAIGHT = 0.1
"""Share of an edge that a corner may be off."""
HeightAt = Callable[[Floats, Floats], Floats]
"""The height at places x and y, shape (n,) each."""


def polish(corners: Floats, grid: PlaneGrid, height: Floats, height_at: HeightAt) -> Floats:
    """Return the corners of a line, each on the edge of the grid that it was on, but where the height is 0.

    `corners`: shape (n, 2): where straight lines between the values of the grid are 0, in data units. `height`: shape
    (ny, nx): on the grid. `height_at`: returns the height anywhere. Returns shape (n, 2).
    """
    polished = corners.copy()
    for axis in (0, 1):
        lines, others = (grid.across, grid.upwards) if axis == 0 else (grid.upwards, grid.across)
        table = height if axis == 0 else height.T
        index, is_on = _on_line(corners[:, 1 - axis], others)
        low = np.clip(np.searchsorted(lines, corners[:, axis]) - 1, 0, len(lines) - 2)
        chosen = np.flatnonzero(is_on)
        chosen = chosen[_is_bent(table[index[chosen]], low[chosen])]
        if len(chosen):
            edge = _Edges(axis, lines[low[chosen]], lines[low[chosen] + 1], corners[chosen, 1 - axis])
            polished[chosen, axis] = edge.crossing(table[index[chosen], low[chosen]], height_at)
    return polished


class _Edges(Frozen, eq=False):
    """Edges of a grid that lie along one axis, between two of its lines, at fixed places of the other axis."""

    axis: int
    begin: Floats
    end: Floats
    fixed: Floats

    def crossing(self, first: Floats, height_at: HeightAt) -> Floats:
        """Return where on each edge a height is 0 that is `first` where it begins, and of the other sign at its end."""
        begin, end = self.begin, self.end
        for _ in range(HALVINGS):
            middle = (begin + end) / 2
            heights = height_at(middle, self.fixed) if self.axis == 0 else height_at(self.fixed, middle)
            is_before = heights * first > 0
            begin, end = np.where(is_before, middle, begin), np.where(is_before, end, middle)
        return (begin + end) / 2


def _on_line(values: Floats, lines: Floats) -> tuple[Ints, Bools]:
    """Return the line that is nearest to each value, and whether the value is on it."""
    right = np.clip(np.searchsorted(lines, values), 1, len(lines) - 1)
    index = right - (values - lines[right - 1] < lines[right] - values)
    gap = lines[right] - lines[right - 1]
    return index, np.abs(values - lines[index]) <= 1e-9 * gap


def _is_bent(rows: Floats, low: Ints) -> Bools:
    """Return whether the height between two lines is too far from straight, by the values beside them."""
    n, at = rows.shape[1], np.arange(len(low))
    before, first, last, after = (rows[at, np.clip(low + i, 0, n - 1)] for i in (-1, 0, 1, 2))
    bend = np.maximum(np.abs(before - 2 * first + last), np.abs(first - 2 * last + after)) / 8
    # Of values that differ a lot the parabola says little.
    is_wild = np.maximum(np.abs(first), np.abs(last)) > 10 * np.minimum(np.abs(first), np.abs(last))
    is_off = bend > np.where(is_wild, STRAIGHT**2, STRAIGHT) * np.abs(last - first)
    is_crossed: Bools = first * last < 0  # else the corner is a crossing of lines, and right
    return is_off & is_crossed
