"""What the cells of the table of points say, and what an edited cell makes of the points."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from perceptron_gui.engine.data.parts import Part, part_of, with_part
from perceptron_gui.session.messages.held_out import PART_NAMES
from perceptron_gui.session.wording import field_text, grouped
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset

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
    """Return what stands above a column. `column`: index of the column."""
    if column == NUMBER:
        return "i"
    if is_coordinate_column(dataset, column):
        return dataset.features[column - 1]
    return tr("class") if column == class_column(dataset) else tr("part")


def cell_text(dataset: Dataset, point: int, column: int) -> str:
    """Return what a cell says: a coordinate in full, with ≈ where it was written with more digits than are kept.

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
    """Return the points with another coordinate, class or part of one of them; the same ones where it is no other.

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
