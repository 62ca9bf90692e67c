"""Radius and margin under a kernel whose features cannot be written out (T7)."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.kernel import KernelName
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.exact.fixed_point import decimal_places, held_values, is_held_whole, largest_size
from perceptron_gui.engine.exact.integer_solve import nearest_root
from perceptron_gui.engine.model.kernel_places import seen_places
from perceptron_gui.engine.model.kernel_values import kernel_squares, kernel_values
from perceptron_gui.engine.theory.exact_vectors import ExactVectors, places_enough
from perceptron_gui.engine.theory.gram_hull import HullPoint, find_hull_point
from perceptron_gui.engine.theory.kernel_rounding import HALF_ULP, rounding_of
from perceptron_gui.engine.theory.verdict import Verdict, Witness
from perceptron_gui.frozen import replace

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats, Ints
    from perceptron_gui.engine.exact.effort import Effort
    from perceptron_gui.engine.training.training_data import TrainingData

LEAST_RATIO = Fraction(3, 10**4)
"""A margin below this part of the radius is too close to tell."""
MOST = Fraction(10) ** 300
"""Of a kernel with larger values floats tell nothing."""
HALF = Fraction(1, 2)


def kernel_verdict(data: TrainingData, effort: Effort) -> Verdict:
    """Return the verdict from the Gram matrix, in floats.

    Under the Gaussian kernel points in different places can be told apart, however they are labelled: only where two
    equal points have different labels they cannot. How far apart they are is a question for floats.

    `data`: at least one point, with a curved kernel. `effort`: what the work is charged to.
    """
    squared = largest_kernel_square(data)
    radius = nearest_root(squared.numerator, squared.denominator)
    if len(data.present) < 2 and not data.settings.mode.is_binary:
        return Verdict(True, None, None, radius, squared)
    pairs = Pairs(data)
    if pairs.contradiction is not None:
        witness = _witness(data, pairs.contradiction)
        return Verdict(False, 0.0, Fraction(0), radius, squared, witness=witness)
    is_gaussian = data.settings.kernel.name is KernelName.RBF
    unknown = Verdict(True if is_gaussian else None, None, None, radius, squared)
    if squared > MOST or not math.isfinite(pairs.rounding):
        return unknown
    found = find_hull_point(len(pairs.points), pairs.products, effort)
    if found is None or not found.is_nearest:
        return unknown
    # What is certain: the hull is not nearer than that, so that no run makes more mistakes than the bound.
    lowest, length = found.certain(pairs.rounding, pairs.largest)
    if lowest <= 0 or lowest**2 < LEAST_RATIO**2 * squared * length:
        return unknown
    gap = lowest**2 / length
    nearest = _bias_of(data, pairs, found, lowest / length)
    return Verdict(True, _root_below(gap), gap, radius, squared, nearest=nearest, holders=pairs.points_of(found.keys))


def largest_kernel_square(data: TrainingData) -> Fraction:
    """Return max K(x, x), with bias that plus 1, exactly: as large as the point farthest from the origin makes it.

    `data`: at least one point, with a curved kernel.
    """
    kernel, bias = data.settings.kernel, Fraction(data.settings.bias)
    if kernel.name is KernelName.RBF:
        return 1 + bias
    points = ExactVectors(np.ascontiguousarray(data.mapped.X.T), places_enough(data.mapped.X))
    return Fraction((points.largest_square() + decimal_fraction(kernel.coef0)) ** kernel.degree) + bias


def _root_below(square: Fraction) -> float:
    """Return the largest double whose square is not above a number."""
    root = nearest_root(square.numerator, square.denominator)
    return root if Fraction(root) ** 2 <= square else math.nextafter(root, 0.0)


class Pairs:
    """Vectors whose hull decides, by their scalar products: +Φ̂(x_i) in the block of its class, −Φ̂(x_i) in a rival's.

    In the binary modes y·Φ̂(x_i). Points of one class that the kernel does not tell apart have the same vectors: the
    first stands for all, since of two the matrix of scalar products has no inverse.

    `points`, `rivals`: shape (n_vectors,): of each vector; in the binary modes there is no rival. `contradiction`: two
    points that the kernel does not tell apart, with different labels.
    """

    def __init__(self, data: TrainingData) -> None:
        self._data, self._kernel, self._X = data, data.settings.kernel, data.mapped.X
        places = decimal_places(self._X) if self._kernel.name is KernelName.RBF else None
        self._is_whole = places is not None and is_held_whole(largest_size(self._X), places)
        if places and self._is_whole:  # between whole numbers distances are exact
            self._X = held_values(self._X, places)
            self._kernel = replace(self._kernel, gamma=self._kernel.gamma / 100.0**places)
        self._is_binary = data.settings.mode.is_binary
        self._first = np.arange(data.n_samples)
        self.contradiction = self._find_twins()
        firsts = np.flatnonzero(self._first == np.arange(data.n_samples))
        if self._is_binary:
            self.points, self.rivals = firsts, np.full(len(firsts), -1)
            return
        points, rivals = np.repeat(firsts, len(data.present)), np.tile(np.array(data.present), len(firsts))
        is_rival = rivals != data.targets[points]
        self.points, self.rivals = points[is_rival], rivals[is_rival]

    def _find_twins(self) -> tuple[int, int] | None:
        """Note the first point of every place and label; return two of one place with different labels."""
        seen: dict[bytes, int] = {}
        targets = self._data.targets
        for i, row in enumerate(seen_places(self._kernel, self._X)):
            first = self._first[i] = seen.setdefault(row.tobytes(), i)
            if targets[first] != targets[i]:
                return first, i
        return None

    def products(self, some: Ints, others: Ints) -> Floats:
        """Return scalar products, see `gram_hull.Products`."""
        i, j = self.points[some], self.points[others]
        products = kernel_values(self._kernel, self._X[i], self._X[j])
        products += self._data.settings.bias
        targets, r, s = self._data.targets, self.rivals[some][:, None], self.rivals[others]
        y, z = targets[i][:, None], targets[j]
        if self._is_binary:
            products *= y * z
        else:
            products *= (y == z) * 1.0 - (y == s) - (r == z) + (r == s)
        return products

    @property
    def rounding(self) -> float:
        """The most by which a scalar product may be wrong."""
        of_kernel = rounding_of(self._kernel, self._X, self._is_whole)
        return self._most_products * (of_kernel + HALF_ULP * self.largest)

    @property
    def largest(self) -> float:
        """The largest scalar product, up to rounding."""
        squares = kernel_squares(self._kernel, self._X)
        return self._most_products * float(squares.max() + self._data.settings.bias)

    @property
    def _most_products(self) -> int:
        """K stands once in a scalar product, in multiclass up to twice."""
        return 1 if self._is_binary else 2

    def points_of(self, keys: Ints) -> tuple[int, ...]:
        """Return the points of some vectors, with those that stand in the same places; none in multiclass.

        `keys`: shape (n_keys,): which vectors.
        """
        if not self._is_binary:
            return ()
        holders: list[int] = np.flatnonzero(np.isin(self._first, self.points[keys])).tolist()
        return tuple(holders)


def _witness(data: TrainingData, twins: tuple[int, int]) -> Witness:
    """Return the proof by two points of one place: half of each makes 0."""
    first, second = (int(data.targets[i]) for i in twins)
    rivals = None if data.settings.mode.is_binary else (second, first)
    return Witness(twins, (HALF, HALF), None, rivals)


def _bias_of(data: TrainingData, pairs: Pairs, found: HullPoint, part: Fraction) -> tuple[Fraction, ...]:
    """Return γ̂·θ* as far as θ has entries: its bias, that of the point that was found times `part`."""
    if not (data.settings.bias and data.settings.mode.is_binary):
        return ()
    signs = data.targets[pairs.points[found.keys]].tolist()
    bias = sum((Fraction(w) * sign for w, sign in zip(found.weights.tolist(), signs, strict=True)), Fraction(0))
    return (bias * part,)
