"""A copy of unsaved points for the next start, whatever ends this one: a signal, a display server that dies, a fault.

Each process has a folder of its own in the state folder, with a lock that the system knows to be stale when the process
is gone, and one points file, written a moment after a change, in a thread.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import threading
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, QTimer

from perceptron_gui.files.points_file import PointsFileError, fitting_label_name, write_points
from perceptron_gui.gui.controller import Controller
from perceptron_gui.session.document import Document
from perceptron_gui.session.folders import state_folder
from perceptron_gui.translation import tr

FOLDER = "unsaved"
LOCK = "lock"
SUFFIX = ".csv"
OWN_FOLDER = re.compile(r"[0-9]{1,10}-[0-9a-f]{8}")
DELAY_MS = 1000
LONGEST_NAME = 60


@dataclass(frozen=True)
class Kept:
    """Points that a process kept which is gone.

    Attributes
    ----------
    path : Path
        The points file.
    lock : QLockFile
        Ours, so that no other window offers them too.
    """

    path: Path
    lock: QLockFile

    @property
    def title(self) -> str:
        """What the window's title said."""
        return self.path.stem

    def discard(self) -> None:
        """Remove them for good."""
        remove(self.path.parent, self.lock)


class Keeper(QObject):
    """Keeps a copy of the unsaved points of one window on disk.

    Parameters
    ----------
    controller : Controller
    """

    def __init__(self, controller: Controller) -> None:
        super().__init__(controller)
        self._controller = controller
        self._folder: Path | None = None
        self._lock: QLockFile | None = None
        self._thread: threading.Thread | None = None
        self._kept: Document | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY_MS)
        self._timer.timeout.connect(self._keep_beside)
        controller.document_changed.connect(self.note)

    def note(self) -> None:
        """Take notice of a change, or of a saving."""
        if not self._timer.isActive():
            self._timer.start()

    def keep_soon(self) -> None:
        """Begin to write the copy now, not in a moment."""
        self._timer.stop()
        self._keep_beside()

    def keep_now(self) -> None:
        """Write the copy before anything else happens."""
        self._timer.stop()
        self._wait()
        if self._is_due():
            self._write(self._controller.document)

    def drop(self) -> None:
        """Remove the copy: the points are safe, or given up."""
        self._timer.stop()
        self._wait()
        if self._folder is not None and self._lock is not None:
            remove(self._folder, self._lock)
        self._folder = self._lock = self._kept = None

    def let_go(self) -> None:
        """Leave the copy for the next start."""
        self.keep_now()
        if self._lock is not None:
            self._lock.unlock()

    def adopt(self, kept: Kept) -> None:
        """Go on with a copy of another process: it stays where it is until the points are saved.

        Parameters
        ----------
        kept : Kept
        """
        self.drop()
        self._folder, self._lock, self._kept = kept.path.parent, kept.lock, self._controller.document

    def _is_due(self) -> bool:
        """Whether points are on the screen that are neither saved nor kept."""
        document = self._controller.document
        is_unsaved = self._controller.history.is_changed and document.dataset.n_samples > 0
        return is_unsaved and (self._kept is None or self._kept.dataset is not document.dataset)

    def _keep_beside(self) -> None:
        if self._thread is not None and self._thread.is_alive():
            self._timer.start()
        elif self._is_due():
            document = self._controller.document
            self._thread = threading.Thread(target=self._write, args=(document,), name="keeping", daemon=True)
            self._thread.start()
        elif not self._controller.history.is_changed:
            self.drop()

    def _wait(self) -> None:
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _write(self, document: Document) -> None:
        """Write the copy; where nothing can be written nothing is kept, which is no reason to stop."""
        with contextlib.suppress(OSError, PointsFileError):
            folder = self._own_folder()
            path = folder / (file_name(document.title) + SUFFIX)
            _write_readable(path, document, self._controller)
            for other in folder.glob("*" + SUFFIX):
                if other != path:
                    other.unlink()
            self._kept = document

    def _own_folder(self) -> Path:
        if self._folder is None:
            folder = state_folder() / FOLDER / f"{os.getpid()}-{os.urandom(4).hex()}"
            folder.mkdir(parents=True, mode=0o700)
            self._lock = locked(folder)
            self._folder = folder
        return self._folder


def _write_readable(path: Path, document: Document, controller: Controller) -> None:
    """Write the points, with numbers for class names that cannot be written: better than nothing."""
    dataset = document.dataset
    label_name = fitting_label_name(dataset.features, "label")

    def wait(part: float) -> None:
        if threading.current_thread() is not threading.main_thread():
            controller.training_thread.gate.wait()

    try:
        write_points(path, dataset, label_name, wait)
    except PointsFileError:
        names = [tr("class {number}").format(number=k + 1) for k in range(len(dataset.classes))]
        write_points(path, dataset.with_classes(names), label_name, wait)


def file_name(title: str) -> str:
    """Return a title as a file name that any system takes.

    Parameters
    ----------
    title : str
    """
    letters = "".join(letter if letter.isalnum() or letter in " -_()" else "-" for letter in title)
    return letters.encode("utf-8", "replace").decode()[:LONGEST_NAME].strip(" -") or "points"


def locked(folder: Path) -> QLockFile | None:
    """Lock a folder, unless a process that still runs has locked it.

    Parameters
    ----------
    folder : Path

    Returns
    -------
    QLockFile or None
        The lock, or None where another process has it.
    """
    lock = QLockFile(str(folder / LOCK))
    lock.setStaleLockTime(0)  # never by its age: a window may stay open for days
    return lock if lock.tryLock(0) else None


def find_kept() -> list[Kept]:
    """Return what processes kept that are gone, the newest first; it is ours from now on."""
    try:
        folders = [folder for folder in (state_folder() / FOLDER).iterdir() if _is_ours(folder)]
    except OSError:
        return []
    found = [kept for folder in folders if (kept := _kept_in(folder)) is not None]
    return sorted(found, key=lambda kept: -kept.path.stat().st_mtime)


def _is_ours(folder: Path) -> bool:
    """Whether a keeper made the folder: only those are opened, and removed."""
    return OWN_FOLDER.fullmatch(folder.name) is not None and folder.is_dir() and not folder.is_symlink()


def _kept_in(folder: Path) -> Kept | None:
    lock = locked(folder)
    if lock is None:
        return None
    for path in folder.glob("*" + SUFFIX):
        if file_name(path.stem) == path.stem and path.is_file():
            return Kept(path, lock)
    remove(folder, lock)
    return None


def remove(folder: Path, lock: QLockFile) -> None:
    """Remove a folder and its lock.

    Parameters
    ----------
    folder : Path
    lock : QLockFile
        Our lock on it.
    """
    lock.unlock()
    shutil.rmtree(folder, ignore_errors=True)
