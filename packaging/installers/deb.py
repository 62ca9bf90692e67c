"""The package for Debian, Ubuntu and their relatives."""

from __future__ import annotations

import gzip
import hashlib
import shutil
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path

from installers import desktop_files, frozen
from installers.product import (
    AUTHORS,
    DIST,
    NAME,
    PACKAGING,
    PROGRAM,
    ROOT,
    SUMMARY,
    VERSION,
    WORK,
    commit_time,
    machine,
)
from installers.shell import run
from installers.target import Target, size_of
from installers.trimming import SYSTEM_LIBRARIES

ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
OLDEST_LIBC = "2.36"
"""That of the system on which the program is frozen, Debian 12."""
# Qt reads the fonts and the keyboard of the system, and the drivers of its screen.
ALSO = ("fontconfig", "xkb-data")
MAINTAINER = f"{AUTHORS} <{NAME}@localhost>"
LIBRARY_FOLDER = f"usr/lib/{NAME}"
DESCRIPTION = """
 Click to place labelled points, choose primal, dual or multiclass, press
 Space, and watch the boundary turn at every mistake. Students can check
 every number by hand. For lectures and classrooms, with or without
 internet: everything is included.
"""


def build() -> list[Path]:
    """Lay the files out as they are installed, and pack them."""
    tree = WORK / "deb"
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(frozen.TREE, tree / LIBRARY_FOLDER, symlinks=True)
    (tree / "usr/bin").mkdir(parents=True)
    (tree / "usr/bin" / PROGRAM).symlink_to(f"../lib/{NAME}/{PROGRAM}")
    desktop_files.write(tree / "usr/share")
    _write_documents(tree / "usr/share/doc" / NAME)
    overrides = tree / "usr/share/lintian/overrides"
    overrides.mkdir(parents=True)
    shutil.copyfile(PACKAGING / "linux/lintian-overrides", overrides / NAME)
    frozen.settle(tree)
    control = tree / "DEBIAN"
    control.mkdir()
    (control / "md5sums").write_text(_checksums(tree), encoding="utf-8")
    (control / "control").write_text(control_text(frozen.system_needs(), size_of(tree)), encoding="utf-8")
    frozen.settle(control)
    DIST.mkdir(exist_ok=True)
    made = DIST / f"{NAME}_{VERSION}_{ARCHITECTURES[machine()]}.deb"
    env = {"SOURCE_DATE_EPOCH": str(commit_time())}
    run("dpkg-deb", "--root-owner-group", "-Zxz", "--build", tree, made, env=env)
    return [made]


def control_text(sonames: list[str], size: int) -> str:
    """Return what the package says of itself.

    Parameters
    ----------
    sonames : list of str
        Libraries that the system must have.
    size : int
        Bytes of all files.
    """
    fields = {
        "Package": NAME,
        "Version": VERSION,
        "Architecture": ARCHITECTURES[machine()],
        "Maintainer": MAINTAINER,
        "Installed-Size": str(size // 1024),
        "Depends": ", ".join(dependencies(sonames)),
        "Section": "education",
        "Priority": "optional",
        "Description": SUMMARY + DESCRIPTION.rstrip("\n"),
    }
    return "".join(f"{name}: {value}\n" for name, value in fields.items())


def dependencies(sonames: list[str]) -> list[str]:
    """Return the Debian packages that the program needs, libc with its oldest version.

    Parameters
    ----------
    sonames : list of str
        Libraries that the system must have.
    """
    packages = {SYSTEM_LIBRARIES[name] for name in sonames} - {"libc6"}
    return [f"libc6 (>= {OLDEST_LIBC})", *sorted(packages | set(ALSO))]


def _write_documents(folder: Path) -> None:
    folder.mkdir(parents=True)
    for name in ("THIRD_PARTY.md", "sbom.cdx.json", "licences"):
        (folder / name).symlink_to(f"../../../lib/{NAME}/{name}")
    shutil.copyfile(PACKAGING / "ADMIN.md", folder / "ADMIN.md")
    licence = (ROOT / "LICENSE").read_text(encoding="utf-8")
    others = f"The parts of others have their licences in /{LIBRARY_FOLDER}/THIRD_PARTY.md.\n"
    (folder / "copyright").write_text(f"{licence}\n{others}", encoding="utf-8")
    changes = (ROOT / "CHANGELOG.md").read_bytes()
    (folder / "CHANGELOG.md.gz").write_bytes(gzip.compress(changes, mtime=0))
    (folder / "changelog.gz").write_bytes(gzip.compress(changelog_text().encode(), mtime=0))


def changelog_text() -> str:
    """Return the list of changes in the form of Debian's, which names ours."""
    time = format_datetime(datetime.fromtimestamp(commit_time(), UTC))
    head = f"{NAME} ({VERSION}) unstable; urgency=medium"
    return f"{head}\n\n  * What is new stands in CHANGELOG.md.gz.\n\n -- {MAINTAINER}  {time}\n"


def _checksums(tree: Path) -> str:
    files = sorted(
        path for path in tree.rglob("*") if path.is_file() and not path.is_symlink() and "DEBIAN" not in path.parts
    )
    return "".join(f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(tree)}\n" for path in files)


TARGET = Target(
    "deb",
    "the package for Debian and Ubuntu",
    build,
    needs=("frozen",),
    programs={"dpkg-deb": "dpkg", **desktop_files.CHECKERS},
    most_mb=60,
)
