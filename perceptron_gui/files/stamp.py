"""A stamp of a file: whether it is still the one that was read or written."""

from __future__ import annotations

import os
from typing import NamedTuple


class FileStamp(NamedTuple):
    """Identity and state of a file on disk; another program that writes to it changes at least one of these."""

    # which file it is
    device: int
    inode: int
    size: int  # bytes
    mtime_ns: int  # when its content was changed, in nanoseconds

    @classmethod
    def of(cls, status: os.stat_result) -> FileStamp:
        """Return the stamp of a file. `status`: what the system says of it."""
        return cls(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)

    @classmethod
    def at(cls, path: str | os.PathLike[str]) -> FileStamp | None:
        """Return the stamp of the file at a path, or None where there is none. `path`: perhaps through links."""
        try:
            return cls.of(os.stat(path))
        except (OSError, ValueError):
            return None
