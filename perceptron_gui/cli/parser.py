"""The arguments of a command: argparse with sentences of our own, and values of options from their text (C3, C7)."""

import argparse
import math
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NoReturn

from perceptron_gui.cli.command_registry import PROGRAM, Command, UsageError
from perceptron_gui.engine.data.settings import LARGEST_LIMIT
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.files.file_work import LONGEST_SHOWN, shown
from perceptron_gui.files.numbers import is_rounded, parse_number, shortest
from perceptron_gui.translation import tr

HELP_COLUMN, HELP_WIDTH = 34, 100
"""Where the meanings of the options begin in the help, and how wide it is: to ask the terminal costs start-up time."""


class _Help(argparse.HelpFormatter):
    """Says "usage" in the language that is shown."""

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, tr("usage") + ": " if prefix is None else prefix)


class Parser(argparse.ArgumentParser):
    """Reads the arguments of one command; options that are not given have no entry in the result.

    `options`: every declared option by its names as typed.
    """

    def __init__(self, command: Command) -> None:
        self._command, summary = command.name, tr(command.summary)
        self.options: dict[str, argparse.Action] = {}
        super().__init__(
            prog=f"{PROGRAM} {command.name}",
            usage=f"{PROGRAM} {command.name} {command.operands}",
            description=f"{summary[:1].upper()}{summary[1:]}.",
            formatter_class=lambda prog: _Help(prog, max_help_position=HELP_COLUMN, width=HELP_WIDTH),
            argument_default=argparse.SUPPRESS,
            add_help=False,
            allow_abbrev=False,
            exit_on_error=False,
        )
        self._positionals.title, self._optionals.title = tr("positional arguments"), tr("options")
        self.add_argument("-h", "--help", action="store_true", help=tr("show this help"))

    def add_argument(self, *names: Any, **details: Any) -> argparse.Action:
        """Declare an option or operand as argparse does, and remember the option's names.

        `names`: of an option, or the one destination of an operand. `details`: as in
        `argparse.ArgumentParser.add_argument`.
        """
        action = super().add_argument(*names, **details)
        self.options.update(dict.fromkeys(action.option_strings, action))
        return action

    def read(self, arguments: Sequence[str]) -> argparse.Namespace:
        """Return the values of the arguments by their destinations.

        `arguments`: without the command. Raises `UsageError` when an option is unknown or its value makes no sense.
        """
        try:
            return self.parse_args(self._arranged(arguments))
        except argparse.ArgumentError as error:
            words = tr("{option} {problem}.")
            raise UsageError(words.format(option=error.argument_name, problem=error.message)) from None

    def error(self, message: str) -> NoReturn:
        """Raise what argparse itself would print before it exits.

        `message`: what is wrong. Raises `UsageError` always.
        """
        raise UsageError(f"{message[:1].upper()}{message[1:]}.")

    def _arranged(self, arguments: Sequence[str]) -> list[str]:
        """Return options first, each joined to its value, then -- and all others.

        So arranged, every version of argparse reads alike: -1,2 is a value, and options may stand around a file.
        """
        options: list[str] = []
        others: list[str] = []
        rest = iter(arguments)
        for argument in rest:
            if argument == "--":
                others += rest
            elif argument.startswith("-") and argument != "-":
                options.append(self._joined(argument, rest))
            else:
                others.append(argument)
        return [*options, "--", *others] if others else options

    def _joined(self, argument: str, rest: Iterator[str]) -> str:
        """Return a known option with its value, which is the next of `rest` unless it follows an =."""
        name, equals, value = argument.partition("=")
        if name not in self.options:
            raise UsageError(f"{self._unknown(name)}.")
        option = self.options[name]
        if option.nargs == 0:
            if equals:
                raise UsageError(tr("{option} takes no value.").format(option=name))
            return name
        if not equals:
            value = next(rest, "")
        # Before Python 3.13 argparse cannot take -- for a value.
        if not value or value == "--" or (not equals and value.partition("=")[0] in self.options):
            words = tr("{option} needs a value, write {option} {value}.")
            raise UsageError(words.format(option=name, value=option.metavar))
        return f"{name}={value}"

    def _unknown(self, name: str) -> str:
        from difflib import get_close_matches

        # A guess at a name of a million letters would take seconds.
        close = get_close_matches(name[:LONGEST_SHOWN], self.options, n=1)
        words = tr('{command} has no option "{option}", see --help')
        if close:
            words = tr('{command} has no option "{option}", did you mean {guess}')
        return words.format(command=self._command, option=shown(name), guess="".join(close))


MAX_PLACES = 6
"""Places of numbers that are trained on exactly (E2)."""


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


limit = whole(1, LARGEST_LIMIT)
"""Reads a limit of epochs or updates."""


def filled(text: str) -> str:
    """Return the text as it is. `text`: as typed. Raises `ArgumentTypeError` when it is empty or blank."""
    if not text.strip():
        raise ArgumentTypeError(tr("needs a value that is not empty"))
    return text


def one_of(names: Iterable[str]) -> dict[str, Any]:
    """Return how an option that takes one of some names is declared. `names`: texts, or an enumeration of them."""
    known = {str(name): name for name in names}

    def read(text: str) -> str:
        if text not in known:
            words = tr('needs {choices}, not "{text}"')
            raise ArgumentTypeError(words.format(choices=either([*known]), text=shown(text)))
        return known[text]

    return {"metavar": "|".join(known), "type": read}


def either(names: Sequence[str]) -> str:
    """Return names as alternatives: a, b or c. `names`: at least one."""
    if len(names) == 1:
        return names[0]
    return tr("{first} or {last}").format(first=", ".join(names[:-1]), last=names[-1])
