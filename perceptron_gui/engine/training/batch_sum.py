"""The sum over several errors that one update adds (P4, E3)."""

from __future__ import annotations

import numpy as np

from perceptron_gui.engine.data.dataset import Floats
from perceptron_gui.engine.exact.fixed_point import LARGEST
from perceptron_gui.engine.training.trainer import Trainer


def add_sum(trainer: Trainer, points: list[int]) -> list[float]:
    """Return the binary θ after one update with the sum over the errors `points` (P2, P4).

    Parameters
    ----------
    trainer : Trainer
    points : list of int
        Indices, added in this order.

    Returns
    -------
    list of float
        Held θ.
    """
    signed, step = trainer.data.signed[points], trainer.data.scale.step
    check_sum(trainer, signed)
    total = np.cumsum(signed, axis=0)[-1].tolist()
    return [weight + step * value for weight, value in zip(trainer.state.theta, total, strict=True)]


def check_sum(trainer: Trainer, rows: Floats) -> None:
    """Note it when a sum of rows may exceed 2^53: from then on numbers may be rounded (E3).

    Parameters
    ----------
    trainer : Trainer
    rows : ndarray of float64, shape (n_rows, n_entries)
        The held rows to add; a single row is checked by its result instead.
    """
    state, step = trainer.state, trainer.data.scale.step
    if len(rows) > 1 and state.exact_visits is None and float(np.abs(rows).sum()) * step > LARGEST:
        state.leave_range(state.visits, None)
