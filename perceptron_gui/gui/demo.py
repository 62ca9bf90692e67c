"""The demonstration: plays without anybody, for machines without a screen."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QTimer
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication

from perceptron_gui.engine.data.settings import Mode
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.files.atomic import write_bytes
from perceptron_gui.files.file_errors import FileError
from perceptron_gui.gui.commands.file_commands import FileCommands
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.folders import state_folder
from perceptron_gui.translation import tr

PATIENCE_MS = 20_000
LOOK_MS = 50


class Demo:
    """Plays in each mode to the end, prints the result, and saves a picture.

    Parameters
    ----------
    window : MainWindow
    filing : FileCommands
        Tells when the document has been read.
    """

    def __init__(self, window: MainWindow, filing: FileCommands) -> None:
        self._window = window
        self._filing = filing
        self._modes = list(Mode)
        self._timer = QTimer(window)
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self._look)
        self._patience = PATIENCE_MS // LOOK_MS

    def begin(self) -> None:
        """Start with the first mode, when the document is there."""
        if self._filing.opening.is_busy:
            QTimer.singleShot(LOOK_MS, self.begin)
            return
        QTimer.singleShot(0, self._next)
        self._timer.start()

    def _next(self) -> None:
        controller = self._window.controller
        controller.change_settings(tr("mode"), mode=self._modes[0])
        self._window.actions_by_id["run.end"].trigger()

    def _look(self) -> None:
        snapshot = self._window.controller.snapshot
        self._patience -= 1
        is_done = snapshot is not None and snapshot.settings.mode is self._modes[0] and snapshot.stop is not None
        if self._patience < 0 and not is_done:
            self._finish(1)
        elif is_done and snapshot is not None:
            print(_result(snapshot))
            self._modes.pop(0)
            if self._modes:
                self._next()
            else:
                self._finish(0)

    def _finish(self, code: int) -> None:
        self._timer.stop()
        try:
            print(tr("picture: {path}").format(path=save_picture(self._window.grab())))
        except FileError as flaw:
            print(tr("The picture is missing: {why}").format(why=flaw.sentence), file=sys.stderr)
            code = 1
        self._window.close()
        QApplication.exit(code)


def _result(snapshot: Snapshot) -> str:
    """Return how a run ended in one line; mode and end by the names that they have in files, too."""
    words = tr("{mode}: {stop}, {mistakes} mistakes, {visits} visits, {errors} errors left")
    counts = {"mistakes": snapshot.mistakes, "visits": snapshot.visit, "errors": snapshot.n_errors}
    return words.format(mode=snapshot.settings.mode, stop=snapshot.stop, **counts)


def save_picture(picture: QPixmap) -> Path:
    """Save a picture in the place of the last one and return its path.

    Parameters
    ----------
    picture : QPixmap

    Raises
    ------
    FileError
        When it cannot be written; nothing is left behind then.
    """
    data = QBuffer()
    data.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(data, "PNG")
    path = picture_path()
    write_bytes(str(path), bytes(data.data().data()))
    return path


def picture_path() -> Path:
    """Return where the picture goes: always the same file; for a user without a home one in the temporary folder."""
    folder = state_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return Path(tempfile.gettempdir()) / f"perceptron-lab-{os.urandom(8).hex()}.png"
    return folder / "demo.png"
