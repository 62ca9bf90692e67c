"""How a run whose points arrive one by one holds their numbers: the scale grows until one does not fit (E2, P9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.engine.exact.fixed_point import n_fitting_rows
from perceptron_gui.engine.exact.kernel_scale import choose_kernel_scale
from perceptron_gui.engine.exact.scale import Scale, choose_scale

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset, Floats
    from perceptron_gui.engine.data.settings import TrainingSettings


def fitting_scale(X: Floats, settings: TrainingSettings, least_places: int = 0) -> Scale:
    """Return how a run over these points holds its numbers; see `choose_scale` and `choose_kernel_scale`."""
    choose = choose_kernel_scale if settings.has_curved_kernel else choose_scale
    return choose(X, settings, least_places)


def grown_scale(scale: Scale, fitting: Scale, dataset: Dataset, settings: TrainingSettings) -> Scale:
    """Return the scale after the points arrived one by one: those after the first that does not fit leave it as it is.

    `scale`: that of the run so far. `fitting`: the one that all points would fit, inexact where there is none.
    `dataset`: all points so far.
    """
    if not scale.is_exact or fitting.is_exact:
        return fitting if scale.is_exact else scale
    if settings.has_curved_kernel:
        return _scale_of_first(dataset, settings, scale)
    return choose_scale(dataset.X[: n_fitting_points(dataset, scale.places)], settings, scale.places)


def _scale_of_first(dataset: Dataset, settings: TrainingSettings, scale: Scale) -> Scale:
    """Return the scale of as many points, from the first, as there is one for."""
    fits, fails = 0, dataset.n_samples
    while fails - fits > 1:
        middle = (fits + fails) // 2
        is_known = not any(i < middle for i in dataset.rounded)
        if is_known and choose_kernel_scale(dataset.X[:middle], settings, scale.places).is_exact:
            fits = middle
        else:
            fails = middle
    return choose_kernel_scale(dataset.X[:fits], settings, scale.places)


def n_fitting_points(dataset: Dataset, places: int, first: int = 0, largest: float = 0.0) -> int:
    """Return how many points come before the first that whole numbers cannot hold.

    `places`: decimal places that the run has. `first`: how many points are known to fit. `largest`: the largest |x_ij|
    of those.
    """
    fitting = first + n_fitting_rows(dataset.X[first:], places, largest)
    return min([fitting, *dataset.rounded[:1]])
