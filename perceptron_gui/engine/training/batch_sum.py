"""The sum over several errors that one update adds (P4, E3)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.exact.fixed_point import LARGEST

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats
    from perceptron_gui.engine.training.trainer import Trainer


def add_sums(trainer: Trainer, terms: Mapping[int, Floats]) -> None:
    """Update θ once with sums of rows, and note it where numbers may be rounded from then on (E3).

    A single row is left to the check of its result.

    `trainer`: in batch order, before the last visit of the pass is completed. `terms`: shape (n_terms, n_entries): for
    every block of θ (binary: 0; multiclass: a class) the held rows that join it, added in this order.
    """
    state, step = trainer.state, trainer.data.scale.step
    before, theta, largest = state.theta, state.theta.copy(), 0.0
    for block, rows in terms.items():
        sums = np.cumsum(rows, axis=0)
        largest = max(largest, float(sums.max()), -float(sums.min()))
        for place, total in enumerate(sums[-1].tolist(), block * trainer.data.n_entries):
            theta[place] += step * total
    state.move_to(theta)
    is_sum = max(map(len, terms.values())) > 1
    # A sum of 2^53 may have been 2^53 + 1.
    if is_sum and state.exact_visits is None and (largest * step >= LARGEST or trainer.has_left_range()):
        state.leave_range(state.visits, _without_rounding(trainer, before, terms), updates=1)


def _without_rounding(trainer: Trainer, before: list[float], terms: Mapping[int, Floats]) -> list[Fraction]:
    """Return θ in data units after a sum is added to the exact θ before."""
    data = trainer.data
    step = decimal_fraction(data.settings.eta) / 10**data.scale.places
    theta = [Fraction(value) * data.scale.weight_unit for value in before]
    for block, rows in terms.items():
        for place, column in enumerate(rows.T, block * data.n_entries):
            theta[place] += step * sum(map(int, column))
    return theta
