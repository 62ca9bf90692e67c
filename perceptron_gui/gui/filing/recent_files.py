"""The files that were open last, in a menu with a picture of each."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QIODevice, QObject, QSize, Qt, QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QMenu

from perceptron_gui.files.atomic import write_bytes
from perceptron_gui.files.file_work import FileError
from perceptron_gui.files.program.preferences import MOST_RECENT
from perceptron_gui.gui.widgets.plain_text import menu_text, readable
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.folders import file_titles, state_folder
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.gui.style.large_icons import LargeIcons

FOLDER = "pictures"
SIZE = QSize(96, 60)
"""Pixels of a picture in the menu."""
SHARPNESS = 2
"""Pixels of the file for one of the menu: for screens that have more of them."""
DELAY_MS = 400
"""A file that was opened is on the screen by then."""


class RecentFiles(QObject):
    """Remembers files, and takes a picture of the canvas for each.

    `open_file`: opens a file, given its path as text. `paths`: the newest first.
    """

    def __init__(self, window: MainWindow, open_file: Callable[[str], None]) -> None:
        super().__init__(window)
        self._window = window
        self._open_file = open_file
        self._shown = ""
        self.paths = window.preferences.recent
        self.menu = QMenu(tr("Recent files"), window)
        self.menu.aboutToShow.connect(self._fill)
        self._style: LargeIcons | None = None
        self._timer = QTimer(self, interval=DELAY_MS, singleShot=True)
        self._timer.timeout.connect(self.take_picture)
        # Another document is on its way: what is shown still belongs to the last file.
        window.closed.connect(self._timer.stop)

    def remember(self, path: Path) -> None:
        """Put the file that is shown first."""
        name = str(path.resolve())
        if readable(name) != name:
            return  # the preferences are UTF-8 text
        self.paths = (name, *(other for other in self.paths if other != name))[:MOST_RECENT]
        self._shown = name
        self._timer.start()

    def forget_shown(self) -> None:
        """Take no picture: something else is shown from now on."""
        self._timer.stop()
        self._shown = ""

    def take_picture(self) -> None:
        """Keep a picture of the file that is shown; without one its entry has none."""
        self._timer.stop()
        if not self._shown or not self._window.has_canvas:
            return
        grown = Qt.AspectRatioMode.KeepAspectRatioByExpanding
        picture = self._window.canvas.grab()
        picture = picture.scaled(SIZE * SHARPNESS, grown, Qt.TransformationMode.SmoothTransformation)
        data = QBuffer()
        data.open(QIODevice.OpenModeFlag.WriteOnly)
        picture.save(data, "PNG")
        with contextlib.suppress(OSError, FileError):
            target = picture_path(self._shown)
            target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            write_bytes(str(target), bytes(data.data().data()))
            self._tidy(target.parent)

    def _tidy(self, folder: Path) -> None:
        """Remove pictures of files that are no longer remembered."""
        kept = {picture_path(name).name for name in self.paths}
        for path in folder.glob("*.png"):
            if path.name not in kept:
                path.unlink()

    def _fill(self) -> None:
        if self._style is None:
            from perceptron_gui.gui.style.large_icons import LargeIcons

            self._style = LargeIcons(SIZE)
            self._style.setParent(self)
            self.menu.setStyle(self._style)
        self.menu.clear()
        self.menu.setToolTipsVisible(True)
        for name, title in zip(self.paths, file_titles(self.paths), strict=True):
            action = self.menu.addAction(menu_text(title), partial(self._open_file, name))
            action.setToolTip(menu_text(name))
            picture = picture_path(name)
            if picture.is_file():
                action.setIcon(QIcon(str(picture)))
        if not self.paths:
            self.menu.addAction(tr("none yet")).setEnabled(False)


def picture_path(name: str) -> Path:
    """Return where the picture of a file is kept. `name`: its whole path."""
    return state_folder() / FOLDER / (sha256(name.encode("utf-8", "surrogateescape")).hexdigest()[:32] + ".png")
