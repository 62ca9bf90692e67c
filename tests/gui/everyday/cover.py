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
        missing = self.pairs()
        by_choice: dict[Choice, set[frozenset[Choice]]] = {}
        for pair in missing:
            for choice in pair:
                by_choice.setdefault(choice, set()).add(pair)
        rows = []
        queue = sorted(missing, key=sorted)
        self._random.shuffle(queue)
        for pair in queue:  # each begins a row, unless an earlier row holds it by chance
            if pair in by_choice[next(iter(pair))]:
                chosen = self._filled(dict(pair), by_choice)
                for held in combinations(chosen.items(), 2):
                    for choice in held:
                        by_choice[choice].discard(frozenset(held))
                rows.append(self.row(chosen))
        self._random.shuffle(rows)
        return rows

    def _filled(self, chosen: dict[str, int], missing: Mapping[Choice, set[frozenset[Choice]]]) -> dict[str, int]:
        """Give the other factors, in any order, the values that hold most of what is missing beside those chosen."""
        others = [name for name in self._factors if name not in chosen]
        self._random.shuffle(others)
        for name in others:
            places = list(range(len(self._factors[name])))
            self._random.shuffle(places)
            won = {place: self._won((name, place), chosen, missing) for place in places}
            for place in sorted(places, key=lambda place: -won[place]):
                if self._is_allowed(self.row({**chosen, name: place})):
                    chosen[name] = place
                    break
        return chosen

    @staticmethod
    def _won(choice: Choice, chosen: Mapping[str, int], missing: Mapping[Choice, set[frozenset[Choice]]]) -> int:
        """Return how many missing pairs a value makes with those chosen."""
        left = missing.get(choice, set())
        return sum(frozenset((choice, other)) in left for other in chosen.items())

    def row(self, chosen: Mapping[str, int]) -> Row:
        """Return the values at some places.

        Parameters
        ----------
        chosen : mapping of str to int
            Places by the names of their factors.
        """
        return {name: self._factors[name][place] for name, place in chosen.items()}
