"""The Gram matrix of held points: its entries, and its rows as far as memory goes (D4, D5, E2)."""

from __future__ import annotations

from collections import OrderedDict

import numpy as np

from perceptron_gui.engine.data.dataset import Floats
from perceptron_gui.engine.data.kernels.function import KernelFunction
from perceptron_gui.engine.native import loader
from perceptron_gui.engine.native.loader import KernelNumbers

WHOLE_GRAM = 4_000
"""Up to this many points every row of the Gram matrix is kept (D4)."""
CACHE_BYTES = 128 * 2**20
"""Above that, rows are kept up to this many bytes."""


class Gram:
    """Rows of the Gram matrix, computed when first asked for.

    `inputs`: shape (n_samples, n_features): held points. `places`: shape (n_samples,): where each row lies in memory,
    for the compiled loop; 0 where it is not kept.
    """

    def __init__(self, kernel: KernelFunction, inputs: Floats) -> None:
        self._kernel, self._columns, n = kernel, np.ascontiguousarray(inputs.T), len(inputs)
        numbers = kernel.loop_numbers()
        self._numbers = None if numbers is None else KernelNumbers(*numbers)
        self._n_samples = n
        self._capacity = n if n <= WHOLE_GRAM else max(1, CACHE_BYTES // (8 * n))
        self._rows: OrderedDict[int, Floats] = OrderedDict()
        self.places = np.zeros(n, dtype=np.uintp)

    @property
    def is_whole(self) -> bool:
        """Whether all rows fit the memory; otherwise those not used for longest are dropped."""
        return self._capacity >= self._n_samples

    def row(self, index: int) -> Floats:
        """Return K(x_i, x_j) for one i and all j.

        `index`: i. Returns shape (n_samples,): held values; not to be changed.
        """
        row = self._rows.get(index)
        known = 0 if row is None else len(row)
        if row is None or known < self._n_samples:
            rest = self.entries(index, known, self._n_samples)
            self._keep(index, rest if row is None else np.concatenate([row, rest]))
        else:
            self._rows.move_to_end(index)
        return self._rows[index]

    def take_rows(self, earlier: Gram) -> None:
        """Take over the rows of fewer points: they get their new columns when they are asked for."""
        self._rows.update(list(earlier._rows.items())[-self._capacity :])

    def _keep(self, index: int, row: Floats) -> None:
        self._rows[index] = row
        self._rows.move_to_end(index)
        self.places[index] = row.ctypes.data
        if len(self._rows) > self._capacity:
            gone, _ = self._rows.popitem(last=False)
            self.places[gone] = 0

    def entries(self, index: int, start: int, stop: int) -> Floats:
        """Return K(x_i, x_j) of one i and some j.

        `index`: i. `start`, `stop`: the first j, and the one after the last. Returns shape (stop − start,).
        """
        if loader.library is not None and self._numbers is not None:
            return loader.library.gram_row(self._numbers, self._columns, index, start, stop)
        left, right = self._columns[:, index : index + 1].T, self._columns[:, start:stop].T
        row: Floats = self._kernel.values(left, right)[0]
        return row
