"""The order of the rows in the table of points; the data keep theirs, on which a run depends."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from perceptron_gui.engine.data.growable_array import frozen
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.session.point_table.point_cells import (
    NUMBER,
    class_column,
    is_coordinate_column,
    n_columns,
    part_column,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from perceptron_gui.engine.data.dataset import Dataset, Ints


class RowOrder(Frozen, eq=False, dict=True):
    """In which order the points are listed."""

    column: int = NUMBER  # the column that the rows are sorted by
    is_descending: bool = False  # whether the largest comes first
    points: Ints | None = None  # shape (n_samples,): the point of every row; None where each is the one of its number

    @classmethod
    def of(cls, dataset: Dataset, column: int, is_descending: bool) -> RowOrder:
        """Return the rows sorted by a column; those with equal cells stay in the order of the data.

        `column`: index of the column. `is_descending`: whether the largest comes first.
        """
        if column == NUMBER and not is_descending:
            return cls()
        keys = _keys(dataset, column)
        points = np.argsort(-keys if is_descending else keys, kind="stable")
        return cls(column, is_descending, frozen(points))

    def of_points(self, dataset: Dataset) -> RowOrder:
        """Return the order for points that were edited: no row leaves its place while their number is the same.

        Points that were added come last, as if they were not yet sorted; after others are gone all are sorted again.

        `dataset`: the points as they are now.
        """
        if self.points is None:
            return self
        n_before, n_now = len(self.points), dataset.n_samples
        if n_now < n_before or self.column >= n_columns(dataset):
            column = min(self.column, part_column(dataset))
            return RowOrder.of(dataset, column, self.is_descending)
        if n_now == n_before:
            return self
        return replace(self, points=frozen(np.append(self.points, np.arange(n_before, n_now))))

    def point(self, row: int) -> int:
        """Return the point of a row. `row`: from 0."""
        return row if self.points is None else int(self.points[row])

    def points_of(self, first: int, last: int) -> tuple[int, ...]:
        """Return the points of neighbouring rows, in the order of the rows.

        `first`, `last`: the rows at both ends, whichever is the upper one.
        """
        low, high = min(first, last), max(first, last) + 1
        return tuple(range(low, high)) if self.points is None else tuple(self.points[low:high].tolist())

    def rows_of(self, points: Sequence[int] | Ints) -> Ints:
        """Return the rows of points. `points`: shape (n_points,): indices of points. Returns shape (n_points,)."""
        wanted = np.asarray(points, dtype=np.int64)
        return wanted if self.points is None else self._rows[wanted]

    @cached_property
    def _rows(self) -> Ints:
        """The row of every point."""
        assert self.points is not None
        rows = np.empty(len(self.points), dtype=np.int64)
        rows[self.points] = np.arange(len(self.points))
        return rows


def _keys(dataset: Dataset, column: int) -> NDArray[Any]:
    """Return numbers that sort the rows by a column: of classes their place in the palette."""
    if column == NUMBER:
        return np.arange(dataset.n_samples)
    if is_coordinate_column(dataset, column):
        return np.ascontiguousarray(dataset.X[:, column - 1])
    if column == class_column(dataset):
        return dataset.labels
    return np.zeros(dataset.n_samples, dtype=np.int8) if dataset.parts is None else dataset.parts
