"""Subscripts and superscripts in a line of text."""

from __future__ import annotations

LOWERED = dict(zip("0123456789+−ijknrt", "₀₁₂₃₄₅₆₇₈₉₊₋ᵢⱼₖₙᵣₜ", strict=True))
RAISED = dict(zip("0123456789+−-n*", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻ⁿ*", strict=True))
"""Figures and letters as subscripts and superscripts, those that Unicode has."""


def subscript(number: int) -> str:
    """Return a whole number as subscript figures.

    Parameters
    ----------
    number : int
        At least 0.
    """
    return lowered(str(number))


def lowered(text: str) -> str:
    """Return a subscript as a line of text has it: the ₁ of x₁, and _max where there are no such letters.

    Parameters
    ----------
    text : str
        Empty for none.
    """
    return "".join(map(LOWERED.__getitem__, text)) if LOWERED.keys() >= set(text) else f"_{text}"


def raised(text: str) -> str:
    """Return a superscript as a line of text has it: the ⁻⁷ of 10⁻⁷, and ^T where there are no such letters.

    Parameters
    ----------
    text : str
        Empty for none.
    """
    return "".join(map(RAISED.__getitem__, text)) if RAISED.keys() >= set(text) else f"^{text}"
