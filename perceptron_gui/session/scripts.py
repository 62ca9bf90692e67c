"""Subscripts and superscripts in a line of text, and how a power of ten is read."""

import re

LOWERED = dict(zip("0123456789+−ijknrt", "₀₁₂₃₄₅₆₇₈₉₊₋ᵢⱼₖₙᵣₜ", strict=True))
RAISED = dict(zip("0123456789+−-n*()iT′", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻ⁿ*⁽⁾ⁱᵀ′", strict=True))
"""Figures and letters as subscripts and superscripts, those that Unicode has."""
FIGURES = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
POWER = re.compile(r"([+−-]?)(?:([0-9.,]{1,40})·)?10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)")


def subscript(number: int) -> str:
    """Return a whole number as subscript figures. `number`: at least 0."""
    return lowered(str(number))


def lowered(text: str) -> str:
    """Return a subscript as plain text: the ₁ of x₁, or _max if Unicode lacks the letters.

    `text`: empty for none.
    """
    return "".join(map(LOWERED.__getitem__, text)) if LOWERED.keys() >= set(text) else f"_{text}"


def raised(text: str) -> str:
    """Return a superscript as plain text: the ⁻⁷ of 10⁻⁷, or ^T if Unicode lacks the letters.

    `text`: empty for none.
    """
    return "".join(map(RAISED.__getitem__, text)) if RAISED.keys() >= set(text) else f"^{text}"


def read_power(text: str) -> str:
    """Return a typed number with its power of ten in the form that computers read: 2e-9 for 2·10⁻⁹.

    `text`: as typed; returned as it is if it has no power of ten.
    """
    found = POWER.fullmatch(text.strip())
    if found is None:
        return text
    sign, mantissa, power = found.groups()
    return f"{sign}{mantissa or 1}e{power.translate(FIGURES)}"
