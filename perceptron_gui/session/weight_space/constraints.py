"""What every point asks of the weights: θ·(y x̂) > 0, an open half-space whose border passes through 0 (P1, M2)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.class_targets import targets_of
from perceptron_gui.engine.data.parts import trained_points
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.exact.mapped_points import mapped_points
from perceptron_gui.engine.model.models import model_kind
from perceptron_gui.frozen import Frozen

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset, Floats, Ints
    from perceptron_gui.engine.data.settings import TrainingSettings

Pair = tuple[int, int]
"""Two classes with rows of weights of their own: what is shown is the first row less the second."""
PLANE, SPHERE = 2, 3
"""Numbers in θ that can be shown: as a plane of weights, and as a sphere of their directions."""
ROUNDING, UNDERFLOW = 2.0**-48, 1e-300
"""Parts of the sum of |products| by which a sum of three is wrong at most, with room; and more than is lost below."""


class Constraints(Frozen, eq=False):
    """Half-spaces of weights, one for each point that takes part."""

    # shape (n, n_entries): y·x̂ in data units: the weights θ with θ·normal > 0 are right about the point
    normals: Floats
    points: Ints  # shape (n,): whose they are

    def sides_of(self, theta: Sequence[Fraction], which: Ints | None = None) -> Ints:
        """Return the sign of θ·(y x̂) for points: 1 where weights are right, 0 on the border, decided exactly (E1).

        `theta`: the weights, n_entries numbers. `which`: indices of half-spaces; None for all of them. Returns shape
        (n,).
        """
        normals = self.normals if which is None else self.normals[which]
        scores, doubt = np.zeros(len(normals)), np.zeros(len(normals))
        if not any(theta):
            return np.zeros(len(normals), dtype=np.int64)
        with np.errstate(over="ignore", invalid="ignore"):
            for weight, column in zip(map(float, theta), normals.T, strict=True):
                scores += weight * column
                doubt += abs(weight) * np.abs(column)
            # Every number, product and sum is rounded once; what is left in doubt fractions decide.
            is_clear = np.abs(scores) > ROUNDING * doubt + UNDERFLOW
        signs = (scores > 0).astype(np.int64) - (scores < 0)
        for i in np.flatnonzero(~is_clear).tolist():
            exact = sum(v * decimal_fraction(x) for v, x in zip(theta, normals[i].tolist(), strict=True))
            signs[i] = (exact > 0) - (exact < 0)
        return signs

    def errors_under(self, theta: Sequence[Fraction]) -> int:
        """Return how many points are errors under some weights: those with θ·(y x̂) ≤ 0, decided exactly (W5).

        `theta`: the weights.
        """
        return int(np.count_nonzero(self.sides_of(theta) <= 0))


def constraints_of(dataset: Dataset, settings: TrainingSettings, pair: Pair | None = None) -> Constraints:
    """Return the half-spaces of the points of a dataset, but for those held out.

    `settings`: their mode, the bias, and the class that is +. `pair`: where every class has a row of weights: the two
    classes whose points take part. Raises `SettingsError`, `DatasetError` as `targets_of` and `mapped_points`.
    """
    points = trained_points(dataset)
    if model_kind(settings).has_class_rows:
        first, second = pair or (0, 1)
        points = points[(dataset.labels[points] == first) | (dataset.labels[points] == second)]
        signs = np.where(dataset.labels[points] == first, 1.0, -1.0)
    else:
        signs = targets_of(dataset, settings)[points].astype(np.float64)
    inputs = mapped_points(dataset, settings.features).X[points] * signs[:, None]
    return Constraints(np.column_stack([inputs, signs]) if settings.bias else inputs, points)


def shown_weights(theta: Floats, pair: Pair | None = None) -> Floats:
    """Return the weights that are shown: the only row, or the difference of two.

    `theta`: shape (..., n_rows, n_entries): rows (w, b), of one state or of many. `pair`: where every class has a row:
    the two that are compared. Returns shape (..., n_entries).
    """
    if pair is None:
        return theta[..., 0, :]
    difference: Floats = theta[..., pair[0], :] - theta[..., pair[1], :]
    return difference
