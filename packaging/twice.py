"""Build one commit twice, in folders, time zones, languages and rights of their own, and compare: ``build.py --twice``.

Every byte of what is given away is looked at; Python, compilers and Debian are those of this machine both times. What
may differ is named here, with the reason; all else ends with 1.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tarfile
import time
import zipfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatch
from pathlib import Path

from installers.product import DIST, ROOT, WORK
from installers.shell import run
from installers.table import table

PLACE = WORK / "twice"
BUILDS = {
    "one": {"TZ": "UTC", "LC_ALL": "C.UTF-8", "umask": "022"},
    "another-folder/of-another-name": {"TZ": "Asia/Kathmandu", "LC_ALL": "C", "umask": "077"},
}
"""Where each build is made, and what is different there."""
EXCEPTIONS: dict[str, str] = {
    "SHA256SUMS": "it has the sums of the others",
}
"""Patterns of what may differ, and why."""
SHELL = 'umask "$1"; shift; exec "$@"'


def build_twice(targets: Sequence[str]) -> int:
    """Build, compare, and print the table; return 0 where nothing differs but what may.

    Parameters
    ----------
    targets : sequence of str
        Their names.
    """
    if changed := run("git", "status", "--porcelain", cwd=ROOT).strip():
        print(f"built is the last commit, without:\n{changed}", flush=True)
    shutil.rmtree(PLACE, ignore_errors=True)
    commit = run("git", "rev-parse", "HEAD", cwd=ROOT).strip()
    with ThreadPoolExecutor() as both:
        builds = [both.submit(_built, PLACE / name, conditions, targets, commit) for name, conditions in BUILDS.items()]
        made = [build.result() for build in builds]
    rows, is_same = compared(*made)
    print(f"\ncommit {commit}\n" + table([["file", "", "sum, or what differs"], *rows]), flush=True)
    return 0 if is_same else 1


def _built(folder: Path, conditions: dict[str, str], targets: Sequence[str], commit: str) -> Path:
    """Build in a new copy of the commit, by a Python environment of its own, and return its folder ``dist``."""
    told = ", ".join(f"{name}={value}" for name, value in conditions.items())
    print(f"== {folder.relative_to(WORK)}: {told}", flush=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    env = {name: value for name, value in conditions.items() if name != "umask"}
    started = ("sh", "-ec", SHELL, "sh", conditions["umask"])
    run(*started, "git", "clone", "--quiet", "--no-hardlinks", ROOT, folder, env=env)
    run(*started, "git", "checkout", "--quiet", "--detach", commit, cwd=folder, env=env)
    python = os.path.realpath(sys.executable)
    run(*started, python, "dev.py", "package", *targets, cwd=folder, env=env)
    return folder / DIST.relative_to(ROOT)


def compared(one: Path, other: Path) -> tuple[list[list[str]], bool]:
    """Return a row for each file of two folders, and whether nothing differs but what may.

    Parameters
    ----------
    one, other : Path
    """
    rows, is_same = [], True
    for name in sorted({path.name for folder in (one, other) for path in folder.iterdir()}):
        paths = (one / name, other / name)
        if absent := [str(path) for path in paths if not path.exists()]:
            rows.append([name, "DIFFERS", f"there is no {absent[0]}"])
            is_same = False
        elif paths[0].read_bytes() == paths[1].read_bytes():
            rows.append([name, "same", hashlib.sha256(paths[0].read_bytes()).hexdigest()])
        else:
            reasons = [reason for pattern, reason in EXCEPTIONS.items() if fnmatch(name, pattern)]
            rows.append([name, "may differ" if reasons else "DIFFERS", (reasons or [_differences(*paths)])[0]])
            is_same = is_same and bool(reasons)
    return rows, is_same


def _differences(*paths: Path) -> str:
    """Return which files in two packages differ, as far as such a package can be unpacked here."""
    trees = []
    for number, path in enumerate(paths):
        tree = PLACE / f"unpacked-{number}"
        shutil.rmtree(tree, ignore_errors=True)
        tree.mkdir(parents=True)
        if not _unpack(path, tree):
            return "some bytes"
        trees.append({file.relative_to(tree).as_posix(): _told(file) for file in tree.rglob("*")})
    names = [name for name in sorted({*trees[0], *trees[1]}) if trees[0].get(name) != trees[1].get(name)]
    return f"{len(names)} files in it: {', '.join(names[:8])}" if names else "only how it is packed"


def _told(file: Path) -> tuple[int, float, bytes]:
    """Return what must be the same of a file: rights, time, contents, or where it leads."""
    seen = file.lstat()
    if file.is_symlink():
        return seen.st_mode, 0.0, os.readlink(file).encode()
    return (seen.st_mode, seen.st_mtime, file.read_bytes()) if file.is_file() else (seen.st_mode, 0.0, b"")


def _unpack(path: Path, folder: Path) -> bool:
    """Unpack a package into a folder; whether it could be."""
    if path.suffix == ".deb":
        run("dpkg-deb", "--raw-extract", path, folder)
    elif path.suffix == ".run":
        run("sh", path, "--quiet", "--noexec", "--keep", "--target", folder)
    elif path.suffix in (".whl", ".zip"):
        with zipfile.ZipFile(path) as packed:
            for info in packed.infolist():
                made = packed.extract(info, folder)
                os.utime(made, (when := time.mktime((*info.date_time, 0, 0, -1)), when))
    elif path.name.endswith(".tar.gz"):
        with tarfile.open(path) as packed:
            packed.extractall(folder, filter="tar")
    else:
        return False
    return True
