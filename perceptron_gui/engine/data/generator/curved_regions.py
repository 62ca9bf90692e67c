"""Shapes that no line parts: rings around a disc, half rings that reach into each other, arms of a spiral."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.generator.randomness import turned

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats
    from perceptron_gui.engine.data.generator.recipe import Recipe

Place = tuple[Fraction, Fraction]
DISC, RING = Fraction(1), Fraction(4, 5)
"""Radius of the disc in the middle, and width of a ring around it."""
ARC, ARC_WIDTH = 2, 0.5
"""Radius of a half ring, and how wide it is."""
FIRST_TURN, TURNS = 0.25, 1.5
"""Where an arm begins and ends, in turns."""
INNER, OUTER, ARM_WIDTH = 0.4, 3.0, 0.9
"""Distance from the middle where an arm begins and ends, and the width of an arm, shared by all arms of a turn."""


class Rings:
    """A disc, and a ring around it for every other class.

    The disc has its middle in any case, and a ring two opposite points: the middle is in the hull of every class.
    """

    n_uniforms = 2

    def __init__(self, recipe: Recipe) -> None:
        self._gap, self._wider = 2 * recipe.margin, recipe.overlap * RING

    def _radii(self, k: int) -> tuple[Fraction, Fraction]:
        outer = DISC + k * (self._gap + RING)
        return (Fraction(0) if k == 0 else outer - RING - self._wider), outer + self._wider

    def pins(self, k: int) -> Sequence[Place]:
        """See `Regions.pins`."""
        if k == 0:
            return [(Fraction(0), Fraction(0))]
        inner, outer = self._radii(k)
        middle = (inner + outer) / 2
        return [(middle, Fraction(0)), (-middle, Fraction(0))]

    def points(self, k: int, uniforms: Floats, slack: float) -> tuple[Floats, Floats]:
        """See `Regions.points`."""
        inner, outer = map(float, self._radii(k))
        inner = max(inner + slack, 0.0) if k else 0.0
        cosine, sine = turned(uniforms[:, 0])
        # Even over the area, by the square root, which every machine rounds alike.
        square = inner**2 + (max(outer - slack, inner) ** 2 - inner**2) * uniforms[:, 1]
        radius = np.sqrt(square)
        return radius * cosine, radius * sine


class Moons:
    """Half rings in a chain, in turn above and below, each with an end inside its neighbours.

    Each has both ends and its middle in any case: the end of the next one lies in their triangle.
    """

    n_uniforms = 2

    def __init__(self, recipe: Recipe) -> None:
        self._middle = Fraction((recipe.n_classes - 1) * ARC, 2)
        self._width = ARC_WIDTH + 2 * float(recipe.overlap)

    def _frame(self, k: int) -> tuple[Fraction, Fraction, int]:
        """Return the centre of a half ring, and 1 or −1: whether it is above it."""
        above = -1 if k % 2 else 1
        return k * ARC - self._middle, Fraction(-above, 2), above

    def pins(self, k: int) -> Sequence[Place]:
        """See `Regions.pins`: the end inside the neighbour before comes first."""
        across, upwards, above = self._frame(k)
        return [(across - ARC, upwards), (across + ARC, upwards), (across, upwards + above * ARC)]

    def points(self, k: int, uniforms: Floats, slack: float) -> tuple[Floats, Floats]:
        """See `Regions.points`."""
        across, upwards, above = self._frame(k)
        cosine, sine = turned(uniforms[:, 0] / 2)
        radius = ARC + self._width * (uniforms[:, 1] - 0.5)
        return float(across) + radius * cosine, float(upwards) + above * (radius * sine)


class Spirals:
    """Arms around the middle. The last turn of each has three points in any case, a third of a turn apart."""

    n_uniforms = 2

    def __init__(self, recipe: Recipe) -> None:
        self._n = recipe.n_classes
        self._width = ARM_WIDTH * (1 + 3 * float(recipe.overlap)) / self._n

    def pins(self, k: int) -> Sequence[Place]:
        """See `Regions.pins`: the middle is well inside their triangle, so that they can be rounded."""
        step = 1 / (3 * (TURNS - FIRST_TURN))
        t, s = self._on_arm(k, np.array([1.0, 1.0 - step, 1.0 - 2 * step]), np.zeros(3))
        return [(Fraction(round(10 * x), 10), Fraction(round(10 * y), 10)) for x, y in zip(t, s, strict=True)]

    def points(self, k: int, uniforms: Floats, slack: float) -> tuple[Floats, Floats]:
        """See `Regions.points`: as many on every part of an arm, which is denser where it begins."""
        return self._on_arm(k, uniforms[:, 0], self._width * (uniforms[:, 1] - 0.5))

    def _on_arm(self, k: int, share: Floats, off: Floats) -> tuple[Floats, Floats]:
        cosine, sine = turned(FIRST_TURN + (TURNS - FIRST_TURN) * share + k / self._n)
        radius = INNER + (OUTER - INNER) * share + off
        return radius * cosine, radius * sine
