"""Open and recent files: one window per file, and a menu of recent ones with their pictures.

A window comes to the front when the program is started again with the file that it shows (A15).
"""

from __future__ import annotations

import contextlib
import os
import sys
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
from perceptron_gui.files.program.own_program import own_command
from perceptron_gui.files.program.policy import OFF, ON
from perceptron_gui.files.program.preferences import MOST_RECENT
from perceptron_gui.gui.first_window import DONE, RAISE, TOKEN, channel, connected
from perceptron_gui.gui.paths import qt_path
from perceptron_gui.gui.widgets.plain_text import menu_text, readable
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.folders import file_titles, make_private, state_folder
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from PySide6.QtNetwork import QLocalServer, QLocalSocket

    from perceptron_gui.gui.style.large_icons import LargeIcons


def open_window() -> None:
    """Open a second window, in a process of its own."""
    from PySide6.QtCore import QProcess  # its enumerations take a millisecond of a start (A9)

    program, *arguments = own_command()
    QProcess.startDetached(program, arguments)


FOLLOW_MS = 300
"""A file that was opened is on the screen by then."""
LONGEST_MESSAGE = 1000
"""Bytes."""


class Raising(QObject):
    """Lets a later start of the program with the file shown here raise this window instead.

    `shown_file`: returns its path; None where what is shown is in no file. `name`: of the local socket; empty while
    there is none.
    """

    def __init__(self, window: MainWindow, shown_file: Callable[[], Path | None]) -> None:
        super().__init__(window)
        self._window = window
        self._shown_file = shown_file
        self._path: Path | None = None
        self._server: QLocalServer | None = None
        self.name = ""
        self._timer = QTimer(self, interval=FOLLOW_MS, singleShot=True)
        self._timer.timeout.connect(self.follow)
        window.controller.document_changed.connect(self.follow_soon)
        window.closed.connect(self.stop)

    def follow_soon(self) -> None:
        """Look in a moment which file is shown."""
        if not self._timer.isActive():
            self._timer.start()

    def follow(self) -> None:
        """Listen for the file that is shown now, unless another window does."""
        path = self._shown_file()
        if path == self._path and (self.name or path is None):
            return
        self.stop()
        self._path = path
        if path is not None:
            self._listen(channel(path))

    def shows(self, name: str) -> bool:
        """Whether a file is the one that is shown. `name`: its path."""
        path = self._shown_file()
        return path is not None and channel(path) == channel(name)

    def stop(self) -> None:
        """Listen no longer."""
        self._timer.stop()
        if self._server is not None:
            self._server.close()
            self._server.deleteLater()
            _leave_folder(self.name)
        self._server, self._path, self.name = None, None, ""

    def _listen(self, name: str) -> None:
        other = connected(name)
        if other is not None:
            other.abort()
            return
        try:
            from PySide6.QtNetwork import QLocalServer
        except ImportError:
            return
        if not _has_folder(name):
            return
        server = QLocalServer(self)
        server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        server.newConnection.connect(self._take)
        QLocalServer.removeServer(name)  # of a window that was killed
        if server.listen(name):
            self._server, self.name = server, name
        else:  # the path is longer than that of a socket may be, or the disk is full
            server.deleteLater()
            _leave_folder(name)

    def _take(self) -> None:
        while self._server is not None and (socket := self._server.nextPendingConnection()) is not None:
            socket.setReadBufferSize(LONGEST_MESSAGE)
            socket.readyRead.connect(lambda socket=socket: self._answer(socket))
            socket.disconnected.connect(socket.deleteLater)

    def _answer(self, socket: QLocalSocket) -> None:
        if not socket.canReadLine():
            return
        word, _, token = bytes(socket.readLine().data()).strip().partition(b" ")
        if word == RAISE:
            self.come_to_front(token.decode("ascii", "ignore"))
            socket.write(DONE + b"\n")
            socket.flush()

    def come_to_front(self, token: str = "") -> None:
        """Show the window above all others, also where it was minimised.

        `token`: of a Wayland desktop: the user has asked for it.
        """
        if token:
            os.environ[TOKEN] = token  # Qt takes it from there, once
        window = self._window
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
        window.show()
        window.raise_()
        window.activateWindow()


def _has_folder(name: str) -> bool:
    """Make the folder of a socket; False where it is not the user's alone."""
    if sys.platform == "win32":
        return True  # it has none
    try:
        make_private(Path(name).parent)
    except OSError:
        return False
    return True


def _leave_folder(name: str) -> None:
    """Remove the folder of a socket with its last one."""
    if sys.platform != "win32":
        with contextlib.suppress(OSError):  # others listen there, too
            Path(name).parent.rmdir()


FOLDER = "pictures"
REPLACEMENT = "\ufffd"
"""What stands for bytes of a name that are no text."""
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
        name = readable(str(path.resolve()))
        if REPLACEMENT in name:
            return  # the preferences are UTF-8 text
        self.paths = (name, *(other for other in self.paths if other != name))[:MOST_RECENT]
        self._shown = name
        self._timer.start()

    def forget_shown(self) -> None:
        """Cancel the picture of the shown file, as another document is shown now."""
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
                action.setIcon(QIcon(qt_path(picture)))
        if not self.paths:
            self.menu.addAction(tr("none yet")).setEnabled(False)
        self.menu.addSeparator()
        resume, preferences = self.menu.addAction(tr("Offer to continue at startup")), self._window.preferences
        resume.setCheckable(True)
        resume.setChecked(preferences.held("resume") != OFF)
        resume.setEnabled(not preferences.policy.why_locked("resume"))
        resume.setToolTip(preferences.policy.why_locked("resume"))
        resume.toggled.connect(self._choose_resume)

    def _choose_resume(self, is_on: bool) -> None:
        self._window.preferences = self._window.preferences.choosing("resume", ON if is_on else OFF)


def picture_path(name: str) -> Path:
    """Return where the picture of a file is kept. `name`: its whole path."""
    return state_folder() / FOLDER / (sha256(name.encode("utf-8", "surrogateescape")).hexdigest()[:32] + ".png")
