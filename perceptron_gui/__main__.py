"""Start the window, or hand over to the command line (C2)."""

import gc
import os
import sys
from collections.abc import Sequence
from importlib.util import find_spec

from perceptron_gui.cli.window_start import WindowStart
from perceptron_gui.translation import tr


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out what the command line says and return the exit code.

    `argv`: without the program's name; None takes the process's.
    """
    arguments = sys.argv[1:] if argv is None else list(argv)
    try:
        return _dispatch(arguments)
    except KeyboardInterrupt:
        from perceptron_gui.cli.command_registry import INTERRUPTED, refuse

        return refuse(tr("Interrupted."), INTERRUPTED)


def _dispatch(arguments: list[str]) -> int:
    from perceptron_gui import cli

    try:
        arguments, language = cli.take_language(arguments)
    except cli.UsageError as error:
        from perceptron_gui.cli.command_registry import refuse

        return refuse(str(error))
    if arguments and cli.is_command(arguments[0]):
        return cli.main(arguments)
    from perceptron_gui.cli.command_registry import refuse
    from perceptron_gui.cli.window_start import read_arguments
    from perceptron_gui.files.file_work import PointsFileError
    from perceptron_gui.frozen import replace

    try:
        start = read_arguments(arguments)
        return _open_window(replace(start, asked={**start.asked, "language": language}))
    except (cli.UsageError, PointsFileError) as error:
        return refuse(str(error))


def _open_window(start: WindowStart) -> int:
    from perceptron_gui.cli.window_start import prepare_smoke

    smoke = None if start.smoke is None else prepare_smoke(start.smoke)
    spare_the_start()
    try:
        if start.path is not None and not start.is_demo and not start.plays:
            from perceptron_gui.gui.first_window import show_first_window

            if show_first_window(start.path):
                return 0
        from perceptron_gui.gui.app import run_window

        # Imported when the window is painted (A9): who lacks it is told before there is one.
        if find_spec("numpy") is None:
            raise ImportError("No module named 'numpy'")
    except ImportError as error:
        from perceptron_gui.cli.command_registry import refuse

        words = tr("The window cannot be opened because a library is missing: {reason}.")
        return refuse(words.format(reason=" ".join(str(error).split())))
    return run_window(start.path, start.is_demo, smoke, start.plays, start.asked)


def spare_the_start() -> None:
    """Leave out what a window that starts would spend its time on to no end (A9)."""
    gc.disable()  # modules are no garbage, to look for some among them takes a tenth of the start; see `gui.garbage`
    # A second thread of numpy's linear algebra waits for work by asking over and over for 0.1 s, and is waited for as
    # long as a product takes, which is ten times as long as alone where training and window have both processors.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


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
