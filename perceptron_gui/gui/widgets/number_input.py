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
BRACKETS = (("(", ")"), ("[", "]"))
"""What may stand around a list of numbers, as where it is copied."""


class InputError(ValueError):
    """A typed text that cannot be taken; the message is one plain sentence for the user."""


def typed_number(text: str) -> float | None:
    """Return the plain decimal in a field, of any size; None where it is none.

    Parameters
    ----------
    text : str
        With a point or a comma.
    """
    return parse_number(_plain(text))


def read_rate(text: str) -> float:
    """Return a learning rate η.

    Parameters
    ----------
    text : str
        A number above 0.

    Raises
    ------
    InputError
        When it is none.
    """
    value = _number(text, tr("a number above 0, such as 0.5"))
    if value <= 0:
        raise InputError(tr("η must be above 0."))
    return value


def read_margin(text: str) -> float:
    """Return the margin β of the margin perceptron (V4); 0 for an empty field.

    Parameters
    ----------
    text : str
        A number from 0, or nothing.

    Raises
    ------
    InputError
        When it is none.
    """
    value = _number(text, tr("a number from 0, such as 1")) if text.strip() else 0.0
    if value < 0:
        raise InputError(tr("β cannot be below 0."))
    return value


def read_degree(text: str) -> int:
    """Return the degree p of a polynomial kernel.

    Parameters
    ----------
    text : str
        A whole number from 1 to 10.

    Raises
    ------
    InputError
        When it is none.
    """
    return read_count(text, 1, LARGEST_DEGREE)


def read_constant(text: str) -> float:
    """Return the constant c of a polynomial kernel.

    Parameters
    ----------
    text : str
        A number from 0.

    Raises
    ------
    InputError
        When it is none.
    """
    value = _number(text, tr("a number from 0, such as 1"))
    if value < 0:
        raise InputError(tr("c cannot be below 0."))
    return value


def read_factor(text: str) -> float:
    """Return the factor g of a Gaussian kernel.

    Parameters
    ----------
    text : str
        A number above 0.

    Raises
    ------
    InputError
        When it is none.
    """
    value = _number(text, tr("a number above 0, such as 0.5"))
    if value <= 0:
        raise InputError(tr("g must be above 0."))
    return value


def read_seed(text: str) -> int:
    """Return a random seed; 0 for an empty field.

    Parameters
    ----------
    text : str
        A whole number from 0, or nothing.

    Raises
    ------
    InputError
        When it is no whole number, or too large.
    """
    return read_count(text, 0, LARGEST_SEED) if text.strip() else 0


def read_share(text: str) -> Fraction:
    """Return a share of points, exactly; 0 for an empty field.

    Parameters
    ----------
    text : str
        Percent, with or without their sign.

    Raises
    ------
    InputError
        When it is no number from 0 to below 100.
    """
    plain = text.strip().removesuffix("%")
    value = _number(plain, tr("a number of percent, such as 25")) if plain.strip() else 0.0
    if not 0 <= value < 100:
        raise InputError(tr("A share must be from 0 to below 100 percent."))
    return decimal_fraction(value) / 100


def read_limit(text: str) -> int | None:
    """Return a limit of updates or epochs; None (no limit) for an empty field.

    Parameters
    ----------
    text : str
        A whole number from 1, or nothing.

    Raises
    ------
    InputError
        When it is no whole number from 1.
    """
    return read_count(text, 1, LARGEST_LIMIT) if text.strip() else None


def read_weights(text: str, names: tuple[str, ...]) -> tuple[float, ...] | None:
    """Return start weights; None (all zeros) for an empty field.

    Between numbers stand blanks, semicolons or commas, around all of them perhaps brackets. A comma that no blank
    follows is a decimal one, as in "1,5 2,5 −1"; where nothing but commas separates and that makes as many numbers as
    are wanted, it is none, as in "1,1,−1". The count decides: no text has it in both readings (G12).

    Parameters
    ----------
    text : str
        One number for each of `names`, or nothing.
    names : tuple of str
        Names of the weights, in their order.

    Raises
    ------
    InputError
        When one is no number, or there are too many or too few.
    """
    parts = _listed(text, len(names))
    values = tuple(_number(part, tr("numbers such as 0.5 −1 0 or (0.5, −1, 0)")) for part in parts)
    if values and len(values) != len(names):
        expected, found = len(names), len(values)
        listed = ", ".join(names if expected <= 4 else (*names[:2], "…", names[-1]))
        raise InputError(
            tr("Type {expected} numbers ({names}), not {found}.").format(expected=expected, names=listed, found=found)
        )
    return values or None


def _listed(text: str, count: int) -> list[str]:
    """Return the numbers of a list, `count` of which are wanted, as they are typed. See `read_weights`."""
    plain = text.strip()
    for opening, closing in BRACKETS:
        if plain.startswith(opening) and plain.endswith(closing):
            plain = plain[1:-1]
    parts = plain.replace(";", " ").replace(", ", " ").split()
    by_commas = [part.strip() for part in plain.split(",")]
    is_one_word = len(parts) == 1 and typed_number(parts[0]) is None
    has_only_commas = ";" not in plain and not any(len(part.split()) > 1 for part in by_commas)
    return by_commas if has_only_commas and (is_one_word or len(by_commas) == count) else parts


def read_class_weights(text: str, names: tuple[str, ...], classes: tuple[str, ...]) -> tuple[float, ...] | None:
    """Return the start weights of classes, row after row; None (all zeros) for an empty field.

    Rows are separated by |; an empty one is of zeros, and the last ones may be left out.

    Parameters
    ----------
    text : str
    names : tuple of str
        Names of the weights of a row, in their order.
    classes : tuple of str
        Names of the classes, in their order.

    Raises
    ------
    InputError
        When a row is not as in `read_weights`, or there are more rows than classes.
    """
    rows = text.split("|") if text.strip() else []
    if len(rows) > len(classes):
        words = tr("Type a row for each class with | between, at most {count}, not {found}.")
        raise InputError(words.format(count=len(classes), found=len(rows)))
    zeros = (0.0,) * len(names)
    values = tuple(value for row in rows for value in read_weights(row, names) or zeros)
    return values if any(values) else None


def read_coordinate(text: str, wanted: str = "") -> float:
    """Return a coordinate: the decimal that was typed, digit for digit.

    Parameters
    ----------
    text : str
    wanted : str
        What would be right, if that is less than any number.

    Raises
    ------
    InputError
        When it is no number, too large, or longer than a number is kept.
    """
    value = _number(text, wanted or tr("a number such as −1.25"))
    if is_rounded(_plain(text)):
        raise InputError(tr("A coordinate keeps about 15 digits: type fewer."))
    return value


def read_count(text: str, least: int, most: int) -> int:
    """Return a whole number.

    Parameters
    ----------
    text : str
    least, most : int
        The smallest and the largest one that will do.

    Raises
    ------
    InputError
        When it is no whole number, or another one.
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


def _number(text: str, wanted: str) -> float:
    """Return the number in `text`; `wanted` says what would be right."""
    if not text.strip():
        raise InputError(tr("Type {wanted}.").format(wanted=wanted))
    value = typed_number(text)
    if value is None:
        raise InputError(tr("“{text}” is no number: type {wanted}.").format(text=_quoted(text), wanted=wanted))
    if abs(value) > MAX_ABS:
        raise InputError(tr("A number can be 10¹² at most."))
    return value


def _quoted(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= LONGEST_QUOTE else plain[: LONGEST_QUOTE - 1] + "…"
