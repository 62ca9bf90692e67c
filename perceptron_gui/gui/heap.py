"""What C's memory keeps after it was freed: glibc does so for each thread, and held more than all that was in use."""

import ctypes
import sys
import time

OPTIONS = {-8: 2, -3: 4 * 2**20, -1: 16 * 2**20}
"""By glibc's numbers: stocks that threads share, else there is one for nearly every thread; bytes from which a piece
has pages of its own, which go back at once; free bytes at the end of a stock that stay. If not set the last two grow
with what is freed, to 32 and 64 MB."""
PAUSE = 20.0
"""Seconds at least from one giving back to the next, which takes some milliseconds."""


class Heap:
    """The memory of malloc, where that is glibc's; elsewhere nothing is done."""

    def __init__(self) -> None:
        library = ctypes.CDLL(None) if sys.platform == "linux" else None
        self._trim = getattr(library, "malloc_trim", None)  # other libraries of C have none
        self._given_back = time.monotonic()
        if self._trim is not None:
            for number, value in OPTIONS.items():
                ctypes.CDLL(None).mallopt(number, value)

    def give_back(self, pause: float = PAUSE) -> None:
        """Give free pages back to the system, unless that was done a moment ago.

        `pause`: seconds that a moment lasts.
        """
        if self._trim is not None and time.monotonic() - self._given_back > pause:
            self._trim(0)
            self._given_back = time.monotonic()
