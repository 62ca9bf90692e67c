"""The trainers that keep θ: they make many visits at once, from mistake to mistake, and add up errors (P1–P4, M1–M3).

The primal perceptron is Rosenblatt's (1958), the multiclass one that of Crammer and Singer (2003).
"""

import math
from abc import abstractmethod
from collections.abc import Mapping
from fractions import Fraction

import numpy as np

from perceptron_gui.engine.data.dataset import Floats, Ints
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.exact.fixed_point import LARGEST
from perceptron_gui.engine.native import loader
from perceptron_gui.engine.native.loader import LoopCall
from perceptron_gui.engine.training.state import NO_RIVAL
from perceptron_gui.engine.training.trainer import (
    CALL_WORK,
    VISIT_WORK,
    Trainer,
    VisitBatch,
    Words,
    leads_of,
    pass_rivals,
    point_question,
)

SCALAR_BLOCK = 48
"""Visits the scalar loop makes before numpy looks for the next mistake."""
DENSE, DENSE_BLOCK = 16, 1024
"""With a mistake in so many visits or fewer the scalar loop takes larger blocks, up to the second number."""
FIRST_CHUNK, LARGEST_CHUNK = 256, 1 << 16
"""Visits in numpy's first look, and the most in one look (it doubles in between)."""
FEW_PRODUCTS = 256
"""Up to so many products Python finds the errors among all points before numpy does."""


class LookaheadTrainer(Trainer):
    """Visits point by point where mistakes are dense, and finds the next one with numpy where they are rare.

    Both sum feature by feature from the left, so that they agree in every bit.
    """

    def __post_init__(self) -> None:
        """Begin with small blocks."""
        self._block = SCALAR_BLOCK
        super().__post_init__()

    def class_rows(self) -> list[list[float]]:
        """Return the held (w, b), or (w_k, b_k), one row for every class of the palette."""
        theta, size = self.state.theta, self.data.n_entries
        return [theta[i : i + size] for i in range(0, len(theta), size)]

    @abstractmethod
    def _rival_and_margin(self, W: list[list[float]], row: list[float], label: int) -> tuple[int, float]:
        """Return the rival of a point, −1 where there is no other class, and its margin."""

    @abstractmethod
    def _learn_row(self, W: list[list[float]], row: list[float], label: int, rival: int) -> float:
        """Update the rows of W for an error, and return the largest |θ_j| of those that changed."""

    def visit_errors(self, words: Words) -> VisitBatch | None:
        """Visit errors of few points, see `Trainer`."""
        if self.data.n_samples * len(self.state.theta) > FEW_PRODUCTS or len(self.data.present) < 2:
            return None
        W, rows, labels = self.class_rows(), self.data.rows(0, self.data.n_samples, None), self.data.targets.tolist()
        bound, threshold = self.range_bound, self.data.threshold
        batch, near_misses = VisitBatch(0, [], []), 0
        for word in words.tolist():
            judged = [self._rival_and_margin(W, row, label) for row, label in zip(rows, labels, strict=True)]
            errors = [point for point, (_, margin) in enumerate(judged) if margin <= threshold]
            if not errors:
                break
            point = errors[word % len(errors)]
            rival, margin = judged[point]
            near_misses += margin > 0.0
            batch.updates.append(point)
            batch.rivals.append(rival)
            if self._learn_row(W, rows[point], labels[point], rival) > bound:
                break
        self.state.move_to([value for class_row in W for value in class_row])
        return batch._replace(seen=len(batch.updates), near_misses=near_misses)

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
        last = rows[-1]
        if len(rows) > 1:
            sums = np.cumsum(rows, axis=0)
            largest, last = max(largest, float(sums.max()), -float(sums.min())), sums[-1]
        for place, total in enumerate(last.tolist(), block * trainer.data.n_entries):
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


PLANE = 3
"""Entries of θ = (w1, w2, b)."""


class PrimalTrainer(LookaheadTrainer):
    """Keeps θ = (w, b)."""

    loops = "primal", "random"

    def _margins(self, start: int, stop: int, order: Ints | None) -> Floats:
        """Return y·f, see `LookaheadTrainer` (W3)."""
        return self.data.dot(self.state.theta, start, stop, order)

    def scores(self, start: int, stop: int) -> Floats:
        """Return f of the points `start` … `stop`, see `Trainer`."""
        return self.data.dot(self.state.theta, start, stop) * self.data.targets[start:stop]

    def learn(self, points: list[int]) -> list[int]:
        """Add the sum of y·x̂ over `points`, see `Trainer`."""
        add_sums(self, {0: self.data.signed[points]})
        return [NO_RIVAL] * len(points)

    def _visit_block(self, start: int, stop: int) -> VisitBatch:
        theta, step = self.state.theta, self.data.scale.step
        bound, left, threshold = self.range_bound, self.updates_left, self.data.threshold
        updates: list[int] = []
        near_misses = 0
        rows = self.data.rows(start, stop, self.order)
        if len(theta) == PLANE:
            return self._visit_rows_of_plane(rows, start)
        seen = len(rows)
        for i, row in enumerate(rows):
            margin = 0.0
            for weight, value in zip(theta, row):  # noqa: B905 — the hottest line there is; lengths agree
                margin += weight * value
            if margin <= threshold:
                theta = [weight + step * value for weight, value in zip(theta, row)]  # noqa: B905
                updates.append(start + i)
                near_misses += margin > 0.0
                if len(updates) >= left or max(theta) > bound or min(theta) < -bound:
                    seen = i + 1
                    break
        self.state.move_to(theta)
        return VisitBatch(seen, updates, [], near_misses)

    def _rival_and_margin(self, W: list[list[float]], row: list[float], label: int) -> tuple[int, float]:
        margin = 0.0
        for weight, value in zip(W[0], row):  # noqa: B905
            margin += weight * value
        return NO_RIVAL, margin

    def _learn_row(self, W: list[list[float]], row: list[float], label: int, rival: int) -> float:
        step = self.data.scale.step
        W[0] = [weight + step * value for weight, value in zip(W[0], row)]  # noqa: B905
        return max(max(W[0]), -min(W[0]))

    def _visit_rows_of_plane(self, rows: list[list[float]], start: int) -> VisitBatch:
        """Do the same for two features and a bias, the most common case: written out because it is faster."""
        (u, v, c), step = self.state.theta, self.data.scale.step
        bound, left, threshold = self.range_bound, self.updates_left, self.data.threshold
        updates: list[int] = []
        near_misses = 0
        seen = len(rows)
        for i, (x, y, z) in enumerate(rows, start):
            margin = u * x + v * y + c * z
            if margin <= threshold:
                u, v, c = u + step * x, v + step * y, c + step * z
                updates.append(i)
                near_misses += margin > 0.0
                in_range = -bound <= u <= bound and -bound <= v <= bound and -bound <= c <= bound
                if not in_range or len(updates) >= left:
                    seen = i + 1 - start
                    break
        self.state.move_to([u, v, c])
        return VisitBatch(seen, updates, [], near_misses)


class MulticlassTrainer(LookaheadTrainer):
    """Keeps one row of weights a class; only classes with points take part."""

    loops = "multiclass", "random_multiclass"

    def scores(self, start: int, stop: int) -> Floats:
        """Return s_k of the points `start` … `stop`, −∞ for a class without points, see `Trainer`."""
        return self._scores(start, stop, None)

    def margins(self) -> Floats:
        """Return s_y − s_r of every point, held (M2); +∞ with a single class. Shape (n_samples,)."""
        return self._leads()[0]

    def all_rivals(self) -> Ints:
        """Return the rival of every point, see `Trainer`."""
        return self._leads()[1]

    def _leads(self) -> tuple[Floats, Ints]:
        """Return s_y − s_r and r of every point."""
        if loader.library is not None:
            return loader.library.leads(point_question(self.data, self.state.theta))
        return leads_of(self._scores(0, self.data.n_samples, None), self.data.targets)

    def _scores(self, start: int, stop: int, order: Ints | None) -> Floats:
        rows, present = np.array(self.class_rows()), [*self.data.present]
        scores = np.full((len(rows), stop - start), -np.inf)
        scores[present] = self.data.dots(rows[present], start, stop, order)
        return scores

    def _margins(self, start: int, stop: int, order: Ints | None) -> Floats:
        return leads_of(self._scores(start, stop, order), self.data.targets_at(start, stop, order))[0]

    def learn(self, points: list[int]) -> list[int]:
        """Add x̂ to the true class and take it from the rival, for all `points` and the rivals of their visits (M2, P4).

        The rivals are returned, see `Trainer`.
        """
        rows, targets = self.data.signed[points], self.data.targets[points]
        rivals = np.array(pass_rivals(self, points))
        terms = {}
        for k in {*targets.tolist(), *rivals.tolist()}:
            joining = np.flatnonzero((targets == k) | (rivals == k))
            terms[k] = rows[joining]
            terms[k][targets[joining] != k] *= -1.0
        add_sums(self, terms)
        return [int(rival) for rival in rivals]

    def rivals(self, points: list[int]) -> list[int]:
        """Return the other class with the largest score, of equals the first, see `Trainer`."""
        if len(points) == 1:  # as after every visit in random order: numpy would take longer
            (row,), label = self.data.signed[points].tolist(), int(self.data.targets[points[0]])
            return [self._rival_and_margin(self.class_rows(), row, label)[0]]
        scores = self._scores(0, len(points), np.array(points, dtype=np.int64))
        rivals: list[int] = leads_of(scores, self.data.targets[points])[1].tolist()
        return rivals

    def load_columns(self, call: LoopCall) -> None:
        """Set room for the scores of all classes, too, see `Trainer`."""
        super().load_columns(call)
        call.job.point("scores", np.empty((self.data.n_rows, self.data.n_samples)))

    def _visit_block(self, start: int, stop: int) -> VisitBatch:
        rows = self.data.rows(start, stop, self.order)
        labels = self.data.targets_at(start, stop, self.order).tolist()
        W = self.class_rows()
        bound, left = self.range_bound, self.updates_left
        batch = VisitBatch(len(rows), [], [])
        near_misses = 0
        for i, (row, label) in enumerate(zip(rows, labels, strict=True)):
            rival, margin = self._rival_and_margin(W, row, label)
            if rival == NO_RIVAL or not margin <= self.data.threshold:
                continue
            near_misses += margin > 0.0
            batch.updates.append(start + i)
            batch.rivals.append(rival)
            largest = self._learn_row(W, row, label, rival)
            if len(batch.updates) >= left or largest > bound:
                batch = batch._replace(seen=i + 1)
                break
        self.state.move_to([value for class_row in W for value in class_row])
        return batch._replace(near_misses=near_misses)

    def _rival_and_margin(self, W: list[list[float]], row: list[float], label: int) -> tuple[int, float]:
        """Return the class ≠ y with the largest score, and s_y − s_r (M2)."""
        true, best, rival = 0.0, -math.inf, NO_RIVAL
        for k in self.data.present:
            score = 0.0
            for weight, value in zip(W[k], row):  # noqa: B905 — the hottest line there is; lengths agree
                score += weight * value
            if k == label:
                true = score
            elif score > best:
                best, rival = score, k
        # A difference of two unequal doubles is never 0 (gradual underflow), so that its sign tells s_r ≥ s_y.
        return rival, true - best

    def _learn_row(self, W: list[list[float]], row: list[float], label: int, rival: int) -> float:
        step = self.data.scale.step
        W[label] = [weight + step * value for weight, value in zip(W[label], row)]  # noqa: B905
        W[rival] = [weight - step * value for weight, value in zip(W[rival], row)]  # noqa: B905
        return max(max(W[label]), -min(W[label]), max(W[rival]), -min(W[rival]))
