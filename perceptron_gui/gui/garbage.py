"""Garbage is collected on the window's thread, when Qt has nothing left to do, and goes back to the system.

C keeps what was freed: glibc does so for each thread, and held more than all that was in use.
"""

import ctypes
import gc
import sys
import time

from PySide6.QtCore import QAbstractEventDispatcher, QObject

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


DUE = (700, 10, 10)
"""Objects made since the last collection, and collections before the next older generation's turn: Python's own."""


class GarbageCollector(QObject):
    """Collects what circles of references keep, between events, in the place of Python's own times.

    Python collects whenever some thread makes an object. On the training thread that may delete a widget, which only
    the window's thread may do; and inside of Qt's own locks (`QObject::disconnect` asks PySide) it waits for a lock
    that its own thread holds, for ever.

    `parent`: lives as long as garbage is to be collected. `heap`: gives back to the system what is free then.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self.heap = Heap()
        QAbstractEventDispatcher.instance().aboutToBlock.connect(self.collect)

    def collect(self) -> None:
        """Collect the oldest generation whose turn it is, if any."""
        counts = gc.get_count()
        due = [generation for generation, most in enumerate(DUE) if counts[generation] > most]
        if due:
            gc.collect(max(due))
            if max(due) == len(DUE) - 1:
                self.heap.give_back()

    def set_aside(self) -> None:
        """Look no more at what is there by now and stays: modules, and the parts of the window."""
        gc.freeze()
