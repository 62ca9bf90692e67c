"""Numbers as people write them in files: plain decimals, with a point or (German spreadsheets) a comma."""

import re

from perceptron_gui.engine.data.settings import MAX_ABS
from perceptron_gui.translation import tr

BLANKS = " \t\n\r\v\f"
"""White space that is allowed around a number, as by Python's float."""
MOST_DIGITS = 17
"""No double needs more significant digits to be told from all others."""
PLAIN = re.compile(r"[+-]?(?:[0-9]++(?:\.[0-9]*+)?|\.[0-9]++)(?:[eE][+-]?[0-9]++)?")
"""Possessive throughout: on a long cell that ends in a letter no digit is read twice."""
GROUPED = re.compile(r"[+-]?[1-9][0-9]{0,2}(?:,[0-9]{3})++")
"""Could be thousands: 1,125 is 1125 to some and 1.125 to others."""


def parse_number(text: str) -> float | None:
    """Return a number written as a plain decimal, perhaps infinite (1e999); None for any other text.

    Stricter than Python's float: no 1_000, no nan, no digits of other scripts.

    `text`: white space around the number is allowed.
    """
    stripped = text.strip(BLANKS)
    return float(stripped) if PLAIN.fullmatch(stripped) else None


def is_coordinate(cell: str) -> bool:
    """Whether a cell is a plain decimal of at most 10¹² in size. `cell`: with a decimal point."""
    value = parse_number(cell)
    return value is not None and abs(value) <= MAX_ABS


def is_rounded(cell: str) -> bool:
    """Whether a coordinate has more digits than its double keeps: the shortest decimal of that is another number.

    `cell`: a plain decimal.
    """
    digits = significant_digits(cell)
    # The same digits are the same number: with another exponent the double would be another, or 0 without digits.
    return len(digits) > MOST_DIGITS or digits != significant_digits(repr(float(cell)))


def has_many_digits(cell: str) -> bool:
    """Whether a number has more digits than any double needs. `cell`: a plain decimal."""
    return len(significant_digits(cell)) > MOST_DIGITS


def significant_digits(cell: str) -> str:
    """Return the digits of a number from the first to the last that is not 0. `cell`: a plain decimal."""
    return cell.lower().partition("e")[0].replace(".", "").strip(BLANKS + "+-0")


def number_flaw(cell: str) -> str:
    """Return what is wrong with a cell that is no coordinate, with fields for the {cell} and its {column}.

    `cell`: with a decimal point.
    """
    if not cell.strip(BLANKS):
        return tr('the cell in column "{column}" is empty, but every point needs a number there')
    if parse_number(cell) is not None:
        return tr('"{cell}" in column "{column}" is too large, the largest size is 10¹²')
    return tr('"{cell}" in column "{column}" is not a number, write it as a plain decimal such as -1.25')


def with_points(cell: str) -> str:
    """Return a number with a decimal comma as one with a decimal point. `cell`: as written."""
    return cell.replace(",", ".")


def shortest(value: float) -> str:
    """Return the shortest text that reads back as the same double: 5 for 5.0. `value`: finite."""
    text = repr(value)
    return text.removesuffix(".0")
