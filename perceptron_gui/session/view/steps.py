"""The round numbers that a slider, a key or a scale goes through: speeds, lines of a grid."""

import math


def nice_step(least: float) -> float:
    """Return the smallest of 1, 2, 5 × 10^k that is at least `least`. `least`: above 0, in data units."""
    power = 10.0 ** math.floor(math.log10(least))
    return next((factor * power for factor in (1, 2, 5) if factor * power >= least), 10 * power)


SPEEDS: tuple[float | None, ...] = (1, 2, 5, 10, 30, 100, 1_000, 10_000, 100_000, None)
"""Visits a second, from the slowest; None is as fast as it goes."""
USUAL_SPEED = 3
"""The place at which nobody has chosen another one yet."""


def speed_at(place: int) -> float | None:
    """Return the speed at a place, or at the end that is nearest to it. `place`: index in SPEEDS, or beyond."""
    return SPEEDS[min(max(place, 0), len(SPEEDS) - 1)]
