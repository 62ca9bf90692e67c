"""Which rows of the Gram matrix the last visit added to the scores (D4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from perceptron_gui.engine.run.snapshot import Snapshot

MOST_ROWS = 200
"""Rows that are marked, of the errors of a batch pass."""


def rows_in_use(snapshot: Snapshot) -> tuple[int, ...]:
    """Return the points that the last visit learned from: none where it was no mistake, or is not known."""
    last = snapshot.last
    if last is None or not last.has_learned:
        return ()
    return tuple(last.learned[:MOST_ROWS].tolist()) if len(last.learned) else (last.point,)
