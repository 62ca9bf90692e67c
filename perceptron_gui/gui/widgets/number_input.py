"""Numbers as they are typed: what a field holds, or in a sentence what is wrong with it and what would be right."""

from __future__ import annotations

from fractions import Fraction

from perceptron_gui.engine.data.kernel import LARGEST_DEGREE
from perceptron_gui.engine.data.settings import LARGEST_SEED, MAX_ABS
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.files.numbers import is_rounded, parse_number, with_points
from perceptron_gui.session.scripts import read_power
from perceptron_gui.session.wording import MINUS
from perceptron_gui.translation import tr

LONGEST_QUOTE = 20
"""Letters of a typed text that are quoted in a sentence."""
LARGEST_LIMIT = 2**53


class InputError(ValueError):
    """A typed text that cannot be taken; the message is one plain sentence for the user."""


def typed_number(text: str) -> float | None:
    """Return the plain decimal in a field, of any size; None where it is none. `text`: with a point or a comma."""
    return parse_number(_plain(text))


def plain_number(text: str, wanted: str) -> float:
    """Return the number in a text.

    `text`: with a point or a comma. `wanted`: what would be right. Raises `InputError` when it is none, or too large.
    """
    if not text.strip():
        raise InputError(tr("Type {wanted}.").format(wanted=wanted))
    value = typed_number(text)
    if value is None:
        raise InputError(tr("“{text}” is no number: type {wanted}.").format(text=_quoted(text), wanted=wanted))
    if abs(value) > MAX_ABS:
        raise InputError(tr("A number can be 10¹² at most."))
    return value


def read_rate(text: str) -> float:
    """Return a learning rate η. `text`: a number above 0. Raises `InputError` when it is none."""
    value = plain_number(text, tr("a number above 0, such as 0.5"))
    if value <= 0:
        raise InputError(tr("η must be above 0."))
    return value


def read_margin(text: str) -> float:
    """Return the margin β of the margin perceptron (V4); 0 for an empty field.

    `text`: a number from 0, or nothing. Raises `InputError` when it is none.
    """
    value = plain_number(text, tr("a number from 0, such as 1")) if text.strip() else 0.0
    if value < 0:
        raise InputError(tr("β cannot be below 0."))
    return value


def read_degree(text: str) -> int:
    """Return the degree p of a polynomial kernel.

    `text`: a whole number from 1 to 10. Raises `InputError` when it is none.
    """
    return read_count(text, 1, LARGEST_DEGREE)


def read_constant(text: str) -> float:
    """Return the constant c of a polynomial kernel. `text`: a number from 0. Raises `InputError` when it is none."""
    value = plain_number(text, tr("a number from 0, such as 1"))
    if value < 0:
        raise InputError(tr("c cannot be below 0."))
    return value


def read_factor(text: str) -> float:
    """Return the factor g of a Gaussian kernel. `text`: a number above 0. Raises `InputError` when it is none."""
    value = plain_number(text, tr("a number above 0, such as 0.5"))
    if value <= 0:
        raise InputError(tr("g must be above 0."))
    return value


def read_seed(text: str) -> int:
    """Return a random seed; 0 for an empty field.

    `text`: a whole number from 0, or nothing. Raises `InputError` when it is no whole number, or too large.
    """
    return read_count(text, 0, LARGEST_SEED) if text.strip() else 0


def read_share(text: str) -> Fraction:
    """Return a share of points, exactly; 0 for an empty field.

    `text`: percent, with or without their sign. Raises `InputError` when it is no number from 0 to below 100.
    """
    plain = text.strip().removesuffix("%")
    value = plain_number(plain, tr("a number of percent, such as 25")) if plain.strip() else 0.0
    if not 0 <= value < 100:
        raise InputError(tr("A share must be from 0 to below 100 percent."))
    return decimal_fraction(value) / 100


def read_limit(text: str) -> int | None:
    """Return a limit of updates or epochs; None (no limit) for an empty field.

    `text`: a whole number from 1, or nothing. Raises `InputError` when it is no whole number from 1.
    """
    return read_count(text, 1, LARGEST_LIMIT) if text.strip() else None


def read_coordinate(text: str, wanted: str = "") -> float:
    """Return a coordinate: the decimal that was typed, digit for digit.

    `wanted`: what would be right, if that is less than any number. Raises `InputError` when it is no number, too large,
    or longer than a number is kept.
    """
    value = plain_number(text, wanted or tr("a number such as −1.25"))
    if is_rounded(_plain(text)):
        raise InputError(tr("A coordinate keeps about 15 digits: type fewer."))
    return value


def read_count(text: str, least: int, most: int) -> int:
    """Return a whole number.

    `least`, `most`: the smallest and the largest one that will do. Raises `InputError` when it is no whole number, or
    another one.
    """
    plain = text.strip()
    # The length comes first: Python refuses to read thousands of figures, and slowly.
    is_plain = plain.isascii() and plain.isdigit() and len(plain.lstrip("0")) <= len(str(most))
    if is_plain and least <= int(plain) <= most:
        return int(plain)
    if is_plain and int(plain) < least:
        raise InputError(tr("It must be {least} at least.").format(least=least))
    if plain.isascii() and plain.isdigit():
        raise InputError(tr("It can be {most} at most.").format(most=most))
    raise InputError(tr("“{text}” is no whole number: type one from {least}.").format(text=_quoted(text), least=least))


def _plain(text: str) -> str:
    """Return a typed number as a file would have it."""
    return with_points(read_power(text).strip().replace(MINUS, "-"))


def _quoted(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= LONGEST_QUOTE else plain[: LONGEST_QUOTE - 1] + "…"
