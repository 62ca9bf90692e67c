"""Whole-number linear systems modulo p, p², p³, … until the fractions can be told apart (T1; Dixon 1982).

Elimination handles numbers as long as the determinant at every step; here the long ones come last, so that a hundred
unknowns take a fraction of a second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from math import isqrt, log2, prod
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Ints
    from perceptron_gui.engine.exact.effort import Effort

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
