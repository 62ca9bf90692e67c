"""The libraries that a program can be written in: one entry each, and menu, dialog and help follow."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from perceptron_gui.frozen import Frozen
from perceptron_gui.translation import N_

if TYPE_CHECKING:
    from perceptron_gui.session.programs.task import Task


class ProgramFormat(Frozen):
    """A form of a program."""

    name: str  # what tells it from the others
    # what the menu and its tooltip say; marked for translation
    text: str
    hint: str
    write: Callable[[Task], str]  # returns the program of a task, or raises `CannotBeSaid`

    @property
    def action(self) -> str:
        """The action that writes it."""
        return f"file.program_{self.name}"


def _with_numpy(task: Task) -> str:
    from perceptron_gui.session.programs.numpy_program import numpy_program  # after the first paint (A9)

    return numpy_program(task)


def _with_sklearn(task: Task) -> str:
    from perceptron_gui.session.programs.sklearn_program import sklearn_program

    return sklearn_program(task)


PROGRAM_FORMATS = (
    ProgramFormat(
        "numpy", N_("Program (numpy)…"), N_("a Python file that makes this run and prints what it came to"), _with_numpy
    ),
    ProgramFormat(
        "sklearn", N_("Program (scikit-learn)…"), N_("the same with a library, where that has the rule"), _with_sklearn
    ),
)
