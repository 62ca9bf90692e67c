"""Shared libraries and programs of Linux: what they need, and whether they can be loaded."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterable
from pathlib import Path

from installers.shell import run

MAGIC = b"\x7fELF\x02\x01"
LOAD = 1
NEEDED = re.compile(r"\(NEEDED\).*\[(.+)\]")


def is_elf(path: Path) -> bool:
    """Whether a path is a program or library for 64 bits, and no link.

    Parameters
    ----------
    path : Path
    """
    if path.is_symlink() or not path.is_file():
        return False
    with open(path, "rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def elf_files(tree: Path) -> list[Path]:
    """Return all programs and libraries in a folder.

    Parameters
    ----------
    tree : Path
    """
    return sorted(path for path in tree.rglob("*") if is_elf(path))


def needed(path: Path) -> list[str]:
    """Return the names of the libraries that the loader looks for with this one.

    Parameters
    ----------
    path : Path
    """
    return NEEDED.findall(run("readelf", "-dW", path, env={"LC_ALL": "C"}))


def is_aligned(path: Path) -> bool:
    """Whether the loader can map the file: `strip` damages some that were patched after they were linked.

    Parameters
    ----------
    path : Path
    """
    content = path.read_bytes()
    (start,) = struct.unpack_from("<Q", content, 32)
    size, count = struct.unpack_from("<HH", content, 54)
    for number in range(count):
        kind, _, offset, address, _, _, _, step = struct.unpack_from("<IIQQQQQQ", content, start + number * size)
        if kind == LOAD and step > 1 and offset % step != address % step:
            return False
    return True


def reachable(
    roots: Iterable[Path], libraries: dict[str, Path], ask: Callable[[Path], list[str]] | None = None
) -> tuple[set[Path], set[str]]:
    """Return what programs and libraries need, directly or not.

    Parameters
    ----------
    roots : iterable of Path
        What is loaded by its name.
    libraries : dict of str to Path
        The libraries beside them, by the names that the loader looks for.
    ask : callable or None
        Tells the names that a file needs; None asks `needed`.

    Returns
    -------
    tuple of set of Path and set of str
        Those of `libraries` that are needed, and the names that are not among them.
    """
    found: set[Path] = set()
    elsewhere: set[str] = set()
    left = list(roots)
    while left:
        for name in (ask or needed)(left.pop()):
            library = libraries.get(name)
            if library is None:
                elsewhere.add(name)
            elif library not in found:
                found.add(library)
                left.append(library)
    return found, elsewhere
