"""The program as it is installed in the small system, run by its user."""

from __future__ import annotations

import shutil
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from installers.product import WORK
from installers.shell import BuildError, run
from proofs.artefacts import Artefact
from proofs.chroot import USER, start
from proofs.screens import Screen, wait_for

CONFIG = "/tmp/config"
LESSON = "/tmp/lesson.perceptron"
"""A session that stands for the user's."""
SAMPLE, TITLE = "one-outlier", "One wrong label"
"""What it is of, and its window's title; its run never comes to rest."""
PICTURES = WORK / "pictures"


class Installed:
    """The program of an artefact.

    Parameters
    ----------
    artefact : Artefact
        Which is installed.
    """

    def __init__(self, artefact: Artefact) -> None:
        self.artefact = artefact
        self.system = artefact.system

    def command(self, *arguments: str, screen: Screen | None = None) -> list[str]:
        """Return the command line that runs it, without a network.

        Parameters
        ----------
        *arguments : str
        screen : Screen or None
            Where its window is shown; None for nowhere.
        """
        env = {"PERCEPTRON_LAB_CONFIG": CONFIG, **(screen.env if screen else {"QT_QPA_PLATFORM": "offscreen"})}
        binds = [screen.folder] if screen else []
        return self.system.command(self.artefact.program, *arguments, user=USER, env=env, binds=binds)

    def run(self, *arguments: str, screen: Screen | None = None) -> str:
        """Run it to its end, which must be a good one, and return what it said.

        Parameters
        ----------
        *arguments : str
        screen : Screen or None
            See `command`.
        """
        return run(*self.command(*arguments, screen=screen), seconds=300)

    def write_lesson(self) -> Path:
        """Write LESSON, and return where it is from outside."""
        path = self.system.root / LESSON.lstrip("/")
        path.unlink(missing_ok=True)
        self.run("samples", SAMPLE, "-o", LESSON)
        return path

    def keep(self, picture: Path, name: str) -> Path:
        """Keep a picture for people to look at.

        Parameters
        ----------
        picture : Path
        name : str
            What it shows.
        """
        kept = self.picture(name)
        return Path(shutil.copy(picture, kept))

    def picture(self, name: str) -> Path:
        """Return where a picture is kept.

        Parameters
        ----------
        name : str
            What it shows.
        """
        PICTURES.mkdir(parents=True, exist_ok=True)
        return PICTURES / f"{self.artefact.path.suffix[1:]}-{name}.png"


@contextmanager
def window(command: Sequence[str], screen: Screen) -> Iterator[subprocess.Popen[str]]:
    """Yield a program whose window is in front; at the end it is asked to leave, and must do so without a word.

    Parameters
    ----------
    command : sequence of str
    screen : Screen
        An X server's.
    """
    program = start(command)
    try:
        wait_for(lambda: process_in_front(screen) == program.pid, "no window came")
        yield program
    finally:
        program.send_signal(signal.SIGTERM)
        said, _ = program.communicate(timeout=60)
    if program.returncode or said:
        raise BuildError(f"the window did not close as ever: {program.returncode}, {said}")


def process_in_front(screen: Screen) -> int:
    """Return the process of the window that is active; 0 for none.

    Parameters
    ----------
    screen : Screen
        An X server's.
    """
    try:
        return int(run("xdotool", "getactivewindow", "getwindowpid", env=screen.env).split()[-1])
    except (BuildError, ValueError, IndexError):
        return 0
