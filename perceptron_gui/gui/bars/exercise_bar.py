"""The bar over the canvas with the running exercise's question and answers, legible from the last row."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QCheckBox, QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout

from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.gui.controller import Controller
from perceptron_gui.gui.style.style_sheet import check_box_rules
from perceptron_gui.gui.style.theme import LIGHT, SPACE, Theme
from perceptron_gui.gui.widgets.choice import show_checked
from perceptron_gui.gui.widgets.plain_text import plain_label
from perceptron_gui.session.exercises.exercise import Exercise, Prompt
from perceptron_gui.session.exercises.exercise_registry import BY_NAME, ExerciseEntry
from perceptron_gui.session.view.switches import HIDDEN_LABELS
from perceptron_gui.session.view.view_state import ViewState
from perceptron_gui.session.worker.training_worker import Command
from perceptron_gui.translation import tr

QUESTION, SMALLER, SMALLEST = 18, 16, 12
"""Sizes of the question and its answers in pixels, on a desk, and of letters where there is hardly any room."""
BUTTON_PADDING, MARGIN = 16, 14
FAR = 1.3
"""By how much more they grow than other text where they are to be read from the last row."""
DIRECTION = QBoxLayout.Direction
TALL = 540
"""Height from which on a window has room for that, in pixels at scale 1."""


class Question(QLabel):
    """Words in as many lines as they need; where there is too little room for these, in smaller letters."""

    def paintEvent(self, event: QPaintEvent) -> None:
        flags, font = self.alignment().value | Qt.TextFlag.TextWordWrap.value, QFont(self.font())
        while font.pixelSize() > SMALLEST:
            size = QFontMetrics(font).boundingRect(self.rect(), flags, self.text()).size()
            if size == size.boundedTo(self.size()):
                break
            font.setPixelSize(font.pixelSize() - 1)
        painter = QPainter(self)
        painter.setFont(font)
        painter.drawText(self.rect(), flags, self.text())


class ExerciseBar(QFrame):
    """Shows a question and its two answers; keys 1 and 2, its buttons, or an arrow on the canvas answer.

    `axes`: returns the features across and upwards on the canvas. `exercise`: the one that is on, if any. `buttons`:
    the two answers. `option`: the option of the exercise. `changed`: what is shown is another question or answer, or
    gone.
    """

    changed = Signal()

    def __init__(self, controller: Controller, axes: Callable[[], tuple[int, int | None]]) -> None:
        super().__init__()
        self._controller, self._axes = controller, axes
        self.exercise: Exercise | None = None
        self._shown: ExerciseEntry | None = None
        self.setObjectName("questionBar")
        self.setMinimumWidth(1)  # it takes the canvas's width, and gives none
        self.text, self.score = Question(textFormat=Qt.TextFormat.PlainText), plain_label()
        self.text.setWordWrap(True)
        self.text.setObjectName("question")
        self.option, self._has_option = QCheckBox(), False
        self.option.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.buttons = (QPushButton(), QPushButton())
        for choice, button in enumerate(self.buttons, start=1):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.clicked.connect(lambda _=False, choice=choice: self.answer(choice))
        self._row = row = QHBoxLayout()
        for widget in (*self.buttons, self.score):
            row.addWidget(widget)
        row.addStretch()
        row.addWidget(self.option)
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, 10, MARGIN, 10)
        column.addWidget(self.text)
        column.addLayout(row)
        self._fitted: tuple[Theme, float] | None = None
        self.set_theme(LIGHT)
        controller.view_changed.connect(self._on_view_changed)
        controller.page_changed.connect(lambda _: self._start_or_stop())
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Adopt the theme's sizes, larger than elsewhere, as the question must be legible from the last row."""
        self._theme = theme
        self._fit()

    def _fit(self) -> None:
        """Use the large font if enough room is left for the canvas."""
        theme, is_tall = self._theme, self.window().height() >= TALL * self._theme.scale
        far = FAR if theme.scale > 1 and is_tall else 1.0
        if (theme, far) == self._fitted:
            return
        self._fitted = theme, far
        question, smaller = (theme.font(round(size * far), QFont.Weight.DemiBold) for size in (QUESTION, SMALLER))
        # Not by fonts: in another parent, as the card of a hall, parts have the program's again.
        self.setStyleSheet(
            f"QLabel#question {{ font-size: {question.pixelSize()}px; font-weight: 600; }}"
            f"QLabel, QPushButton {{ font-size: {smaller.pixelSize()}px; font-weight: 600; }}"
            f"QCheckBox {{ font-size: {theme.font().pixelSize()}px; }}" + check_box_rules(theme.scale)
        )
        # Room for two lines, so that the canvas does not change its size from question to answer.
        self.text.setMinimumHeight(2 * QFontMetrics(question).lineSpacing())
        for part in (*self.buttons, self.score):
            part.setMinimumHeight(QFontMetrics(smaller).lineSpacing() + BUTTON_PADDING)
        self._row.setSpacing(round(SPACE * theme.scale))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Hide the option's check box if the answers need its room; the menu has it too.

        Where they need more than there is they stand one below the other.
        """
        parts = [part for part in (*self.buttons, self.score) if part.text()]
        widths = [part.sizeHint().width() + self._row.spacing() for part in (*parts, self.option)]
        self.option.setVisible(self._has_option and sum(widths) + 2 * MARGIN <= self.width())
        is_narrow = sum(widths[:-1]) + 2 * MARGIN > self.width()
        self._row.setDirection(DIRECTION.TopToBottom if is_narrow else DIRECTION.LeftToRight)

    @property
    def entry(self) -> ExerciseEntry | None:
        """The registry's entry of the exercise that is to ask.

        Of hidden labels none does on a page of a lesson that asks by itself, or holds the run.
        """
        state, page = self._controller.view_state, self._controller.page
        is_silent = state.shows(HIDDEN_LABELS) and page is not None and (page.asks or page.holds_run)
        return None if is_silent else BY_NAME.get(state.asks)

    @property
    def is_on(self) -> bool:
        """Whether an exercise is on."""
        return self.exercise is not None

    @property
    def prompt(self) -> Prompt:
        """What the running exercise shows; empty if there is none."""
        return self.exercise.prompt if self.exercise is not None else Prompt()

    # What the exercise sees and does: see `Desk`

    @property
    def snapshot(self) -> Snapshot | None:
        """The run as it is shown."""
        return self._controller.snapshot

    @property
    def axes(self) -> tuple[int, int | None]:
        """The features across and upwards on the canvas."""
        return self._axes()

    def post(self, command: Command) -> int:
        """Send a command to the training thread. See `Desk.post`."""
        self._controller.post(command)
        return self._controller.training_thread.n_posted

    def show_prompt(self, prompt: Prompt) -> None:
        """Show a question, or what is said to an answer: a button without text is hidden. See `Desk.show_prompt`."""
        self._fit()
        self.text.setText(prompt.text)
        for button, answer in zip(self.buttons, prompt.answers, strict=True):
            button.setText(answer)
            button.setVisible(bool(answer))
        score = prompt.tally.text  # empty before the first answer
        self.score.setText(tr("score {score}").format(score=score) if score else "")
        self._make_room()
        self.changed.emit()

    # What the user and the run do

    def _on_view_changed(self, earlier: ViewState, state: ViewState) -> None:
        """Start, change or stop the exercise as the view state says."""
        option = self.entry.option if self.entry is not None else None
        if option is not None:
            show_checked(self.option, option.name in state.exercise_options)
        if self._start_or_stop() or self.exercise is None:
            return
        if state.exercise_options != earlier.exercise_options:
            self.exercise.set_options(state.exercise_options)

    def _start_or_stop(self) -> bool:
        """End the former exercise, and start another one with a new score; return whether it is another one."""
        entry, before = self.entry, self._shown
        if entry is before:
            return False
        if self.exercise is not None:
            self.exercise.end()
        self._shown, self.exercise = entry, None
        if entry is not None:
            self._offer(entry)
            self.exercise = entry.make(self, self._controller.view_state.exercise_options)
            self.exercise.start()
        self.setVisible(self.is_on)
        self.changed.emit()
        return True

    def _offer(self, entry: ExerciseEntry) -> None:
        """Say what counts as right in an exercise, and offer its option."""
        option = entry.option
        self._has_option = option is not None
        self.score.setToolTip(tr(entry.score_hint))
        if option is not None:
            self.option.setText(tr(option.box_text))
            self.option.setToolTip(tr(option.box_hint))

    def answer(self, choice: int) -> bool:
        """Take an answer to the question that is shown; if none is shown, ask the next one.

        `choice`: 1 or 2. Returns False where no exercise is on.
        """
        if self.exercise is not None:
            self.exercise.answer(choice)
        return self.is_on

    def take_arrow(self, across: float, upwards: float) -> None:
        """Take an arrow on the canvas as the answer. See `Exercise.take_arrow`."""
        if self.exercise is not None:
            self.exercise.take_arrow(across, upwards)

    def render_snapshot(self, snapshot: Snapshot) -> None:
        """Let the exercise see where the run is."""
        if self.exercise is not None:
            self.exercise.follow(snapshot)
