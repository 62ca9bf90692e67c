"""Reading a points file in a thread of its own, beside the window."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from perceptron_gui.files.points import PointsFile, PointsFileError, read_points
from perceptron_gui.session.document import LARGEST_PALETTE

LONGEST_JOIN = 1.0
"""Seconds: a file on a server that does not answer must not hold up the end of the program."""


class Cancelled(Exception):
    """The reading was given up."""


class Reading:
    """A points file that is being read.

    Parameters
    ----------
    path : Path
    wait : callable
        Is called every half millisecond, and may wait: the window goes first.
    tell : callable
        Is called with the reading, in its thread, when it is over; not when it was cancelled.

    Attributes
    ----------
    part : float
        How much is done, in 0 … 1.
    outcome : PointsFile or PointsFileError or None
        What was read, or the sentence why not; None before the end.
    """

    def __init__(self, path: Path, wait: Callable[[], None], tell: Callable[[Reading], None]) -> None:
        self.path = path
        self.part = 0.0
        self.outcome: PointsFile | PointsFileError | None = None
        self._wait = wait
        self._tell = tell
        self._is_cancelled = threading.Event()
        self._thread = threading.Thread(target=self._work, name="reading", daemon=True)

    def start(self) -> None:
        """Begin to read."""
        self._thread.start()

    def cancel(self) -> None:
        """Give it up: nobody is told any more."""
        self._is_cancelled.set()

    def join(self) -> None:
        """Wait until the thread has ended, but never long."""
        self._thread.join(LONGEST_JOIN)

    def _work(self) -> None:
        try:
            self.outcome = read_points(self.path, self._report, LARGEST_PALETTE)
        except PointsFileError as error:
            self.outcome = error
        except Cancelled:
            return
        finally:
            if not self._is_cancelled.is_set():
                self._tell(self)

    def _report(self, part: float) -> None:
        if self._is_cancelled.is_set():
            raise Cancelled
        self.part = part
        self._wait()
