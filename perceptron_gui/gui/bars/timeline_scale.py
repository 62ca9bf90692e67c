"""The timeline's scale: how many visits it covers, and their epochs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from perceptron_gui.engine.run.records.segments import Passes

MARK_GAP = 7.0
"""Least pixels between two epoch marks; closer ones are left out."""
LEAST_SPAN = 32
"""Visits that the timeline covers at least."""


def span_for(frontier: int, passes: tuple[Passes, ...]) -> int:
    """Return how many visits the timeline covers: it doubles when full, and never rescales otherwise.

    `frontier`: visits made so far. `passes`: the run's passes; the first sets the least span.
    """
    span = max(LEAST_SPAN, 4 * passes[0].size)
    while span < frontier:
        span *= 2
    return span


def epoch_at(passes: tuple[Passes, ...], visit: int) -> int:
    """Return the epoch of a visit; 0 for the start, and in random order (P4).

    `passes`: the run's passes, in ascending order. `visit`: number of the visit, from 1; 0 is the start.
    """
    part = next((part for part in reversed(passes) if part.visit < visit), None)
    return 0 if part is None or not part.size else part.epoch + (visit - 1 - part.visit) // part.size
