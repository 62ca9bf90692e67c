"""View and model of the table of points: rows are selected as on the canvas, cells edited in place.

Its model has one row more for another point; only cells in view are asked for.
"""

from collections.abc import Sequence

import numpy as np
from PySide6 import QtCore, QtWidgets
from PySide6.QtGui import QColor, QKeyEvent, QKeySequence, QMouseEvent, QPalette, QShortcut

from perceptron_gui.engine.data.dataset import Bools, Dataset, Part
from perceptron_gui.gui.panels.frozen_table import CellDelegate, FrozenTable
from perceptron_gui.gui.widgets.checked_field import CheckedField, Complaint, read_coordinate
from perceptron_gui.gui.widgets.choice import Choice
from perceptron_gui.gui.widgets.plain_text import plain_tip
from perceptron_gui.session.messages.run_end import PART_NAMES
from perceptron_gui.session.points import point_table
from perceptron_gui.session.wording import grouped
from perceptron_gui.translation import tr

Index = QtCore.QModelIndex | QtCore.QPersistentModelIndex
ROLES = (
    QtCore.Qt.ItemDataRole.DisplayRole,
    QtCore.Qt.ItemDataRole.TextAlignmentRole,
    QtCore.Qt.ItemDataRole.ToolTipRole,
)
ARROWS = {False: "↑", True: "↓"}


class PointsModel(QtCore.QAbstractTableModel):
    """Shows points in an order of its own, and which of them are selected.

    `new_point`: what was typed into the last row. `current_class`: the class that a point typed there will get.
    `typed`: a cell was changed: its point, its column, and the number, class or part.
    """

    typed = QtCore.Signal(int, int, object)

    def __init__(self) -> None:
        super().__init__()
        self.dataset = Dataset.empty()
        self.order = point_table.RowOrder()
        self.new_point = point_table.NewPoint.of(self.dataset)
        self.current_class = 0
        self._selected: Bools = np.empty(0, dtype=bool)

    # What is shown

    def show_points(self, dataset: Dataset) -> None:
        """Show other points; rows keep their order as far as possible."""
        before, n_before, n_now = self.dataset, self.dataset.n_samples, dataset.n_samples
        if before.features != dataset.features or not dataset.has_rows_of(before):
            self.beginResetModel()
            self.dataset, self.order = dataset, self.order.of_points(dataset, before)
            if before.features != dataset.features:
                self.new_point = point_table.NewPoint.of(dataset)
            self.endResetModel()
            return
        if n_now > n_before:
            self.beginInsertRows(QtCore.QModelIndex(), n_before, n_now - 1)
        self.dataset, self.order = dataset, self.order.of_points(dataset, before)
        if n_now > n_before:
            self.endInsertRows()
        self._tell_of_cells()

    def sort_by(self, column: int, is_descending: bool) -> None:
        """Sort the rows, not the points.

        `column`: index of the column. `is_descending`: whether the largest comes first.
        """
        self.order = point_table.RowOrder.of(self.dataset, column, is_descending)
        self._tell_of_cells()
        self.headerDataChanged.emit(QtCore.Qt.Orientation.Horizontal, 0, self.columnCount() - 1)

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

    def set_new_point(self, new_point: point_table.NewPoint) -> None:
        """Take what was typed into the last row."""
        self.new_point = new_point
        self._tell_of_new_row()

    def _tell_of_new_row(self) -> None:
        row = self.dataset.n_samples
        self.dataChanged.emit(self.index(row, 0), self.index(row, self.columnCount() - 1))

    def _tell_of_cells(self) -> None:
        self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, self.columnCount() - 1))

    # Qt's questions

    def rowCount(self, parent: Index = QtCore.QModelIndex()) -> int:  # noqa: B008 — Qt's signature
        return 0 if parent.isValid() else self.dataset.n_samples + 1

    def columnCount(self, parent: Index = QtCore.QModelIndex()) -> int:  # noqa: B008 — Qt's signature
        return 0 if parent.isValid() else point_table.n_columns(self.dataset)

    def headerData(
        self, section: int, orientation: QtCore.Qt.Orientation, role: int = QtCore.Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation is not QtCore.Qt.Orientation.Horizontal or section >= self.columnCount():
            return None
        name = point_table.column_name(self.dataset, section)
        if role == QtCore.Qt.ItemDataRole.ToolTipRole:
            return plain_tip(tr("{name}: click to sort the rows").format(name=name))
        if role != QtCore.Qt.ItemDataRole.DisplayRole:
            return None
        is_sorted = section == self.order.column and self.order.points is not None
        return f"{name} {ARROWS[self.order.is_descending]}" if is_sorted else name

    def flags(self, index: Index) -> QtCore.Qt.ItemFlag:
        flags = QtCore.Qt.ItemFlag.ItemIsEnabled | QtCore.Qt.ItemFlag.ItemIsSelectable
        return flags | QtCore.Qt.ItemFlag.ItemIsEditable if self.is_editable(index.row(), index.column()) else flags

    def is_editable(self, row: int, column: int) -> bool:
        """Return whether a cell can be changed: not the number, nor the part of a point that is not there yet.

        `row`, `column`: from 0.
        """
        return point_table.NUMBER < column < self.columnCount() - self.is_new(row)

    def data(self, index: Index, role: int = QtCore.Qt.ItemDataRole.DisplayRole) -> object:
        if role not in ROLES:
            return None
        row, column = index.row(), index.column()
        if role == QtCore.Qt.ItemDataRole.TextAlignmentRole:
            is_number = column <= self.dataset.n_features
            return int(QtCore.Qt.AlignmentFlag.AlignRight | QtCore.Qt.AlignmentFlag.AlignVCenter) if is_number else None
        return (
            self.text(row, column) if role == QtCore.Qt.ItemDataRole.DisplayRole else plain_tip(self._tip(row, column))
        )

    def setData(self, index: Index, value: object, role: int = QtCore.Qt.ItemDataRole.EditRole) -> bool:
        """Emit the number, class or part that an editor gave for a cell; see `QAbstractItemModel.setData`."""
        if role != QtCore.Qt.ItemDataRole.EditRole or value is None:
            return False
        if not self.is_new(index.row()):
            self.typed.emit(self.order.point(index.row()), index.column(), value)
        elif point_table.is_coordinate_column(self.dataset, index.column()) and isinstance(value, float):
            self.set_new_point(self.new_point.with_value(index.column() - 1, value))
        else:
            self.typed.emit(-1, index.column(), value)
        return True

    def text(self, row: int, column: int) -> str:
        """Return what a cell shows. `row`, `column`: from 0."""
        if not self.is_new(row):
            return point_table.cell_text(self.dataset, self.order.point(row), column)
        if column == point_table.NUMBER:
            return "+"
        if point_table.is_coordinate_column(self.dataset, column):
            return self.new_point.text(column - 1)
        is_class = column == point_table.class_column(self.dataset)
        return self.dataset.classes[min(self.current_class, len(self.dataset.classes) - 1)] if is_class else ""

    def typed_text(self, row: int, column: int) -> str:
        """Return a coordinate as it is typed. `row`, `column`: of a cell with a coordinate."""
        if self.is_new(row):
            return self.new_point.text(column - 1)
        return point_table.typed_text(self.dataset, self.order.point(row), column)

    def code(self, row: int, column: int) -> int:
        """Return which class or part a cell has, as the index of it.

        `row`, `column`: of a cell with a class or a part.
        """
        dataset = self.dataset
        if self.is_new(row):
            return min(self.current_class, len(dataset.classes) - 1)
        point = self.order.point(row)
        if column == point_table.class_column(dataset):
            return int(dataset.labels[point])
        return 0 if dataset.parts is None else int(dataset.parts[point])

    def _tip(self, row: int, column: int) -> str:
        if self.is_new(row):
            how = tr("Type the coordinates of a new point here: number {number}.").format(number=grouped(row + 1))
            return f"{self.text(row, column)}\n{how}".strip()
        return self.text(row, column)


USUAL, PADDING = "−0.000000", 24
"""A number that a field has room for, and pixels of its frame left and right of it."""
Hint = QtWidgets.QAbstractItemDelegate.EndEditHint
ENDING_KEYS = {
    QtCore.Qt.Key.Key_Return: Hint.SubmitModelCache,
    QtCore.Qt.Key.Key_Enter: Hint.SubmitModelCache,
    QtCore.Qt.Key.Key_Tab: Hint.EditNextItem,
    QtCore.Qt.Key.Key_Backtab: Hint.EditPreviousItem,
}
"""Keys that take what is typed, and what comes after."""


class NameList(Choice):
    """A list of names: arrow keys choose provisionally, a pick from the open list applies at once.

    `picked`: a name of the open list was clicked, or taken with Enter.
    """

    picked = QtCore.Signal()

    def __init__(self, names: Sequence[str], parent: QtWidgets.QWidget) -> None:
        super().__init__("{name}", parent)
        self._was_opened = False
        self.setProperty("takesKeys", True)
        self.offer(dict(enumerate(names)), 0)
        self.activated.connect(self._on_activated)

    def showPopup(self) -> None:
        self._was_opened = True
        super().showPopup()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._was_opened = False
        super().keyPressEvent(event)

    def _on_activated(self) -> None:
        if self._was_opened:
            self.picked.emit()


class PointCells(CellDelegate):
    """Paints and edits cells of a `PointsModel`.

    `refused`: why what was typed was not taken when somebody went on elsewhere.
    """

    refused = QtCore.Signal(str)

    def __init__(self, view: QtWidgets.QTableView, model: PointsModel) -> None:
        super().__init__(view)
        self._model = model
        self._index = QtCore.QPersistentModelIndex()
        self.editor: QtWidgets.QWidget | None = None

    def initStyleOption(self, option: QtWidgets.QStyleOptionViewItem, index: Index) -> None:
        """See `QStyledItemDelegate.initStyleOption`: the points know which are selected, Qt does not."""
        super().initStyleOption(option, index)
        if self._model.is_selected(index.row()):
            option.state |= QtWidgets.QStyle.StateFlag.State_Selected
        elif self._model.is_new(index.row()):
            faint = option.palette.color(QPalette.ColorRole.PlaceholderText)
            option.palette.setColor(QPalette.ColorRole.Text, QColor(faint))

    # Editors

    def createEditor(
        self, parent: QtWidgets.QWidget, option: QtWidgets.QStyleOptionViewItem, index: Index
    ) -> QtWidgets.QWidget:
        """Return a field for a coordinate, a list of classes or parts; see `QStyledItemDelegate.createEditor`."""
        dataset, column = self._model.dataset, index.column()
        self._index = QtCore.QPersistentModelIndex(index)
        if point_table.is_coordinate_column(dataset, column):
            editor: QtWidgets.QWidget = self._field(parent)
        else:
            is_class = column == point_table.class_column(dataset)
            names = NameList(dataset.classes if is_class else [tr(PART_NAMES[part]) for part in Part], parent)
            names.picked.connect(lambda: self._take(names))
            editor = names
        editor.setFont(option.font)
        editor.setAccessibleName(point_table.column_name(dataset, column))
        self.editor = editor
        return editor

    def _field(self, parent: QtWidgets.QWidget) -> CheckedField:
        field = CheckedField(read_coordinate, parent)
        field.destroyed.connect(Complaint(field).deleteLater)
        return field

    def _take(self, editor: QtWidgets.QWidget) -> None:
        self.commitData.emit(editor)
        self.closeEditor.emit(editor, Hint.NoHint)

    def destroyEditor(self, editor: QtWidgets.QWidget, index: Index) -> None:
        if editor is self.editor:
            self.editor = None
        super().destroyEditor(editor, index)

    def setEditorData(self, editor: QtWidgets.QWidget, index: Index) -> None:
        """Show what a cell holds; see `QStyledItemDelegate.setEditorData`."""
        if isinstance(editor, CheckedField):
            editor.show_text(self._model.typed_text(index.row(), index.column()))
        elif isinstance(editor, QtWidgets.QComboBox):
            editor.setCurrentIndex(self._model.code(index.row(), index.column()))

    def setModelData(self, editor: QtWidgets.QWidget, model: object, index: Index) -> None:
        """Apply what was typed, or say why it is invalid; see `QStyledItemDelegate.setModelData`."""
        if isinstance(editor, QtWidgets.QComboBox):
            self._model.setData(index, editor.currentIndex())
        elif isinstance(editor, CheckedField):
            problem = self._problem(editor)
            if problem:
                self.refused.emit(tr("{problem} The point stays as it was.").format(problem=problem))
            elif editor.text().strip():
                self._model.setData(index, read_coordinate(editor.text()))

    def updateEditorGeometry(
        self, editor: QtWidgets.QWidget, option: QtWidgets.QStyleOptionViewItem, index: Index
    ) -> None:
        """Let an editor be as wide as what it shows; see `QStyledItemDelegate.updateEditorGeometry`."""
        box = option.rect
        view = self.parent()
        room = view.viewport().width() if view is not None else box.right()  # type: ignore[attr-defined]
        is_list = isinstance(editor, QtWidgets.QComboBox)
        wanted = editor.sizeHint().width() if is_list else editor.fontMetrics().horizontalAdvance(USUAL) + PADDING
        box.setWidth(max(box.width(), min(wanted, room)))
        box.moveRight(min(box.right(), room - 1))
        editor.setGeometry(box)

    def eventFilter(self, watched: QtCore.QObject, event: QtCore.QEvent) -> bool:
        """End editing at Enter, Tab and the like, unless the text is invalid; see `QStyledItemDelegate.eventFilter`."""
        is_key = event.type() == QtCore.QEvent.Type.KeyPress and isinstance(event, QKeyEvent)
        hint = ENDING_KEYS.get(QtCore.Qt.Key(event.key())) if is_key and isinstance(event, QKeyEvent) else None
        if hint is None or not isinstance(watched, QtWidgets.QWidget):
            return super().eventFilter(watched, event)
        if not (isinstance(watched, CheckedField) and self._problem(watched)):
            self.commitData.emit(watched)
            self.closeEditor.emit(watched, hint)
        return True

    def _problem(self, field: CheckedField) -> str:
        """Return why a field is invalid; in an untouched new row an empty one is fine."""
        is_left_empty = not field.text().strip() and self._model.is_new(self._index.row())
        return "" if is_left_empty else field.check()


SHIFT, CONTROL = QtCore.Qt.KeyboardModifier.ShiftModifier, QtCore.Qt.KeyboardModifier.ControlModifier
MOVES = (QtCore.Qt.Key.Key_Up, QtCore.Qt.Key.Key_Down, QtCore.Qt.Key.Key_PageUp, QtCore.Qt.Key.Key_PageDown)


class PointsView(FrozenTable):
    """Shows a `PointsModel`, with the window's selection instead of one of Qt's.

    `chosen`: the points to select. `toggled`: the point to select as well, or no more. `finished`: what was typed into
    the last row is to be a point.
    """

    chosen = QtCore.Signal(object)
    toggled = QtCore.Signal(int)
    finished = QtCore.Signal()

    def __init__(self, model: PointsModel) -> None:
        super().__init__(1)
        self._points = model
        self._anchor: int | None = None
        self.cells = PointCells(self, model)
        self.setModel(model)
        self.setItemDelegate(self.cells)
        self.setSelectionMode(QtWidgets.QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QtWidgets.QAbstractItemView.EditTrigger.DoubleClicked)
        self.frozen_header.setStretchLastSection(True)
        toggle = QShortcut(QKeySequence("Shift+Space"), self, context=QtCore.Qt.ShortcutContext.WidgetShortcut)
        toggle.activated.connect(lambda: self._toggle(self.currentIndex().row()))

    def is_row_selected(self, row: int) -> bool:
        """Return whether the point of a row is selected. See `FrozenTable.is_row_selected`."""
        return self._points.is_selected(row)

    def forget_anchor(self) -> None:
        """Forget where a range selection began, as the rows have changed."""
        self._anchor = None

    def show_selected(self, points: tuple[int, ...], follows: bool) -> None:
        """Show which points are selected.

        `points`: their indices. `follows`: whether to go to the first of them, unless one is in view.
        """
        self._points.set_selected(points)
        self.viewport().update()
        known = np.fromiter(points, dtype=np.int64, count=len(points))
        rows = self._points.order.rows_of(known[known < self._points.dataset.n_samples])
        seen = self.rows_in_view()
        if follows and rows.size and not ((rows >= seen.start) & (rows < seen.stop - 1)).any():
            self.go_to(int(rows.min()))

    def go_to(self, row: int, column: int | None = None) -> QtCore.QModelIndex:
        """Make a cell current, and scroll it into view; return its index.

        `row`: from 0. `column`: None for the one of now.
        """
        column = column if column is not None else max(self.currentIndex().column(), point_table.NUMBER + 1)
        index = self._points.index(row, column)
        self.selectionModel().setCurrentIndex(index, QtCore.QItemSelectionModel.SelectionFlag.NoUpdate)
        self.scrollTo(index)
        return index

    # Editing

    def edit_cell(self, row: int, column: int) -> None:
        """Open the editor of a cell.

        `row`, `column`: from 0; of a cell that cannot be changed the first coordinate beside it.
        """
        self.give_up_editing()
        if not self._points.is_editable(row, column):
            column = point_table.NUMBER + 1
        index = self.go_to(row, column)
        super(FrozenTable, self).scrollTo(index)  # sideways, too: it is about to be typed in
        self.edit(index)

    def give_up_editing(self) -> None:
        """Close an editor without applying it, as the points have changed."""
        editor = self.cells.editor
        if editor is not None:
            self.closeEditor(editor, Hint.RevertModelCache)

    def closeEditor(self, editor: QtWidgets.QWidget, hint: Hint) -> None:
        """Go on to the next cell where it was asked for; see `QAbstractItemView.closeEditor`."""
        row, column = self.currentIndex().row(), self.currentIndex().column()
        super().closeEditor(editor, Hint.NoHint)
        is_new, step = self._points.is_new(row), {Hint.EditNextItem: 1, Hint.EditPreviousItem: -1}.get(hint, 0)
        if step and self._points.is_editable(row, column + step):
            self.edit_cell(row, column + step)
        elif is_new and (step > 0 or hint == Hint.SubmitModelCache):
            self._finish()

    def _finish(self) -> None:
        """Turn the last row into a point, or go to its missing coordinate."""
        missing = self._points.new_point.missing
        if missing is None:
            self.finished.emit()
            self.edit_cell(self._points.dataset.n_samples, point_table.NUMBER + 1)
        elif self._points.new_point.coordinates:
            self.edit_cell(self._points.dataset.n_samples, missing + 1)

    # Selecting

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if event.button() == QtCore.Qt.MouseButton.LeftButton:
            self._choose(self.rowAt(event.position().toPoint().y()), event.modifiers())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not event.buttons() & QtCore.Qt.MouseButton.LeftButton or self._anchor is None:
            super().mouseMoveEvent(event)
            return
        row = self.rowAt(event.position().toPoint().y())
        if row >= 0 and row != self.currentIndex().row():
            self.go_to(row)
            self._choose(row, SHIFT)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.currentIndex().row()
        if event.key() in (QtCore.Qt.Key.Key_Return, QtCore.Qt.Key.Key_Enter):
            self.edit_cell(max(row, 0), self.currentIndex().column())
            return
        super().keyPressEvent(event)
        now = self.currentIndex().row()
        if event.key() in MOVES and now != row and not event.modifiers() & CONTROL:
            self._choose(now, event.modifiers(), since=row)

    def _choose(self, row: int, modifiers: QtCore.Qt.KeyboardModifier, since: int | None = None) -> None:
        """Select a row, with Shift all from where the selection began, with Ctrl one more or less."""
        if not 0 <= row < self._points.dataset.n_samples:
            return
        if modifiers & SHIFT:
            first = self._anchor if self._anchor is not None else since
            self._anchor = row if first is None or first < 0 else min(first, self._points.dataset.n_samples - 1)
            self.chosen.emit(self._points.order.points_of(self._anchor, row))
        elif modifiers & CONTROL:
            self._toggle(row)
        else:
            self._anchor = row
            self.chosen.emit((self._points.order.point(row),))

    def _toggle(self, row: int) -> None:
        if 0 <= row < self._points.dataset.n_samples:
            self._anchor = row
            self.toggled.emit(self._points.order.point(row))

    def event(self, event: QtCore.QEvent) -> bool:
        """See `QWidget.event`: keys that write in a field are no shortcuts."""
        if event.type() == QtCore.QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self.cells.editor:
            is_plain = not event.modifiers() & ~(SHIFT | QtCore.Qt.KeyboardModifier.KeypadModifier)
            if is_plain and event.key() != QtCore.Qt.Key.Key_Escape:
                event.accept()
                return True
        return super().event(event)
