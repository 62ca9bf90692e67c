"""Keeps a copy of unsaved work for the next start, in case a signal, crash or lost display ends this one.

It is a session, as one that is saved: what the window's parts give to it, and take from one that is opened (C10). Each
process has a folder of its own in the state folder, with a lock that the system knows to be stale when the process is
gone, and one session, written a moment after a change, in a thread.
"""

import contextlib
import os
import re
import shutil
import threading
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from PySide6.QtCore import QLockFile, QObject, QRectF, QTimer, Signal

from perceptron_gui.files.file_work import PointsFileError
from perceptron_gui.files.lessons import SUFFIX as LESSON
from perceptron_gui.files.sessions import SUFFIX
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.gui.bars.note_bar import NoteBar
from perceptron_gui.gui.controller import Controller
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.document import Document, Place, Return, return_text
from perceptron_gui.session.folders import file_name, state_folder
from perceptron_gui.session.saved import saved_fields
from perceptron_gui.session.saved.saved_session import CanvasView, SavedSession
from perceptron_gui.session.view.view_state import ViewState
from perceptron_gui.translation import tr

LONGEST_WAIT = 2.0
"""Seconds: a training thread that does not answer must not keep a session from being saved."""


class Draft(Frozen):
    """A session of this moment, but for the place of the run, which the training thread tells."""

    session: SavedSession  # without its place
    places: SimpleQueue[Place]  # gets the place

    def complete(self) -> SavedSession:
        """Return the session with its place, in any thread; without an answer it is the start of the run."""
        try:
            return replace(self.session, place=self.places.get(timeout=LONGEST_WAIT))
        except Empty:
            return self.session


class SessionParts:
    """Gathers a session from its owners in a window, and hands one out to them.

    `window`: with its canvas. `bar`: says that a run is another one than when it was saved; None before it had to (A9).
    """

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._controller = window.controller
        self.bar: NoteBar | None = None
        self._controller.answered.connect(self._tell_difference)

    def draft(self, document: Document) -> Draft:
        """Return the present session, not yet placed in its run. `document`: the one that is shown."""
        places: SimpleQueue[Place] = SimpleQueue()
        self._controller.post(lambda worker: worker.tell_place(places.put))
        side, view = self._window.side, self._controller.view_state
        view = replace(view, has_side_panel=view.has_side_panel or side.is_folded)
        return Draft(SavedSession(document, Place(), view, self._canvas_view(), (side.entry.name,)), places)

    def take(self, session: SavedSession, document: Document, is_safe: bool) -> None:
        """Show a session in the place of what is shown.

        `document`: its document, with an origin. `is_safe`: whether it counts as saved.
        """
        if self.bar is not None:
            self.bar.hide()
        self._controller.open_document(document, is_safe, session.place)
        view = {name: getattr(session.view, name) for name in saved_fields(ViewState)}
        view["switches"] = session.view.switched("still", self._controller.view_state.shows("still")).switches
        self._controller.change_view(**view)
        self.show_canvas(session.canvas, document.dataset.n_features)
        for name in reversed(session.front_panels):  # of versions that had several, the first
            self._window.side.bring_named(name)
        self._window.side.fit(self._window.width())

    def _tell_difference(self, answer: object) -> None:
        """Show, until the user dismisses it, how a restored run differs from the saved one."""
        if not isinstance(answer, Return):
            return
        sentence = return_text(answer)
        if sentence and self.bar is None:
            self.bar = NoteBar(wraps=True)
            self.bar.add_button(tr("Close"), self.bar.hide)
            self._window.central_area.add_note(self.bar)
        if self.bar is not None:
            self.bar.say(sentence)
            self.bar.setVisible(bool(sentence))

    def _canvas_view(self) -> CanvasView:
        canvas = self._window.canvas
        across, upwards = canvas.axes
        axes = across, 1 if upwards is None else upwards
        if canvas.is_fitted:
            return CanvasView(axes=axes)  # all points will be shown, whatever the size of the window
        wanted = canvas.wanted
        return CanvasView(wanted.left(), wanted.top(), wanted.right(), wanted.bottom(), axes)

    def show_axes(self, axes: tuple[int, ...]) -> None:
        """Draw two features, where there are more to choose from. `axes`: the features across and upwards."""
        dataset = self._controller.document.dataset
        if dataset.n_features > 2 and len(axes) == 2:
            self._window.canvas.set_axes((axes[0], axes[1]))
            self._window.axes_bar.set_dataset(dataset, self._window.canvas.axes)

    def show_canvas(self, view: CanvasView, n_features: int) -> None:
        """Draw the features, and the part of the plane, that were drawn. `n_features`: of the points."""
        canvas = self._window.canvas
        if max(view.axes) < n_features and min(view.axes) >= 0:
            self.show_axes(view.axes)
        canvas.fit()
        if view.fits(n_features):
            canvas.is_fitted = False
            canvas.show_wanted(QRectF(view.left, view.bottom, view.right - view.left, view.top - view.bottom))


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


FOLDER = "unsaved"
KINDS = (SUFFIX, LESSON, ".csv")
"""Of kept files: earlier versions kept points."""
OWN_FOLDER = re.compile(r"[0-9]{1,10}-[0-9a-f]{8}")
DELAY_MS, AGAIN_MS = 1000, 100
"""After a change, and while an earlier one is still being written: what came meanwhile has waited for long enough."""
RETRY_MS = 30_000
"""After a copy that could not be written, as on a full disk."""
UNNAMED = "session"


class Kept(Frozen):
    """The copy of unsaved work that an ended process left."""

    path: Path  # the session, or the lesson
    lock: QLockFile  # ours, so that no other window offers them too

    @property
    def title(self) -> str:
        """What the window's title said."""
        return self.path.stem

    def discard(self) -> None:
        """Remove it for good."""
        remove(self.path.parent, self.lock)


class CopyKeeper(QObject):
    """Keeps a copy of unsaved work on disk: a file in a folder of this process. Heirs say what the work is."""

    _failed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._folder: Path | None = None
        self._lock: QLockFile | None = None
        self._thread: threading.Thread | None = None
        self._kept: tuple[object, ...] = ()
        self._is_late = False  # when it was last time to keep it there was nothing to keep
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._keep_beside)
        self._retry = QTimer(self, interval=RETRY_MS, singleShot=True)
        self._retry.timeout.connect(self.note)
        self._failed.connect(self._retry.start)  # from the thread that writes, too

    # What is kept

    @property
    def is_changed(self) -> bool:
        """Whether it differs from what is saved."""
        raise NotImplementedError

    @property
    def has_work(self) -> bool:
        """Whether something is on the screen that would be lost with the window."""
        raise NotImplementedError

    def _content(self) -> tuple[object, ...]:
        """Return a key that changes when a new copy is needed."""
        raise NotImplementedError

    def _draft(self) -> Any:
        """Return what is to be written, as it is now."""
        raise NotImplementedError

    def _put(self, draft: Any, folder: Path) -> Path:
        """Write it into a folder, in any thread; return the file."""
        raise NotImplementedError

    # When

    def note(self) -> None:
        """Schedule a check whether the copy is up to date, after a change or a saving."""
        if not self._timer.isActive():
            self._timer.start(AGAIN_MS if self._is_late else DELAY_MS)

    def keep_soon(self) -> None:
        """Begin to write the copy now, not in a moment."""
        self._timer.stop()
        self._keep_beside()

    def keep_now(self) -> None:
        """Write the copy before anything else happens."""
        self._timer.stop()
        self._retry.stop()
        self._wait()
        if self._is_due():
            self._write(self._content(), self._draft())

    def drop(self) -> None:
        """Remove the copy: the work is safe, or given up."""
        self._timer.stop()
        self._retry.stop()
        self._wait()
        if self._folder is not None and self._lock is not None:
            remove(self._folder, self._lock)
        self._folder = self._lock = None
        self._kept = ()

    def let_go(self) -> None:
        """Leave the copy for the next start."""
        self.keep_now()
        if self._lock is not None:
            release(self._lock)

    def left(self) -> Kept | None:
        """Return the copy that was let go, locked again, for who goes on with the work; None where there is none."""
        return _kept_in(self._folder) if self._folder is not None and self._folder.is_dir() else None

    def adopt(self, kept: Kept) -> None:
        """Take over another process's copy; it stays in place until the work is saved."""
        self.drop()
        self._folder, self._lock, self._kept = kept.path.parent, kept.lock, self._content()

    def _is_due(self) -> bool:
        """Whether something is on the screen that is neither saved nor kept."""
        return self.has_work and (not self._kept or self._kept != self._content())

    def _keep_beside(self) -> None:
        self._is_late = self.is_changed and not self.has_work
        if self._thread is not None and self._thread.is_alive():
            self._timer.start(AGAIN_MS)
        elif self._is_due():
            arguments = self._content(), self._draft()
            self._thread = threading.Thread(target=self._write, args=arguments, name="keeping", daemon=True)
            self._thread.start()
        elif not self.is_changed:
            self.drop()

    def _wait(self) -> None:
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _write(self, content: tuple[object, ...], draft: Any) -> None:
        """Write the copy; where nothing can be written nothing is kept for a while, which is no reason to stop."""
        try:
            folder = self._own_folder()
            path = self._put(draft, folder)
            for other in folder.iterdir():
                if other.suffix in KINDS and other != path:
                    other.unlink()
            self._kept = content
        except (OSError, PointsFileError):
            self._failed.emit()

    def _own_folder(self) -> Path:
        # Somebody may have cleared the folder of all: in the one that is gone nothing could be kept any more.
        if self._folder is None or not self._folder.is_dir():
            folder = state_folder() / FOLDER / f"{os.getpid()}-{os.urandom(4).hex()}"
            folder.mkdir(parents=True, mode=0o700)
            if self._lock is not None:
                release(self._lock)
            self._lock = locked(folder)
            self._folder = folder
        return self._folder


class Keeper(CopyKeeper):
    """Keeps the unsaved session of one window. `parts`: gathers the session."""

    def __init__(self, controller: Controller, parts: SessionParts) -> None:
        super().__init__(controller)
        self._controller = controller
        self._parts = parts
        controller.document_changed.connect(self.note)
        controller.view_changed.connect(self._on_view_changed)

    def _on_view_changed(self, earlier: ViewState, state: ViewState) -> None:
        """Schedule a copy if a saved part of the view state changed, or the run came to rest."""
        if saved_values(earlier) != saved_values(state) or earlier.is_playing is not state.is_playing:
            self.note()

    @property
    def is_changed(self) -> bool:
        return self._controller.history.is_changed

    @property
    def has_work(self) -> bool:
        document = self._controller.document
        return self.is_changed and bool(document.dataset.n_samples or document.note)

    def _content(self) -> tuple[object, ...]:
        """Return the document and what is saved of the view; a moving run counts once it rests."""
        state, snapshot = self._controller.view_state, self._controller.snapshot
        visit = snapshot.visit if snapshot is not None and not state.is_playing else -1
        return self._controller.document, saved_values(state), visit

    def _draft(self) -> Draft:
        return self._parts.draft(self._controller.document)

    def _put(self, draft: Draft, folder: Path) -> Path:
        session = draft.complete()
        path = folder / (file_name(session.document.title, UNNAMED) + SUFFIX)
        _write_readable(path, session, self._controller)
        return path


def _write_readable(path: Path, session: SavedSession, controller: Controller) -> None:
    """Write a session, with numbers for class names that cannot be written: better than nothing."""
    from perceptron_gui.files.sessions.session_file import write_session

    def wait(part: float) -> None:
        if threading.current_thread() is not threading.main_thread():
            controller.scheduler.gate.wait()

    try:
        write_session(path, session, wait, is_packed=True)
    except PointsFileError:
        dataset = session.document.dataset
        names = [tr("class {number}").format(number=k + 1) for k in range(len(dataset.classes))]
        columns = replace(dataset, features=tuple(f"x{j + 1}" for j in range(dataset.n_features)))
        plain = replace(session.document, dataset=columns.with_classes(names), title="", note="")
        write_session(path, replace(session, document=plain), wait, is_packed=True)


def saved_values(state: ViewState) -> tuple[object, ...]:
    """Return what is saved of a view's state."""
    return tuple(getattr(state, name) for name in saved_fields(ViewState))


def find_kept() -> list[Kept]:
    """Return copies left by ended processes, newest first, after locking them for this one."""
    try:
        folders = [folder for folder in (state_folder() / FOLDER).iterdir() if _is_ours(folder)]
    except OSError:
        return []
    found: list[tuple[int, Kept]] = []
    for folder in folders:
        with contextlib.suppress(OSError):  # a window that starts beside this one may just be removing it
            if (kept := _kept_in(folder)) is not None:
                found.append((kept.path.stat().st_mtime_ns, kept))
    return [kept for _, kept in sorted(found, key=lambda each: -each[0])]


def _is_ours(folder: Path) -> bool:
    """Whether a keeper made the folder: only those are opened, and removed."""
    return OWN_FOLDER.fullmatch(folder.name) is not None and folder.is_dir() and not folder.is_symlink()


def _kept_in(folder: Path) -> Kept | None:
    lock = locked(folder)
    if lock is None:
        return None
    try:
        copies = [
            path
            for path in folder.iterdir()
            if path.suffix in KINDS and file_name(path.stem, UNNAMED) == path.stem and path.is_file()
        ]
        if copies:  # two, where the process ended before it removed the one under an earlier title
            return Kept(max(copies, key=lambda path: path.stat().st_mtime_ns), lock)
    except OSError:
        release(lock)
        raise
    remove(folder, lock)
    return None
