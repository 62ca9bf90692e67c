"""What the training thread does: commands in, slices of work, snapshots out (A2–A6)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from queue import SimpleQueue

from perceptron_gui.engine.data.settings import Order
from perceptron_gui.engine.run.curves import Curves, curves_of
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import Snapshot, Wants, preview_snapshot, take_snapshot
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.session.document import Change, Document
from perceptron_gui.session.run_table import Page, PageRequest, page_of
from perceptron_gui.session.worker.gui_priority_gate import PriorityGate
from perceptron_gui.session.worker.mailbox import Mailbox

SLICE_SECONDS = 0.0005
"""How long the thread works between two looks at the gate and its commands."""
FIRST_WORK_RATE = 3e8
"""Multiply-adds a second, before anything was measured."""
MOST_BEHIND = 0.1
"""Seconds of visits that a limited speed catches up, after a frame or a busy moment; older ones are let go."""
FAR = 2**62
CURVES_EVERY = 0.5
"""Seconds between two looks at the curves while the run moves."""


@dataclass(frozen=True)
class Goal:
    """How far to go without regard to the speed.

    Attributes
    ----------
    visit : int
        Visits completed.
    updates : int or None
        Updates made, whichever comes first.
    is_before : bool
        Whether to stand before the visit that made the last of these updates.
    """

    visit: int = FAR
    updates: int | None = None
    is_before: bool = False


@dataclass(frozen=True)
class Failure:
    """An exception in the thread: what the window shows once, with its details to copy."""

    run_id: int
    details: str


WorkerMessage = Snapshot | Failure
Answer = Page | Curves


@dataclass(frozen=True)
class Pauses:
    """Where play pauses by itself.

    Attributes
    ----------
    mistake, epoch : bool
        At every mistake; at the end of every epoch.
    point : int or None
        When this point is visited.
    visit : int or None
        When so many visits are completed.
    """

    mistake: bool = False
    epoch: bool = False
    point: int | None = None
    visit: int | None = None


Command = Callable[["TrainingWorker"], None]
"""What the window asks of the thread, as a function of the one who does it."""


class TrainingWorker:
    """Does what commands say, slice by slice. Without a thread of its own, so that tests can wind the clock.

    Parameters
    ----------
    mailbox : Mailbox of Snapshot
        Where snapshots go.
    gate : PriorityGate
    clock : callable
        Seconds, ascending.
    """

    def __init__(
        self, mailbox: Mailbox[WorkerMessage], gate: PriorityGate, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self.mailbox = mailbox
        self.gate = gate
        self.clock = clock
        self.run: Run | None = None
        self.run_id = self.n_commands = 0
        self.wants = Wants()
        self.document: Document | None = None
        self.is_playing = False
        self.is_held = False
        self.speed: float | None = None
        self.goal: Goal | None = None
        self.answers: SimpleQueue[tuple[int, Answer]] = SimpleQueue()
        self.pauses = Pauses()
        self._curves_at: tuple[object, int] | None = None
        self._curves_after = 0.0
        self._job: Iterator[object] | None = None
        self._due = 0.0
        self._work_rate = FIRST_WORK_RATE
        self._is_stale = False
        self._retrains = False

    # Commands

    def load(self, document: Document, run_id: int, is_fresh: bool = False) -> None:
        """Take up `document`: the same run, the run with more points, or a new one (A14)."""
        earlier, self.run_id, self.document = self.document, run_id, document
        change = document.change_since(earlier) if earlier is not None and not is_fresh else Change.NEW
        if self.run is None or change is Change.NEW:
            self._start(document)
        elif change is Change.SAME:
            self.run.in_mode(document.settings.mode)
        else:
            self.run.add_points(document.dataset)
        self.is_held, self._is_stale = False, True
        self.is_playing = self.is_playing and document.dataset.n_samples > 0

    def play(self) -> None:
        """Go on at the chosen speed; at the end start again, behind a cycle go round."""
        if self.run is None and self.document is not None:
            self._start(self.document)
        if self.run is not None and self.run.stop not in (None, Stop.CYCLE):
            self.run.seek(0)
        self.is_playing, self.goal = self.run is not None and self.run.dataset.n_samples > 0, None
        self._due = self.clock()
        self._is_stale = True

    def pause(self) -> None:
        """Stand still."""
        self.is_playing = self._retrains = False
        self.goal, self._is_stale = None, True

    def set_speed(self, visits_per_second: float | None) -> None:
        """Set how many visits a second to make; None is as many as go."""
        self.speed = visits_per_second
        self._due = self.clock()

    def preview(self, document: Document) -> None:
        """Hold, and show the current parameters on points that are being dragged; at full speed train on them."""
        if self.run is None:
            return
        if self.speed is None and (self.is_playing or self._retrains):
            # A run that ends between two places of the mouse does not end the drag's training.
            self.is_playing = self._retrains = True
            self.load(document, self.run_id, is_fresh=True)
            return
        self.is_held = True
        self._put(preview_snapshot(self.run, self.run_id, self.wants, document.dataset))

    def preview_start(self, document: Document) -> None:
        """Hold, and show the points under start weights that are being dragged: nothing is trained (P5)."""
        self.is_held = True
        run = Run(document.dataset, document.named_settings)
        self._put(take_snapshot(run, self.run_id, self.wants))

    def end_preview(self) -> None:
        """Let the run go on, on the points of the document."""
        self.is_playing, self._retrains = self.is_playing or self._retrains, False
        self.is_held, self._is_stale = False, True
        self._due = self.clock()

    def set_pauses(self, pauses: Pauses) -> None:
        """Set where play pauses by itself."""
        self.pauses = pauses

    def want(self, wants: Wants) -> None:
        """Set what the visible views need."""
        if wants != self.wants:
            self.wants = wants
            self._is_stale = True

    def step(self) -> None:
        """Make one visit."""
        self.pause()
        if self.run is not None:
            self.run.visit_once()

    def seek(self, visit: int) -> None:
        """Go to `visit`; behind the frontier train on until there."""
        self.pause()
        if self.run is not None:
            self.run.seek(visit)
            if visit > self.run.frontier:
                self.goal = Goal(visit)

    def step_back(self) -> None:
        """Go back one visit, by training again from a checkpoint."""
        if self.run is not None:
            self.seek(max(self.run.visit - 1, 0))

    def go_to_next_mistake(self) -> None:
        """Train until the parameters have changed once more."""
        self.pause()
        if self.run is not None:
            self.goal = Goal(updates=self.run.state.updates + 1)

    def go_before_next_mistake(self) -> None:
        """Train until the next visit would change the parameters; the window does not see how it goes on."""
        self.pause()
        if self.run is not None:
            self.goal = Goal(updates=self.run.state.updates + 1, is_before=True)

    def go_to_previous_mistake(self) -> None:
        """Go back to where the parameters changed last before this place."""
        if self.run is not None:
            self.seek(self.run.last_update_before(self.run.visit) or 0)

    def go_to_next_epoch(self) -> None:
        """Train to the end of the pass."""
        self.pause()
        if self.run is not None:
            self.goal = Goal(self.run.pass_end_after(self.run.visit))

    def go_to_previous_epoch(self) -> None:
        """Go back to the beginning of the pass."""
        if self.run is not None:
            self.seek(self.run.pass_start_before(self.run.visit))

    def go_to_end(self) -> None:
        """Train until the run stops or closes its cycle."""
        self.pause()
        if self.run is not None:
            self.goal = Goal() if self.run.cycle is None else Goal(max(self.run.cycle.visit, self.run.visit))

    # Questions

    def find_page(self, request: PageRequest) -> None:
        """Compute rows of the table, unless the run is another one by now."""
        if self.run is not None and request.run_id == self.run_id:
            self.answers.put((self.run_id, page_of(self.run, request)))

    def start_job(self, make: Callable[[Run], Iterator[object]]) -> None:
        """Do long work beside the training, a step at a time; the run stands still meanwhile."""
        self.pause()
        if self.run is not None:
            self._job = make(self.run)

    def _find_curves(self, run: Run, now: float) -> None:
        """Look at the run along its way, when somebody wants to see it and it did not just happen."""
        if self._lacks_curves(run) and now >= self._curves_after:
            self._curves_at = (run, run.frontier)
            self.answers.put((self.run_id, curves_of(run)))
            self._curves_after = self.clock() + CURVES_EVERY

    def _lacks_curves(self, run: Run) -> bool:
        return self.wants.curves and self._curves_at != (run, run.frontier)

    # Work

    def work_once(self) -> float:
        """Do one slice of work and publish; return the seconds to wait for a command before the next."""
        now = self.clock()
        if self.run is not None and not self.is_held:
            if self.goal is not None:
                self._pursue(self.run, self.goal)
            elif self.is_playing:
                self._play(self.run, now)
        self._publish()
        if self.run is not None:
            self._find_curves(self.run, now)
        if self._job is not None and next(self._job, None) is None:
            self._job = None
        return self._pause_until_due()

    def _start(self, document: Document) -> None:
        self.run = self.goal = None
        self.run = Run(document.dataset, document.named_settings)

    def _play(self, run: Run, now: float) -> None:
        updates = run.state.updates
        if self.speed is None:
            self._slice(run, self._end_of_play(run, FAR), self._updates_of_play(run))
        elif now >= self._due:
            # A machine that cannot keep up falls behind quietly instead of hurrying after the clock.
            self._due = max(self._due, now - MOST_BEHIND)
            before = run.visit
            until = before + int((now - self._due) * self.speed) + 1
            self._slice(run, self._end_of_play(run, until), self._updates_of_play(run))
            self._due += (run.visit - before) / self.speed
        self._rest_at_pause(run, updates)
        self._rest_at_stop(run)

    def _end_of_play(self, run: Run, visit: int) -> int:
        """Return `visit`, or the cycle's if it comes before: play pauses there at every speed."""
        if run.cycle is not None and run.visit < run.cycle.visit:
            visit = min(visit, run.cycle.visit)
        mark = self.pauses.visit
        if mark is not None and run.visit < mark:
            visit = min(visit, mark)
        if self.pauses.epoch and run.settings.order is not Order.RANDOM:
            visit = min(visit, max(run.pass_end_after(run.visit), run.visit + 1))
        return run.visit + 1 if self.pauses.point is not None else visit

    def _updates_of_play(self, run: Run) -> int | None:
        return run.state.updates + 1 if self.pauses.mistake else None

    def _rest_at_pause(self, run: Run, updates: int) -> None:
        """Stop playing where the user wants it to pause."""
        is_epoch_end = self.pauses.epoch and run.visit == run.pass_start_before(run.visit + 1) and run.visit > 0
        is_point = self.pauses.point is not None and run.last is not None and run.last.point == self.pauses.point
        is_mistake = self.pauses.mistake and run.state.updates > updates
        if is_mistake or is_epoch_end or is_point or run.visit == self.pauses.visit:
            self.is_playing = False
            self._show_last_visit(run)

    def _rest_at_stop(self, run: Run) -> None:
        if run.stop is not None:
            self.is_playing = False
            self._show_last_visit(run)

    def _pursue(self, run: Run, goal: Goal) -> None:
        before = run.visit
        self._slice(run, goal.visit, goal.updates)
        has_updated = goal.updates is not None and run.state.updates >= goal.updates
        is_there = run.visit >= goal.visit or has_updated
        if goal.is_before and has_updated:
            run.seek(run.visit - 1)
        if is_there or run.stop is not None or run.visit == before:
            self.goal = None
            self._show_last_visit(run)

    def _slice(self, run: Run, until: int, updates: int | None = None) -> None:
        """Train for about half a millisecond, and learn from it how much work that is."""
        budget = self._work_rate * SLICE_SECONDS
        if until == run.visit + 1:
            run.visit_once()
        else:
            begin = self.clock()
            used = budget - run.advance(until, budget, updates)
            seconds = self.clock() - begin
            if used > 0 and seconds > 0 and used >= budget:
                self._work_rate += 0.1 * (used / seconds - self._work_rate)
        self._is_stale = True

    def _show_last_visit(self, run: Run) -> None:
        if run.last is None:
            run.seek(run.visit)
        self._is_stale = True

    def _publish(self) -> None:
        """Put a snapshot into the mailbox when something changed and the window took the last one, or all stands."""
        run = self.run
        if run is None or not self._is_stale or (self._is_moving and not self.mailbox.is_empty):
            return
        if self.is_playing and run.last is None and run.stop is None:
            self._visit_to_show(run)
        elif not self._is_moving and run.last is None and run.visit:
            run.seek(run.visit)  # paused in the middle of a burst: tell what led here
        self._put(take_snapshot(run, self.run_id, self.wants, self._is_moving or self._retrains))
        self._is_stale = False

    @property
    def _is_moving(self) -> bool:
        return self.is_playing or self.goal is not None

    def _visit_to_show(self, run: Run) -> None:
        """Make a visit of play by itself, so that the snapshot can tell what happened in it."""
        updates = run.state.updates
        run.visit_once()
        self._due += 1 / self.speed if self.speed is not None else 0.0
        self._rest_at_pause(run, updates)
        self._rest_at_stop(run)

    def _put(self, snapshot: Snapshot) -> None:
        """Send `snapshot` with the names that the classes have now: another name is no other run."""
        dataset, names = snapshot.dataset, self.document.dataset.classes if self.document is not None else ()
        names = names[: len(dataset.classes)]
        if dataset.classes != names:
            dataset = dataset.with_classes(names)
        self.mailbox.put(replace(snapshot, dataset=dataset, n_commands=self.n_commands))

    def _pause_until_due(self) -> float:
        if self._job is not None:
            return 0.0
        if self.run is None or self.is_held or not self._is_moving:
            # A run that stands soon after its curves were looked at has later ones.
            lacks = self.run is not None and self._lacks_curves(self.run)
            return max(0.0, self._curves_after - self.clock()) if lacks else FAR
        if self.goal is not None or self.speed is None:
            return 0.0
        return max(0.0, self._due - self.clock())

    def fail(self, details: str) -> None:
        """Tell the window about an exception; the run is given up, the thread goes on."""
        self.run, self.is_playing, self.goal = None, False, None
        self.mailbox.put(Failure(self.run_id, details))
