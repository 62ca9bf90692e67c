"""The run as a table: pages of rows, computed when somebody looks at them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from perceptron_gui.engine.run import Run
from perceptron_gui.engine.visited import Visited
from perceptron_gui.engine.walk import Walk

PAGE = 64
"""Rows of a page."""


@dataclass(frozen=True)
class Selection:
    """Which visits are rows.

    Attributes
    ----------
    only_mistakes : bool
    point : int or None
        Only the mistakes at this point.
    """

    only_mistakes: bool = False
    point: int | None = None


@dataclass(frozen=True)
class PageRequest:
    """A wish for the rows from `first` on."""

    run_id: int
    selection: Selection
    first: int


@dataclass(frozen=True, eq=False)
class Page:
    """Rows, and how many there are in all."""

    request: PageRequest
    total: int
    rows: tuple[Visited, ...]


def page_of(run: Run, request: PageRequest) -> Page:
    """Compute the rows that `request` asks for."""
    visits = selected_visits(run, request.selection, request.first, request.first + PAGE)
    return Page(request, count_of(run, request.selection), tuple(Walk(run).visits(visits)))


def count_of(run: Run, selection: Selection) -> int:
    """Return how many visits are rows."""
    if selection.point is not None:
        return int(np.count_nonzero(run.log.points == selection.point))
    return len(run.log) if selection.only_mistakes else run.frontier


def selected_visits(run: Run, selection: Selection, first: int, last: int) -> list[int]:
    """Return the visits (completed before each) of the rows `first` … `last`."""
    if selection.point is not None:
        places = np.flatnonzero(run.log.points == selection.point)[first:last]
        return [int(visit) for visit in run.log.visits[places]]
    if selection.only_mistakes:
        return [int(visit) for visit in run.log.visits[first:last]]
    return list(range(first, min(last, run.frontier)))


def row_of(run: Run, selection: Selection, visit: int) -> int:
    """Return the row of the visit that led to `visit`, or the last row before it; −1 before the first."""
    if selection.point is not None:
        places = np.flatnonzero(run.log.points == selection.point)
        return int(np.searchsorted(run.log.visits[places], visit)) - 1
    return int(np.searchsorted(run.log.visits, visit)) - 1 if selection.only_mistakes else visit - 1
