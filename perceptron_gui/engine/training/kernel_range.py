"""Up to where the scores of a curved kernel are exact (E3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.exact.fixed_point import LARGEST

LARGEST_SCORE = 1e280
"""No |Σ α·y·K| and |b| together are above it; their squares and sums are still doubles (P7)."""

if TYPE_CHECKING:
    from perceptron_gui.engine.training.state import State
    from perceptron_gui.engine.training.training_data import TrainingData


def are_in_range(data: TrainingData, state: State) -> bool:
    """Whether every score is exact, and was found without rounding.

    A score is Σ counts·K, grown by whole numbers one after the other, and the bias: where both together are below 2^53
    no sum on the way to this state from one that was in range was rounded, whatever is added to what first.
    """
    return data.is_exact and reach(data, state) < LARGEST


def are_within_limit(data: TrainingData, state: State) -> bool:
    """Whether every score is within the limit of weights; those that are not are cut off there (P7).

    `state`: after points arrived: a new one may be where the sums over those before are too large.
    """
    if state.sums is None or reach(data, state) <= LARGEST_SCORE:
        return True
    scores = np.nan_to_num(state.sums.scores, nan=0.0)
    state.sums.scores[:] = np.clip(scores, -LARGEST_SCORE, LARGEST_SCORE)
    return False


def reach(data: TrainingData, state: State) -> float:
    """Return a bound on the held scores: the largest |Σ counts·K| and |b| together."""
    if state.sums is None:
        return 0.0
    largest = max(float(state.sums.scores.max(initial=0.0)), -float(state.sums.scores.min(initial=0.0)))
    bias = max(map(abs, state.theta), default=0.0) * 10.0**data.scale.score_places
    return largest + bias
