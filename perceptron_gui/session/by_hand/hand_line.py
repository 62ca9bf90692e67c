"""The student's own line in the plane of two features: where it begins, and how it is moved and turned."""

import math
from collections.abc import Sequence

import numpy as np

from perceptron_gui.engine.data.dataset import Floats
from perceptron_gui.engine.data.settings import MAX_ABS
from perceptron_gui.engine.model.regions import HalfPlane, slice_plane
from perceptron_gui.frozen import Frozen

MOST_PLACES = 6
"""Decimal places with which errors and loss are still exact (E2)."""
FIGURES = 3
"""Figures of w after a turn: the angle is true to a tenth of a degree, and a pencil can follow."""
LEAST_LENGTH = 0.01
"""Of w, below which three figures have no room in six places: a turn makes it 1."""
Place = tuple[float, float]


class Slice(Frozen, eq=False):
    """The plane that is shown: two features, the others held."""

    axes: tuple[int, int | None]  # the features across and upwards; None where there is only one
    held: Floats  # shape (n_features,): the values at which features are held that are not shown
    has_bias: bool
    step: float  # the distance of the grid's lines, in data units

    def plane(self, weights: Sequence[float]) -> HalfPlane:
        """Return f on the plane, for weights (w, b)."""
        return slice_plane(np.array(weights), self.axes, self.held, self.has_bias)

    def fits(self, weights: Sequence[float]) -> bool:
        """Whether there are as many weights as features, and one more with bias."""
        return len(weights) == len(self.held) + self.has_bias

    def with_plane(self, weights: Sequence[float], plane: HalfPlane) -> tuple[float, ...]:
        """Return weights with which f is another function on the plane; those of hidden features stay.

        Where b has too few decimal places for it, f is as near to it as can be seen.
        """
        a, b, c = plane
        entries = [*weights]
        for axis, value in zip(self.axes, (a, b), strict=True):
            if axis is not None:
                entries[axis] = value
        if self.has_bias:
            _, _, now = self.plane([*entries[:-1], 0.0])
            entries[-1] = _decimal(c - now, self._places(math.hypot(a, b)))
        return tuple(_within(value) for value in entries)

    def _places(self, length: float) -> int:
        """Return the decimal places of b with which a line moves by less than a hundredth of a step."""
        finest = self.step * length / 100
        return min(max(math.ceil(-math.log10(finest)), 0), MOST_PLACES) if finest > 0 else MOST_PLACES


def first_line(shown: Slice, middle: Place) -> tuple[float, ...]:
    """Return an upright line through a place; without bias one through the origin, askew so that no axis hides it.

    Its w is 1 long or so, and longer among points so close to each other that b would need more than six places.
    """
    zeros, across = [0.0] * (len(shown.held) + shown.has_bias), middle[0]
    if not shown.has_bias:
        return shown.with_plane(zeros, (1.0, -1.0, 0.0))
    length = 10.0 ** max(math.ceil(-math.log10(shown.step)) - MOST_PLACES + 2, 0)
    return shown.with_plane(zeros, (length, 0.0, -length * across))


def moved(shown: Slice, weights: Sequence[float], to: Place) -> tuple[float, ...]:
    """Return the parallel line through a place."""
    a, b, _ = shown.plane(weights)
    return shown.with_plane(weights, (a, b, -(a * to[0] + b * to[1])))


def turned(shown: Slice, weights: Sequence[float], about: Place, degrees: float) -> tuple[float, ...]:
    """Return the line after a turn, with w as long as before but for rounding; f stays what it is at the middle.

    `about`: the middle. `degrees`: counterclockwise.
    """
    a, b, c = shown.plane(weights)
    length, angle = math.hypot(a, b), math.radians(degrees)
    aims = math.atan2(b, a) + angle
    length = length if length >= LEAST_LENGTH else 1.0
    places = FIGURES - 1 - math.floor(math.log10(length))
    turned_a, turned_b = (_decimal(length * share, places) for share in (math.cos(aims), math.sin(aims)))
    height = a * about[0] + b * about[1] + c
    return shown.with_plane(weights, (turned_a, turned_b, height - turned_a * about[0] - turned_b * about[1]))


def angle_of(plane: HalfPlane) -> float:
    """Return the degrees of w, counterclockwise from the first axis."""
    return math.degrees(math.atan2(plane[1], plane[0]))


def _decimal(value: float, places: int) -> float:
    return round(value, min(places, MOST_PLACES)) + 0.0


def _within(value: float) -> float:
    return min(max(value, -MAX_ABS), MAX_ABS)
