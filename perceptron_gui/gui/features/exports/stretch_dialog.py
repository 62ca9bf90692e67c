"""Which visits of a run are written out, and on which paper."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QFormLayout, QLabel, QWidget

from perceptron_gui.gui.widgets.checked_field import CheckedField, InputError, add_problem_line, read_count
from perceptron_gui.session.wording import grouped
from perceptron_gui.session.worked.past import Stretch
from perceptron_gui.translation import tr


class StretchDialog(QDialog):
    """Two numbers and two switches; what is in them is taken with OK.

    `chosen`: the visits, and the paper: "a4" or "letter".
    """

    chosen = Signal(object, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._last, self._is_veiled = 1, False
        self.first, self.last = CheckedField(self._read), CheckedField(self._read)
        self.only_mistakes = QCheckBox(tr("only visits that changed something"))
        self.on_letter, self.told = QCheckBox(tr("on US Letter paper, not on A4")), QLabel()
        self.told.setWordWrap(True)
        self.told.setObjectName("caption")
        Standard = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(Standard.Ok | Standard.Cancel)
        buttons.accepted.connect(self._take)
        buttons.rejected.connect(self.reject)
        self._form = QFormLayout(self)
        for name, field in ((tr("From visit:"), self.first), (tr("To visit:"), self.last)):
            self._form.addRow(name, field)
            add_problem_line(self._form, field)
        self._form.addRow(self.only_mistakes)
        self._form.addRow(self.on_letter)
        self._form.addRow(self.told)
        self._form.addRow(buttons)
        self.setMinimumWidth(420)

    def offer(self, title: str, last: int, is_veiled: bool, has_paper: bool, told: str) -> None:
        """Show the visits that there are.

        `title`: of the dialog, translated. `last`: visits of the run so far, at least 1. `is_veiled`: whether the user
        is asked about what comes after the last. `has_paper`: whether it is for paper. `told`: how many visits are
        written out at most, in a sentence.
        """
        self.setWindowTitle(title)
        self._last, self._is_veiled = last, is_veiled
        self.first.show_text("1")
        self.last.show_text(str(last))
        self._form.setRowVisible(self.on_letter, has_paper)
        visits = tr("The run has made visits 1 to {last}.").format(last=grouped(last))
        self.told.setText(f"{visits} {told}")
        self.first.setFocus()
        self.first.selectAll()

    def _read(self, text: str) -> int:
        return read_count(text, 1, self._last)

    def _take(self) -> None:
        """Take the visits; or go to the first field with something wrong."""
        wrong = [field for field in (self.first, self.last) if field.check()]
        try:
            first, last = (cast("int", field.value()) for field in (self.first, self.last))
        except InputError:
            wrong[0].setFocus()
            return
        if first > last:
            first, last = last, first
        self.accept()
        stretch = Stretch(first, last, self.only_mistakes.isChecked(), self._is_veiled and last == self._last)
        self.chosen.emit(stretch, "letter" if self.on_letter.isChecked() else "a4")
