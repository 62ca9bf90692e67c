"""A budget of work for a search, and its end on request (T1)."""

import math
from collections.abc import Callable, Iterable

DIGIT = 30
"""Bits of a digit of Python's long whole numbers; two of them are multiplied in about 1 ns."""


def longest(numbers: Iterable[int]) -> int:
    """Return the bits of the longest of some whole numbers, 0 where there is none. `numbers`: of any sign."""
    return max((number.bit_length() for number in numbers), default=0)


class Cancelled(Exception):
    """The caller no longer wants the answer."""


class TooMuchWork(Cancelled):
    """The answer would take more work than was given."""


class Effort:
    """Counts work, and raises when it is too much or no longer wanted.

    `should_stop`: asked whenever work is spent; true gives up. `work`: what may be spent, in multiply-adds (of vectors
    about 1 ns each): the same on every machine.
    """

    def __init__(self, should_stop: Callable[[], bool], work: float = math.inf) -> None:
        self._should_stop = should_stop
        self._left = work

    def spend_products(self, count: float, bits: float, other_bits: float) -> None:
        """Count products of long whole numbers, or quotients and common divisors of some such length.

        `count`: how many. `bits`, `other_bits`: lengths of the two factors. Raises `Cancelled` as `spend`.
        """
        self.spend(count * (1.0 + (bits / DIGIT) * (other_bits / DIGIT)))

    def spend(self, work: float) -> None:
        """Count work before it is done.

        `work`: multiply-adds. Raises `Cancelled` when `should_stop` returns true. Raises `TooMuchWork` when less than
        that is left.
        """
        self._left -= work
        if self._left < 0:
            raise TooMuchWork
        if self._should_stop():
            raise Cancelled
