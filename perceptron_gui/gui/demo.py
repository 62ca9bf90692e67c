"""The demonstration: plays without anybody, for machines without a screen."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication

from perceptron_gui.files.file_errors import FileError
from perceptron_gui.files.said import said, say
from perceptron_gui.gui.playthrough import Playthrough, play_every_mode, write_picture
from perceptron_gui.session.folders import state_folder
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.gui.filing.file_commands import FileCommands
    from perceptron_gui.gui.window import MainWindow


class Demo:
    """Plays in each mode to the end, prints the result, and saves a picture.

    `filing`: tells when the document has been read.
    """

    def __init__(self, window: MainWindow, filing: FileCommands) -> None:
        self._window = window
        self._playthrough = Playthrough(window, filing, play_every_mode(window, say), self._finish)

    def begin(self) -> None:
        """Start with the first mode, when the document is there."""
        self._playthrough.begin()

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
