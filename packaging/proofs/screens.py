"""Screens that nobody sees: an X server and a Wayland compositor."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import dev
from installers.shell import BuildError, run

PROGRAMS = {**dev.SCREEN_PROGRAMS, "weston": "weston", "import": "imagemagick", "strace": "strace"}
X_SOCKETS = "/tmp/.X11-unix"
PATIENCE_S = 60.0


@dataclass(frozen=True)
class Screen:
    """A screen on which a program can show its window.

    Attributes
    ----------
    env : dict of str to str
        What the program must be told.
    folder : str
        The folder of the socket by which it is reached.
    """

    env: dict[str, str]
    folder: str


@contextmanager
def x_screen() -> Iterator[Screen]:
    """Yield an X server of our own with a window manager."""
    with dev.virtual_screen("1280x800x24") as env:
        yield Screen(dict(env), X_SOCKETS)


@contextmanager
def wayland_screen() -> Iterator[Screen]:
    """Yield a Wayland compositor without a screen."""
    with tempfile.TemporaryDirectory() as folder:
        # Everybody may connect: the program runs as another user.
        os.chmod(folder, 0o755)
        env = {**os.environ, "XDG_RUNTIME_DIR": folder}
        options = ["--backend=headless-backend.so", "--socket=wayland-test", "--width=1280", "--height=800"]
        server = subprocess.Popen(["weston", *options, "--idle-time=0"], env=env, stderr=subprocess.PIPE, text=True)
        try:
            socket = Path(folder) / "wayland-test"
            wait_for(socket.exists, "weston did not start")
            socket.chmod(0o777)
            own = {"WAYLAND_DISPLAY": str(socket), "XDG_RUNTIME_DIR": "/tmp", "QT_QPA_PLATFORM": "wayland"}
            yield Screen(own, folder)
        finally:
            server.terminate()
            server.communicate()


def wait_for(condition: object, otherwise: str) -> None:
    """Wait until something has come true.

    Parameters
    ----------
    condition : callable
        Tells whether it has.
    otherwise : str
        What to say if it does not.

    Raises
    ------
    BuildError
        When it does not in time.
    """
    assert callable(condition)
    end = time.monotonic() + PATIENCE_S
    while not condition():
        if time.monotonic() > end:
            raise BuildError(otherwise)
        time.sleep(0.05)


def take_picture(screen: Screen, path: Path) -> None:
    """Take a picture of all of an X server's screen.

    Parameters
    ----------
    screen : Screen
    path : Path
        The file.
    """
    run("import", "-window", "root", path, env=screen.env)
