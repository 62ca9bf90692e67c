"""The round numbers that a slider, a key or a scale goes through: speeds, parameters of kernels, lines of a grid."""

from __future__ import annotations

import math

from perceptron_gui.engine.data.kernel import LARGEST_DEGREE
from perceptron_gui.engine.data.settings import MAX_ABS


def nice_step(least: float) -> float:
    """Return the smallest of 1, 2, 5 × 10^k that is at least `least`. `least`: above 0, in data units."""
    power = 10.0 ** math.floor(math.log10(least))
    return next((factor * power for factor in (1, 2, 5) if factor * power >= least), 10 * power)


MOST_STEPPED = 1e6
"""Steps lead up to here, and down to its inverse; what is typed may be more."""


def next_degree(degree: int, is_up: bool) -> int:
    """Return the next degree p. `degree`: the one before. `is_up`: whether it is to grow."""
    return min(max(degree + (1 if is_up else -1), 1), LARGEST_DEGREE)


def next_constant(constant: float, is_up: bool) -> float:
    """Return the next constant c of the polynomial kernel: one more or less, down to 0.

    `constant`: the one before. `is_up`: whether it is to grow.
    """
    return min(max(constant + (1.0 if is_up else -1.0), 0.0), MAX_ABS)


def next_factor(factor: float, is_up: bool) -> float:
    """Return the next g of the Gaussian kernel: 1, 2 or 5 × 10ᵏ.

    `factor`: the one before, above 0. `is_up`: whether it is to grow.
    """
    power = math.floor(math.log10(factor))
    near = [float(f"{digit}e{power + k}") for k in (-1, 0, 1) for digit in (1, 2, 5)]
    if is_up:
        found = min(value for value in near if value > factor)
        return found if found <= MOST_STEPPED else factor
    found = max(value for value in near if value < factor)
    return found if found >= 1 / MOST_STEPPED else factor


SPEEDS: tuple[float | None, ...] = (1, 2, 5, 10, 30, 100, 1_000, 10_000, 100_000, None)
"""Visits a second, from the slowest; None is as fast as it goes."""
USUAL_SPEED = 3
"""The place at which nobody has chosen another one yet."""


def speed_at(place: int) -> float | None:
    """Return the speed at a place, or at the end that is nearest to it. `place`: index in SPEEDS, or beyond."""
    return SPEEDS[min(max(place, 0), len(SPEEDS) - 1)]
