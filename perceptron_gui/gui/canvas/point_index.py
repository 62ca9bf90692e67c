"""Which points lie in a box, without looking at all of them: of a million, every click asks several times."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from perceptron_gui.gui.canvas.scene import Places

CELLS = 256
"""Cells across and upwards: so many that two bytes number them all, which numpy sorts ten times as fast as eight."""
MOST_LOOSE = 20_000
"""Points that are looked at one by one: those of a small set, and those that came after a large one was sorted."""
Rows = NDArray[np.int64]


class PointIndex:
    """Points, sorted into the cells of a grid when they are first asked for.

    `positions`: shape (n, 2): in data units; read-only.
    """

    def __init__(self, positions: Places) -> None:
        self._positions = positions
        self._order: Rows = np.empty(0, dtype=np.int64)
        self._begins: Rows = np.zeros(CELLS * CELLS + 1, dtype=np.int64)
        self._low, self._scale = np.zeros(2), np.zeros(2)

    def extend(self, positions: Places) -> None:
        """Take the same points with more after them; what is sorted stays so.

        `positions`: shape (n, 2): in data units; read-only.
        """
        self._positions = positions

    def within(self, left: float, bottom: float, right: float, top: float) -> Rows:
        """Return the indices of the points in a box, ascending.

        `left`, `bottom`, `right`, `top`: edges of the box, which belong to it, in data units.
        """
        if len(self._positions) - len(self._order) > MOST_LOOSE:
            self._sort()
        first = len(self._order)
        x, y = self._positions[first:].T
        loose: Rows = first + np.flatnonzero((x >= left) & (x <= right) & (y >= bottom) & (y <= top))
        if not first:
            return loose
        rows = self._sorted_near(left, bottom, right, top)
        x, y = self._positions[rows, 0], self._positions[rows, 1]
        found: Rows = np.sort(rows[(x >= left) & (x <= right) & (y >= bottom) & (y <= top)])
        return np.concatenate([found, loose])

    def _sort(self) -> None:
        columns = [np.ascontiguousarray(column) for column in self._positions.T]
        self._low = np.array([column.min() for column in columns])
        size = np.array([column.max() for column in columns]) - self._low
        self._scale = np.divide(CELLS, size, out=np.zeros(2), where=size > 0)
        across, upwards = (self._cells_of(axis, column).astype(np.uint16) for axis, column in enumerate(columns))
        cells = upwards * np.uint16(CELLS) + across
        self._order = np.argsort(cells, kind="stable")
        self._begins[1:] = np.cumsum(np.bincount(cells, minlength=CELLS * CELLS))

    def _cells_of(self, axis: int, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return column or row of the cells where values lie; all outside share the outermost."""
        cells: NDArray[np.float64] = np.clip((values - self._low[axis]) * self._scale[axis], 0, CELLS - 1)
        return cells

    def _sorted_near(self, left: float, bottom: float, right: float, top: float) -> Rows:
        """Return the sorted points of all cells that a box meets."""
        first, last = self._cells_of(0, np.array([left, right])).astype(int).tolist()
        below, above = self._cells_of(1, np.array([bottom, top])).astype(int).tolist()
        rows = range(below * CELLS, above * CELLS + 1, CELLS)
        begins = self._begins
        return np.concatenate([self._order[begins[row + first] : begins[row + last + 1]] for row in rows])
