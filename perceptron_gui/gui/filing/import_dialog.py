"""The preview of an import: the first rows as read, the reading options, and the result for the whole file."""

from collections.abc import Callable

import numpy as np
from PySide6 import QtWidgets
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QColor

from perceptron_gui.files.file_work import FileError, PointsFileError, shown
from perceptron_gui.files.opened_file import UTF8, UTF16, WINDOWS
from perceptron_gui.files.points.import_choice import MOST_SKIPPED, Doubtful, ImportChoice
from perceptron_gui.files.points.points_file import PointsFile
from perceptron_gui.gui.placement import resize_within_screen
from perceptron_gui.gui.style.theme import LIGHT, SPACE, Theme
from perceptron_gui.gui.widgets.checked_field import Complaint, SteppedField, read_count
from perceptron_gui.gui.widgets.choice import Choice, show_checked
from perceptron_gui.gui.widgets.plain_text import plain_label, plain_tip, readable
from perceptron_gui.session.wording import counted, grouped, joined
from perceptron_gui.translation import N_, ntr, tr


def outcome_text(read: PointsFile) -> str:
    """Return how many points there are, of how many features and classes."""
    dataset = read.dataset
    if not dataset.n_samples:
        return tr("There are no points in it.")
    counts = np.bincount(dataset.labels, minlength=len(dataset.classes)).tolist()
    classes = joined(f"{shown(name)} ({count})" for name, count in zip(dataset.classes, counts, strict=True))
    return tr("{points} with {features} in {classes}: {names}.").format(
        points=counted("{count} point", "{count} points", dataset.n_samples),
        features=counted("{count} feature", "{count} features", dataset.n_features),
        classes=counted("{count} class", "{count} classes", len(dataset.classes)),
        names=classes,
    )


def incomplete_text(read: PointsFile) -> str:
    """Return the question about rows that lack something; "" where there are none."""
    if not read.left_out.count:
        return ""
    words = ntr(
        "Leave out {count} row that lacks a number or a label, on line {line}",
        "Leave out {count} rows that lack a number or a label, the first on line {line}",
        read.left_out.count,
    )
    return words.format(count=grouped(read.left_out.count), line=read.left_out.first)


Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole


class ImportModel(QAbstractTableModel):
    """Shows how each cell is read: as a number, a label, not at all, or with an error."""

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
        return 0 if self._choice is None or parent.isValid() else len(self._choice.head.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if self._choice is None or parent.isValid() else len(self._choice.head.names)

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
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


# L10n: a separator of columns, the blank
# L10n: a separator of columns, the tabulator
# L10n: a separator of columns
# L10n: a separator of columns
DELIMITERS = {",": N_("comma"), ";": N_("semicolon"), "\t": N_("tab"), " ": N_("space"), "|": N_("bar |")}
# L10n: the sign of decimals that the table itself shows
DECIMALS = {None: N_("automatic"), ".": N_("1.5 with a point"), ",": N_("1,5 with a comma")}
ENCODINGS = {UTF8: "UTF-8", UTF16: "UTF-16", WINDOWS: "Windows-1252"}
COLUMN = Qt.ItemDataRole.UserRole
LEAST_NAME, NAME_WIDTH = 80, 170
"""Pixels of a list of columns, whose names may be long: in the middle they are left out."""
NUMBER_WIDTH = 64


class ImportControls(QtWidgets.QWidget):
    """Controls of the reading options; each change emits a new choice.

    `chosen`: another choice. `refused`: what was touched makes no table; all is as it was.
    """

    chosen = Signal(object)
    refused = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._choice: ImportChoice | None = None
        self.delimiter, self.decimal, self.encoding = (Choice("{name}") for _ in range(3))
        self.label, self.across, self.upwards = (Choice("{name}") for _ in range(3))
        self.has_header = QtWidgets.QCheckBox(tr("The first row names the columns"))
        self.n_above = SteppedField(_read_above, _step)
        Complaint(self.n_above)
        self.trained_on = QtWidgets.QListWidget()
        for box, names in ((self.delimiter, DELIMITERS), (self.decimal, DECIMALS), (self.encoding, ENCODINGS)):
            box.offer({value: tr(name) if box is not self.encoding else name for value, name in names.items()}, None)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        grid = QtWidgets.QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        rows = (
            (
                (tr("Separator"), self.delimiter),
                (tr("Decimals", "their sign"), self.decimal),
                (tr("Text", "its encoding"), self.encoding),
            ),
            # L10n: heads the row that says which columns are drawn across and upwards
            ((tr("Label"), self.label), (tr("Drawn →"), self.across), ("↑", self.upwards)),
        )
        names = (tr("Horizontal feature"), tr("Vertical feature"))
        for y, row in enumerate(rows):
            for x, (words, box) in enumerate(row):
                caption = QtWidgets.QLabel(words)
                caption.setBuddy(box)
                box.setAccessibleName(words if box not in (self.across, self.upwards) else names[x - 1])
                grid.addWidget(caption, y, 2 * x)
                grid.addWidget(box, y, 2 * x + 1)
        grid.addWidget(self.has_header, 2, 0, 1, 4)
        above = QtWidgets.QLabel(tr("Skip lines"))
        above.setBuddy(self.n_above)
        self.n_above.setAccessibleName(above.text())
        self.n_above.setToolTip(tr("Lines above the table, such as a title; ↑ and ↓ change the number"))
        grid.addWidget(above, 2, 4)
        grid.addWidget(self.n_above, 2, 5)
        grid.setColumnStretch(6, 1)
        # L10n: heads the row of columns that are features
        self.trained_on.setAccessibleName(tr("Trained on"))
        self.trained_on.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.trained_on.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    @property
    def _boxes(self) -> tuple[Choice, ...]:
        return self.delimiter, self.decimal, self.encoding, self.label, self.across, self.upwards

    def set_theme(self, theme: Theme) -> None:
        """Adopt the theme's font size and scale."""
        for box in self._boxes:
            box.setMinimumWidth(round(LEAST_NAME * theme.scale))
            box.setMaximumWidth(round(NAME_WIDTH * theme.scale))
        self.n_above.setFixedWidth(round(NUMBER_WIDTH * theme.scale))

    def _connect(self) -> None:
        self._on(self.delimiter, lambda choice: choice.with_text(delimiter=self.delimiter.currentData(), n_above=None))
        self._on(self.encoding, lambda choice: choice.with_text(encoding=self.encoding.currentData()))
        self._on(self.decimal, lambda choice: choice.with_decimal(self.decimal.currentData()))
        self._on(self.label, lambda choice: choice.with_label(self.label.currentData()))
        self._on(self.across, lambda choice: choice.with_drawn(0, self.across.currentData()))
        self._on(self.upwards, lambda choice: choice.with_drawn(1, self.upwards.currentData()))
        self.has_header.toggled.connect(
            lambda is_on: self._choose(lambda choice: choice.with_text(has_header=is_on, delimiter=self._delimiter))
        )
        self.n_above.textEdited.connect(lambda _: self._on_above())
        self.n_above.stepped.connect(self._skip)
        self.trained_on.itemChanged.connect(self._on_item)

    @property
    def _delimiter(self) -> object:
        return self.delimiter.currentData()

    def _on(self, box: Choice, make: Callable[[ImportChoice], ImportChoice]) -> None:
        box.activated.connect(lambda _: self._choose(make))

    def _on_above(self) -> None:
        if not self.n_above.check():
            self._skip(self.n_above.value())

    def _skip(self, n_lines: object) -> None:
        """Skip lines above the table; separator and header are then found anew."""
        self._choose(lambda choice: choice.with_text(n_above=n_lines, has_header=None, delimiter=self._delimiter))

    def _on_item(self, item: QtWidgets.QListWidgetItem) -> None:
        is_on = item.checkState() == Qt.CheckState.Checked
        self._choose(lambda choice: choice.with_feature(item.data(COLUMN), is_on))

    def _choose(self, make: Callable[[ImportChoice], ImportChoice]) -> None:
        assert self._choice is not None
        try:
            choice = make(self._choice)
        except FileError as flaw:
            self.show_choice(self._choice)
            self.refused.emit(flaw)
            return
        self.show_choice(choice)
        self.chosen.emit(choice)

    def show_choice(self, choice: ImportChoice) -> None:
        """Show how a table is read."""
        before, self._choice = self._choice, choice
        head, options = choice.head, choice.head.options
        for box, value in zip(self._boxes, (options.delimiter, options.decimal, options.encoding), strict=False):
            box.setCurrentIndex(box.findData(value))
        show_checked(self.has_header, bool(options.has_header))
        if self.n_above.text() != str(options.n_above):
            self.n_above.show_text(str(options.n_above))
        named = dict(enumerate(map(shown, head.names)))
        self.label.offer(named, head.label)
        trained = {column: name for column, name in named.items() if column in {*head.features}}
        for place, box in enumerate((self.across, self.upwards)):
            box.offer(trained, choice.drawn[place] if place < len(choice.drawn) else None)
            box.setEnabled(len(trained) > 1)
        is_same = before is not None and before.head.names == head.names and before.head.label == head.label
        if not is_same or before is None or before.head.numeric != head.numeric:
            self._list(choice)

    def _list(self, choice: ImportChoice) -> None:
        head, features = choice.head, {*choice.head.features}
        self.trained_on.blockSignals(True)
        self.trained_on.clear()
        for column, name in enumerate(head.names):
            if column == head.label:
                continue
            item = QtWidgets.QListWidgetItem(shown(name))
            item.setData(COLUMN, column)
            item.setCheckState(Qt.CheckState.Checked if column in features else Qt.CheckState.Unchecked)
            if not head.numeric[column]:
                item.setFlags(Qt.ItemFlag.NoItemFlags)
                item.setToolTip(tr("This column holds no numbers: it can only be the label"))
            self.trained_on.addItem(item)
        self.trained_on.setCurrentRow(0)
        self.trained_on.blockSignals(False)


def _read_above(text: str) -> int:
    return read_count(text, 0, MOST_SKIPPED)


def _step(value: int, grows: bool) -> int:
    return min(max(value + (1 if grows else -1), 0), MOST_SKIPPED)


SIZE = QSize(820, 520)
"""Pixels of the dialog at first."""
MOST_FITTED = 40
"""Columns that are made as wide as what is in them."""
LIST_WIDTH = 190


class ImportDialog(QtWidgets.QDialog):
    """Previews a table and its points; `accepted` means import them.

    `choice`: how the table is read now. `read`: the points, where the whole table could be read like that. `chosen`:
    the table is to be read in another way.
    """

    chosen = Signal(object)

    def __init__(self, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self.choice: ImportChoice
        self.read: PointsFile | None = None
        self.reason, self.outcome = plain_label(), plain_label()
        self.reason.setObjectName("caption")
        self.controls, self.model, self.table = ImportControls(), ImportModel(), QtWidgets.QTableView()
        self.table.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # as its lines stand in the file
        self.leaves_out, self.progress = QtWidgets.QCheckBox(), QtWidgets.QProgressBar()
        self.controls.chosen.connect(self._on_chosen)
        self.controls.refused.connect(lambda flaw: self._say(flaw.placed, is_problem=True))
        self.leaves_out.toggled.connect(lambda _: self._allow())
        self._set_up_table()
        self._lay_out()
        resize_within_screen(self, SIZE)

    def _set_up_table(self) -> None:
        table = self.table
        table.setModel(self.model)
        table.setAccessibleName(tr("First rows"))
        table.setEditTriggers(QtWidgets.QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionMode(QtWidgets.QAbstractItemView.SelectionMode.SingleSelection)
        table.setHorizontalScrollMode(QtWidgets.QAbstractItemView.ScrollMode.ScrollPerPixel)
        table.setTabKeyNavigation(False)
        table.setWordWrap(False)
        table.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideMiddle)

    def _lay_out(self) -> None:
        for label in (self.reason, self.outcome):
            label.setWordWrap(True)
        self.progress.setMaximumHeight(SPACE)
        self.progress.setTextVisible(False)
        middle, left = QtWidgets.QHBoxLayout(), QtWidgets.QVBoxLayout()
        caption = QtWidgets.QLabel(tr("Trained on"))
        caption.setBuddy(self.controls.trained_on)
        self.controls.trained_on.setFixedWidth(LIST_WIDTH)
        left.addWidget(caption)
        left.addWidget(self.controls.trained_on, 1)
        middle.addLayout(left)
        middle.addWidget(self.table, 1)
        Standard = QtWidgets.QDialogButtonBox.StandardButton
        self.buttons = QtWidgets.QDialogButtonBox(Standard.Ok | Standard.Cancel)
        self.accepting = self.buttons.button(Standard.Ok)
        # L10n: a button
        self.accepting.setText(tr("Import"))
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        column = QtWidgets.QVBoxLayout(self)
        column.setSpacing(SPACE)
        column.addWidget(self.reason)
        column.addWidget(self.controls)
        column.addLayout(middle, 1)
        for widget in (self.outcome, self.leaves_out, self.progress, self.buttons):
            column.addWidget(widget)

    def set_theme(self, theme: Theme) -> None:
        """Adopt the colours of another theme."""
        self.model.theme = theme
        self.controls.set_theme(theme)

    def show_table(self, table: Doubtful) -> None:
        """Show another table, with its guessed reading options."""
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
        """Show the result of reading the whole table."""
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
        """Enable OK if there are points and the user has agreed to any rows left out."""
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
