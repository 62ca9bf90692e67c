"""The lock on a folder of unsaved work: the window that has it keeps the work, and no other offers it."""

from __future__ import annotations

import contextlib
import shutil
from pathlib import Path

from PySide6.QtCore import QLockFile

LOCK = "lock"


def locked(folder: Path) -> QLockFile | None:
    """Lock a folder, unless a process that still runs has locked it.

    Returns the lock, or None where another process has it.
    """
    lock = QLockFile(str(folder / LOCK))
    lock.setStaleLockTime(0)  # never by its age: a window may stay open for days
    return lock if lock.tryLock(0) else None


def remove(folder: Path, lock: QLockFile) -> None:
    """Remove a folder and its lock. `lock`: our lock on it."""
    release(lock)
    shutil.rmtree(folder, ignore_errors=True)


def release(lock: QLockFile) -> None:
    """Unlock; where the file of the lock is gone it is there again for that moment: Qt complains that it is not.

    `lock`: ours.
    """
    path = Path(lock.fileName())
    missing = [folder for folder in path.parents if not folder.exists()]
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    lock.unlock()
    for folder in missing:
        with contextlib.suppress(OSError):
            folder.rmdir()
