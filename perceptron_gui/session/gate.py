"""Lets the window paint without the training thread taking the interpreter away (DESIGN §2)."""

from __future__ import annotations

import threading

LONGEST_WAIT = 0.02
"""Seconds the training thread waits at most: a frame that never comes must not stall it."""


class Gate:
    """Closed by the window while it paints; the training thread looks between slices of work."""

    def __init__(self) -> None:
        self._is_open = threading.Event()
        self._is_open.set()

    def close(self) -> None:
        """Begin a frame that will be painted."""
        self._is_open.clear()

    def open(self) -> None:
        """Let training go on: the frame is painted, or none will come."""
        self._is_open.set()

    def wait(self) -> None:
        """Wait while the window paints, but never long: a frame that has not come by then holds nobody else."""
        if not self._is_open.wait(LONGEST_WAIT):
            self._is_open.set()
