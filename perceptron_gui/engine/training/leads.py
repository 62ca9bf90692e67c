"""By how much the true class leads, and which class is next (M2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.training.mistakes import NO_RIVAL

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats, Ints


def leads_of(scores: Floats, targets: Ints) -> tuple[Floats, Ints]:
    """Return s_y − s_r of some points, and their rivals.

    `scores`: shape (n_classes, n_points): −∞ for a class without points; the true class is set to −∞, too. `targets`:
    shape (n_points,): the true class of each point. `leads`: shape (n_points,): +∞ where there is no other class.
    `rivals`: shape (n_points,): the other class with the largest score, of equals the first; −1 where there is none.
    """
    every = np.arange(len(targets))
    true = scores[targets, every]
    scores[targets, every] = -np.inf
    rivals = scores.argmax(axis=0)
    best = scores[rivals, every]
    # A difference of two unequal doubles is never 0 (gradual underflow), so that its sign tells s_r ≥ s_y.
    return true - best, np.where(best > -np.inf, rivals, NO_RIVAL)
