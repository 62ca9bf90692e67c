"""Sums over the features of pairs of points, powers and e to the power of them: the same bits on every machine (E4)."""

import math
from collections.abc import Callable

import numpy as np

from perceptron_gui.engine.data.kernels.function import Floats

LEAST_EXPONENT = -800.0
"""e to the power of anything below is 0 in float64."""
LOG2_HIGH, LOG2_LOW = float.fromhex("0x1.62e42feep-1"), float.fromhex("0x1.a39ef35793c76p-33")
"""ln 2, cut so that whole multiples of the first part are exact."""
TAYLOR = tuple(1.0 / math.factorial(k) for k in reversed(range(14)))
"""The coefficients of e^r, the highest power first: enough for |r| ≤ ln 2 / 2."""
SMALLEST = np.finfo(np.float64).tiny
"""Smaller numbers are slow, and make no difference that can be drawn."""


def dots(left: Floats, right: Floats) -> Floats:
    """Return x·z of every pair, shape (n_left, n_right), added feature by feature from the left."""
    total, term = np.zeros((len(left), len(right))), np.empty((len(left), len(right)))
    for ours, theirs in zip(left.T, right.T, strict=True):
        np.multiply(ours[:, None], theirs, out=term)
        total += term
    return total


def distances(left: Floats, right: Floats, to_terms: Callable[[Floats], None]) -> Floats:
    """Return a distance of every pair, shape (n_left, n_right), added feature by feature from the left.

    `to_terms`: turns differences into the terms of the sum, in place.
    """
    total, term = np.zeros((len(left), len(right))), np.empty((len(left), len(right)))
    for ours, theirs in zip(left.T, right.T, strict=True):
        np.subtract(ours[:, None], theirs, out=term)
        to_terms(term)
        total += term
    return total


def squared_lengths(X: Floats) -> Floats:
    """Return ‖x‖² of every point, shape (n_samples,), added feature by feature from the left."""
    squares = np.zeros(len(X))
    for column in X.T:
        squares += column * column
    return squares


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


def drawn_exp(exponent: Floats) -> Floats:
    """Return e to the power of numbers of any shape by the quickest way, without ones that are slow: for pictures."""
    values = np.exp(exponent)
    return np.where(values < SMALLEST, 0.0, values)


def without_signs(X: Floats) -> Floats:
    """Return x or −x of every point, the same for both: its first entry that is not 0 is above 0; none has a −0.

    `X`: shape (n_samples, n_features). Returns the same shape.
    """
    first = np.take_along_axis(X, (X != 0.0).argmax(axis=1)[:, None], axis=1)
    places: Floats = np.where(first < 0.0, -X, X) + 0.0
    return places
