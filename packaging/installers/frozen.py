"""The frozen program: one folder with Python, Qt, numpy and the compiled loop in it. All installers carry it."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Collection
from pathlib import Path

import dev
from installers import contents, notices
from installers.product import NAME, PACKAGING, PROGRAM, WORK, commit_time
from installers.shell import BuildError, run
from installers.target import Target
from installers.trimming import forget_folders, strip, trim

TREE = WORK / "frozen" / NAME
INSIDE = TREE / "_internal"
QT_CONF = "[Paths]\nPrefix = _internal/PySide6/Qt\n"
"""Where Qt looks for plugins and translations, from the folder of the program."""
SYSTEM_NEEDS = WORK / "frozen/system-libraries.json"
"""Names of the libraries that the system must have."""


def build() -> list[Path]:
    """Freeze the program, and leave out what it does not use."""
    if not dev.build_kernel():
        raise BuildError("the frozen program is to have the compiled loop: it needs a C compiler")
    shutil.rmtree(TREE, ignore_errors=True)
    WORK.mkdir(parents=True, exist_ok=True)
    options = ("--noconfirm", "--log-level", "ERROR", "--distpath", TREE.parent, "--workpath", WORK / "pyinstaller")
    # The same order in every hash table: building it twice gives the same files.
    env = {"SOURCE_DATE_EPOCH": str(commit_time()), "PYTHONHASHSEED": "0", "QT_QPA_PLATFORM": "offscreen"}
    run(sys.executable, "-m", "PyInstaller", *options, PACKAGING / f"{NAME}.spec", cwd=WORK, env=env)
    SYSTEM_NEEDS.write_text(json.dumps(sorted(trim(INSIDE))) + "\n", encoding="utf-8")
    strip(TREE)
    forget_folders(TREE)
    (TREE / "qt.conf").write_text(QT_CONF, encoding="ascii")
    notices.write(TREE)
    contents.check(INSIDE, INSIDE / "PySide6/Qt/translations")
    return [TREE]


def settle(tree: Path, programs: Collection[str] = (PROGRAM,)) -> None:
    """Give every file the rights that everybody needs, whatever those of who builds are, and the time of the commit.

    Parameters
    ----------
    tree : Path
    programs : collection of str
        Names of what can be started.
    """
    for path in [tree, *tree.rglob("*")]:
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.name in programs else 0o644)
            os.utime(path, (commit_time(), commit_time()))


def system_needs() -> list[str]:
    """Return the names of the libraries that the system must have for the frozen program."""
    found: list[str] = json.loads(SYSTEM_NEEDS.read_text(encoding="utf-8"))
    return found


TARGET = Target(
    "frozen",
    "the program in one folder, with all that it needs",
    build,
    programs={"readelf": "binutils", "strip": "binutils", "chrpath": "chrpath"},
    most_mib=230,
)
