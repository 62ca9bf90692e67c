"""Round heights at which level lines are drawn."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.session.nice_steps import nice_step

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats

MOST_LEVELS = 5
SHARE = 0.75
"""Of what is shown of the regions, this share is below the highest level but for one step."""
LEAST = 1e-3
"""Heights below this share of the largest do not count: far from its points a sum of Gaussians is almost 0."""


def nice_levels(heights: Floats) -> list[float]:
    """Return the heights of level lines: multiples of 1, 2 or 5 × 10ᵏ.

    `heights`: shape (n_regions, ny, nx): how far each region is ahead on a grid. Returns ascending, above 0; at most
    five. None where there is no height.
    """
    ahead = heights[heights > 0]
    if not ahead.size or not math.isfinite(largest := float(ahead.max())):
        return []
    usual = float(np.quantile(ahead[ahead > LEAST * largest], SHARE))
    step = nice_step(usual / (MOST_LEVELS - 1))
    found = [round_multiple(i, step) for i in range(1, MOST_LEVELS + 1)]
    return [value for value in found if value < largest]


def round_multiple(count: int, step: float) -> float:
    """Return a multiple of a step, as exact as a double can be. `count`: how many times. `step`: 1, 2 or 5 × 10ᵏ."""
    return count * step if step >= 1 else count / round(1 / step)
