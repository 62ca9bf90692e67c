"""The title of a session, and the note that is shown with it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QFormLayout, QLineEdit, QPlainTextEdit, QWidget

from perceptron_gui.gui.widgets.checked_field import Buttons, dialog_buttons
from perceptron_gui.gui.widgets.plain_text import readable
from perceptron_gui.session.document import Document
from perceptron_gui.translation import tr

LONGEST_TITLE, LONGEST_NOTE = 200, 1000
"""Letters."""
LINES = 5


class TitleDialog(QDialog):
    """Two fields; what is in them is taken with OK. `chosen`: the title and the note."""

    chosen = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Title and note"))
        self.title, self.note = QLineEdit(), QPlainTextEdit()
        self.title.setMaxLength(LONGEST_TITLE)
        self.note.setTabChangesFocus(True)
        self.note.setPlaceholderText(tr("What is to be read below the picture"))
        metrics = self.note.fontMetrics()
        self.note.setMinimumWidth(48 * metrics.averageCharWidth())
        self.note.setFixedHeight(LINES * metrics.lineSpacing() + 2 * self.note.frameWidth() + 12)
        form = QFormLayout(self)
        form.addRow(tr("Title:"), self.title)
        form.addRow(tr("Note:"), self.note)
        form.addRow(dialog_buttons(self, self._take, Buttons.Ok | Buttons.Cancel))

    def set_document(self, document: Document) -> None:
        """Show the title and note of a document."""
        self.title.setText(document.title)
        self.note.setPlainText(document.note)
        self.title.setFocus()
        self.title.selectAll()

    def _take(self) -> None:
        note = readable(self.note.toPlainText().strip()[:LONGEST_NOTE])
        self.chosen.emit(readable(self.title.text().strip()), note)
        self.accept()
