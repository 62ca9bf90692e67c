"""The next larger and smaller parameters of a kernel, as an arrow key or the wheel takes them (D5)."""

from __future__ import annotations

import math

from perceptron_gui.engine.data.kernel import LARGEST_DEGREE
from perceptron_gui.engine.data.settings import MAX_ABS

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
