"""Decimal-exact training: whole numbers held in float64 (E2).

A decimal v of at most 6 places is held as the whole number v·10^k. Sums and products of whole numbers up to 2^53
are exact in float64, in any order, so that a tie on the blackboard is a tie in the program.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from perceptron_gui.engine.data.dataset import Bools, Floats, Ints
from perceptron_gui.engine.data.settings import MAX_ABS, TrainingSettings
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
    """Return the fewest places k in 0–6 for which v·10^k is whole for all `values`, as `repr` prints them, or None.

    Parameters
    ----------
    values : array-like of float

    Returns
    -------
    int or None
        None when some value is no decimal of at most 6 places.
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
    product = values * 10.0**places
    is_decimal: Bools = np.rint(product) / 10.0**places == values
    return is_decimal & (np.abs(product) < CERTAIN)


def places_of(values: Floats) -> Ints:
    """Return the places of the decimal that each value stands for, in the same shape; `NO_PLACES` above 6."""
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
    """Return how many rows of `X` come before the first that, with those before it, has no whole numbers to be held in.

    Parameters
    ----------
    X : ndarray, shape (n, n_features)
    places : int
        Places that the run already has.
    largest : float
        The largest |value| of the points that it already has.
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
    """Whether values up to `largest` times 10^`places` stay below 2^53, decided on the digits."""
    return places <= MAX_PLACES and decimal_fraction(largest) * 10**places < LARGEST


def largest_size(X: Floats) -> float:
    """Return the largest |v| of an array, 0 where it is empty."""
    return float(max(X.max(initial=0.0), -X.min(initial=0.0)))


def held_values(values: Floats, places: int) -> Floats:
    """Return `values`·10^`places`, as whole numbers wherever a value is a decimal of that many places."""
    power = 10.0**places
    product = values * power
    whole = np.rint(product)
    held: Floats = np.where(whole / power == values, whole, product)
    is_large = np.abs(product) >= CERTAIN
    held[is_large] = [float(decimal_fraction(value) * 10**places) for value in values[is_large].tolist()]
    return held


def decimal_fraction(value: float) -> Fraction:
    """Return the decimal that `value` stands for: 0.1 is 1/10, not the double nearest to it."""
    return Fraction(repr(float(value)))


@dataclass(frozen=True)
class Scale:
    """How the numbers of a run are held.

    Attributes
    ----------
    is_exact : bool
        Whether points, η and start weights are all decimals of at most 6 places, and the points whole below 2^53.
    places : int
        k: a held input is φ(x)·10^k, its bias entry 10^k. 0 when inexact.
    step : float
        What a held input is multiplied by in an update: 1 from zero, η·10^(m−k) with start weights, η when inexact.
    weight_unit : Fraction
        The value of θ is the held θ times this.
    """

    is_exact: bool
    places: int
    step: float
    weight_unit: Fraction

    @property
    def score_unit(self) -> Fraction:
        """The value of f(x) is the held score times this."""
        return self.weight_unit / Fraction(10**self.places)

    def start(self, initial: tuple[float, ...]) -> list[float]:
        """Return the start weights as they are held."""
        if not self.is_exact:
            return list(initial)
        return [float(decimal_fraction(v) / self.weight_unit) for v in initial]

    def values(self, held: ArrayLike) -> Floats:
        """Return the doubles nearest to the exact values of held weights, in the same shape."""
        return nearest_doubles(held, self.weight_unit)

    def scores(self, held: ArrayLike) -> Floats:
        """Return the doubles nearest to the exact values of held scores, in the same shape."""
        return nearest_doubles(held, self.score_unit)


def choose_scale(X: Floats, settings: TrainingSettings, least_places: int = 0) -> Scale:
    """Return how a run over the points `X` holds its numbers.

    Parameters
    ----------
    X : ndarray, shape (n_samples, n_features)
    settings : TrainingSettings
    least_places : int
        Places that the run already has: the scale never shrinks within a run.
    """
    initial = settings.initial if settings.has_start_weights else ()
    k, e, p = decimal_places(X), decimal_places([settings.eta]), decimal_places(initial or ())
    if k is None or e is None or p is None:
        return rounded_scale(settings)
    k = max(k, least_places)
    if 10**k * MAX_ABS >= LARGEST and not is_held_whole(largest_size(X), k):
        return rounded_scale(settings)
    eta = decimal_fraction(settings.eta)
    if not initial:
        return Scale(True, k, 1.0, eta / 10**k)
    m = max(p, k + e)
    step = eta * 10 ** (m - k)
    # One that was rounded must not look like 2^53 itself.
    held = float(step) if step <= LARGEST else max(float(step), math.nextafter(LARGEST, math.inf))
    return Scale(True, k, held, Fraction(1, 10**m))


def rounded_scale(settings: TrainingSettings) -> Scale:
    """Return how a run holds numbers that are not exact: as they are, in plain float64."""
    return Scale(False, 0, settings.eta, Fraction(1))


def largest_weight(Z: Floats) -> float:
    """Return the largest |θ_j| for which every score over the rows of `Z` is exact (E3).

    Parameters
    ----------
    Z : ndarray, shape (n, n_entries)
        Held inputs, whole numbers.

    Returns
    -------
    float
        The largest whole t with t · max‖z_i‖₁ ≤ 2^53; 0 when even t = 1 breaks the rule.
    """
    norms = np.abs(Z).sum(axis=1)
    widest = float(norms.max(initial=0.0))
    if widest == LARGEST and _exact_norm(Z[norms == widest]) > LARGEST:
        return 0.0
    return weight_within(widest)


def weight_within(norm: float) -> float:
    """Return the largest whole t with t·`norm` ≤ 2^53."""
    return float(LARGEST // max(int(norm), 1))


def _exact_norm(Z: Floats) -> int:
    """Return the largest Σ|z_j| of the rows of `Z`: a float sum of 2^53 may have been 2^53 + 1."""
    return max(sum(abs(int(value)) for value in row) for row in Z.tolist())


def true_value(nearest: float, unit: Fraction | None) -> Fraction | float:
    """Return the exact multiple of `unit` whose nearest double is given, or that double itself where it is not known.

    Where doubles are at most `unit` apart, every multiple has another nearest double.

    Parameters
    ----------
    nearest : float
        As `Scale.values` and `Scale.scores` return it.
    unit : Fraction or None
        None for a number that was rounded on the way.
    """
    if unit is None or not math.isfinite(nearest) or math.ulp(nearest) > unit:
        return nearest
    return round(Fraction(nearest) / unit) * unit


def nearest_doubles(held: ArrayLike, unit: Fraction) -> Floats:
    """Return the doubles nearest to `held` · `unit`, in the same shape.

    Where multiplying is exact, one division rounds once; elsewhere fractions do the work.
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
