"""In which scale w is drawn: true while it fits, else divided or multiplied by 1, 2, 5 × 10^k (DESIGN §3)."""

from __future__ import annotations

import math

LONGEST, SHORTEST = 0.42, 0.03
"""Parts of the view's smaller side that the longest arrow may take, and must take."""


class WeightScale:
    """Keeps the factor until an arrow no longer fits, so that arrows do not jump."""

    def __init__(self) -> None:
        self.factor = 1.0

    def fit(self, longest: float, side: float) -> float:
        """Return the factor by which arrows are drawn.

        Parameters
        ----------
        longest : float
            Length of the longest arrow in data units.
        side : float
            The view's smaller side in data units.
        """
        if longest <= 0:
            return self.factor
        if not SHORTEST <= longest * self.factor / side <= LONGEST:
            self.factor = _whole_factor(longest / side)
        return self.factor

    @property
    def text(self) -> str:
        """What stands beside w: nothing when true, else "÷ 50" or "× 20"."""
        if self.factor == 1.0:
            return ""
        return f" ÷ {1 / self.factor:g}" if self.factor < 1 else f" × {self.factor:g}"


def _whole_factor(share: float) -> float:
    """Return 1 if it fits, else the factor of 1, 2, 5 × 10^k nearest to 1 that does."""
    if SHORTEST <= share <= LONGEST:
        return 1.0
    too_long = share > LONGEST
    least = share / LONGEST if too_long else SHORTEST / share
    power = 10.0 ** math.floor(math.log10(least))
    steps = next((s for s in (1, 2, 5, 10) if s * power >= least * (1 if too_long else 2)), 20)
    return 1 / (steps * power) if too_long else steps * power
