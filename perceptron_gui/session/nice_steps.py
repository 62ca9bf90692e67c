"""Between the lines of a grid, the numbers at an axis, and level lines: 1, 2 or 5 times a power of ten."""

from __future__ import annotations

import math


def nice_step(least: float) -> float:
    """Return the smallest of 1, 2, 5 × 10^k that is at least `least`. `least`: above 0, in data units."""
    power = 10.0 ** math.floor(math.log10(least))
    return next((factor * power for factor in (1, 2, 5) if factor * power >= least), 10 * power)
