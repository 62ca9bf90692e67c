"""Radius and margin under a kernel whose features cannot be written out (T7)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.kernel import KernelName
from perceptron_gui.engine.exact.integer_solve import nearest_root
from perceptron_gui.engine.model.kernel_values import kernel_squares, kernel_values
from perceptron_gui.engine.theory.gram_hull import HullPoint, find_hull_point
from perceptron_gui.engine.theory.verdict import Verdict, Witness

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats, Ints
    from perceptron_gui.engine.exact.effort import Effort
    from perceptron_gui.engine.training.training_data import TrainingData

LEAST_RATIO = 3e-4
"""A margin below this part of the radius is too close to tell."""
HALF = Fraction(1, 2)


def kernel_verdict(data: TrainingData, effort: Effort) -> Verdict:
    """Return the verdict from the Gram matrix, in floats.

    Under the Gaussian kernel points in different places can be told apart, however they are labelled: only where two
    equal points have different labels they cannot. How far apart they are is a question for floats.

    Parameters
    ----------
    data : TrainingData
        At least one point, with a curved kernel.
    effort : Effort
        What the work is charged to.
    """
    squared = Fraction(float((kernel_squares(data.settings.kernel, data.mapped.X) + data.settings.bias).max()))
    radius = nearest_root(squared.numerator, squared.denominator)
    if len(data.present) < 2 and not data.settings.mode.is_binary:
        return Verdict(True, None, None, radius, squared)
    is_gaussian = data.settings.kernel.name is KernelName.RBF
    twins = _contradiction(data) if is_gaussian else None
    if twins is not None:
        return Verdict(False, 0.0, Fraction(0), radius, squared, witness=_witness(data, twins))
    unknown = Verdict(True if is_gaussian else None, None, None, radius, squared)
    pairs = Pairs(data)
    found = find_hull_point(len(pairs.points), pairs.products, effort)
    if found is None or not found.is_nearest or found.lowest < (LEAST_RATIO * radius) ** 2:
        return unknown
    # What is certain: the hull is not nearer than that, so that no run makes more mistakes than the bound.
    gap = Fraction(found.lowest) ** 2 / Fraction(found.squared)
    margin = nearest_root(gap.numerator, gap.denominator)
    return Verdict(True, margin, gap, radius, squared, nearest=_bias_of(data, found), holders=_holders(data, found))


class Pairs:
    """Vectors whose hull decides, by their scalar products: +Φ̂(x_i) in the block of its class, −Φ̂(x_i) in a rival's.

    In the binary modes y·Φ̂(x_i), one for each point.

    Parameters
    ----------
    data : TrainingData

    Attributes
    ----------
    points, rivals : ndarray of int64, shape (n_vectors,)
        Of each vector; in the binary modes there is no rival.
    """

    def __init__(self, data: TrainingData) -> None:
        self._data, n = data, data.n_samples
        self._is_binary = data.settings.mode.is_binary
        if self._is_binary:
            self.points, self.rivals = np.arange(n), np.full(n, -1)
            return
        pairs = [(i, k) for i, label in enumerate(data.targets.tolist()) for k in data.present if k != label]
        self.points, self.rivals = np.array(pairs, dtype=np.int64).T

    def products(self, some: Ints, others: Ints) -> Floats:
        """Return scalar products, see `gram_hull.Products`."""
        X, settings = self._data.mapped.X, self._data.settings
        i, j = self.points[some], self.points[others]
        products = kernel_values(settings.kernel, X[i], X[j])
        products += settings.bias
        targets, r, s = self._data.targets, self.rivals[some][:, None], self.rivals[others]
        y, z = targets[i][:, None], targets[j]
        if self._is_binary:
            products *= y * z
        else:
            products *= (y == z) * 1.0 - (y == s) - (r == z) + (r == s)
        return products


def _contradiction(data: TrainingData) -> tuple[int, int] | None:
    """Return two equal points with different labels, or None."""
    seen: dict[bytes, int] = {}
    for i, row in enumerate(data.mapped.X + 0.0):
        first = seen.setdefault(row.tobytes(), i)
        if data.targets[first] != data.targets[i]:
            return first, i
    return None


def _witness(data: TrainingData, twins: tuple[int, int]) -> Witness:
    """Return the proof by two equal points: half of each makes 0."""
    first, second = (int(data.targets[i]) for i in twins)
    rivals = None if data.settings.mode.is_binary else (second, first)
    return Witness(twins, (HALF, HALF), None, rivals)


def _bias_of(data: TrainingData, found: HullPoint) -> tuple[Fraction, ...]:
    """Return γ̂·θ* as far as θ has entries: its bias; as long as the margin that is certain."""
    if not (data.settings.bias and data.settings.mode.is_binary):
        return ()
    bias = Fraction(float(np.dot(found.weights, data.targets[found.keys])))
    return (bias * Fraction(found.lowest) / Fraction(found.squared),)


def _holders(data: TrainingData, found: HullPoint) -> tuple[int, ...]:
    return tuple(found.keys.tolist()) if data.settings.mode.is_binary else ()
