"""The registry of commands, and refusals of bad usage (C2, C3, C7, C9).

A new command is a line here and a module, ``NAME_command.py``, with two functions; a refusal is one sentence and an
exit code.
"""

from importlib import import_module
from types import ModuleType

from perceptron_gui.files.file_work import tell
from perceptron_gui.frozen import Frozen
from perceptron_gui.translation import N_, tr

PROGRAM = "perceptron-gui"


class Command(Frozen):
    """One command."""

    name: str  # as typed
    operands: str  # what it takes besides options, for the help
    summary: str  # what it does, in a line of the help; marked for translation

    def load(self) -> ModuleType:
        """Import the command's module; it is needed only to run the command or show its help.

        Its `add_arguments` declares to an `ArgumentParser`, which knows --help already, what the command takes; its
        `run` carries the command out, given a `Namespace` in which options that were not given are missing, and returns
        what to print on standard output.
        """
        return import_module(f"perceptron_gui.cli.{self.name}_command")


COMMANDS = {
    command.name: command
    for command in (
        Command("train", "FILE …", N_("train without a window")),
        Command("analyze", "FILE …", N_("separability, margin, radius, bounds")),
        Command("render", "FILE -o OUT …", N_("draw a picture of a run (PNG, SVG, PDF) without a display")),
        Command("samples", "[NAME [-o FILE]]", N_("list the built-in data sets, or write one to a file")),
        Command("lessons", "[NAME [-o FILE]]", N_("list the lessons, or write one to a file")),
        Command("grade", "LESSON ANSWERS …", N_("mark the answers to a lesson, one row per student")),
        Command("sheet", "LESSON -o OUT …", N_("print the questions of a lesson as a PDF, with or without solutions")),
    )
}
"""Every command by its name, in the order of the help."""


def overview() -> str:
    """Return what ``--help`` prints: the window, and a line for every command."""
    rows = [
        ("", tr("open the window")),
        ("FILE", tr("open the window with a points file or a session")),
        ("--play FILE", tr("open the window and play a session as it was saved")),
        ("--demo [FILE]", tr("open the window and let it play by itself")),
        ("--smoke DIR", tr("test the installation in a window; results go to a new folder")),
        ("--theme THEME …", tr("open the window in another theme")),
        ("--language LANGUAGE …", tr("any of these in another language")),
        ("--install-shortcut", tr("add the program to the desktop's menu; --remove-shortcut removes it")),
        *((f"{command.name} {command.operands}", tr(command.summary)) for command in COMMANDS.values()),
    ]
    width = max(len(form) for form, _ in rows)
    lines = [f"  {PROGRAM} {form:<{width}}  {summary}" for form, summary in rows]
    title = tr("Perceptron Lab: see how Rosenblatt's perceptron learns, one exact step at a time.")
    help_line = tr("{program} COMMAND --help lists the options of a command; --version prints the version.")
    like_a_command = tr("To open a file with the same name as a command, type its path, such as ./train.")
    return "\n".join([title, "", *lines, "", help_line.format(program=PROGRAM), like_a_command, ""])


BAD, INTERRUPTED = 2, 130
"""Exit codes (C7)."""


class UsageError(ValueError):
    """A command that cannot be carried out; the message is one plain sentence for the user."""


def take_option(arguments: list[str], option: str) -> str | None:
    """Take an option with its value out of the arguments; None where it is not there, "" where it has no value.

    `arguments`: as typed; what follows -- stays.
    """
    end = arguments.index("--") if "--" in arguments else len(arguments)
    place = next((at for at, word in enumerate(arguments[:end]) if word.partition("=")[0] == option), None)
    if place is None:
        return None
    _, is_joined, value = arguments.pop(place).partition("=")
    return value if is_joined else arguments.pop(place) if place < end - 1 else ""


def refuse(sentence: str, code: int = BAD) -> int:
    """Print one sentence on standard error and return the exit code.

    `sentence`: what is wrong, with a full stop. `code`: the exit code.
    """
    tell(sentence)
    return code
