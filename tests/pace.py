"""Limits of time, in seconds of a quiet machine: one that is slower or busy now gets as much more as it needs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np

QUIET_S = 0.07
"""CPU seconds of `_known_work` on a quiet machine: two cores of 2021, Python 3.11."""


def _known_work() -> float:
    """Return the CPU seconds of a piece of work that never changes: half Python, half numpy beyond the caches."""
    began = time.thread_time()
    words = {str(number): number * number % 7 for number in range(35_000)}
    sorted(words, key=words.__getitem__)
    numbers = np.arange(600_000, dtype=float)
    for _ in range(2):
        numbers = np.sort(numbers[::-1] * 1.5)
    return time.thread_time() - began


def slowness() -> float:
    """Return how many times as long as a quiet machine this one takes now; at least 1."""
    return max(1.0, *(_known_work() / QUIET_S for _ in range(3)))


def assert_within(seconds: float, took: float) -> None:
    """Fail if something took longer than so many CPU seconds of a quiet machine."""
    assert took < seconds or took < seconds * slowness(), f"{took:.3f} s, and {seconds:g} s are allowed"


@contextmanager
def within(seconds: float, clock: Callable[[], float] = time.thread_time) -> Iterator[None]:
    """Fail if a block takes longer than so many seconds of a quiet machine.

    Parameters
    ----------
    seconds : float
    clock : callable
        Says the CPU seconds of this thread, or of the whole process (``time.process_time``).
    """
    began = clock()
    yield
    assert_within(seconds, clock() - began)
