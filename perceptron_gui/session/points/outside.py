"""Points that lie outside the view, counted by side: one that is not seen is easily forgotten."""

from collections.abc import Callable
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.frozen import Frozen

Places = NDArray[np.float64]
"""Points in data units, shape (n, 2)."""
AT_ONCE = 100_000
"""Points that are looked at in a third of a millisecond; between so many others may have the interpreter."""


class Side(Enum):
    """A side of the view."""

    LEFT = "left"
    RIGHT = "right"
    ABOVE = "above"
    BELOW = "below"


Counts = dict[Side, int]


class OutsideQuestion(Frozen, eq=False):
    """Points, and what of the plane is in view."""

    positions: Places  # shape (n, 2): in data units
    rectangle: tuple[float, float, float, float]  # left, bottom, right and top in data units


def count_outside(question: OutsideQuestion, listen: Callable[[], None] = lambda: None) -> Counts:
    """Return how many points lie beyond each side of the view; one beyond a corner is left or right of it.

    `listen`: is called every third of a millisecond; what it raises ends the work.
    """
    left, bottom, right, top = question.rectangle
    counts = dict.fromkeys(Side, 0)
    for first in range(0, len(question.positions), AT_ONCE):
        x, y = question.positions[first : first + AT_ONCE].T
        is_left, is_right = x < left, x > right
        is_between = ~(is_left | is_right)
        beyond = {Side.LEFT: is_left, Side.RIGHT: is_right}
        beyond |= {Side.ABOVE: (y > top) & is_between, Side.BELOW: (y < bottom) & is_between}
        for side, points in beyond.items():
            counts[side] += int(np.count_nonzero(points))
        listen()
    return counts
