"""How the numbers of a run are held, under a curved kernel, too, and up to where that is exact (E2, E3, D5)."""

import math
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from perceptron_gui.engine.data.dataset import Floats
from perceptron_gui.engine.data.kernels.function import KernelFunction
from perceptron_gui.engine.data.settings import MAX_ABS, TrainingSettings
from perceptron_gui.engine.exact import fixed_point
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.frozen import Frozen


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
        return fixed_point.nearest_doubles(held, self.weight_unit)

    def scores(self, held: ArrayLike) -> Floats:
        """Return the doubles nearest to the exact values of scores, in data units.

        `held`: held scores, of any shape.
        """
        if not self.is_exact:  # rounded already
            return np.asarray(held, dtype=np.float64) * float(self.weight_unit) + 0.0
        return fixed_point.nearest_doubles(held, self.score_unit)


def choose_scale(X: Floats, settings: TrainingSettings, least_places: int = 0) -> Scale:
    """Return how a run over these points holds its numbers: under a curved kernel whole where K of decimals is one.

    `X`: shape (n_samples, n_features): data units. `settings`: their kernel, η and start weights have to be held, too.
    `least_places`: places that the run already has: the scale never shrinks within a run.
    """
    initial = (settings.initial or ()) if settings.has_start_weights else ()
    k, e, p = (fixed_point.decimal_places(values) for values in (X, [settings.eta], initial))
    if k is None or e is None or p is None:
        return rounded_scale(settings)
    k = max(k, least_places)
    if 10**k * MAX_ABS >= fixed_point.LARGEST and not fixed_point.is_held_whole(fixed_point.largest_size(X), k):
        return rounded_scale(settings)
    eta = decimal_fraction(settings.eta)
    if settings.has_curved_kernel:
        function, m = settings.kernel.function, max(p, e)
        places = function.whole_places(k)
        whole_step, unit = (eta * 10**m, Fraction(1, 10**m)) if initial else (Fraction(1), eta)
        if places is None or whole_step * largest_value(X, function, k) > fixed_point.LARGEST:
            return rounded_scale(settings)
        return Scale(True, k, float(whole_step), unit, places)
    if not initial:
        return Scale(True, k, 1.0, eta / 10**k)
    m = max(p, k + e)
    step = eta * 10 ** (m - k)
    # One that was rounded must not look like 2^53 itself.
    is_whole = step <= fixed_point.LARGEST
    held = float(step) if is_whole else max(float(step), math.nextafter(fixed_point.LARGEST, math.inf))
    return Scale(True, k, held, Fraction(1, 10**m))


def rounded_scale(settings: TrainingSettings) -> Scale:
    """Return how a run holds numbers that are not exact: as they are, in plain float64.

    Under a kernel whose values are never decimals a run from zero leaves η out, as exact ones do: the points and what
    is counted are decimals there, and which visits are mistakes must not hang on how η rounds (E2, D5).

    `settings`: η is the step.
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
    return held_margin(beta, scale) < fixed_point.LARGEST


def largest_weight(Z: Floats) -> float:
    """Return the largest |θ_j| for which every score over the rows is exact (E3).

    `Z`: shape (n_samples, n_entries): held inputs, whole numbers. Returns the largest whole t with t · max‖z_i‖₁ ≤
    2^53; 0 when even t = 1 breaks the rule.
    """
    norms = np.abs(Z).sum(axis=1)
    widest = float(norms.max(initial=0.0))
    if widest == fixed_point.LARGEST and _exact_norm(Z[norms == widest]) > fixed_point.LARGEST:
        return 0.0
    return weight_within(widest)


def weight_within(norm: float) -> float:
    """Return the largest whole t with t·‖z‖₁ ≤ 2^53. `norm`: ‖z‖₁."""
    return float(fixed_point.LARGEST // max(int(norm), 1))


def _exact_norm(Z: Floats) -> int:
    """Return the largest Σ|z_j| of the rows of `Z`: a float sum of 2^53 may have been 2^53 + 1."""
    return max(sum(abs(int(value)) for value in row) for row in Z.tolist())


def largest_value(X: Floats, function: KernelFunction, places: int) -> int:
    """Return the largest |K(x, z)| of held points; by Cauchy and Schwarz it stands on the diagonal.

    `X`: shape (n_samples, n_features): data units. `function`: of decimals it is a decimal. `places`: those of the
    points. Returns without rounding as far as it is at most 2^53.
    """
    held, whole = fixed_point.held_values(X, places), function.whole_places(places)
    assert whole is not None
    square = int((held * held).sum(axis=1).max(initial=0.0))
    return int(function.largest_square(lambda: Fraction(square, 100**places)) * 10**whole)
