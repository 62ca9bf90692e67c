"""Says that something went wrong, with details to copy."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from perceptron_gui.translation import tr


class CrashDialog(QDialog):
    """Says that something went wrong, with the details.

    `said`: what happened, in one sentence. `details`: what a report needs. `parent`: the window.
    """

    def __init__(self, said: str, details: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Something went wrong"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.details = QPlainTextEdit(details)
        self.details.setReadOnly(True)
        self.details.setMinimumSize(560, 240)
        column = QVBoxLayout(self)
        words = said + "\n" + tr("If it happens again, please report these details:")
        column.addWidget(QLabel(words, textFormat=Qt.TextFormat.PlainText, wordWrap=True))
        column.addWidget(self.details)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        copy = buttons.addButton(tr("Copy details"), QDialogButtonBox.ButtonRole.ActionRole)
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.details.toPlainText()))
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
