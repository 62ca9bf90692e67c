"""How much the tests look at: every change passes the everyday tests, a release all of them (``dev.py test --all``)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

EVERYDAY = 6
"""Of so many random sets an everyday test looks at one."""
is_all = False
"""Whether all is asked for; conftest.py says so before a test is imported."""


def random_sets(count: int, least: int = 1) -> int:
    """Return how many of `count` random sets to look at: the first of them in any case.

    Parameters
    ----------
    count : int
        How many a release looks at.
    least : int
        So many hold some of every kind that a test is about.
    """
    return count if is_all else max(-(-count // EVERYDAY), least)


def in_turn(*ways: Iterable[Any]) -> list[tuple[Any, ...]]:
    """Return every combination of ways to look at one claim; every day each way is met in one, a release asks for all.

    Parameters
    ----------
    ways : iterables
        Of each kind the ways there are: themes, sizes. For claims in which these do not act on one another.
    """
    kinds = [list(kind) for kind in ways]
    # Shifted after each round, or kinds of as many ways would always meet the same.
    everyday = {
        tuple(kind[(turn + place * (turn // len(kind))) % len(kind)] for place, kind in enumerate(kinds))
        for turn in range(max(map(len, kinds)))
    }
    return [each for each in product(*kinds) if is_all or each in everyday]


def one_in(count: int, ways: Iterable[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Return ways to look at a claim: every day each `count`-th of them, a release all."""
    return list(ways)[:: 1 if is_all else count]


def is_asked_whole(words: Sequence[str], wants_all: bool) -> bool:
    """Return whether nothing may be left out: ``--all`` was given, or a file among the `words` for pytest."""
    return wants_all or any(".py" in word for word in words)
