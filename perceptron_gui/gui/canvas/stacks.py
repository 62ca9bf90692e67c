"""Points in one place, of which only one is seen: how many there are is written beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.frozen import Frozen

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Ints
    from perceptron_gui.gui.canvas.scene import Places

MOST_STACKED = 500
"""Points among which ×n is written beside those in one place."""


class Stacks(Frozen, eq=False):
    """Where several points lie in one place."""

    places: Places  # shape (k, 2): in data units
    sizes: Ints  # shape (k,): how many points lie in each
    # shape (2,): those with points of several classes, and the indices of these
    mixed: list[tuple[Places, tuple[int, ...]]]


NONE = Stacks(np.empty((0, 2)), np.empty(0, dtype=np.int64), [])


def find_stacks(positions: Places, labels: Ints) -> Stacks:
    """Look for points in one place, where there are few enough to be told apart at all.

    `positions`: shape (n, 2): in data units. `labels`: shape (n,): indices of their classes.
    """
    if not 1 < len(positions) <= MOST_STACKED:
        return NONE
    # As complex numbers they are compared by one coordinate after the other, five times as fast as rows are.
    numbers = positions[:, 0] + 1j * positions[:, 1]
    ordered = np.sort(numbers)
    if not (ordered[1:] == ordered[:-1]).any():
        return NONE  # as mostly, also while a point is dragged
    _, first, members, counts = np.unique(numbers, return_index=True, return_inverse=True, return_counts=True)
    places, mixed = positions[first], []
    for place in np.flatnonzero(counts > 1).tolist():
        classes = np.unique(labels[members == place]).tolist()
        if len(classes) > 1:
            mixed.append((places[place], tuple(classes)))
    return Stacks(places[counts > 1], counts[counts > 1], mixed)
