"""Data is plain text wherever it is shown.

Qt guesses: a label, a message box or a tooltip whose text looks like HTML is laid out as HTML, and pictures that it
names are looked for. Names of classes, columns and files are data, and so are sentences that quote them.
"""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QMessageBox, QWidget

from perceptron_gui.files.said import said, visible
from perceptron_gui.translation import tr


def plain_label(text: str = "") -> QLabel:
    """Return a label for text that may quote data."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label


def plain_tip(text: str) -> str:
    """Return a text as a tooltip shows it literally: Qt reads what looks like HTML as HTML."""
    return "<qt>" + escape(text).replace("\n", "<br>") + "</qt>" if "<" in text else text


def menu_text(text: str) -> str:
    """Return a text as a menu or button shows it literally: & would underline the letter after it."""
    return text.replace("&", "&&")


def title_text(text: str) -> str:
    """Return a text as a window's title shows it literally: [*] would be where Qt marks unsaved changes."""
    return text.replace("[*]", "[*][*]")


def readable(name: str) -> str:
    """Return a file name with � for bytes that are no UTF-8, which are single surrogates in Python."""
    return "".join("\ufffd" if "\ud800" <= letter <= "\udfff" else letter for letter in name)


def message_box(parent: QWidget, icon: QMessageBox.Icon, sentence: str) -> QMessageBox:
    """Return a message box with a sentence as plain text. `sentence`: what is said; it may quote data."""
    box = QMessageBox(icon, tr("Perceptron Lab"), "", parent=parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(visible(sentence))
    return box


def complain(parent: QWidget, sentence: str) -> None:
    """Open a message box that says what went wrong. `sentence`: what went wrong; it may quote data."""
    box = message_box(parent, QMessageBox.Icon.Warning, said(sentence))
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()


def ask(parent: QWidget, sentence: str, answers: dict[QMessageBox.StandardButton, str]) -> QMessageBox.StandardButton:
    """Ask a question and return the button that answers it; Enter takes the first answer.

    `sentence`: the question; it may quote data. `answers`: the words on the buttons; the usual ones where they are
    empty. With Cancel among them Esc is Cancel.
    """
    box = message_box(parent, QMessageBox.Icon.Question, sentence)
    for button, words in answers.items():
        made = box.addButton(button)
        if words:
            made.setText(words)
    box.setDefaultButton(next(iter(answers)))
    answer = box.exec()
    box.deleteLater()
    return QMessageBox.StandardButton(answer)
