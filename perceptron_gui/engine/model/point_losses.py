"""The loss under the current parameters, and the margins of points, evenly chosen from many (P3, M2)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.growable_array import frozen
from perceptron_gui.engine.exact.fixed_point import LARGEST, true_value
from perceptron_gui.frozen import Frozen

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats, Ints
    from perceptron_gui.engine.exact.scale import Scale

MOST_POINTS = 2_000
"""The most points with margins."""


class PointLosses(Frozen, eq=False):
    """Losses max(0, −y·f) under the parameters as they are now."""

    total: Fraction | float  # l, the sum over all points; a float where it was rounded
    points: Ints  # shape (n,): all points, or of more than `MOST_POINTS` evenly many, ascending
    margins: Floats  # shape (n,): their y·f(x), in multiclass s_y − s_r; +∞ where a class has no rival


def points_told(n_samples: int) -> Ints:
    """Return the points whose margins are told, see `PointLosses`. `n_samples`: how many there are."""
    return np.linspace(0, n_samples - 1, min(n_samples, MOST_POINTS)).astype(np.int64)


def point_losses(held_total: float, points: Ints, held: Floats, scale: Scale, is_exact: bool) -> PointLosses:
    """Return the losses of points, in data units.

    `held_total`: the sum of the losses of all points, as a trainer holds them. `points`: shape (n,): see `points_told`.
    `held`: shape (n,): their margins, as a trainer holds them. `scale`: how it holds them. `is_exact`: whether they are
    exact.
    """
    is_known = is_exact and held_total < LARGEST
    total = true_value(float(scale.scores([held_total])[0]), scale.score_unit if is_known else None)
    return PointLosses(total, frozen(points), frozen(scale.scores(held)))
