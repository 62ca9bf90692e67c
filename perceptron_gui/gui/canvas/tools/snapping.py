"""Snapping: mouse and keyboard place points on short decimals that fit the visible grid (E6)."""

import math
from fractions import Fraction
from functools import lru_cache

from PySide6.QtCore import Qt

Modifier = Qt.KeyboardModifier
NO_MODIFIER = Modifier.NoModifier
GRID = Modifier.ControlModifier | Modifier.ShiftModifier
"""Keys with which a point lands on the grid itself."""
FREE = Modifier.ControlModifier | Modifier.AltModifier
"""Keys that leave a point where the mouse is; window managers that move windows with Alt leave Ctrl to us."""
PARTS = 10
"""Snapping divides a step of the grid into so many parts."""
FREE_PIXELS = 0.1
"""A point that does not snap is rounded to the first power of ten below so many pixels: nobody can see the difference,
and its decimals stay few enough to train on them exactly."""


@lru_cache(maxsize=8)
def snap_step(modifiers: Qt.KeyboardModifier, grid_step: float, unit: float) -> Fraction:
    """Return the snapping step along an axis, in data units.

    `modifiers`: with Ctrl and Shift a point lands on the grid itself, with Ctrl or Alt alone where the mouse is.
    `grid_step`: the distance of grid lines of an axis, in data units: 1, 2 or 5 · 10ᵏ. `unit`: pixels of one of them.
    """
    if not modifiers & FREE:
        return exact_step(grid_step) / PARTS
    if modifiers & Modifier.ShiftModifier:
        return exact_step(grid_step)
    return Fraction(10) ** math.floor(math.log10(FREE_PIXELS / unit))


@lru_cache(maxsize=8)
def exact_step(step: float) -> Fraction:
    """Return the number m · 10ᵏ, m a whole digit, that a double stands for. `step`: in data units."""
    power = math.floor(math.log10(step) + 1e-9)
    return round(step / 10.0**power) * Fraction(10) ** power


def snapped(value: float, step: Fraction) -> float:
    """Return the nearest multiple of a step, as the double nearest to that decimal.

    `step`: above 0, in the units of `value`.
    """
    return float(round(Fraction(value) / step) * step)
