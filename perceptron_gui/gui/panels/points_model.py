"""The points as rows of a table, below them one row for another point; only cells in view are asked for."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal

from perceptron_gui.engine.data.dataset import Bools, Dataset
from perceptron_gui.gui.widgets.plain_text import plain_tip
from perceptron_gui.session.point_table.new_point import NewPoint
from perceptron_gui.session.point_table.point_cells import (
    NUMBER,
    cell_text,
    class_column,
    column_name,
    is_coordinate_column,
    n_columns,
    typed_text,
)
from perceptron_gui.session.point_table.row_order import RowOrder
from perceptron_gui.session.wording import grouped
from perceptron_gui.translation import tr

Index = QModelIndex | QPersistentModelIndex
ROLES = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.TextAlignmentRole, Qt.ItemDataRole.ToolTipRole)
ARROWS = {False: "↑", True: "↓"}


class PointsModel(QAbstractTableModel):
    """Shows points in an order of its own, and which of them are selected.

    `new_point`: what was typed into the last row. `current_class`: the class that a point typed there will get.
    `typed`: a cell was changed: its point, its column, and the number, class or part.
    """

    typed = Signal(int, int, object)

    def __init__(self) -> None:
        super().__init__()
        self.dataset = Dataset.empty()
        self.order = RowOrder()
        self.new_point = NewPoint.of(self.dataset)
        self.current_class = 0
        self._selected: Bools = np.empty(0, dtype=bool)

    # What is shown

    def show_points(self, dataset: Dataset) -> None:
        """Show other points; rows stay in their places as far as they can."""
        before, self.dataset = self.dataset, dataset
        n_before, n_now = before.n_samples, dataset.n_samples
        if before.features != dataset.features or n_now < n_before:
            self.beginResetModel()
            self._take_order(dataset)
            if before.features != dataset.features:
                self.new_point = NewPoint.of(dataset)
            self.endResetModel()
        elif n_now > n_before:
            self.dataset = before
            self.beginInsertRows(QModelIndex(), n_before, n_now - 1)
            self.dataset = dataset
            self._take_order(dataset)
            self.endInsertRows()
            self._tell_of_cells()
        else:
            self._tell_of_cells()

    def _take_order(self, dataset: Dataset) -> None:
        self.order = self.order.of_points(dataset)

    def sort_by(self, column: int, is_descending: bool) -> None:
        """Sort the rows, not the points.

        `column`: index of the column. `is_descending`: whether the largest comes first.
        """
        self.order = RowOrder.of(self.dataset, column, is_descending)
        self._tell_of_cells()
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, self.columnCount() - 1)

    def set_selected(self, points: Sequence[int]) -> None:
        """Show which points are selected. `points`: their indices."""
        self._selected = np.zeros(self.dataset.n_samples, dtype=bool)
        rows = np.fromiter(points, dtype=np.int64, count=len(points))
        self._selected[rows[rows < self.dataset.n_samples]] = True

    def is_selected(self, row: int) -> bool:
        """Return whether the point of a row is selected. `row`: from 0."""
        if row >= self.dataset.n_samples:
            return False
        point = self.order.point(row)
        return point < len(self._selected) and bool(self._selected[point])

    def is_new(self, row: int) -> bool:
        """Return whether a row is the one for another point. `row`: from 0."""
        return row == self.dataset.n_samples

    def set_current_class(self, label: int) -> None:
        """Take the class that a new point will get. `label`: its index."""
        if label != self.current_class:
            self.current_class = label
            self._tell_of_new_row()

    def set_new_point(self, new_point: NewPoint) -> None:
        """Take what was typed into the last row."""
        self.new_point = new_point
        self._tell_of_new_row()

    def _tell_of_new_row(self) -> None:
        row = self.dataset.n_samples
        self.dataChanged.emit(self.index(row, 0), self.index(row, self.columnCount() - 1))

    def _tell_of_cells(self) -> None:
        self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, self.columnCount() - 1))

    # Qt's questions

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 — Qt's signature
        return 0 if parent.isValid() else self.dataset.n_samples + 1

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 — Qt's signature
        return 0 if parent.isValid() else n_columns(self.dataset)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation is not Qt.Orientation.Horizontal or section >= self.columnCount():
            return None
        name = column_name(self.dataset, section)
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(tr("{name}: click to sort the rows").format(name=name))
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        is_sorted = section == self.order.column and self.order.points is not None
        return f"{name} {ARROWS[self.order.is_descending]}" if is_sorted else name

    def flags(self, index: Index) -> Qt.ItemFlag:
        """See `QAbstractItemModel.flags`."""
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return flags | Qt.ItemFlag.ItemIsEditable if self.is_editable(index.row(), index.column()) else flags

    def is_editable(self, row: int, column: int) -> bool:
        """Return whether a cell can be changed: not the number, nor the part of a point that is not there yet.

        `row`, `column`: from 0.
        """
        return NUMBER < column < self.columnCount() - self.is_new(row)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """See `QAbstractItemModel.data`."""
        if role not in ROLES:
            return None
        row, column = index.row(), index.column()
        if role == Qt.ItemDataRole.TextAlignmentRole:
            is_number = column <= self.dataset.n_features
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter) if is_number else None
        return self.text(row, column) if role == Qt.ItemDataRole.DisplayRole else plain_tip(self._tip(row, column))

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Tell of a number, a class or a part that an editor gave for a cell; see `QAbstractItemModel.setData`."""
        if role != Qt.ItemDataRole.EditRole or value is None:
            return False
        if not self.is_new(index.row()):
            self.typed.emit(self.order.point(index.row()), index.column(), value)
        elif is_coordinate_column(self.dataset, index.column()) and isinstance(value, float):
            self.set_new_point(self.new_point.with_value(index.column() - 1, value))
        else:
            self.typed.emit(-1, index.column(), value)
        return True

    def text(self, row: int, column: int) -> str:
        """Return what a cell shows. `row`, `column`: from 0."""
        if not self.is_new(row):
            return cell_text(self.dataset, self.order.point(row), column)
        if column == NUMBER:
            return "+"
        if is_coordinate_column(self.dataset, column):
            return self.new_point.text(column - 1)
        is_class = column == class_column(self.dataset)
        return self.dataset.classes[min(self.current_class, len(self.dataset.classes) - 1)] if is_class else ""

    def typed_text(self, row: int, column: int) -> str:
        """Return a coordinate as it is typed. `row`, `column`: of a cell with a coordinate."""
        if self.is_new(row):
            return self.new_point.text(column - 1)
        return typed_text(self.dataset, self.order.point(row), column)

    def code(self, row: int, column: int) -> int:
        """Return which class or part a cell has, as the index of it.

        `row`, `column`: of a cell with a class or a part.
        """
        dataset = self.dataset
        if self.is_new(row):
            return min(self.current_class, len(dataset.classes) - 1)
        point = self.order.point(row)
        if column == class_column(dataset):
            return int(dataset.labels[point])
        return 0 if dataset.parts is None else int(dataset.parts[point])

    def _tip(self, row: int, column: int) -> str:
        if self.is_new(row):
            how = tr("Type the coordinates of another point here, number {number}.").format(number=grouped(row + 1))
            return f"{self.text(row, column)}\n{how}".strip()
        return self.text(row, column)
