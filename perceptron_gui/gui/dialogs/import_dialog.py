"""The preview of an import: the first rows as they will be read, how they are read, and what comes of all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from perceptron_gui.files.file_errors import FileError, PointsFileError
from perceptron_gui.gui.dialogs.import_controls import ImportControls
from perceptron_gui.gui.dialogs.import_model import ImportModel
from perceptron_gui.gui.dialogs.import_words import incomplete_text, outcome_text
from perceptron_gui.gui.style.theme import SPACE, Theme
from perceptron_gui.gui.widgets.plain_text import plain_label, readable
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.files.doubtful import Doubtful
    from perceptron_gui.files.import_choice import ImportChoice
    from perceptron_gui.files.points_file import PointsFile

MOST_FITTED = 40
"""Columns that are made as wide as what is in them."""
LIST_WIDTH = 190


class ImportDialog(QDialog):
    """Shows a table and what comes of it; `accepted` says that its points are wanted.

    `choice`: how the table is read now. `read`: the points, where the whole table could be read like that. `chosen`:
    the table is to be read in another way.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.choice: ImportChoice
        self.read: PointsFile | None = None
        self.reason, self.outcome = plain_label(), plain_label()
        self.reason.setObjectName("caption")
        self.controls, self.model, self.table = ImportControls(), ImportModel(), QTableView()
        self.leaves_out, self.progress = QCheckBox(), QProgressBar()
        self.controls.chosen.connect(self._on_chosen)
        self.controls.refused.connect(self._on_refused)
        self.leaves_out.toggled.connect(lambda _: self._allow())
        self._set_up_table()
        self._lay_out()
        self.resize(820, 520)

    def _set_up_table(self) -> None:
        table = self.table
        table.setModel(self.model)
        table.setAccessibleName(tr("First rows"))
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        table.setTabKeyNavigation(False)
        table.setWordWrap(False)
        table.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideMiddle)

    def _lay_out(self) -> None:
        for label in (self.reason, self.outcome):
            label.setWordWrap(True)
        self.progress.setMaximumHeight(SPACE)
        self.progress.setTextVisible(False)
        middle, left = QHBoxLayout(), QVBoxLayout()
        caption = QLabel(tr("Trained on"))
        caption.setBuddy(self.controls.trained_on)
        self.controls.trained_on.setFixedWidth(LIST_WIDTH)
        left.addWidget(caption)
        left.addWidget(self.controls.trained_on, 1)
        middle.addLayout(left)
        middle.addWidget(self.table, 1)
        Standard = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(Standard.Ok | Standard.Cancel)
        self.accepting = self.buttons.button(Standard.Ok)
        self.accepting.setText(tr("Import"))
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(SPACE)
        column.addWidget(self.reason)
        column.addWidget(self.controls)
        column.addLayout(middle, 1)
        for widget in (self.outcome, self.leaves_out, self.progress, self.buttons):
            column.addWidget(widget)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self.model.theme = theme
        self.controls.set_theme(theme)

    def show_table(self, table: Doubtful) -> None:
        """Show a table that was not looked at yet."""
        self.setWindowTitle(tr("Import {name}").format(name=readable(table.path.name)))
        self.reason.setText(table.reason)
        self.reason.setVisible(bool(table.reason))
        self.controls.show_choice(table.choice)
        self._show_choice(table.choice)
        self.accepting.setFocus()

    def show_part(self, part: float) -> None:
        """Show how much of the table is read. `part`: from 0 to 1."""
        self.progress.setValue(round(100 * part))

    def show_outcome(self, outcome: PointsFile | PointsFileError) -> None:
        """Say what comes of the whole table."""
        self.show_part(0)
        if isinstance(outcome, PointsFileError):
            flaw = outcome.flaw or FileError(str(outcome))
            self._say(flaw.placed, is_problem=True)
            self.reason.setVisible(self.reason.text() not in ("", flaw.placed))
            self._show_line(flaw.line)
            return
        self.read = outcome
        self.reason.setVisible(bool(self.reason.text()))
        self._say(outcome_text(outcome))
        self.leaves_out.setText(incomplete_text(outcome))
        self.leaves_out.setVisible(outcome.left_out.count > 0)
        if outcome.left_out.count:
            self._show_line(outcome.left_out.first)
        self._allow()

    def _on_chosen(self, choice: ImportChoice) -> None:
        self._show_choice(choice)
        self.chosen.emit(choice)

    def _on_refused(self, flaw: FileError) -> None:
        self._say(flaw.placed, is_problem=True)

    def _show_choice(self, choice: ImportChoice) -> None:
        self.choice, self.read = choice, None
        self.leaves_out.setChecked(False)
        self.leaves_out.hide()
        self.model.show_choice(choice)
        if len(choice.head.names) <= MOST_FITTED:
            self.table.resizeColumnsToContents()
        self._say(tr("Reading …"))
        self._allow()

    def _allow(self) -> None:
        """Let the points be taken where there are any, and nothing of them is missing that was not agreed to."""
        read = self.read
        self.accepting.setEnabled(read is not None and (not read.left_out.count or self.leaves_out.isChecked()))

    def _say(self, sentence: str, is_problem: bool = False) -> None:
        self.outcome.setObjectName("problem" if is_problem else "")
        self.outcome.style().polish(self.outcome)
        self.outcome.setText(sentence)

    def _show_line(self, line: int | None) -> None:
        """Bring the row that begins on a line into view, and mark what is wrong in it."""
        head = self.choice.head
        row = self.model.row_of(line) if line is not None else None
        if row is not None:
            column = next((j for j in range(len(head.names)) if head.is_wrong(row, j)), 0)
            self.table.setCurrentIndex(self.model.index(row, column))
