"""Decimal-exact training: whole numbers held in float64 (E2).

A decimal v of at most 6 places is held as the whole number v·10^k. Sums and products of whole numbers up to 2^53
are exact in float64, in any order, so that a tie on the blackboard is a tie in the program.
"""

import math
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from perceptron_gui.engine.data.dataset import Bools, Floats, Ints
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.native import loader

MAX_PLACES = 6
NO_PLACES = MAX_PLACES + 1
"""Stands for a value that is no decimal of at most 6 places."""
LARGEST = 2**53
"""Up to here every whole number is a float64."""
CERTAIN = 2.0**51
"""Below this, rint(v·10^k)/10^k = v holds for the decimal that v stands for and for no other; from here on its digits
decide."""


def decimal_places(values: ArrayLike) -> int | None:
    """Return the fewest places k in 0–6 for which v·10^k is whole for all values, as `repr` prints them.

    `values`: of any shape. Returns None when some value is no decimal of at most 6 places.
    """
    rest = np.asarray(values, dtype=np.float64).ravel()
    if loader.library is not None:
        places = loader.library.count_places(rest)
        if places != loader.UNDECIDED:
            return places
    most = 0
    for k in range(NO_PLACES):
        others = rest[~_is_decimal(rest, k)]
        most = k if len(others) < len(rest) else most
        rest = others
    for value in rest.tolist():
        most = max(most, _places_of_digits(value))
        if most == NO_PLACES:
            return None
    return most


def _is_decimal(values: Floats, places: int) -> Bools:
    """Return which values are certainly decimals of so many places."""
    with np.errstate(over="ignore"):  # features may be near the largest double
        product = values * 10.0**places
    is_decimal: Bools = np.rint(product) / 10.0**places == values
    return is_decimal & (np.abs(product) < CERTAIN)


def places_of(values: Floats) -> Ints:
    """Return the places of the decimal that each value stands for.

    `values`: of any shape. Returns 0 to 6, or `NO_PLACES` for a value that needs more.
    """
    places = np.full(values.shape, NO_PLACES)
    for k in reversed(range(NO_PLACES)):
        places[_is_decimal(values, k)] = k
    undecided = (places == NO_PLACES) & (np.abs(values) * 10.0**MAX_PLACES >= CERTAIN)
    places[undecided] = [_places_of_digits(value) for value in values[undecided].tolist()]
    return places


def _places_of_digits(value: float) -> int:
    exact = decimal_fraction(value)
    return next((k for k in range(NO_PLACES) if (exact * 10**k).denominator == 1), NO_PLACES)


def n_fitting_rows(X: Floats, places: int = 0, largest: float = 0.0) -> int:
    """Return how many rows come before the first that, with those before it, has no whole numbers to be held in.

    `X`: shape (n_samples, n_features): data units. `places`: places that the run already has. `largest`: the largest
    |value| of the points that it already has.
    """
    if not X.size:
        return len(X)
    needed = np.maximum.accumulate(np.append(places, places_of(X).max(axis=1)))
    sizes = np.maximum.accumulate(np.append(largest, np.abs(X).max(axis=1)))
    is_new = (np.diff(needed) > 0) | (np.diff(sizes) > 0)
    for row in np.flatnonzero(is_new).tolist():
        if not is_held_whole(float(sizes[row + 1]), int(needed[row + 1])):
            return row
    return len(X)


def is_held_whole(largest: float, places: int) -> bool:
    """Whether values times 10^k stay below 2^53, decided on the digits. `largest`: the largest |value|. `places`: k."""
    return places <= MAX_PLACES and decimal_fraction(largest) * 10**places < LARGEST


def largest_size(X: Floats) -> float:
    """Return the largest |v|, 0 where there is none. `X`: of any shape."""
    return float(max(X.max(initial=0.0), -X.min(initial=0.0)))


def held_values(values: Floats, places: int) -> Floats:
    """Return values times 10^k, as whole numbers wherever a value is a decimal of k places.

    `values`: of any shape. `places`: k.
    """
    power = 10.0**places
    product = values * power
    whole = np.rint(product)
    held: Floats = np.where(whole / power == values, whole, product)
    is_large = np.abs(product) >= CERTAIN
    held[is_large] = [float(decimal_fraction(value) * 10**places) for value in values[is_large].tolist()]
    return held


def true_value(nearest: float, unit: Fraction | None) -> Fraction | float:
    """Return the exact multiple of `unit` whose nearest double is given, or that double itself where it is not known.

    Where doubles are at most `unit` apart, every multiple has another nearest double.

    `nearest`: as `Scale.values` and `Scale.scores` return it. `unit`: None for a number that was rounded on the way.
    """
    if unit is None or not math.isfinite(nearest) or math.ulp(nearest) > unit:
        return nearest
    return round(Fraction(nearest) / unit) * unit


def nearest_doubles(held: ArrayLike, unit: Fraction) -> Floats:
    """Return the doubles nearest to numbers times a unit.

    Where multiplying is exact, one division rounds once; elsewhere fractions do the work.

    `held`: of any shape. `unit`: above 0.
    """
    array = np.asarray(held, dtype=np.float64) + 0.0  # −0.0, the score 0 of a − point, becomes 0.0
    product = array * float(unit.numerator)
    if unit.denominator <= LARGEST and (unit.numerator == 1 or _is_whole(product, array)):
        rounded_once: Floats = product / float(unit.denominator)
        return rounded_once
    return np.array([_nearest(v, unit) for v in array.ravel().tolist()], dtype=np.float64).reshape(array.shape)


def _is_whole(product: Floats, factor: Floats) -> bool:
    """Whether every product is a whole number that was not rounded: 2^53 itself may have been 2^53 + 1."""
    return bool((np.abs(product) < LARGEST).all() and (np.rint(factor) == factor).all())


def _nearest(held: float, unit: Fraction) -> float:
    if not math.isfinite(held):
        return held
    try:
        return float(Fraction(held) * unit)
    except OverflowError:
        return math.copysign(math.inf, held)
