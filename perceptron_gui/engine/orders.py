"""In which order a pass visits the points (SPEC P4)."""

from __future__ import annotations

import numpy as np

from perceptron_gui.engine.dataset import Ints
from perceptron_gui.engine.settings import Order, TrainingSettings


def pass_order(settings: TrainingSettings, epoch: int, began_with: int, n_samples: int) -> Ints | None:
    """Return the indices a pass visits, in order; None is the order of placement.

    Parameters
    ----------
    settings : TrainingSettings
    epoch : int
        The pass, from 1.
    began_with : int
        Points present when the pass began; only these are permuted.
    n_samples : int
        Points present now: those that came during the pass are visited at its end (P9).
    """
    if settings.order is not Order.SHUFFLED:
        return None
    return np.concatenate([permutation(settings.seed, epoch, began_with), np.arange(began_with, n_samples)])


def permutation(seed: int, epoch: int, n_samples: int) -> Ints:
    """Return the shuffled order of pass `epoch`: the stable argsort of raw Philox words (SPEC P4).

    The generator is addressed by (seed, epoch), so that any pass can be visited again without a memory of the others.
    """
    words = np.random.Philox(key=seed, counter=[0, epoch, 0, 0]).random_raw(n_samples)
    return np.argsort(words, kind="stable").astype(np.int64)


def points_at(order: Ints | None, positions: list[int]) -> list[int]:
    """Return the indices of the points at `positions` of a pass."""
    return positions if order is None else [int(order[p]) for p in positions]
