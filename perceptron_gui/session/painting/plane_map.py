"""Ways to move points of the plane together: mirrored, turned, scaled; exact where decimals allow it (E2)."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.exact.fixed_point import (
    LARGEST,
    MAX_PLACES,
    held_values,
    largest_size,
    nearest_doubles,
)
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.painting.decimal_shift import places_of

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats, Ints
    from perceptron_gui.session.painting.selection_box import Centre

Row = tuple[Fraction, Fraction]
"""By how much each coordinate of before counts in one of after."""
ONE, NONE = Fraction(1), Fraction(0)
LARGEST_HALVES = 16
"""Rows of at most so many halves are worked out in whole numbers: four bits more than those of the coordinates."""


class PlaneMap(Frozen):
    """A linear map around a place that stays where it is: x ↦ c + A·(x − c).

    Mirroring, quarter turns, doubling and halving are exact where decimals of at most 6 places suffice, or of as many
    as the points have, and else rounded to these; of points that are no short decimals themselves they are worked out
    in float64. What any other map says is rounded to a grid.
    """

    rows: tuple[Row, Row]  # the rows of A
    centre: Centre  # c, in data units: a sum of two coordinates, halved

    @classmethod
    def mirrored(cls, centre: Centre, is_across: bool) -> PlaneMap:
        """Return the map to the other side of a line through a place.

        `is_across`: whether left and right change places; else above and below.
        """
        return cls.scaled(centre, -ONE, ONE) if is_across else cls.scaled(centre, ONE, -ONE)

    @classmethod
    def scaled(cls, centre: Centre, across: Fraction, upwards: Fraction) -> PlaneMap:
        """Return the map that stretches. `across`, `upwards`: how many times as wide, and as high."""
        return cls(((across, NONE), (NONE, upwards)), centre)

    @classmethod
    def turned(cls, centre: Centre, degrees: float) -> PlaneMap:
        """Return the map that turns to the left. `degrees`: counterclockwise."""
        quarters, rest = divmod(degrees, 90)
        angle = math.radians(degrees)
        c, s = (Fraction(math.cos(angle)), Fraction(math.sin(angle))) if rest else _QUARTERS[int(quarters) % 4]
        return cls(((c, -s), (s, c)), centre)

    @property
    def stays_on_line(self) -> bool:
        """Whether points of the first axis stay on it, as those of a single feature must."""
        return self.rows[1][0] == 0

    def places(self, points: Floats, step: Fraction) -> Floats:
        """Return where points come to lie.

        `points`: shape (n, 2): in data units. `step`: of the grid to which places are rounded that are no short
        decimals, in data units. Returns shape (n, 2): the doubles nearest to their decimals.
        """
        return np.column_stack([self._coordinate(axis, points, step) for axis in range(2)])

    def _coordinate(self, axis: int, points: Floats, step: Fraction) -> Floats:
        row = self.rows[axis]
        if row[axis] == 1 and row[1 - axis] == 0:
            return points[:, axis]
        halves = [2 * factor for factor in row]
        if any(half.denominator != 1 or abs(half) > LARGEST_HALVES for half in halves):
            return nearest_doubles(np.rint(self._in_floats(axis, points) / float(step)), step)
        exact = self._in_whole_numbers(axis, points, [int(half) for half in halves])
        return exact if exact is not None else self._in_floats(axis, points)

    def _in_floats(self, axis: int, points: Floats) -> Floats:
        centre = [float(c) for c in self.centre]
        across, upwards = (float(self.rows[axis][j]) * (points[:, j] - centre[j]) for j in range(2))
        moved: Floats = across + upwards + centre[axis]
        return moved

    def _in_whole_numbers(self, axis: int, points: Floats, halves: list[int]) -> Floats | None:
        """Return one coordinate by a row of halves; None where the points are not exact, or become too large."""
        places, largest = places_of(points), largest_size(points)
        if places is None or max(Fraction(largest), *map(abs, self.centre)) * 10**places >= LARGEST:
            return None
        doubled = [2 * c * 10**places for c in self.centre]
        if any(c.denominator != 1 for c in doubled):
            return None
        held = held_values(points, places).astype(np.int64)
        middle = [int(c) for c in doubled]
        away = (2 * held - middle) @ np.array(halves)
        return _of_quarters(away + 2 * middle[axis], places)


_QUARTERS = ((ONE, NONE), (NONE, ONE), (-ONE, NONE), (NONE, -ONE))
"""Cosine and sine of whole quarter turns."""


def _of_quarters(quarters: Ints, places: int) -> Floats | None:
    """Return what fourths of 10⁻ᵏ stand for, with two places more if need be; None where they are too large."""
    more = 0 if not (quarters % 4).any() else 1 if not (quarters % 2).any() else 2
    more = min(more, max(MAX_PLACES - places, 0))
    if np.abs(quarters).max(initial=0) >= 4 * LARGEST // 10**more:
        return None
    scaled = quarters * 10**more
    whole = (scaled + 1 + ((scaled >> 2) & 1)) >> 2  # the nearest, of two the even one
    return nearest_doubles(whole.astype(np.float64), Fraction(1, 10 ** (places + more)))
