"""Arithmetic of decimals in whole numbers: columns of v·10^k, in float64 as far as that holds them (E2, F1)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.engine.data.feature_program import Arithmetic, Operation
from perceptron_gui.engine.exact.fixed_point import LARGEST
from perceptron_gui.frozen import Frozen

Numbers = NDArray[Any]
LARGEST_POWER = 300
"""Of ten, in float64; by a larger one nothing but 0 stays below 2^53."""


class WholeColumn(Frozen, eq=False):
    """Decimals times a power of ten."""

    # shape (n,) or (1,): whole numbers. In float64 one is NaN where it, or one that it was made of, is not below 2^53;
    # as objects they are Python's, of any length
    numbers: Numbers
    places: int  # of which power

    @property
    def is_float(self) -> bool:
        """Whether the numbers are held in float64."""
        return bool(self.numbers.dtype == np.float64)

    def with_places(self, places: int) -> WholeColumn:
        """Return the same decimals times a larger power of ten. `places`: of which power, at least that of this one."""
        more = places - self.places
        if not more:
            return self
        power: float | int = 10.0 ** min(more, LARGEST_POWER) if self.is_float else 10**more
        return _kept(self.numbers * power, places)


def _kept(numbers: Numbers, places: int) -> WholeColumn:
    """Return a column, with what float64 does not hold exactly marked."""
    if numbers.dtype == np.float64 and not float(np.abs(numbers).max(initial=0.0)) < LARGEST:
        numbers = np.where(np.abs(numbers) < LARGEST, numbers, np.nan)
    return WholeColumn(numbers, places)


def _number(value: Fraction, is_float: bool) -> WholeColumn:
    places = 0
    while (value * 10**places).denominator > 1:
        places += 1
    whole = int(value * 10**places)
    if not is_float:
        return WholeColumn(np.array([whole], dtype=object), places)
    return WholeColumn(np.array([float(whole) if abs(whole) < LARGEST else np.nan]), places)


def _aligned(operation: Callable[[Numbers, Numbers], Numbers]) -> Callable[[WholeColumn, WholeColumn], WholeColumn]:
    """Return an operation that looks at numbers with the same places."""

    def carried_out(a: WholeColumn, b: WholeColumn) -> WholeColumn:
        places = max(a.places, b.places)
        return _kept(operation(a.with_places(places).numbers, b.with_places(places).numbers), places)

    return carried_out


def _product(a: WholeColumn, b: WholeColumn) -> WholeColumn:
    return _kept(a.numbers * b.numbers, a.places + b.places)


def _power(a: WholeColumn, exponent: int) -> WholeColumn:
    result = a
    for _ in range(exponent - 1):
        result = _product(result, a)
    return result if exponent else WholeColumn(a.numbers * 0 + 1, 0)


def whole_arithmetic(is_float: bool) -> Arithmetic[WholeColumn]:
    """Return the operations of features of decimals. `is_float`: whether numbers are held in float64."""
    return {
        Operation.NUMBER: lambda value: _number(value, is_float),
        Operation.ADD: _aligned(np.add),
        Operation.SUBTRACT: _aligned(np.subtract),
        Operation.MULTIPLY: _product,
        Operation.POWER: _power,
        Operation.NEGATE: lambda a: WholeColumn(-a.numbers, a.places),
        Operation.ABS: lambda a: WholeColumn(np.abs(a.numbers), a.places),
        Operation.MIN: _aligned(np.minimum),
        Operation.MAX: _aligned(np.maximum),
    }
