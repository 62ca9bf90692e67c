"""What a trainer reports of the visits that it made together."""

from __future__ import annotations

from typing import NamedTuple


class VisitBatch(NamedTuple):
    """Consecutive visits of a pass.

    Attributes
    ----------
    seen : int
        How many.
    updates : list of int
        Positions in the pass, ascending, of the mistakes and near misses.
    rivals : list of int
        The rival class of each; empty in the binary modes.
    near_misses : int
        How many of them were no mistakes (V4).
    """

    seen: int
    updates: list[int]
    rivals: list[int]
    near_misses: int = 0
