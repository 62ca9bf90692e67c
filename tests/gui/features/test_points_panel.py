"""The table of points: shows all, shares the canvas's selection, and every cell can be typed by keyboard alone."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit

from perceptron_gui.engine.data.dataset import Dataset, Part, part_of
from perceptron_gui.files.points.sample_files import BY_NAME
from perceptron_gui.gui.features.point_table import PointsPanel
from perceptron_gui.gui.features.point_table.points_table import PointsView
from perceptron_gui.session.points.point_table import NUMBER
from tests.gui.desk import Button, Desk, Key, Modifier
from tests.gui.legibility import pixels

SHIFT, CTRL, NONE = Modifier.ShiftModifier, Modifier.ControlModifier, Modifier.NoModifier
FOUR = Dataset.of([[0, 3], [1, 2], [0.5, -3], [0.25, 0.1]], [0, 1, 1, 0])


def opened(desk: Desk, dataset: Dataset = FOUR) -> PointsPanel:
    """Show points and their table, which has the keys."""
    desk.show(dataset)
    desk.key(Key.Key_5, CTRL, on=desk.window)
    panel = desk.window.side.panel(PointsPanel)
    desk.wait(lambda: panel.is_built and panel.is_seen and panel.model.dataset is desk.dataset)
    desk.wait(panel.table.hasFocus)
    return panel


def rows(panel: PointsPanel) -> list[list[str]]:
    return [[panel.model.text(i, j) for j in range(panel.model.columnCount())] for i in range(panel.model.rowCount())]


def selected(desk: Desk) -> list[int]:
    return list(desk.window.controller.view_state.selection)


def write(desk: Desk, text: str, key: Key = Key.Key_Return) -> None:
    """Type into the field that has the keys, and end with a key."""
    field = QApplication.focusWidget()
    assert isinstance(field, QLineEdit)
    field.selectAll()
    desk.qtbot.keyClicks(field, text)
    desk.key(key, on=field)


def click(desk: Desk, panel: PointsPanel, row: int, modifiers: Modifier = NONE) -> None:
    at = panel.table.visualRect(panel.model.index(row, NUMBER)).center()
    desk.qtbot.mouseClick(panel.table.viewport(), Button.LeftButton, modifiers, at)


def test_every_point_is_a_row_and_one_more_waits_for_another(desk: Desk) -> None:
    panel = opened(desk)
    assert rows(panel)[1] == ["2", "1", "2", "B", "training"]
    assert rows(panel)[-1] == ["+", "", "", "B", ""]


def test_table_and_canvas_share_one_selection_both_ways(desk: Desk) -> None:
    panel = opened(desk)
    click(desk, panel, 1)
    click(desk, panel, 3, SHIFT)
    assert selected(desk) == [1, 2, 3]
    click(desk, panel, 2, CTRL)
    assert selected(desk) == [1, 3]
    desk.window.gestures.select([0])
    assert [panel.table.is_row_selected(row) for row in range(5)] == [True, False, False, False, False]


def test_the_keys_select_rows(desk: Desk) -> None:
    panel = opened(desk)
    panel.table.go_to(0)
    desk.key(Key.Key_Down)
    assert selected(desk) == [1]
    desk.key(Key.Key_Down, SHIFT)
    assert selected(desk) == [1, 2]
    desk.key(Key.Key_Down, CTRL)
    assert selected(desk) == [1, 2]
    desk.key(Key.Key_Space, SHIFT)
    assert selected(desk) == [1, 2, 3]
    assert not desk.window.controller.view_state.is_playing


def test_a_coordinate_is_typed_in_place_exactly_and_is_one_step_of_undo(desk: Desk) -> None:
    panel = opened(desk)
    panel.table.go_to(2, 1)
    desk.key(Key.Key_Return)
    write(desk, "-0,1", Key.Key_Tab)
    assert desk.dataset.X[2].tolist() == [-0.1, -3]
    write(desk, "7")
    assert desk.dataset.X[2].tolist() == [-0.1, 7]
    assert panel.table.hasFocus()
    desk.do("edit.undo")
    assert desk.dataset.X[2].tolist() == [-0.1, -3]
    desk.do("edit.undo")
    assert desk.dataset.X.tolist() == FOUR.X.tolist()


def test_what_is_no_number_is_said_below_the_field_which_stays(desk: Desk) -> None:
    panel = opened(desk)
    panel.table.go_to(0, 1)
    desk.key(Key.Key_Return)
    write(desk, "one")
    field = QApplication.focusWidget()
    assert "“one” is not a number" in field.accessibleDescription()
    panel.table.setFocus()
    assert "The point stays as it was." in desk.message
    assert desk.dataset is FOUR


def test_class_and_part_are_chosen_from_lists(desk: Desk) -> None:
    panel = opened(desk)
    panel.table.go_to(1, 3)
    desk.key(Key.Key_Return)
    box = QApplication.focusWidget()
    assert isinstance(box, QComboBox)
    desk.key(Key.Key_Up, on=box)
    desk.key(Key.Key_Tab, on=box)
    assert desk.dataset.labels.tolist() == [0, 0, 1, 0]
    box = QApplication.focusWidget()
    assert isinstance(box, QComboBox)
    desk.key(Key.Key_End, on=box)
    desk.key(Key.Key_Return, on=box)
    assert part_of(desk.dataset, 1) is Part.TEST
    assert rows(panel)[1][-2:] == ["A", "test"]


def test_points_are_typed_row_by_row_without_a_mouse(desk: Desk) -> None:
    panel = opened(desk)
    panel.add.click()
    write(desk, "4", Key.Key_Tab)
    write(desk, "5")
    write(desk, "6", Key.Key_Tab)
    write(desk, "0.5")
    assert desk.dataset.X[4:].tolist() == [[4, 5], [6, 0.5]]
    assert desk.dataset.labels[4:].tolist() == [1, 1]
    assert rows(panel)[-1] == ["+", "", "", "B", ""]
    desk.key(Key.Key_Escape)
    desk.do("edit.undo")
    assert desk.dataset.n_samples == 5


def test_enter_in_a_new_row_goes_to_what_it_lacks(desk: Desk) -> None:
    panel = opened(desk)
    panel.table.edit_cell(4, 2)
    write(desk, "5")
    assert panel.table.currentIndex().column() == 1
    write(desk, "4")
    assert desk.dataset.X[4].tolist() == [4, 5]


def test_rows_are_sorted_and_the_points_are_not_unless_their_order_is_taken(desk: Desk) -> None:
    panel = opened(desk)
    header = panel.table.frozen_header
    at = QPoint(header.sectionViewportPosition(1) + 5, 5)
    desk.qtbot.mouseClick(header.viewport(), Button.LeftButton, NONE, at)
    assert [row[0] for row in rows(panel)] == ["1", "4", "3", "2", "+"]
    assert desk.dataset is FOUR
    click(desk, panel, 0)
    click(desk, panel, 2, SHIFT)
    assert selected(desk) == [0, 3, 2]
    desk.qtbot.mouseClick(header.viewport(), Button.LeftButton, NONE, at)
    assert [row[0] for row in rows(panel)] == ["2", "3", "4", "1", "+"]
    panel.reorder.click()
    assert desk.dataset.X[:, 0].tolist() == [1, 0.5, 0.25, 0]
    assert [row[0] for row in rows(panel)] == ["1", "2", "3", "4", "+"]


def test_an_edited_row_stays_where_it_is_sorted_and_a_pasted_one_comes_last(desk: Desk) -> None:
    panel = opened(desk)
    panel._on_header(1)
    panel.table.edit_cell(0, 1)
    write(desk, "9")
    assert [row[0] for row in rows(panel)] == ["1", "4", "3", "2", "+"]
    QApplication.clipboard().setText("-1\t0\tA")
    desk.do("edit.paste")
    assert [row[0] for row in rows(panel)] == ["1", "4", "3", "2", "5", "+"]


def test_the_points_that_are_selected_are_the_same_after_their_order_is_taken(desk: Desk) -> None:
    panel = opened(desk)
    desk.window.gestures.select([1])
    panel._on_header(1)
    panel.reorder.click()
    desk.settle()
    assert [desk.dataset.X[i].tolist() for i in selected(desk)] == [[1, 2]]
    desk.do("edit.undo")
    desk.settle()
    assert all(desk.dataset.X[i].tolist() == [1, 2] for i in selected(desk)), "and never another point"


@pytest.mark.parametrize("n", [3, 4, 5])
def test_other_points_are_sorted_by_what_the_header_says(desk: Desk, n: int) -> None:
    panel = opened(desk)
    panel._on_header(1)
    desk.show(Dataset.of([[i % 3, i] for i in range(n)], [0, 1, 0, 1, 0][:n]))
    column = [float(row[1]) for row in rows(panel)[:-1]]
    assert column == sorted(column)


def test_a_point_that_undo_brings_back_stands_where_it_is_sorted(desk: Desk) -> None:
    panel = opened(desk)
    panel._on_header(1)
    desk.window.controller.delete([1])
    desk.settle()
    desk.do("edit.undo")
    desk.settle()
    assert [row[0] for row in rows(panel)] == ["1", "4", "3", "2", "+"]


def test_another_cell_that_is_asked_for_takes_the_place_of_the_one_that_is_typed(desk: Desk) -> None:
    panel = opened(desk)
    panel.table.edit_cell(0, 1)
    panel.table.edit_cell(1, 2)
    write(desk, "8")
    assert desk.dataset.X[:2].tolist() == [[0, 3], [1, 8]]


def test_undo_while_a_cell_is_typed_gives_the_field_up(desk: Desk) -> None:
    panel = opened(desk)
    desk.window.controller.place([[9, 9]], [0])
    panel.table.edit_cell(1, 1)
    desk.window.controller.undo()
    assert panel.table.cells.editor is None
    assert desk.dataset.n_samples == 4


def test_while_it_is_hidden_the_table_is_not_told_of_points(desk: Desk) -> None:
    panel = opened(desk)
    desk.key(Key.Key_1, CTRL, on=desk.window)
    desk.wait(lambda: not panel.is_seen)
    desk.window.controller.place([[9, 9]], [0])
    desk.window.gestures.select([4])
    assert panel.model.dataset is FOUR
    desk.key(Key.Key_5, CTRL, on=desk.window)
    desk.wait(lambda: panel.is_seen and panel.table.is_row_selected(4))


WIDE = Dataset.of(np.round(np.random.default_rng(85).uniform(-3, 3, (30, 12)), 5), [k % 2 for k in range(30)])
"""More features than a panel has room for."""


def strip(table: PointsView, left: int, right: int) -> QImage:
    """Return what is painted between two columns of pixels, below the header."""
    viewport = table.viewport()
    return viewport.grab(QRect(left, 0, right - left, viewport.height())).toImage()


def test_the_numbers_of_points_stay_when_the_others_are_scrolled(desk: Desk) -> None:
    table = opened(desk, WIDE).table
    header, edge = table.frozen_header, table.columnWidth(0)
    table.selectionModel().clear()
    before, names = strip(table, 0, edge - 1), header.viewport().grab(QRect(0, 0, edge - 1, 20)).toImage()
    assert table.horizontalScrollBar().maximum() > 60
    for place in (1, 60, table.horizontalScrollBar().maximum()):
        table.horizontalScrollBar().setValue(place)
        assert strip(table, 0, edge - 1) == before
        assert header.viewport().grab(QRect(0, 0, edge - 1, 20)).toImage() == names


def test_no_half_number_stands_beside_the_numbers_of_points(desk: Desk) -> None:
    table = opened(desk, WIDE).table
    edge, half = table.columnWidth(0), table.columnWidth(1) // 2
    table.horizontalScrollBar().setValue(half)
    gap = strip(table, edge, edge + table.columnWidth(1) - half)
    assert len(np.unique(pixels(gap).reshape(-1, 3), axis=0)) == 1


@pytest.mark.seldom
def test_with_the_largest_letters_a_wide_table_keeps_its_row_in_view(desk: Desk) -> None:
    """What fits the columns scrolled to the row that was chosen, there and back, and was called again: all ended."""
    panel = opened(desk, BY_NAME["penguins"].make())
    panel.table.go_to(0, panel.model.columnCount() - 2)
    desk.do("view.text_size_largest")
    desk.settle()
    bar = panel.table.horizontalScrollBar()
    for column in range(panel.model.columnCount()):
        panel.table.go_to(panel.model.rowCount() - 1 - column, column)
        bar.setValue(bar.maximum())
        panel.fit()
        assert panel.table.currentIndex().row() in panel.table.rows_in_view()
