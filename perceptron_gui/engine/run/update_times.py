"""When each update of a run was made: enough to sum up all parameters it ever had (V1)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Ints
    from perceptron_gui.engine.training.training_data import TrainingData


class UpdateTimes:
    """How often, and when, each point was added to a row of the parameters: enough to sum up all θ_t.

    What is learned at a visit after v others stays in θ_{v+1} … θ_T: T − v times. So Σ θ_t is T·θ₀ and η times the
    sum of y·x̂ weighted by T·α − Σ v, whole numbers.

    `n_rows`, `n_samples`: rows of the parameters, and points.
    """

    def __init__(self, n_rows: int, n_samples: int) -> None:
        self._counts = np.zeros((n_rows, n_samples), dtype=np.int64)
        self._times = np.zeros((n_rows, n_samples), dtype=np.int64)

    def add_log(self, data: TrainingData, visits: Ints, points: Ints, rivals: Ints) -> None:
        """Write many updates down, of any order but batch.

        `visits`, `points`, `rivals`: shape (n_updates,): visits completed before each, the point, and its rival.
        """
        targets = data.targets[points]
        if data.settings.mode.is_binary:
            self._add_to(np.zeros_like(targets), points, targets, visits)
        else:
            self._add_to(targets, points, np.ones_like(targets), visits)
            self._add_to(rivals, points, -np.ones_like(targets), visits)

    def _add_to(self, rows: Ints, points: Ints, signs: Ints, visits: Ints) -> None:
        np.add.at(self._counts, (rows, points), signs)
        np.add.at(self._times, (rows, points), signs * visits)

    def add(self, data: TrainingData, visit: int, learned: Iterable[tuple[int, int]]) -> None:
        """Write an update down.

        `data`: with these points, and perhaps others. `visit`: visits completed before it. `learned`: the points that
        were learned from, each with its rival.
        """
        is_binary, targets = data.settings.mode.is_binary, data.targets
        for point, rival in learned:
            target = int(targets[point])
            for row, sign in [(0, target)] if is_binary else [(target, 1), (rival, -1)]:
                self._counts[row, point] += sign
                self._times[row, point] += sign * visit

    def weights(self, visits: int) -> Ints:
        """Return in how many of the θ_t each update is, summed up: shape (n_rows, n_samples).

        `visits`: T, visits completed.
        """
        weights: Ints = visits * self._counts - self._times
        return weights
