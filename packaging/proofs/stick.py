"""What is proved of the stick: all of it is whole, and its start script works on a computer that has only Python."""

from __future__ import annotations

import shutil
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

from installers.product import VERSION, WORK
from installers.shell import BuildError, run
from installers.stick import SUMS
from proofs.pictures import look

FOLDER = WORK / "stick-tried"
HOME = WORK / "stick-home"


def steps(path: Path) -> dict[str, Callable[[], str]]:
    """Return what proves each claim.

    Parameters
    ----------
    path : Path
        The zip.
    """
    return {
        "unpacks, and every checksum is right": lambda: _unpack(path),
        "start script: installs without a network, --version": _version,
        "start script: --smoke": _smoke,
        "nothing was written but the program's folder": _is_clean,
    }


def _inside() -> Path:
    return next(folder for folder in FOLDER.iterdir() if folder.is_dir())


def _unpack(path: Path) -> str:
    for folder in (FOLDER, HOME):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    with zipfile.ZipFile(path) as archive:
        archive.extractall(FOLDER)
        names = archive.namelist()
    run("sha256sum", "--check", "--strict", "--quiet", SUMS, cwd=_inside())
    return f"{len(names)} files"


def _start(*arguments: str) -> str:
    # Nothing else of this machine: pip asks any other tool that it finds for its version, and they write files.
    path = f"{sys.base_prefix}/bin:/usr/bin:/bin"
    command = [
        "unshare",
        "--net",
        "env",
        "-i",
        f"HOME={HOME}",
        f"PATH={path}",
        "QT_QPA_PLATFORM=offscreen",
    ]
    return run(*command, "sh", _inside() / "start.sh", *arguments, cwd=HOME, seconds=600)


def _version() -> str:
    said = _start("--version").splitlines()[-1]
    if not said.endswith(VERSION):
        raise BuildError(f"--version says {said!r}, not {VERSION}")
    return said


def _smoke() -> str:
    folder = FOLDER / "smoke"
    said = _start("--smoke", str(folder))
    for line in ("compiled loop: in use", "everything worked"):
        if line not in said:
            raise BuildError(f"it does not say {line!r}:\n{said}")
    return look(folder / "window.png")


def _is_clean() -> str:
    program = HOME / ".local/share/perceptron-lab"
    shutil.rmtree(program)
    left = sorted(str(path.relative_to(HOME)) for path in HOME.rglob("*") if path.is_file())
    for folder in (FOLDER, HOME):
        shutil.rmtree(folder)
    if left:
        raise BuildError("left: " + ", ".join(left[:20]))
    return ""
