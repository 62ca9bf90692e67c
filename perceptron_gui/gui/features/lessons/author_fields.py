"""Fields in which an author writes: what is typed is told at once, and undo is that of the lesson."""

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6 import QtCore, QtGui, QtWidgets

from perceptron_gui.frozen import Mutable
from perceptron_gui.gui.style.theme import SPACE
from perceptron_gui.gui.widgets.checked_field import CheckedField, InputError, read_count, settle
from perceptron_gui.gui.widgets.choice import Choice, show_checked
from perceptron_gui.gui.widgets.plain_text import in_column, menu_text, readable
from perceptron_gui.session.lessons import lesson, making, questions
from perceptron_gui.translation import tr

LONGEST_LINE = 300
"""Letters of a text in one line."""
Take = Callable[[Any], object]
Shown = tuple[QtWidgets.QWidget, Callable[[Any], None]]
"""A field, and what shows a value in it without telling anybody."""


class Tongue(Mutable):
    """The language that is written in."""

    language: str = "en"
    own: str = "en"  # of the lesson

    def words(self, text: lesson.Text) -> str:
        """Return what a text says in it."""
        return making.words_in(text, self.language, self.own)

    def text(self, text: lesson.Text, words: str) -> lesson.Text:
        """Return a text that says something else in it."""
        return making.with_words(text, written(words), self.language, self.own)


def written(words: str) -> str:
    """Return what was typed, without what no file can keep."""
    return readable(words).replace("\0", "").replace("\u2029", "\n")


class _LeavesUndo(QtCore.QObject):
    """Lets the keys of undo and redo pass by a field, which has an undo of its own."""

    def eventFilter(self, watched: QtCore.QObject, event: QtCore.QEvent) -> bool:
        keys = QtGui.QKeySequence.StandardKey
        is_override = isinstance(event, QtGui.QKeyEvent) and event.type() == QtCore.QEvent.Type.ShortcutOverride
        if not is_override or not (event.matches(keys.Undo) or event.matches(keys.Redo)):  # type: ignore[attr-defined]
            return False
        event.ignore()
        return True


class Line(QtWidgets.QLineEdit):
    """A text in one line. `textEdited` tells what is typed."""

    def __init__(self, name: str, most: int = LONGEST_LINE) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setMaxLength(most)
        self.installEventFilter(_LeavesUndo(self))

    def show_text(self, text: str) -> None:
        """Show a text; the cursor stays where it was."""
        if text != self.text():
            place = self.cursorPosition()
            self.setText(text)
            self.setCursorPosition(min(place, len(text)))


class Lines(QtWidgets.QPlainTextEdit):
    """A text in several lines. `edited`: what it is now."""

    edited = QtCore.Signal(str)

    def __init__(self, name: str, n_lines: int) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setTabChangesFocus(True)
        self.setUndoRedoEnabled(False)
        self.installEventFilter(_LeavesUndo(self))
        self._n_lines = n_lines
        self.textChanged.connect(lambda: self.edited.emit(self.words()))
        self._fit()

    def words(self) -> str:
        """Return what stands there, letter for letter: Qt's plain text has other blanks."""
        return written(self.document().toRawText())

    def show_text(self, text: str) -> None:
        """Show a text; the cursor stays where it was."""
        if text != self.words():
            cursor = self.textCursor()
            place = cursor.position()
            with QtCore.QSignalBlocker(self):
                self.setPlainText(text)
            cursor.setPosition(min(place, self.document().characterCount() - 1))
            self.setTextCursor(cursor)

    def changeEvent(self, event: QtCore.QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QtCore.QEvent.Type.FontChange, QtCore.QEvent.Type.StyleChange):
            self._fit()

    def _fit(self) -> None:
        around = 2 * (self.frameWidth() + round(self.document().documentMargin()))
        self.setFixedHeight(self._n_lines * self.fontMetrics().lineSpacing() + around)


def count_field(name: str, least: int, most: int, take: Take, *, is_optional: bool = True) -> Shown:
    """Return a field for a whole number; where it may be missing, nothing stands for None."""

    def read(text: str) -> int | None:
        return None if is_optional and not text.strip() else read_count(text, least, most)

    field, now = CheckedField(read), list[str]()
    field.setAccessibleName(name)
    field.setMinimumWidth(1)
    field.installEventFilter(_LeavesUndo(field))

    def edited() -> None:
        try:
            value = field.value()
        except InputError:
            return
        take(value)

    def show(value: int | None) -> None:
        now[:] = [] if value is None else [str(value)]
        try:
            is_shown = field.value() == value
        except InputError:
            is_shown = False
        if not is_shown:
            field.show_text("".join(now))

    field.textEdited.connect(edited)
    settle(field, take, lambda: "".join(now))
    return field, show


def _one(entry: making.Entry, take: Take, tongue: Tongue) -> Shown:
    named = {name: making.words_of(name) for name in entry.names}
    if entry.is_optional:
        named = {"": "–", **named}
    box = Choice("{name}")
    box.setAccessibleName(making.words_of(entry.name))
    box.offer(named, entry.names[0])
    box.activated.connect(lambda row: take([*named][row] or None))
    return box, lambda value: box.offer(named, value or "")


def _some(entry: making.Entry, take: Take, tongue: Tongue) -> Shown:
    boxes = {name: QtWidgets.QCheckBox(menu_text(making.words_of(name))) for name in entry.names}

    def turned(_: bool) -> None:
        take(frozenset(name for name, box in boxes.items() if box.isChecked()))

    def show(value: frozenset[str]) -> None:
        for name, box in boxes.items():
            show_checked(box, name in value)

    for box in boxes.values():
        box.toggled.connect(turned)
    owner = QtWidgets.QWidget()
    in_column(owner, *boxes.values(), spacing=0)
    return owner, show


def _flag(entry: making.Entry, take: Take, tongue: Tongue) -> Shown:
    box = QtWidgets.QCheckBox(menu_text(making.words_of(entry.name)))
    box.toggled.connect(take)
    return box, partial(show_checked, box)


def _count(entry: making.Entry, take: Take, tongue: Tongue) -> Shown:
    return count_field(making.words_of(entry.name), entry.least, entry.most, take, is_optional=entry.is_optional)


def _value(entry: making.Entry, take: Take, tongue: Tongue) -> Shown:
    line, now = Line(making.words_of(entry.name)), list[Any]()
    line.setPlaceholderText(tr("a number, or several separated by ;"))

    def edited(text: str) -> None:
        parts = [part for part in map(str.strip, written(text).split(";")) if part]
        is_list = ";" in text or any(isinstance(each, tuple) for each in now)
        take(tuple(parts) if is_list else text.strip())

    def show(value: Any) -> None:
        now[:] = [value]
        text = "; ".join(lesson.typed_row(value)) if isinstance(value, tuple) else str(value)
        if [*filter(None, map(str.strip, line.text().split(";")))] != [*filter(None, text.split("; "))]:
            line.show_text(text)

    line.textEdited.connect(edited)
    return line, show


def _text(entry: making.Entry, take: Take, tongue: Tongue) -> Shown:
    line, now = Line(making.words_of(entry.name)), [lesson.Text()]

    def show(value: lesson.Text) -> None:
        now[0] = value
        line.show_text(tongue.words(value))

    line.textEdited.connect(lambda words: take(tongue.text(now[0], words)))
    return line, show


class Options(QtWidgets.QWidget):
    """The options of a choice, of which one is marked as right. `taken`: other fields, and whether by typing."""

    taken = QtCore.Signal(object, bool)

    def __init__(self, entry: making.Entry, tongue: Tongue) -> None:
        super().__init__()
        self._entry, self._tongue = entry, tongue
        self._ask: questions.Choice | None = None
        self.rows: list[tuple[QtWidgets.QCheckBox, Line, QtWidgets.QToolButton]] = []
        self._grid = QtWidgets.QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(SPACE // 2)
        self.more = _button()
        self.more.setText(tr("Add an option"))
        self.more.clicked.connect(lambda: self._take([*self._texts, lesson.Text()]))
        in_column(self, self._grid, self.more, spacing=SPACE // 2).setAlignment(
            self.more, QtCore.Qt.AlignmentFlag.AlignLeft
        )

    @property
    def _texts(self) -> list[lesson.Text]:
        return [*self._ask.options] if self._ask is not None else []

    def show_ask(self, ask: questions.Choice) -> None:
        """Show the options of a choice."""
        self._ask = ask
        while len(self.rows) > len(ask.options):
            for part in self.rows.pop():
                part.hide()
                part.deleteLater()
        while len(self.rows) < len(ask.options):
            self._add_row(len(self.rows))
        for number, ((mark, line, less), text) in enumerate(zip(self.rows, ask.options, strict=True), 1):
            show_checked(mark, number == ask.right)
            line.show_text(self._tongue.words(text))
            less.setEnabled(len(ask.options) > self._entry.least)
        self.more.setEnabled(len(ask.options) < self._entry.most)

    def _add_row(self, i: int) -> None:
        mark, line, less = QtWidgets.QCheckBox(), Line(tr("Option {number}").format(number=i + 1)), _button()
        mark.setAccessibleName(tr("Option {number} is right").format(number=i + 1))
        mark.toggled.connect(lambda _: self._take(self._texts, i + 1))
        line.textEdited.connect(lambda words: self._take(self._with(i, words), is_typed=True))
        less.setText("−")
        less.setAccessibleName(tr("Remove option {number}").format(number=i + 1))
        less.clicked.connect(lambda: self._remove(i))
        for column, part in enumerate((mark, line, less)):
            self._grid.addWidget(part, i, column)
        self.rows.append((mark, line, less))

    def _with(self, i: int, words: str) -> list[lesson.Text]:
        texts = self._texts
        texts[i] = self._tongue.text(texts[i], words)
        return texts

    def _remove(self, i: int) -> None:
        right = self._ask.right or 1 if self._ask is not None else 1
        texts = self._texts
        del texts[i]
        self._take(texts, max(right - (i < right - 1 or right > len(texts)), 1))

    def _take(self, texts: list[lesson.Text], right: int | None = None, is_typed: bool = False) -> None:
        ask = self._ask
        if ask is not None:
            made = questions.choice_of(texts, right or ask.right or 1, ask.salt)
            self.taken.emit({"options": made.options, "salt": made.salt, "answer": made.answer}, is_typed)
            self.show_ask(self._ask or ask)  # one is right, also where its mark was taken away


def _button() -> QtWidgets.QToolButton:
    """Return a button that is as high as its letters: Qt takes the least height of the style sheet for the most."""
    button = QtWidgets.QToolButton()
    button.setSizePolicy(QtWidgets.QSizePolicy.Policy.Fixed, QtWidgets.QSizePolicy.Policy.Minimum)
    return button


FIELDS: dict[str, Callable[[making.Entry, Take, Tongue], Shown]] = {
    "one": _one,
    "some": _some,
    "flag": _flag,
    "count": _count,
    "value": _value,
    "text": _text,
}
"""What makes a field, by the form of an entry; texts are those of `Options`."""
