"""Temporary files: their names, and the removal of those whose process was killed."""

from __future__ import annotations

import contextlib
import os
import re
import sys
import time

TEMPORARY = re.compile(r"\.points-([0-9]{1,10})-[0-9a-f]{8}\.tmp")
STALE_SECONDS = 3600
"""Nobody writes for so long without a sign of life; the clock of a shared folder may be off by some minutes."""


def temporary_path(folder: str) -> str:
    """Return the path of a new temporary file, different for every process and thread.

    Parameters
    ----------
    folder : str
        Where it is to be.
    """
    return os.path.join(folder, f".points-{os.getpid()}-{os.urandom(4).hex()}.tmp")


def sweep(folder: str) -> None:
    """Remove temporary files whose process no longer runs and which were not written to for an hour.

    Parameters
    ----------
    folder : str
        Where to look.
    """
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            match = TEMPORARY.fullmatch(entry.name)
            if match and _is_stale(entry, int(match[1])):
                with contextlib.suppress(OSError):
                    os.unlink(entry.path)


def _is_stale(entry: os.DirEntry[str], process: int) -> bool:
    status = entry.stat(follow_symlinks=False)
    return entry.is_file(follow_symlinks=False) and (
        time.time() - status.st_mtime > STALE_SECONDS and not _is_running(process)
    )


def _is_running(process: int) -> bool:
    """Whether a process of this machine has that number; on Windows asking would end it, so time alone decides."""
    if sys.platform == "win32":
        return False
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True  # it is another user's
    return True
