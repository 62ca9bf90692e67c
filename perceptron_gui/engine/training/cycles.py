"""Cycles: the state at the end of a pass was there before, so that the run repeats for ever (T9).

States are looked up in a hash table that Python and the compiled loop share.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Sequence
from hashlib import blake2b

import numpy as np

from perceptron_gui.engine.data.dataset import Floats, Ints
from perceptron_gui.engine.native.loader import Digests, Library
from perceptron_gui.frozen import Frozen

FIRST_TABLE, LARGEST_TABLE = 2**15, 2**23
"""Places of the first and the largest table, 8 bytes each."""
FULL = 0.7
"""Part of a table that is filled before the next one begins."""
LOW = 2**32 - 1


class Table:
    """Numbers of passes by the digest of their state: an open-addressed hash table of 8 bytes a place.

    `size`: places, a power of 2.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self._mask = size - 1
        self._room = int(FULL * size)
        # numpy's zeros take no time before they are written; a memoryview gives plain numbers
        self.places = np.zeros(size, dtype=np.uint64)
        self._places = self.places.data

    @property
    def is_full(self) -> bool:
        """Whether more passes would make it slow."""
        return self._room <= 0

    def passes(self, digest: int) -> list[int]:
        """Return the passes with this digest, and one in 4 billion of the others. `digest`: 64 bits."""
        places, mask, tag = self._places, self._mask, digest >> 32
        found: list[int] = []
        place = digest & mask
        while entry := places[place]:
            if entry >> 32 == tag:
                found.append((entry & LOW) - 1)
            place = (place + 1) & mask
        return found

    def add(self, digest: int, number: int) -> None:
        """Add a pass. `digest`: 64 bits of its state. `number`: the pass."""
        place = digest & self._mask
        while self._places[place]:
            place = (place + 1) & self._mask
        self._places[place] = (digest >> 32) << 32 | (number + 1)
        self._room -= 1

    def add_all(self, library: Library, digests: Digests, number: int) -> int:
        """Add consecutive passes up to the first whose digest is known, or until the table is full; return how many.

        A full table adds none and only counts those before the first known digest.

        `digests`: shape (n_passes,): of their states. `number`: the first pass.
        """
        if self.is_full:
            return library.look_up(self.places, digests)
        count = library.look_up(self.places, digests[: self._room], number)
        self._room -= count
        return count


def digests_of(held: Floats) -> Digests:
    """Return 64 bits of every state; −0.0 counts as 0.0.

    `held`: shape (n_passes, n_entries): one state a row. Returns shape (n_passes,).
    """
    size, data = 8 * held.shape[1], (held + 0.0).tobytes()
    return np.array([digest_of(data[i : i + size]) for i in range(0, len(data), size)], dtype=np.uint64)


def digest_of(data: bytes) -> int:
    """Return a digest of 64 bits. Python's own hash will not do: those of −1.0 and −2.0 are the same.

    `data`: the numbers of a state.
    """
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "little")


MOST_PASSES = sum(int(FULL * 2**k) for k in range(15, 24))
MOST_WAYPOINTS, MOST_NUMBERS = 512, 2**20
"""States that are kept whole, and how many numbers they may have together (8 MB)."""
LEAST_WAYPOINTS = 8


Recall = Callable[["Waypoint", int], tuple[Sequence[float], int]]
"""Compute the state after so many visits again, from a waypoint: the numbers that decide, and the mistakes by then."""


class Cycle(Frozen):
    """A state that stood at the end of two passes."""

    entered_epoch: int  # passes completed when it first stood; the start is 0
    length_epochs: int  # passes until it stood again
    mistakes: int  # mistakes in one round
    visit: int  # visits completed when the repeat was found


class Waypoint(Frozen):
    """The state at the end of a pass: enough to go on from there, but for α."""

    # passes and visits completed, and mistakes made
    epoch: int
    visit: int
    mistakes: int
    held: array[float]  # the held numbers that decide what follows, see `Trainer.deciding`


class Waypoints:
    """States at the ends of some passes, evenly spaced, so that any other can be computed again from a near one."""

    def __init__(self) -> None:
        self._kept: list[Waypoint] = []
        self._spacing = 1

    def offer(self, held: Floats, epoch: int, visits: Ints, mistakes: Ints) -> None:
        """Keep some of the states at the ends of several passes.

        `held`: shape (n_passes, n_entries): held θ at their ends. `epoch`: the first of the passes; each follows the
        one before it. `visits`, `mistakes`: shape (n_passes,): visits completed and mistakes made at their ends.
        """
        first = self._kept[0].epoch if self._kept else epoch
        i = (first - epoch) % self._spacing
        while i < len(held):
            numbers = array("d", held[i].tobytes())
            self._kept.append(Waypoint(epoch + i, int(visits[i]), int(mistakes[i]), numbers))
            if len(self._kept) > max(LEAST_WAYPOINTS, min(MOST_WAYPOINTS, MOST_NUMBERS // max(len(numbers), 1))):
                self._kept, self._spacing = self._kept[::2], 2 * self._spacing
            i += self._spacing - (epoch + i - first) % self._spacing

    def before(self, epoch: int) -> Waypoint:
        """Return the last waypoint that is not after the end of a pass. `epoch`: the pass."""
        return self._kept[bisect_right(self._kept, epoch, key=lambda waypoint: waypoint.epoch) - 1]


class CycleDetector:
    """Remembers the state at the end of every pass until one comes back.

    Every pass is kept, so that the *first* repeat is found: as 32 bits of its state's digest and its number, in a
    table where the other bits choose the place. A digest that fits is no proof: the state is then computed again,
    from a waypoint that is at most one in 256 of all passes before it.
    That makes 11 to 27 bytes a pass. After `MOST_PASSES`, about 11.7 million in 134 MB, no more are remembered: a cycle
    that was entered by then is still found at its first repeat, one entered later is not.

    `recall`: see `Recall`.
    """

    def __init__(self, recall: Recall) -> None:
        self._recall = recall
        self._waypoints = Waypoints()
        self._tables = [Table(FIRST_TABLE)]
        self._first: tuple[int, int] | None = None
        self._last = -1

    def look(self, held: Sequence[float], epoch: int, mistakes: int, visit: int) -> Cycle | None:
        """Remember the state at the end of a pass, or return the cycle that it closes; may be asked again.

        `held`: held θ, n_entries numbers. `epoch`: the pass. `mistakes`, `visit`: mistakes made and visits completed at
        its end. Returns None when the state is new, and for a pass that was asked about before.
        """
        if epoch <= self._last:
            return None
        self._first = self._first or (epoch, visit)
        state = np.array([held])
        digest = int(digests_of(state)[0])
        for table in self._tables:
            for earlier in table.passes(digest):
                cycle = self._cycle(held, self._first[0] + earlier, epoch, mistakes, visit)
                if cycle is not None:
                    return cycle
        self._last = epoch
        self._remember(digest, epoch - self._first[0])
        self._waypoints.offer(state, epoch, np.array([visit]), np.array([mistakes]))
        return None

    def look_through(self, library: Library, held: Floats, epoch: int, visits: Ints, mistakes: Ints) -> int:
        """Remember the states at the ends of several passes, up to the first that seems to be known.

        `held`: shape (n_passes, n_entries): held θ at their ends. `epoch`: the first of the passes; each follows the
        one before it. `visits`, `mistakes`: shape (n_passes,): visits completed and mistakes made at their ends.
        Returns how many were remembered. Give the next one to `look`.
        """
        if epoch <= self._last:
            return 0
        self._first = self._first or (epoch, int(visits[0]))
        digests = digests_of(held)
        newest = self._newest_table()
        for table in self._tables[:-1]:
            digests = digests[: library.look_up(table.places, digests)]
        count = newest.add_all(library, digests, epoch - self._first[0])
        self._last = max(self._last, epoch + count - 1)
        self._waypoints.offer(held[:count], epoch, visits, mistakes)
        return count

    def _cycle(self, held: Sequence[float], earlier: int, epoch: int, mistakes: int, visit: int) -> Cycle | None:
        first_epoch, first_visit = self._first or (0, 0)
        # all passes between two arrivals take the same number of visits
        size = (visit - first_visit) // (epoch - first_epoch)
        waypoint = self._waypoints.before(earlier)
        held_then, mistakes_then = self._recall(waypoint, first_visit + (earlier - first_epoch) * size)
        if list(held_then) != list(held):
            return None
        return Cycle(earlier, epoch - earlier, mistakes - mistakes_then, visit)

    def _remember(self, digest: int, number: int) -> None:
        newest = self._newest_table()
        if not newest.is_full:
            newest.add(digest, number)

    def _newest_table(self) -> Table:
        """Return the newest table, or a new one if that is full and not yet the largest."""
        newest = self._tables[-1]
        if newest.is_full and 2 * newest.size <= LARGEST_TABLE:
            newest = Table(2 * newest.size)
            self._tables.append(newest)
        return newest
