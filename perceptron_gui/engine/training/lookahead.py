"""How a trainer makes many visits at once, from mistake to mistake, and adds up the errors of one update (P4)."""

from abc import abstractmethod
from collections.abc import Mapping
from fractions import Fraction

import numpy as np

from perceptron_gui.engine.data.dataset import Floats, Ints
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.exact.fixed_point import LARGEST
from perceptron_gui.engine.training.trainer import CALL_WORK, VISIT_WORK, Trainer, VisitBatch

SCALAR_BLOCK = 48
"""Visits the scalar loop makes before numpy looks for the next mistake."""
DENSE, DENSE_BLOCK = 16, 1024
"""With a mistake in so many visits or fewer the scalar loop takes larger blocks, up to the second number."""
FIRST_CHUNK, LARGEST_CHUNK = 256, 1 << 16
"""Visits in numpy's first look, and the most in one look (it doubles in between)."""


class LookaheadTrainer(Trainer):
    """Visits point by point where mistakes are dense, and finds the next one with numpy where they are rare.

    Both sum feature by feature from the left, so that they agree in every bit.
    """

    def __post_init__(self) -> None:
        """Begin with small blocks."""
        self._block = SCALAR_BLOCK
        super().__post_init__()

    @abstractmethod
    def _visit_block(self, start: int, stop: int) -> VisitBatch:
        """Visit the pass from `start` to `stop` point by point, updating at mistakes."""

    @abstractmethod
    def _margins(self, start: int, stop: int, order: Ints | None) -> Floats:
        """Return the margins of the points of an order from `start` to `stop`, held; None is that of placement."""

    def margins(self) -> Floats:
        """Return y·f of every point, or s_y − s_r, see `Trainer`."""
        return self._margins(0, self.data.n_samples, None)

    def margins_of(self, points: Ints) -> Floats:
        """Return y·f of some points, or s_y − s_r, see `Trainer`."""
        return self._margins(0, len(points), points)

    def visit_towards(self, stop: int, work: float) -> float:
        """Visit the pass towards `stop`, see `Trainer`."""
        state, size = self.state, len(self.state.theta)
        while work > 0 and state.position < stop:
            block = max(1, int(min(self._block, work / (size * VISIT_WORK))))
            batch = self._visit_block(state.position, min(state.position + block, stop))
            self.count(batch)
            work -= batch.seen * size * VISIT_WORK
            if self.is_held_up():
                break
            is_dense = len(batch.updates) * DENSE >= batch.seen
            self._block = min(2 * self._block, DENSE_BLOCK) if is_dense else SCALAR_BLOCK
            if not batch.updates:
                work = self._look_ahead(stop, work)
        return work

    def _look_ahead(self, stop: int, work: float) -> float:
        """Visit points without an update up to the next one, in growing chunks."""
        state, size, chunk = self.state, len(self.state.theta), FIRST_CHUNK
        while state.position < stop and work > 0:
            end = min(state.position + chunk, stop)
            wrong = self._margins(state.position, end, self.order) <= self.data.threshold
            work -= (CALL_WORK + end - state.position) * size
            first = int(np.argmax(wrong))
            if wrong[first]:
                self.count(VisitBatch(first, [], []))
                break
            self.count(VisitBatch(end - state.position, [], []))
            chunk = min(2 * chunk, LARGEST_CHUNK)
        return work


def add_sums(trainer: Trainer, terms: Mapping[int, Floats]) -> None:
    """Update θ once with sums of rows, and note it where numbers may be rounded from then on (E3).

    A single row is left to the check of its result.

    `trainer`: in batch order, before the last visit of the pass is completed. `terms`: shape (n_terms, n_entries): for
    every block of θ (binary: 0; multiclass: a class) the held rows that join it, added in this order.
    """
    state, step = trainer.state, trainer.data.scale.step
    before, theta, largest = state.theta, state.theta.copy(), 0.0
    for block, rows in terms.items():
        sums = np.cumsum(rows, axis=0)
        largest = max(largest, float(sums.max()), -float(sums.min()))
        for place, total in enumerate(sums[-1].tolist(), block * trainer.data.n_entries):
            theta[place] += step * total
    state.move_to(theta)
    is_sum = max(map(len, terms.values())) > 1
    # A sum of 2^53 may have been 2^53 + 1.
    if is_sum and state.exact_visits is None and (largest * step >= LARGEST or trainer.has_left_range()):
        state.leave_range(state.visits, _without_rounding(trainer, before, terms), updates=1)


def _without_rounding(trainer: Trainer, before: list[float], terms: Mapping[int, Floats]) -> list[Fraction]:
    """Return θ in data units after a sum is added to the exact θ before."""
    data = trainer.data
    step = decimal_fraction(data.settings.eta) / 10**data.scale.places
    theta = [Fraction(value) * data.scale.weight_unit for value in before]
    for block, rows in terms.items():
        for place, column in enumerate(rows.T, block * data.n_entries):
            theta[place] += step * sum(map(int, column))
    return theta
