"""Commands of the exercises, and play, which goes from question to question while one is on."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QKeySequence

from perceptron_gui.session.exercises.registry import EXERCISES, ExerciseEntry, Option
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.gui.commands.feature import Handlers
    from perceptron_gui.gui.window import MainWindow

NATIVE = QKeySequence.SequenceFormat.NativeText


class ExerciseCommands:
    """Starts and ends exercises; one is on at a time."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._controller = window.controller

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
