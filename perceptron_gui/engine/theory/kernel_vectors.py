"""Points among the features of a polynomial kernel, without rounding: their scalar products are K (T7)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.exact.effort import longest
from perceptron_gui.engine.theory.exact_vectors import ExactVectors
from perceptron_gui.frozen import field

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats, Ints
    from perceptron_gui.engine.exact.effort import Effort
    from perceptron_gui.engine.training.training_data import TrainingData

MOST_ENTRIES, MOST_WORDS, WORD = 600, 10_000_000, 64
"""Up to so many features, and words of 64 bits in the numbers of all points together, margins are certified."""
LARGEST_EXPONENT = 990
"""A larger power of two is not far from where doubles end."""


class WholeVectors(ExactVectors, eq=False):
    """Vectors whose whole numbers are known, and may be longer than doubles can say."""

    wholes: list[list[int]] = field(default_factory=list)  # each vector times 10^`places`

    def whole(self, index: int) -> list[int]:
        """Return a vector times 10^`places`, exactly, see `ExactVectors`."""
        return self.wholes[index]

    def some(self, indices: Ints) -> WholeVectors:
        """Return the vectors at some places, with their whole numbers, see `ExactVectors`."""
        columns = np.take(self.columns, indices, axis=1)
        return WholeVectors(columns, self.places, [self.wholes[i] for i in indices.tolist()])

    def _without_twins(self, indices: Ints) -> list[int]:
        """Return `indices` with one for every vector: the doubles of two that differ may be the same."""
        return sorted({tuple(self.wholes[i]): i for i in reversed(indices.tolist())}.values())


class Monomial(NamedTuple):
    """One feature of the kernel, a product of coordinates with a factor."""

    places: tuple[int, ...]  # the coordinates, ascending, each as often as it is a factor
    # of the product; the square roots in which K differs from monomials are replaced by several whole factors, since
    # every whole number is a sum of squares
    factor: int


def kernel_vectors(data: TrainingData, effort: Effort) -> WholeVectors | None:
    """Return y·(Φ(x), 1), in multiclass (Φ(x), 1), without the 1 where there is no bias; Φ(x)·Φ(z) = K(x, z).

    `data`: of a run with a curved kernel. `effort`: what the work is charged to. Returns None where the kernel has
    endlessly many features, or too many, or where they are too long or too large. Raises `Cancelled` as soon as
    `effort` is at its end.
    """
    kernel, n, d = data.settings.kernel, data.n_samples, data.mapped.n_features
    count = math.comb(d + kernel.degree, kernel.degree)
    if kernel.name is not KernelName.POLY or count > MOST_ENTRIES:
        return None
    factor_places, monomials = monomials_of(kernel, d)
    points, k = _whole_points(data.mapped.X)
    bits = kernel.degree * max(longest([10**k]), *map(longest, points), 1) + longest(each.factor for each in monomials)
    if len(monomials) > MOST_ENTRIES or len(monomials) * n * (1 + bits // WORD) > MOST_WORDS:
        return None
    effort.spend_products(len(monomials) * n * kernel.degree, bits, bits)
    signs = data.targets.tolist() if data.settings.mode.is_binary else [1] * n
    places = factor_places + k * kernel.degree
    one = [10**places] * data.settings.bias
    wholes = []
    for sign, x in zip(signs, points, strict=True):
        powers = [10 ** (k * (kernel.degree - size)) for size in range(kernel.degree + 1)]
        row = [each.factor * powers[len(each.places)] * math.prod([x[j] for j in each.places]) for each in monomials]
        wholes.append([sign * value for value in [*row, *one]])
    if max(map(longest, wholes), default=0) - longest([10**places]) > LARGEST_EXPONENT:
        return None
    return WholeVectors(_columns(wholes, places), places, wholes)


def monomials_of(kernel: Kernel, n_features: int) -> tuple[int, list[Monomial]]:
    """Return the features Φ of a polynomial kernel.

    `n_features`: of the points. `places`: factors are times 10^`places`. `monomials`: those of all degrees whose factor
    is not 0.
    """
    constant = decimal_fraction(kernel.coef0)
    places = math.ceil(_places_of(constant) * kernel.degree / 2)
    found = []
    for size in range(kernel.degree + 1):
        for product in combinations_with_replacement(range(n_features), size):
            rest = kernel.degree - size
            ways = math.factorial(kernel.degree) // math.factorial(rest)
            for j in set(product):
                ways //= math.factorial(product.count(j))
            square = ways * constant**rest * 100**places
            found += [Monomial(product, root) for root in _roots(int(square))]
    return places, found


def _roots(number: int) -> Iterator[int]:
    """Yield whole numbers whose squares add up to a whole number, the largest first."""
    while number:
        root = math.isqrt(number)
        yield root
        number -= root * root


def _places_of(value: Fraction) -> int:
    """Return the fewest places that a decimal needs: its denominator is a product of twos and fives."""
    twos = (value.denominator & -value.denominator).bit_length() - 1
    return max(twos, round(math.log(value.denominator >> twos, 5)))


def _whole_points(X: Floats) -> tuple[list[list[int]], int]:
    """Return the decimals that points stand for times 10^k, and k."""
    exact = [[decimal_fraction(value) for value in row] for row in X.tolist()]
    k = max((_places_of(value) for row in exact for value in row), default=0)
    return [[int(value * 10**k) for value in row] for row in exact], k


def _columns(wholes: Sequence[Sequence[int]], places: int) -> Floats:
    unit = 10**places
    return np.array([[entry / unit for entry in column] for column in zip(*wholes, strict=True)])
