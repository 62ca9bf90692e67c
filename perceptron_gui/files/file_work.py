"""Long work on a file: how it says how far it is, and a thread of its own beside the window."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

from perceptron_gui.files.file_errors import PointsFileError

LONGEST_JOIN = 1.0
"""Seconds: a file on a server that does not answer must not hold up the end of the program."""
Outcome = TypeVar("Outcome")


class Cancelled(Exception):
    """The work was cancelled."""


class FileWork(Generic[Outcome]):
    """A file that is being read or written.

    `path`: the file. `work`: does the work in the thread; is given a function to call about every half millisecond with
    the part done. `wait`: is called as often, and may wait: the window has priority. `tell`: is called with this, in
    the thread, when it is over; not when it was cancelled. `part`: how much is done, in 0 … 1. `outcome`: what came of
    it, or the sentence why nothing did; None before the end.
    """

    def __init__(
        self,
        path: Path,
        work: "Callable[[Report], Outcome]",
        wait: Callable[[], None],
        tell: "Callable[[FileWork[Outcome]], None]",
    ) -> None:
        self.path = path
        self.part = 0.0
        self.outcome: Outcome | PointsFileError | None = None
        self._work = work
        self._wait = wait
        self._tell = tell
        self._is_cancelled = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"work on {path.name!r}", daemon=True)

    @property
    def is_over(self) -> bool:
        """Whether the thread has ended."""
        return not self._thread.is_alive()

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def cancel(self) -> None:
        """Cancel the work; `tell` is not called any more."""
        self._is_cancelled.set()

    def join(self, seconds: float = LONGEST_JOIN) -> None:
        """Wait until the thread has ended, but never long. `seconds`: the longest wait."""
        self._thread.join(seconds)

    def _run(self) -> None:
        try:
            self.outcome = self._work(self._report)
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


Report = Callable[[float], None]
"""Is called with the part of the work that is done, in 0 … 1; what it raises ends the work."""


def tell_nobody(part: float) -> None:
    """Ignore a report. `part`: how much is done, in 0 … 1."""
