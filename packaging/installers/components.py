"""What an artefact is made of besides ourselves: libraries, their versions, licences and the texts of these."""

from __future__ import annotations

import importlib.metadata
import platform
import re
import subprocess
import sys
import sysconfig
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from installers.debian_licences import licence_of
from installers.elf import is_elf
from installers.product import PACKAGING, ROOT
from installers.shell import BuildError, run

INSIDE_OTHERS = PACKAGING / "licences/inside-qt.md"
"""What libraries hold of others, see `inner_parts`."""
LGPL = tuple(PACKAGING / "licences" / f"{name}.txt" for name in ("LGPL-3.0", "GPL-3.0", "Apache-2.0", "MPL-2.0"))
"""The words of Qt's licence, and of those of its parts that are too long for their list."""
FONTS, DATA = (ROOT / "perceptron_gui/resources" / name for name in ("fonts", "data"))
LICENCES = {
    "pyside6-essentials": "LGPL-3.0-only",
    "shiboken6": "LGPL-3.0-only",
    "numpy": "BSD-3-Clause",
    "contourpy": "BSD-3-Clause",
    "msgspec": "BSD-3-Clause",
    "pillow": "MIT-CMU",
    "jinja2": "BSD-3-Clause",
    "markupsafe": "BSD-3-Clause",
    "pyqtgraph": "MIT",
    "platformdirs": "MIT",
    "colorama": "BSD-3-Clause",
    "pyinstaller": "GPL-2.0-or-later WITH Bootloader-exception",
}
"""The licence of each library, as SPDX names it; a new one must be added here, and looked at."""

TEXT = re.compile(r"(LICEN[CS]E|COPYING|NOTICE|OFL)", re.IGNORECASE)
NAME_SIGNS = re.compile(r"[-_.]+")
LOCKED = re.compile(r"^([A-Za-z0-9._-]+)==([^ ;\\]+)", re.MULTILINE)


@dataclass(frozen=True)
class Component:
    """Something of others in an artefact.

    Attributes
    ----------
    name, version : str
        As its authors write them.
    licence : str
        SPDX expression.
    purl : str
        Its package URL.
    texts : tuple of Path
        Files with the words of the licence.
    kind : str
        What CycloneDX calls it: "library", or "data".
    within : str
        Name of the component in which it lies, and beside whose texts its own are; empty for one of its own.
    """

    name: str
    version: str
    licence: str
    purl: str
    texts: tuple[Path, ...]
    kind: str = "library"
    within: str = ""


def locked(name: str = "run") -> dict[str, str]:
    """Return the libraries of a lock with their versions.

    Parameters
    ----------
    name : str
        Of the list in requirements/.
    """
    return dict(LOCKED.findall((ROOT / f"requirements/{name}.txt").read_text(encoding="utf-8")))


def libraries(folder: Path | None = None) -> list[Component]:
    """Return what the program imports, as locked; what is for other systems only is missing.

    Parameters
    ----------
    folder : Path or None
        Where they were unpacked; None takes those that are installed here.
    """
    installed = _installed(folder)
    return [_library(name, version, installed[name]) for name, version in sorted(locked().items()) if name in installed]


def runtime() -> list[Component]:
    """Return what a program without a Python beside it needs: Python itself, and what starts it."""
    text = Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"
    version = platform.python_version()
    python = Component("Python", version, "PSF-2.0", f"pkg:generic/python@{version}", (text,))
    freezer = "pyinstaller"
    return [python, _library(freezer, locked("installers")[freezer], _installed()[freezer])]


def carried() -> list[Component]:
    """Return the fonts and the data of others that come with the program."""
    inter, stix, noto = (FONTS / f"OFL-{name}.txt" for name in ("Inter", "STIX", "Noto"))
    return [
        Component("Inter", "", "OFL-1.1", "pkg:generic/inter-font", (inter,)),
        Component("STIX Two", "", "OFL-1.1", "pkg:generic/stix-two-font", (stix,)),
        Component("Noto Sans", "", "OFL-1.1", "pkg:generic/noto-fonts", (noto,)),
        Component("Iris", "", "LicenseRef-public-domain", "pkg:generic/iris", (DATA / "README.md",), kind="data"),
        _data("Palmer penguins", "CC0-1.0", "pkg:generic/palmer-penguins"),
        _data("UCI Wine", "CC-BY-4.0", "pkg:generic/uci-wine"),
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
    return [debian(package) for package in sorted(packages)]


def check_owned(folder: Path) -> None:
    """Make sure that all in a folder of libraries is Python's, or of one that is listed.

    Parameters
    ----------
    folder : Path

    Raises
    ------
    BuildError
        When something is there that nobody has listed: it came along because it is installed where this is built.
    """
    owners = importlib.metadata.packages_distributions()
    listed = locked().keys()
    wrong = []
    for name in sorted(path.name for path in folder.iterdir() if not _is_bare_library(path)):
        # "pillow" is no module: its libraries lie in pillow.libs.
        stem = name.partition(".")[0]
        found = {_normal(each) for each in (*owners.get(stem, ()), stem)}
        if not _is_python(stem) and not listed & found:
            wrong.append(name)
    if wrong:
        raise BuildError(f"nobody has listed what came along: {', '.join(wrong)} (excluded in the spec?)")


def _is_bare_library(path: Path) -> bool:
    """Whether it is of the system's, which `system_libraries` lists, a link to one, or Python's modules in C."""
    return path.name.startswith(("lib", "python3")) and (path.is_dir() or path.is_symlink() or is_elf(path))


def _is_python(stem: str) -> bool:
    """Whether it is a module of the standard library, ours, or of the freezer."""
    others = {"perceptron_gui", "_pyi_rth_utils"}
    return stem in sys.stdlib_module_names or stem in others or stem.startswith("_sysconfigdata")


def _normal(name: str) -> str:
    return NAME_SIGNS.sub("-", name).lower()


def _data(name: str, licence: str, purl: str) -> Component:
    """Return data of others; who measured them and what was changed stands in the page beside them."""
    return Component(name, "", licence, purl, (DATA / f"{licence}.txt", DATA / "README.md"), kind="data")


def _installed(folder: Path | None = None) -> dict[str, importlib.metadata.Distribution]:
    """Return the libraries of a folder, or those that Python finds, by their names as locks have them."""
    path = sys.path if folder is None else [str(folder)]
    return {_normal(each.name): each for each in importlib.metadata.distributions(path=path)}


def _library(name: str, version: str, distribution: importlib.metadata.Distribution) -> Component:
    if name not in LICENCES:
        raise BuildError(f"the licence of {name} is not in installers/components.py: look at it, and add it")
    if distribution.version != version:
        raise BuildError(f"{name} {distribution.version} is installed, {version} is locked: python3 dev.py setup")
    files = (Path(str(file.locate())) for file in distribution.files or () if ".dist-info" in str(file))
    texts = tuple(sorted(file for file in files if TEXT.search(file.name)))
    licence = LICENCES[name]
    return Component(
        name, version, licence, f"pkg:pypi/{name}@{version}", (*LGPL, INSIDE_OTHERS) if "LGPL" in licence else texts
    )


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


def debian(package: str) -> Component:
    """Return an installed package of Debian's.

    Parameters
    ----------
    package : str
        Its name.
    """
    version = run("dpkg-query", "-W", "-f=${Version}\n", package).splitlines()[0]
    text = Path("/usr/share/doc") / package / "copyright"
    licence = licence_of(package, text.read_text(encoding="utf-8"))
    return Component(package, version, licence, f"pkg:deb/debian/{package}@{version}", (text,))
