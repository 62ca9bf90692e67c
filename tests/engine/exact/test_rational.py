"""Whole-number linear systems, and roots rounded once (what certified verdicts rest on, T1)."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from perceptron_gui.engine.exact import integer_solve
from perceptron_gui.engine.exact.effort import Effort
from perceptron_gui.engine.exact.integer_solve import gram_of, lifted_weights, nearest_root, weights_of_ones

UNLIMITED = Effort(lambda: False)


def plus_one(rows: list[list[int]]) -> list[list[int]]:
    return [[product + 1 for product in row] for row in gram_of(rows)]


def solves(matrix: list[list[int]], parts: list[int]) -> bool:
    """Whether all entries of matrix · parts are one number above 0."""
    products = {sum(a * b for a, b in zip(row, parts, strict=True)) for row in matrix}
    return len(products) == 1 and min(products) > 0


@pytest.mark.parametrize("largest", [3, 10**3, 10**8, 10**9, 10**18])
@pytest.mark.parametrize("size", [1, 2, 5, 12, 13, 30])
def test_both_ways_solve_and_agree(size: int, largest: int) -> None:
    rng = np.random.default_rng(size)
    rows = rng.integers(-largest, largest + 1, size=(size, size + 2)).tolist()
    matrix = plus_one(rows)
    eliminated, lifted = integer_solve._by_elimination(matrix), lifted_weights(matrix, UNLIMITED)
    assert eliminated is not None
    assert lifted is not None
    assert solves(matrix, eliminated)
    assert solves(matrix, lifted)
    assert [Fraction(part, sum(eliminated)) for part in eliminated] == [Fraction(p, sum(lifted)) for p in lifted]


@pytest.mark.parametrize("size", [4, 20])
def test_dependent_vectors_have_no_weights(size: int) -> None:
    rng = np.random.default_rng(7)
    rows = rng.integers(-9, 10, size=(size - 1, size)).tolist()
    between = [a + b - c for a, b, c in zip(rows[0], rows[1], rows[2], strict=True)]
    assert weights_of_ones(plus_one([*rows, between]), UNLIMITED) is None
    assert weights_of_ones(plus_one([*rows, rows[0]]), UNLIMITED) is None
    assert integer_solve._by_elimination(plus_one([*rows, rows[1]])) is None
    assert lifted_weights(plus_one([*rows, rows[1]]), UNLIMITED) is None


def test_scalar_products_beyond_64_bits_are_exact() -> None:
    rows = [[10**18, -1], [10**18 - 1, 10**18]]
    assert gram_of(rows) == [[10**36 + 1, 10**36 - 2 * 10**18], [10**36 - 2 * 10**18, (10**18 - 1) ** 2 + 10**36]]


def test_a_root_is_the_nearest_double() -> None:
    rng = np.random.default_rng(3)
    for _ in range(2000):
        numerator = int(rng.integers(1, 2**62)) ** int(rng.integers(1, 4))
        denominator = int(rng.integers(1, 2**62)) ** int(rng.integers(1, 4))
        root, square = nearest_root(numerator, denominator), Fraction(numerator, denominator)
        below, above = math.nextafter(root, 0), math.nextafter(root, math.inf)
        assert ((Fraction(below) + Fraction(root)) / 2) ** 2 <= square <= ((Fraction(root) + Fraction(above)) / 2) ** 2


def test_a_whole_root_is_exact() -> None:
    assert nearest_root(0, 5) == 0
    assert nearest_root(49 * 10**40, 10**40) == 7
    assert nearest_root(9, 16) == 0.75
