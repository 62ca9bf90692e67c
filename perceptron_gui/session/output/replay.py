"""A run that is looked at in any of its places, one after the other, in the thread that asks (P9)."""

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from queue import SimpleQueue

from perceptron_gui.engine.data.dataset import trained_part
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.document import Document, Place, first_points, way_back
from perceptron_gui.session.output.picture_choice import Every
from perceptron_gui.session.worker.publication import Publication
from perceptron_gui.session.worker.scheduler import FAR, Answer, Mailbox, WorkerMessage

SLICE = 1e7
"""Work between two looks, in multiply-adds: 10 to 200 ms."""
Look = Callable[[Run], object]


def see_nobody(run: Run) -> None:
    """Take a look, and do nothing."""


class Shot(Frozen):
    """What is to be seen at a place of a run."""

    snapshot: Snapshot
    # what was computed of the whole run up to there: averages, votes, the best of all weights
    answers: tuple[Answer, ...]


class Replay:
    """Goes to places of a run and says what is to be seen there, without a thread.

    `wants`: what of it is wanted. `place`: where points came in the middle of the run, they come again. `look`: gets
    the run now and then in long work; may raise.
    """

    def __init__(self, document: Document, wants: Wants, place: Place | None = None, look: Look = see_nobody) -> None:
        trained, place = trained_part(document.dataset), place or Place()
        self._look = look
        self._mailbox: Mailbox[WorkerMessage] = Mailbox()
        self._answers: SimpleQueue[tuple[int, Answer]] = SimpleQueue()
        # Where nobody waits for the next one, every second is a new one: all is worked out at every place.
        self._clock = count().__next__
        self._publication = Publication(self._mailbox, self._answers, self._clock)
        self._publication.wants = wants
        self._publication.set_document(document, 1)
        self.run = Run(first_points(trained, place), document.named_settings)
        if place.arrivals:
            for _ in way_back(self.run, trained, place):
                look(self.run)

    def go_to_end(self) -> int:
        """Go on until the run stops or closes its cycle, and return the visit."""
        self._advance(FAR)
        return self.run.visit

    def at(self, visit: int) -> Shot:
        """Return what is to be seen after a number of visits; after the last one if that comes before.

        `visit`: visits completed; in batch order at the end of a pass.
        """
        run = self.run
        if visit < run.visit:
            run.seek(visit)
        self._advance(visit - 1)
        if run.visit < visit and run.stop is None:
            run.visit_once()
        if run.last is None and run.visit:
            run.seek(run.visit)
        self._publication.put_run(run)
        self._publication.put_surveys(run, self._clock())
        snapshot, answers = self._mailbox.take(), []
        while not self._answers.empty():
            answers.append(self._answers.get_nowait()[1])
        assert isinstance(snapshot, Snapshot)
        return Shot(snapshot, tuple(answers))

    def places(self, first: int, last: int | None, every: Every) -> Sequence[int]:
        """Return the places of a film, the first and the last among them; the cursor is at the last then.

        `first`: visits completed at its beginning. `last`: and at its end, unless the run ends before; None for that.
        `every`: what is between two places.
        """
        if every is not Every.MISTAKE:
            self._advance(FAR if last is None else last)
        if every is Every.VISIT:
            return range(min(first, self.run.visit), self.run.visit + 1)
        self._advance(first)
        found = [min(first, self.run.visit)]
        return [*found, *(self._epochs(first) if every is Every.EPOCH else self._mistakes(first, last))]

    def _epochs(self, first: int) -> Iterator[int]:
        end = self.run.visit
        while first < end:
            first = min(self.run.stages.pass_end_after(first), end)
            yield first

    def _mistakes(self, first: int, last: int | None) -> Iterator[int]:
        self.run.seek(first)
        until = FAR if last is None else last
        while self.run.visit < until and self.run.stop is None:
            self.run.advance(until, updates=self.run.state.updates + 1)
            self._look(self.run)
            yield self.run.visit

    def _advance(self, visit: int) -> None:
        while self.run.visit < visit and self.run.stop is None:
            self.run.advance(visit, SLICE)
            self._look(self.run)


def thinned(places: Sequence[int], most: int) -> list[int]:
    """Return no more places than wanted, evenly chosen, the first and the last among them.

    `places`: visits, ascending. `most`: at least 2.
    """
    n = len(places)
    if n <= most:
        return [*places]
    return [places[i * (n - 1) // (most - 1)] for i in range(most)]
