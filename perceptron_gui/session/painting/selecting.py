"""Which points are selected: of a class, all others, inside a loop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Bools, Dataset, Floats, Ints


def rows_of(selection: Sequence[int]) -> Ints:
    """Return selected points as an array. `selection`: indices of the points. Returns shape (n_selected,)."""
    return np.array(selection, dtype=np.int64)


def of_class(dataset: Dataset, label: int) -> tuple[int, ...]:
    """Return the points of a class. `label`: index of the class."""
    return tuple(np.flatnonzero(dataset.labels == label).tolist())


def others(dataset: Dataset, selection: Sequence[int]) -> tuple[int, ...]:
    """Return the points that are not selected. `selection`: indices of the points that are."""
    stays = np.ones(dataset.n_samples, dtype=bool)
    stays[rows_of(selection)] = False
    return tuple(np.flatnonzero(stays).tolist())


def inside_loop(points: Floats, loop: Floats) -> Bools:
    """Return which points a closed line goes around, an odd number of times where it crosses itself.

    Each side of the loop is compared with the points at its height alone, which are found by their order: a loop of
    hundreds of sides around a million points takes hardly longer than a frame around them.

    `points`: shape (n, 2): in the units of the loop. `loop`: shape (n_corners, 2): corners; the last is joined to the
    first. Returns shape (n,).
    """
    found = np.zeros(len(points), dtype=bool)
    if len(loop) < 3:
        return found
    near = np.flatnonzero(((points >= loop.min(axis=0)) & (points <= loop.max(axis=0))).all(axis=1))
    near = near[np.argsort(points[near, 1], kind="stable")]
    x, y = points[near].T
    is_inside = np.zeros(len(near), dtype=bool)
    for (x1, y1), (x2, y2) in zip(loop.tolist(), np.roll(loop, -1, axis=0).tolist(), strict=True):
        if y1 == y2:
            continue
        at = slice(*np.searchsorted(y, sorted((y1, y2))).tolist())
        is_inside[at] ^= x[at] < x1 + (y[at] - y1) * ((x2 - x1) / (y2 - y1))
    found[near] = is_inside
    return found
