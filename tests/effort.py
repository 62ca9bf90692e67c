"""How much the tests look at: all of it, or a part that takes minutes (``dev.py test --quick``).

The part is another one with every change of the program, and no chance: what it leaves out may be broken.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import product
from math import prod
from pathlib import Path
from typing import Any, TypeVar

import pytest
from _pytest.mark import ParameterSet

PROGRAM = Path(__file__).parents[1] / "perceptron_gui"

QUICK = 6
"""Of so many random sets the quick part looks at one."""
is_all = True
"""Whether all is asked for; conftest.py says so before a test is imported."""


@cache
def change() -> int:
    """Return a number that is another one with every change of the program."""
    return zlib.crc32(b"".join(path.read_bytes() for path in sorted(PROGRAM.rglob("*.py"))))


def random_sets(count: int, least: int = 1) -> int:
    """Return how many of `count` random sets to look at: the first of them in any case.

    Parameters
    ----------
    count : int
        How many there are.
    least : int
        So many hold some of every kind that a test is about.
    """
    return count if is_all else max(-(-count // QUICK), least)


def in_turn(*ways: Iterable[Any]) -> list[tuple[Any, ...]]:
    """Return every combination of ways to look at one claim; quickly, each way is met in one of those returned.

    Parameters
    ----------
    ways : iterables
        Of each kind the ways there are: themes, sizes. For claims in which these do not act on one another.
    """
    kinds = [list(kind) for kind in ways]
    # Each kind is shifted by a digit of its own: in so many changes as there are combinations all are met.
    shifts = [change() // prod(map(len, kinds[:place])) for place in range(len(kinds))]
    # Shifted after each round, too, or kinds of as many ways would always meet the same.
    quick = {
        tuple(
            kind[(turn + place * (turn // len(kind)) + shifts[place]) % len(kind)] for place, kind in enumerate(kinds)
        )
        for turn in range(max(map(len, kinds)))
    }
    return [each for each in product(*kinds) if is_all or each in quick]


def one_in(count: int, ways: Iterable[Any]) -> list[Any]:
    """Return ways to look at a claim: all, or quickly each `count`-th of them."""
    every = list(ways)
    return every if is_all or not every else every[change() % min(count, len(every)) :: count]


def turns(count: int) -> list[ParameterSet]:
    """Return the numbers of all turns for ``parametrize``; all but one are slow."""
    marks = [() if turn == change() % count else pytest.mark.slow for turn in range(count)]
    return [pytest.param(turn, marks=mark) for turn, mark in enumerate(marks)]


Case = TypeVar("Case")


def drawn(cases: Sequence[Case], ways_of: Callable[[Case], tuple[int, ...]]) -> list[Case]:
    """Return the cases of a test to look at: all, or quickly one in three, or each way of every kind in one.

    Parameters
    ----------
    cases : sequence
        Of one test.
    ways_of : callable
        Returns for a case which way of each kind it goes.
    """
    ways = {case: ways_of(case) for case in cases}
    kinds = [range(max(each) + 1) for each in zip(*ways.values(), strict=True)]
    met = {*in_turn(*kinds)}
    return [case for case in cases if ways[case] in met] if len(kinds) > 1 else one_in(3, cases)
