"""The multiclass perceptron with a curved kernel: whole numbers A in the place of W (M5; Crammer and Singer 2003)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.training.kernel_trainer import KernelTrainer
from perceptron_gui.engine.training.leads import leads_of

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats, Ints
    from perceptron_gui.engine.native.call import LoopCall
    from perceptron_gui.engine.native.loader import Go, Library


class KernelMulticlassTrainer(KernelTrainer):
    """s_k(x) = η Σ A_ki K(x_i, x) + B_k; θ is B alone."""

    def __post_init__(self) -> None:
        """Take up the classes with points."""
        self._present = np.array(self.data.present, dtype=np.int64)
        self._absent = np.setdiff1d(np.arange(len(self.data.dataset.classes)), self.data.present)
        super().__post_init__()

    def _native_loop(self, library: Library) -> Go:
        return library.kernel_multiclass

    def _native_errors(self, library: Library) -> Go:
        return library.random_kernel_multiclass

    def load_inputs(self, call: LoopCall) -> None:
        """Set the classes with points, too, see `Trainer`."""
        super().load_inputs(call)
        call.job.n_present = len(self._present)
        call.point("present", self._present)

    def deciding_of(self, held: Floats) -> Floats:
        """Return the scores with the biases, −∞ for a class without points, see `Trainer`."""
        scores = super().deciding_of(held).reshape(len(held), *self.sums.scores.shape)
        scores[:, self._absent] = -np.inf
        return scores.reshape(len(held), -1)

    def scores(self, start: int, stop: int) -> Floats:
        """Return s_k of the points `start` … `stop`, −∞ for a class without points, see `Trainer`."""
        return self._scores_at(slice(start, stop))

    def margins(self) -> Floats:
        """Return s_y − s_r of every point, held (M2); +∞ with a single class, see `Trainer`."""
        return self._margins_at(slice(0, self.data.n_samples))

    def _scores_at(self, points: slice | Ints) -> Floats:
        scores = super()._scores_at(points)
        scores[self._absent] = -np.inf
        return scores

    def _margins_at(self, points: slice | Ints) -> Floats:
        return leads_of(self._scores_at(points), self.data.targets[points])[0]

    def all_rivals(self) -> Ints:
        """Return the rival of every point, see `Trainer`."""
        return leads_of(self._scores_at(slice(None)), self._labels)[1]

    def _update(self, point: int, rival: int) -> None:
        self._add(int(self.data.targets[point]), point, 1)
        self._add(rival, point, -1)

    def _count_updates(self, points: Ints, rivals: Ints) -> None:
        np.add.at(self.sums.counts, (self._labels[points], points), 1)
        np.add.at(self.sums.counts, (rivals, points), -1)

    def rivals(self, points: list[int]) -> list[int]:
        """Return the other class with the largest score, of equals the first, see `Trainer`."""
        rivals: list[int] = leads_of(self._scores_at(np.array(points)), self.data.targets[points])[1].tolist()
        return rivals
