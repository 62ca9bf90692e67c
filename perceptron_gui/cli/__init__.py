"""The command line without a window: train, analyze, samples. Output, or one sentence and an exit code (C2, C7)."""

import contextlib
import io
import os
import sys
from collections.abc import Sequence
from itertools import takewhile

from perceptron_gui import __version__, translation
from perceptron_gui.cli import command_registry
from perceptron_gui.cli.command_registry import UsageError
from perceptron_gui.cli.interruption import EndingSignals
from perceptron_gui.files.file_work import LONGEST_PATH, FileError, PointsFileError, reason, shown, visible
from perceptron_gui.files.program import languages, own_program
from perceptron_gui.session.memory import no_memory
from perceptron_gui.session.wording import joined
from perceptron_gui.translation import tr

__all__ = ["UsageError", "is_command", "main"]

HELP, VERSION = ("-h", "--help"), "--version"
SHORTCUT = ("--install-shortcut", "--remove-shortcut")


def is_command(argument: str) -> bool:
    """Whether the first argument is for the command line, not for the window. `argument`: as typed."""
    return argument in (*command_registry.COMMANDS, *HELP, VERSION, *SHORTCUT)


def take_language(arguments: Sequence[str]) -> tuple[list[str], str]:
    """Speak the language that is asked for, else that of the system; what is read later may speak another.

    `arguments`: as typed. Returns those without it, and the language that was asked for, one of `languages.known`; ""
    for none. Raises `UsageError` where there is no such language.
    """
    rest = list(arguments)
    asked = command_registry.take_option(rest, languages.OPTION)
    if (system := languages.fitting(languages.of_system())) != translation.ENGLISH:
        languages.speak(system)
    if asked is not None:
        if (language := languages.named(asked)) not in (spoken := languages.names()):
            words = tr('There is no language "{name}": use {option} with one of {known}.')
            known = joined(sorted(spoken))
            raise UsageError(words.format(name=shown(asked), option=languages.OPTION, known=known))
        languages.speak(language)
        return rest, language
    return rest, ""


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out a command and return the exit code: 0, 2 for bad input or usage, 130 after Ctrl-C (C7).

    `argv`: the command and its arguments; None takes the process's.
    """
    arguments = sys.argv[1:] if argv is None else list(argv)
    with EndingSignals() as signals:
        try:
            _print(answer(arguments))
        except ValueError as error:
            if not _is_refusal(error):
                raise
            return command_registry.refuse(str(error))
        except KeyboardInterrupt as error:
            return command_registry.refuse(str(error) or tr("Interrupted."), signals.code)
        except MemoryError:
            return command_registry.refuse(no_memory())
    return 0


def _is_refusal(error: ValueError) -> bool:
    """Whether the user can mend this error; any other is a bug of the program."""
    # Imported only now: it brings numpy, which help and the start of the window can do without.
    from perceptron_gui.engine.data.dataset import DatasetError
    from perceptron_gui.engine.data.settings import SettingsError

    return isinstance(error, (UsageError, PointsFileError, SettingsError, DatasetError))


def answer(arguments: Sequence[str]) -> str:
    """Return what a command prints.

    `arguments`: the command and what follows it. Raises `UsageError`, `PointsFileError`, `SettingsError`,
    `DatasetError` when it cannot be carried out; one sentence.
    """
    name, *rest = arguments or [""]
    if name == VERSION:
        return f"{command_registry.PROGRAM} {__version__}\n"
    if name in SHORTCUT and not rest:
        return shortcut_answer(name)
    wants_help = not set(HELP).isdisjoint(takewhile(lambda argument: argument != "--", arguments))
    if name in command_registry.COMMANDS:
        return _answer_of(command_registry.COMMANDS[name], rest, wants_help)
    if wants_help:
        return command_registry.overview()
    words = tr("The command is missing: use one of {commands}, or --help.")
    if name:
        words = tr('There is no command "{name}": use one of {commands}, or --help.')
    raise UsageError(words.format(name=shown(name), commands=joined(command_registry.COMMANDS)))


def _answer_of(command: command_registry.Command, arguments: Sequence[str], wants_help: bool) -> str:
    # Imported only now, as the command itself: the window can do without.
    from perceptron_gui.cli.command_line import Parser

    module, parser = command.load(), Parser(command)
    module.add_arguments(parser)
    answer: str = parser.format_help() if wants_help else module.run(parser.read(arguments))
    return answer


def _print(text: str) -> None:
    out = sys.stdout
    if isinstance(out, io.TextIOWrapper):
        out.reconfigure(errors="backslashreplace")
    try:
        print(visible(text), end="", flush=True)
    except BrokenPipeError:
        _drop_output()  # the reader has seen enough, as in … | head
    except OSError as error:
        _drop_output()
        raise UsageError(tr("The output cannot be written because {reason}.").format(reason=reason(error))) from None


def _drop_output() -> None:
    """Discard buffered output, which Python would otherwise try to write again at exit, with a complaint."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def shortcut_answer(option: str) -> str:
    """Create or remove the program's menu entry, and return the text to print.

    `option`: --install-shortcut or --remove-shortcut. Raises `UsageError` when that cannot be; one sentence.
    """
    if not sys.platform.startswith("linux"):
        raise UsageError(tr("{option} works only on Linux.").format(option=option))
    command = own_command()
    if not own_program.can_name(command):
        words = tr("{path}: a menu entry cannot start a program from this path; rename the folder.")
        raise UsageError(words.format(path=shown(command[0], LONGEST_PATH)))
    try:
        if option == "--remove-shortcut":
            was_there = own_program.remove_entry()
            return (tr("The menu entry has been removed.") if was_there else tr("There was no menu entry.")) + "\n"
        path = own_program.install_entry(command)
    except RuntimeError:
        raise UsageError(tr("There is no home folder for the menu entry.")) from None
    except OSError as error:
        raise UsageError(
            tr("The menu entry cannot be changed because {reason}.").format(reason=reason(error))
        ) from None
    except FileError as flaw:
        raise UsageError(tr("The menu entry was not written: {why}").format(why=flaw.sentence)) from None
    return tr("The menu entry was written to {path}.").format(path=shown(str(path), LONGEST_PATH)) + "\n"


def own_command() -> list[str]:
    """Return how the menu starts this program: by its script where it has one, else as it starts itself."""
    script = os.path.abspath(sys.argv[0])
    if os.path.basename(script).startswith("perceptron-gui") and os.access(script, os.X_OK):
        return [script]
    return own_program.own_command()
