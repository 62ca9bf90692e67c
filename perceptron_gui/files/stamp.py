"""What tells whether a file is still the one that was read or written."""

from __future__ import annotations

import os
from typing import NamedTuple


class FileStamp(NamedTuple):
    """Identity and state of a file on disk; another program that writes to it changes at least one of these.

    Attributes
    ----------
    device, inode : int
        Which file it is.
    size : int
        Bytes.
    mtime_ns : int
        When its content was changed, in nanoseconds.
    """

    device: int
    inode: int
    size: int
    mtime_ns: int

    @classmethod
    def of(cls, status: os.stat_result) -> FileStamp:
        """Return the stamp in what the system says of a file."""
        return cls(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)

    @classmethod
    def at(cls, path: str | os.PathLike[str]) -> FileStamp | None:
        """Return the stamp of the file at `path`, through all links; None where there is none."""
        try:
            return cls.of(os.stat(path))
        except (OSError, ValueError):
            return None
