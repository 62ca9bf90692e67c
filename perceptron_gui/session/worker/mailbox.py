"""One slot between two threads: a new item replaces one that was not taken."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

Letter = TypeVar("Letter")

MOST_IN_VAIN = 2
"""How often the other thread comes in vain before it is called: to call it each time would leave a thread that is slow
with letters little time for anything else."""


class Mailbox(Generic[Letter]):
    """Holds the newest item from one thread until another takes it.

    `on_late`: called, in the thread that puts an item, where the other one came for it in vain, `MOST_IN_VAIN` times in
    a row.
    """

    def __init__(self) -> None:
        self.on_late: Callable[[], object] = lambda: None
        self._lock = threading.Lock()
        self._letter: Letter | None = None
        self._in_vain = 0

    def put(self, letter: Letter) -> None:
        """Leave an item; one that was not taken is replaced. `letter`: must not be changed any more."""
        with self._lock:
            self._letter, in_vain, self._in_vain = letter, self._in_vain, 0
        if in_vain >= MOST_IN_VAIN:
            self.on_late()

    def take(self) -> Letter | None:
        """Take the item out; None if there is none."""
        with self._lock:
            letter, self._letter = self._letter, None
            self._in_vain += letter is None
            return letter

    @property
    def is_empty(self) -> bool:
        """Whether the last letter was taken."""
        return self._letter is None
