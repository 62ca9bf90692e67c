"""What the menu "Export" offers: one entry each, and the actions, help and README follow."""

from __future__ import annotations

from dataclasses import dataclass

from perceptron_gui.session.programs.program_formats import PROGRAM_FORMATS


@dataclass(frozen=True)
class Export:
    """Something that can be taken out of the program.

    Attributes
    ----------
    action : str
        The action that does it.
    text, hint : str
        What the menu and its tooltip say; marked for translation.
    """

    action: str
    text: str
    hint: str


EXPORTS = tuple(Export(form.action, form.text, form.hint) for form in PROGRAM_FORMATS)
