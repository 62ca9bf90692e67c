"""What is proved of the installed program as people use it on a desktop."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from installers.product import WORK
from installers.shell import BuildError, run
from proofs import sockets
from proofs.artefacts import Artefact
from proofs.chroot import HOME, USER
from proofs.installed import LESSON, Installed, process_in_front, window
from proofs.pictures import look
from proofs.screens import Screen, take_picture, wait_for, x_screen

STARTS = {
    "lesson.perceptron": b"{",
    "page.png": b"\x89PNG",
    "page.svg": b"<?xml",
    "page.pdf": b"%PDF",
    "run.gif": b"GIF89a",
    "run.py": b'"""',
}
"""How files of each kind begin, under the names that --smoke gives them."""
DATED = "page.pdf"
"""It says when it was made."""
POINTS = f"{HOME}/points.csv"
RECORD = WORK / "sockets.txt"
FRAMES, BETWEEN_S = 4, 1.0
"""Pictures that must differ while a session is played."""


class DesktopProofs:
    """The proofs, in their order; they leave nothing in the user's home.

    Parameters
    ----------
    artefact : Artefact
        Which is installed.
    """

    def __init__(self, artefact: Artefact) -> None:
        self._program = Installed(artefact)
        self._system = artefact.system

    def steps(self) -> dict[str, Callable[[], str]]:
        """Return what proves each claim, see `proofs.linux.Proofs`."""
        return {
            "render without a display: PDF, and twice the same PNG, SVG, GIF": self._render,
            "--play plays a session (Xvfb)": self._play,
            "a second start with the same file shows the first window (Xvfb)": self._second_start,
            "no socket of a network is opened: --smoke, two starts (strace)": self._sockets,
        }

    def _render(self) -> str:
        self._program.write_lesson()
        sizes = []
        for name in (name for name in STARTS if name.startswith("page.") or name.endswith(".gif")):
            first, second = (self._rendered(f"/tmp/{turn}-{name}") for turn in (1, 2))
            if not first.startswith(STARTS[name]):
                raise BuildError(f"{name} begins with {first[:20]!r}")
            if first != second and name != DATED:
                raise BuildError(f"{name} has other bytes the second time")
            sizes.append(f"{name} {len(first) / 1000:.0f} kB")
        return ", ".join(sorted(sizes))

    def _rendered(self, output: str) -> bytes:
        few = ["--most-frames", "20"] if output.endswith(".gif") else []
        # Nothing is said of a screen.
        self._system.run(self._program.artefact.program, "render", LESSON, "-o", output, *few, user=USER)
        return (self._system.root / output.lstrip("/")).read_bytes()

    def _play(self) -> str:
        self._program.write_lesson()
        with x_screen() as screen, window(self._program.command("--play", LESSON, screen=screen), screen):
            picture = self._program.picture("play")
            wait_for(lambda: _shows_window(screen, picture), "nothing is shown")
            seen = set()
            for _ in range(FRAMES):
                time.sleep(BETWEEN_S)
                take_picture(screen, picture)
                seen.add(picture.read_bytes())
        if len(seen) < FRAMES:
            raise BuildError(f"only {len(seen)} of {FRAMES} pictures differ")
        return f"{len(seen)} pictures differ"

    def _second_start(self) -> str:
        """Put another window above that of the session, and start the program with the session once more."""
        self._program.write_lesson()
        with x_screen() as screen, window(self._opened(LESSON, screen, "first"), screen) as first:
            folder = self._socket_folder()
            wait_for(lambda: folder.is_dir() and any(folder.iterdir()), "the window does not listen")
            with window(self._opened(POINTS, screen, "other"), screen):
                begin = time.monotonic()
                if said := self._program.run(LESSON, screen=screen):
                    raise BuildError(f"the second start said {said!r}")
                seconds = time.monotonic() - begin
                wait_for(lambda: process_in_front(screen) == first.pid, "the first window did not come to the front")
        if folder.exists():
            raise BuildError(f"{folder} is left")
        return f"it ended after {seconds:.1f} s"

    def _opened(self, file: str, screen: Screen, name: str) -> list[str]:
        return sockets.traced(self._program.command(file, screen=screen), _record(name))

    def _socket_folder(self) -> Path:
        user = self._system.run("id", "-u", user=USER).strip()
        return self._system.root / f"tmp/perceptron-lab-{user}"

    def _sockets(self) -> str:
        """Look at the windows of the second start, too, which come before."""
        with x_screen() as screen:
            command = self._program.command("--smoke", "/tmp/smoke-sockets", screen=screen)
            run(*sockets.traced(command, _record("smoke")), seconds=300)
        return "; ".join(f"{name}: {sockets.check(_record(name))}" for name in ("smoke", "first", "other"))


def _record(name: str) -> Path:
    return RECORD.with_stem(f"sockets-{name}")


def _shows_window(screen: Screen, picture: Path) -> bool:
    take_picture(screen, picture)
    try:
        look(picture)
    except BuildError:
        return False
    return True
