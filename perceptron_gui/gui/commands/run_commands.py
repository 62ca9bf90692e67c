"""Commands that move through the run, its speed, where play pauses, and the exercises, whose questions stop play."""

from collections.abc import Callable
from functools import partial

from PySide6.QtGui import QKeySequence

from perceptron_gui.frozen import replace
from perceptron_gui.gui.feature import Handlers, WindowCommands
from perceptron_gui.session.exercises.exercise_registry import EXERCISES, ExerciseEntry, Option
from perceptron_gui.session.view.steps import SPEEDS, speed_at
from perceptron_gui.session.view.view_state import ViewState
from perceptron_gui.session.worker import training_worker as moves
from perceptron_gui.session.worker.training_worker import Command
from perceptron_gui.translation import tr

MOVES: dict[str, Command] = {
    "run.step": moves.step,
    "run.step_back": moves.step_back,
    "run.next_mistake": moves.go_to_next_mistake,
    "run.previous_mistake": moves.go_to_previous_mistake,
    "run.next_epoch": moves.go_to_next_epoch,
    "run.previous_epoch": moves.go_to_previous_epoch,
    "run.end": moves.go_to_end,
}
PAUSES = {
    "run.pause_mistake": "pauses_at_mistake",
    "run.pause_epoch": "pauses_at_epoch",
    "run.pause_point": "pauses_at_point",
}
"""The attribute of ViewState that each action turns on and off."""


class RunCommands(WindowCommands):
    """Moves in time; play itself is among the commands of exercises, whose questions it answers."""

    def handlers(self) -> Handlers:
        """Return what each action does."""
        found: dict[str, Callable[[], object]] = {
            name: partial(self._controller.post, command) for name, command in MOVES.items()
        }
        pauses = {name: partial(self.toggle, attribute) for name, attribute in PAUSES.items()}
        return {
            **found,
            **pauses,
            "run.reset": lambda: self._controller.seek(0),
            "run.faster": partial(self.change_speed, +1),
            "run.slower": partial(self.change_speed, -1),
        }

    def begin(self) -> None:
        """Hear the transport and the selection."""
        transport, change_view = self._window.transport, self._controller.change_view
        transport.speed_chosen.connect(self.choose_speed)
        transport.timeline.marked.connect(lambda visit: change_view(marked_visit=visit))
        transport.timeline.sought.connect(self._controller.seek)
        self._controller.view_changed.connect(self._on_view_changed)

    def change_speed(self, by: int) -> None:
        """Play at another speed. `by`: how many places faster."""
        self.choose_speed(speed_at(SPEEDS.index(self._controller.view_state.speed) + by))

    def choose_speed(self, speed: float | None) -> None:
        """Play at a speed that the user has chosen, now and at later starts; that of a session is no such choice.

        `speed`: one of SPEEDS.
        """
        self._window.preferences = replace(self._window.preferences, speed=SPEEDS.index(speed))
        self._controller.change_view(speed=speed)

    def toggle(self, attribute: str) -> None:
        """Turn an attribute of the view's state on or off."""
        self._controller.change_view(**{attribute: not getattr(self._controller.view_state, attribute)})

    def _on_view_changed(self, earlier: ViewState, state: ViewState) -> None:
        """Say why play no longer pauses at a point."""
        if earlier.pauses_at_point and state.single_point is None:
            self._window.status.notice(tr("No single point is selected: play no longer pauses at one."))


NATIVE = QKeySequence.SequenceFormat.NativeText


class ExerciseCommands(WindowCommands):
    """Starts and ends exercises; one is on at a time."""

    def handlers(self) -> Handlers:
        """Return what each action does."""
        handlers: dict[str, Callable[[], object]] = {"run.play": self.play}
        for entry in EXERCISES:
            handlers[entry.action] = partial(self.turn, entry)
            if entry.option is not None:
                handlers[entry.option.action] = partial(self.turn_option, entry, entry.option)
        return handlers

    def begin(self) -> None:
        """Hear the box on the bar of the exercise."""
        self._window.exercise.option.toggled.connect(lambda _: self._on_option())

    def play(self) -> None:
        """Play or pause; while an exercise is on, go from question to question."""
        exercise = self._window.exercise
        if exercise.entry is None:
            self._controller.toggle_play()
        elif exercise.prompt.question is None:
            exercise.answer(1)
        else:
            words = tr("{exercise} is on: answer with 1 or 2, or switch it off with {keys}.")
            keys = self._window.actions_by_id[exercise.entry.action].shortcut().toString(NATIVE)
            self._window.status.notice(words.format(exercise=tr(exercise.entry.text), keys=keys))

    def turn(self, entry: ExerciseEntry) -> None:
        """Switch an exercise on, or off."""
        is_on = self._controller.view_state.exercise == entry.name
        self._controller.change_view(exercise="" if is_on else entry.name)

    def turn_option(self, entry: ExerciseEntry, option: Option) -> None:
        """Switch an option of an exercise on, or off; who wants the option wants the exercise. `option`: its option."""
        state = self._controller.view_state
        options = state.exercise_options ^ {option.name}
        name = entry.name if option.name in options else state.exercise
        self._controller.change_view(exercise=name, exercise_options=options)

    def _on_option(self) -> None:
        entry = self._window.exercise.entry
        if entry is not None and entry.option is not None:
            self._window.actions_by_id[entry.option.action].trigger()
