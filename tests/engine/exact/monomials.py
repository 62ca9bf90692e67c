"""All products of coordinates in fractions: what the features of degree 2 and 3 must be."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement
from math import prod

from perceptron_gui.engine.exact.decimals import decimal_fraction


def exact_monomials(row: list[float], degree: int) -> list[Fraction]:
    """Return the features of a point, in the order of their degrees."""
    x = [decimal_fraction(value) for value in row]
    return [
        prod(product, start=Fraction(1))
        for k in range(1, degree + 1)
        for product in combinations_with_replacement(x, k)
    ]
