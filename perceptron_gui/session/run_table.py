"""The run as a table: pages of rows, computed on request."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.run.replay import Replay
from perceptron_gui.frozen import Frozen

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Ints
    from perceptron_gui.engine.run.run import Run
    from perceptron_gui.engine.run.visit_record import VisitRecord

PAGE = 64
"""Rows of a page."""


class Selection(Frozen):
    """Which visits are rows."""

    only_mistakes: bool = False  # only visits that were mistakes
    point: int | None = None  # only the mistakes at this point
    # only visits up to this one: while the run asks, nothing of what comes after the cursor may be seen
    until: int | None = None


class PageRequest(Frozen):
    """A request for the rows of one page."""

    run_id: int  # the run, as in its snapshots
    selection: Selection  # which visits are rows
    first: int  # the first row of the page


class Page(Frozen, eq=False):
    """Rows, and how many there are in all."""

    request: PageRequest  # what they answer
    total: int  # rows of all pages
    rows: tuple[VisitRecord, ...]  # those of this page, `PAGE` at most


def page_of(run: Run, request: PageRequest) -> Page:
    """Compute the rows of a page."""
    visits = selected_visits(run, request.selection, request.first, request.first + PAGE)
    return Page(request, count_of(run, request.selection), tuple(Replay(run).visits(visits)))


def count_of(run: Run, selection: Selection) -> int:
    """Return how many visits are rows."""
    if selection.only_mistakes or selection.point is not None:
        return len(_logged(run, selection))
    return run.frontier if selection.until is None else min(run.frontier, selection.until)


def selected_visits(run: Run, selection: Selection, first: int, last: int) -> list[int]:
    """Return the visits of some rows, as visits completed before each.

    `first`, `last`: the first row, and the one after the last.
    """
    if selection.only_mistakes or selection.point is not None:
        return [int(visit) for visit in _logged(run, selection)[first:last]]
    return list(range(first, min(last, count_of(run, selection))))


def row_of(run: Run, selection: Selection, visit: int) -> int:
    """Return the row of the visit that led to a place of the run, or the last row before it; −1 before the first.

    `visit`: visits completed.
    """
    if selection.only_mistakes or selection.point is not None:
        return int(np.searchsorted(_logged(run, selection), visit)) - 1
    return visit - 1


def _logged(run: Run, selection: Selection) -> Ints:
    """Return the visits completed before each of the logged mistakes that are rows."""
    visits = run.log.visits
    end = len(visits) if selection.until is None else int(np.searchsorted(visits, selection.until))
    return visits[:end] if selection.point is None else visits[:end][run.log.points[:end] == selection.point]
