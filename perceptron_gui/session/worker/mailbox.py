"""One slot between two threads: the newest letter replaces the one that nobody took."""

from __future__ import annotations

import threading
from typing import Generic, TypeVar

Letter = TypeVar("Letter")


class Mailbox(Generic[Letter]):
    """Holds the newest letter until it is taken."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._letter: Letter | None = None

    def put(self, letter: Letter) -> None:
        """Replace whatever is there."""
        with self._lock:
            self._letter = letter

    def take(self) -> Letter | None:
        """Take the letter out, or return None."""
        with self._lock:
            letter, self._letter = self._letter, None
            return letter

    @property
    def is_empty(self) -> bool:
        """Whether the last letter was taken."""
        return self._letter is None
