"""A hash table of the states at the ends of passes, which Python and the compiled loop share (T9)."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats
    from perceptron_gui.engine.native.loader import Digests, Library

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
