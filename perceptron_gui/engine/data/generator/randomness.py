"""Random numbers and directions that are the same in every bit on every machine.

Only whole numbers, products and sums are used: sines of the system's library differ in their last bits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats, Ints

POINTS, ORDER, TURN = 3, 4, 5
"""What words are for: the third number of the counter, of which 1 and 2 are those of P4 and H1."""
COSINE = (1.0, -1 / 2, 1 / 24, -1 / 720, 1 / 40320, -1 / 3628800, 1 / 479001600)
SINE = (1.0, -1 / 6, 1 / 120, -1 / 5040, 1 / 362880, -1 / 39916800, 1 / 6227020800)
"""Coefficients of the series in the square of the angle; up to an eighth of a turn they are right to 13 places."""
TAU = 6.283185307179586
UNITS = ((8, 6), (6, 8), (10, 0), (0, 10))
"""Directions of whole tenths whose length is 1: a step along one of them has few decimals."""


def uniforms(seed: int, k: int, n_rows: int, n_columns: int) -> Floats:
    """Return numbers from 0 to below 1, shape (n_rows, n_columns).

    `seed`: random seed. `k`: index of the class that they are for. `n_rows`, `n_columns`: how many.
    """
    words = _words(seed, k, POINTS, n_rows * n_columns)
    numbers: Floats = (words >> np.uint64(11)).astype(np.float64) * 2.0**-53
    return numbers.reshape(n_rows, n_columns)


def permutation(seed: int, k: int, n_rows: int) -> Ints:
    """Return the numbers from 0 to below `n_rows` in a random order, shape (n_rows,).

    `seed`: random seed. `k`: index of the class that it is for. `n_rows`: how many.
    """
    return np.argsort(_words(seed, k, ORDER, n_rows), kind="stable")


def direction(seed: int) -> tuple[int, int]:
    """Return a direction of length 10 in whole numbers: from the first class to the second. `seed`: random seed."""
    (word,) = _words(seed, 0, TURN, 1).tolist()
    across, upwards = UNITS[word % 4]
    return (-across if word & 4 else across), (-upwards if word & 8 else upwards)


def turned(turns: Floats) -> tuple[Floats, Floats]:
    """Return cosine and sine of angles, each of shape (n,). `turns`: shape (n,): in whole turns."""
    quarters = np.rint(4 * turns)
    angle = (turns - quarters / 4) * TAU
    square = angle * angle
    cosine, sine = _series(COSINE, square), angle * _series(SINE, square)
    quarter = quarters.astype(np.int64) % 4
    return (
        np.choose(quarter, (cosine, -sine, -cosine, sine)),
        np.choose(quarter, (sine, cosine, -sine, -cosine)),
    )


def _series(coefficients: tuple[float, ...], square: Floats) -> Floats:
    total = np.full_like(square, coefficients[-1])
    for coefficient in reversed(coefficients[:-1]):
        total = total * square + coefficient
    return total


def _words(seed: int, k: int, purpose: int, count: int) -> np.ndarray:
    return np.random.Philox(key=seed, counter=[0, k, purpose, 0]).random_raw(count)
