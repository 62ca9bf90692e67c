"""How a table is read, and what its columns are for: the lists and boxes of an import."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLabel, QListWidget, QListWidgetItem, QWidget

from perceptron_gui.files.file_errors import FileError, shown
from perceptron_gui.files.lines import UTF8, UTF16, WINDOWS
from perceptron_gui.files.rows_above import MOST_SKIPPED
from perceptron_gui.gui.widgets.checkable import show_checked
from perceptron_gui.gui.widgets.checked_field import Complaint
from perceptron_gui.gui.widgets.choice import Choice
from perceptron_gui.gui.widgets.number_input import read_count
from perceptron_gui.gui.widgets.stepped_field import SteppedField
from perceptron_gui.translation import N_, tr

if TYPE_CHECKING:
    from perceptron_gui.files.import_choice import ImportChoice
    from perceptron_gui.gui.style.theme import Theme

DELIMITERS = {",": N_("comma"), ";": N_("semicolon"), "\t": N_("tab"), " ": N_("space"), "|": N_("bar |")}
DECIMALS = {None: N_("as found"), ".": N_("1.5 with a point"), ",": N_("1,5 with a comma")}
ENCODINGS = {UTF8: "UTF-8", UTF16: "UTF-16", WINDOWS: "Windows-1252"}
COLUMN = Qt.ItemDataRole.UserRole
NAME_WIDTH = 170
"""Pixels of a list of columns, whose names may be long."""
NUMBER_WIDTH = 64


class ImportControls(QWidget):
    """Shows a choice, and makes another one of it with every touch.

    `chosen`: another choice. `refused`: what was touched makes no table; all is as it was.
    """

    chosen = Signal(object)
    refused = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._choice: ImportChoice | None = None
        self.delimiter, self.decimal, self.encoding = (Choice("{name}") for _ in range(3))
        self.label, self.across, self.upwards = (Choice("{name}") for _ in range(3))
        self.has_header = QCheckBox(tr("The first row names the columns"))
        self.n_above = SteppedField(_read_above, lambda value, grows: min(max(_step(value, grows), 0), MOST_SKIPPED))
        Complaint(self.n_above)
        self.trained_on = QListWidget()
        for box, names in ((self.delimiter, DELIMITERS), (self.decimal, DECIMALS), (self.encoding, ENCODINGS)):
            box.offer({value: tr(name) if box is not self.encoding else name for value, name in names.items()}, None)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        rows = (
            ((tr("Separator"), self.delimiter), (tr("Decimals"), self.decimal), (tr("Text"), self.encoding)),
            ((tr("Label"), self.label), (tr("Drawn →"), self.across), ("↑", self.upwards)),
        )
        names = (tr("Feature across"), tr("Feature upwards"))
        for y, row in enumerate(rows):
            for x, (words, box) in enumerate(row):
                caption = QLabel(words)
                caption.setBuddy(box)
                box.setAccessibleName(words if box not in (self.across, self.upwards) else names[x - 1])
                grid.addWidget(caption, y, 2 * x)
                grid.addWidget(box, y, 2 * x + 1)
        grid.addWidget(self.has_header, 2, 0, 1, 4)
        above = QLabel(tr("Skip lines"))
        above.setBuddy(self.n_above)
        self.n_above.setAccessibleName(above.text())
        self.n_above.setToolTip(tr("Lines above the table, such as a title: ↑ and ↓ change them, too"))
        grid.addWidget(above, 2, 4)
        grid.addWidget(self.n_above, 2, 5)
        grid.setColumnStretch(6, 1)
        self.trained_on.setAccessibleName(tr("Trained on"))
        self.trained_on.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.trained_on.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    @property
    def _boxes(self) -> tuple[Choice, ...]:
        return self.delimiter, self.decimal, self.encoding, self.label, self.across, self.upwards

    def set_theme(self, theme: Theme) -> None:
        """Take other sizes."""
        for box in self._boxes:
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
        """Leave out so many lines; who has them before the table changes neither separator nor header."""
        self._choose(lambda choice: choice.with_text(n_above=n_lines, has_header=None, delimiter=self._delimiter))

    def _on_item(self, item: QListWidgetItem) -> None:
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
        head = choice.head
        self.delimiter.setCurrentIndex(self.delimiter.findData(head.options.delimiter))
        self.decimal.setCurrentIndex(self.decimal.findData(head.options.decimal))
        self.encoding.setCurrentIndex(self.encoding.findData(head.options.encoding))
        show_checked(self.has_header, bool(head.options.has_header))
        if self.n_above.text() != str(head.options.n_above):
            self.n_above.show_text(str(head.options.n_above))
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
            item = QListWidgetItem(shown(name))
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


def _step(value: object, grows: bool) -> int:
    assert isinstance(value, int)
    return value + (1 if grows else -1)
