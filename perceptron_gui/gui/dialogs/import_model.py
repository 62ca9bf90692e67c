"""The first rows of a table as they will be read, for the preview of an import."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QBrush, QColor

from perceptron_gui.files.file_errors import shown
from perceptron_gui.gui.style.theme import LIGHT, Theme
from perceptron_gui.gui.widgets.plain_text import plain_tip
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.files.import_choice import ImportChoice

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole


class ImportModel(QAbstractTableModel):
    """Says what becomes of each cell: a number, a label, nothing, or what is wrong with it."""

    def __init__(self) -> None:
        super().__init__()
        self._choice: ImportChoice | None = None
        self.theme: Theme = LIGHT

    def show_choice(self, choice: ImportChoice) -> None:
        """Show the table as it is read now."""
        self.beginResetModel()
        self._choice = choice
        self.endResetModel()

    def row_of(self, line: int) -> int | None:
        """Return the row that begins on a line of the file, if it is shown. `line`: from 1."""
        head = self._choice.head if self._choice is not None else None
        if head is None or line not in head.lines[: len(head.rows)]:
            return None
        return list(head.lines).index(line)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """See `QAbstractItemModel.rowCount`."""
        return 0 if self._choice is None or parent.isValid() else len(self._choice.head.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """See `QAbstractItemModel.columnCount`."""
        return 0 if self._choice is None or parent.isValid() else len(self._choice.head.names)

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        """See `QAbstractItemModel.data`."""
        assert self._choice is not None
        head, row, column = self._choice.head, index.row(), index.column()
        if role == Role.DisplayRole:
            return shown(head.shown(row, column))
        if role == Role.ForegroundRole:
            if head.is_wrong(row, column):
                return QBrush(QColor(self.theme.wrong))
            if column != head.label and column not in head.features:
                return QBrush(QColor(self.theme.muted))
        if role == Role.TextAlignmentRole and head.numeric[column]:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> object:
        """See `QAbstractItemModel.headerData`."""
        if self._choice is None or role not in (Role.DisplayRole, Role.ToolTipRole):
            return None
        if orientation == Qt.Orientation.Vertical:
            return str(self._choice.head.lines[section])
        text = " ".join(filter(None, [shown(self._choice.head.names[section]), self._use(section)]))
        return plain_tip(text) if role == Role.ToolTipRole else text

    def _use(self, column: int) -> str:
        """Return what a column is for, beside its name."""
        assert self._choice is not None
        head, drawn = self._choice.head, self._choice.drawn
        if column == head.label:
            return tr("(label)")
        if column in drawn:
            return "→↑"[drawn.index(column)]
        return "" if column in head.features else tr("(left out)")
