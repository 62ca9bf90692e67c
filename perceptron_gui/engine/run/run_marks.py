"""Marks of a run: updates in stretches of the timeline, when points came, how long ago each was learned from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.growable_array import frozen

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Ints
    from perceptron_gui.engine.run.run import Run

MOST_ARRIVALS = 200
"""The most arrivals that are told."""


def stages(run: Run) -> tuple[tuple[int, int], ...]:
    """Return visits at which the points of the cursor came, and how many there were then.

    Where they came too often to be told, all count as if they had been there from the start.
    """
    is_told = len(run.arrival_visits) <= MOST_ARRIVALS
    return run.stage_starts if is_told else ((0, run.data.n_samples),)


def ages(run: Run) -> Ints | None:
    """Return how many updates ago each point caused one, see `Run.ages`; read-only."""
    found = run.ages()
    return frozen(found) if found is not None else None


def ticks(run: Run, count: int, span: int) -> Ints:
    """Return the updates in each stretch of the timeline, shape (count,); read-only.

    `count`: number of equal stretches, above 0. `span`: visits that they cover.
    """
    edges = np.linspace(0, max(span, count), count + 1)
    return frozen(np.diff(run.updates_before(edges)))
