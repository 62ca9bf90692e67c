"""What the training thread does: commands in, slices of work, snapshots out (A2–A6)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from typing import TYPE_CHECKING

from perceptron_gui.engine.data.parts import n_trained, trained_part, with_new_points
from perceptron_gui.engine.run.replay import Look, no_look
from perceptron_gui.engine.run.run import Run
from perceptron_gui.session.document import Change, Document
from perceptron_gui.session.saved.place import Place, first_points, place_of
from perceptron_gui.session.worker.publication import Publication
from perceptron_gui.session.worker.returning import Returning
from perceptron_gui.session.worker.travel import Travel
from perceptron_gui.session.worker.work_pace import WorkPace

if TYPE_CHECKING:
    from perceptron_gui.engine.run.wants import Wants
    from perceptron_gui.session.run_table import PageRequest
    from perceptron_gui.session.worker.mailbox import Mailbox
    from perceptron_gui.session.worker.protocol import Answer, Pauses, WorkerMessage

Command = Callable[["TrainingWorker"], None]
"""What the window asks of the thread, as a function of the one who does it."""


class TrainingWorker(Travel):
    """Does what commands say. Without a thread of its own, so that tests can wind the clock.

    `mailbox`: where snapshots go. `answers`: where surveys and pages go, each with the number of its run. `clock`:
    seconds, ascending. `look`: called now and then in long work; it may raise `Cancelled`, and the work is done later.
    """

    def __init__(
        self,
        mailbox: Mailbox[WorkerMessage],
        answers: SimpleQueue[tuple[int, Answer]],
        clock: Callable[[], float] = time.perf_counter,
        look: Look = no_look,
    ) -> None:
        super().__init__(Publication(mailbox, answers, clock, look), WorkPace(clock), clock)

    @property
    def document(self) -> Document | None:
        """What the run was made from."""
        return self.publication.document

    # Commands

    def load(self, document: Document, run_id: int, is_fresh: bool = False) -> None:
        """Take up `document`: the same run, the run with more points, or a new one (A14).

        `run_id`: number of the run from here on. `is_fresh`: whether to begin a new run in any case.
        """
        self.give_up_return()
        earlier = self.document
        self.publication.set_document(document, run_id)
        change = document.change_since(earlier) if earlier is not None and not is_fresh else Change.NEW
        if self.run is None or change is Change.NEW:
            self._start(document)
        elif change is Change.SAME:
            self.run.in_mode(document.settings.mode)
        else:
            self.run.add_points(with_new_points(self.run.dataset, document.dataset))
        self.shown_instead, self.is_stale = None, True
        self.is_playing = self.is_playing and n_trained(document.dataset) > 0

    def restore(self, document: Document, run_id: int, place: Place) -> None:
        """Take up `document` as a new run, and stand where it was saved.

        `run_id`: number of the run from here on. `place`: where it was saved.
        """
        self.returning, self.is_playing = None, False
        self.publication.set_document(document, run_id)
        self._start(document, place)
        self.shown_instead, self.is_stale = None, True

    def unless_returning(self, command: Command) -> None:
        """Carry out a command, but not on the way back to where the run was saved: that goes on to its end.

        `command`: called with the worker.
        """
        if self.returning is None:
            command(self)

    def tell_place(self, take: Callable[[Place], object]) -> None:
        """Tell where the run stands; on its way back to where it was saved, that.

        `take`: is called with the `Place`, at once.
        """
        if self.returning is not None:
            take(self.returning.place)
        else:
            take(place_of(self.run) if self.run is not None else Place())

    def play(self) -> None:
        """Go on at the chosen speed; at the end start again, after a cycle go round."""
        if self.run is None and self.document is not None:
            self._start(self.document)
        if self.run is not None and self.returning is None:
            self.start_again_at_end(self.run)
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
            return
        run = self.run
        self._show_instead(lambda: self.publication.put_preview(run, document))

    def preview_start(self, document: Document) -> None:
        """Hold, wherever the run stands, and show the points under start weights that are being dragged (P5).

        `document`: with these start weights.
        """
        run = Run(trained_part(document.dataset), document.named_settings)
        self._show_instead(lambda: self.publication.put_run(run))

    def _show_instead(self, show: Callable[[], None]) -> None:
        self.shown_instead = show
        show()

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

    # Questions

    def find_page(self, request: PageRequest) -> None:
        """Compute rows of the table, unless the run is another one by now."""
        if self.run is not None:
            self.publication.put_page(self.run, request)

    def start_job(self, make: Callable[[Run], Iterator[object]]) -> None:
        """Do long work beside the training, a step at a time; the run stands still meanwhile.

        `make`: given the run, returns an iterator over the steps.
        """
        self.pause()
        if self.run is not None:
            self.job = make(self.run)

    def fail(self, details: str) -> None:
        """Tell the window about an exception; the run is given up, the thread goes on. `details`: the traceback."""
        self.run, self.is_playing, self.goal = None, False, None
        self.publication.put_failure(details)

    def _start(self, document: Document, place: Place | None = None) -> None:
        self.run = self.goal = None  # the memory of the last run is free before the next takes its own
        place, trained = place or Place(), trained_part(document.dataset)
        self.run = Run(first_points(trained, place), document.named_settings)
        self.returning = Returning(self.run, trained, place) if place.visit or place.arrivals else None
