"""What the trainers with a curved kernel share: scores that grow by rows of the Gram matrix (D2, D4, M5)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.exact.fixed_point import LARGEST
from perceptron_gui.engine.training.kernel_range import LARGEST_SCORE, are_in_range, reach
from perceptron_gui.engine.training.stored_scores import StoredScoresTrainer

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats, Ints
    from perceptron_gui.engine.native.call import LoopCall
    from perceptron_gui.engine.native.loader import Go, Library
    from perceptron_gui.engine.training.kernel_sums import KernelSums


class KernelTrainer(StoredScoresTrainer):
    """Keeps Σ α y K of every point in its state, apart from the bias; a mistake adds one row of the Gram matrix (D4).

    A bias that is added only when a score is asked for leaves a K that is much smaller than 1 its digits.
    """

    def __post_init__(self) -> None:
        """Take up the state's pass."""
        self._gram = self.data.gram
        self._labels = np.ascontiguousarray(self.data.targets)
        self._bias_entry = 10.0**self.data.scale.score_places
        super().__post_init__()

    @abstractmethod
    def _count_updates(self, points: Ints, rivals: Ints) -> None:
        """Count updates that the compiled loop made."""

    def margins_of(self, points: Ints) -> Floats:
        """Return y·f of some points, or s_y − s_r, see `Trainer`."""
        return self._margins_at(points)

    @property
    def sums(self) -> KernelSums:
        """What the state keeps in the place of w."""
        assert self.state.sums is not None
        return self.state.sums

    def load_columns(self, call: LoopCall) -> None:
        """Set nothing: scores are stored, see `Trainer`."""

    def load_inputs(self, call: LoopCall) -> None:
        """Set scores, biases, targets and the rows of the Gram matrix for the compiled loop, see `Trainer`."""
        scores = self.sums.scores
        call.point("order", self.order)
        call.point("labels", self._labels)
        call.point("gram", self._gram.places)
        call.job.n_rows, call.job.entry = len(scores), self._bias_entry
        call.theta[: scores.size] = scores.ravel()
        call.theta[scores.size :] = self.state.theta

    def read_results(self, call: LoopCall) -> None:
        """Take over scores, biases and counts, and compute the Gram row that the loop needs next, see `Trainer`."""
        scores = self.sums.scores
        scores[:] = call.theta[: scores.size].reshape(scores.shape)
        self._count_updates(*call.updates[1:3])
        self.state.move_to(call.theta[scores.size :].tolist())
        if call.job.lacks_row >= 0:
            self._gram.row(call.job.lacks_row)

    def deciding_of(self, held: Floats) -> Floats:
        """Return the scores with the biases, see `Trainer`."""
        n_rows, n = self.sums.scores.shape
        scores = held[:, : n_rows * n].reshape(-1, n_rows, n).copy()
        if self.state.theta:
            scores += held[:, n_rows * n :, None] * self._bias_entry
        return scores.reshape(len(held), -1)

    @property
    def n_deciding(self) -> int:
        """The scores of all points, and the biases, see `Trainer`."""
        return self.sums.scores.size + len(self.state.theta)

    @property
    def visit_work(self) -> float:
        """A look at each score, see `Trainer`."""
        return float(len(self.sums.scores))

    @property
    def update_work(self) -> float:
        """The rows of the Gram matrix that are added, see `Trainer`."""
        return float(self.sums.scores.size)

    @property
    def search_work(self) -> float:
        """A look at every score, and the rows that are added, see `Trainer`."""
        return 2.0 * self.sums.scores.size

    def fits(self, points: list[int]) -> bool:
        """Whether an update leaves every score and bias within the limit, see `Trainer`: tried where it is near."""
        if len(points) <= self._updates_within_limit:
            return True
        sums, theta = self.sums.unpacked(), self.state.theta
        with np.errstate(over="ignore", invalid="ignore"):
            for point, rival in zip(points, self.rivals(points), strict=True):
                self._update(point, rival)
            is_within = reach(self.data, self.state) <= LARGEST_SCORE  # NaN is not
        self.state.move_to(theta)
        self.sums.counts[:], self.sums.scores[:] = sums.counts, sums.scores
        return is_within

    @property
    def _updates_within_limit(self) -> float:
        """How many updates are certain to leave every score within its limit, wherever the run stands."""
        step, theta = self.data.scale.step, self.state.theta
        rise = step * (2.0 * self.data.largest_value + self._bias_entry)
        known = self.state.learned_from * rise + max(map(abs, theta), default=0.0) * self._bias_entry
        return (LARGEST_SCORE - known) // rise if known < LARGEST_SCORE else 0.0

    def native_loop(self, library: Library) -> Go | None:
        """Return the compiled loop as long as no update comes near the limit of weights, see `Trainer`."""
        return self._native_loop(library) if self._updates_within_limit >= 1.0 else None

    def native_errors(self, library: Library) -> Go | None:
        """Return the compiled loop of random order as long as no update comes near that limit, see `Trainer`."""
        return self._native_errors(library) if self._updates_within_limit >= 1.0 else None

    @abstractmethod
    def _native_loop(self, library: Library) -> Go:
        """Return the compiled loop."""

    @abstractmethod
    def _native_errors(self, library: Library) -> Go:
        """Return the compiled loop of random order."""

    @property
    def certain_updates(self) -> float:
        """How many rises of scores and biases fit below 2^53, or below the limit of weights, see `Trainer`."""
        if self.state.exact_visits is not None:
            return self._updates_within_limit
        rise = self.data.scale.step * (self.data.largest_kernel + self._bias_entry)
        return max((LARGEST - 1.0 - reach(self.data, self.state)) // rise, 1.0)

    def deciding(self) -> Sequence[float]:
        """Return the held scores of all points, bias included, see `Trainer`."""
        scores: list[float] = self._scores_at(slice(None)).ravel().tolist()
        return scores

    def learn(self, points: list[int]) -> list[int]:
        """Add the Gram rows of `points` one after the other, see `Trainer`."""
        state, rivals = self.state, self.rivals(points)
        for point, rival in zip(points, rivals, strict=True):
            self._update(point, rival)
            if len(points) > 1 and state.exact_visits is None and self.has_left_range():
                state.leave_range(state.visits, None)
        return rivals

    def has_left_range(self) -> bool:
        """Whether a score may be rounded: the sum of Σ α y K and the bias must stay below 2^53, see `Trainer`."""
        return not are_in_range(self.data, self.state)

    def _scores_at(self, points: slice | Ints) -> Floats:
        """Return the held scores of some points, shape (n_rows, n_points)."""
        scores: Floats = self.sums.scores[:, points]
        if not self.state.theta:
            return scores.copy()
        return scores + np.array(self.state.theta)[:, None] * self._bias_entry

    def _add(self, row: int, point: int, sign: int) -> None:
        """Add a point to a row, or take it away, and the step to its bias (D1, M5)."""
        step = self.data.scale.step
        self.sums.add(row, point, sign, step * self._gram.row(point))
        if self.state.theta:
            theta = self.state.theta.copy()
            theta[row] += step * sign
            self.state.move_to(theta)
