"""What a run remembers of its past: checkpoints within a byte budget, and a log of its mistakes."""

from __future__ import annotations

import mmap
from bisect import bisect_right
from dataclasses import dataclass

import numpy as np

from perceptron_gui.engine.data.dataset import Floats, Ints
from perceptron_gui.engine.training.state import Mistakes, State

CHECKPOINT_BYTES = 32 * 2**20
FIRST_SPACING = 4096
"""Visits between checkpoints, until their budget is full and the spacing doubles."""
MOST_PROGRESS = 1_000
"""States that the coarse curve is made of, about."""
LOG_CAPACITY = 2**20
"""Mistakes that are logged one by one, in 16 MiB; later ones are known as counts between checkpoints."""


@dataclass(frozen=True)
class Checkpoint:
    """A packed state to start again from; `is_pinned` ones begin a stage of the run and always stay."""

    stage: int
    state: State
    is_pinned: bool = False


class Checkpoints:
    """States of a run in the order of their visits, thinned out when they outgrow their budget."""

    def __init__(self, budget: int = CHECKPOINT_BYTES) -> None:
        self._budget = budget
        self._spacing = FIRST_SPACING
        self._kept: list[Checkpoint] = []
        self._bytes = 0

    @property
    def nbytes(self) -> int:
        """Memory of the kept states, in bytes."""
        return self._bytes

    def pin(self, stage: int, state: State) -> None:
        """Keep the first state of a stage for good."""
        self._append(Checkpoint(stage, state.packed(), is_pinned=True))

    def offer(self, stage: int, state: State) -> None:
        """Keep a copy of `state` if the last one is far enough behind."""
        if state.visits - self._kept[-1].state.visits < self._spacing:
            return
        self._append(Checkpoint(stage, state.packed()))

    def before(self, stage: int, visit: int) -> State:
        """Return a copy of the last state of `stage` at or before `visit`."""
        return self._kept[self._place(stage, visit)].state.unpacked()

    def visits_before(self, stage: int, visit: int) -> int:
        """Return the visits of that state."""
        return self._kept[self._place(stage, visit)].state.visits

    def truncate(self, stage: int, visit: int) -> None:
        """Forget what lies behind `visit` or in later stages than `stage`."""
        self._kept = [c for c in self._kept if c.stage <= stage and c.state.visits <= visit]
        self._bytes = sum(c.state.nbytes for c in self._kept)

    def progress(self) -> tuple[Ints, Ints]:
        """Return visits and mistakes at the kept states: the coarse curve where the log is full."""
        every = max(len(self._kept) // MOST_PROGRESS, 1)
        pairs = [(c.state.visits, c.state.mistakes) for c in self._kept[::every]]
        both = np.array(pairs, dtype=np.int64).reshape(-1, 2)
        return both[:, 0], both[:, 1]

    def _place(self, stage: int, visit: int) -> int:
        return bisect_right(self._kept, (stage, visit), key=lambda c: (c.stage, c.state.visits)) - 1

    def _append(self, checkpoint: Checkpoint) -> None:
        self._kept.append(checkpoint)
        self._bytes += checkpoint.state.nbytes
        while self._bytes > self._budget and self._thin_out():
            pass

    def _thin_out(self) -> bool:
        """Drop every second unpinned state and double the spacing; False when nothing is left to drop."""
        loose = [c for c in self._kept if not c.is_pinned]
        if not loose:
            return False
        gone = {id(c) for c in loose[::2]}
        self._kept = [c for c in self._kept if id(c) not in gone]
        self._bytes = sum(c.state.nbytes for c in self._kept)
        self._spacing *= 2
        return True


class MistakeLog:
    """Visit, point and rival of every mistake, 16 bytes each, up to a capacity."""

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
        """Visits completed before each mistake, ascending (a view)."""
        return self._visits[: self._size]

    @property
    def points(self) -> np.ndarray:
        """The point of each mistake (a view)."""
        return self._points[: self._size]

    @property
    def rivals(self) -> np.ndarray:
        """The rival class of each mistake, −1 in the binary modes (a view)."""
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
        """Forget the mistakes made at or behind `visit`."""
        self._size = int(np.searchsorted(self.visits, visit))

    def counts_before(self, visits: Floats | Ints) -> Ints:
        """Return how many logged mistakes were made before each of `visits`."""
        # In the log's own type: of another one, numpy would first convert the whole log.
        edges = np.ceil(visits).astype(np.int64)
        return np.searchsorted(self.visits, edges).astype(np.int64)

    def next_after(self, visit: int) -> int | None:
        """Return the visits completed right after the first logged mistake at or behind `visit`."""
        place = int(np.searchsorted(self.visits, visit))
        return int(self._visits[place]) + 1 if place < self._size else None

    def last_before(self, visit: int) -> int | None:
        """Return the visits completed right after the last logged mistake that is complete before `visit`."""
        place = int(np.searchsorted(self.visits, visit - 1))
        return int(self._visits[place - 1]) + 1 if place > 0 else None
