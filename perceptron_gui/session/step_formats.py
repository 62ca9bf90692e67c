"""The forms in which a step can be copied: one entry each, and the menu, its keys, help and README follow."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from perceptron_gui.frozen import Frozen
from perceptron_gui.translation import N_

if TYPE_CHECKING:
    from perceptron_gui.session.explanation.step import Explanation


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
    from perceptron_gui.session.explanation.export import as_text  # after the first paint (A9)

    return as_text(step)


def _as_latex(step: Explanation) -> str:
    from perceptron_gui.session.explanation.export import as_latex

    return as_latex(step)


TEXT = StepFormat("text", N_("Copy this step as text"), "", _as_text)
"""What is copied where neither points nor rows of a panel are chosen."""
STEP_FORMATS = (
    TEXT,
    StepFormat("latex", N_("Copy this step as LaTeX"), "Ctrl+Shift+C", _as_latex),
    StepFormat("picture", N_("Copy this step as a picture"), "", None),
)
