"""Values of options: from the text on the command line to numbers and choices, or to the sentence of a refusal."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from perceptron_gui.files.flaw import shown
from perceptron_gui.files.numbers import is_rounded, parse_number, shortest

LARGEST_LIMIT = 10**18
MAX_PLACES = 6
"""Places of numbers that are trained on exactly (E2)."""

Parse = Callable[[str, str], object]
"""From an option's name and the text of its value to the value."""


class UsageError(ValueError):
    """A command that cannot be carried out; the message is one plain sentence for the user."""


def number(option: str, text: str) -> float:
    """Return a plain decimal."""
    value = parse_number(text)
    if value is None:
        raise UsageError(f'{option} needs a plain decimal such as 0.5, not "{shown(text)}".')
    _check_digits(option, text, value)
    return value


def numbers(option: str, text: str) -> tuple[float, ...]:
    """Return plain decimals separated by commas."""
    values = [parse_number(part) for part in text.split(",")]
    if None in values:
        raise UsageError(f'{option} needs plain decimals separated by commas, such as 1,-0.5,2, not "{shown(text)}".')
    numbers = tuple(value for value in values if value is not None)
    for part, value in zip(text.split(","), numbers, strict=True):
        _check_digits(option, part, value)
    return numbers


def _check_digits(option: str, text: str, value: float) -> None:
    """Refuse digits that a double does not keep, where the double passes for exact without them (E2)."""
    if math.isfinite(value) and round(value, MAX_PLACES) == value and is_rounded(text):
        raise UsageError(f'{option} has more digits in "{shown(text)}" than a number keeps, write {shortest(value)}.')


def whole(least: int, most: int) -> Parse:
    """Return a parser of whole numbers from `least` to `most`."""

    def parse(option: str, text: str) -> int:
        plain = text.strip()
        # The length comes first: turning a long text into a number takes long, and is refused by Python beyond 4 300.
        is_plain = plain.isascii() and plain.isdigit() and len(plain.lstrip("0")) <= len(str(most))
        if not (is_plain and least <= int(plain) <= most):
            raise UsageError(f'{option} needs a whole number from {least} to {most}, not "{shown(text)}".')
        return int(plain)

    return parse


limit = whole(1, LARGEST_LIMIT)


def text(option: str, text: str) -> str:
    """Return the text as it is, if there is any."""
    if not text.strip():
        raise UsageError(f"{option} needs a value that is not empty.")
    return text


def choice(make: Callable[[str], object], known: Sequence[str], planned: Sequence[str] = ()) -> Parse:
    """Return a parser of one of the names in `known`; those in `planned` are refused as not yet there."""

    def parse(option: str, text: str) -> object:
        if text in known:
            return make(text)
        if text in planned:
            raise UsageError(f"{option} {text} comes in a later version, now it can be {either(known)}.")
        raise UsageError(f'{option} needs {either(known)}, not "{shown(text)}".')

    return parse


def later(option: str, text: str) -> object:
    """Refuse an option that is not there yet."""
    raise UsageError(f"{option} comes in a later version, leave it out.")


def either(names: Sequence[str]) -> str:
    """Return names as alternatives: a, b or c."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
