"""What the window's parts share: training thread, view state, document, and previews of drags."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractEventDispatcher, QObject, Qt, QTimer, Signal

from perceptron_gui.engine.data.features.feature_map import IDENTITY
from perceptron_gui.engine.data.settings import SettingsError, TrainingSettings
from perceptron_gui.frozen import replace
from perceptron_gui.gui.frame_clock import FrameClock, ViewSchedule
from perceptron_gui.session.view.view_state import Tool, ViewState
from perceptron_gui.session.worker.scheduler import Failure, Mailbox, Scheduler
from perceptron_gui.session.worker.training_thread import TrainingThread
from perceptron_gui.translation import N_, tr

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from perceptron_gui.engine.data.dataset import Dataset
    from perceptron_gui.engine.run.snapshot import Snapshot
    from perceptron_gui.session.document import Document, Place
    from perceptron_gui.session.lessons.page_rules import PageRules
    from perceptron_gui.session.points.history import History
    from perceptron_gui.session.worker.background import Background
    from perceptron_gui.session.worker.training_worker import Command, TrainingWorker


class LatestCommand:
    """Lets a command replace the one before it, if that is of the same kind and not done yet.

    The mouse asks faster than a long run can be sought through.
    """

    def __init__(self) -> None:
        self._kind = ""
        self._mailbox: Mailbox[Command] = Mailbox()

    def replace(self, kind: str, command: Command) -> Command:
        """Return what to post to the training thread for `command`.

        `kind`: what the command is about, such as "seek"; not empty. Returns does the latest command of this kind, and
        nothing where that was done already.
        """
        if kind != self._kind:
            self._kind, self._mailbox = kind, Mailbox()
        mailbox = self._mailbox
        mailbox.put(command)

        def do_latest(worker: TrainingWorker) -> None:
            if (latest := mailbox.take()) is not None:
                latest(worker)

        return do_latest

    def end(self) -> None:
        """Never replace the latest command from now on, as another was posted after it."""
        self._kind = ""


class TrainingClient(QObject):
    """Sends commands to the training thread, and shows its snapshots to the views.

    `scheduler`: who works beside the window. `snapshot`: the one that is shown; None before the first. `views`: who
    shows snapshots, and how often. `clock`: calls for frames. `is_dragging`: whether points or start
    weights are being dragged. `failed`: details of a `Failure` in the training thread. `ticked`: a frame begins.
    `moved_or_stood`: whether the run goes on by itself, in a snapshot that knows of the last wish to play or to pause.
    `answered`: what a view asked of the run. `page`: what a page of
    a lesson lets be seen and done, of which `page_changed` tells; None without a lesson.
    """

    failed = Signal(str)
    ticked = Signal()
    moved_or_stood = Signal(bool)
    answered = Signal(object)
    page_changed = Signal(object)
    _was_late = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.scheduler = Scheduler()
        self.training_thread = TrainingThread(self.scheduler)
        self.snapshot: Snapshot | None = None
        self._bare: Snapshot | None = None
        self._hide: Callable[[Snapshot], Snapshot] | None = None
        self.page: PageRules | None = None
        self._run_id = 0
        self.is_dragging = False
        self.views = ViewSchedule()
        self._latest = LatestCommand()
        self._play_asked = 0
        self.clock = FrameClock(self._draw_frame, self)
        self.clock.add_work(lambda: not self.training_thread.is_resting)
        self.training_thread.mailbox.on_late = self._was_late.emit  # in its thread; heard in that of the window
        self._was_late.connect(self.clock.on_late, Qt.ConnectionType.QueuedConnection)
        self._is_painted = True
        # Qt paints before it looks at this timer, which has no time to wait for.
        self._after_paint = QTimer(self, singleShot=True)
        self._after_paint.timeout.connect(self.views.draw_seldom)

    @cached_property
    def background(self) -> Background:
        """The background computations; frames continue while an answer is pending."""
        from perceptron_gui.session.worker.background import Background  # after the first paint (A9)

        background = Background(self.scheduler, self.clock.wake)
        self.clock.add_work(lambda: background.is_busy)
        return background

    def start(self) -> None:
        """Start the training thread and the frames."""
        # Qt says so each time it has nothing left to do, on every platform; not each says when it has something.
        QAbstractEventDispatcher.instance().aboutToBlock.connect(self._let_work_go_on)
        self.training_thread.start()
        self.clock.start()

    def stop(self) -> None:
        """End both and wait for them, if they were started."""
        self._after_paint.stop()
        if self.clock.is_started:
            QAbstractEventDispatcher.instance().aboutToBlock.disconnect(self._let_work_go_on)
        self.clock.stop()
        self.background.stop()
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
        """Play or pause; snapshots sent before no longer tell whether the run plays.

        `is_wanted`: whether it is to go on.
        """
        self.post((lambda worker: worker.play()) if is_wanted else (lambda worker: worker.pause()))
        self._play_asked = self.training_thread.n_posted

    def seek(self, visit: int) -> None:
        """Go to a place on the timeline, unless the page holds the run. `visit`: visits before it."""
        if self.page is not None and self.page.holds_run:
            return
        from perceptron_gui.session.worker import training_worker as moves  # after the first paint (A9)

        self.post_latest("seek", lambda worker: moves.seek(worker, visit))

    def load(self, document: Document, is_fresh: bool = False, place: Place | None = None) -> None:
        """Train on another document; snapshots of the former one are discarded from now on.

        `is_fresh`: whether the run starts again even where it could go on. `place`: where its run was saved and is to
        stand.
        """
        run_id = self._begin_run_id()
        if place is None:
            self.post(lambda worker: worker.load(document, run_id, is_fresh))
        else:
            self.post(lambda worker: worker.restore(document, run_id, place))

    def travel(self, document: Document, what: str) -> None:
        """Train on a document that undo or redo has brought. `what`: what was undone or done again, as it is told."""
        from perceptron_gui.session.worker import training_worker as moves  # after the first paint (A9)

        run_id = self._begin_run_id()
        self.post(lambda worker: moves.travel(worker, document, run_id, what))

    def _begin_run_id(self) -> int:
        """Return the number of the run from here on."""
        self._run_id += 1
        self._after_paint.stop()  # it would come before the paint of what is changed; the next frame starts it again
        return self._run_id

    # Frames

    def _let_work_go_on(self) -> None:
        """Open the gate, but not between a frame and its paint: with GLib Qt says there, too, that nothing is left."""
        if self._is_painted or not self._after_paint.isActive():
            self.scheduler.gate.open()

    def on_painted(self) -> None:
        """Let work go on: the frame is on the screen. Where one follows the other Qt has always something left."""
        self._is_painted = True
        self.scheduler.gate.open()

    def _draw_frame(self) -> None:
        """Take the newest snapshot and show it; what belongs to an older run is discarded."""
        self._is_painted = False
        self.ticked.emit()
        self.background.deliver()
        self._take_answers()
        self._take_message()
        self.views.draw_due(self.is_dragging)
        if self.views.is_outdated:
            self._after_paint.start()
            self.clock.wake()

    def _take_message(self) -> None:
        message = self.training_thread.mailbox.take()
        if isinstance(message, Failure):
            self.moved_or_stood.emit(False)
            if self._bare is not None:  # it does not move any more: the thread has given its run up
                self._show(replace(self._bare, is_playing=False))
            self.failed.emit(message.details)
        elif message is not None and message.run_id == self._run_id:
            if message.n_commands >= self._play_asked:
                self.moved_or_stood.emit(message.is_playing)
            self._show(message)

    def _show(self, snapshot: Snapshot) -> None:
        self._bare = snapshot
        seen = self._hide(snapshot) if self._hide is not None else snapshot
        self.snapshot = self.page.seen(seen) if self.page is not None else seen
        self.views.set_snapshot(self.snapshot)
        self.clock.wake()

    def _take_answers(self) -> None:
        answers = self.training_thread.answers
        while not answers.empty():
            run_id, answer = answers.get_nowait()
            if run_id == self._run_id:
                self.answered.emit(answer)

    def veil(self, hide: Callable[[Snapshot], Snapshot] | None) -> None:
        """Hide from the views what an exercise hides, or show all of it again.

        `hide`: returns what may be seen of a snapshot; None hides nothing.
        """
        is_other, self._hide = hide != self._hide, hide
        if is_other and self._bare is not None:
            self._show(self._bare)

    def keep_to(self, page: PageRules | None) -> None:
        """Let be seen and done what a page of a lesson lets, from now on. `page`: None lets all of it."""
        if page != self.page:
            self.page = page
            self.page_changed.emit(page)
            if self._bare is not None:
                self._show(self._bare)


class ViewClient(TrainingClient):
    """Holds the view's state.

    `view_state`: the first one. `view_state`: speed, selection, what is shown; replaced by `change_view` only.
    `view_changed`: the view's state before, and the one now, which may be equal.
    """

    view_changed = Signal(object, object)

    def __init__(self, view_state: ViewState, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.view_state = view_state
        self.moved_or_stood.connect(self._on_moved_or_stood)

    def start(self) -> None:
        """Start the training thread and the frames."""
        super().start()
        self._tell_thread(None)

    def change_view(self, **changes: object) -> None:
        """Change the view's state.

        Controls show it again also where nothing differs, so that one that has changed by itself is put right.

        `changes`: new values, by the names of attributes of `ViewState`.
        """
        earlier, self.view_state = self.view_state, self.view_state.changed(**changes)
        self._tell_view(earlier)

    def choose_tool(self, tool: Tool) -> None:
        """Let the left button do something else on the canvas; in a hall for as long as that looks on."""
        self.change_view(**{"hall_tool" if self.view_state.is_presenting else "tool": tool})

    def let_ask(self, exercise: str) -> None:
        """Let another exercise ask. `exercise`: its name; "" for none."""
        asking = self.view_state.asking(exercise)
        self.change_view(exercise=asking.exercise, switches=asking.switches)

    def _tell_view(self, earlier: ViewState) -> None:
        """Send the changes of the view state to the training thread, and emit the new state."""
        self._tell_thread(earlier)
        self.view_changed.emit(earlier, self.view_state)

    def _tell_thread(self, earlier: ViewState | None) -> None:
        state = self.view_state
        if earlier is None or state.speed != earlier.speed:
            self.post(lambda worker: worker.set_speed(state.speed))
        if earlier is None or state.pauses != earlier.pauses:
            self.post(lambda worker: worker.set_pauses(state.pauses))

    def _on_moved_or_stood(self, is_playing: bool) -> None:
        if is_playing is not self.view_state.is_playing:
            self.change_view(is_playing=is_playing)


OPEN = N_("open {title}")
"""A step of undo that brings another document, before translation."""


class DocumentClient(ViewClient):
    """Holds the document, and sends its changes to the training thread.

    `view_state`: what is chosen beside the document at first. `document_changed`: the points or the rules are others
    now. `travelled`: undo or redo has brought another document: the one before, and the one now. `noticed`: a sentence
    for the status line. `restarted`: one that says why the run starts again, or where it goes on. `left`: a document of
    another origin has taken the place of one: that one, whose run is still there. `awaited_file`: the name of a file
    that is being opened in the place of the document, which takes no edits meanwhile; "" for none.
    """

    document_changed = Signal(object)
    travelled = Signal(object, object)
    noticed = Signal(str)
    restarted = Signal(str)
    left = Signal(object)

    history: History  # the document and those before it; there is none until `start`

    def __init__(self, view_state: ViewState, parent: QObject | None = None) -> None:
        super().__init__(view_state, parent)
        self.awaited_file = ""
        self._has_left_run = False
        self.answered.connect(self._on_answered)

    def open_first(self, history: History) -> None:
        """Set the first document. `history`: of that document."""
        self.history = history
        self.view_state = self.view_state.fitting(self.document, self.document)

    def start(self) -> None:
        """Start the training thread and the frames, and train on the document."""
        super().start()
        self.load(self.document, is_fresh=True)

    # The document

    @property
    def document(self) -> Document:
        """The current document."""
        return self.history.document

    @property
    def has_begun(self) -> bool:
        """Whether the run has visits; not the preview of dragged start weights, which stands at its own start."""
        return self._has_left_run or (self.snapshot is not None and self.snapshot.frontier > 0)

    def await_file(self, name: str) -> None:
        """Take no edits while a file is being opened: they would be lost with this document. `name`: "" for none."""
        self.awaited_file = name

    def edit(self, document: Document, what: str, series: object = None) -> None:
        """Make another document the current one, with a step of undo.

        `what`: name of the step, before translation. `series`: what makes it one step with the edit before, see
        `Steps.push`.
        """
        earlier = self.document
        problem = document.problem or self._refusal(earlier, document)
        if problem:
            self.document_changed.emit(earlier)  # what was typed or dropped gives way to what is
            self.noticed.emit(problem)
            return
        self.history.push(document, what, series)
        self.load(document)
        self._take_up(earlier)
        from perceptron_gui.session.messages.restart_notice import restart_notice  # after the first paint (A9)

        notice = restart_notice(earlier, document) if self.has_begun else ""
        self._has_left_run = False
        if notice:
            self.restarted.emit(notice)

    def undo(self) -> None:
        """Take back the last edit."""
        earlier, what = self.document, self.history.undo_text
        if what:
            self._travel(earlier, self.history.undo, self.history.redo, tr("undone: {what}").format(what=what))

    def redo(self) -> None:
        """Do again what was taken back."""
        earlier, what = self.document, self.history.redo_text
        if what:
            self._travel(earlier, self.history.redo, self.history.undo, tr("redone: {what}").format(what=what))

    def begin_history(self) -> None:
        """Let undo and redo reach no other document than this one and what is made of it."""
        if self.history.undo_text or self.history.redo_text:
            self.history.begin_here()
            self.document_changed.emit(self.document)

    def retitle(self, titled: Callable[[Document], Document]) -> None:
        """Give the documents other titles, without a step of undo; the run stays. `titled`: the one with its own."""
        earlier = self.document
        self.history.retitle(titled)
        if self.document is not earlier:
            self._take_up(earlier)

    def open_document(
        self, document: Document, is_safe: bool = True, place: Place | None = None, what: str = OPEN
    ) -> None:
        """Start over with another document.

        `is_safe`: whether it counts as saved. `place`: where its run was saved, with all of the document; None where
        only its points are safe. `what`: name of the step of undo, before translation.
        """
        earlier = self.document
        if document.problem:
            document = document.with_settings(replace(document.settings, features=IDENTITY, initial=None))
        self.history.push(document, what)
        self._tell_left(earlier)
        if is_safe:
            self.history.mark_saved(is_whole=place is not None)
        self.load(document, True, place)
        self._take_up(earlier)

    def set_dataset(self, dataset: Dataset, what: str, series: object = None) -> None:
        """Change the points.

        `what`: name of the step of undo, before translation. `series`: what makes it one step with the edit before, see
        `Steps.push`.
        """
        self.edit(self.document.with_dataset(dataset), what, series)

    def set_settings(self, settings: TrainingSettings, what: str) -> None:
        """Change the settings. `what`: name of the step of undo, before translation."""
        self.edit(self.document.with_settings(settings), what)

    def change_settings(self, what: str, **changes: object) -> None:
        """Change some of the settings.

        `what`: name of the step of undo, before translation. `changes`: new values, by the names of fields of
        `TrainingSettings`.
        """
        self.set_settings(replace(self.document.settings, **changes), what)

    def place(self, points: ArrayLike, labels: Iterable[int]) -> None:
        """Add points at the end.

        `points`: shape (n_points, n_features): in data units. `labels`: index of the class of each point.
        """
        # L10n: what is undone, as in “Undo place”
        self.set_dataset(self.document.dataset.with_points(points, labels), N_("place"))

    def delete(self, indices: Sequence[int]) -> None:
        """Remove points. `indices`: rows of the dataset."""
        if indices:
            # L10n: what is undone, as in “Undo delete”
            self.set_dataset(self.document.dataset.without(indices), N_("delete"))

    def relabel(self, indices: Sequence[int], label: int) -> None:
        """Put points into another class. `indices`: rows of the dataset. `label`: index of the class."""
        if indices:
            # L10n: what is undone, as in “Undo relabel”
            self.set_dataset(self.document.dataset.relabelled(indices, label), N_("relabel"))

    def _tell_left(self, earlier: Document) -> None:
        if earlier.origin != self.document.origin:
            self.left.emit(earlier)

    def _take_up(self, earlier: Document) -> None:
        """Fit the view state to the new document, and emit the change."""
        state, self.view_state = self.view_state, self.view_state.fitting(self.document, earlier)
        self.document_changed.emit(self.document)
        self._tell_view(state)

    def _refusal(self, earlier: Document, document: Document) -> str:
        """Say why an edit or undo may not make another document of this one; "" where it may.

        `earlier`: the one that is shown. `document`: the other one.
        """
        if self.awaited_file:
            return tr("Wait a moment: {name} is being opened.").format(name=self.awaited_file)
        if self.page is None or earlier.origin != document.origin:  # the way back from an example is open
            return ""
        return self.page.refusal(earlier, document)

    def _travel(self, earlier: Document, go: Callable[[], Document], back: Callable[[], Document], what: str) -> None:
        document = go()
        if refusal := self._refusal(earlier, document):
            back()
            self.noticed.emit(refusal)
            return
        self._tell_left(earlier)
        self.travel(document, what)
        self._take_up(earlier)
        self.travelled.emit(earlier, document)

    def _on_answered(self, answer: object) -> None:
        from perceptron_gui.session.document import Travel  # after the first paint (A9)

        if isinstance(answer, Travel):
            from perceptron_gui.session.messages.restart_notice import travel_notice

            self.restarted.emit(travel_notice(answer))


class Controller(DocumentClient):
    """Holds document and view state, and sends their changes to the training thread.

    `previewed`: with points where they are dragged to; the document of now once they were put back.
    """

    previewed = Signal(object)

    def preview(self, dataset: Dataset) -> None:
        """Show the current parameters on points that are being dragged; training pauses meanwhile."""
        document = self.document.with_dataset(dataset)
        if document.problem or self._refusal(self.document, document):
            return  # it stays where it was last
        self.is_dragging = True
        self.post_latest("preview", lambda worker: worker.preview(document))
        self.previewed.emit(document)

    def preview_start(self, initial: tuple[float, ...]) -> None:
        """Show start weights that are being dragged, wherever the run stands; training pauses meanwhile."""
        document = self._begun_with(initial)
        if document is None:
            return  # they stay where they were last
        if not self.is_dragging and self.has_begun:
            self._has_left_run = True
            self.noticed.emit(tr("The run will restart from these weights; Esc cancels."))
        self.is_dragging = True
        self.post_latest("preview", lambda worker: worker.preview_start(document))

    def start_from(self, initial: tuple[float, ...]) -> None:
        """Begin a new run from start weights, as one step of undo; from those that there are, without one."""
        document = self._begun_with(initial)
        before = self.document.settings.initial or (0.0,) * len(initial)
        if document is None or initial == before:
            was_begun, self._has_left_run = self.has_begun, False
            self.cancel_preview()
            if document is not None and was_begun:
                self.seek(0)
            return
        self.end_preview()
        # L10n: what is undone, as in “Undo start weights”
        self.edit(document, N_("start weights"))

    def _begun_with(self, initial: tuple[float, ...]) -> Document | None:
        """Return the document with other start weights; None, after a notice, if they are invalid."""
        columns = self.document.dataset.features
        try:
            settings = replace(self.document.settings, initial=initial)
            settings.check_features(len(settings.features.names(columns)))  # points and rules may change during a drag
            document = self.document.with_settings(settings)
        except SettingsError as error:
            self.noticed.emit(str(error))
            return None
        if refusal := self._refusal(self.document, document):
            self.noticed.emit(refusal)
        return None if refusal else document

    def end_preview(self) -> None:
        """Resume training after a drag that ended or was cancelled."""
        if self.is_dragging:
            self.is_dragging = False
            self.post(lambda worker: worker.end_preview())

    def cancel_preview(self) -> None:
        """Put the document's points back: the drag was given up."""
        self.end_preview()
        if self._has_left_run:
            self.noticed.emit(tr("The run is back where it was."))
        self._has_left_run = False
        self.load(self.document)
        self.previewed.emit(self.document)

    def toggle_play(self) -> None:
        """Play, or pause."""
        if self.document.dataset.n_samples:
            is_wanted = not self.view_state.is_playing
            self.play(is_wanted)
            self.change_view(is_playing=is_wanted)
