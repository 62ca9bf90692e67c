"""The man page, made from what the program says of its own commands."""

from __future__ import annotations

import argparse
import datetime

from installers.product import PROGRAM, SUMMARY, TITLE, VERSION, commit_time
from perceptron_gui.cli.command_line import Parser
from perceptron_gui.cli.command_registry import COMMANDS, overview

FILES = (
    (
        "/etc/perceptron-lab/policy.json, $XDG_CONFIG_DIRS/perceptron-lab/policy.json",
        "What is set for all users, if anything: language, theme, a folder of lessons. ADMIN.md has an example.",
    ),
    ("$XDG_CONFIG_HOME/perceptron-lab/preferences.json", "The preferences. Removing it is safe."),
    ("$XDG_STATE_HOME/perceptron-lab", "Unsaved points of a window that is open, and reports of faults."),
)
ENVIRONMENT = (
    (
        "PERCEPTRON_LAB_CONFIG",
        "A folder for preferences and for what is kept for the next start, in place of the usual ones.",
    ),
    (
        "PERCEPTRON_LAB_KERNEL",
        "Set to off, training does without the compiled loop: more slowly, with the same numbers.",
    ),
)


def text() -> str:
    """Return the man page in troff."""
    date = datetime.datetime.fromtimestamp(commit_time(), datetime.UTC).date().isoformat()
    lines = [
        f'.TH {PROGRAM.upper()} 1 {date} "{TITLE} {VERSION}" "User commands"',
        *(".SH NAME", f"{_escaped(PROGRAM)} \\- {_escaped(SUMMARY[0].lower() + SUMMARY[1:])}"),
        *(".SH SYNOPSIS", ".nf", *_synopsis(), ".fi"),
        *(".SH DESCRIPTION", "Without a command a window opens, on a points file (CSV) or a session if one is named."),
    ]
    for command in COMMANDS.values():
        parser = Parser(command)
        command.load().add_arguments(parser)
        lines += [f'.SH "{command.name.upper()}"', _escaped(f"{parser.description}")]
        for option in {id(each): each for each in parser.options.values()}.values():
            lines += [".TP", f"\\fB{_escaped(_form(option))}\\fR", _escaped(option.help or "")]
    lines += _listed("FILES", FILES) + _listed("ENVIRONMENT", ENVIRONMENT)
    codes = "0: it was done. 2: bad input or usage, one sentence says what. 130: interrupted (SIGTERM 143, SIGHUP 129)."
    lines += [".SH EXIT STATUS", codes]
    return "\n".join(lines) + "\n"


def _synopsis() -> list[str]:
    usages = [line.strip() for line in overview().splitlines() if line.startswith(f"  {PROGRAM}")]
    return [_escaped(usage.split("  ")[0]) for usage in usages]


def _form(option: argparse.Action) -> str:
    names = ", ".join(option.option_strings)
    return f"{names} {option.metavar}" if option.metavar and option.nargs != 0 else names


def _listed(title: str, rows: tuple[tuple[str, str], ...]) -> list[str]:
    return [f".SH {title}", *(line for name, words in rows for line in (".TP", f"\\fI{_escaped(name)}\\fR", words))]


def _escaped(words: str) -> str:
    return words.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
