"""The dual perceptron with a curved kernel (D1, D2, D5; Aizerman, Braverman and Rozonoer 1964)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.training.kernel_trainer import KernelTrainer

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats, Ints
    from perceptron_gui.engine.native.loader import Go, Library


class KernelDualTrainer(KernelTrainer):
    """f(x) = η Σ α_i y_i K(x_i, x) + b; θ is b alone."""

    def scores(self, start: int, stop: int) -> Floats:
        """Return f of the points `start` … `stop`, see `Trainer`."""
        scores: Floats = self._scores_at(slice(start, stop))[0]
        return scores

    def margins(self) -> Floats:
        """Return y·f of every point, see `Trainer`."""
        return self._margins_at(slice(0, self.data.n_samples))

    def _native_loop(self, library: Library) -> Go:
        return library.kernel

    def _native_errors(self, library: Library) -> Go:
        return library.random_kernel

    def _margins_at(self, points: slice | Ints) -> Floats:
        margins: Floats = self._scores_at(points)[0] * self.data.targets[points]
        return margins

    def _update(self, point: int, rival: int) -> None:
        self._add(0, point, int(self.data.targets[point]))

    def _count_updates(self, points: Ints, rivals: Ints) -> None:
        np.add.at(self.sums.counts[0], points, self._labels[points])
