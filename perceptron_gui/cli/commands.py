"""The commands, their help, and the one way out: what to print, or one sentence and an exit code (C2, C7)."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Callable, Sequence

from perceptron_gui import __version__
from perceptron_gui.cli import help_text
from perceptron_gui.cli.options import HELP
from perceptron_gui.cli.values import UsageError
from perceptron_gui.engine.settings import SettingsError
from perceptron_gui.files.flaw import PointsFileError, reason, shown

BAD, INTERRUPTED = 2, 130


def _train(arguments: Sequence[str]) -> str:
    from perceptron_gui.cli import train

    return train.answer(arguments)


def _analyze(arguments: Sequence[str]) -> str:
    from perceptron_gui.cli import analyze

    return analyze.answer(arguments)


def _render(arguments: Sequence[str]) -> str:
    raise UsageError("render comes in a later version, save a picture from the window.")


def _samples(arguments: Sequence[str]) -> str:
    from perceptron_gui.cli import samples

    return samples.answer(arguments)


COMMANDS: dict[str, Callable[[Sequence[str]], str]] = {
    "train": _train,
    "analyze": _analyze,
    "render": _render,
    "samples": _samples,
}
"""What each command answers on standard output."""


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out a command and return the exit code: 0, 2 for bad input or usage, 130 after Ctrl-C."""
    arguments = sys.argv[1:] if argv is None else list(argv)
    try:
        _print(answer(arguments))
    except ValueError as error:
        if not _is_refusal(error):
            raise
        return refuse(str(error))
    except KeyboardInterrupt as error:
        return refuse(str(error) or "Interrupted.", INTERRUPTED)
    except MemoryError:
        return refuse("There is not enough memory for this, use fewer points, features or classes.")
    return 0


def _is_refusal(error: ValueError) -> bool:
    """Whether the user can mend it; everything else would be a mistake of the program."""
    # Imported only now: it brings numpy, which help and the start of the window can do without.
    from perceptron_gui.engine.dataset import DatasetError

    return isinstance(error, (UsageError, PointsFileError, SettingsError, DatasetError))


def answer(arguments: Sequence[str]) -> str:
    """Return what a command prints.

    Raises
    ------
    UsageError, PointsFileError, SettingsError, DatasetError
        When it cannot be carried out; one sentence.
    """
    if not arguments:
        raise UsageError(f"There is no command, write one of {', '.join(COMMANDS)}, or --help.")
    command, *rest = arguments
    if command == "--version":
        return f"perceptron-gui {__version__}\n"
    if command in HELP:
        return help_text.OVERVIEW
    if command not in COMMANDS:
        raise UsageError(f'There is no command "{shown(command)}", write one of {", ".join(COMMANDS)}, or --help.')
    if set(HELP) & set(rest):
        return help_text.HELP_ON.get(command, help_text.OVERVIEW)
    return COMMANDS[command](rest)


def refuse(sentence: str, code: int = BAD) -> int:
    """Print one sentence on standard error and return the exit code."""
    with contextlib.suppress(OSError):
        print(sentence, file=sys.stderr, flush=True)
    return code


def _print(text: str) -> None:
    out = sys.stdout
    if isinstance(out, io.TextIOWrapper):
        out.reconfigure(errors="backslashreplace")
    try:
        print(text, end="", flush=True)
    except BrokenPipeError:
        _drop_output()  # the reader has seen enough, as in … | head
    except OSError as error:
        _drop_output()
        raise UsageError(f"The output cannot be written because {reason(error)}.") from None


def _drop_output() -> None:
    """Let what is still buffered go nowhere, since Python would try again at its end and complain."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
