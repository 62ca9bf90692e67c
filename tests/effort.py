"""How much the tests look at: every change passes the everyday tests, a release all of them (``dev.py test --all``)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

import pytest
from _pytest.mark import ParameterSet

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


def in_turn(*ways: Iterable[Any]) -> list[tuple[Any, ...] | ParameterSet]:
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
    return [each if each in everyday else pytest.param(*each, marks=pytest.mark.slow) for each in product(*kinds)]


def one_in(count: int, ways: Iterable[tuple[Any, ...]]) -> list[tuple[Any, ...] | ParameterSet]:
    """Return ways to look at a claim: every day each `count`-th of them, a release all."""
    return [
        each if number % count == 0 else pytest.param(*each, marks=pytest.mark.slow) for number, each in enumerate(ways)
    ]


def today(ways: Iterable[tuple[Any, ...] | ParameterSet]) -> list[tuple[Any, ...]]:
    """Return of the ways of `in_turn` or `one_in` those to look at: in a loop, where one window will do for all."""
    asked = [each for each in ways if is_all or not isinstance(each, ParameterSet)]
    return [tuple(each.values) if isinstance(each, ParameterSet) else each for each in asked]


def is_asked_whole(words: Sequence[str], wants_all: bool) -> bool:
    """Return whether nothing may be left out: ``--all`` was given, or a file among the `words` for pytest."""
    return wants_all or any(".py" in word for word in words)
