"""Decimal-exact training: whole numbers held in float64, under a curved kernel, too, and up to where (E2, E3, D5).

A decimal v of at most 6 places is held as the whole number v·10^k. Sums and products of whole numbers up to 2^53
are exact in float64, in any order, so that a tie on the blackboard is a tie in the program.
"""

import math
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from perceptron_gui.engine.data.dataset import Bools, Floats, Ints
from perceptron_gui.engine.data.kernels.function import KernelFunction
from perceptron_gui.engine.data.settings import MAX_ABS, TrainingSettings
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.native import loader
from perceptron_gui.frozen import Frozen

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


class Scale(Frozen):
    """How the numbers of a run are held."""

    # whether points, η and start weights are all decimals of at most 6 places, and the points whole below 2^53
    is_exact: bool
    places: int  # k: a held input is φ(x)·10^k, its bias entry 10^k. 0 when inexact
    # what a held input is multiplied by in an update: 1 from zero, η·10^(m−k) with start weights, η when inexact, but
    # under a kernel whose values are no decimals
    step: float
    weight_unit: Fraction  # the value of θ is the held θ times this
    # a held value of a curved kernel is K·10 to the power of this; None for the linear kernel
    kernel_places: int | None = None

    @property
    def score_places(self) -> int:
        """The places that held scores carry beyond those of θ."""
        return self.places if self.kernel_places is None else self.kernel_places

    @property
    def score_unit(self) -> Fraction:
        """The value of f(x) is the held score times this."""
        return self.weight_unit / Fraction(10**self.score_places)

    def start(self, initial: tuple[float, ...]) -> list[float]:
        """Return the start weights as they are held. `initial`: θ₀ in data units, n_entries numbers."""
        if not self.is_exact:
            return list(initial)
        return [float(decimal_fraction(v) / self.weight_unit) for v in initial]

    def values(self, held: ArrayLike) -> Floats:
        """Return the doubles nearest to the exact values of weights, in data units.

        `held`: held weights, of any shape.
        """
        return nearest_doubles(held, self.weight_unit)

    def scores(self, held: ArrayLike) -> Floats:
        """Return the doubles nearest to the exact values of scores, in data units.

        `held`: held scores, of any shape.
        """
        if not self.is_exact:  # rounded already
            return np.asarray(held, dtype=np.float64) * float(self.weight_unit) + 0.0
        return nearest_doubles(held, self.score_unit)


def choose_scale(X: Floats, settings: TrainingSettings, least_places: int = 0) -> Scale:
    """Return how a run over these points holds its numbers: under a curved kernel whole where K of decimals is one.

    `X`: shape (n_samples, n_features): data units. `settings`: their kernel, η and start weights have to be held, too.
    `least_places`: places that the run already has: the scale never shrinks within a run.
    """
    initial = (settings.initial or ()) if settings.has_start_weights else ()
    k, e, p = (decimal_places(values) for values in (X, [settings.eta], initial))
    if k is None or e is None or p is None:
        return rounded_scale(settings)
    k = max(k, least_places)
    if 10**k * MAX_ABS >= LARGEST and not is_held_whole(largest_size(X), k):
        return rounded_scale(settings)
    eta = decimal_fraction(settings.eta)
    if settings.has_curved_kernel:
        function, m = settings.kernel.function, max(p, e)
        places = function.whole_places(k)
        whole_step, unit = (eta * 10**m, Fraction(1, 10**m)) if initial else (Fraction(1), eta)
        if places is None or whole_step * largest_value(X, function, k) > LARGEST:
            return rounded_scale(settings)
        return Scale(True, k, float(whole_step), unit, places)
    if not initial:
        return Scale(True, k, 1.0, eta / 10**k)
    m = max(p, k + e)
    step = eta * 10 ** (m - k)
    # One that was rounded must not look like 2^53 itself.
    is_whole = step <= LARGEST
    held = float(step) if is_whole else max(float(step), math.nextafter(LARGEST, math.inf))
    return Scale(True, k, held, Fraction(1, 10**m))


def rounded_scale(settings: TrainingSettings) -> Scale:
    """Return how a run holds numbers that are not exact: as they are, in plain float64.

    Under a kernel whose values are never decimals, a run from zero leaves η out, as an exact run does: points and
    counts are decimals there, and a rounded η must not decide which visits are mistakes (E2, D5).

    `settings`: give η.
    """
    if not (settings.kernel.function.is_decimal or settings.has_start_weights):
        return Scale(False, 0, 1.0, decimal_fraction(settings.eta))
    return Scale(False, 0, settings.eta, Fraction(1))


def held_margin(beta: float, scale: Scale) -> Fraction:
    """Return β in the unit of held scores (V4): from zero, where η is left out of them, that is β/η.

    `beta`: β in data units.
    """
    return decimal_fraction(beta) / scale.score_unit if beta else Fraction(0)


def holds_margin(beta: float, scale: Scale) -> bool:
    """Whether held margins, whole numbers, can be compared with β without rounding: only below 2^53 (E3, V4).

    `beta`: β in data units.
    """
    return held_margin(beta, scale) < LARGEST


def largest_weight(Z: Floats) -> float:
    """Return the largest |θ_j| for which every score over the rows is exact (E3).

    `Z`: shape (n_samples, n_entries): held inputs, whole numbers. Returns the largest whole t with t · max‖z_i‖₁ ≤
    2^53; 0 when even t = 1 breaks the rule.
    """
    norms = np.abs(Z).sum(axis=1)
    widest = float(norms.max(initial=0.0))
    if widest == LARGEST and _exact_norm(Z[norms == widest]) > LARGEST:
        return 0.0
    return weight_within(widest)


def weight_within(norm: float) -> float:
    """Return the largest whole t with t·‖z‖₁ ≤ 2^53. `norm`: ‖z‖₁."""
    return float(LARGEST // max(int(norm), 1))


def _exact_norm(Z: Floats) -> int:
    """Return the largest Σ|z_j| of the rows of `Z`: a float sum of 2^53 may have been 2^53 + 1."""
    return max(sum(abs(int(value)) for value in row) for row in Z.tolist())


def largest_value(X: Floats, function: KernelFunction, places: int) -> int:
    """Return the largest |K(x, z)| of held points; by Cauchy and Schwarz it stands on the diagonal.

    `X`: shape (n_samples, n_features): data units. `function`: of decimals it is a decimal. `places`: those of the
    points. Returns without rounding as far as it is at most 2^53.
    """
    held, whole = held_values(X, places), function.whole_places(places)
    assert whole is not None
    square = int((held * held).sum(axis=1).max(initial=0.0))
    return int(function.largest_square(lambda: Fraction(square, 100**places)) * 10**whole)
