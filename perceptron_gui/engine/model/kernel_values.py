"""Values of a kernel, and their sum over points, which stands in the place of w (D2, D5, M5, E4).

They are summed feature by feature from the left: the same bits on every path and machine.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.frozen import Frozen

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats, Ints


LEAST_EXPONENT = -800.0
"""e to the power of anything below is 0 in float64."""
LOG2_HIGH, LOG2_LOW = float.fromhex("0x1.62e42feep-1"), float.fromhex("0x1.a39ef35793c76p-33")
"""ln 2, cut so that whole multiples of the first part are exact."""
TAYLOR = tuple(1.0 / math.factorial(k) for k in reversed(range(14)))
"""The coefficients of e^r, the highest power first: enough for |r| ≤ ln 2 / 2."""


def kernel_values(
    kernel: Kernel, left: Floats, right: Floats, factor: float = 1.0, constant: float | None = None
) -> Floats:
    """Return K of every pair of points.

    `left`: shape (n_left, n_features): the x of each pair. `right`: shape (n_right, n_features): the z of each pair.
    `factor`, `constant`: the polynomial kernel of held points is (factor · x·z + constant)^p; the constant is c where
    it is not given. Returns shape (n_left, n_right).
    """
    total, term = np.zeros((len(left), len(right))), np.empty((len(left), len(right)))
    is_distance = kernel.name is KernelName.RBF
    for ours, theirs in zip(left.T, right.T, strict=True):
        if is_distance:
            np.subtract(ours[:, None], theirs, out=term)
            term *= term
        else:
            np.multiply(ours[:, None], theirs, out=term)
        total += term
    if is_distance:
        total *= -kernel.gamma
        return exp_of(total)
    if kernel.name is KernelName.LINEAR:
        return total
    total *= factor
    total += kernel.coef0 if constant is None else constant
    return power_of(total, kernel.degree)


def kernel_squares(kernel: Kernel, X: Floats) -> Floats:
    """Return K(x, x) of every point: the square of its length among the features of the kernel, shape (n_samples,).

    `X`: shape (n_samples, n_features): data units.
    """
    if kernel.name is KernelName.RBF:
        return np.ones(len(X))
    squares = np.zeros(len(X))
    for column in X.T:
        squares += column * column
    return squares if kernel.name is KernelName.LINEAR else power_of(squares + kernel.coef0, kernel.degree)


def power_of(base: Floats, degree: int) -> Floats:
    """Return base^degree by multiplication from the left: no machine's `pow` differs.

    `base`: of any shape. `degree`: at least 1.
    """
    result = base.copy() if degree > 1 else base
    with np.errstate(over="ignore"):  # infinity says that it is too large
        for _ in range(degree - 1):
            result *= base
    return result


def exp_of(exponent: Floats) -> Floats:
    """Return e to the power of numbers ≤ 0, by sums and products only: libraries differ in the last bit.

    `exponent`: of any shape; changed in place.
    """
    np.maximum(exponent, LEAST_EXPONENT, out=exponent)
    twos = np.rint(exponent * (1.0 / math.log(2.0)))
    rest = (exponent - twos * LOG2_HIGH) - twos * LOG2_LOW
    result = np.full_like(rest, TAYLOR[0])
    for coefficient in TAYLOR[1:]:
        result *= rest
        result += coefficient
    return np.ldexp(result, twos.astype(np.intc))


def seen_places(kernel: Kernel, X: Floats) -> Floats:
    """Return points of which two are the same exactly where they are so among the features of the kernel.

    An even power of x·z, without a constant, has features of even degrees alone: it does not tell x from −x.

    `X`: shape (n_samples, n_features): data units. Returns shape (n_samples, n_features): the points, or their
    opposites; no −0.
    """
    if kernel.name is not KernelName.POLY or kernel.coef0 != 0.0 or kernel.degree % 2 or not X.size:
        return X + 0.0
    first = np.take_along_axis(X, (X != 0.0).argmax(axis=1)[:, None], axis=1)
    places: Floats = np.where(first < 0.0, -X, X) + 0.0
    return places


BLOCK = 2**15
"""Values of the kernel that are computed together: they stay in the processor's cache."""


class KernelExpansion(Frozen, eq=False):
    """The scores without their biases: η Σ_i counts_ki K(x_i, x)."""

    kernel: Kernel
    eta: float  # η
    indices: Ints  # shape (n_support,): the points that were learned from, ascending
    points: Floats  # shape (n_support, n_features): where they lie, in data units
    counts: Ints  # shape (n_rows, n_support): α_i·y_i in one row; in multiclass A, a row for every class

    def scores(self, X: Floats) -> Floats:
        """Return the sums at some places, added up in the order of the points from the left (E4).

        `X`: shape (n_samples, n_features): places in data units. Returns shape (n_samples, n_rows).
        """
        scores = np.zeros((len(X), len(self.counts)))
        n_support = len(self.points)
        size = max(BLOCK // max(n_support, 1), 1)
        for start in range(0, len(X) if n_support else 0, size):
            values = kernel_values(self.kernel, self.points, X[start : start + size])
            for row, weights in enumerate(self.eta * self.counts):
                used = np.flatnonzero(weights)
                if len(used):
                    terms = weights[used, None] * values[used]
                    scores[start : start + size, row] = np.cumsum(terms, axis=0)[-1]
        return scores
