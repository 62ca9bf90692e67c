"""Kernels and the Gram matrix (D4, D5)."""

from __future__ import annotations

from collections import OrderedDict

from perceptron_gui.engine.data.dataset import Floats
from perceptron_gui.engine.training.training_data import TrainingData

WHOLE_GRAM = 4_000
"""Up to this many points every row of the Gram matrix is kept (D4)."""
CACHE_BYTES = 128 * 2**20
"""Above that, rows are kept up to this many bytes."""


class Gram:
    """Rows y_i y_j K(x_i, x_j) of the Gram matrix, computed when first asked for.

    The linear kernel of the augmented inputs: with bias K + 1.

    Parameters
    ----------
    data : TrainingData
    """

    def __init__(self, data: TrainingData) -> None:
        self._data = data
        n = data.n_samples
        self._capacity = n if n <= WHOLE_GRAM else max(1, CACHE_BYTES // (8 * n))
        self._rows: OrderedDict[int, Floats] = OrderedDict()

    @property
    def is_whole(self) -> bool:
        """Whether all rows fit the memory; otherwise those not used for longest are dropped."""
        return self._capacity >= self._data.n_samples

    def row(self, index: int) -> Floats:
        """Return y_i y_j K(x_i, x_j) for one i and all j.

        Parameters
        ----------
        index : int
            i.

        Returns
        -------
        ndarray of float64, shape (n_samples,)
            Held values; not to be changed.
        """
        row = self._rows.get(index)
        if row is None:
            row = self._data.dot(self._data.signed[index].tolist(), 0, self._data.n_samples)
            self._rows[index] = row
            if len(self._rows) > self._capacity:
                self._rows.popitem(last=False)
        else:
            self._rows.move_to_end(index)
        return row
