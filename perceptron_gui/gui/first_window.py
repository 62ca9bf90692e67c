"""A second start with the same file shows the window that has it, by a socket of the user's own on this machine (A15).

A window listens under a name made of the file and of the folder where the program keeps its state. Who starts the
program with a file asks there first. No network is involved, and nobody else may connect.
"""

from __future__ import annotations

import os
import sys
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDir

from perceptron_gui.session.folders import NAME, is_private, state_folder

if TYPE_CHECKING:
    from PySide6.QtNetwork import QLocalSocket

RAISE, DONE = b"raise", b"ok"
TOKEN = "XDG_ACTIVATION_TOKEN"
"""By which a Wayland desktop knows that the user has asked for a window; it stands after the word."""
LONGEST_CONNECT_MS = 200
LONGEST_ANSWER_MS = 1000
"""A window that hangs, or that was stopped, is not waited for."""
HEX_DIGITS = 24


def channel(path: str | os.PathLike[str]) -> str:
    """Return the name under which a window with a file listens: on most systems the path of the socket.

    `path`: the file; links to it are followed.
    """
    file = os.path.normcase(os.path.realpath(path))
    digest = sha256(os.fsencode(f"{state_folder()}\0{file}")).hexdigest()[:HEX_DIGITS]
    return f"{NAME}-{digest}" if sys.platform == "win32" else str(socket_folder() / digest)


def socket_folder() -> Path:
    """Return the folder of the sockets, which goes with its last one."""
    folder = os.environ.get("XDG_RUNTIME_DIR", "")
    return Path(folder, NAME) if os.path.isabs(folder) else Path(QDir.tempPath(), f"{NAME}-{os.getuid()}")


def show_first_window(path: str) -> bool:
    """Ask the window that has a file to come to the front; False where there is none, or it does not answer.

    `path`: the file.
    """
    socket = connected(channel(path))
    if socket is None:
        return False
    if sys.platform == "win32":
        import ctypes

        # Windows lets a window come to the front only if the process that the user has just started says so.
        ctypes.windll.user32.AllowSetForegroundWindow(-1)
    socket.write(question())
    is_done = socket.waitForReadyRead(LONGEST_ANSWER_MS) and bytes(socket.readAll().data()).startswith(DONE)
    socket.abort()
    return is_done


def question() -> bytes:
    """Return the message that asks the first window to come to the front, with the desktop's activation token."""
    return RAISE + b" " + os.environ.get(TOKEN, "").encode("ascii", "ignore") + b"\n"


def connected(name: str) -> QLocalSocket | None:
    """Return a connection to the window that listens under a name; None where there is none. `name`: see `channel`."""
    if sys.platform != "win32" and not (os.path.lexists(name) and is_private(Path(name).parent)):
        return None
    try:
        from PySide6.QtNetwork import QLocalSocket
    except ImportError:  # it needs libraries of the system that the window does without
        return None
    socket = QLocalSocket()
    socket.connectToServer(name)
    return socket if socket.waitForConnected(LONGEST_CONNECT_MS) else None
