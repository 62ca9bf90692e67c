"""Sentences in which formulas stand."""

from __future__ import annotations

import re
from itertools import chain

from perceptron_gui.session.explanation.formula import Formula, Part, formula, words

FIELD = re.compile(r"\{(\w+)\}")


def sentence(text: str, **parts: Part) -> Formula:
    """Return a sentence with formulas in its fields.

    Parameters
    ----------
    text : str
        Translated, with fields {name}.
    **parts : Formula, Written or str
        What stands in the fields, by their names.
    """
    pieces = FIELD.split(text)
    spans = (
        formula("{}", parts[piece]).spans if place % 2 else words(piece).spans
        for place, piece in enumerate(pieces)
        if piece
    )
    return Formula(tuple(chain.from_iterable(spans)))
