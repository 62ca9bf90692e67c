"""Whether an update changed what a curved kernel has learned: other counts may make the same sum (D2, M5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.kernel import KernelName

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Ints
    from perceptron_gui.engine.training.trainer import Trainer


def kernel_change(trainer: Trainer, points: Ints) -> Callable[[], bool]:
    """Return what says, after an update, whether Σ α y φ(x) and b are others than now.

    Points in one place may cancel out under every kernel, others only where the kernel multiplies finitely many
    features. There Σ y φ(x) is 0 where it adds 0 to the score of each of its own points: then its square is 0, too.

    `trainer`: with a curved kernel, before the update. `points`: shape (n_points,): those that are learned from, in
    batch order all of a pass.
    """
    sums = trainer.state.sums
    assert sums is not None
    counts, scores, theta = sums.counts[:, points], sums.scores[:, points], trainer.state.theta.copy()

    def is_changed() -> bool:
        now, data = trainer.state.sums, trainer.data
        assert now is not None
        risen = now.counts[:, points] - counts
        if not risen.any():
            return False
        places = np.unique(data.mapped.X[points] + 0.0, axis=0, return_inverse=True)[1].ravel()
        together = np.zeros((len(points), len(risen)), dtype=np.int64)
        np.add.at(together, places, risen.T)
        if not together.any() or data.settings.kernel.name is not KernelName.POLY:
            return bool(together.any())
        return trainer.state.theta != theta or not np.array_equal(now.scores[:, points], scores)

    return is_changed
