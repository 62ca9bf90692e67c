"""The registry of exports: forms of a step, programs, tables and pictures, which actions, help and guide follow."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from perceptron_gui.frozen import Frozen
from perceptron_gui.translation import N_

if TYPE_CHECKING:
    from perceptron_gui.session.explanation.step import Explanation
    from perceptron_gui.session.programs.task import Task


class StepFormat(Frozen):
    """A form of a step."""

    name: str  # what tells it from the others
    text: str  # what the menu says; marked for translation
    shortcut: str  # keys in Qt's portable form; empty for none
    write: Callable[[Explanation], str] | None  # returns the step in this form; None for the picture of the panel

    @property
    def action(self) -> str:
        """The action that copies a step in this form."""
        return f"edit.copy_{self.name}"


def _as_text(step: Explanation) -> str:
    from perceptron_gui.session.explanation.step import as_text  # after the first paint (A9)

    return as_text(step)


def _as_latex(step: Explanation) -> str:
    from perceptron_gui.session.explanation.step import as_latex

    return as_latex(step)


TEXT = StepFormat("text", N_("Copy this step as text"), "", _as_text)
"""What is copied where neither points nor rows of a panel are chosen."""
STEP_FORMATS = (
    TEXT,
    StepFormat("latex", N_("Copy this step as LaTeX"), "Ctrl+Shift+C", _as_latex),
    StepFormat("picture", N_("Copy this step as a picture"), "", None),
)


class ProgramFormat(Frozen):
    """A form of a program."""

    name: str  # what tells it from the others
    # what the menu and its tooltip say; marked for translation
    text: str
    hint: str
    write: Callable[[Task], str]  # returns the program of a task, or raises `CannotBeSaid`
    files: str = N_("Python programs")  # what the dialog calls such files; marked for translation
    suffix: str = ".py"

    @property
    def action(self) -> str:
        """The action that writes it."""
        return f"file.program_{self.name}"


def _with_numpy(task: Task) -> str:
    from perceptron_gui.session.programs.written_program import numpy_program  # after the first paint (A9)

    return numpy_program(task)


def _with_sklearn(task: Task) -> str:
    from perceptron_gui.session.programs.written_program import sklearn_program

    return sklearn_program(task)


def _in_cells(task: Task) -> str:
    from perceptron_gui.session.programs.notebook import notebook

    return notebook(task)


PROGRAM_FORMATS = (
    ProgramFormat(
        "numpy", N_("Program (numpy)…"), N_("a Python file that repeats this run and prints the result"), _with_numpy
    ),
    ProgramFormat(
        "sklearn",
        N_("Program (scikit-learn)…"),
        N_("the same run with scikit-learn, if it has this rule"),
        _with_sklearn,
    ),
    ProgramFormat(
        "notebook",
        N_("Notebook…"),
        N_("the program in cells, with a picture of every update"),
        _in_cells,
        N_("Notebooks"),
        ".ipynb",
    ),
)


class Export(Frozen):
    """Something that can be taken out of the program."""

    action: str  # the action that does it
    # what the menu and its tooltip say; marked for translation
    text: str
    hint: str


TABLE = Export("file.run_table", N_("Table (LaTeX)…"), N_("the visits as shown in the Table panel"))
SOLUTION = Export(
    "file.solution", N_("Worked solution to print…"), N_("the full working of selected visits, as PDF or LaTeX")
)
EXPORTS = (*PROGRAM_FORMATS, TABLE, SOLUTION)
