"""Whole-number linear systems for certified verdicts, by elimination or by lifting (T1; Dixon 1982).

Elimination handles numbers as long as the determinant at every step. Modulo p, p², p³, … the long ones come last, when
the fractions can be told apart, so that a hundred unknowns take a fraction of a second. Roots are rounded once.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import count
from math import isqrt, log2, prod

import numpy as np

from perceptron_gui.engine.data.dataset import Ints
from perceptron_gui.engine.exact.effort import Effort, longest

WORD = 25
"""Bits of a modulus: sums of 2^13 products of two residues stay below 2^63, more unknowns than ever occur."""
DIGIT_WORK = 200.0
"""Work of a digit for one unknown, in multiply-adds."""
LONGEST_RESIDUAL = 2**62
"""Residuals up to this size are kept in int64."""
LIMB_WORK = 10_000.0
"""Work of the calls of numpy for one part of a long matrix, in multiply-adds."""
FRACTION_STEPS = 2.0
"""Products of numbers as long as all digits for one unknown: to put them together, and to find the fraction."""
SINGULAR_TRIES = 3
"""A matrix without an inverse modulo so many primes is taken for singular; the caller checks the result anyhow."""


def lifted_weights(matrix: list[list[int]], effort: Effort) -> list[int] | None:
    """Return whole numbers proportional to the solution of `matrix` · u = (1, …, 1); see `weights_of_ones`.

    `matrix`: symmetric and positive semidefinite, with a diagonal of at least 1. `effort`: what the work is charged to.
    """
    size = len(matrix)
    whole = np.array(matrix, dtype=object)
    for modulus, _ in zip(_primes(), range(SINGULAR_TRIES), strict=False):
        inverse = _inverse_modulo((whole % modulus).astype(np.int64), modulus)
        if inverse is not None:
            break
    else:
        return None
    # det ≤ Π diagonal (Hadamard), and a numerator is a row sum of the adjugate, which is semidefinite too.
    bound = size * prod(row[i] for i, row in enumerate(matrix))
    n_digits = int((2 * bound * bound).bit_length() / log2(modulus)) + 1
    # What the digits are put together to has twice as many words as the fractions that they stand for.
    effort.spend_products(FRACTION_STEPS * size, n_digits * WORD, n_digits * WORD)
    digits = _lift(whole, inverse, modulus, n_digits, effort)
    return _numerators(_assembled(digits, modulus), modulus**n_digits, bound)


def _primes() -> Iterator[int]:
    """Yield the primes below 2^WORD, the largest first."""
    for candidate in count(2**WORD - 1, -2):
        if all(candidate % divisor for divisor in range(3, isqrt(candidate) + 1, 2)):
            yield candidate


def _inverse_modulo(matrix: Ints, modulus: int) -> Ints | None:
    """Return the inverse of `matrix` modulo a prime, or None.

    Remainders are taken only where they are needed, see `WORD`.
    """
    size = len(matrix)
    both = np.concatenate([matrix, np.eye(size, dtype=np.int64)], axis=1)
    for k in range(size):
        both[:, k] %= modulus
        row = k + int(np.argmax(both[k:, k] != 0))
        if both[row, k] == 0:
            return None
        both[[k, row]] = both[[row, k]]
        # Columns before k are done, those from size + k + 1 on still belong to the identity.
        window = both[:, k : size + k + 1]
        window[k] = window[k] % modulus * pow(int(window[k, 0]), -1, modulus) % modulus
        factors = window[:, 0].copy()
        factors[k] = 0
        window -= np.outer(factors, window[k])
    return both[:, size:] % modulus


def _lift(whole: np.ndarray, inverse: Ints, modulus: int, n_digits: int, effort: Effort) -> Ints:
    """Return the digits, in base `modulus`, of the solution of `whole` · u = (1, …, 1) modulo modulus^n_digits."""
    largest = int(abs(whole).max())
    # A residual is at most a row sum of `whole`, give or take 1.
    is_short = len(whole) * largest < LONGEST_RESIDUAL
    n_limbs = 1 if is_short else 1 + largest.bit_length() // WORD
    per_limb = inverse.size if is_short else inverse.size + LIMB_WORK + len(whole) * (DIGIT_WORK + n_limbs)
    effort.spend(n_digits * (DIGIT_WORK * len(whole) + inverse.size + n_limbs * per_limb))
    next_residual = _short_residuals(whole, modulus) if is_short else _long_residuals(whole, modulus)
    residual = np.ones(len(whole), dtype=np.int64 if is_short else object)
    digits = np.empty((n_digits, len(whole)), dtype=np.int64)
    for digit in digits:
        effort.spend(0.0)
        digit[:] = _product(inverse, (residual % modulus).astype(np.int64)) % modulus
        residual = next_residual(residual, digit)
    return digits


def _short_residuals(whole: np.ndarray, modulus: int) -> Callable[[Ints, Ints], Ints]:
    """Return what makes (residual − `whole` · digit) / modulus, where that is below 2^63.

    int64 counts modulo 2^64, where dividing by an odd number is multiplying by its inverse: what overflows on the way
    does no harm.
    """
    matrix, reciprocal = whole.astype(np.int64), np.uint64(pow(modulus, -1, 2**64)).astype(np.int64)
    return lambda residual, digit: (residual - _product(matrix, digit)) * reciprocal


def _long_residuals(whole: np.ndarray, modulus: int) -> Callable[[np.ndarray, Ints], np.ndarray]:
    """Return the same for whole numbers of any length, by matrices of a few bits each."""
    limbs = _limbs(whole)

    def next_residual(residual: np.ndarray, digit: Ints) -> np.ndarray:
        for place, limb in enumerate(limbs):
            residual = residual - (_product(limb, digit).astype(object) << (WORD * place))
        return residual // modulus

    return next_residual


def _product(matrix: Ints, vector: Ints) -> Ints:
    """Return `matrix` · `vector`; not by `@`, which takes three times as long for whole numbers."""
    product: Ints = np.einsum("ij,j->i", matrix, vector)
    return product


def _limbs(whole: np.ndarray) -> list[Ints]:
    """Return int64 matrices of WORD bits each that add up to `whole`, the lowest first."""
    limbs = []
    while abs(whole).max() >> WORD:
        limbs.append((whole & (2**WORD - 1)).astype(np.int64))
        whole = whole >> WORD
    return [*limbs, whole.astype(np.int64)]


def _assembled(digits: Ints, base: int) -> list[int]:
    """Return the numbers with these digits, the lowest first, by putting neighbours together again and again."""
    parts: np.ndarray = digits
    while len(parts) > 1:
        if len(parts) % 2:
            parts = np.concatenate([parts, np.zeros_like(parts[:1])])
        parts = (parts[::2] + parts[1::2] * base).astype(object)  # two digits fit into int64
        base *= base
    numbers: list[int] = parts[0].tolist()
    return numbers


def _numerators(residues: list[int], modulus: int, bound: int) -> list[int]:
    """Return the numerators, over one denominator above 0, of the fractions that `residues` stand for."""
    denominator, found = 1, [0] * len(residues)
    for i, residue in enumerate(residues):
        found[i] = _centred(residue * denominator, modulus)
        if abs(found[i]) > bound:
            factor = _denominator(residue * denominator % modulus, modulus, bound)
            denominator *= factor
            found[: i + 1] = [number * factor for number in found[:i]] + [_centred(residue * denominator, modulus)]
    return found


def _centred(number: int, modulus: int) -> int:
    residue = number % modulus
    return residue - modulus if 2 * residue > modulus else residue


def _denominator(residue: int, modulus: int, bound: int) -> int:
    """Return the least d > 0 for which d · `residue` is at most `bound` in size modulo `modulus` (Wang 1981)."""
    larger, smaller, previous, factor = modulus, residue, 0, 1
    while smaller > bound:
        quotient = larger // smaller
        larger, smaller = smaller, larger - quotient * smaller
        previous, factor = factor, previous - quotient * factor
    return abs(factor)


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
