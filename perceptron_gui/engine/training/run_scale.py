"""How a run whose points arrive one by one holds their numbers: the scale grows until one does not fit (E2, P9)."""

from __future__ import annotations

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.exact.fixed_point import n_fitting_rows
from perceptron_gui.engine.exact.scale import Scale, choose_scale


def grown_scale(scale: Scale, fitting: Scale, dataset: Dataset, settings: TrainingSettings) -> Scale:
    """Return the scale after the points arrived one by one: those after the first that does not fit leave it as it is.

    Parameters
    ----------
    scale : Scale
        That of the run so far.
    fitting : Scale
        The one that all points would fit, inexact where there is none.
    dataset : Dataset
        All points so far.
    settings : TrainingSettings
    """
    if not scale.is_exact or fitting.is_exact:
        return fitting if scale.is_exact else scale
    return choose_scale(dataset.X[: n_fitting_points(dataset, scale.places)], settings, scale.places)


def n_fitting_points(dataset: Dataset, places: int, first: int = 0, largest: float = 0.0) -> int:
    """Return how many points come before the first that whole numbers cannot hold.

    Parameters
    ----------
    dataset : Dataset
    places : int
        Decimal places that the run has.
    first : int
        How many points are known to fit.
    largest : float
        The largest |x_ij| of those.
    """
    fitting = first + n_fitting_rows(dataset.X[first:], places, largest)
    return min([fitting, *dataset.rounded[:1]])
