"""What C's memory keeps after it was freed: glibc does so for each thread, and held more than all that was in use."""

from __future__ import annotations

import ctypes
import sys
import time

ARENAS, M_ARENA_MAX = 2, -8
"""Stocks of memory, which threads share, and glibc's number for that: else there is one for nearly every thread."""
PAUSE = 20.0
"""Seconds at least from one giving back to the next, which takes some milliseconds."""


class Heap:
    """The memory of malloc, where that is glibc's; elsewhere nothing is done."""

    def __init__(self) -> None:
        library = ctypes.CDLL(None) if sys.platform == "linux" else None
        self._trim = getattr(library, "malloc_trim", None)  # other libraries of C have none
        self._given_back = time.monotonic()
        if self._trim is not None:
            ctypes.CDLL(None).mallopt(M_ARENA_MAX, ARENAS)

    def give_back(self, pause: float = PAUSE) -> None:
        """Give free pages back to the system, unless that was done a moment ago.

        Parameters
        ----------
        pause : float
            Seconds that a moment lasts.
        """
        if self._trim is not None and time.monotonic() - self._given_back > pause:
            self._trim(0)
            self._given_back = time.monotonic()
