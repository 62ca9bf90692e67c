"""The exercise that is on, over the canvas: it sees the run through this bar, and is shown and answered on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from perceptron_gui.gui.exercises.question_bar import QuestionBar
from perceptron_gui.gui.widgets.checkable import show_checked
from perceptron_gui.session.exercises.prompt import Prompt
from perceptron_gui.session.exercises.registry import BY_NAME, ExerciseEntry

if TYPE_CHECKING:
    from perceptron_gui.engine.run.snapshot import Snapshot
    from perceptron_gui.gui.controller import Controller
    from perceptron_gui.session.exercises.exercise import Exercise
    from perceptron_gui.session.view_state import ViewState
    from perceptron_gui.session.worker.training_worker import Command


class ExerciseBar(QuestionBar):
    """Keys 1 and 2, its buttons, or an arrow on the canvas answer.

    `axes`: returns the features across and upwards on the canvas. `exercise`: the one that is on. `changed`: what is
    shown is another question or answer, or gone.
    """

    changed = Signal()

    def __init__(
        self, controller: Controller, axes: Callable[[], tuple[int, int | None]], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.answered.connect(self.answer)
        self._controller = controller
        self._axes = axes
        self.exercise: Exercise | None = None
        controller.view_changed.connect(self._on_view_changed)
        self.hide()

    @property
    def entry(self) -> ExerciseEntry | None:
        """What the registry says of the exercise that is on."""
        return BY_NAME.get(self._controller.view_state.exercise)

    @property
    def is_on(self) -> bool:
        """Whether an exercise is on."""
        return self.exercise is not None

    @property
    def prompt(self) -> Prompt:
        """What the exercise shows; nothing while none is on."""
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
        """Show a question, or what is said to an answer. See `Desk.show_prompt`."""
        self.show_question(prompt.text, prompt.answers, prompt.tally.text)
        self.changed.emit()

    # What the user and the run do

    def _on_view_changed(self, earlier: ViewState, state: ViewState) -> None:
        """Start asking, ask in another way, or stop."""
        option = self.entry.option if self.entry is not None else None
        if option is not None:
            show_checked(self.option, option.name in state.exercise_options)
        if state.exercise != earlier.exercise:
            self._start_or_stop(state)
        elif self.exercise is not None and state.exercise_options != earlier.exercise_options:
            self.exercise.set_options(state.exercise_options)

    def _start_or_stop(self, state: ViewState) -> None:
        """Leave the exercise that was on, and start the one that is, with a new score."""
        if self.exercise is not None:
            self.exercise.end()
        entry, self.exercise = self.entry, None
        if entry is not None:
            self.set_entry(entry)
            self.exercise = entry.make(self, state.exercise_options)
            self.exercise.start()
        self.setVisible(self.is_on)
        self.changed.emit()

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
