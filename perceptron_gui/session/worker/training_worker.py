"""What the threads do beside the window: the training (A2–A6, P9, T9), and the analysis of new documents (A10).

Of the training: commands in, slices of work, there and back, snapshots out. Of the analysis: whether the points are
separable, and the bound that follows from it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from queue import SimpleQueue

from perceptron_gui.engine.data.dataset import Dataset, Ints, n_trained, trained_part, trained_points, with_new_points
from perceptron_gui.engine.data.settings import Order
from perceptron_gui.engine.run.records.record import Look, no_look
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.engine.theory.separability import Analysis
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.session.document import Change, Document, Place, Return, Travel, first_points, place_of, way_back
from perceptron_gui.session.worker.background import Work, answer_or_failure
from perceptron_gui.session.worker.publication import Publication
from perceptron_gui.session.worker.scheduler import FAR, SLICE_SECONDS, Answer, Goal, Mailbox, Pauses, WorkerMessage


class Finding(Frozen, eq=False):
    """The result of an analysis."""

    document: Document
    analysis: Analysis | None  # of the points that are trained on (H1). None where it could not be done
    failure: str = ""  # why not, in a sentence; else empty

    def is_about(self, snapshot: Snapshot) -> bool:
        """Return whether it is about the points and the rules of a run, of whose points the last may be yet to come."""
        return self.document.rules == snapshot.rules and snapshot.is_about(self.document.dataset)

    def may_stand_beside(self, snapshot: Snapshot) -> bool:
        """Return whether it is about a run, or about a variant: points or start weights that are being dragged."""
        dataset = self.document.dataset
        is_variant = snapshot.is_about(dataset) or dataset.X.shape == snapshot.dataset.X.shape
        return is_variant and self.has_rules_of(snapshot)

    def has_rules_of(self, snapshot: Snapshot) -> bool:
        """Return whether it is about the rules of a run, whose start weights may be being dragged."""
        return replace(self.document.rules, initial=None) == replace(snapshot.rules, initial=None)

    def is_in_space_of(self, snapshot: Snapshot) -> bool:
        """Return whether what was found lies in the space of a run's parameters."""
        return self.document.rules.geometry == snapshot.rules.geometry


class Analyst:
    """Analyzes documents, one after the other: each begins where the last one ended (A10)."""

    def __init__(self) -> None:
        self._earlier: Analysis | None = None

    def answer(self, document: Document, work: Work[Finding]) -> Finding:
        """Return what is found about a document, see `Background`."""
        return answer_or_failure(lambda: self.find(document, work.should_stop), partial(Finding, document, None))

    def find(self, document: Document, should_stop: Callable[[], bool] = lambda: False) -> Finding:
        """Return what is found about a document. Raises `SettingsError`, `DatasetError`, `Cancelled` as `analyze`."""
        from perceptron_gui.engine.theory.separability import analyze

        trained = trained_part(document.dataset)
        self._earlier = analyze(trained, document.settings, should_stop, earlier=self._earlier)
        return Finding(document, _with_numbers_of(document.dataset, self._earlier))


def find(document: Document, should_stop: Callable[[], bool] = lambda: False) -> Finding:
    """Return the analysis of a document, in the thread that asks. Raises as `Analyst.find`."""
    return Analyst().find(document, should_stop)


def _with_numbers_of(dataset: Dataset, analysis: Analysis) -> Analysis:
    """Return what was found about the points trained on, with the numbers of all points (H1)."""
    if dataset.parts is None:
        return analysis
    numbers, verdict, street = trained_points(dataset), analysis.verdict, analysis.street
    if verdict is not None:
        witness = verdict.witness
        if witness is not None:
            witness = replace(witness, indices=_named(numbers, witness.indices))
        verdict = replace(verdict, witness=witness, holders=_named(numbers, verdict.holders))
    if street is not None:
        pairs = tuple((int(numbers[i]), int(numbers[j])) for i, j in street.pairs)
        street = replace(street, kerbs=_named(numbers, street.kerbs), pairs=pairs)
    return Analysis(verdict, street, analysis.bound)


def _named(numbers: Ints, points: Sequence[int]) -> tuple[int, ...]:
    return tuple(numbers[list(points)].tolist())


FIRST_WORK_RATE = 3e8
"""Multiply-adds a second, before anything was measured."""
LEAST_SHARE = 0.5
"""Of the best rate that was measured, with which the next slice is given work in any case. A slice has costs beside its
work, most of all the wait for an interpreter that others hold: measured alone, a slice that cost more than it worked
would make the next one smaller, and that one the next, down to single visits."""
MOST_BEHIND = 0.1
"""Seconds of visits that a limited speed catches up, after a frame or a busy moment; older ones are let go."""


class WorkPace:
    """Measures how fast the machine trains, and computes how many visits are due.

    `clock`: seconds, ascending. `speed`: visits a second; None is as fast as possible. `work_rate`: multiply-adds a
    second, as measured.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.speed: float | None = None
        self.work_rate = FIRST_WORK_RATE
        self._best_rate = 0.0
        self._clock = clock
        self._due = 0.0

    def restart(self) -> None:
        """Let the next visit be due now, and the others after it."""
        self._due = self._clock()

    def visits_due(self, now: float) -> int:
        """Return how many visits to make. `now`: seconds."""
        if self.speed is None:
            return FAR
        if now < self._due:
            return 0
        # A machine that cannot keep up falls behind quietly instead of hurrying after the clock.
        self._due = max(self._due, now - MOST_BEHIND)
        return int((now - self._due) * self.speed) + 1

    def count(self, visits: int) -> None:
        """Account for visits made: the next one is due correspondingly later. `visits`: how many more."""
        if self.speed is not None:
            self._due += visits / self.speed

    def seconds_until_due(self) -> float:
        """Return how long to wait for the next visit."""
        return 0.0 if self.speed is None else max(0.0, self._due - self._clock())

    def advance(self, run: Run, until: int, updates: int | None = None) -> None:
        """Train for about half a millisecond, and learn from it how much work that is.

        `until`: visits completed. `updates`: where to pause, see `Run.advance`.
        """
        if until == run.visit + 1:
            run.visit_once()
            return
        budget, begin = self.work_rate * SLICE_SECONDS, self._clock()
        used = budget - run.advance(until, budget, updates)
        seconds = self._clock() - begin
        if used > 0 and seconds > 0 and used >= budget:
            # The rate is followed slowly, the best one forgotten more slowly still, where the machine has changed.
            rate = used / seconds
            self._best_rate = max(rate, 0.99 * self._best_rate)
            self.work_rate = max(0.9 * self.work_rate + 0.1 * rate, LEAST_SHARE * self._best_rate)


Command = Callable[["TrainingWorker"], None]
"""What the window asks of the thread, as a function of the one who does it."""


class TrainingWorker:
    """Does a slice of work and publishes, again and again, and what commands say in between.

    Without a thread of its own, so that tests can wind the clock.

    `mailbox`: where snapshots go. `answers`: where surveys and pages go, each with the number of its run. `clock`:
    seconds, ascending. `look`: called now and then in long work; it may raise `Cancelled`, and the work is done later.
    `publication`: where a run is shown. `pace`: how much of it is made at a time. `goal`: how far to go without regard
    to the speed. `is_playing`: whether to go on at the chosen speed. `shown_instead`: shows what is being dragged in
    place of the run, which stands still meanwhile. `retrains`: whether points that are being dragged are trained on
    again and again. `is_stale`: whether something changed that was not published yet. `job`: long work beside the
    training, a step at a time. `returning`: the way back to `place`, where the run stood, before anything else.
    `taken_back`: visits at which points arrived in this run that undo has taken back since.
    """

    def __init__(
        self,
        mailbox: Mailbox[WorkerMessage],
        answers: SimpleQueue[tuple[int, Answer]],
        clock: Callable[[], float] = time.perf_counter,
        look: Look = no_look,
    ) -> None:
        self.run: Run | None = None
        self.goal: Goal | None = None
        self.is_playing = self.retrains = self.is_stale = False
        self.shown_instead: Callable[[], None] | None = None
        self.pauses = Pauses()
        self.job: Iterator[object] | None = None
        self.place = Place()
        self.returning: Iterator[None] | None = None
        self.taken_back: tuple[int, ...] = ()
        self._plays_again = False
        self.publication = Publication(mailbox, answers, clock, look)
        self.pace = WorkPace(clock)
        self.clock = clock

    def work_once(self) -> float:
        """Do one slice of work and publish; return the seconds to wait for a command before the next."""
        now = self.clock()
        if self.run is not None and self.shown_instead is None:
            if self.returning is not None:
                self._return(self.run, self.returning)
            elif self.goal is not None:
                self._pursue(self.run, self.goal)
            elif self.is_playing:
                self._play(self.run, now)
        if self.run is not None:
            self._publish(self.run)
            self.publication.put_surveys(self.run, now)
        if self.job is not None and next(self.job, None) is None:
            self.job = None
        return self.seconds_until_due()

    def seconds_until_due(self) -> float:
        """Return how long nothing is to be done, unless a command comes."""
        if self.job is not None:
            return 0.0
        if self.run is None:
            return FAR
        if self.shown_instead is not None or not self._is_moving:
            return self.publication.seconds_until_surveys(self.run)
        has_way = self.goal is not None or self.returning is not None
        return 0.0 if has_way else self.pace.seconds_until_due()

    @property
    def _is_moving(self) -> bool:
        return self.is_playing or self.goal is not None or self.returning is not None

    # Back to a place

    def _return(self, run: Run, way: Iterator[None]) -> None:
        self.is_stale = True
        for _ in way:
            return
        self.returning = None
        if self._plays_again:
            _start_again_at_end(run)
        self._show_last_visit(run)
        self.pace.restart()
        self.publication.put_answer(Return(self.place, place_of(run)))

    def give_up_return(self) -> None:
        """Stay where the run is on its way back to where it was saved; all points come that have not."""
        run, document = self.run, self.publication.document
        if self.returning is None:
            return
        self.returning, self.is_stale = None, True
        if run is not None and document is not None and run.dataset.n_samples < n_trained(document.dataset):
            run.add_points(trained_part(document.dataset))

    # Towards a goal

    def _pursue(self, run: Run, goal: Goal) -> None:
        before, self.is_stale = run.visit, True
        self.pace.advance(run, goal.visit, goal.updates)
        has_updated = goal.updates is not None and run.state.updates >= goal.updates
        is_there = run.visit >= goal.visit or has_updated
        if goal.is_before and has_updated:
            run.seek(run.visit - 1)
        if is_there or run.stop is not None or run.visit == before:
            self.goal = None
            self._show_last_visit(run)

    # In play

    def _play(self, run: Run, now: float) -> None:
        updates, before, due = run.state.updates, run.visit, self.pace.visits_due(now)
        if due > 0:
            goal = updates + 1 if self.pauses.mistake else None
            self.pace.advance(run, _end_of_play(run, min(before + due, FAR), self.pauses), goal)
            self.is_stale = True
            self.pace.count(run.visit - before)
        self._rest(run, updates)

    def _rest(self, run: Run, updates: int) -> None:
        """Stop playing where the run stops, or the user wants it to pause; `updates` were made before."""
        if run.stop is not None or _is_pause(run, updates, self.pauses, self.publication):
            self.is_playing = False
            self._show_last_visit(run)

    # What both do

    def _show_last_visit(self, run: Run) -> None:
        if run.last is None:
            run.seek(run.visit)
        self.is_stale = True

    def _publish(self, run: Run) -> None:
        """Send a snapshot when something changed and the window took the last one, or all stands."""
        if not self.is_stale or (self._is_moving and not self.publication.is_awaited):
            return
        if self.shown_instead is not None:  # the window wants other parts of it by now
            self.shown_instead()
            self.is_stale = False
            return
        if self.is_playing and run.last is None and run.stop is None:
            self._visit_to_show(run)
        elif not self._is_moving and run.last is None and run.visit:
            run.seek(run.visit)  # paused in the middle of a burst: tell what led here
        speed = self.pace.speed if self.goal is None and self.returning is None else None
        self.publication.put_run(run, self._is_moving or self.retrains, speed)
        self.is_stale = False

    def _visit_to_show(self, run: Run) -> None:
        """Make a visit of play by itself, so that the snapshot can tell what happened in it."""
        updates = run.state.updates
        run.visit_once()
        self.pace.count(1)
        self._rest(run, updates)

    # Commands

    def pause(self) -> None:
        """Stand still."""
        self.give_up_return()
        self.is_playing = self.retrains = self._plays_again = False
        self.goal, self.is_stale = None, True

    def load(self, document: Document, run_id: int, is_fresh: bool = False) -> None:
        """Take up `document`: the same run, the run with more points, or a new one (A14).

        `run_id`: number of the run from here on. `is_fresh`: whether to begin a new run in any case.
        """
        earlier = self.publication.document
        change = document.change_since(earlier) if earlier is not None and not is_fresh else Change.NEW
        if change is not Change.SAME:
            self.give_up_return()
        self.publication.set_document(document, run_id)
        if self.run is None or change is Change.NEW:
            self._start(document)
        elif change is Change.SAME:
            self.run.in_mode(document.settings.mode)
        else:
            self.run.add_points(with_new_points(self.run.dataset, document.dataset))
            self.taken_back = ()
        self.shown_instead, self.is_stale = None, True
        self.is_playing = self.is_playing and n_trained(document.dataset) > 0

    def restore(self, document: Document, run_id: int, place: Place, keeps_playing: bool = False) -> None:
        """Take up `document` as a new run, and stand where it stood.

        `run_id`: number of the run from here on. `place`: where it stood. `keeps_playing`: whether a run that plays
        goes on from there.
        """
        self.is_playing = self.is_playing and keeps_playing
        self.publication.set_document(document, run_id)
        self._start(document, place)
        self.shown_instead, self.is_stale = None, True

    def unless_returning(self, command: Command) -> None:
        """Carry out a command, unless the run is being restored to its saved place, which is finished first.

        `command`: called with the worker.
        """
        if self.returning is None:
            command(self)

    def tell_place(self, take: Callable[[Place], object]) -> None:
        """Tell where the run stands; on its way back to where it was saved, that.

        On points that are being dragged it stands nowhere: they are not those of the document.

        `take`: is called with the `Place`, at once.
        """
        run = None if self.publication.is_dragged else self.run
        take(self.place if self.returning is not None else place_of(run) if run is not None else Place())

    def play(self) -> None:
        """Go on at the chosen speed; at the end start again, after a cycle go round."""
        if self.run is None and self.publication.document is not None:
            self._start(self.publication.document)
        if self.run is not None and self.returning is None:
            _start_again_at_end(self.run)
        self._plays_again = self.returning is not None
        self.is_playing, self.goal = self.run is not None and self.run.dataset.n_samples > 0, None
        self.pace.restart()
        self.is_stale = True

    def set_speed(self, visits_per_second: float | None) -> None:
        """Set the speed of playing. `visits_per_second`: none is as fast as possible."""
        self.pace.speed = visits_per_second
        self.pace.restart()

    def preview(self, document: Document) -> None:
        """Hold, and show the current parameters on points that are being dragged; at full speed train on them.

        `document`: with the points where they are now.
        """
        if self.run is None:
            return
        if self.pace.speed is None and (self.is_playing or self.retrains):
            # A run that ends between two places of the mouse does not end the drag's training.
            self.is_playing = self.retrains = True
            self.load(document, self.publication.run_id, is_fresh=True)
            self.publication.is_dragged = True
            return
        run = self.run
        self.shown_instead = lambda: self.publication.put_preview(run, document)
        self.shown_instead()

    def preview_start(self, document: Document) -> None:
        """Hold, wherever the run stands, and show the points under start weights that are being dragged (P5).

        `document`: with these start weights.
        """
        run = Run(trained_part(document.dataset), document.named_settings)
        self.shown_instead = lambda: self.publication.put_run(run)
        self.shown_instead()

    def end_preview(self) -> None:
        """Let the run go on, on the points of the document."""
        self.is_playing, self.retrains = self.is_playing or self.retrains, False
        self.shown_instead, self.is_stale = None, True
        self.pace.restart()

    def set_pauses(self, pauses: Pauses) -> None:
        """Set where play pauses by itself."""
        self.pauses = pauses

    def want(self, wants: Wants) -> None:
        """Set what the visible views need."""
        if wants != self.publication.wants:
            self.publication.wants = wants
            self.is_stale = True

    def fail(self, details: str) -> None:
        """Report an exception to the window; the run is dropped, the thread continues. `details`: see `Failure`."""
        self.run, self.is_playing, self.goal = None, False, None
        self.publication.put_failure(details)

    def _start(self, document: Document, place: Place | None = None) -> None:
        self.run = self.goal = None  # the memory of the last run is free before the next takes its own
        self.place, trained = place or Place(), trained_part(document.dataset)
        self.run = Run(first_points(trained, self.place), document.named_settings)
        self.taken_back, self._plays_again = (), False
        has_way = self.place.visit or self.place.arrivals
        self.returning = way_back(self.run, trained, self.place) if has_way else None


def travel(worker: TrainingWorker, document: Document, run_id: int, what: str) -> None:
    """Take up a document that undo or redo has brought, and tell what became of the run (P9, A14).

    Points that arrived in the run are taken back: it stands where the first of them arrived, without them. When they
    come again they arrive at the same visits.

    `run_id`: number of the run from here on. `what`: what was undone or done again, as it is told.
    """
    run, earlier = worker.run, worker.publication.document or document
    if run is None or worker.returning is not None:
        arrivals = worker.place.arrivals
    else:
        arrivals = tuple(visit for visit, _ in run.stages.arrivals)
    has_begun, gone, place = run is not None and run.frontier > 0, worker.taken_back, None
    n_new = n_trained(document.dataset) - n_trained(earlier.dataset)
    if earlier.change_since(document) is Change.EXTENDED and -n_new <= len(arrivals):
        place, gone = Place(arrivals[n_new], arrivals[:n_new]), arrivals[n_new:] + gone
    elif document.change_since(earlier) is Change.EXTENDED and n_new <= len(gone):
        place, gone = Place(gone[n_new - 1], arrivals + gone[:n_new]), gone[n_new:]
    if place is None:
        worker.load(document, run_id)
    else:
        worker.restore(document, run_id, place, keeps_playing=True)
        worker.taken_back = gone
    worker.publication.put_answer(Travel(what, earlier, document, has_begun, place))


# Commands that move the run, or work beside it while it stands; each pauses play first


def step(worker: TrainingWorker) -> None:
    """Make one visit."""
    worker.pause()
    if worker.run is not None:
        worker.run.visit_once()


def seek(worker: TrainingWorker, visit: int) -> None:
    """Go to a visit; after the frontier train on until there. `visit`: visits completed."""
    worker.pause()
    if worker.run is not None:
        worker.run.seek(visit)
        if visit > worker.run.frontier:
            worker.goal = Goal(visit)


def step_back(worker: TrainingWorker) -> None:
    """Go back one visit, by training again from a checkpoint."""
    if worker.run is not None:
        seek(worker, max(worker.run.visit - 1, 0))


def go_to_next_mistake(worker: TrainingWorker, is_before: bool = False) -> None:
    """Train until the parameters have changed once more.

    `is_before`: whether to stand before the visit that would do it; the window does not see how it goes on.
    """
    worker.pause()
    if worker.run is not None:
        worker.goal = Goal(updates=worker.run.state.updates + 1, is_before=is_before)


def go_before_next_mistake(worker: TrainingWorker) -> None:
    """Train until the next visit would change the parameters."""
    go_to_next_mistake(worker, is_before=True)


def go_to_previous_mistake(worker: TrainingWorker) -> None:
    """Go back to where the parameters changed last before this place."""
    if worker.run is not None:
        seek(worker, worker.run.last_update_before(worker.run.visit) or 0)


def go_to_next_epoch(worker: TrainingWorker) -> None:
    """Train to the end of the pass."""
    worker.pause()
    if worker.run is not None:
        worker.goal = Goal(worker.run.stages.pass_end_after(worker.run.visit))


def go_to_previous_epoch(worker: TrainingWorker) -> None:
    """Go back to the beginning of the pass."""
    if worker.run is not None:
        seek(worker, worker.run.stages.pass_start_before(worker.run.visit))


def go_to_end(worker: TrainingWorker) -> None:
    """Train until the run stops or closes its cycle."""
    worker.pause()
    if worker.run is not None:
        worker.goal = Goal() if worker.run.cycle is None else Goal(max(worker.run.cycle.visit, worker.run.visit))


def start_job(worker: TrainingWorker, make: Callable[[Run], Iterator[object]]) -> None:
    """Do long work beside the training, a step at a time; the run stands still meanwhile.

    `make`: given the run, returns an iterator over the steps.
    """
    worker.pause()
    if worker.run is not None:
        worker.job = make(worker.run)


def _start_again_at_end(run: Run) -> None:
    """Put a run that has ended back to its start, to be played; after a cycle it goes round."""
    if run.stop not in (None, Stop.CYCLE):
        run.seek(0)


def _end_of_play(run: Run, visit: int, pauses: Pauses) -> int:
    """Return `visit`, or where play pauses before it: at the cycle's at every speed."""
    if run.cycle is not None and run.visit < run.cycle.visit:
        visit = min(visit, run.cycle.visit)
    mark = pauses.visit
    if mark is not None and run.visit < mark:
        visit = min(visit, mark)
    if pauses.epoch and run.settings.order is not Order.RANDOM:
        visit = min(visit, max(run.stages.pass_end_after(run.visit), run.visit + 1))
    return run.visit + 1 if pauses.point is not None else visit


def _is_pause(run: Run, updates: int, pauses: Pauses, publication: Publication) -> bool:
    is_mistake = pauses.mistake and run.state.updates > updates
    is_epoch_end = pauses.epoch and run.visit == run.stages.pass_start_before(run.visit + 1) and run.visit > 0
    last, point = run.last, pauses.point
    is_shown = last is not None and point is not None and publication.is_point(last.point, point)
    return is_mistake or is_epoch_end or is_shown or run.visit == pauses.visit
