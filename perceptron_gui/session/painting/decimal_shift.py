"""Adding the same decimal to many: 1.1 + 0.2 is 1.3, not 1.3000000000000003 (E2)."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.exact.fixed_point import (
    CERTAIN,
    LARGEST,
    MAX_PLACES,
    decimal_places,
    held_values,
    largest_size,
    nearest_doubles,
)

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats

SIGNIFICANT = 15
"""Decimal digits that every double keeps."""
MOST_PLACES = 15
"""Up to here a power of ten is a whole number that a double holds."""
FEW = 50
"""Values that are looked at before all: where these are no decimals nobody need look at a million."""


def places_of(values: Floats) -> int | None:
    """Return the fewest places with which decimals are written; None where some have more than `MOST_PLACES`.

    Training is exact up to 6 places (E2), but a narrow view has points at 0.000000001, too.

    `values`: of any shape.
    """
    places = decimal_places(values)
    if places is not None:
        return places
    for some in (values[:FEW], values):
        places = next((k for k in range(MAX_PLACES + 1, MOST_PLACES + 1) if _are_decimals(some, k)), None)
        if places is None:
            return None
    return places


def _are_decimals(values: Floats, places: int) -> bool:
    product = values * 10.0**places
    return bool(((np.rint(product) / 10.0**places == values) & (np.abs(product) < CERTAIN)).all())


def shifted_values(values: Floats, by: Fraction) -> Floats:
    """Return decimals plus a decimal, as the doubles nearest to the sums; of other numbers what float64 says.

    `values`: shape (n,): in data units. `by`: A decimal.
    """
    places, more = places_of(values), _places_of(by)
    if places is not None and more is not None:
        places = max(places, more)
        if (Fraction(largest_size(values)) + abs(by)) * 10**places < LARGEST:
            held = held_values(values, places) + float(by * 10**places)
            return nearest_doubles(held, Fraction(1, 10**places))
    return without_noise(values + float(by))


def _places_of(value: Fraction) -> int | None:
    """Return with how many places a decimal is written; None for no decimal, and for more than `MOST_PLACES`."""
    return next((k for k in range(MOST_PLACES + 1) if (value * 10**k).denominator == 1), None)


def without_noise(values: Floats) -> Floats:
    """Return sums of decimals rounded to the digits that the largest of them can have.

    `values`: of any shape. Returns of the same shape.
    """
    largest = float(np.abs(values).max(initial=1.0))
    rounded: Floats = np.round(values, SIGNIFICANT - 1 - math.ceil(math.log10(largest))) + 0.0
    return rounded
