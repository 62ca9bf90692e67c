"""Keeps a copy of unsaved work for the next start, in case a signal, crash or lost display ends this one.

It is a session, as one that is saved: what the window's parts give to it, and take from one that is opened (C10). Each
process has a folder of its own in the state folder, with a lock that the system knows to be stale when the process is
gone, and one session, written a moment after a change, in a thread.
"""

import threading
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from PySide6.QtCore import QLockFile, QObject, QRectF, QTimer, Signal

from perceptron_gui.files.file_work import PointsFileError
from perceptron_gui.files.program.kept_state import Trouble, write_kept
from perceptron_gui.files.sessions import SUFFIX
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.gui.bars.note_bar import NoteBar
from perceptron_gui.gui.bars.status_bar import StatusBar
from perceptron_gui.gui.controller import Controller
from perceptron_gui.gui.filing.autosave_warning import show_trouble
from perceptron_gui.gui.filing.copy_folders import (
    KINDS,
    UNNAMED,
    Kept,
    kept_in,
    new_folder,
    new_name,
    release,
    remove,
)
from perceptron_gui.gui.paths import python_path
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
            place = self.places.get(timeout=LONGEST_WAIT)
        except Empty:
            return self.session
        self.places.put(place)  # for whoever asks next
        return replace(self.session, place=place)


class SessionParts:
    """Gathers a session from its owners in a window, and hands one out to them.

    `window`: with its canvas. `bar`: says that a run is another one than when it was saved; None before it had to (A9).
    """

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self.status = window.status
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


DELAY_MS, AGAIN_MS = 1000, 100
"""After a change, and while an earlier one is still being written: what came meanwhile has waited for long enough."""
RETRY_MS = 30_000
"""After a copy that could not be written, as on a full disk."""


class CopyKeeper(QObject):
    """Keeps a copy of unsaved work on disk: a file in a folder of this process. Heirs say what the work is."""

    _written = Signal()

    def __init__(self, parent: QObject, status: StatusBar) -> None:
        super().__init__(parent)
        self._status = status
        self._folder: Path | None = None
        self._lock: QLockFile | None = None
        self._thread: threading.Thread | None = None
        self._kept: tuple[object, ...] = ()
        self._trouble: Trouble | None = None
        self._is_late = False  # when it was last time to keep it there was nothing to keep
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._keep_beside)
        self._retry = QTimer(self, interval=RETRY_MS, singleShot=True)
        self._retry.timeout.connect(self.note)
        self._written.connect(self._tell_trouble)  # from the thread that writes, too

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
        self._folder = self._lock = self._trouble = None
        self._kept = ()
        self._status.end_warning(self)

    def let_go(self) -> None:
        """Leave the copy for the next start."""
        self.keep_now()
        if self._lock is not None:
            release(self._lock)

    def left(self) -> Kept | None:
        """Return the copy that was let go, locked again, for who goes on with the work; None where there is none."""
        return kept_in(self._folder) if self._folder is not None and self._folder.is_dir() else None

    def adopt(self, kept: Kept) -> None:
        """Take over another process's copy; it stays in place until the work is saved."""
        self.drop()
        self._folder, self._lock, self._kept = kept.path.parent, kept.lock, self._content()
        if not self._is_in_place:
            self.note()

    def _is_due(self) -> bool:
        """Whether something is on the screen that is neither saved nor kept where it belongs."""
        return self.has_work and (not self._kept or not self._is_in_place or self._kept != self._content())

    @property
    def _is_in_place(self) -> bool:
        """Whether the copy is in the state folder, not in a spare one."""
        return self._folder is not None and _state_of(self._folder) == state_folder()

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
        self._trouble = write_kept(lambda state: self._write_in(state, draft))
        if self._trouble is None or self._trouble.folder is not None:
            self._kept = content
        self._written.emit()

    def _write_in(self, state: Path, draft: Any) -> None:
        """Write the copy into the state folder, or a spare one; one that is elsewhere goes when this one is there."""
        if self._folder is not None and self._lock is not None and not self._folder.is_dir():
            release(self._lock)  # somebody may have cleared the folder of all
            self._folder = self._lock = None
        earlier, lock_before = self._folder, self._lock
        if earlier is not None and lock_before is not None and _state_of(earlier) == state:
            self._put_alone(draft, earlier)
            return
        folder, lock = new_folder(state, new_name() if earlier is None else earlier.name)
        try:
            self._put_alone(draft, folder)
        except (OSError, PointsFileError, MemoryError):
            remove(folder, lock)
            raise
        self._folder, self._lock = folder, lock
        if earlier is not None and lock_before is not None:
            remove(earlier, lock_before)

    def _put_alone(self, draft: Any, folder: Path) -> None:
        path = self._put(draft, folder)
        for other in folder.iterdir():
            if other.suffix in KINDS and other != path:
                other.unlink()

    def _tell_trouble(self) -> None:
        """Say that the copy cannot be kept where it belongs, and try again in a while; or that it can again."""
        if self._trouble is None:
            self._retry.stop()
        else:
            self._retry.start()
        show_trouble(self._status, self, self._trouble, tr("Save your work to a file."))


def _state_of(folder: Path) -> Path:
    """Return the state folder, or the spare one, that a folder of copies is in."""
    return folder.parents[1]


class Keeper(CopyKeeper):
    """Keeps the unsaved session of one window: the one on the screen, or one that another has taken the place of.

    `parts`: gathers the session.
    """

    def __init__(self, controller: Controller, parts: SessionParts) -> None:
        super().__init__(controller, parts.status)
        self._controller = controller
        self._parts = parts
        self._left: Draft | None = None
        controller.document_changed.connect(self.note)
        controller.view_changed.connect(self._on_view_changed)

    def _on_view_changed(self, earlier: ViewState, state: ViewState) -> None:
        """Schedule a copy if a saved part of the view state changed, or the run came to rest."""
        if saved_values(earlier) != saved_values(state) or earlier.is_playing is not state.is_playing:
            self.note()

    def stay_with(self, draft: Draft | None) -> None:
        """Keep a session that is no longer on the screen, as it was left; None follows the screen again."""
        self._left = draft
        self.note()

    @property
    def _document(self) -> Document:
        return self._controller.document if self._left is None else self._left.session.document

    @property
    def is_changed(self) -> bool:
        history = self._controller.history
        return history.is_changed if self._left is None else self._document.origin in history.left

    @property
    def has_work(self) -> bool:
        return self.is_changed and self._document.has_content

    def _content(self) -> tuple[object, ...]:
        """Return the document and what is saved of the view; a moving run counts once it rests."""
        if self._left is not None:
            return (self._left,)
        state, snapshot = self._controller.view_state, self._controller.snapshot
        visit = snapshot.visit if snapshot is not None and not state.is_playing else -1
        return self._controller.document, saved_values(state), visit

    def _draft(self) -> Draft:
        return self._left or self._parts.draft(self._controller.document)

    def _put(self, draft: Draft, folder: Path) -> Path:
        session = draft.complete()
        path = folder / python_path(file_name(session.document.title, UNNAMED) + SUFFIX)
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
