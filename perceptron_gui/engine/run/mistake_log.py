"""Every mistake of a run, one by one, up to a capacity."""

from __future__ import annotations

import mmap
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats, Ints
    from perceptron_gui.engine.training.mistakes import Mistakes

LOG_CAPACITY = 2**20
"""Mistakes that are logged one by one, in 16 MiB; later ones are known as counts between checkpoints."""
LONGEST_AGE = 200_000
"""Mistakes that are looked back for the age of a point's influence."""


class MistakeLog:
    """Visit, point and rival of every mistake, 16 bytes each, up to a capacity. `capacity`: mistakes."""

    def __init__(self, capacity: int = LOG_CAPACITY) -> None:
        self._capacity = capacity
        self._size = 0
        # All at once, from the system itself: it gives memory where it is written, and takes it back with the log. That
        # of the C library, taken and given with every run, was left in pieces: 45 MB after some hundred runs.
        memory = mmap.mmap(-1, max(16 * capacity, 1))
        self._visits: Ints = np.frombuffer(memory, np.int64, capacity)
        self._points = np.frombuffer(memory, np.int32, capacity, 8 * capacity)
        self._rivals = np.frombuffer(memory, np.int32, capacity, 12 * capacity)

    def __len__(self) -> int:
        return self._size

    @property
    def is_full(self) -> bool:
        """Whether mistakes from here on are not logged."""
        return self._size >= self._capacity

    @property
    def visits(self) -> Ints:
        """Visits completed before each mistake, ascending, shape (n_mistakes,); a view."""
        return self._visits[: self._size]

    @property
    def points(self) -> np.ndarray:
        """The point of each mistake, shape (n_mistakes,); a view."""
        return self._points[: self._size]

    @property
    def rivals(self) -> np.ndarray:
        """The rival class of each mistake, −1 in the binary modes, shape (n_mistakes,); a view."""
        return self._rivals[: self._size]

    def extend(self, mistakes: Mistakes) -> None:
        """Append what a trainer logged, as far as there is room."""
        count = min(len(mistakes.visits), self._capacity - self._size)
        end = self._size + count
        self._visits[self._size : end] = mistakes.visits[:count]
        self._points[self._size : end] = mistakes.points[:count]
        self._rivals[self._size : end] = mistakes.rivals[:count]
        self._size = end

    def truncate(self, visit: int) -> None:
        """Discard the mistakes of the visits after a visit. `visit`: visits completed."""
        self._size = int(np.searchsorted(self.visits, visit))

    def counts_before(self, visits: Floats | Ints) -> Ints:
        """Return how many logged mistakes were made before each of `visits`.

        `visits`: shape (n,): visits completed. Returns shape (n,).
        """
        # In the log's own type: of another one, numpy would first convert the whole log.
        edges = np.ceil(visits).astype(np.int64)
        return np.searchsorted(self.visits, edges).astype(np.int64)

    def next_after(self, visit: int) -> int | None:
        """Return the visits completed right after the first logged mistake after a visit; None where there is none.

        `visit`: visits completed.
        """
        place = int(np.searchsorted(self.visits, visit))
        return int(self._visits[place]) + 1 if place < self._size else None

    def last_before(self, visit: int) -> int | None:
        """Return the visits completed right after the last logged mistake that was complete before a visit, or None.

        `visit`: visits completed.
        """
        place = int(np.searchsorted(self.visits, visit - 1))
        return int(self._visits[place - 1]) + 1 if place > 0 else None

    def ages(self, count: int, n_samples: int) -> Ints:
        """Return how many mistakes ago each point was one, of the first of the log; −1 for never or very long ago.

        `count`: mistakes that are looked at. `n_samples`: points. Returns shape (n_samples,).
        """
        first = max(0, count - LONGEST_AGE)
        last = np.full(n_samples, -1, dtype=np.int64)
        last[self.points[first:count]] = np.arange(first, count)  # of several the last one stays
        return np.where(last >= 0, count - 1 - last, -1)
