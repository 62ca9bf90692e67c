"""The table of points as values: cells, the order of rows beside that of the data, the row of another point."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron_gui.engine.data.dataset import Dataset, Part, with_part
from perceptron_gui.session.document import Change, Document
from perceptron_gui.session.points.point_table import (
    NUMBER,
    NewPoint,
    RowOrder,
    cell_text,
    class_column,
    column_name,
    n_columns,
    part_column,
    with_cell,
)

LONG = Dataset.of([[0.1, -2, 1e-5], [3, 1 / 3, 0]], [0, 1], ["A", "B"], ["a", "b", "c"], rounded=[1])
SIX = Dataset.of([[3, 0], [1, 1], [2, 2], [1, 3], [3, 4], [0, 5]], [1, 0, 1, 0, 1, 0])


def rows(order: RowOrder, dataset: Dataset = SIX) -> list[int]:
    return [order.point(row) for row in range(dataset.n_samples)]


def test_columns_are_number_features_class_and_part() -> None:
    assert [column_name(LONG, j) for j in range(n_columns(LONG))] == ["i", "a", "b", "c", "class", "part"]
    held_out = with_part(LONG, [0], Part.TEST)
    assert [cell_text(held_out, 0, j) for j in range(6)] == ["1", "0.1", "−2", "0.00001", "A", "test"]


def test_a_coordinate_with_more_digits_than_are_kept_is_marked_and_stays_so_while_another_is_typed() -> None:
    assert cell_text(LONG, 1, 1) == "≈ 3"
    assert with_cell(LONG, 1, 3, 5.0).rounded == (1,)
    one = Dataset.of([[0.5]], [0], rounded=[0])
    assert with_cell(one, 0, 1, 2.0).rounded == ()


@pytest.mark.parametrize(("column", "same", "other"), [(2, -2.0, 7.0), (class_column(LONG), 0, 1), (5, 0, 2)])
def test_a_cell_that_is_typed_as_it_was_is_no_edit(column: int, same: float, other: float) -> None:
    assert with_cell(LONG, 0, column, same) is LONG
    changed = with_cell(LONG, 0, column, other)
    assert changed is not LONG
    assert Document(LONG).with_dataset(changed).change_since(Document(LONG)) is Change.NEW


@pytest.mark.parametrize("is_descending", [False, True])
@pytest.mark.parametrize("column", range(5))
def test_rows_are_sorted_stably_and_found_again(column: int, is_descending: bool) -> None:
    order = RowOrder.of(with_part(SIX, [2, 4], Part.VALIDATION), column, is_descending)
    listed = rows(order)
    assert sorted(listed) == [*range(6)]
    assert order.rows_of(listed).tolist() == [*range(6)]
    if column == 1:
        assert listed == ([0, 4, 2, 1, 3, 5] if is_descending else [5, 1, 3, 2, 0, 4])
    if column == class_column(SIX):
        assert listed == ([0, 2, 4, 1, 3, 5] if is_descending else [1, 3, 5, 0, 2, 4])
    if column == part_column(SIX):
        assert listed == ([2, 4, 0, 1, 3, 5] if is_descending else [0, 1, 3, 5, 2, 4])


def test_an_edited_point_keeps_its_row_new_ones_come_last_and_after_others_are_gone_all_are_sorted() -> None:
    order = RowOrder.of(SIX, 1, is_descending=False)
    changed = SIX.moved([1], [[9, 9]])
    assert rows(order.of_points(changed, SIX), changed) == rows(order, SIX)
    changed = SIX.relabelled([1], 0)
    assert rows(order.of_points(changed, SIX), changed) == rows(order, SIX)
    more = SIX.with_points([[-5, 0]], [0])
    assert rows(order.of_points(more, SIX), more) == [5, 1, 3, 2, 0, 4, 6]
    fewer = SIX.without([5])
    assert rows(order.of_points(fewer, SIX), fewer) == [1, 3, 2, 0, 4]
    others = SIX.moved([1], [[9, 9]]).relabelled([1], 0)
    assert rows(order.of_points(others, SIX), others) == rows(RowOrder.of(others, 1, is_descending=False), others)
    plane = Dataset.of([[1.0]] * 2, [0, 1])
    assert len(rows(RowOrder.of(SIX, 4, is_descending=False).of_points(plane, SIX), plane)) == 2


@settings(max_examples=30)
@given(st.integers(0, 5), st.integers(0, 5), st.booleans())
def test_neighbouring_rows_are_selected_from_either_end(first: int, last: int, is_sorted: bool) -> None:
    order = RowOrder.of(SIX, 1, is_descending=False) if is_sorted else RowOrder()
    chosen = order.points_of(first, last)
    assert chosen == order.points_of(last, first)
    assert sorted(order.rows_of(chosen).tolist()) == [*range(min(first, last), max(first, last) + 1)]


def test_taking_the_order_of_the_rows_keeps_what_belongs_to_each_point() -> None:
    marked = with_part(Dataset.of(SIX.X, SIX.labels, rounded=[3]), [5], Part.TEST)
    order = RowOrder.of(marked, 1, is_descending=False)
    assert order.points is not None
    now = marked.only(order.points)
    assert now.X[:, 0].tolist() == sorted(SIX.X[:, 0].tolist())
    assert now.rounded == (2,)
    assert now.parts is not None
    assert now.parts.tolist() == [2, 0, 0, 0, 0, 0]


def test_a_new_point_says_what_it_lacks() -> None:
    point = NewPoint.of(SIX)
    assert not point.coordinates
    assert point.missing == 0
    point = point.with_value(1, 0.5)
    assert (point.missing, point.text(0), point.text(1)) == (0, "", "0.5")
    assert point.with_value(0, -1.0).missing is None
    assert point.with_value(0, -1.0).coordinates == [-1.0, 0.5]


def test_the_rows_of_a_million_points_need_no_list() -> None:
    many = Dataset.of(np.zeros((1_000_000, 1)), np.zeros(1_000_000, dtype=np.int64))
    assert RowOrder().of_points(many, many).points is None
    assert RowOrder.of(many, NUMBER, is_descending=True).point(0) == 999_999
