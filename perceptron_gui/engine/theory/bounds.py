"""How many mistakes a run can make at most, and the proof as two curves (T2, T4–T6, T8, T10; Novikoff 1962).

Every bound is worked out in whole numbers and fractions: a float floor can fall below the true count.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import floor, isqrt

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset, Floats
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.exact.effort import TooMuchWork
from perceptron_gui.engine.exact.integer_solve import nearest_double
from perceptron_gui.engine.model.models import model_kind
from perceptron_gui.engine.theory.margin import geometry, given_up, never, verdict_on
from perceptron_gui.engine.theory.max_margin import MaxMargin, find_max_margin
from perceptron_gui.engine.theory.verdict import Verdict
from perceptron_gui.frozen import Frozen

MOST_WORK = 1e10
"""Multiply-adds, of long numbers about half a nanosecond each, that are spent on a verdict: numbers of very many digits
would take for ever."""
BATCH = "batch"
ROOT_BITS = 128
"""Bits after the point of a root that is shown as a double."""


class MistakeBound(Frozen):
    """The most mistakes a run can make (T2, T4, T5, T6, T10)."""

    # the bound before rounding down; None where it is no fraction (T4 solves a quadratic equation)
    exact: Fraction | None
    at_most: int  # the most whole mistakes, for certain
    # the bound as a double. The nearest double of a number that is at least m is at least m, so that this is never
    # below `at_most` (as long as that has a double, up to 2^53)
    unrounded: float


class Analysis(Frozen, eq=False):
    """What can be said about the points before training (T1–T6)."""

    verdict: Verdict | None  # None without points
    street: MaxMargin | None  # None without bias, one class, more than two in multiclass, or not separable (T3)
    bound: MistakeBound | None  # for the settings' order, η and start weights; None where there is none


def analyze(
    dataset: Dataset,
    settings: TrainingSettings,
    should_stop: Callable[[], bool] = never,
    earlier: Analysis | None = None,
) -> Analysis:
    """Return verdict, street and bound for the points as `settings` see them.

    `should_stop`: called now and then from the calling thread; true ends the analysis. `earlier`: that of almost the
    same points, if there is one: it saves searching, and does not change what is returned. Raises `Cancelled` when
    `should_stop` returned true. Raises `SettingsError`, `DatasetError` as `make_training_data`.
    """
    data = geometry(dataset, settings)
    try:
        verdict = verdict_on(data, should_stop, MOST_WORK, earlier.verdict if earlier is not None else None)
    except TooMuchWork:
        return Analysis(given_up(data), None, None)
    if verdict is None or not verdict.separable:
        return Analysis(verdict, None, None)
    bound = mistake_bound(verdict, settings, dataset.n_samples)
    try:
        street = find_max_margin(data, should_stop, earlier.street if earlier is not None else None, MOST_WORK)
    except TooMuchWork:
        street = None
    return Analysis(verdict, street, bound)


def mistake_bound(verdict: Verdict, settings: TrainingSettings, n_samples: int) -> MistakeBound | None:
    """Return the bound on the mistakes of a run, near misses included (batch: both summed over the updates).

    With θ₀ = 0 it is R̂²/γ̂² (T2); β > 0 adds 2β/η to R̂² (T10). Every update adds at least ηγ̂ to θ·θ* and at most
    η²R̂² + 2ηβ to ‖θ‖², which with start weights makes t·ηγ̂ + θ₀·θ* ≤ √(‖θ₀‖² + t(η²R̂² + 2ηβ)) (T4).

    `n_samples`: points of a pass (T5). Returns None when the verdict is not "separable", and in multiclass with a
    single class, where no mistake is possible.
    """
    if not verdict.separable or verdict.margin_squared is None:
        return None
    eta, growth = decimal_fraction(settings.eta), update_growth(verdict, settings, n_samples)
    start = start_weights(settings)
    if not start:
        value = growth / (eta**2 * verdict.margin_squared)
        return MistakeBound(value, floor(value), nearest_double(value))
    along = dot_exactly(start, verdict.nearest or ())
    length = dot_exactly(start, start)
    return _largest_root(
        eta * verdict.margin_squared, along, verdict.margin_squared * length, growth * verdict.margin_squared
    )


def start_weights(settings: TrainingSettings) -> tuple[Fraction, ...]:
    """Return θ₀ exactly; empty for a start from zero."""
    return tuple(map(decimal_fraction, settings.initial or ())) if settings.has_start_weights else ()


def dot_exactly(first: Sequence[Fraction], second: Sequence[Fraction]) -> Fraction:
    """Return the scalar product of two vectors; entries that only one of both has count as beside 0.

    `first`, `second`: row after row, of which the last ones may be missing.
    """
    return sum((a * b for a, b in zip(first, second, strict=False)), Fraction(0))


def update_growth(verdict: Verdict, settings: TrainingSettings, n_samples: int) -> Fraction:
    """Return the most that one mistake or near miss adds to ‖θ‖²: η²R̂² + 2ηβ, with `update_square` for R̂² (T8, T10).

    `n_samples`: points of a pass (T5).
    """
    eta = decimal_fraction(settings.eta)
    return eta**2 * update_square(verdict, settings, n_samples) + 2 * eta * decimal_fraction(settings.beta)


def update_square(verdict: Verdict, settings: TrainingSettings, n_samples: int) -> Fraction:
    """Return what takes the place of R̂² in the bounds: 2R̂² in multiclass (T6), n times as much in batch order (T5).

    `settings`: their mode and order. `n_samples`: points of a pass.
    """
    square = verdict.radius_squared * model_kind(settings).rows_moved
    return square * n_samples if settings.order.value == BATCH else square


def _largest_root(slope: Fraction, along: Fraction, length: Fraction, growth: Fraction) -> MistakeBound:
    """Return the largest t with t·slope + along ≤ √(length + t·growth); t = 0 holds (Cauchy and Schwarz).

    The right side is concave, so that all t from 0 up to the larger root of (t·slope + along)² = length + t·growth
    hold, and the root is (p + √q)/(2·slope²) with p = growth − 2·slope·along and q = p² − 4·slope²·(along² − length).
    """
    p = growth - 2 * slope * along
    q = p * p - 4 * slope**2 * (along**2 - length)
    # Over one whole denominator: (p·s + √(q·s²))/(2·slope²·s), so that the whole root decides the floor.
    scale = p.denominator * q.denominator * (2 * slope**2).denominator
    top, square, bottom = int(p * scale), int(q * scale**2), int(2 * slope**2 * scale)
    at_most = (top + isqrt(square)) // bottom
    # Cut off after ROOT_BITS places it stays at or above every whole number that it reaches.
    fine = Fraction((top << ROOT_BITS) + isqrt(square << (2 * ROOT_BITS)), bottom << ROOT_BITS)
    return MistakeBound(None, at_most, nearest_double(fine))


class ProofCurves(Frozen):
    """The two sides of the proof: after t mistakes `along(t)` ≤ θ_t·θ* ≤ ‖θ_t‖ ≤ `length(t)` (T8).

    Where the sides meet is the bound.
    """

    # ηγ̂, what a mistake adds to θ·θ* at least; None where the points are not known to be separable: then there is no
    # θ*, and only the other side holds
    rise: float | None
    start_along: float  # θ₀·θ* (T4)
    # what a mistake adds to ‖θ‖² at most: η²R̂² (batch: nR̂² for R̂²; multiclass: 2R̂²), with β 2ηβ more
    growth: Fraction
    start_square: Fraction  # ‖θ₀‖²

    def along(self, mistakes: Floats) -> Floats | None:
        """Return t·ηγ̂ + θ₀·θ*, which θ_t·θ* never falls below; None without a margin.

        `mistakes`: shape (n,): the counts t. Returns shape (n,), or None.
        """
        return None if self.rise is None else mistakes * self.rise + self.start_along

    def length(self, mistakes: Floats) -> Floats:
        """Return √(‖θ₀‖² + t·η²R̂²), which ‖θ_t‖ never exceeds.

        `mistakes`: shape (n,): the counts t. Returns shape (n,).
        """
        # Powers of four change no bit, and keep products within doubles whose roots are there.
        largest = max(self.growth, self.start_square)
        halves = max(0, largest.numerator.bit_length() - largest.denominator.bit_length()) // 2
        growth, start = (nearest_double(square / 4**halves) for square in (self.growth, self.start_square))
        lengths: Floats = np.ldexp(np.sqrt(start + mistakes * growth), halves)
        return lengths


def proof_curves(verdict: Verdict, settings: TrainingSettings, n_samples: int) -> ProofCurves:
    """Return the two sides of the proof (T8; with start weights T4, batch T5, multiclass T6, β > 0 T10).

    `settings`: their mode, order, η, start weights and β. `n_samples`: points of a pass.
    """
    start, growth = start_weights(settings), update_growth(verdict, settings, n_samples)
    square = dot_exactly(start, start)
    if not verdict.margin:
        return ProofCurves(None, 0.0, growth, square)
    along = nearest_double(dot_exactly(start, verdict.nearest)) / verdict.margin if start and verdict.nearest else 0.0
    return ProofCurves(settings.eta * verdict.margin, along, growth, square)
