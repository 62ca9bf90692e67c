"""What a trainer reports of the visits that it made together."""

from __future__ import annotations

from typing import NamedTuple


class VisitBatch(NamedTuple):
    """Consecutive visits of a pass.

    Attributes
    ----------
    seen : int
        How many.
    mistakes : list of int
        Positions in the pass, ascending.
    rivals : list of int
        The rival class of each mistake; empty in the binary modes.
    """

    seen: int
    mistakes: list[int]
    rivals: list[int]
