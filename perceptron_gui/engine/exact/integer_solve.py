"""Exact arithmetic for certified verdicts: whole-number linear systems and roots rounded once (T1)."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.exact.effort import longest
from perceptron_gui.engine.exact.lifting import lifted_weights

if TYPE_CHECKING:
    from perceptron_gui.engine.exact.effort import Effort

LARGEST_ELIMINATED = 12
"""Up to this many unknowns plain elimination is quicker than lifting."""
STEPS_AT_ONCE = 0.3
"""Products of numbers as long as the last ones for a cube of the unknowns: the first ones are shorter."""
ELIMINATION_WORK = 10.0
"""Work of elimination for a cube of the unknowns, in multiply-adds."""

MOST = int(sys.float_info.max)


def weights_of_ones(matrix: list[list[int]], effort: Effort) -> list[int] | None:
    """Return whole numbers proportional, by a factor above 0, to the solution of `matrix` · u = (1, …, 1).

    `matrix`: symmetric and positive semidefinite, with a diagonal of at least 1. `effort`: what the work is charged to.
    Returns None when the matrix is singular. Raises `Cancelled` as soon as `effort` is at its end.
    """
    size, bits = len(matrix), longest(row[i] for i, row in enumerate(matrix))
    effort.spend(ELIMINATION_WORK * size**3)
    if size <= LARGEST_ELIMINATED:
        effort.spend_products(size**3 * STEPS_AT_ONCE, size * bits, size * bits)
        return _by_elimination(matrix)
    return lifted_weights(matrix, effort)


def _by_elimination(matrix: list[list[int]]) -> list[int] | None:
    """Solve by Gauss and Jordan without fractions (Bareiss 1968): every division leaves no remainder.

    No rows are swapped: a leading minor of a semidefinite matrix is 0 only where the matrix is singular.
    """
    rows = [[*row, 1] for row in matrix]
    previous = 1
    for k, pivot_row in enumerate(rows):
        pivot = pivot_row[k]
        if pivot == 0:
            return None
        for i, row in enumerate(rows):
            if i != k:
                factor = row[k]
                rows[i] = [(pivot * a - factor * b) // previous for a, b in zip(row, pivot_row, strict=True)]
        previous = pivot
    return [row[-1] for row in rows]


def whole_rows(rows: Sequence[Sequence[int]]) -> np.ndarray:
    """Return an array in which sums of products of two rows are exact.

    `rows`: at least one; all of the same length. Returns shape (n_rows, n_entries): python's integers where int64 could
    overflow.
    """
    largest = max(max(map(abs, row), default=0) for row in rows)
    fits = 2 * largest.bit_length() + len(rows[0]).bit_length() < 63
    return np.array(rows, dtype=np.int64 if fits else object)


def gram_of(rows: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the exact scalar products of all pairs of rows.

    `rows`: at least one; all of the same length. Returns symmetric, n_rows by n_rows.
    """
    array = whole_rows(rows)
    products: list[list[int]] = np.einsum("ik,jk->ij", array, array).tolist()
    return products


def dot(left: Sequence[int], right: Sequence[int]) -> int:
    """Return the exact scalar product. `left`, `right`: of the same length."""
    return sum([a * b for a, b in zip(left, right, strict=True)])


def combination(weights: Sequence[int], rows: Sequence[Sequence[int]]) -> list[int]:
    """Return Σ weights_i · rows_i exactly. `weights`: one for each row. `rows`: all of the same length."""
    total = [0] * len(rows[0])
    for weight, row in zip(weights, rows, strict=True):
        for place, entry in enumerate(row):
            if entry:
                total[place] += weight * entry
    return total


def nearest_root(numerator: int, denominator: int) -> float:
    """Return the double nearest to √(numerator/denominator), rounded once; of one beyond all doubles the largest.

    `numerator`: at least 0. `denominator`: above 0.
    """
    shift = 64 + max(0, denominator.bit_length() - numerator.bit_length())
    scaled, rest = divmod(numerator << (2 * shift), denominator)
    root = isqrt(scaled)
    # A last bit for "and something more" keeps a tie from being rounded as if it were one.
    is_inexact = bool(rest) or root * root != scaled
    if root >= MOST << shift:
        return sys.float_info.max
    return (2 * root + is_inexact) / (1 << (shift + 1))  # of whole numbers: rounded once, without a common divisor


def nearest_double(value: Fraction) -> float:
    """Return the nearest double; for a value beyond the largest double that one, since JSON has no infinity.

    `value`: at least 0.
    """
    return float(value) if value < sys.float_info.max else sys.float_info.max
