"""How a run with a curved kernel holds its numbers: the polynomial kernel of decimals is a decimal (E2, D5)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import MAX_ABS, TrainingSettings
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.exact.fixed_point import LARGEST, decimal_places, held_values, is_held_whole, largest_size
from perceptron_gui.engine.exact.scale import Scale, rounded_scale

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats


def choose_kernel_scale(X: Floats, settings: TrainingSettings, least_places: int = 0) -> Scale:
    """Return how a run with a curved kernel holds its numbers; only polynomial kernels of decimals are whole.

    With k places of the points and q of c, x·z + c has r = max(2k, q) places and its power p·r.

    `X`: shape (n_samples, n_features): data units. `settings`: their kernel, η and start bias. `least_places`: places
    that the points of the run already have.
    """
    kernel, initial = settings.kernel, settings.initial or ()
    k, e, p = decimal_places(X), decimal_places([settings.eta]), decimal_places(initial)
    q = decimal_places([kernel.coef0])
    rounded = rounded_scale(settings)
    if kernel.name is not KernelName.POLY or k is None or e is None or p is None or q is None:
        return rounded
    k = max(k, least_places)
    if 10**k * MAX_ABS >= LARGEST and not is_held_whole(largest_size(X), k):
        return rounded
    places, eta, m = kernel.degree * sum_places(kernel, k), decimal_fraction(settings.eta), max(p, e)
    step, unit = (eta * 10**m, Fraction(1, 10**m)) if settings.has_start_weights else (1, eta)
    if step * largest_value(X, kernel, k) > LARGEST:
        return rounded
    return Scale(True, k, float(step), unit, places)


def sum_places(kernel: Kernel, places: int) -> int:
    """Return the places of x·z + c. `kernel`: a polynomial one, c a decimal. `places`: those of the points."""
    return max(2 * places, decimal_places([kernel.coef0]) or 0)


def largest_value(X: Floats, kernel: Kernel, places: int) -> int:
    """Return the largest |K(x, z)| of held points; by Cauchy and Schwarz it stands on the diagonal, since c ≥ 0.

    `X`: shape (n_samples, n_features): data units. `kernel`: a polynomial one, c a decimal. `places`: those of the
    points. Returns without rounding as far as it is at most 2^53.
    """
    held = held_values(X, places)
    square = int((held * held).sum(axis=1).max(initial=0.0))
    r = sum_places(kernel, places)
    return int((square * 10 ** (r - 2 * places) + decimal_fraction(kernel.coef0) * 10**r) ** kernel.degree)
