"""Runs that go round for ever: the state at the end of a pass comes back (SPEC T9)."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Sequence
from dataclasses import dataclass

LONGEST_KEY = 32


@dataclass(frozen=True)
class Cycle:
    """A state that stood at the end of two passes.

    Attributes
    ----------
    entered_epoch : int
        Passes completed when it first stood; the start is 0.
    length_epochs : int
        Passes until it stood again.
    mistakes : int
        Mistakes in one round.
    visit : int
        Visits completed when the repeat was found.
    """

    entered_epoch: int
    length_epochs: int
    mistakes: int
    visit: int


class CycleWatch:
    """Remembers the state at the end of every pass until one comes back.

    Every state is kept, so that the *first* repeat is found; a long one is kept as its 128-bit digest.
    """

    def __init__(self) -> None:
        self._seen: dict[bytes, tuple[int, int]] = {}

    def look(self, held: Sequence[float], epoch: int, mistakes: int, visit: int) -> Cycle | None:
        """Remember the state `held` at the end of pass `epoch`, or return the cycle it closes."""
        key = array("d", [value + 0.0 for value in held]).tobytes()  # + 0.0 makes −0.0 the same state as 0.0
        if len(key) > LONGEST_KEY:
            key = hashlib.blake2b(key, digest_size=16).digest()
        first = self._seen.setdefault(key, (epoch, mistakes))
        if first[0] == epoch:
            return None
        return Cycle(first[0], epoch - first[0], mistakes - first[1], visit)
