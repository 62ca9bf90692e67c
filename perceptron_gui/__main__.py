"""Start the window, or hand over to the command line (C2)."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from perceptron_gui.translation import tr


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out what the command line says and return the exit code.

    Parameters
    ----------
    argv : sequence of str or None
        Without the program's name; None takes the process's.
    """
    arguments = sys.argv[1:] if argv is None else list(argv)
    try:
        return _dispatch(arguments)
    except KeyboardInterrupt:
        return _say(tr("Interrupted."), 130)


def _dispatch(arguments: list[str]) -> int:
    from perceptron_gui import cli

    if arguments and cli.is_command(arguments[0]):
        return cli.main(arguments)
    try:
        path, demo = _window_arguments(arguments)
    except cli.UsageError as error:
        return _say(str(error))
    return _open_window(path, demo)


def _window_arguments(arguments: list[str]) -> tuple[str | None, bool]:
    """Return the file to open, if any, and whether to play the demonstration."""
    from perceptron_gui.cli import UsageError
    from perceptron_gui.files.file_errors import LONGEST_PATH, shown

    split = arguments.index("--") if "--" in arguments else len(arguments)
    options = [argument for argument in arguments[:split] if argument.startswith("-")]
    files = [argument for argument in arguments[:split] if argument not in options] + arguments[split + 1 :]
    for option in options:
        if option != "--demo":
            words = tr('There is no option "{option}", write perceptron-gui --help to see what there is.')
            raise UsageError(words.format(option=shown(option)))
    if len(files) > 1:
        raise UsageError(tr('The window opens one file, not also "{file}".').format(file=shown(files[1])))
    if files and not os.path.exists(files[0]):
        words = tr(
            "{file}: there is no such file and no such command, write perceptron-gui --help to see what there is."
        )
        raise UsageError(words.format(file=shown(files[0], LONGEST_PATH)))
    return (files[0] if files else None), bool(options)


def _open_window(path: str | None, demo: bool) -> int:
    try:
        from perceptron_gui.gui.app import run_window
    except ImportError as error:
        words = tr("The window cannot be opened because a library is missing: {reason}.")
        return _say(words.format(reason=" ".join(str(error).split())))
    return run_window(path, demo)


def _say(sentence: str, code: int = 2) -> int:
    print(sentence, file=sys.stderr)
    return code


def leave_working_directory() -> None:
    """Import nothing more from the current folder, where Python looks first after ``python -m``."""
    try:
        here = os.path.realpath(os.getcwd())
    except FileNotFoundError:
        return  # the folder was removed: nothing can be imported from it
    package = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
    if not sys.flags.safe_path and here != package and sys.path and os.path.realpath(sys.path[0]) == here:
        del sys.path[0]


if __name__ == "__main__":
    leave_working_directory()
    sys.exit(main())
