"""A field that says beside itself what is wrong with what is typed."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from perceptron_gui.gui.style.theme import SPACE
from perceptron_gui.gui.widgets.number_input import InputError
from perceptron_gui.translation import tr

COMPLAINT_MS = 6_000
"""How long it is said why a text was not taken."""


class CheckedField(QLineEdit):
    """A line of text that stands for a value, marked while it does not.

    `problem_changed`: what is wrong in a sentence; empty when nothing is.
    """

    problem_changed = Signal(str)

    def __init__(self, read: Callable[[str], object], parent: QWidget | None = None) -> None:
        """Make an empty field. `read`: from the text to the value; raises `InputError` where it is none."""
        super().__init__(parent)
        self._read = read
        self.textEdited.connect(lambda _: self.check())

    def show_text(self, text: str) -> None:
        """Show a text that is known to be right."""
        self.setText(text)
        self._mark("")

    def value(self) -> object:
        """Return what the text stands for; raises `InputError` where it is nothing."""
        return self._read(self.text())

    def check(self) -> str:
        """Mark the field if its text is wrong, and return what is wrong with it."""
        try:
            self.value()
        except InputError as error:
            self._mark(str(error))
            return str(error)
        self._mark("")
        return ""

    def complain(self, problem: str) -> None:
        """Mark the field although its text is right: it does not go together with another.

        `problem`: what is wrong, in a sentence.
        """
        self._mark(problem)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._mark("")

    def _mark(self, problem: str) -> None:
        if bool(self.property("bad")) != bool(problem):
            self.setProperty("bad", bool(problem))
            self.style().polish(self)
        self.setAccessibleDescription(problem)
        self.problem_changed.emit(problem)


class Complaint(QLabel):
    """A sentence below a field that has no room for it in its row.

    `field`: the complaint appears in its window as soon as its text is wrong.
    """

    def __init__(self, field: CheckedField) -> None:
        """Speak about `field`, in its window, as soon as there is something wrong."""
        super().__init__(field)
        self.setObjectName("complaint")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        self._field = field
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.hide)
        field.problem_changed.connect(self.say)

    def say(self, problem: str) -> None:
        """Show a sentence until the next one. `problem`: what is wrong, in a sentence; empty to hide the label."""
        self._timer.stop()
        self.setVisible(bool(problem))
        if problem:
            self.setText(problem)
            self._place()

    def say_for_a_while(self, problem: str) -> None:
        """Show a sentence about a text that was replaced, for `COMPLAINT_MS`.

        `problem`: what was wrong, in a sentence.
        """
        self.say(problem)
        self._timer.start(COMPLAINT_MS)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self.isVisible():
            self._place()

    def _place(self) -> None:
        window = self._field.window()
        if self.parentWidget() is not window:
            self.setParent(window)
            self.show()
        self.adjustSize()
        below = self._field.mapTo(window, QPoint(0, self._field.height() + SPACE // 2))
        self.move(min(below.x(), max(window.width() - self.width(), 0)), below.y())
        self.raise_()


def kept(problem: str, text: str) -> str:
    """Return why a field shows its former value again instead of what was typed.

    `problem`: what is wrong with what was typed, in a sentence. `text`: what the field shows again.
    """
    return tr("{problem} It stays {text}.").format(problem=problem, text=text)
