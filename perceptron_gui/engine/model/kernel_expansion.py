"""What stands in the place of w with a curved kernel: a sum over the points that were learned from (D2, M5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.model.kernel_values import kernel_values
from perceptron_gui.frozen import Frozen

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats, Ints
    from perceptron_gui.engine.data.kernel import Kernel

BLOCK = 2**15
"""Values of the kernel that are computed together: they stay in the processor's cache."""


class KernelExpansion(Frozen, eq=False):
    """The scores without their biases: η Σ_i counts_ki K(x_i, x)."""

    kernel: Kernel
    eta: float  # η
    indices: Ints  # shape (n_support,): the points that were learned from, ascending
    points: Floats  # shape (n_support, n_features): where they lie, in data units
    counts: Ints  # shape (n_rows, n_support): α_i·y_i in one row; in multiclass A, a row for every class

    def scores(self, X: Floats) -> Floats:
        """Return the sums at some places, added up in the order of the points from the left (E4).

        `X`: shape (n_samples, n_features): places in data units. Returns shape (n_samples, n_rows).
        """
        scores = np.zeros((len(X), len(self.counts)))
        n_support = len(self.points)
        size = max(BLOCK // max(n_support, 1), 1)
        for start in range(0, len(X) if n_support else 0, size):
            values = kernel_values(self.kernel, self.points, X[start : start + size])
            for row, weights in enumerate(self.eta * self.counts):
                used = np.flatnonzero(weights)
                if len(used):
                    terms = weights[used, None] * values[used]
                    scores[start : start + size, row] = np.cumsum(terms, axis=0)[-1]
        return scores
