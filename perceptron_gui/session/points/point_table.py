"""The table of points: its cells, the order of its rows, and the row below in which another point is typed."""

from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.engine.data.dataset import Dataset, Ints, Part, part_of, with_part
from perceptron_gui.engine.data.growable_array import frozen
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.session.messages.run_end import PART_NAMES
from perceptron_gui.session.wording import field_text, grouped
from perceptron_gui.translation import tr

NUMBER = 0
"""The column with the number of a point; its coordinates, class and part follow."""


def n_columns(dataset: Dataset) -> int:
    """Return the number of columns."""
    return dataset.n_features + 3


def class_column(dataset: Dataset) -> int:
    """Return the column with the class."""
    return dataset.n_features + 1


def part_column(dataset: Dataset) -> int:
    """Return the column with the part that a point is in (H1)."""
    return dataset.n_features + 2


def is_coordinate_column(dataset: Dataset, column: int) -> bool:
    """Return whether a column has a coordinate, that of feature column − 1. `column`: index of the column."""
    return NUMBER < column <= dataset.n_features


def column_name(dataset: Dataset, column: int) -> str:
    """Return the header of a column. `column`: index of the column."""
    if column == NUMBER:
        return "i"
    if is_coordinate_column(dataset, column):
        return dataset.features[column - 1]
    return tr("class") if column == class_column(dataset) else tr("part")


def cell_text(dataset: Dataset, point: int, column: int) -> str:
    """Return a cell's text: a coordinate in full, with ≈ if it had more digits than are kept.

    `point`: its index. `column`: index of the column.
    """
    if column == NUMBER:
        return grouped(point + 1)
    if is_coordinate_column(dataset, column):
        text = typed_text(dataset, point, column)
        return f"≈ {text}" if _is_rounded(dataset, point) else text
    if column == class_column(dataset):
        return dataset.classes[int(dataset.labels[point])]
    return tr(PART_NAMES[part_of(dataset, point)])


def typed_text(dataset: Dataset, point: int, column: int) -> str:
    """Return a coordinate as it is typed, so that it reads back as the same number.

    `point`: its index. `column`: index of a column with a coordinate.
    """
    return field_text(float(dataset.X[point, column - 1]))


def _is_rounded(dataset: Dataset, point: int) -> bool:
    place = bisect_left(dataset.rounded, point)
    return place < len(dataset.rounded) and dataset.rounded[place] == point


def with_cell(dataset: Dataset, point: int, column: int, value: float | int) -> Dataset:
    """Return the points with one cell changed: a coordinate, class or part; the same object if nothing changes.

    `point`: its index. `column`: index of the column, not that of the number. `value`: the coordinate; the index of the
    class; or the part.
    """
    if is_coordinate_column(dataset, column):
        if dataset.X[point, column - 1] == value:
            return dataset
        row = dataset.X[point].copy()
        row[column - 1] = value
        is_still_rounded = _is_rounded(dataset, point) and dataset.n_features > 1
        return dataset.moved([point], [row], [point] if is_still_rounded else [])
    if column == class_column(dataset):
        return dataset if dataset.labels[point] == value else dataset.relabelled([point], int(value))
    return dataset if part_of(dataset, point) == value else with_part(dataset, [point], Part(int(value)))


class NewPoint(Frozen):
    """The coordinates of a point that is being typed."""

    values: tuple[float | None, ...]  # its coordinates, None where nothing was typed yet

    @classmethod
    def of(cls, dataset: Dataset) -> "NewPoint":
        """Return an empty row for points of as many features."""
        return cls((None,) * dataset.n_features)

    def with_value(self, feature: int, value: float) -> "NewPoint":
        """Return the row with a coordinate. `feature`: its index. `value`: in data units."""
        return NewPoint((*self.values[:feature], value, *self.values[feature + 1 :]))

    @property
    def missing(self) -> int | None:
        """The first coordinate that was not typed yet, as its feature's index; None where it is a point."""
        return next((j for j, value in enumerate(self.values) if value is None), None)

    @property
    def coordinates(self) -> list[float]:
        """The coordinates that were typed."""
        return [value for value in self.values if value is not None]

    def text(self, feature: int) -> str:
        """Return a coordinate as it is typed; empty where it was not. `feature`: its index."""
        value = self.values[feature]
        return "" if value is None else field_text(value)


class RowOrder(Frozen, eq=False, dict=True):
    """In which order the points are listed."""

    column: int = NUMBER  # the column that the rows are sorted by
    is_descending: bool = False  # whether the largest comes first
    points: Ints | None = None  # shape (n_samples,): the point of every row; None where each is the one of its number

    @classmethod
    def of(cls, dataset: Dataset, column: int, is_descending: bool) -> "RowOrder":
        """Return the rows sorted by a column; those with equal cells stay in the order of the data.

        `column`: index of the column. `is_descending`: whether the largest comes first.
        """
        if column == NUMBER and not is_descending:
            return cls()
        keys = _keys(dataset, column)
        points = np.argsort(-keys if is_descending else keys, kind="stable")
        return cls(column, is_descending, frozen(points))

    def of_points(self, dataset: Dataset, earlier: Dataset) -> "RowOrder":
        """Return the order after a change of points: rows keep their places while these are the same points.

        Points that were added come last, as if they were not yet sorted; after any other change all are sorted again.

        `dataset`: the points as they are now. `earlier`: as they were.
        """
        if self.points is None:
            return self
        if not dataset.has_rows_of(earlier) or self.column >= n_columns(dataset):
            return RowOrder.of(dataset, min(self.column, part_column(dataset)), self.is_descending)
        return replace(self, points=frozen(np.append(self.points, np.arange(len(self.points), dataset.n_samples))))

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
