"""How a run goes on, slice by slice: towards a goal, or in play, which pauses where it should (A5, T9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from perceptron_gui.engine.data.settings import Order
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.session.worker.protocol import FAR, Goal, Pauses

if TYPE_CHECKING:
    from perceptron_gui.engine.run.run import Run
    from perceptron_gui.session.worker.publication import Publication
    from perceptron_gui.session.worker.returning import Returning
    from perceptron_gui.session.worker.work_pace import WorkPace


class TrainingLoop:
    """Does a slice of work and publishes, again and again.

    `publication`: where a run is shown. `pace`: how much of it is made at a time. `clock`: seconds, ascending. `goal`:
    how far to go without regard to the speed. `is_playing`: whether to go on at the chosen speed. `shown_instead`:
    shows what is being dragged in place of the run, which stands still meanwhile. `retrains`: whether points that are
    being dragged are trained on again and again. `is_stale`: whether something changed that was not published yet.
    `job`: long work beside the training, a step at a time. `returning`: the way back to where the run was saved, before
    anything else.
    """

    def __init__(self, publication: Publication, pace: WorkPace, clock: Callable[[], float]) -> None:
        self.run: Run | None = None
        self.goal: Goal | None = None
        self.is_playing = self.retrains = self.is_stale = False
        self.shown_instead: Callable[[], None] | None = None
        self.pauses = Pauses()
        self.job: Iterator[object] | None = None
        self.returning: Returning | None = None
        self.publication = publication
        self.pace = pace
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

    def _return(self, run: Run, returning: Returning) -> None:
        found = returning.step()
        self.is_stale = True
        if found is not None:
            self.returning = None
            if self.is_playing:
                self.start_again_at_end(run)
            self._show_last_visit(run)
            self.pace.restart()
            self.publication.put_return(found)

    def start_again_at_end(self, run: Run) -> None:
        """Put a run that has ended back to its start, to be played; after a cycle it goes round."""
        if run.stop not in (None, Stop.CYCLE):
            run.seek(0)

    def give_up_return(self) -> None:
        """Stay where the run is on its way back to where it was saved."""
        if self.returning is not None:
            self.returning.give_up()
            self.returning, self.is_stale = None, True

    # Towards a goal

    def _pursue(self, run: Run, goal: Goal) -> None:
        before = run.visit
        self._advance(run, goal.visit, goal.updates)
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
            self._advance(run, self._end_of_play(run, min(before + due, FAR)), goal)
            self.pace.count(run.visit - before)
        self._rest(run, updates)

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

    def _rest(self, run: Run, updates: int) -> None:
        """Stop playing where the run stops, or the user wants it to pause; `updates` were made before."""
        if run.stop is not None or self._is_pause(run, updates):
            self.is_playing = False
            self._show_last_visit(run)

    def _is_pause(self, run: Run, updates: int) -> bool:
        pauses = self.pauses
        is_mistake = pauses.mistake and run.state.updates > updates
        is_epoch_end = pauses.epoch and run.visit == run.pass_start_before(run.visit + 1) and run.visit > 0
        return is_mistake or is_epoch_end or self._has_shown(run, pauses.point) or run.visit == pauses.visit

    def _has_shown(self, run: Run, point: int | None) -> bool:
        return point is not None and run.last is not None and self.publication.is_point(run.last.point, point)

    # What both do

    def _advance(self, run: Run, until: int, updates: int | None) -> None:
        self.pace.advance(run, until, updates)
        self.is_stale = True

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
        self.publication.put_run(run, self._is_moving or self.retrains)
        self.is_stale = False

    def _visit_to_show(self, run: Run) -> None:
        """Make a visit of play by itself, so that the snapshot can tell what happened in it."""
        updates = run.state.updates
        run.visit_once()
        self.pace.count(1)
        self._rest(run, updates)
