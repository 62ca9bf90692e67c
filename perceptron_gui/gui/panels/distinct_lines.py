"""Short lines as far as a screen can tell them apart: a long way goes to and fro over the same pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats, Ints

CELL = 0.5
"""Lines whose ends lie in the same squares of so many pixels look the same."""
FARTHEST = 2**15 - 1
"""Squares from the corner of the picture that are numbered; what is farther off is not seen."""


def distinct_lines(starts: Floats, ends: Floats) -> Ints:
    """Return the indices of lines that look different, the first of each look, ascending.

    `starts`, `ends`: shape (n, 2): in pixels. Returns shape (n_different,): None of those that begin and end in one
    square.
    """
    first, second = _cells(starts), _cells(ends)
    low, high = np.minimum(first, second), np.maximum(first, second)
    _, places = np.unique(low << np.uint64(32) | high, return_index=True)
    places = places[low[places] != high[places]]
    return np.sort(places)


def _cells(places: Floats) -> np.ndarray:
    """Return the number of the square of each place, below 2^32."""
    cells = np.clip(np.floor(places / CELL), -FARTHEST, FARTHEST) + FARTHEST
    numbers: np.ndarray = cells[:, 0].astype(np.uint64) << np.uint64(16) | cells[:, 1].astype(np.uint64)
    return numbers
