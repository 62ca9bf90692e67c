"""The registry of exercises: menu, keys, help, view state and the bar over the canvas follow each entry."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, cast

from perceptron_gui.frozen import Frozen
from perceptron_gui.session.view.switches import HIDDEN_LABELS
from perceptron_gui.translation import N_

if TYPE_CHECKING:
    from perceptron_gui.session.exercises.exercise import Desk, Exercise


class Option(Frozen):
    """An on/off option of an exercise."""

    name: str  # what the exercise asks for, as in `name in self.options`
    text: str  # its text in the menu; marked for translation, as all texts here are
    shortcut: str  # keys in Qt's portable form; empty for none
    hint: str  # what the tooltip of the menu adds
    # what stands at its box beside the question, and in the tooltip of that
    box_text: str
    box_hint: str

    @property
    def action(self) -> str:
        """The id of its action."""
        return f"run.{self.name}"


class ExerciseEntry(Frozen):
    """An exercise."""

    name: str  # what tells it from the others
    text: str  # its name in the menu; marked for translation, as all texts here are
    shortcut: str  # keys in Qt's portable form; empty for none
    hint: str  # what the tooltip adds
    keys: str  # what the keys do while it is on, for the status line
    score_hint: str  # what counts as right
    # given the desk and the names of the options that are on, return the exercise
    make: Callable[[Desk, frozenset[str]], Exercise]
    option: Option | None = None

    @property
    def action(self) -> str:
        """The id of its action."""
        return f"run.{self.name}"


def _predict_first(desk: Desk, options: frozenset[str]) -> Exercise:
    module = import_module("perceptron_gui.session.exercises.predict_first")  # after the first paint (A9)
    return cast("Exercise", module.PredictFirst(desk, options))


def _predict_label(desk: Desk, options: frozenset[str]) -> Exercise:
    module = import_module("perceptron_gui.session.exercises.predict_first")  # after the first paint (A9)
    return cast("Exercise", module.PredictLabel(desk, options))


EXERCISES = (
    ExerciseEntry(
        name="predict",
        text=N_("Predict first"),
        shortcut="Q",
        hint=N_("the run asks before every visit: answer with 1, 2 or an arrow"),
        keys=N_("1, 2: answer · drag an arrow, or use Enter and the arrow keys · 1 or Space: next · Q: end"),
        score_hint=N_("Right answers so far, out of all questions. An arrow counts as right if it is at most 30° off."),
        make=_predict_first,
        option=Option(
            name="predict_mistakes",
            text=N_("Predict only before mistakes"),
            shortcut="Shift+Q",
            hint=N_("the run pauses only before mistakes and asks which way w will move"),
            box_text=N_("only before mistakes"),
            box_hint=N_("Pause only before mistakes and ask which way w will move, not whether the point is right"),
        ),
    ),
)
"""In the order of the menu."""
LABELS = ExerciseEntry(
    name=HIDDEN_LABELS,
    text=N_("Hide labels until predicted"),
    shortcut="J",
    hint="",
    keys=N_("1, 2: answer · 1 or Space: next · J: end and show all labels"),
    score_hint=N_("Right answers so far, out of all questions."),
    make=_predict_label,
)
"""What asks while labels are hidden; its menu entry is that of the switch which hides them."""
OPTIONS = tuple(entry.option for entry in EXERCISES if entry.option is not None)
BY_NAME = {entry.name: entry for entry in (*EXERCISES, LABELS)}
