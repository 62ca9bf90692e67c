"""A budget of work for a search, and its end on request (T1)."""

from __future__ import annotations

import math
from collections.abc import Callable


class Cancelled(Exception):
    """The caller no longer wants the answer."""


class TooMuchWork(Cancelled):
    """The answer would take more work than was given."""


class Effort:
    """Counts work, and raises when it is too much or no longer wanted.

    Parameters
    ----------
    should_stop : callable
        Asked whenever work is spent; true gives up.
    work : float
        What may be spent, in multiply-adds (of vectors about 1 ns each): the same on every machine.
    """

    def __init__(self, should_stop: Callable[[], bool], work: float = math.inf) -> None:
        self._should_stop = should_stop
        self._left = work

    def spend(self, work: float) -> None:
        """Count work before it is done.

        Parameters
        ----------
        work : float
            Multiply-adds.

        Raises
        ------
        Cancelled
            When `should_stop` returns true.
        TooMuchWork
            When less than that is left.
        """
        self._left -= work
        if self._left < 0:
            raise TooMuchWork
        if self._should_stop():
            raise Cancelled
