"""The axes of a plot that is painted: where a number lies on one, and which numbers stand at it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.frozen import Frozen
from perceptron_gui.session.nice_steps import nice_step

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats


class PlotScale(Frozen):
    """An axis, from its lowest number to its highest."""

    # above 0 where it is logarithmic
    lowest: float
    highest: float
    # their places in pixels
    start: float
    end: float
    is_log: bool  # whether equal ratios, not differences, are equally far apart

    def place(self, values: Floats | float) -> Floats:
        """Return where numbers lie, in pixels; NaN for what a logarithmic axis has no place for."""
        numbers = np.asarray(values, dtype=np.float64)
        if self.is_log:
            numbers = np.log(np.where(numbers > 0, numbers, np.nan))
        low, high = self._ends
        places: Floats = self.start + (self.end - self.start) * (numbers - low) / (high - low)
        return places

    def numbers(self, count: int) -> Floats:
        """Return numbers that lie equally far apart, from the lowest to the highest. `count`: how many, 2 or more."""
        spread = np.geomspace if self.is_log else np.linspace
        return spread(self.lowest, self.highest, count)

    def ticks(self, room: float) -> list[float]:
        """Return the numbers to write at the axis: powers of ten, or multiples of 1, 2, 5 × 10ᵏ.

        `room`: pixels that each needs.
        """
        most = max(abs(self.end - self.start) / room, 1.0)
        if not self.is_log:
            step = nice_step((self.highest - self.lowest) / most)
            return [k * step for k in range(math.ceil(self.lowest / step), math.floor(self.highest / step) + 1)]
        first, last = math.ceil(math.log10(self.lowest)), math.floor(math.log10(self.highest))
        every = max(1, math.ceil((last - first + 1) / most))
        return [10.0**power for power in range(first, last + 1) if power % every == 0]

    @property
    def _ends(self) -> tuple[float, float]:
        if self.is_log:
            return math.log(self.lowest), math.log(self.highest)
        return self.lowest, self.highest
