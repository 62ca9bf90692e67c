"""A script that a window carries out by itself, step by step: the demonstration, the smoke test."""

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QTimer
from PySide6.QtWidgets import QApplication

from perceptron_gui.engine.data.settings import Mode
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.files.atomic import write_bytes
from perceptron_gui.files.file_work import FileError, said, say
from perceptron_gui.gui.filing.file_commands import FileCommands
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.folders import state_folder
from perceptron_gui.translation import tr

PATIENCE_MS = 60_000
"""How long a step may take."""
LOOK_MS = 50
MOST_LOOKS = PATIENCE_MS // LOOK_MS

Condition = Callable[[], bool]
Say = Callable[[str], None]


class Playthrough(QTimer):
    """Carries out a script, once it is started: what a step begins must have come true before the next.

    `filing`: tells when the document has been read. `script`: does a step, and yields what must come true. `end`: gets
    whether all came true in time, once.
    """

    def __init__(
        self, window: MainWindow, filing: FileCommands, script: Iterator[Condition], end: Callable[[bool], None]
    ) -> None:
        super().__init__(window, interval=LOOK_MS)
        self._script, self._end = script, end
        self._condition: Condition = lambda: not filing.opening.is_busy
        self._patience = MOST_LOOKS
        self.timeout.connect(self._look)

    def _look(self) -> None:
        self._patience -= 1
        if self._condition():
            condition = next(self._script, None)
            if condition is not None:
                self._condition, self._patience = condition, MOST_LOOKS
                return
        elif self._patience >= 0:
            return
        self.stop()
        self._end(self._patience >= 0)


def play_every_mode(window: MainWindow, say: Say) -> Iterator[Condition]:
    """Train to the end in each mode, and say how each run ended.

    `say`: gets a line for each mode. Returns whether the run of a mode has ended.
    """
    for mode in Mode:
        window.controller.change_settings(tr("mode"), mode=mode)
        window.actions_by_id["run.end"].trigger()
        yield partial(_has_ended_in, window, mode)
        snapshot = window.controller.snapshot
        assert snapshot is not None  # it has ended
        # Mode and end by the names that they have in files, too.
        words = tr("{mode}: {stop}, {mistakes} mistakes, {visits} visits, {errors} errors left")
        counts = {"mistakes": snapshot.mistakes, "visits": snapshot.visit, "errors": snapshot.n_errors}
        say(words.format(mode=mode, stop=snapshot.stop, **counts))


def _has_ended_in(window: MainWindow, mode: Mode) -> bool:
    snapshot = window.controller.snapshot
    return has_ended(snapshot) and snapshot is not None and snapshot.settings.mode is mode


def has_ended(snapshot: Snapshot | None) -> bool:
    """Whether there is a snapshot of a run that has stopped."""
    return snapshot is not None and snapshot.stop is not None


def write_picture(window: MainWindow, path: str) -> None:
    """Write a picture of the window as PNG.

    `path`: the file. Raises `FileError` when it cannot be written; nothing is left behind then.
    """
    data = QBuffer()
    data.open(QIODevice.OpenModeFlag.WriteOnly)
    window.grab().save(data, "PNG")
    write_bytes(path, bytes(data.data().data()))


class Demo(Playthrough):
    """Plays in each mode to the end, prints the result, and saves a picture.

    `filing`: tells when the document has been read.
    """

    def __init__(self, window: MainWindow, filing: FileCommands) -> None:
        super().__init__(window, filing, play_every_mode(window, say), self._finish)
        self._window = window

    def _finish(self, is_done: bool) -> None:
        code = 0 if is_done else 1
        path = picture_path()
        try:
            write_picture(self._window, str(path))
            say(tr("picture: {path}").format(path=path))
        except FileError as flaw:
            say(said(tr("The picture is missing: {why}").format(why=flaw.sentence)), sys.stderr)
            code = 1
        self._window.close()
        QApplication.exit(code)


def picture_path() -> Path:
    """Return where the picture goes: always the same file; for a user without a home one in the temporary folder."""
    folder = state_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return Path(tempfile.gettempdir()) / f"perceptron-lab-{os.urandom(8).hex()}.png"
    return folder / "demo.png"
