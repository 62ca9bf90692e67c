"""The cells of the table of points: which are painted as selected, and the fields in which they are changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPalette
from PySide6.QtWidgets import QAbstractItemDelegate, QComboBox, QStyle, QStyleOptionViewItem, QWidget

from perceptron_gui.engine.data.parts import Part
from perceptron_gui.gui.panels.frozen_table import CellDelegate
from perceptron_gui.gui.widgets.checked_field import CheckedField, Complaint
from perceptron_gui.gui.widgets.choice import Choice
from perceptron_gui.gui.widgets.number_input import read_coordinate
from perceptron_gui.session.messages.held_out import PART_NAMES
from perceptron_gui.session.point_table.point_cells import class_column, column_name, is_coordinate_column
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from PySide6.QtWidgets import QTableView

    from perceptron_gui.gui.panels.points_model import Index, PointsModel

USUAL, PADDING = "−0.000000", 24
"""A number that a field has room for, and pixels of its frame left and right of it."""
Hint = QAbstractItemDelegate.EndEditHint
ENDING_KEYS = {
    Qt.Key.Key_Return: Hint.SubmitModelCache,
    Qt.Key.Key_Enter: Hint.SubmitModelCache,
    Qt.Key.Key_Tab: Hint.EditNextItem,
    Qt.Key.Key_Backtab: Hint.EditPreviousItem,
}
"""Keys that take what is typed, and what comes after."""


class NameList(Choice):
    """A list of names: arrows choose one for now, what is picked from the open list is taken at once.

    `picked`: a name of the open list was clicked, or taken with Enter.
    """

    picked = Signal()

    def __init__(self, names: Sequence[str], parent: QWidget) -> None:
        super().__init__("{name}", parent)
        self._was_opened = False
        self.setProperty("takesKeys", True)
        self.offer(dict(enumerate(names)), 0)
        self.activated.connect(self._on_activated)

    def showPopup(self) -> None:
        """See `Choice.showPopup`."""
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

    refused = Signal(str)

    def __init__(self, view: QTableView, model: PointsModel) -> None:
        super().__init__(view)
        self._model = model
        self._index = QPersistentModelIndex()
        self.editor: QWidget | None = None

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """See `QStyledItemDelegate.initStyleOption`: the points know which are selected, Qt does not."""
        super().initStyleOption(option, index)
        if self._model.is_selected(index.row()):
            option.state |= QStyle.StateFlag.State_Selected
        elif self._model.is_new(index.row()):
            faint = option.palette.color(QPalette.ColorRole.PlaceholderText)
            option.palette.setColor(QPalette.ColorRole.Text, QColor(faint))

    # Editors

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """Return a field for a coordinate, a list of classes or parts; see `QStyledItemDelegate.createEditor`."""
        dataset, column = self._model.dataset, index.column()
        self._index = QPersistentModelIndex(index)
        if is_coordinate_column(dataset, column):
            editor: QWidget = self._field(parent)
        else:
            is_class = column == class_column(dataset)
            names = NameList(dataset.classes if is_class else [tr(PART_NAMES[part]) for part in Part], parent)
            names.picked.connect(lambda: self._take(names))
            editor = names
        editor.setFont(option.font)
        editor.setAccessibleName(column_name(dataset, column))
        self.editor = editor
        return editor

    def _field(self, parent: QWidget) -> CheckedField:
        field = CheckedField(read_coordinate, parent)
        complaint = Complaint(field)
        field.destroyed.connect(complaint.deleteLater)
        return field

    def _take(self, editor: QWidget) -> None:
        self.commitData.emit(editor)
        self.closeEditor.emit(editor, Hint.NoHint)

    def destroyEditor(self, editor: QWidget, index: Index) -> None:
        """See `QStyledItemDelegate.destroyEditor`."""
        if editor is self.editor:
            self.editor = None
        super().destroyEditor(editor, index)

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Show what a cell holds; see `QStyledItemDelegate.setEditorData`."""
        if isinstance(editor, CheckedField):
            editor.show_text(self._model.typed_text(index.row(), index.column()))
        elif isinstance(editor, QComboBox):
            editor.setCurrentIndex(self._model.code(index.row(), index.column()))

    def setModelData(self, editor: QWidget, model: object, index: Index) -> None:
        """Take what was typed, or say why not; see `QStyledItemDelegate.setModelData`."""
        if isinstance(editor, QComboBox):
            self._model.setData(index, editor.currentIndex())
        elif isinstance(editor, CheckedField):
            problem = self._problem(editor)
            if problem:
                self.refused.emit(tr("{problem} The point stays as it was.").format(problem=problem))
            elif editor.text().strip():
                self._model.setData(index, read_coordinate(editor.text()))

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        """Let an editor be as wide as what it shows; see `QStyledItemDelegate.updateEditorGeometry`."""
        box = option.rect
        view = self.parent()
        room = view.viewport().width() if view is not None else box.right()  # type: ignore[attr-defined]
        is_list = isinstance(editor, QComboBox)
        wanted = editor.sizeHint().width() if is_list else editor.fontMetrics().horizontalAdvance(USUAL) + PADDING
        box.setWidth(max(box.width(), min(wanted, room)))
        box.moveRight(min(box.right(), room - 1))
        editor.setGeometry(box)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """End at the keys that end, unless what is typed cannot be taken; see `QStyledItemDelegate.eventFilter`."""
        is_key = event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent)
        hint = ENDING_KEYS.get(Qt.Key(event.key())) if is_key and isinstance(event, QKeyEvent) else None
        if hint is None or not isinstance(watched, QWidget):
            return super().eventFilter(watched, event)
        if not (isinstance(watched, CheckedField) and self._problem(watched)):
            self.commitData.emit(watched)
            self.closeEditor.emit(watched, hint)
        return True

    def _problem(self, field: CheckedField) -> str:
        """Return why a field cannot be taken; an empty one can be left in the row where nothing was typed."""
        is_left_empty = not field.text().strip() and self._model.is_new(self._index.row())
        return "" if is_left_empty else field.check()
