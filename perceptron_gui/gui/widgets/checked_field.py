"""Fields that say what is wrong with what is typed, and numbers as they are typed: alone, in steps, and in lists."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from PySide6.QtCore import QEvent, QLocale, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QWheelEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QWidget,
)

from perceptron_gui.engine.data.kernels.function import Parameter
from perceptron_gui.engine.data.settings import LARGEST_LIMIT, LARGEST_SEED, MARGIN, MAX_ABS, RATE
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.files.spelling import is_rounded, parse_number
from perceptron_gui.frozen import Meta, is_within
from perceptron_gui.gui.style.theme import SPACE
from perceptron_gui.gui.widgets.plain_text import caption
from perceptron_gui.session.scripts import plain_typed, western
from perceptron_gui.translation import tr

LONGEST_QUOTE = 20
"""Letters of a typed text that are quoted in a sentence."""


class InputError(ValueError):
    """A typed text is invalid; the message is one plain sentence for the user."""


def typed_number(text: str) -> float | None:
    """Return the plain decimal in a field, of any size; None where it is none. `text`: with a point or a comma."""
    return parse_number(plain_typed(text))


def plain_number(text: str, wanted: str) -> float:
    """Return the number in a text.

    `text`: with a point or a comma. `wanted`: what would be right. Raises `InputError` when it is none, or too large.
    """
    if not text.strip():
        raise InputError(tr("Type {wanted}.").format(wanted=wanted))
    value = typed_number(text)
    if value is None:
        raise InputError(tr("“{text}” is not a number: type {wanted}.").format(text=_quoted(text), wanted=wanted))
    if abs(value) > MAX_ABS:
        raise InputError(tr("A number can be at most 10¹²."))
    return value


def read_rate(text: str) -> float:
    """Return a learning rate η. `text`: a number above 0. Raises `InputError` when it is none."""
    return _within(RATE, plain_number(text, tr("a number above 0, such as 0.5")), tr("η must be above 0."))


def read_margin(text: str) -> float:
    """Return the margin β of the margin perceptron (V4); 0 for an empty field.

    `text`: a number from 0, or nothing. Raises `InputError` when it is none.
    """
    value = plain_number(text, tr("0 or a number above 0, such as 1")) if text.strip() else 0.0
    return _within(MARGIN, value, tr("β cannot be below 0."))


def read_parameter(parameter: Parameter, text: str) -> float:
    """Return a number of a kernel. Raises `InputError` when it is none, or out of its range."""
    limits = parameter.limits
    if parameter.is_whole:
        return read_count(text, int(limits.ge or 0), int(limits.le or 0))
    return _within(limits, plain_number(text, tr(parameter.wanted)), tr(parameter.too_small))


def _within(limits: Meta, value: float, problem: str) -> float:
    if not is_within(value, limits):
        raise InputError(problem)
    return value


def read_seed(text: str) -> int:
    """Return a random seed; 0 for an empty field.

    `text`: a whole number from 0, or nothing. Raises `InputError` when it is no whole number, or too large.
    """
    return read_count(text, 0, LARGEST_SEED) if text.strip() else 0


def read_share(text: str) -> Fraction:
    """Return a share of points, exactly; 0 for an empty field.

    `text`: percent, with or without their sign. Raises `InputError` when it is no number from 0 to below 100.
    """
    plain = text.strip().removesuffix("%")
    value = plain_number(plain, tr("a percentage, such as 25")) if plain.strip() else 0.0
    if not 0 <= value < 100:
        raise InputError(tr("A share must be at least 0 and below 100 percent."))
    return decimal_fraction(value) / 100


def read_limit(text: str) -> int | None:
    """Return a limit of updates or epochs; None (no limit) for an empty field.

    `text`: a whole number from 1, or nothing. Raises `InputError` when it is no whole number from 1.
    """
    return read_count(text, 1, LARGEST_LIMIT) if text.strip() else None


def read_coordinate(text: str, wanted: str = "") -> float:
    """Return a coordinate: the decimal that was typed, digit for digit.

    `wanted`: what would be right, if that is less than any number. Raises `InputError` when it is no number, too large,
    or longer than a number is kept.
    """
    value = plain_number(text, wanted or tr("a number such as −1.25"))
    if is_rounded(plain_typed(text)):
        raise InputError(tr("A coordinate can have about 15 digits: type fewer."))
    return value


def read_count(text: str, least: int, most: int) -> int:
    """Return a whole number.

    `least`, `most`: the smallest and the largest one that will do. Raises `InputError` when it is no whole number, or
    another one.
    """
    plain = western(text).strip()
    # The length comes first: Python refuses to read thousands of figures, and slowly.
    is_plain = plain.isascii() and plain.isdigit() and len(plain.lstrip("0")) <= len(str(most))
    if is_plain and least <= int(plain) <= most:
        return int(plain)
    if is_plain and int(plain) < least:
        raise InputError(tr("It must be at least {least}.").format(least=least))
    if plain.isascii() and plain.isdigit():
        raise InputError(tr("It can be at most {most}.").format(most=most))
    raise InputError(
        tr("“{text}” is not a whole number: type {least} or more.").format(text=_quoted(text), least=least)
    )


def _quoted(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= LONGEST_QUOTE else plain[: LONGEST_QUOTE - 1] + "…"


COMPLAINT_MS = 6_000
"""How long it is said why a text was not taken."""


class CheckedField(QLineEdit):
    """A text field for a value, marked as wrong while the text is invalid.

    `problem_changed`: what is wrong in a sentence; empty when nothing is. `entered`: Enter was pressed on a right text;
    after a wrong one the field keeps the keys, which would do something else elsewhere.
    """

    problem_changed = Signal(str)
    entered = Signal()

    def __init__(self, read: Callable[[str], object], parent: QWidget | None = None) -> None:
        """Make an empty field. `read`: from the text to the value; raises `InputError` where it is none."""
        super().__init__(parent)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # numbers and formulas are typed
        self._read, self._problem, self._meaning = read, "", ""
        self.textEdited.connect(lambda _: self.check())
        self.returnPressed.connect(self._on_return)

    def show_text(self, text: str) -> None:
        """Show a text that is known to be right."""
        self.setText(text)
        self.complain("")

    def value(self) -> object:
        """Return the value of the text; raises `InputError` if it is invalid."""
        return self._read(self.text())

    def check(self) -> str:
        """Mark the field if its text is wrong, and return what is wrong with it."""
        problem = ""
        try:
            self.value()
        except InputError as error:
            problem = str(error)
        self.complain(problem)
        return problem

    def explain(self, meaning: str) -> None:
        """Say what it is for to who does not see what stands beside it; what is wrong with it goes first."""
        self._meaning = meaning
        self.setAccessibleDescription(self._problem or meaning)

    def _on_return(self) -> None:
        if not self.check():
            self.entered.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.complain("")

    def complain(self, problem: str) -> None:
        """Mark the field as wrong, also when its text is valid but does not fit another field.

        `problem`: what is wrong, in a sentence; empty where nothing is.
        """
        if bool(self.property("bad")) != bool(problem):
            self.setProperty("bad", bool(problem))
            self.style().polish(self)
        self._problem = problem
        self.setAccessibleDescription(problem or self._meaning)
        self.problem_changed.emit(problem)


class Complaint(QLabel):
    """An error message that appears below a field.

    `field`: the complaint appears in its window as soon as its text is wrong.
    """

    def __init__(self, field: CheckedField) -> None:
        """Watch `field` and appear, in its window, as soon as its text is wrong."""
        super().__init__(field)
        self.setObjectName("complaint")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        self._field = field
        self._timer = QTimer(self, singleShot=True, interval=COMPLAINT_MS)
        self._timer.timeout.connect(self.hide)
        field.problem_changed.connect(self.say)
        field.destroyed.connect(self.deleteLater)  # by then it may be a part of the window

    def say(self, problem: str) -> None:
        """Show a sentence until the next one. `problem`: what is wrong, in a sentence; empty to hide the label."""
        self._timer.stop()
        self.setVisible(bool(problem))
        if problem:
            self.setText(problem)
            self._place()

    def say_kept(self, problem: str) -> None:
        """Say for `COMPLAINT_MS` why the field shows its former value again. `problem`: with what was typed."""
        kept = self._field.text() or self._field.placeholderText()
        self.say(tr("{problem} It stays {text}.").format(problem=problem, text=kept))
        self._timer.start()

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


def settle(field: CheckedField, take: Callable[[Any], object], current: Callable[[], str]) -> Complaint:
    """When a field is left, apply its value or say what is wrong; it then shows the value in force."""
    complaint = Complaint(field)

    def end() -> None:
        problem = field.check()
        if not problem and field.text() != current():
            take(field.value())
        field.show_text(current())
        if problem and field.isVisible():
            complaint.say_kept(problem)
            field.selectAll()

    field.setLocale(QLocale.c())
    field.editingFinished.connect(end)
    return complaint


NOTCH = 120
"""What Qt calls one step of a wheel."""


class SteppedField(CheckedField):
    """A text field for a number that keys and wheel change in steps.

    `stepped`: the number that a key or the wheel has come to.
    """

    stepped = Signal(object)

    def __init__(
        self, read: Callable[[str], object], step: Callable[[Any, bool], object], parent: QWidget | None = None
    ) -> None:
        """Make an empty field.

        `read`: from the text to the value; raises `InputError` where it is none. `step`: from a value, and whether it
        is to grow, to the next one; the same where there is none.
        """
        super().__init__(read, parent)
        self._step = step
        self._turned = 0

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = (event.key() == Qt.Key.Key_Up) - (event.key() == Qt.Key.Key_Down)
        if steps and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self._go(steps)
            event.accept()
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Step once per notch; smaller turns add up."""
        self._turned += event.angleDelta().y()
        steps = int(self._turned / NOTCH)
        self._turned -= steps * NOTCH
        self._go(steps)
        event.accept()

    def _go(self, steps: int) -> None:
        try:
            before = value = self.value()
        except InputError:
            return
        for _ in range(abs(steps)):
            value = self._step(value, steps > 0)
        if value != before:
            self.stepped.emit(value)


BRACKETS = (("(", ")"), ("[", "]"))
"""What may stand around a list of numbers, as where it is copied."""


def read_weights(text: str, names: tuple[str, ...]) -> tuple[float, ...] | None:
    """Return start weights; None (all zeros) for an empty field.

    Between numbers stand blanks, semicolons or commas, around all of them perhaps brackets. A comma that no blank
    follows is a decimal one, as in "1,5 2,5 −1"; where nothing but commas separates and that makes as many numbers as
    are wanted, it is none, as in "1,1,−1". The count decides: no text has it in both readings (G12).

    `text`: one number for each of `names`, or nothing. `names`: names of the weights, in their order. Raises
    `InputError` when one is no number, or there are too many or too few.
    """
    parts = _listed(text, len(names))
    values = tuple(plain_number(part, tr("numbers such as 0.5 −1 0 or (0.5, −1, 0)")) for part in parts)
    if values and len(values) != len(names):
        expected, found = len(names), len(values)
        listed = ", ".join(names if expected <= 4 else (*names[:2], "…", names[-1]))
        raise InputError(
            tr("Type {expected} numbers ({names}), not {found}.").format(expected=expected, names=listed, found=found)
        )
    return values or None


def _listed(text: str, count: int) -> list[str]:
    """Split a typed list into its numbers, still text; `count` decides what a comma means. See `read_weights`."""
    plain = text.strip()
    for opening, closing in BRACKETS:
        if plain.startswith(opening) and plain.endswith(closing):
            plain = plain[1:-1]
    parts = plain.replace(";", " ").replace(", ", " ").split()
    by_commas = [part.strip() for part in plain.split(",")]
    is_one_word = len(parts) == 1 and typed_number(parts[0]) is None
    has_only_commas = ";" not in plain and not any(len(part.split()) > 1 for part in by_commas)
    return by_commas if has_only_commas and (is_one_word or len(by_commas) == count) else parts


def read_class_weights(text: str, names: tuple[str, ...], classes: tuple[str, ...]) -> tuple[float, ...] | None:
    """Return the start weights of classes, row after row; None (all zeros) for an empty field.

    Rows are separated by |; an empty one is of zeros, and the last ones may be left out.

    `names`: names of the weights of a row, in their order. `classes`: names of the classes, in their order. Raises
    `InputError` when a row is not as in `read_weights`, or there are more rows than classes.
    """
    rows = text.split("|") if text.strip() else []
    if len(rows) > len(classes):
        words = tr("Type one row per class, separated by |: at most {most}, not {found}.")
        raise InputError(words.format(most=len(classes), found=len(rows)))
    zeros = (0.0,) * len(names)
    values = tuple(value for row in rows for value in read_weights(row, names) or zeros)
    return values if any(values) else None


Buttons = QDialogButtonBox.StandardButton


def dialog_buttons(
    dialog: QDialog, take: Callable[[], object] | None = None, standard: Buttons = Buttons.Apply | Buttons.Close
) -> QDialogButtonBox:
    """Return the buttons of a dialog; Enter in a field applies the field and does not close the dialog.

    `take`: what Apply or OK does. `standard`: those of Qt's that there are.
    """
    buttons = QDialogButtonBox(standard)
    if (close := buttons.button(Buttons.Close)) is not None:
        close.setAutoDefault(False)
    if take is not None:
        buttons.accepted.connect(take)
    if take is not None and (apply := buttons.button(Buttons.Apply)) is not None:
        apply.clicked.connect(lambda: take())
        apply.setDefault(True)
    buttons.rejected.connect(dialog.reject)
    return buttons


def add_button(buttons: QDialogButtonBox, words: str, role: QDialogButtonBox.ButtonRole) -> QPushButton:
    """Add a button that is kept for later, and return it.

    Of one that Qt makes PySide knows the address alone, and took it for deleted where it was still seen.
    """
    button = QPushButton(words)
    buttons.addButton(button, role)
    return button


def all_right(fields: Iterable[CheckedField]) -> bool:
    """Check all fields, showing errors below them and focusing the first wrong one; return whether all are valid."""
    wrong = [field for field in fields if field.check()]
    if wrong:
        wrong[0].setFocus()
    return not wrong


def add_field(form: QFormLayout, name: str | QLabel, field: CheckedField, row: QHBoxLayout | None = None) -> QLabel:
    """Add a field with an error line below it, which takes no room while there is no error.

    `form`: of a dialog, whose height follows. `row`: of the field and what stands beside it, if anything does. Returns
    the line.
    """
    form.addRow(name, row or field)
    label = form.labelForField(row or field)
    assert isinstance(label, QLabel)
    label.setBuddy(field)  # Qt does not know which part of a row it names
    line = caption(name="problem")
    form.addRow("", line)
    form.setRowVisible(line, False)

    def show_problem(problem: str) -> None:
        line.setText(problem)
        if bool(problem) != form.isRowVisible(line):
            form.setRowVisible(line, bool(problem))
            fit_height(line.window())

    field.problem_changed.connect(show_problem)
    return line


def fit_height(dialog: QWidget) -> None:
    """Make a dialog as high as its wrapped text needs at its width."""
    layout = dialog.layout()
    if layout is not None:
        layout.activate()
        width = max(dialog.width(), layout.totalMinimumSize().width())
        dialog.resize(width, layout.totalHeightForWidth(width))
