"""What a target is: something that is built, how, and how large it may be."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Target:
    """Something that can be built.

    Attributes
    ----------
    name : str
        As typed after ``dev.py package``.
    summary : str
        What it is, in a line.
    build : callable
        Builds it and returns the files or folders that it made.
    needs : tuple of str
        Names of the targets that are built before it.
    programs : mapping of str to str
        Programs that the system must have, and the Debian package of each.
    systems : tuple of str
        Values of `sys.platform` on which it can be built.
    most_mib : float or None
        The largest size of what it makes, in MiB; None for any.
    most_mb : float or None
        The same in millions of bytes, as downloads are measured.
    """

    name: str
    summary: str
    build: Callable[[], list[Path]]
    needs: tuple[str, ...] = ()
    programs: Mapping[str, str] = field(default_factory=dict)
    systems: tuple[str, ...] = ("linux",)
    most_mib: float | None = None
    most_mb: float | None = None

    @property
    def is_possible(self) -> bool:
        """Whether this system can build it."""
        return sys.platform in self.systems

    @property
    def most_bytes(self) -> float | None:
        """The largest size in bytes; None for any."""
        if self.most_mib is not None:
            return self.most_mib * 2**20
        return None if self.most_mb is None else self.most_mb * 1e6


def size_of(path: Path) -> int:
    """Return the bytes of a file, or of all files in a folder; a link has none.

    Parameters
    ----------
    path : Path
    """
    files = path.rglob("*") if path.is_dir() else [path]
    return sum(file.stat().st_size for file in files if file.is_file() and not file.is_symlink())
