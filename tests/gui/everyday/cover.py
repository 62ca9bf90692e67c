"""Rows in which every pair of values of two factors stands at least once, as far as the pair is allowed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, product
from random import Random

Factors = Mapping[str, Sequence[object]]
Row = dict[str, object]
Choice = tuple[str, int]
"""A factor, and the place of one of its values."""


class Cover:
    """Pairs of values, and rows that hold them.

    Parameters
    ----------
    factors : mapping of str to sequence
        The values of each factor.
    is_allowed : callable
        Whether a part of a row can be made a whole one; asked with values by the names of their factors.
    seed : int
        Of the same seed come the same rows.
    """

    def __init__(self, factors: Factors, is_allowed: Callable[[Row], bool], seed: int) -> None:
        self._factors = factors
        self._is_allowed = is_allowed
        self._random = Random(seed)

    def pairs(self) -> set[frozenset[Choice]]:
        """Return the pairs that are allowed."""
        found = set()
        for one, other in combinations(self._factors, 2):
            places = product(range(len(self._factors[one])), range(len(self._factors[other])))
            for i, j in places:
                if self._is_allowed(self.row({one: i, other: j})):
                    found.add(frozenset(((one, i), (other, j))))
        return found

    def rows(self) -> list[Row]:
        """Return rows, in the order of chance, until no allowed pair is missing."""
        pairs = self.pairs()
        missing: dict[Choice, set[Choice]] = {}
        for one, other in map(tuple, pairs):
            missing.setdefault(one, set()).add(other)
            missing.setdefault(other, set()).add(one)
        rows = []
        queue = sorted(pairs, key=sorted)
        self._random.shuffle(queue)
        for one, other in map(tuple, queue):  # each begins a row, unless an earlier row holds it by chance
            if other in missing[one]:
                chosen = self._filled(dict((one, other)), missing)
                held = set(chosen.items())
                for choice in held & missing.keys():
                    missing[choice] -= held
                rows.append(self.row(chosen))
        self._random.shuffle(rows)
        return rows

    def _filled(self, chosen: dict[str, int], missing: Mapping[Choice, set[Choice]]) -> dict[str, int]:
        """Give the other factors, in any order, the values that hold most of what is missing beside those chosen."""
        others, held = [name for name in self._factors if name not in chosen], set(chosen.items())
        self._random.shuffle(others)
        for name in others:
            places = list(range(len(self._factors[name])))
            self._random.shuffle(places)
            won = {place: len(held & missing.get((name, place), set())) for place in places}
            for place in sorted(places, key=lambda place: -won[place]):
                if self._is_allowed(self.row({**chosen, name: place})):
                    chosen[name] = place
                    held.add((name, place))
                    break
        return chosen

    def row(self, chosen: Mapping[str, int]) -> Row:
        """Return the values at some places.

        Parameters
        ----------
        chosen : mapping of str to int
            Places by the names of their factors.
        """
        return {name: self._factors[name][place] for name, place in chosen.items()}
