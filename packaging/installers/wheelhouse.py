"""The locked libraries as wheels for a system and a Python, each with a hash that the lock names."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from installers.components import locked
from installers.product import ROOT, WORK
from installers.shell import run

WHEELS = WORK / "wheels"
"""What was downloaded, kept between builds."""
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
WINDOWS = ("win_amd64",)
SYSTEMS = {
    "linux": (*(f"manylinux_2_{minor}_x86_64" for minor in range(34, 16, -1)), "manylinux2014_x86_64"),
    "windows": WINDOWS,
    "macos-arm": ("macosx_14_0_arm64",),
    "macos-intel": ("macosx_14_0_x86_64",),
}
"""Names of wheels that run on each system."""


def download(python: str, tags: Sequence[str]) -> None:
    """Bring wheels into `WHEELS`; those that are there are not asked for again.

    Parameters
    ----------
    python : str
        Its version, as "3.11".
    tags : sequence of str
        Names of the system.
    """
    WHEELS.mkdir(parents=True, exist_ok=True)
    _pip(python, tags, WHEELS)


def choose(python: str, tags: Sequence[str], folder: Path) -> None:
    """Copy the wheels for one Python and system from `WHEELS` into a folder.

    Parameters
    ----------
    python, tags
        See `download`.
    folder : Path
        A new one.
    """
    folder.mkdir(parents=True)
    _pip(python, tags, folder, "--no-index")


def _pip(python: str, tags: Sequence[str], folder: Path, *options: str) -> None:
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    pip += ["--require-hashes", "--only-binary", ":all:", "--dest", str(folder), "--find-links", str(WHEELS)]
    pip += ["--python-version", python, "--implementation", "cp"]
    pip += [word for abi in (f"cp{python.replace('.', '')}", "abi3", "none") for word in ("--abi", abi)]
    pip += [word for tag in tags for word in ("--platform", tag)]
    run(*pip, *options, "-r", ROOT / "requirements/run.txt")


def fill(folder: Path) -> None:
    """Copy the wheels of the locked libraries into a folder, for all systems and Pythons.

    Parameters
    ----------
    folder : Path
        A new one.
    """
    for python in PYTHONS:
        for tags in SYSTEMS.values():
            download(python, tags)
    folder.mkdir()
    wanted = {f"{_normal(name)}-{version}-" for name, version in locked().items()}
    for wheel in sorted(WHEELS.glob("*.whl")):
        name, version = wheel.name.split("-")[:2]
        if f"{_normal(name)}-{version}-" in wanted:
            shutil.copy(wheel, folder)


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
