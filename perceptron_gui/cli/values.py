"""Values of options, as types for argparse: from the text on the command line to numbers and choices (C3)."""

from __future__ import annotations

import math
from argparse import ArgumentTypeError
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeVar

from perceptron_gui.cli.refusals import not_built
from perceptron_gui.engine.data.settings import LARGEST_LIMIT
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.files.file_errors import shown
from perceptron_gui.files.numbers import is_rounded, parse_number, shortest
from perceptron_gui.translation import tr

MAX_PLACES = 6
"""Places of numbers that are trained on exactly (E2)."""

Value = TypeVar("Value")


def number(text: str) -> float:
    """Return a plain decimal.

    `text`: as typed. Raises `ArgumentTypeError` when it is none; like all of this module the rest of a sentence that
    begins with the option.
    """
    value = parse_number(text)
    if value is None:
        raise ArgumentTypeError(tr('needs a plain decimal such as 0.5, not "{text}"').format(text=shown(text)))
    if value:  # the settings say better what is wrong with η = 0
        _check_digits(text, value)
    return value


def numbers(text: str) -> tuple[float, ...]:
    """Return plain decimals.

    `text`: decimals separated by commas. Raises `ArgumentTypeError` when one of them is none.
    """
    return tuple(_part(part, text) for part in text.split(","))


def _part(part: str, whole: str) -> float:
    """Return one of the decimals of a list; the sentence of a refusal shows the whole of it."""
    value = parse_number(part)
    if value is None:
        words = tr('needs plain decimals separated by commas, such as 1,-0.5,2, not "{text}"')
        raise ArgumentTypeError(words.format(text=shown(whole)))
    _check_digits(part, value)
    return value


def _check_digits(text: str, value: float) -> None:
    """Refuse digits that a double does not keep, where the double passes for exact without them (E2)."""
    if math.isfinite(value) and round(value, MAX_PLACES) == value and is_rounded(text):
        words = tr('has more digits in "{text}" than a number keeps, write {number}')
        raise ArgumentTypeError(words.format(text=shown(text), number=shortest(value)))


def shares(text: str) -> tuple[Fraction, Fraction]:
    """Return the shares to validate and to test on, as the decimals that were typed (H1).

    `text`: one decimal, or two separated by a comma; the second is 0 where it is missing. Raises `ArgumentTypeError`
    when there are more, or one is none from 0 to below 1, or has more digits than a number keeps.
    """
    parts = text.split(",", 2)
    values = [parse_number(part) for part in parts]
    if len(parts) > 2 or not all(value is not None and 0 <= value < 1 for value in values):
        words = tr('needs one or two decimals from 0 to below 1, such as 0.2 or 0.2,0.1, not "{text}"')
        raise ArgumentTypeError(words.format(text=shown(text)))
    for part in parts:
        if is_rounded(part):
            words = tr('has more digits in "{text}" than a number keeps, write {number}')
            raise ArgumentTypeError(words.format(text=shown(part), number=shortest(abs(float(part)))))
    validation, test = (*map(decimal_fraction, map(float, parts)), Fraction(0))[:2]
    return validation, test


def decimal(least: float, most: float) -> Callable[[str], float]:
    """Return a reader of decimals. `least`, `most`: their range, both included."""

    def read(text: str) -> float:
        found = number(text)
        if not least <= found <= most:
            words = tr('needs a number from {least} to {most}, not "{text}"')
            raise ArgumentTypeError(words.format(least=shortest(least), most=shortest(most), text=shown(text)))
        return found

    return read


def whole(least: int, most: int) -> Callable[[str], int]:
    """Return a reader of whole numbers. `least`, `most`: their range, both included."""

    def read(text: str) -> int:
        plain = text.strip()
        # The length comes first: turning a long text into a number takes long, and is refused by Python beyond 4 300.
        is_plain = plain.isascii() and plain.isdigit() and len(plain.lstrip("0")) <= len(str(most))
        if not (is_plain and least <= int(plain) <= most):
            words = tr('needs a whole number from {least} to {most}, not "{text}"')
            raise ArgumentTypeError(words.format(least=least, most=most, text=shown(text)))
        return int(plain)

    return read


def limit(text: str) -> int:
    """Return a limit of epochs or updates.

    `text`: as typed. Raises `ArgumentTypeError` when it is no whole number from 1 to `LARGEST_LIMIT`.
    """
    return whole(1, LARGEST_LIMIT)(text)


def filled(text: str) -> str:
    """Return the text as it is. `text`: as typed. Raises `ArgumentTypeError` when it is empty or blank."""
    if not text.strip():
        raise ArgumentTypeError(tr("needs a value that is not empty"))
    return text


def choice(make: Callable[[str], Value], known: Sequence[str], planned: Sequence[str] = ()) -> Callable[[str], Value]:
    """Return a reader of names.

    `make`: from a name to the value. `known`: names that are taken. `planned`: names that are refused as not built yet.
    """

    def read(text: str) -> Value:
        if text in known:
            return make(text)
        if text in planned:
            raise ArgumentTypeError(not_built(text))
        raise ArgumentTypeError(tr('needs {choices}, not "{text}"').format(choices=either(known), text=shown(text)))

    return read


def either(names: Sequence[str]) -> str:
    """Return names as alternatives: a, b or c. `names`: at least one."""
    if len(names) == 1:
        return names[0]
    return tr("{first} or {last}").format(first=", ".join(names[:-1]), last=names[-1])
