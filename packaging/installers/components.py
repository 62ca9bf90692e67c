"""What an artefact is made of besides ourselves: libraries, their versions, licences and the texts of these."""

from __future__ import annotations

import importlib.metadata
import platform
import re
import subprocess
import sysconfig
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from installers.elf import is_elf
from installers.product import PACKAGING, ROOT
from installers.shell import BuildError, run

LGPL = (PACKAGING / "licences/LGPL-3.0.txt", PACKAGING / "licences/GPL-3.0.txt")
FONTS = ROOT / "perceptron_gui/resources/fonts"
LICENCES = {
    "pyside6-essentials": "LGPL-3.0-only",
    "shiboken6": "LGPL-3.0-only",
    "numpy": "BSD-3-Clause",
    "contourpy": "BSD-3-Clause",
    "pyqtgraph": "MIT",
    "platformdirs": "MIT",
    "colorama": "BSD-3-Clause",
    "pyinstaller": "GPL-2.0-or-later WITH Bootloader-exception",
}
"""The licence of each library, as SPDX names it; a new one must be added here, and looked at."""

TEXT = re.compile(r"(LICEN[CS]E|COPYING|NOTICE|OFL)", re.IGNORECASE)
LOCKED = re.compile(r"^([A-Za-z0-9._-]+)==([^ ;\\]+)", re.MULTILINE)


@dataclass(frozen=True)
class Component:
    """Something of others in an artefact.

    Attributes
    ----------
    name, version : str
        As its authors write them.
    licence : str
        SPDX expression; empty where the text tells.
    purl : str
        Its package URL.
    texts : tuple of Path
        Files with the words of the licence.
    """

    name: str
    version: str
    licence: str
    purl: str
    texts: tuple[Path, ...]


def locked(name: str = "run") -> dict[str, str]:
    """Return the libraries of a lock with their versions.

    Parameters
    ----------
    name : str
        Of the list in requirements/.
    """
    return dict(LOCKED.findall((ROOT / f"requirements/{name}.txt").read_text(encoding="utf-8")))


def libraries() -> list[Component]:
    """Return what the program imports, as locked; what is for other systems only is missing."""
    return [_library(name, version) for name, version in sorted(locked().items()) if _is_installed(name)]


def runtime() -> list[Component]:
    """Return what a program without a Python beside it needs: Python itself, and what starts it."""
    text = Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"
    version = platform.python_version()
    python = Component("Python", version, "PSF-2.0", f"pkg:generic/python@{version}", (text,))
    return [python, _library("pyinstaller", locked("installers")["pyinstaller"])]


def fonts() -> list[Component]:
    """Return the fonts that come with the program."""
    inter, stix = FONTS / "OFL-Inter.txt", FONTS / "OFL-STIX.txt"
    return [
        Component("Inter", "", "OFL-1.1", "pkg:generic/inter-font", (inter,)),
        Component("STIX Two", "", "OFL-1.1", "pkg:generic/stix-two-font", (stix,)),
    ]


def system_libraries(folder: Path) -> list[Component]:
    """Return the Debian packages from which libraries of the system were brought along.

    Parameters
    ----------
    folder : Path
        Where they lie.

    Raises
    ------
    BuildError
        When nobody knows where a library is from.
    """
    names = sorted(file.name for file in folder.glob("lib*.so*") if is_elf(file))
    packages = {_package_of(name) for name in names if not name.startswith("libpython")}
    return [_debian(package) for package in sorted(packages)]


def _is_installed(name: str) -> bool:
    try:
        importlib.metadata.distribution(name)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


def _library(name: str, version: str) -> Component:
    if name not in LICENCES:
        raise BuildError(f"the licence of {name} is not in installers/components.py: look at it, and add it")
    distribution = importlib.metadata.distribution(name)
    if distribution.version != version:
        raise BuildError(f"{name} {distribution.version} is installed, {version} is locked: python3 dev.py setup")
    files = (Path(str(file.locate())) for file in distribution.files or () if ".dist-info" in str(file))
    texts = tuple(sorted(file for file in files if TEXT.search(file.name)))
    licence = LICENCES[name]
    return Component(name, version, licence, f"pkg:pypi/{name}@{version}", LGPL if "LGPL" in licence else texts)


def _package_of(soname: str) -> str:
    """Return the Debian package that brings a library."""
    for line in run("/sbin/ldconfig", "-p").splitlines():
        name, _, rest = line.strip().partition(" ")
        if name == soname and "x86-64" in rest.replace("aarch64", "x86-64"):
            path = rest.rpartition("=> ")[2]
            return _owner([path, str(Path(path).resolve())])
    raise BuildError(f"{soname} is in no folder of the system's")


def _owner(paths: Iterable[str]) -> str:
    """Return the Debian package of a file that has several names: /lib may be a link to /usr/lib."""
    tried = [name for path in paths for name in (path, path.removeprefix("/usr"))]
    for path in tried:
        done = subprocess.run(["dpkg", "-S", path], capture_output=True, text=True)
        if done.returncode == 0:
            return done.stdout.split(":")[0]
    raise BuildError(f"no package has {tried[0]}")


def _debian(package: str) -> Component:
    version = run("dpkg-query", "-W", "-f=${Version}\n", package).splitlines()[0]
    text = Path("/usr/share/doc") / package / "copyright"
    return Component(package, version, "", f"pkg:deb/debian/{package}@{version}", (text,))
