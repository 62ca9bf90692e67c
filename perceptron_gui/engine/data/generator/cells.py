"""Shapes of cells of one size, in rows and columns with streets between them: clouds, bands, a chessboard."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.generator.recipe import Recipe, Shape

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats

Place = tuple[Fraction, Fraction]
HALF = {
    Shape.BLOBS: (Fraction(3, 2), Fraction(3, 2)),
    Shape.LINE: (Fraction(1), Fraction(3)),
    Shape.XOR: (Fraction(1), Fraction(1)),
}
"""Half the size of a cell, from class to class and across."""


class Cells:
    """The cells of all classes, around the middle of them all.

    Each class has the middles of two opposite sides of its cell in any case, of a chessboard the middles of its cells.
    Between neighbours in a row these are as far apart as the street is wide, straight across it: no line has more room.

    `recipe`: of one of these shapes.
    """

    def __init__(self, recipe: Recipe) -> None:
        self._shape, n = recipe.shape, recipe.n_classes
        self._half = HALF[recipe.shape]
        self._step = tuple(2 * (half * (1 - recipe.overlap) + recipe.margin) for half in self._half)
        self._columns = isqrt(n - 1) + 1 if recipe.shape is Shape.BLOBS else n
        self._rows = {Shape.BLOBS: -(-n // self._columns), Shape.LINE: 1, Shape.XOR: n}[recipe.shape]
        self.n_uniforms = 6 if recipe.shape is Shape.BLOBS else 2

    def middles(self, k: int) -> list[Place]:
        """Return the middles of the cells of a class. `k`: index of the class."""
        places = [divmod(k, self._columns)[::-1]]
        if self._shape is Shape.XOR:
            places = [(i, (k - i) % self._rows) for i in range(self._columns)]
        across, upwards = Fraction(self._columns - 1, 2), Fraction(self._rows - 1, 2)
        return [((i - across) * self._step[0], (j - upwards) * self._step[1]) for i, j in places]

    def pins(self, k: int) -> list[Place]:
        """See `Regions.pins`: those first that face the neighbour of an even and an odd class."""
        if self._shape is Shape.XOR:
            return self.middles(k)
        ((t, s),) = self.middles(k)
        half = self._half[0] * (-1 if k % self._columns % 2 else 1)
        return [(t + half, s), (t - half, s)]

    def points(self, k: int, uniforms: Floats, slack: float) -> tuple[Floats, Floats]:
        """See `Regions.points`: dense in the middle of a cloud, even in other cells."""
        middles = np.array(self.middles(k), dtype=np.float64)
        cells = middles[np.arange(len(uniforms)) % len(middles)]
        if self._shape is Shape.BLOBS:
            first, second = ((u[:, 0] + u[:, 1] + u[:, 2]) / 1.5 - 1 for u in (uniforms[:, :3], uniforms[:, 3:]))
        else:
            first, second = 2 * uniforms[:, 0] - 1, 2 * uniforms[:, 1] - 1
        across, upwards = (float(half) - slack for half in self._half)
        return cells[:, 0] + across * first, cells[:, 1] + upwards * second
