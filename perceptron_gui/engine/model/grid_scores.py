"""f, or the score of every class, on a grid over the plane of two features: what a curved boundary is drawn from.

Sums of kernels fall apart into one coordinate each, far quicker than place by place (D5): exp(−g‖x − z‖²) is a product
of a factor for x1 and one for x2, so that the whole grid is one product of matrices; (x·z + c)^p is for every x2 a
polynomial of degree p in x1, around the middle of the grid.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.feature_program import Arithmetic, Operation
from perceptron_gui.engine.data.kernel import KernelName
from perceptron_gui.frozen import Frozen

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats
    from perceptron_gui.engine.model.kernel_values import KernelExpansion
    from perceptron_gui.engine.model.models import Model


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


MOST_AT_ONCE = 1_000
"""Places that are judged in one call: what a model needs for them beside the answer stays small."""


class PlaneGrid(Frozen, eq=False):
    """Lines across the plane of two features, where the others are held."""

    # shape (nx,) and (ny,): where the lines stand, ascending, in data units
    across: Floats
    upwards: Floats
    axes: tuple[int, int | None]  # the features across and upwards; None where there is one feature only
    held: Floats  # shape (n_features,): values of the features that are not shown

    @property
    def shape(self) -> tuple[int, int]:
        """How many lines there are: (ny, nx)."""
        return len(self.upwards), len(self.across)

    def places(self, x: Floats, y: Floats) -> Floats:
        """Return places of the plane with all their features.

        `x`, `y`: shape (n,): across and upwards, in data units. Returns shape (n, n_features).
        """
        X = np.repeat(self.held[np.newaxis], len(x), axis=0)
        X[:, self.axes[0]] = x
        if self.axes[1] is not None:
            X[:, self.axes[1]] = y
        return X


def never() -> bool:
    """Return False: nobody asks to stop."""
    return False


def scores_at_places(model: Model, X: Floats, let_go: Callable[[], object] = never) -> Floats:
    """Return f, or the score of every class, of any number of places.

    `X`: shape (n, n_features): in data units. `let_go`: called between slices of the work; may raise. Returns shape
    (n_rows, n).
    """
    slices = []
    for begin in range(0, max(len(X), 1), MOST_AT_ONCE):
        slices.append(model.decision_function(X[begin : begin + MOST_AT_ONCE]).T)
        let_go()
    return np.concatenate(slices, axis=1)


def grid_scores(model: Model, grid: PlaneGrid, let_go: Callable[[], object] = never) -> Floats:
    """Return f, or the score of every class, where the lines of a grid cross: to be drawn, so not to the last bit.

    `let_go`: called between slices of the work; may raise. Returns shape (n_rows, ny, nx).
    """
    is_plain = model.features.is_identity or not model.is_sum
    if not is_plain and model.expansion is None:
        return _feature_scores(model, grid, let_go)
    if is_plain and model.expansion is not None:
        sums = expansion_on_grid(model.expansion, grid.across, grid.upwards, grid.axes, grid.held)
        return sums + model.biases[:, np.newaxis, np.newaxis]
    ny, nx = grid.shape
    X = grid.places(np.tile(grid.across, ny), np.repeat(grid.upwards, nx))
    return scores_at_places(model, X, let_go).reshape(-1, ny, nx)


def _feature_scores(model: Model, grid: PlaneGrid, let_go: Callable[[], object]) -> Floats:
    """Return the sums in plain float64: a feature of one coordinate alone is worked out for its lines only."""
    columns: list[Floats] = [np.array([[value]]) for value in grid.held]
    columns[grid.axes[0]] = grid.across[np.newaxis]
    if grid.axes[1] is not None:
        columns[grid.axes[1]] = grid.upwards[:, np.newaxis]
    scores = np.zeros((len(model.theta), *grid.shape)) + model.biases[:, np.newaxis, np.newaxis]
    for j, program in enumerate(model.features.of(model.columns).programs):
        scores += model.weights[:, j, np.newaxis, np.newaxis] * program.run(columns, FLOATS)
        let_go()
    return scores


FLOATS: Arithmetic[Floats] = {
    Operation.NUMBER: lambda value: np.array([[float(value)]]),
    Operation.ADD: np.add,
    Operation.SUBTRACT: np.subtract,
    Operation.MULTIPLY: np.multiply,
    Operation.POWER: np.power,
    Operation.NEGATE: np.negative,
    Operation.SIN: np.sin,
    Operation.COS: np.cos,
    Operation.EXP: np.exp,
    Operation.ABS: np.abs,
    Operation.MIN: np.minimum,
    Operation.MAX: np.maximum,
}
"""Quicker than those of training, which have the same bits on every machine."""
