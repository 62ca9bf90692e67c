"""Lets the window handle its events without another thread taking the interpreter away (A4)."""

from __future__ import annotations

import threading
import time

LONGEST_WAIT = 0.02
"""Seconds a thread waits at most: events that never end must not stall it."""
SLICE_SECONDS = 0.0005
"""How long a thread works between two looks."""
SWITCH_SECONDS = SLICE_SECONDS
"""How long a thread keeps the interpreter that another one asks for, in place of Python's 5 ms. What numpy and the
compiled loop let go of many times in a snapshot is waited for as often: while a panel is drawn, each time so long."""
YIELD = 1e-5
"""Seconds a thread sleeps at least at every look; the system makes 0.06 ms of it."""


class PriorityGate:
    """Closed by the window while it handles events; working threads look between slices of work.

    A look is also when the window can get the interpreter. Python asks a busy thread for it only after a switch
    interval in which it was never let go; numpy lets it go for a moment in every call on 500 numbers or more,
    each of which begins that interval anew, and nobody wakes up in so short a moment. Without the sleep the window
    waited 0.1 to 2 s for a thread that trains on 1000 points.
    """

    def __init__(self) -> None:
        self._is_open = threading.Event()
        self._is_open.set()

    def close(self) -> None:
        """Begin to handle events."""
        if self._is_open.is_set():
            self._is_open.clear()

    def open(self) -> None:
        """Let the work go on: there is no event left."""
        self._is_open.set()

    def wait(self, longest: float = LONGEST_WAIT) -> None:
        """Let the window have the interpreter, and wait while it handles events, but never long.

        Events that have not ended after `LONGEST_WAIT` hold nobody else.

        `longest`: seconds to wait at most.
        """
        time.sleep(YIELD)
        if not self._is_open.wait(min(longest, LONGEST_WAIT)) and longest >= LONGEST_WAIT:
            self._is_open.set()
