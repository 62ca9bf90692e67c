"""The dual perceptron with a curved kernel (D1, D2, D5; Aizerman, Braverman and Rozonoer 1964)."""

from __future__ import annotations

import numpy as np

from perceptron_gui.engine.data.dataset import Floats, Ints
from perceptron_gui.engine.exact.fixed_point import LARGEST
from perceptron_gui.engine.native.call import LoopCall
from perceptron_gui.engine.native.loader import Go, Library
from perceptron_gui.engine.training.kernel_range import reach
from perceptron_gui.engine.training.kernel_trainer import KernelTrainer
from perceptron_gui.engine.training.mistakes import NO_RIVAL


class KernelDualTrainer(KernelTrainer):
    """f(x) = η Σ α_i y_i K(x_i, x) + b; θ is b alone."""

    def __post_init__(self) -> None:
        """Take up the signs."""
        self._signs = np.ascontiguousarray(self.data.targets)
        super().__post_init__()

    def scores(self, start: int, stop: int) -> Floats:
        """Return f of the points `start` … `stop`, see `Trainer`."""
        scores: Floats = self._scores_at(slice(start, stop))[0]
        return scores

    def margins(self) -> Floats:
        """Return y·f of every point, see `Trainer`."""
        return self._margins_at(slice(0, self.data.n_samples))

    def native_loop(self, library: Library) -> Go | None:
        """Return the compiled loop, see `Trainer`."""
        return library.kernel

    def load_inputs(self, call: LoopCall) -> None:
        """Set scores, bias, signs and the rows of the Gram matrix for the compiled loop, see `Trainer`."""
        n = self.data.n_samples
        call.point("order", self.order)
        call.point("labels", self._signs)
        call.point("gram", self._gram.places)
        call.job.entry = self._bias_entry
        call.theta[:n] = self.sums.scores[0]
        call.theta[n:] = self.state.theta

    def read_results(self, call: LoopCall) -> None:
        """Take over scores, bias and counts, and compute the Gram row that the loop needs next, see `Trainer`."""
        n, points = self.data.n_samples, call.updates[1]
        self.sums.scores[0] = call.theta[:n]
        np.add.at(self.sums.counts[0], points, self._signs[points])
        self.state.move_to(call.theta[n:].tolist())
        if call.job.lacks_row >= 0:
            self._gram.row(call.job.lacks_row)

    def deciding_of(self, held: Floats) -> Floats:
        """Return the scores with the bias, see `Trainer`."""
        n = self.data.n_samples
        scores: Floats = held[:, :n] + held[:, n:] * self._bias_entry if held.shape[1] > n else held
        return scores

    @property
    def n_deciding(self) -> int:
        """The scores of all points, and b, see `Trainer`."""
        return self.data.n_samples + len(self.state.theta)

    @property
    def visit_work(self) -> float:
        """A look at a score, see `Trainer`."""
        return 1.0

    @property
    def update_work(self) -> float:
        """A row of the Gram matrix that is added, see `Trainer`."""
        return float(self.data.n_samples)

    @property
    def certain_updates(self) -> float:
        """How many rises of scores and bias fit below 2^53, see `Trainer`."""
        if self.state.exact_visits is not None:
            return float("inf")
        rise = self.data.scale.step * (self.data.largest_kernel + self._bias_entry)
        return max((LARGEST - 1.0 - reach(self.data, self.state)) // rise, 1.0)

    def _margins_at(self, points: slice | Ints) -> Floats:
        margins: Floats = self._scores_at(points)[0] * self.data.targets[points]
        return margins

    def _update(self, point: int, rival: int) -> None:
        self._add(0, point, int(self.data.targets[point]))

    def _rivals_of(self, points: list[int]) -> list[int]:
        return [NO_RIVAL] * len(points)
