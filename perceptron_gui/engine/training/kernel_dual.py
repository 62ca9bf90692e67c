"""The dual perceptron with a curved kernel (D1, D2, D5; Aizerman, Braverman and Rozonoer 1964)."""

from __future__ import annotations

from perceptron_gui.engine.data.dataset import Bools, Floats, Ints
from perceptron_gui.engine.training.kernel_trainer import KernelTrainer
from perceptron_gui.engine.training.state import NO_RIVAL


class KernelDualTrainer(KernelTrainer):
    """f(x) = η Σ α_i y_i K(x_i, x) + b; θ is b alone."""

    def scores(self, start: int, stop: int) -> Floats:
        """Return f of the points `start` … `stop`, see `Trainer`."""
        scores: Floats = self._scores_at(slice(start, stop))[0]
        return scores

    def margins(self) -> Floats:
        """Return y·f of every point, see `Trainer`."""
        margins: Floats = self.scores(0, self.data.n_samples) * self.data.targets
        return margins

    def _wrong_at(self, points: slice | Ints) -> Bools:
        wrong: Bools = self._scores_at(points)[0] * self.data.targets[points] <= 0.0
        return wrong

    def _update(self, point: int, rival: int) -> None:
        self._add(0, point, int(self.data.targets[point]))

    def _rivals_of(self, points: list[int]) -> list[int]:
        return [NO_RIVAL] * len(points)
