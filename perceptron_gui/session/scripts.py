"""Subscripts and superscripts in a line of text, and numbers as they are typed: powers of ten, commas, quotients."""

import re
from decimal import Decimal
from fractions import Fraction

LOWERED = dict(zip("0123456789+−ijklnrtρ", "₀₁₂₃₄₅₆₇₈₉₊₋ᵢⱼₖₗₙᵣₜᵨ", strict=True))
RAISED = dict(zip("0123456789+−-n*()itT′", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻ⁿ*⁽⁾ⁱᵗᵀ′", strict=True))
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


OTHER_FIGURES = str.maketrans("٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹０１２３４５６７８９٫．，－＋", "0123456789" * 3 + "..,-+")
"""Arabic, Persian and wide ones, with their points, commas and signs."""
PLAIN = re.compile(r"[+-]?(?:[0-9]++(?:\.[0-9]*+)?|\.[0-9]++)(?:[eE][+-]?[0-9]++)?")
"""A decimal. Possessive throughout: on a long cell that ends in a letter no digit is read twice."""
LONGEST_TYPED, MOST_ZEROS = 100, 400
"""Letters of a number that is read exactly, and zeros that its power of ten can add."""


def plain_typed(text: str) -> str:
    """Return a typed number in the spelling of computers: plain minus sign, decimal point, e for a power of ten."""
    return western(read_power(text)).strip().replace("−", "-").replace(",", ".")


def western(text: str) -> str:
    """Return a typed number with figures from 0 to 9, and with their signs, whatever the keyboard has."""
    return text.translate(OTHER_FIGURES)


def typed_fraction(text: str) -> Fraction | None:
    """Return the number in a text, exactly; None where it is none, or has a line of digits.

    `text`: a decimal with a point or a comma, or two of them with / between.
    """
    if len(text) > LONGEST_TYPED:
        return None
    parts = [plain_typed(part) for part in text.split("/")]
    is_short = all(
        PLAIN.fullmatch(part) and abs(int(part.lower().partition("e")[2] or 0)) <= MOST_ZEROS for part in parts
    )
    if len(parts) > 2 or not is_short:
        return None
    decimals = [*map(Decimal, parts)]
    if not all(decimals[1:]):
        return None
    over, under = (*map(Fraction, decimals), Fraction(1))[:2]
    return over / under
