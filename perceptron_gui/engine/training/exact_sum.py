"""θ as the sum of its updates, without rounding (D3, E3)."""

from __future__ import annotations

from fractions import Fraction
from operator import mul
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.exact.decimals import decimal_fraction

if TYPE_CHECKING:
    from perceptron_gui.engine.training.state import State
    from perceptron_gui.engine.training.training_data import TrainingData


def summed_updates(data: TrainingData, state: State) -> list[Fraction] | None:
    """Return θ₀ + η Σ α_i y_i x̂_i without rounding (D3).

    Returns in data units, entry by entry. None for a start from zero, where the held θ is a sum of whole numbers below
    2^53 and as exact. None for a curved kernel, too, whose only weight b is so small, and in multiclass, where α does
    not say which rows a point was added to.
    """
    settings = data.settings
    if settings.has_curved_kernel or not settings.has_start_weights or settings.initial is None or data.n_rows > 1:
        return None
    points = np.flatnonzero(state.alpha)
    counts = [int(count) for count in state.alpha[points]]
    step = decimal_fraction(data.settings.eta) / 10**data.scale.places
    return [
        decimal_fraction(start) + step * sum(map(mul, counts, map(int, column)))
        for start, column in zip(settings.initial, data.signed[points].T, strict=True)
    ]
