"""Scores on a grid over the plane of two features, from which curved boundaries are drawn.

Kernels factor into single coordinates, which is far quicker than place by place (D5); each kernel knows how.
"""

from collections.abc import Callable

import numpy as np

from perceptron_gui.engine.data.dataset import Floats
from perceptron_gui.engine.data.features.feature_program import Arithmetic, Operation
from perceptron_gui.engine.exact import feature_values
from perceptron_gui.engine.model.models import Model
from perceptron_gui.frozen import Frozen

MOST_AT_ONCE = 1_000
"""Places that are judged in one call: what a model needs for them beside the answer stays small."""


class PlaneGrid(Frozen, eq=False):
    """A grid over the plane of two features, with the other features held constant."""

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
        sums = model.expansion.on_grid(grid.across, grid.upwards, grid.axes, grid.held)
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
    **feature_values.FLOATS,
    Operation.NUMBER: lambda value: np.array([[float(value)]]),
    Operation.POWER: np.power,
    Operation.SIN: np.sin,
    Operation.COS: np.cos,
    Operation.EXP: np.exp,
}
"""Quicker than those of training, which have the same bits on every machine."""
