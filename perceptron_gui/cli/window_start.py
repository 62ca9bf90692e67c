"""Command-line arguments for the window: a file to open, the demonstration, the smoke test (C2)."""

import faulthandler
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from perceptron_gui.cli.command_registry import UsageError, take_option
from perceptron_gui.files.file_work import LONGEST_PATH, FileError, PointsFileError, reason, shown
from perceptron_gui.frozen import Frozen, field
from perceptron_gui.translation import tr

DEMO, PLAY, SMOKE, THEME = "--demo", "--play", "--smoke", "--theme"
MOST_SECONDS = 240.0
"""How long the smoke test may take."""
STACKS = "stacks.txt"


class WindowStart(Frozen):
    """How the window is started."""

    path: str | None = None  # a points file or a session to open
    is_demo: bool = False  # whether to play the demonstration
    smoke: str | None = None  # folder of the smoke test
    asked: Mapping[str, str] = field(default_factory=dict)  # values of settings by options, by name (C12)
    plays: bool = False  # whether to play the file, which is a session that can be read, as it was saved


def read_arguments(arguments: Sequence[str]) -> WindowStart:
    """Return how the window is to be started.

    `arguments`: as typed, without the program's name. Raises `UsageError`, `PointsFileError` when that cannot be.
    """
    arguments = [*arguments]
    theme = take_option(arguments, THEME)
    if theme is not None:
        _check_theme(theme)
    asked = {"theme": theme or ""}
    if arguments and arguments[0] == SMOKE:
        if len(arguments) != 2 or arguments[1].startswith("-"):
            raise UsageError(tr("{option} needs one folder: {option} DIR.").format(option=SMOKE))
        return WindowStart(smoke=arguments[1], asked=asked)
    split = arguments.index("--") if "--" in arguments else len(arguments)
    options = [argument for argument in arguments[:split] if argument.startswith("-")]
    files = [*(argument for argument in arguments[:split] if argument not in options), *arguments[split + 1 :]]
    for option in options:
        if option not in (DEMO, PLAY):
            words = tr('There is no option "{option}"; perceptron-gui --help lists them all.')
            raise UsageError(words.format(option=shown(option)))
    if len(files) > 1:
        raise UsageError(tr('The window opens only one file; leave out "{file}".').format(file=shown(files[1])))
    if files and not os.path.exists(files[0]):
        raise _no_file(files[0], may_be_command=files == [*arguments])
    if PLAY in options:
        _check_playable(files[0] if files else "", DEMO in options)
    if DEMO in options and files:
        _check_readable(files[0])
    return WindowStart(files[0] if files else None, DEMO in options, asked=asked, plays=PLAY in options)


def _check_theme(name: str) -> None:
    """Refuse a theme that there is not."""
    from perceptron_gui.files.program.policy import SETTINGS  # it imports what may not come from the current folder

    if not SETTINGS["theme"].fits(name):
        words = tr('There is no theme "{name}": use {option} with one of {known}.')
        raise UsageError(words.format(name=shown(name), option=THEME, known=", ".join(SETTINGS["theme"].values())))


def _no_file(path: str, may_be_command: bool) -> UsageError | PointsFileError:
    """Return what is said of a file that is not there; a word without a dot or a folder may be a command, misspelt."""
    if may_be_command and not {".", "/", os.sep} & {*path}:
        words = tr("{file}: there is no such file or command; perceptron-gui --help lists the commands.")
        return UsageError(words.format(file=shown(path, LONGEST_PATH)))
    why = tr("there is no such file")
    return FileError(tr("the file cannot be read because {reason}.").format(reason=why)).in_file(path)


def _check_playable(path: str, is_demo: bool) -> None:
    """Refuse a file that cannot be demonstrated, before the window opens, as nobody may be there to answer it."""
    from perceptron_gui.files.sessions import is_session
    from perceptron_gui.files.sessions.session_file import read_session

    if is_demo:
        raise UsageError(tr("{one} and {other} cannot be used together.").format(one=PLAY, other=DEMO))
    if not is_session(path):
        words = tr("{option} needs a saved session: {option} FILE.perceptron.")
        raise UsageError(words.format(option=PLAY))
    if not read_session(path).session.document.dataset.n_samples:
        words = tr("{file}: there are no points to train on.")
        raise UsageError(words.format(file=shown(path, LONGEST_PATH)))


def _check_readable(path: str) -> None:
    """Refuse an unreadable file, as an unattended window would demonstrate an example instead."""
    from perceptron_gui.files.points.points_file import read_points
    from perceptron_gui.files.sessions import is_session
    from perceptron_gui.files.sessions.session_file import read_session

    if is_session(path):
        read_session(path)
    else:
        read_points(path)


def prepare_smoke(name: str) -> Path:
    """Return the folder of the smoke test, empty; preferences stay in it, and a hang ends the process.

    Where the test has not ended in time, the stacks of all threads are written (on standard error, or into the folder
    where there is none), and the exit code is 1.

    `name`: the folder as typed; it is made where there is none. Raises `UsageError` when it cannot be made, or holds
    anything: no file of anybody is replaced.
    """
    folder = Path(os.path.abspath(name))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        is_empty = not any(folder.iterdir())
        if is_empty:
            # Open until the process ends: a hang is written to it.
            report = sys.stderr or open(folder / STACKS, "x", encoding="utf-8")  # noqa: SIM115
    except OSError as error:
        words = tr("{folder} cannot be used because {reason}.")
        raise UsageError(words.format(folder=shown(name, LONGEST_PATH), reason=reason(error))) from None
    if not is_empty:
        words = tr("{folder} is not empty; choose a new folder.")
        raise UsageError(words.format(folder=shown(name, LONGEST_PATH)))
    os.environ["PERCEPTRON_LAB_CONFIG"] = str(folder / "config")
    faulthandler.dump_traceback_later(MOST_SECONDS, exit=True, file=report)
    return folder
