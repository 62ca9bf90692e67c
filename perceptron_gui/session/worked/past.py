"""Visits of a run, made again for paper: which of them, and what happened at each (P9)."""

from collections.abc import Callable, Iterator

import numpy as np

from perceptron_gui.engine.data.dataset import trained_part
from perceptron_gui.engine.run.records.all_points import all_points
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import Snapshot, take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.session.document import Document, Place, first_points, way_back
from perceptron_gui.session.exercises.exercise import hide_future
from perceptron_gui.session.output.run_table import Selection, selected_visits
from perceptron_gui.translation import tr

WANTS = Wants(alpha=True)
Look = Callable[[float], object]
"""Called with the part that is done; may raise to end the work."""


class NothingToShow(ValueError):
    """There is no such visit; the message is one plain sentence for the user."""


class Stretch(Frozen):
    """Visits that are written out."""

    # the first and the last of them, from 1
    first: int
    last: int
    only_mistakes: bool = False  # whether visits that changed nothing are left out
    is_veiled: bool = False  # whether the user is asked about what comes after the last


def told_visits(snapshot: Snapshot | None) -> int:
    """Return how many visits of a run may be written out: up to an open question, else all that were made."""
    if snapshot is None:
        return 0
    return snapshot.visit if snapshot.is_veiled else snapshot.frontier


def told_stretch(stretch: Stretch, snapshot: Snapshot | None) -> Stretch:
    """Return as much of a stretch as may be told now, if a question was asked since it was chosen."""
    if snapshot is None or not snapshot.is_veiled:
        return stretch
    last = min(stretch.last, snapshot.visit)
    return replace(stretch, last=last, is_veiled=last == snapshot.visit)


def past_run(document: Document, place: Place, last: int, look: Look, keeps_past: bool = True) -> Run:
    """Return the run of a document again, up to a visit.

    `place`: says when points came during the run. `last`: visits completed. `look`: see `Look`. `keeps_past`: see
    `RunRecord`.
    """
    trained = trained_part(document.dataset)
    run = Run(first_points(trained, place), document.named_settings, keeps_past)
    for _ in way_back(run, trained, replace(place, visit=last)):
        look(run.visit / max(last, 1))
    return run


def visits_of(run: Run, stretch: Stretch) -> list[int]:
    """Return the visits of a stretch, each by its number from 1. Raises `NothingToShow` when there is none."""
    selection = Selection(stretch.only_mistakes, until=stretch.last)
    ends = selected_visits(run, selection, 0, stretch.last)
    visits = [visit + 1 for visit in ends if stretch.first <= visit + 1 <= stretch.last]
    if not visits:
        words = tr("There are no visits from {first} to {last} to write out.")
        if stretch.only_mistakes:
            words = tr("There are no mistakes from visit {first} to {last} to write out.")
        raise NothingToShow(words.format(first=stretch.first, last=stretch.last))
    return visits


def snapshots(document: Document, run: Run, visits: list[int], is_veiled: bool) -> Iterator[Snapshot]:
    """Yield the run after some visits, told with the numbers of all points.

    `run`: its cursor is moved. `visits`: visits completed, ascending. `is_veiled`: whether nothing may be told of what
    comes next.
    """
    points = all_points(document.dataset)
    for visit in visits:
        run.seek(visit)
        snapshot = take_snapshot(run, 0, WANTS)
        if points is not None:
            errors = np.zeros(points.n_before(run.data.n_samples), dtype=bool)
            snapshot = points.snapshot(snapshot, errors, has_test=False)
        yield hide_future(snapshot) if is_veiled else snapshot
