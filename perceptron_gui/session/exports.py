"""What the menu "Export" offers: one entry each, and the actions, help and README follow."""

from __future__ import annotations

from perceptron_gui.frozen import Frozen
from perceptron_gui.session.programs.program_formats import PROGRAM_FORMATS
from perceptron_gui.translation import N_


class Export(Frozen):
    """Something that can be taken out of the program."""

    action: str  # the action that does it
    # what the menu and its tooltip say; marked for translation
    text: str
    hint: str


TABLE = Export("file.run_table", N_("Table (LaTeX)…"), N_("the visits as the panel Table shows them"))
SOLUTION = Export(
    "file.solution",
    N_("Worked solution…"),
    N_("the blackboard of some visits, to be printed: a PDF, or LaTeX"),
)
EXPORTS = (*(Export(form.action, form.text, form.hint) for form in PROGRAM_FORMATS), TABLE, SOLUTION)
