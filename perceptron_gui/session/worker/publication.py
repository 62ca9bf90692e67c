"""What leaves the training thread: snapshots, surveys, looks at held-out points, in the form for the window (A3)."""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue

from perceptron_gui.engine.data.dataset import Bools, trained_part
from perceptron_gui.engine.exact.effort import Cancelled
from perceptron_gui.engine.run.records.all_points import AllPoints, all_points
from perceptron_gui.engine.run.records.record import Look, no_look
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import Snapshot, preview_snapshot, take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.frozen import replace
from perceptron_gui.session.document import Document
from perceptron_gui.session.output.run_table import PageRequest, page_of
from perceptron_gui.session.worker.scheduler import FAR, Answer, Failure, Mailbox, WorkerMessage

SURVEY_EVERY = 0.5
"""Seconds between two looks at a run while it moves."""


class Survey:
    """Looks at a run as a whole while a view shows it: at once when the run rests, else now and then.

    `make`: return what is to be known of a run. `asked`: what of it visible views show, given what they want; false for
    nothing. `clock`: seconds, ascending. `look`: called now and then while it is made; it may raise `Cancelled`.
    `place`: return what it depends on in a run beside its points: how far that came, or where its cursor stands.
    """

    def __init__(
        self,
        make: Callable[[Run, Look], Answer],
        asked: Callable[[Wants], object],
        clock: Callable[[], float],
        look: Look = no_look,
        place: Callable[[Run], int] = lambda run: run.frontier,
    ) -> None:
        self._place = place
        self._make, self._asked, self._clock, self._look = make, asked, clock, look
        self._made_at: tuple[object, ...] | None = None
        self._not_before = 0.0

    def answer(self, run: Run, wants: Wants, now: float) -> Answer | None:
        """Return what is known of a run by now, if a view shows it and it was not made just before.

        None, too, where a look cancelled it: it is lacking then as before.

        `wants`: what the visible views need. `now`: seconds.
        """
        if not self._is_lacking(run, wants) or now < self._not_before:
            return None
        try:
            answer = self._make(run, self._look)
        except Cancelled:
            return None
        self._made_at = self._state(run, wants)
        self._not_before = self._clock() + SURVEY_EVERY
        return answer

    def seconds_until_due(self, run: Run, wants: Wants) -> float:
        """Return how long to wait until it is to be made: a run that stands soon after it has gone on.

        `wants`: what the visible views need.
        """
        return max(0.0, self._not_before - self._clock()) if self._is_lacking(run, wants) else FAR

    def _is_lacking(self, run: Run, wants: Wants) -> bool:
        return bool(self._asked(wants)) and self._made_at != self._state(run, wants)

    def _state(self, run: Run, wants: Wants) -> tuple[object, ...]:
        """Return all that an answer depends on: points may arrive where a run stands, and none ever goes (P9)."""
        return run, run.dataset.n_samples, self._place(run), self._asked(wants)


SHARE = 0.1
"""Of the time that the looks may take while a run moves."""
CHEAP = 2e-3
"""Seconds of a look that is made for every snapshot."""


class HeldOutLook:
    """Finds the errors among points held out: of a run that rests always those of now, else maybe some frames old.

    `clock`: seconds, ascending.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._seen: tuple[AllPoints, int, bool] | None = None
        self._errors: Bools | None = None
        self._not_before = 0.0

    def errors(self, points: AllPoints, run: Run, has_test: bool, is_moving: bool) -> Bools:
        """Return which of the points present are held out and errors, see `AllPoints.errors`.

        `has_test`: whether to look at the test part. `is_moving`: whether the run is on its way.
        """
        n_samples, begin = points.n_before(run.data.n_samples), self._clock()
        seen = (points, n_samples, has_test)
        if is_moving and self._errors is not None and self._seen == seen and begin < self._not_before:
            return self._errors
        self._seen, self._errors = seen, points.errors(run, n_samples, has_test)
        end = self._clock()
        cost = end - begin
        self._not_before = end + cost / SHARE if cost > CHEAP else end
        return self._errors


class Publication:
    """Sends what the window wants to see of a run.

    `mailbox`: where snapshots go. `answers`: where surveys and pages go, each with the number of its run. `clock`:
    seconds, ascending. `look`: called now and then in long work; it may raise `Cancelled`. `document`: what the run was
    made from, with the names that the classes have now. `run_id`: number of the run. `n_commands`: commands carried out
    so far. `wants`: what the visible views need.
    """

    def __init__(
        self,
        mailbox: Mailbox[WorkerMessage],
        answers: SimpleQueue[tuple[int, Answer]],
        clock: Callable[[], float],
        look: Look = no_look,
    ) -> None:

        self.run_id = self.n_commands = 0
        self.document: Document | None = None
        self.wants, self.is_dragged = Wants(), False
        self._mailbox = mailbox
        self._answers = answers
        self._points: AllPoints | None = None
        self._look = HeldOutLook(clock)
        self._surveys = (
            Survey(self._curves_of, lambda wants: (wants.curves, wants.test) if wants.curves else (), clock, look),
            Survey(self._states_of, lambda wants: wants.proof, clock, look),
            Survey(_path_of, lambda wants: wants.path, clock, look),
            Survey(_pocket_of, lambda wants: wants.pocket, clock, look),
            Survey(_average_of, lambda wants: wants.averaged, clock, look, lambda run: run.visit),
            Survey(_vote_of, lambda wants: wants.voted, clock, look, lambda run: run.visit),
        )

    def set_document(self, document: Document, run_id: int) -> None:
        """Follow another document, whose run may be the same. `run_id`: number of the run.

        Who looked at a test part has not asked for another one (H1).
        """
        if self.document is not None and not document.has_test_of(self.document):
            self.wants = replace(self.wants, test=False)
        self.document, self.run_id, self._points = document, run_id, all_points(document.dataset)
        self.is_dragged = False

    @property
    def is_awaited(self) -> bool:
        """Whether the window took the last message."""
        return self._mailbox.is_empty

    def put_run(self, run: Run, is_moving: bool = False, speed: float | None = None) -> None:
        """Send a run as it stands.

        `is_moving`: whether it is on its way. `speed`: visits a second of play; None as fast as it goes.
        """
        snapshot, points = replace(take_snapshot(run, self.run_id, self.wants, is_moving), speed=speed), self._points
        errors = None if points is None else self._look.errors(points, run, self.wants.test, is_moving)
        self._put(snapshot, points, errors)

    def put_preview(self, run: Run, document: Document) -> None:
        """Send a run's parameters on points that are being moved. `document`: its points, some of them elsewhere."""
        shown = preview_snapshot(run, self.run_id, self.wants, trained_part(document.dataset))
        points = all_points(document.dataset)
        n_samples = 0 if points is None else points.n_before(run.data.n_samples)
        self._put(shown, points, None if points is None else points.errors(run, n_samples, self.wants.test))

    def put_failure(self, details: str) -> None:
        """Send an exception. `details`: see `Failure`."""
        self._mailbox.put(Failure(self.run_id, details))

    def put_page(self, run: Run | None, request: PageRequest) -> None:
        """Send rows of the table with the numbers of all points, unless they are of another run."""
        if run is None or request.run_id != self.run_id:
            return
        points, point = self._points, request.selection.point
        if points is None:
            self.put_answer(page_of(run, request))
            return
        number = None if point is None else points.number_in_run(point)
        page = page_of(run, replace(request, selection=replace(request.selection, point=number)))
        self.put_answer(replace(page, request=request, rows=tuple(map(points.record, page.rows))))

    def put_answer(self, answer: Answer) -> None:
        """Send what was asked for, or found of the run."""
        self._answers.put((self.run_id, answer))

    def put_surveys(self, run: Run, now: float) -> None:
        """Send what is to be known of the run as a whole, as far as a view shows it and it was not sent just before.

        `now`: seconds.
        """
        for survey in self._surveys:
            answer = survey.answer(run, self.wants, now)
            if answer is not None:
                self.put_answer(answer)

    def seconds_until_surveys(self, run: Run) -> float:
        """Return how long to wait until the next survey of a run is to be sent."""
        return min(survey.seconds_until_due(run, self.wants) for survey in self._surveys)

    def is_point(self, number: int, point: int) -> bool:
        """Whether the run gives a point this number.

        `number`: in the run. `point`: its index among all points of the document.
        """
        return number == (point if self._points is None else self._points.number_in_run(point))

    def _curves_of(self, run: Run, look: Look) -> Answer:
        from perceptron_gui.engine.run.records.curves import curves_of

        return curves_of(run, look, {} if self._points is None else self._points.held_out(self.wants.test))

    def _states_of(self, run: Run, look: Look) -> Answer:
        from perceptron_gui.engine.run.records.all_points import mistake_states_of

        states = mistake_states_of(run, look)
        return states if self._points is None else self._points.states(states)

    def _put(self, snapshot: Snapshot, points: AllPoints | None, errors: Bools | None) -> None:
        """Send `snapshot` with the names that the classes have now: another name is no other run."""
        if points is not None and errors is not None:
            snapshot = points.snapshot(snapshot, errors, self.wants.test)
        names = self.document.dataset.classes if self.document is not None else ()
        self._mailbox.put(replace(snapshot.with_names(names), n_commands=self.n_commands))


def _path_of(run: Run, look: Look) -> Answer:
    from perceptron_gui.engine.run.records.curves import weight_path_of

    return weight_path_of(run, look)


def _pocket_of(run: Run, look: Look) -> Answer:
    from perceptron_gui.engine.run.followers.variants import pocket_of

    return pocket_of(run, look)


def _average_of(run: Run, look: Look) -> Answer:
    from perceptron_gui.engine.run.followers.variants import average_at

    return average_at(run, run.visit, look)


def _vote_of(run: Run, look: Look) -> Answer:
    from perceptron_gui.engine.run.followers.variants import vote_at

    return vote_at(run, run.visit, look)
