"""A place on the timeline: its name and digest, how it is reached again, and where the way back ended (P9, C10)."""

from collections.abc import Iterator
from hashlib import sha256
from itertools import groupby
from typing import Annotated

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset, Floats
from perceptron_gui.engine.data.settings import Order
from perceptron_gui.engine.run.records.visit_record import parameters
from perceptron_gui.engine.run.run import Run
from perceptron_gui.frozen import Frozen, is_within
from perceptron_gui.session.saved import PER_POINT, VISIT, Visit
from perceptron_gui.session.wording import counted
from perceptron_gui.translation import tr

SLICE = 3e5
"""Work of one step of the way back, in multiply-adds: below half a millisecond."""


class Place(Frozen):
    """Where a run stands, as far as points and rules do not say it.

    Raises `ValueError` when the visits cannot be those of a run.
    """

    visit: Visit = 0  # visits completed
    # the visits at which the last points came, ascending, one for each point that came during the run
    arrivals: Annotated[tuple[Visit, ...], PER_POINT] = ()
    digest: str = ""  # SHA-256 of counts and parameters there, in hexadecimal digits; empty where it is not known

    def __post_init__(self) -> None:
        """Reject what makes no sense."""
        ends = (self.visit, *self.arrivals[:1], *self.arrivals[-1:])
        if not all(is_within(visit, VISIT) for visit in ends) or [*self.arrivals] != sorted(self.arrivals):
            raise ValueError(
                tr("Visits are whole numbers from 0 to 2⁶², those at which points came in ascending order.")
            )


class Return(Frozen):
    """The end of the way back to a place."""

    place: Place  # that was looked for
    reached: Place  # that was found

    @property
    def is_same(self) -> bool:
        """Whether the run came to the same place with the same result."""
        if not self.place.digest:
            return self.place.visit == self.reached.visit
        return self.place == self.reached


def place_of(run: Run, saved: Place | None = None) -> Place:
    """Return where a run stands.

    `saved`: where it is expected to stand: its digest is returned where an earlier version would have found it.
    """
    arrivals, digest = tuple(visit for visit, _ in run.stages.arrivals), digest_of(run)
    if saved is not None and saved.digest not in ("", digest) and saved.digest == _earlier_digest(run):
        digest = saved.digest
    return Place(run.visit, arrivals, digest)


def _earlier_digest(run: Run) -> str:
    """Return the digest of versions that added η to b at every mistake under some kernel; "" where it is none.

    The sum of many η has other last digits than η times their number, which is what b is now (E2).
    """
    settings, log, state = run.settings, run.log, run.state
    made = int(log.counts_before(np.array([run.visit]))[0])
    is_same = not settings.kernel.function.had_summed_bias or settings.has_start_weights or not settings.bias
    if is_same or settings.order is Order.BATCH or made != state.updates:
        return ""
    targets = run.data.targets[log.points[:made]]
    if run.data.n_rows == 1:
        return _digest(run, np.cumsum(settings.eta * np.append(targets, 0))[-1:])
    rows = [1.0 * (targets == k) - (log.rivals[:made] == k) for k in range(run.data.n_rows)]
    return _digest(run, np.array([np.cumsum(settings.eta * np.append(row, 0))[-1] for row in rows]))


def digest_of(run: Run) -> str:
    """Return a number that tells the result at the cursor from others, as hexadecimal digits.

    It is taken of the counts, θ and the counts of updates of every point, whose bits no path of computing changes (E4).
    """
    return _digest(run, parameters(run.trainer))


def _digest(run: Run, theta: Floats) -> str:
    state = run.state
    found = sha256(f"{state.visits} {state.mistakes} {state.updates}\n".encode())
    found.update((theta + 0.0).astype("<f8").tobytes())
    found.update(np.ascontiguousarray(state.alpha, dtype="<i8").data)
    if state.sums is not None:
        found.update(np.ascontiguousarray(state.sums.counts, dtype="<i8").ravel().data)
    return found.hexdigest()


def first_points(dataset: Dataset, place: Place) -> Dataset:
    """Return the points that are there from the start of the run. `dataset`: all points. `place`: of the run."""
    return dataset.first(max(dataset.n_samples - len(place.arrivals), 0))


def way_back(run: Run, dataset: Dataset, place: Place) -> Iterator[None]:
    """Bring a run of the first points to a place, a slice of work at a step.

    Where the run ends before, points arrive at its end, and the place is not reached.

    `run`: at its start, on `first_points`. `dataset`: all points. `place`: of a run of the same points and rules.
    Returns after each slice.
    """
    n_present = run.data.n_samples
    for visit, came in groupby(place.arrivals):
        yield from _forward(run, visit)
        n_present += len([*came])
        run.add_points(dataset.first(n_present))
    if place.visit < run.visit:
        run.seek(place.visit)
    yield from _forward(run, place.visit)


def _forward(run: Run, visit: int) -> Iterator[None]:
    before = -1
    while before < run.visit < visit:
        before = run.visit
        run.advance(visit, SLICE)
        yield


def return_text(found: Return) -> str:
    """Return what is to be said of the end of the way back; empty where all is as it was."""
    if found.is_same:
        return ""
    visits = counted("{count} visit", "{count} visits", found.place.visit)
    if found.reached.visit != found.place.visit:
        words = tr("The run ends before the place where it was saved, after {visits}.")
    else:
        words = tr("The run is another one than when it was saved: after {visits} it has another result.")
    return words.format(visits=visits)
