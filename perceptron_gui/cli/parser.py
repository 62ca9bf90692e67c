"""The parser of a command: argparse, with sentences of our own and numbers that may begin with a minus (C3, C7)."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn

from perceptron_gui.cli.refusals import PLANNED_OPTIONS, UsageError, not_built
from perceptron_gui.cli.registry import PROGRAM, Command
from perceptron_gui.files.file_errors import LONGEST_SHOWN, shown
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

        if name in PLANNED_OPTIONS:
            return not_built(name)
        # A guess at a name of a million letters would take seconds.
        close = get_close_matches(name[:LONGEST_SHOWN], self.options, n=1)
        words = tr('{command} has no option "{option}", see --help')
        if close:
            words = tr('{command} has no option "{option}", did you mean {guess}')
        return words.format(command=self._command, option=shown(name), guess="".join(close))
