"""What a trainer reports of the visits that it made together."""

from __future__ import annotations

from typing import NamedTuple


class VisitBatch(NamedTuple):
    """Consecutive visits of a pass."""

    seen: int  # how many
    updates: list[int]  # positions in the pass, ascending, of the mistakes and near misses
    rivals: list[int]  # the rival class of each; empty in the binary modes
    near_misses: int = 0  # how many of them were no mistakes (V4)
