"""What the window's parts share: the document, the training thread, and the frame that shows its snapshots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from numpy.typing import ArrayLike
from PySide6.QtCore import QAbstractEventDispatcher, QObject, Qt, QTimer, Signal

from perceptron_gui.engine.dataset import Dataset
from perceptron_gui.engine.settings import TrainingSettings
from perceptron_gui.engine.snapshot import Snapshot, Wants
from perceptron_gui.gui.text import tr
from perceptron_gui.session.document import Document
from perceptron_gui.session.engineer import Command, Engineer, Failure
from perceptron_gui.session.history import History
from perceptron_gui.session.mailbox import Mailbox
from perceptron_gui.session.quiz import veiled
from perceptron_gui.session.runner import Runner

FRAME_MS = 16


class View(Protocol):
    """A part of the window that shows snapshots."""

    def render_snapshot(self, snapshot: Snapshot) -> None:
        """Show `snapshot`."""


@dataclass
class Seat:
    """A view among those that watch the run.

    Attributes
    ----------
    view : View
    every : int
        It is drawn in one of so many frames while the run moves.
    frame : int
        The frame in which it was drawn last.
    is_behind : bool
        Whether there is a newer snapshot than it shows.
    """

    view: View
    every: int
    frame: int = 0
    is_behind: bool = False


class Lab(QObject):
    """Carries edits to the training thread and snapshots to the views.

    Signals
    -------
    document_changed : Document
        The points or the rules are others now.
    travelled : Document, Document
        Undo or redo has brought another document: the one before, and the one now.
    noticed : str
        A sentence for the status line.
    failed : str
        Details of an exception in the training thread.
    ticked
        A frame begins.
    answered : Page or Curves
        What a view asked of the run.
    """

    document_changed = Signal(object)
    travelled = Signal(object, object)
    noticed = Signal(str)
    failed = Signal(str)
    ticked = Signal()
    answered = Signal(object)

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.history = History(document)
        self.runner = Runner()
        self.snapshot: Snapshot | None = None
        self._bare: Snapshot | None = None
        self._is_veiled = False
        self._run_id = 0
        self._seats: list[Seat] = []
        self._frame = 0
        self._is_dragging = False
        self._newest: tuple[str, Mailbox[Command]] | None = None
        self.is_playing = False
        self._is_started = self._was_woken = False
        self._others_busy: list[Callable[[], bool]] = []
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(FRAME_MS)
        self._timer.timeout.connect(self.on_frame)

    # Life

    def start(self) -> None:
        """Start the training thread and the frames."""
        # Qt says so each time it has nothing left to do, on every platform; not each says when it has something.
        QAbstractEventDispatcher.instance().aboutToBlock.connect(self.runner.gate.open)
        self.runner.start()
        self._is_started = True
        self._load(is_fresh=True)

    def stop(self) -> None:
        """End both and wait for them."""
        self._is_started = False
        self._timer.stop()
        QAbstractEventDispatcher.instance().aboutToBlock.disconnect(self.runner.gate.open)
        self.runner.stop()

    def add_view(self, view: View, every: int = 1) -> None:
        """Show snapshots in `view`, in every frame or, while the run moves, in one of `every` frames of the screen."""
        self._seats.append(Seat(view, every))

    def add_work(self, is_busy: Callable[[], bool]) -> None:
        """Let frames go on while `is_busy`: what is awaited is taken when they tick."""
        self._others_busy.append(is_busy)

    # Frames

    def wake(self) -> None:
        """Let frames come again: there is something to wait for, or to show."""
        self._was_woken = True
        if self._is_started and not self._timer.isActive():
            self._timer.start()

    def on_frame(self) -> None:
        """Take the newest snapshot and show it; what belongs to an older run is dropped.

        Frames end when nothing more can come: a paused window with nothing to do sleeps.
        """
        # Asked first: what comes, or is asked for, after this question is taken in a later frame.
        self._was_woken = False
        is_over = self.runner.is_resting and not any(is_busy() for is_busy in self._others_busy)
        self._frame += 1
        self.ticked.emit()
        self._take_answers()
        self._take_letter()
        self._show_what_is_due()
        if is_over and not self._was_woken and not any(seat.is_behind for seat in self._seats):
            self._timer.stop()

    def _take_letter(self) -> None:
        letter = self.runner.mailbox.take()
        if letter is None:
            return
        if isinstance(letter, Failure):
            self._stand_still()
            self.failed.emit(letter.details)
            return
        if letter.run_id != self._run_id:
            return
        self.is_playing = letter.is_playing
        self._show(letter)

    def _show(self, snapshot: Snapshot) -> None:
        self._bare = snapshot
        self.snapshot = veiled(snapshot) if self._is_veiled else snapshot
        for seat in self._seats:
            seat.is_behind = True
        self.wake()

    def _show_what_is_due(self) -> None:
        """Let every view catch up whose turn it is: none stays behind, however slowly snapshots come."""
        if self.snapshot is None:
            return
        for seat in self._seats:
            if seat.is_behind and (not self.snapshot.is_playing or self._frame - seat.frame >= seat.every):
                # first of all, so that a view that fails is not asked again in every frame
                seat.frame, seat.is_behind = self._frame, False
                seat.view.render_snapshot(self.snapshot)

    def _take_answers(self) -> None:
        answers = self.runner.answers
        while not answers.empty():
            run_id, answer = answers.get_nowait()
            if run_id == self._run_id:
                self.answered.emit(answer)

    def _stand_still(self) -> None:
        """Show the last snapshot as one that does not move: the thread has given its run up."""
        self.is_playing = False
        if self._bare is not None:
            self._show(replace(self._bare, is_playing=False))

    def veil(self, is_on: bool) -> None:
        """Keep from the views what comes next, or show it again."""
        is_other, self._is_veiled = is_on != self._is_veiled, is_on
        if is_other and self._bare is not None:
            self._show(self._bare)

    def hold_training(self) -> None:
        """Let the window handle an event, and those that wait behind it, without training in between."""
        self.runner.gate.close()

    # The document

    @property
    def document(self) -> Document:
        """The current document."""
        return self.history.document

    def edit(self, document: Document, what: str) -> None:
        """Make `document` the current one, with a step of undo called `what`, which is translated already."""
        earlier = self.document
        self.history.push(document, what)
        self._load()
        self.document_changed.emit(document)
        self._say_why_it_starts_again(earlier)

    def _say_why_it_starts_again(self, earlier: Document) -> None:
        document = self.document
        had_begun = self.snapshot is not None and self.snapshot.frontier > 0
        if not had_begun or document.continues(earlier) or document.is_same_run_as(earlier):
            return
        if document.dataset is earlier.dataset:
            self.noticed.emit(tr("A rule was changed: the run starts again."))
        else:
            self.noticed.emit(tr("The points were changed: the run starts again."))

    def undo(self) -> None:
        """Take back the last edit."""
        earlier, what = self.document, self.history.undo_text
        if what:
            self._travel(earlier, self.history.undo(), tr("undone: {what}").format(what=what))

    def redo(self) -> None:
        """Do again what was taken back."""
        earlier, what = self.document, self.history.redo_text
        if what:
            self._travel(earlier, self.history.redo(), tr("done again: {what}").format(what=what))

    def open_document(self, document: Document, is_safe: bool = True) -> None:
        """Start over with `document`; it counts as saved where it `is_safe`."""
        self.history.push(document, tr("open {title}").format(title=document.title).strip())
        if is_safe:
            self.history.mark_saved()
        self._load(is_fresh=True)
        self.document_changed.emit(document)

    def set_dataset(self, dataset: Dataset, what: str) -> None:
        """Change the points."""
        self.edit(self.document.with_dataset(dataset), what)

    def set_settings(self, settings: TrainingSettings, what: str) -> None:
        """Change the rules."""
        self.edit(self.document.with_settings(settings), what)

    def change_settings(self, what: str, **changes: object) -> None:
        """Change some of the rules."""
        self.set_settings(replace(self.document.settings, **changes), what)  # type: ignore[arg-type]

    def place(self, points: ArrayLike, labels: Iterable[int]) -> None:
        """Add points at the end."""
        self.set_dataset(self.document.dataset.with_points(points, labels), tr("place"))

    def delete(self, indices: Sequence[int]) -> None:
        """Remove points."""
        if indices:
            self.set_dataset(self.document.dataset.without(indices), tr("delete"))

    def relabel(self, indices: Sequence[int], label: int) -> None:
        """Put points into another class."""
        if indices:
            self.set_dataset(self.document.dataset.relabelled(indices, label), tr("relabel"))

    # Dragging

    def preview(self, dataset: Dataset) -> None:
        """Show the current parameters on points that are being dragged; training holds meanwhile."""
        document = self.document.with_dataset(dataset)
        self._is_dragging = True
        self._post_newest("preview", lambda engineer: engineer.preview(document))

    def preview_start(self, settings: TrainingSettings) -> None:
        """Show the points under start weights that are being dragged; training holds meanwhile."""
        document = self.document.with_settings(settings)
        self._is_dragging = True
        self._post_newest("preview", lambda engineer: engineer.preview_start(document))

    def end_preview(self) -> None:
        """Let training go on: the drag is over, or was given up."""
        if self._is_dragging:
            self._is_dragging = False
            self.post(Engineer.end_preview)

    def cancel_preview(self) -> None:
        """Put the document's points back: the drag was given up."""
        self.end_preview()
        self._load()

    # The run

    def post(self, command: Command) -> None:
        """Ask the training thread for something."""
        self._newest = None
        self._post(command)

    def _post(self, command: Command) -> None:
        self.runner.post(command)
        self.wake()

    def _post_newest(self, kind: str, command: Command) -> None:
        """Ask for something in the place of what was asked last, if that is of the same kind and not done yet.

        The mouse asks faster than a long run can be sought through: no queue of old places may build up.
        """
        if self._newest is None or self._newest[0] != kind:
            self._newest = kind, Mailbox()
        newest = self._newest[1]
        newest.put(command)
        self._post(lambda engineer: _do_newest(engineer, newest))

    def toggle_play(self) -> None:
        """Play, or pause."""
        if self.document.dataset.n_samples:
            self.post(Engineer.pause if self.is_playing else Engineer.play)
            self.is_playing = not self.is_playing

    def seek(self, visit: int) -> None:
        """Go to a place on the timeline."""
        self._post_newest("seek", lambda engineer: engineer.seek(visit))

    def set_speed(self, visits_per_second: float | None) -> None:
        """Set the speed of Play; None is as fast as it goes."""
        self.post(lambda engineer: engineer.set_speed(visits_per_second))

    def want(self, wants: Wants) -> None:
        """Say what the visible views need."""
        self.post(lambda engineer: engineer.want(wants))

    def _travel(self, earlier: Document, document: Document, what: str) -> None:
        self._load(is_fresh=True)
        self.document_changed.emit(document)
        self.travelled.emit(earlier, document)
        self.noticed.emit(what)

    def _load(self, is_fresh: bool = False) -> None:
        self._run_id += 1
        run_id, document = self._run_id, self.document
        self.post(lambda engineer: engineer.load(document, run_id, is_fresh))


def _do_newest(engineer: Engineer, newest: Mailbox[Command]) -> None:
    command = newest.take()
    if command is not None:
        command(engineer)
