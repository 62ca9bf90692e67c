"""Comes to the front when the program is started again with the file that the window shows (A15)."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer

from perceptron_gui.gui.first_window import DONE, RAISE, TOKEN, channel, connected, is_ours
from perceptron_gui.gui.window import MainWindow

if TYPE_CHECKING:
    from PySide6.QtNetwork import QLocalServer, QLocalSocket

DELAY_MS = 300
"""A file that was opened is on the screen by then."""
LONGEST_MESSAGE = 1000
"""Bytes."""


class Raising(QObject):
    """Listens for later starts with the file that is shown, whichever that is.

    `shown_file`: returns its path; None where what is shown is in no file. `name`: under which it listens; empty while
    it does not.
    """

    def __init__(self, window: MainWindow, shown_file: Callable[[], Path | None]) -> None:
        super().__init__(window)
        self._window = window
        self._shown_file = shown_file
        self._path: Path | None = None
        self._server: QLocalServer | None = None
        self.name = ""
        self._timer = QTimer(self, interval=DELAY_MS, singleShot=True)
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
    folder = Path(name).parent
    with contextlib.suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return is_ours(folder)


def _leave_folder(name: str) -> None:
    """Remove the folder of a socket with its last one."""
    if sys.platform != "win32":
        with contextlib.suppress(OSError):  # others listen there, too
            Path(name).parent.rmdir()
