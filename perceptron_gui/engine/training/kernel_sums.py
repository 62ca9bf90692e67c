"""What a state keeps for a curved kernel: whole numbers in the place of w, and the scores they make (D1, D2, M5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.frozen import Mutable

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats, Ints


class KernelSums(Mutable):
    """How often each point was added to a row, and the sums of kernels that follow from it.

    The scores are kept and not computed from the counts, since in plain float64 their bits tell of the way that led
    to them. The bias is apart from them, so that a K much smaller than 1 keeps its digits.
    """

    counts: Ints  # shape (n_rows, n_samples): one row of α_i·y_i, in multiclass A with a row for every class
    scores: Floats  # shape (n_rows, n_samples): held Σ of counts times K, times the step, at every point

    @classmethod
    def zeros(cls, n_rows: int, n_samples: int) -> KernelSums:
        """Return those before the first update.

        `n_rows`: 1, in multiclass the number of classes. `n_samples`: points present.
        """
        return cls(np.zeros((n_rows, n_samples), dtype=np.int64), np.zeros((n_rows, n_samples)))

    def add(self, row: int, point: int, sign: int, rise: Floats) -> None:
        """Add a point to a row.

        `row`, `point`: which row, and the index of the point. `sign`: +1, or −1 to take it away. `rise`: shape
        (n_samples,): what the scores gain times the sign.
        """
        self.counts[row, point] += sign
        if sign > 0:
            self.scores[row] += rise
        else:
            self.scores[row] -= rise

    def packed(self) -> KernelSums:
        """Return a copy to keep, with the counts in the smallest whole numbers that hold them."""
        largest = int(np.abs(self.counts).max(initial=0))
        return KernelSums(self.counts.astype(np.min_scalar_type(-largest - 1)), self.scores.copy())

    def unpacked(self) -> KernelSums:
        """Return a copy of packed ones to go on from."""
        return KernelSums(self.counts.astype(np.int64), self.scores.copy())

    @property
    def nbytes(self) -> int:
        """Memory in bytes."""
        return self.counts.nbytes + self.scores.nbytes
