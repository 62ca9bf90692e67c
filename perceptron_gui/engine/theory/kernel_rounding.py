"""By how much a kernel's value in floats can differ from that of the decimals that points stand for (T7)."""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.kernel import KernelName
from perceptron_gui.engine.model.kernel_values import kernel_squares

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats
    from perceptron_gui.engine.data.kernel import Kernel

HALF_ULP = 2.0**-53
"""The most that one rounding changes, as a part of the result."""
SERIES = 8
"""More half last places than e to the power of … loses by its sums and products, and by the end of its series."""
FARTHEST = 745.0
"""From there on e to the power of minus that is no double."""
MOST_IN_EXPONENT = 1e-3
"""Up to this error of its exponent, e to the power of it changes by no more than twice the part."""


def rounding_of(kernel: Kernel, X: Floats, is_whole: bool = False) -> float:
    """Return the most by which K of two points in floats may be wrong; infinity where that cannot be told.

    `kernel`: a curved one. `X`: shape (n_samples, n_features): data units; each number stands for a decimal that is at
    most half a last place off. `is_whole`: whether they are whole numbers below 2^53, whose differences are exact.
    """
    if kernel.name is not KernelName.RBF:
        return _of_polynomial(kernel, X)
    size = 0.0 if is_whole else float(np.sqrt(np.square(np.abs(X).max(axis=0, initial=0.0)).sum()))
    return _of_gaussian(kernel.gamma, size, X.shape[1])


def _of_gaussian(gamma: float, size: float, n_features: int) -> float:
    """Bound the error of e^(−t), t = g·‖x − z‖².

    Coordinates of `size` M and their difference are off by at most 4·M half last places, which changes t by no more
    than a·√t + c; g and the sums of n features change it by b·t. Times e^(−t), √t is at most 0.43 and t at most 0.37.
    """
    a, b = 8 * HALF_ULP * math.sqrt(gamma) * size, (n_features + 8) * HALF_ULP
    c = gamma * (4 * HALF_ULP * size) ** 2
    if not a * math.sqrt(FARTHEST) + b * FARTHEST + c <= MOST_IN_EXPONENT:
        return math.inf
    return 2 * (0.43 * a + 0.37 * b + c) + SERIES * HALF_ULP


def _of_polynomial(kernel: Kernel, X: Floats) -> float:
    """Bound the error of (x·z + c)^p: each of its p factors is off by the roundings of a sum of n products."""
    largest = float(kernel_squares(kernel, X).max(initial=0.0))
    roundings = kernel.degree * (X.shape[1] + SERIES)
    return 2 * roundings * HALF_ULP * largest + sys.float_info.min if math.isfinite(largest) else math.inf
