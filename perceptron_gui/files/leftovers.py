"""Temporary files and folders: their names, and the removal of those whose process was killed."""

from __future__ import annotations

import contextlib
import os
import re
import sys
import time
import zlib
from functools import cache

TEMPORARY = re.compile(r"\.points-([0-9]{1,10})-([0-9a-f]{4})[0-9a-f]{8}\.tmp|\.points-([0-9]{1,10})-[0-9a-f]{8}\.tmp")
"""Of this version, with the place of the process, and of earlier ones."""
STALE_SECONDS = 3600
"""Nobody writes for so long without a sign of life; the clock of a shared folder may be off by some minutes."""
PROCESSES = "/proc/self/ns/pid"
"""Where Linux says which processes can be seen: a number is another process's elsewhere."""


def temporary_path(folder: str) -> str:
    """Return the path of a new temporary file or folder, different for every process and thread.

    `folder`: where it is to be.
    """
    return os.path.join(folder, f".points-{os.getpid()}-{_place()}{os.urandom(4).hex()}.tmp")


@cache
def _place() -> str:
    """Return four letters for the machine, and the processes on it, among which a number is that of one process."""
    try:
        seen = os.readlink(PROCESSES)
    except OSError:
        seen = ""
    name = os.environ.get("COMPUTERNAME", "") if sys.platform == "win32" else os.uname().nodename
    return f"{zlib.crc32(f'{name} {seen}'.encode()) % 2**16:04x}"


def sweep(folder: str) -> None:
    """Remove what processes of this machine left that are gone, and files of others not written to for an hour.

    `folder`: where to look.
    """
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            match = TEMPORARY.fullmatch(entry.name)
            if match:
                with contextlib.suppress(OSError):
                    _remove_stale(entry, int(match[1] or match[3]), is_of_here=match[2] == _place())


def _remove_stale(entry: os.DirEntry[str], process: int, is_of_here: bool) -> None:
    is_gone = _is_old(entry) if sys.platform == "win32" else not _is_running(process)
    if not is_gone:
        return
    if entry.is_dir(follow_symlinks=False):
        if is_of_here:
            import shutil  # hardly ever needed (A9)

            shutil.rmtree(entry.path, ignore_errors=True)
    elif entry.is_file(follow_symlinks=False) and (is_of_here or _is_old(entry)):
        os.unlink(entry.path)


def _is_old(entry: os.DirEntry[str]) -> bool:
    return time.time() - entry.stat(follow_symlinks=False).st_mtime > STALE_SECONDS


def _is_running(process: int) -> bool:
    """Whether a process of this machine has that number; never asked on Windows, where asking would end it."""
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True  # it is another user's
    return True
