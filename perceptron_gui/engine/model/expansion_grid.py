"""Sums of kernels on a grid, far quicker than place by place: both kinds fall apart into one coordinate each (D5).

exp(−g‖x − z‖²) is a product of a factor for x1 and one for x2, so that the whole grid is one product of matrices;
(x·z + c)^p is for every x2 a polynomial of degree p in x1, around the middle of the grid.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.kernel import KernelName

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats
    from perceptron_gui.engine.model.kernel_expansion import KernelExpansion

SMALLEST = np.finfo(np.float64).tiny
"""Smaller numbers are slow, and make no difference that can be drawn."""
Axes = tuple[int, int | None]


def expansion_on_grid(expansion: KernelExpansion, across: Floats, upwards: Floats, axes: Axes, held: Floats) -> Floats:
    """Return the sums of every row where the lines of a grid cross, in plain float64.

    `expansion`: with a curved kernel. `across`, `upwards`: shape (nx,) and (ny,): the lines, in data units. `axes`: the
    features across and upwards. `held`: shape (n_features,): values of the other features. Returns shape (n_rows, ny,
    nx).
    """
    weights = expansion.eta * expansion.counts
    on_grid = _gaussian if expansion.kernel.name is KernelName.RBF else _polynomial
    return np.stack([on_grid(expansion, row, (across, upwards), axes, held) for row in weights])


def _gaussian(
    expansion: KernelExpansion, weights: Floats, lines: tuple[Floats, Floats], axes: Axes, held: Floats
) -> Floats:
    used = np.flatnonzero(weights)
    points, gamma = expansion.points[used], expansion.kernel.gamma
    hidden = [j for j in range(len(held)) if j not in axes]
    away = ((points[:, hidden] - held[hidden]) ** 2).sum(axis=1)
    factors = [weights[used] * _normal(np.exp(-gamma * away))] if hidden else [weights[used]]
    left = _normal(np.exp(-gamma * (lines[0][:, np.newaxis] - points[:, axes[0]]) ** 2))
    if axes[1] is None:
        return np.repeat((left @ factors[0])[np.newaxis], len(lines[1]), axis=0)
    right = _normal(np.exp(-gamma * (lines[1][:, np.newaxis] - points[:, axes[1]]) ** 2))
    on_grid: Floats = (right * factors[0]) @ left.T
    return on_grid


def _normal(values: Floats) -> Floats:
    return np.where(values < SMALLEST, 0.0, values)


def _polynomial(
    expansion: KernelExpansion, weights: Floats, lines: tuple[Floats, Floats], axes: Axes, held: Floats
) -> Floats:
    used = np.flatnonzero(weights)
    points, kernel = expansion.points[used], expansion.kernel
    middle, slopes = lines[0][len(lines[0]) // 2], points[:, axes[0]]
    hidden = [j for j in range(len(held)) if j not in axes]
    base = points[:, hidden] @ held[hidden] + kernel.coef0 + middle * slopes
    if axes[1] is not None:
        base = base + lines[1][:, np.newaxis] * points[:, axes[1]]
    base = np.broadcast_to(base, (len(lines[1]), len(used)))
    shifted, total = lines[0] - middle, np.zeros((len(lines[1]), len(lines[0])))
    for k in range(kernel.degree + 1):
        coefficients = base ** (kernel.degree - k) @ (comb(kernel.degree, k) * weights[used] * slopes**k)
        total += coefficients[:, np.newaxis] * shifted**k
    return total
