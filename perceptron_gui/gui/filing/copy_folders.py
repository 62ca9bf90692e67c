"""The folders of unsaved copies: one for each process, locked while it runs, and what ended processes left."""

import contextlib
import errno
import os
import re
import shutil
from pathlib import Path

from PySide6.QtCore import QLockFile

from perceptron_gui.files.lessons import SUFFIX as LESSON
from perceptron_gui.files.program.kept_state import folders_of_copies, tidy
from perceptron_gui.files.sessions import SUFFIX
from perceptron_gui.frozen import Frozen
from perceptron_gui.gui.paths import qt_path
from perceptron_gui.gui.widgets.plain_text import readable
from perceptron_gui.session.folders import file_name

FOLDER = "unsaved"
LOCK = "lock"
KINDS = (SUFFIX, LESSON, ".csv")
"""Of kept files: earlier versions kept points."""
OWN_FOLDER = re.compile(r"[0-9]{1,10}-[0-9a-f]{8}")
UNNAMED = "session"
LEAST_ROOM = 2**12
"""Bytes that a folder must take, or it is not worth a lock."""


def new_name() -> str:
    """Return the name of a folder that no other process has, and no other work of this one."""
    return f"{os.getpid()}-{os.urandom(4).hex()}"


def new_folder(state: Path, name: str) -> tuple[Path, QLockFile]:
    """Make a folder for copies, and lock it.

    `state`: the state folder, or a spare one. `name`: see `new_name`. Raises `OSError` where nothing can be written.
    """
    folder = state / FOLDER / name
    folder.mkdir(parents=True, mode=0o700, exist_ok=True)
    try:
        (folder / LOCK).write_bytes(bytes(LEAST_ROOM))  # fails for a reason, which Qt's lock does not tell
        (folder / LOCK).unlink()
        lock = locked(folder)
        if lock is None:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
    except OSError:
        shutil.rmtree(folder, ignore_errors=True)
        tidy(FOLDER)
        raise
    return folder, lock


def locked(folder: Path) -> QLockFile | None:
    """Lock a folder, unless a process that still runs has locked it.

    Returns the lock, or None where another process has it.
    """
    lock = QLockFile(qt_path(folder / LOCK))
    lock.setStaleLockTime(0)  # never by its age: a window may stay open for days
    return lock if lock.tryLock(0) else None


def remove(folder: Path, lock: QLockFile) -> None:
    """Remove a folder and its lock. `lock`: our lock on it."""
    release(lock)
    shutil.rmtree(folder, ignore_errors=True)
    tidy(FOLDER)


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


class Kept(Frozen):
    """The copy of unsaved work that an ended process left."""

    path: Path  # the session, or the lesson
    lock: QLockFile  # ours, so that no other window offers them too

    @property
    def title(self) -> str:
        """What the window's title said."""
        return readable(self.path.stem)

    def discard(self) -> None:
        """Remove it for good."""
        remove(self.path.parent, self.lock)


def find_kept() -> list[Kept]:
    """Return copies left by ended processes, newest first, after locking them for this one."""
    found: list[tuple[int, Kept]] = []
    for state in folders_of_copies():
        # There may be none yet, and a window that starts now may just be removing one.
        with contextlib.suppress(OSError):
            for folder in filter(_is_ours, (state / FOLDER).iterdir()):
                with contextlib.suppress(OSError):
                    if (kept := kept_in(folder)) is not None:
                        found.append((kept.path.stat().st_mtime_ns, kept))
    newest: dict[str, Kept] = {}
    for _, kept in sorted(found, key=lambda each: -each[0]):
        name = kept.path.parent.name
        if newest.setdefault(name, kept) is not kept:
            kept.discard()  # the same work in another folder, as it was when that still took it
    return [*newest.values()]


def _is_ours(folder: Path) -> bool:
    """Whether a keeper made the folder: only those are opened, and removed."""
    return OWN_FOLDER.fullmatch(folder.name) is not None and folder.is_dir() and not folder.is_symlink()


def _is_title(stem: str) -> bool:
    """Whether a keeper gave a file this name."""
    return file_name(stem, UNNAMED) == stem


def kept_in(folder: Path) -> Kept | None:
    """Return the copy in a folder after locking it; an empty one is removed. None where another process has it."""
    lock = locked(folder)
    if lock is None:
        return None
    try:
        copies = [
            path
            for path in folder.iterdir()
            if path.suffix in KINDS and _is_title(readable(path.stem)) and path.is_file()
        ]
        if copies:  # two, where the process ended before it removed the one under an earlier title
            return Kept(max(copies, key=lambda path: path.stat().st_mtime_ns), lock)
    except OSError:
        release(lock)
        raise
    remove(folder, lock)
    return None
