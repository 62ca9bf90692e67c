"""An upgrade while a window is open: whether that goes on, what it holds of the old files, what it takes of the new."""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from installers.product import WORK
from installers.shell import BuildError, run
from proofs.artefacts import Artefact
from proofs.chroot import HOME
from proofs.installed import Installed, window
from proofs.pictures import look
from proofs.screens import Screen, take_picture, wait_for, x_screen

STILL_S = 0.7
"""A window that has not changed for so long has drawn all that it draws by itself."""
KEYS = ("End", "F1", "Escape", "ctrl+g", "Escape", "ctrl+shift+g", "Escape", "ctrl+r", "ctrl+e", "Escape", "Home")
"""What is pressed afterwards: the run, all keys, gallery, generator, rules, features; it has not loaded all of that."""
FEWEST_MODULES = 5
"""That many it must have loaded from the new version, or the keys prove nothing."""
OPENED = re.compile(r'open(?:at)?\([^"]*"([^"]+)"[^=]*\) = \d+')
RECORD = WORK / "upgrade.txt"


def over_open_window(artefact: Artefact) -> str:
    """Install over an older version whose window is open, use that window, and return what was measured.

    Parameters
    ----------
    artefact : Artefact

    Raises
    ------
    BuildError
        When the window is gone, stands still, or says anything.
    """
    program = Installed(artefact)
    artefact.install_older()
    with x_screen() as screen:
        picture = program.picture("screen")
        with window(program.command(f"{HOME}/points.csv", screen=screen), screen) as process:
            wait_for(lambda: is_still(screen, picture), "the window shows nothing")
            artefact.install()
            kept = held(process.pid, artefact.folder)
            with _opened(process.pid) as record:
                for key in KEYS:
                    before = picture.read_bytes()
                    run("xdotool", "key", key, env=screen.env)
                    wait_for(
                        lambda before=before: is_still(screen, picture) and picture.read_bytes() != before,
                        f"the window stands still after {key}",
                    )
                    if process.poll() is not None:
                        raise BuildError(f"the window was gone after {key}")
            taken = {path for path in OPENED.findall(record.read_text()) if path.startswith(artefact.folder)}
            look(picture)
    modules = sum(path.endswith((".pyc", ".so")) for path in taken)
    if modules < FEWEST_MODULES:
        raise BuildError(f"only {modules} modules were loaded after the upgrade: press other keys")
    return f"{kept}; {len(KEYS)} keys answered, for which it took {len(taken)} files of the new version"


def is_still(screen: Screen, picture: Path) -> bool:
    """Take a picture of the screen; whether the window is there, and stands still for a moment.

    Parameters
    ----------
    screen : Screen
    picture : Path
        The file.
    """
    take_picture(screen, picture)
    try:
        look(picture)
    except BuildError:
        return False
    earlier = picture.read_bytes()
    time.sleep(STILL_S)
    take_picture(screen, picture)
    return picture.read_bytes() == earlier


def held(process: int, folder: str) -> str:
    """Return what a process still holds of files that are gone: mapped into its memory, and open.

    Parameters
    ----------
    process : int
    folder : str
        Where the files were; a folder that was moved aside before it went begins with the same name.
    """
    proc, gone = Path(f"/proc/{process}"), " (deleted)"
    mapped: dict[str, int] = {}
    for line in (proc / "maps").read_text(encoding="utf-8", errors="replace").splitlines():
        place, _, _, _, _, *path = line.split(maxsplit=5)
        if path and path[0].endswith(gone) and folder in path[0]:
            start, end = (int(each, 16) for each in place.split("-"))
            mapped[path[0]] = mapped.get(path[0], 0) + end - start
    links = []
    for descriptor in (proc / "fd").iterdir():
        with suppress(FileNotFoundError):
            links.append(os.readlink(descriptor))
    n_open = sum(link.endswith(gone) and folder in link for link in links)
    size = sum(mapped.values()) / 2**20
    return f"of the old files {len(mapped)} mapped ({size:.0f} MiB), {n_open} of {len(links)} descriptors"


@contextmanager
def _opened(process: int) -> Iterator[Path]:
    """Write down which files a process opens meanwhile."""
    RECORD.unlink(missing_ok=True)
    tracer = subprocess.Popen(
        ["strace", "-f", "-q", "-e", "trace=open,openat", "-o", RECORD, "-p", str(process)], stderr=subprocess.DEVNULL
    )
    try:
        wait_for(lambda: "TracerPid:\t0" not in Path(f"/proc/{process}/status").read_text(), "strace did not begin")
        yield RECORD
    finally:
        tracer.terminate()
        tracer.wait()
