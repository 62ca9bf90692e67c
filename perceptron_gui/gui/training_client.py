"""The training thread as the window sees it: commands go there, and frames show the snapshots that come back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractEventDispatcher, QObject, Qt, QTimer, Signal

from perceptron_gui.frozen import replace
from perceptron_gui.gui.frame_clock import FrameClock
from perceptron_gui.gui.latest_command import LatestCommand
from perceptron_gui.gui.view_schedule import ViewSchedule
from perceptron_gui.session.worker.protocol import Failure
from perceptron_gui.session.worker.training_thread import TrainingThread

if TYPE_CHECKING:
    from perceptron_gui.engine.run.snapshot import Snapshot
    from perceptron_gui.engine.run.wants import Wants
    from perceptron_gui.session.document import Document
    from perceptron_gui.session.saved.place import Place
    from perceptron_gui.session.worker.training_worker import Command


class TrainingClient(QObject):
    """Sends commands to the training thread, and shows its snapshots to the views.

    `snapshot`: the one that is shown; None before the first. `views`: who shows snapshots, and how often. `clock`:
    calls for frames. `is_dragging`: whether points or start weights are being dragged. `failed`: details of an
    exception in the training thread. `ticked`: a frame begins. `moved_or_stood`: whether the run goes on by itself, in
    a snapshot that knows of the last wish to play or to pause. `answered`: what a view asked of the run.
    """

    failed = Signal(str)
    ticked = Signal()
    moved_or_stood = Signal(bool)
    answered = Signal(object)
    _was_late = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.training_thread = TrainingThread()
        self.snapshot: Snapshot | None = None
        self._bare: Snapshot | None = None
        self._hide: Callable[[Snapshot], Snapshot] | None = None
        self._run_id = 0
        self.is_dragging = False
        self.views = ViewSchedule()
        self._latest = LatestCommand()
        self._play_asked = 0
        self.clock = FrameClock(self._draw_frame, self)
        self.clock.add_work(lambda: not self.training_thread.is_resting)
        self.training_thread.mailbox.on_late = self._was_late.emit  # in its thread; heard in that of the window
        self._was_late.connect(self.clock.on_late, Qt.ConnectionType.QueuedConnection)
        # Qt paints before it looks at this timer, which has no time to wait for.
        self._after_paint = QTimer(self)
        self._after_paint.setSingleShot(True)
        self._after_paint.timeout.connect(self.views.draw_seldom)

    def start(self) -> None:
        """Start the training thread and the frames."""
        # Qt says so each time it has nothing left to do, on every platform; not each says when it has something.
        QAbstractEventDispatcher.instance().aboutToBlock.connect(self.training_thread.gate.open)
        self.training_thread.start()
        self.clock.start()

    def stop(self) -> None:
        """End both and wait for them, if they were started."""
        self._after_paint.stop()
        if self.clock.is_started:
            QAbstractEventDispatcher.instance().aboutToBlock.disconnect(self.training_thread.gate.open)
        self.clock.stop()
        self.training_thread.stop()

    def post(self, command: Command) -> None:
        """Send a command to the training thread. `command`: called with the `TrainingWorker`, in its thread."""
        self._latest.end()
        self._post(command)

    def _post(self, command: Command) -> None:
        self.training_thread.post(command)
        self.clock.wake()

    def post_latest(self, kind: str, command: Command) -> None:
        """Send a command in place of the last one, if that is of the same kind and not done yet.

        `kind`: what the command is about, such as "seek". `command`: called with the `TrainingWorker`, in its thread.
        """
        self._post(self._latest.replace(kind, command))

    def play(self, is_wanted: bool) -> None:
        """Let the run go on by itself, or stand still; what was sent before says nothing about it any more.

        `is_wanted`: whether it is to go on.
        """
        self.post((lambda worker: worker.play()) if is_wanted else (lambda worker: worker.pause()))
        self._play_asked = self.training_thread.n_posted

    def seek(self, visit: int) -> None:
        """Go to a place on the timeline. `visit`: visits before it."""
        self.post_latest("seek", lambda worker: worker.seek(visit))

    def want(self, wants: Wants) -> None:
        """Set what the visible views need from the run."""
        self.post(lambda worker: worker.want(wants))

    def load(self, document: Document, is_fresh: bool = False) -> None:
        """Train on another document; snapshots of the one before are discarded from now on.

        `is_fresh`: whether the run starts again even where it could go on.
        """
        self._run_id += 1
        run_id = self._run_id
        self._after_paint.stop()  # it would come before the paint of what is changed; the next frame starts it again
        self.post(lambda worker: worker.load(document, run_id, is_fresh))

    def restore(self, document: Document, place: Place) -> None:
        """Train on another document up to where its run was saved. `place`: where the run is to stand."""
        self._run_id += 1
        run_id = self._run_id
        self.post(lambda worker: worker.restore(document, run_id, place))

    # Frames

    def _draw_frame(self) -> None:
        """Take the newest snapshot and show it; what belongs to an older run is discarded."""
        self.ticked.emit()
        self._take_answers()
        self._take_message()
        self.views.draw_due(self.is_dragging)
        if self.views.is_outdated:
            self._after_paint.start()
            self.clock.wake()

    def _take_message(self) -> None:
        message = self.training_thread.mailbox.take()
        if message is None:
            return
        if isinstance(message, Failure):
            self._stand_still()
            self.failed.emit(message.details)
            return
        if message.run_id != self._run_id:
            return
        if message.n_commands >= self._play_asked:
            self.moved_or_stood.emit(message.is_playing)
        self._show(message)

    def _show(self, snapshot: Snapshot) -> None:
        self._bare = snapshot
        self.snapshot = self._hide(snapshot) if self._hide is not None else snapshot
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
        self.moved_or_stood.emit(False)
        if self._bare is not None:
            self._show(replace(self._bare, is_playing=False))

    def veil(self, hide: Callable[[Snapshot], Snapshot] | None) -> None:
        """Hide from the views what an exercise hides, or show all of it again.

        `hide`: returns what may be seen of a snapshot; None hides nothing.
        """
        is_other, self._hide = hide != self._hide, hide
        if is_other and self._bare is not None:
            self._show(self._bare)
