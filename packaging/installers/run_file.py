"""The file that installs the program for a user without root: makeself's archive that unpacks and starts a script."""

from __future__ import annotations

import shutil
from pathlib import Path

from installers import desktop_files, frozen
from installers.product import DIST, NAME, PACKAGING, PROGRAM, ROOT, TITLE, VERSION, WORK, commit_time, machine
from installers.shell import run
from installers.target import Target

SCRIPTS = ("install.sh", "uninstall.sh")


def build() -> list[Path]:
    """Lay out program, desktop files and scripts, and pack them."""
    tree = WORK / "run"
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(frozen.TREE, tree / "program", symlinks=True)
    shutil.copyfile(PACKAGING / "ADMIN.md", tree / "program/ADMIN.md")
    desktop_files.write(tree / "share")
    for name in SCRIPTS:
        shutil.copyfile(PACKAGING / "linux" / name, tree / name)
    frozen.settle(tree, (PROGRAM, *SCRIPTS))
    DIST.mkdir(exist_ok=True)
    made = DIST / f"{NAME}-{VERSION}-linux-{machine()}.run"
    # The same dates and owners every time; gzip and not xz, which a small system may lack.
    options = ("--gzip", "--complevel", "9", "--nox11", "--noprogress", "--sha256", "--tar-extra")
    dates = f"--mtime=@{commit_time()} --owner=0 --group=0 --sort=name"
    # Its head has the command line, and gzip's the time: no paths of this machine, and no time.
    paths = [str(path.relative_to(ROOT)) for path in (tree, made)]
    told = ("--packaging-date", str(commit_time()), *paths, f"{TITLE} {VERSION}", "./install.sh")
    run("makeself", *options, dates, *told, cwd=ROOT, env={"GZIP": "-n"})
    return [made]


TARGET = Target(
    "run",
    "the installer for any Linux, without root",
    build,
    needs=("frozen",),
    programs={"makeself": "makeself", **desktop_files.CHECKERS},
    most_mb=80,
)
