"""What the window's parts share: the document, the training thread, and the frame that shows its snapshots."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from numpy.typing import ArrayLike
from PySide6.QtCore import QAbstractEventDispatcher, QObject, Signal

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.run.snapshot import Snapshot, Wants
from perceptron_gui.gui.frame_clock import FrameClock
from perceptron_gui.gui.latest_command import LatestCommand
from perceptron_gui.gui.restart_notice import restart_notice
from perceptron_gui.gui.view_schedule import ViewSchedule
from perceptron_gui.session.document import Document
from perceptron_gui.session.exercises.predict_first import veiled
from perceptron_gui.session.history import History
from perceptron_gui.session.worker.training_thread import TrainingThread
from perceptron_gui.session.worker.training_worker import Command, Failure, TrainingWorker
from perceptron_gui.translation import tr


class Controller(QObject):
    """Carries edits to the training thread and snapshots to the views.

    Attributes
    ----------
    views : ViewSchedule
        Who shows snapshots, and how often.
    clock : FrameClock
        Calls for frames.

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
        self.training_thread = TrainingThread()
        self.snapshot: Snapshot | None = None
        self._bare: Snapshot | None = None
        self._is_veiled = False
        self._run_id = 0
        self.views = ViewSchedule()
        self._is_dragging = False
        self._latest = LatestCommand()
        self.is_playing = False
        self.clock = FrameClock(self._draw_frame, self)
        self.clock.add_work(lambda: not self.training_thread.is_resting)

    # Life

    def start(self) -> None:
        """Start the training thread and the frames."""
        # Qt says so each time it has nothing left to do, on every platform; not each says when it has something.
        QAbstractEventDispatcher.instance().aboutToBlock.connect(self.training_thread.gate.open)
        self.training_thread.start()
        self.clock.start()
        self._load(is_fresh=True)

    def stop(self) -> None:
        """End both and wait for them."""
        self.clock.stop()
        QAbstractEventDispatcher.instance().aboutToBlock.disconnect(self.training_thread.gate.open)
        self.training_thread.stop()

    # Frames

    def _draw_frame(self) -> None:
        """Take the newest snapshot and show it; what belongs to an older run is dropped."""
        self.ticked.emit()
        self._take_answers()
        self._take_letter()
        self.views.draw_due()
        if self.views.is_outdated:
            self.clock.wake()

    def _take_letter(self) -> None:
        letter = self.training_thread.mailbox.take()
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
        self.views.set_snapshot(self.snapshot)
        self.clock.wake()

    def _take_answers(self) -> None:
        answers = self.training_thread.answers
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
        has_begun = self.snapshot is not None and self.snapshot.frontier > 0
        notice = restart_notice(earlier, document) if has_begun else ""
        if notice:
            self.noticed.emit(notice)

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
        self._post_latest("preview", lambda worker: worker.preview(document))

    def preview_start(self, settings: TrainingSettings) -> None:
        """Show the points under start weights that are being dragged; training holds meanwhile."""
        document = self.document.with_settings(settings)
        self._is_dragging = True
        self._post_latest("preview", lambda worker: worker.preview_start(document))

    def end_preview(self) -> None:
        """Let training go on: the drag is over, or was given up."""
        if self._is_dragging:
            self._is_dragging = False
            self.post(TrainingWorker.end_preview)

    def cancel_preview(self) -> None:
        """Put the document's points back: the drag was given up."""
        self.end_preview()
        self._load()

    # The run

    def post(self, command: Command) -> None:
        """Ask the training thread for something."""
        self._latest.end()
        self._post(command)

    def _post(self, command: Command) -> None:
        self.training_thread.post(command)
        self.clock.wake()

    def _post_latest(self, kind: str, command: Command) -> None:
        """Ask for something in the place of what was asked last, if that is of the same kind and not done yet."""
        self._post(self._latest.replace(kind, command))

    def toggle_play(self) -> None:
        """Play, or pause."""
        if self.document.dataset.n_samples:
            self.post(TrainingWorker.pause if self.is_playing else TrainingWorker.play)
            self.is_playing = not self.is_playing

    def seek(self, visit: int) -> None:
        """Go to a place on the timeline."""
        self._post_latest("seek", lambda worker: worker.seek(visit))

    def set_speed(self, visits_per_second: float | None) -> None:
        """Set the speed of Play; None is as fast as it goes."""
        self.post(lambda worker: worker.set_speed(visits_per_second))

    def want(self, wants: Wants) -> None:
        """Say what the visible views need."""
        self.post(lambda worker: worker.want(wants))

    def _travel(self, earlier: Document, document: Document, what: str) -> None:
        self._load(is_fresh=True)
        self.document_changed.emit(document)
        self.travelled.emit(earlier, document)
        self.noticed.emit(what)

    def _load(self, is_fresh: bool = False) -> None:
        self._run_id += 1
        run_id, document = self._run_id, self.document
        self.post(lambda worker: worker.load(document, run_id, is_fresh))
