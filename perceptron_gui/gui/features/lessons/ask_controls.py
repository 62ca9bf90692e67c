"""What an answer is given with: a control for each kind of question, in a registry (L3)."""

from functools import partial

from PySide6 import QtCore, QtGui, QtWidgets

from perceptron_gui.gui.features.lessons.playing import Asked
from perceptron_gui.gui.style.theme import SPACE
from perceptron_gui.gui.widgets import checked_field, choice, plain_text
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.document import Document
from perceptron_gui.session.exercises.grading import Way
from perceptron_gui.session.lessons import lesson
from perceptron_gui.session.saved.saved_session import SavedSession
from perceptron_gui.session.scripts import typed_fraction
from perceptron_gui.session.view.view_state import Tool, ViewState
from perceptron_gui.session.wording import index_text, joined
from perceptron_gui.translation import N_, tr

MOST_NAMED = 12
"""Points that are named one by one."""


class AskControl(QtWidgets.QWidget):
    """Takes an answer, again and again until it is shut.

    `given`: the answer. `check_words`: what is said on the button that hands the answer over, before translation; ""
    where there is none now. `check_changed`: that is another.
    """

    given = QtCore.Signal(object)
    check_changed = QtCore.Signal()
    check_words = ""

    def __init__(self, window: MainWindow, asked: Asked) -> None:
        super().__init__()
        self.window_of_plane, self.asked = window, asked

    def set_check(self, words: str) -> None:
        """Say something else on the button. See `check_words`."""
        self.check_words = words
        self.check_changed.emit()

    def hand_over(self) -> None:
        """Give the answer that was typed, marked or made."""

    def show_value(self, value: lesson.Value) -> None:
        """Show the answer that was given last."""

    def take_digit(self, digit: int) -> bool:
        """Answer by a figure; False where that is no answer."""
        return False

    def stops(self) -> list[QtWidgets.QWidget]:
        """Return what Tab stops at, in order."""
        return []

    def shut(self) -> None:
        """Take no answer any more."""
        self.setEnabled(False)


def take_keys(button: QtWidgets.QPushButton) -> None:
    """Let Tab stop at a button, and Space press it."""
    button.setFocusPolicy(QtCore.Qt.FocusPolicy.TabFocus)
    button.setProperty("takesSpace", True)


class Option(QtWidgets.QPushButton):
    """A button whose words wrap where a line has too little room for them."""

    def __init__(self, words: str) -> None:
        super().__init__(plain_text.menu_text(words))
        self._words = words
        self.setAccessibleName(words)
        self.setCheckable(True)
        self.setObjectName("answer")
        take_keys(self)

    @property
    def needed(self) -> int:
        """The width of all words in a line, pressed or not."""
        return self._metrics().horizontalAdvance(self._words) + round(AROUND * self._metrics().height())

    def wrap(self, width: int) -> None:
        """Use as many lines as a width asks for."""
        metrics, lines = self._metrics(), list[str]()
        for word in self._words.split(" "):
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and metrics.horizontalAdvance(longer) + AROUND * metrics.height() <= width:
                lines[-1] = longer
            else:
                lines.append(word)
        self.setText(plain_text.menu_text("\n".join(lines)))

    def _metrics(self) -> QtGui.QFontMetrics:
        self.ensurePolished()
        font = QtGui.QFont(self.font())
        font.setWeight(QtGui.QFont.Weight.DemiBold)
        return QtGui.QFontMetrics(font)


AROUND = 1.3
"""Room beside the words of a button, in heights of a line."""


class Choices(AskControl):
    """A button for each choice, with the figure that presses it."""

    def __init__(self, window: MainWindow, asked: Asked) -> None:
        super().__init__(window, asked)
        self._row = QtWidgets.QBoxLayout(QtWidgets.QBoxLayout.Direction.LeftToRight)
        self._row.setSpacing(SPACE // 2)
        self.column = plain_text.in_column(self, self._row, spacing=SPACE // 2)
        self.buttons: list[Option] = []
        for number, (value, words) in enumerate(asked.choices, 1):
            button = Option(f"{number}  {words}" if number <= 9 else words)
            button.toggled.connect(partial(self._press, value))
            self.buttons.append(button)
            self._row.addWidget(button)

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        """Stand side by side where there is room."""
        super().resizeEvent(event)
        self._place()

    def changeEvent(self, event: QtCore.QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QtCore.QEvent.Type.FontChange, QtCore.QEvent.Type.StyleChange):
            self._place()

    def _place(self) -> None:
        needed = [button.needed + self._row.spacing() for button in self.buttons]
        is_row, flow = sum(needed) <= self.width(), QtWidgets.QBoxLayout.Direction
        self._row.setDirection(flow.LeftToRight if is_row else flow.TopToBottom)
        for button, width in zip(self.buttons, needed, strict=True):
            button.wrap(width if is_row else self.width())

    def stops(self) -> list[QtWidgets.QWidget]:
        return [*self.buttons]

    def minimumSizeHint(self) -> QtCore.QSize:
        return QtCore.QSize(1, super().minimumSizeHint().height())

    def show_value(self, value: lesson.Value) -> None:
        for button, (each, _) in zip(self.buttons, self.asked.choices, strict=True):
            with QtCore.QSignalBlocker(button):
                button.setChecked(each == value)

    def take_digit(self, digit: int) -> bool:
        if not (self.isEnabled() and 1 <= digit <= len(self.buttons)):
            return False
        self._press(self.asked.choices[digit - 1][0])
        return True

    def _press(self, value: lesson.Value, *_: object) -> None:
        self.show_value(value)
        self.given.emit(value)


class ArrowOrChoices(Choices):
    """Choices, or an arrow that is drawn from the tip of w."""

    def __init__(self, window: MainWindow, asked: Asked) -> None:
        super().__init__(window, asked)
        arrow = window.gestures.arrow_input
        arrow.show_way(Way(asked.row), is_asked=True)
        arrow.pointed.connect(self._take_arrow)

    def _take_arrow(self, across: float, upwards: float) -> None:
        self.show_value("")
        self.window_of_plane.gestures.arrow_input.show_way(Way(self.asked.row, (across, upwards)), is_asked=True)
        self.given.emit((repr(across), repr(upwards)))

    def shut(self) -> None:
        super().shut()
        arrow = self.window_of_plane.gestures.arrow_input
        arrow.pointed.disconnect(self._take_arrow)
        arrow.show_way(None, is_asked=False)


class Fields(AskControl):
    """A field for each number, with its name."""

    # L10n: a button: judge my answer
    check_words = N_("Check")

    def __init__(self, window: MainWindow, asked: Asked) -> None:
        super().__init__(window, asked)
        numbers, self.fields = QtWidgets.QWidget(), list[checked_field.CheckedField]()
        numbers.setLayoutDirection(QtCore.Qt.LayoutDirection.LeftToRight)  # as vectors are written everywhere
        grid = QtWidgets.QGridLayout(numbers)
        self.complaint = plain_text.caption(name="problem")
        self.complaint.hide()
        grid.setContentsMargins(0, 0, 0, 0)
        rows = asked.entries if len(asked.entries) > 1 else _in_rows(asked.entries[0])
        for row, names in enumerate(rows):
            for column, name in enumerate(names):
                field = checked_field.CheckedField(_read)
                field.setAccessibleName(name)
                field.setMinimumWidth(NARROWEST)
                field.problem_changed.connect(self._complain)
                field.returnPressed.connect(self.hand_over)
                grid.addWidget(plain_text.plain_label(name), row, 2 * column)
                grid.addWidget(field, row, 2 * column + 1)
                self.fields.append(field)
        plain_text.in_column(self, numbers, self.complaint, spacing=SPACE)

    def stops(self) -> list[QtWidgets.QWidget]:
        return [*self.fields]

    def show_value(self, value: lesson.Value) -> None:
        texts = [value] if isinstance(value, str) else lesson.typed_row(value) if isinstance(value, tuple) else []
        for field, text in zip(self.fields, texts, strict=False):
            field.show_text(text)

    def hand_over(self) -> None:
        problems = [field.check() for field in self.fields]
        wrong = next((place for place, problem in enumerate(problems) if problem), None)
        self._complain(problems[wrong] if wrong is not None else "")
        if wrong is not None:
            self.fields[wrong].setFocus()
            return
        self.given.emit(self._value())

    def _complain(self, problem: str) -> None:
        self.complaint.setText(problem)
        self.complaint.setVisible(bool(problem))

    def _value(self) -> lesson.Value:
        texts = iter([field.text().strip() for field in self.fields])
        rows = tuple(tuple(next(texts) for _ in row) for row in self.asked.entries)
        return rows if len(rows) > 1 else rows[0]


class OneField(Fields):
    """A field for a single number."""

    def _value(self) -> lesson.Value:
        return self.fields[0].text().strip()


NARROWEST = 56
"""Pixels of a field."""
IN_A_ROW = 3


def _in_rows(names: tuple[str, ...]) -> list[tuple[str, ...]]:
    return [names[at : at + IN_A_ROW] for at in range(0, len(names), IN_A_ROW)]


def _read(text: str) -> object:
    """Return the number in a field. Raises `InputError` when it is none."""
    found = typed_fraction(text)
    if found is None:
        raise checked_field.InputError(tr("Type a number such as 3, −0.25 or 7/3."))
    return found


class Marked(Choices):
    """Two choices; who says "not separable" marks the points that prove it by selecting them."""

    def __init__(self, window: MainWindow, asked: Asked) -> None:
        super().__init__(window, asked)
        self.marks = plain_text.caption()
        self.marks.hide()
        self.column.addWidget(self.marks)
        window.controller.view_changed.connect(self._on_view_changed)

    @property
    def _selection(self) -> tuple[int, ...]:
        return self.window_of_plane.controller.view_state.selection

    def _press(self, value: lesson.Value, *_: object) -> None:
        is_proved = isinstance(value, lesson.Proof) and not value.separable
        super().show_value(value)
        self.marks.setVisible(is_proved)
        self.set_check(N_("Check") if is_proved else "")
        if not is_proved:
            self.given.emit(value)
            return
        self.window_of_plane.controller.choose_tool(Tool.SELECT)
        self._name_marks()

    def show_value(self, value: lesson.Value) -> None:
        super().show_value(lesson.Proof(value.separable) if isinstance(value, lesson.Proof) else value)
        if isinstance(value, lesson.Proof) and value.points:
            numbers = [number - 1 for number in value.points]
            n_points = self.window_of_plane.controller.document.dataset.n_samples
            self.window_of_plane.gestures.select([number for number in numbers if number < n_points])
            self._name_marks()
            self.marks.show()

    def _on_view_changed(self, earlier: ViewState, state: ViewState) -> None:
        if self.isEnabled() and state.selection != earlier.selection and self.marks.isVisible():
            self._name_marks()

    def _name_marks(self) -> None:
        names = [index_text(point) for point in sorted(self._selection)]
        words = tr("Marked: {points}") if names else tr("Click the points that prove it; hold Shift for more than one.")
        self.marks.setText(words.format(points=joined(names[:MOST_NAMED] + ["…"] * (len(names) > MOST_NAMED))))

    def hand_over(self) -> None:
        here = _points(self.window_of_plane.controller.document)
        marked, asked = {here[point] for point in self._selection}, _points(self.asked.session.document)
        numbers = tuple(number for number, point in enumerate(asked, 1) if point in marked)
        self.given.emit(lesson.Proof(False, numbers))

    def shut(self) -> None:
        super().shut()
        self.window_of_plane.controller.view_changed.disconnect(self._on_view_changed)


def _points(document: Document) -> list[tuple[float, ...]]:
    """Return points with their classes: numbers are others where points were deleted since the question was asked."""
    X, labels = document.dataset.X, document.dataset.labels
    return [(*x, label) for x, label in zip(X.tolist(), labels.tolist(), strict=True)]


class Makes(AskControl):
    """Hands over what the plane and the rules are now."""

    check_words = N_("Check")

    def hand_over(self) -> None:
        self.given.emit(lesson.Made(SavedSession(document=self.window_of_plane.controller.document)))


CONTROLS: dict[str, type[AskControl]] = {
    "right_or_mistake": Choices,
    "direction": ArrowOrChoices,
    "number": OneField,
    "weights": Fields,
    "separable": Marked,
    "make": Makes,
    "choice": Choices,
}
"""By the name of a kind in a file."""


class AskBox(QtWidgets.QWidget):
    """The question of a page, its control, and what is said to the answer, for which the card has a place.

    `given`: an answer. `shown`: it is wanted to be said what is right.
    """

    given = QtCore.Signal(object)
    shown = QtCore.Signal()

    def __init__(self, window: MainWindow) -> None:
        super().__init__()
        self._window = window
        self.control: AskControl | None = None
        self.words = plain_text.caption(name="lessonQuestion")
        self.reply = plain_text.plain_label()
        self.reply.setWordWrap(True)
        self.reply.setTextInteractionFlags(QtCore.Qt.TextInteractionFlag.TextSelectableByMouse)
        # L10n: a button: the solution
        self.show_me = QtWidgets.QPushButton(tr("Show me"))
        take_keys(self.show_me)
        self.show_me.setToolTip(tr("Shows the right answer; you cannot answer again after that"))
        self.show_me.clicked.connect(self.shown)
        self.check = QtWidgets.QPushButton()
        take_keys(self.check)
        self.check.clicked.connect(self._hand_over)
        self._room, buttons = QtWidgets.QVBoxLayout(), QtWidgets.QWidget()
        choice.in_a_row(buttons, self.check, self.show_me, spacing=SPACE).addStretch(1)
        plain_text.in_column(self, self.words, self._room, buttons, spacing=SPACE)
        self.clear()

    def clear(self) -> None:
        """Ask nothing."""
        if self.control is not None:
            if self.control.isEnabled():
                self.control.shut()
            self.control.hide()
            self._room.removeWidget(self.control)
            self.control.deleteLater()
            self.control = None
        for label in (self.words, self.reply):
            _say(label, "")
        self._show_buttons(False)

    def ask(self, asked: Asked, kind: str, value: lesson.Value | None, is_open: bool) -> None:
        """Ask. `value`: the answer that there is. `is_open`: whether another one is taken."""
        self.clear()
        _say(self.words, asked.words)
        if not asked.is_asked:
            return
        control = self.control = CONTROLS[kind](self._window, asked)
        control.given.connect(self.given)
        self._room.addWidget(control)
        if value is not None:
            control.show_value(value)
        control.check_changed.connect(lambda: self._show_buttons(True))
        self._show_buttons(is_open)
        if not is_open:
            control.shut()

    def _show_buttons(self, is_open: bool) -> None:
        words = self.control.check_words if self.control is not None else ""
        self.check.setText(tr(words))
        self.check.setVisible(is_open and bool(words))
        self.show_me.setVisible(is_open and self.control is not None and self.control.asked.can_show)

    def _hand_over(self) -> None:
        if self.control is not None:
            self.control.hand_over()

    def say(self, sentence: str, is_right: bool | None) -> None:
        """Say something to the answer. `is_right`: None where it is neither."""
        self.reply.setProperty("verdict", {True: "right", False: "wrong", None: ""}[is_right])
        self.reply.style().polish(self.reply)
        _say(self.reply, sentence)

    def shut(self) -> None:
        """Take no answer any more."""
        self._show_buttons(False)
        if self.control is not None and self.control.isEnabled():
            self.control.shut()

    def take_digit(self, digit: int) -> bool:
        """Answer by a figure; False where that is no answer."""
        return self.isVisible() and self.control is not None and self.control.take_digit(digit)


def _say(label: QtWidgets.QLabel, sentence: str) -> None:
    label.setText(sentence)
    label.setAccessibleName(sentence)
    label.setVisible(bool(sentence))
