"""Fields for the visits of a run that are to be written out: from, to, and whether all or only those that changed θ."""

from typing import cast

from PySide6.QtWidgets import QCheckBox, QFormLayout

from perceptron_gui.gui.widgets import checked_field
from perceptron_gui.session.worked.past import Stretch
from perceptron_gui.translation import tr


class StretchFields:
    """Rows of a form in which visits are chosen. `problems`: lines below the fields that say what is wrong."""

    def __init__(self) -> None:
        self._last, self._is_veiled = 1, False
        self.first, self.last = checked_field.CheckedField(self._read), checked_field.CheckedField(self._read)
        self.only_mistakes = QCheckBox(tr("only visits that changed something"))

    def add_to(self, form: QFormLayout) -> None:
        """Put the fields into a form."""
        self._form = form
        fields = {tr("From visit:"): self.first, tr("To visit:"): self.last}
        self.problems = [checked_field.add_field(form, name, field) for name, field in fields.items()]
        form.addRow(self.only_mistakes)

    def set_visible(self, is_visible: bool) -> None:
        """Show the rows or put them away, in a form that is about other things, too."""
        for row in (self.first, self.last, self.only_mistakes):
            self._form.setRowVisible(row, is_visible)
        for line in self.problems if not is_visible else ():
            self._form.setRowVisible(line, False)

    def offer(self, last: int, is_veiled: bool) -> None:
        """Propose all visits that there are.

        `last`: visits of the run so far, at least 1. `is_veiled`: whether the user is asked about what comes after the
        last.
        """
        self._last, self._is_veiled = last, is_veiled
        self.first.show_text("1")
        self.last.show_text(str(last))

    def focus(self) -> None:
        """Give the keys to the first field."""
        self.first.setFocus()
        self.first.selectAll()

    def stretch(self) -> Stretch | None:
        """Return the chosen visits; None where a field is wrong, which has the keys then and says why."""
        if not checked_field.all_right((self.first, self.last)):
            return None
        first, last = sorted(cast("int", field.value()) for field in (self.first, self.last))
        return Stretch(first, last, self.only_mistakes.isChecked(), self._is_veiled and last == self._last)

    def _read(self, text: str) -> int:
        return checked_field.read_count(text, 1, self._last)
