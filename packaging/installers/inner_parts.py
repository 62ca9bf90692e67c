"""What parts of others hold of still others: Qt is linked with libraries, and wheels bring some along.

``packaging/licences/inside-qt.md`` lists them for people, is given away with the program, and is what is read here.
"""

from __future__ import annotations

import re
from pathlib import Path

from installers.components import INSIDE_OTHERS, Component
from installers.shell import BuildError

ROW = re.compile(r"^\| (?!part \|)([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
LIBRARY = re.compile(r"^\w+\.libs/\w+$")
"""Where a part is a file of its own: the folder, and how its name begins."""
QT = "pyside6-essentials"


def parts(within: set[str]) -> list[Component]:
    """Return the parts, as their list has them.

    Parameters
    ----------
    within : set of str
        The libraries, as locks name them, whose parts are wanted.
    """
    found = []
    for name, where, licence, _ in ROW.findall(INSIDE_OTHERS.read_text(encoding="utf-8")):
        owner = where.partition(".libs")[0] if ".libs" in where else QT
        if owner in within:
            slug = re.sub(r"[^a-z0-9.]+", "-", name.lower()).strip("-")
            found.append(
                Component(f"{name} ({owner})", "", licence, f"pkg:generic/{slug}?in={owner}", (), within=owner)
            )
    return found


def check_libraries(folder: Path) -> None:
    """Make sure that of every library that a wheel brings along is said whose it is.

    Parameters
    ----------
    folder : Path
        Where the folders ``*.libs`` lie.

    Raises
    ------
    BuildError
        When one is not listed.
    """
    rows = ROW.findall(INSIDE_OTHERS.read_text(encoding="utf-8"))
    known = tuple(where for _, where, _, _ in rows if LIBRARY.match(where))
    brought = (path.relative_to(folder).as_posix() for path in folder.glob("*.libs/*") if ".so" in path.name)
    if unknown := [name for name in sorted(brought) if not name.startswith(known)]:
        raise BuildError(f"nobody has listed in licences/inside-qt.md: {', '.join(unknown)}")
