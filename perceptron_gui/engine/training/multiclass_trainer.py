"""The multiclass perceptron: add to the true class, take from the rival (M1–M3; Crammer and Singer 2003)."""

import math

import numpy as np

from perceptron_gui.engine.data.dataset import Floats, Ints
from perceptron_gui.engine.native import loader
from perceptron_gui.engine.native.loader import LoopCall
from perceptron_gui.engine.training.judging import leads_of, point_question
from perceptron_gui.engine.training.lookahead import LookaheadTrainer, add_sums
from perceptron_gui.engine.training.trainer import VisitBatch


class MulticlassTrainer(LookaheadTrainer):
    """Keeps one row of weights a class; only classes with points take part."""

    loops = "multiclass", "random_multiclass"

    def class_rows(self) -> list[list[float]]:
        """Return the held (w_k, b_k), one row for every class of the palette."""
        theta, size = self.state.theta, self.data.n_entries
        return [theta[i : i + size] for i in range(0, len(theta), size)]

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
        rows = self.class_rows()
        scores = np.full((len(rows), stop - start), -np.inf)
        for k in self.data.present:
            scores[k] = self.data.dot(rows[k], start, stop, order)
        return scores

    def _margins(self, start: int, stop: int, order: Ints | None) -> Floats:
        return leads_of(self._scores(start, stop, order), self.data.targets_at(start, stop, order))[0]

    def learn(self, points: list[int]) -> list[int]:
        """Add x̂ to the true class and take it from the rival, for all `points` and the rivals as they are now (M2, P4).

        The rivals are returned, see `Trainer`.
        """
        rows, targets = self.data.signed[points], self.data.targets[points]
        rivals = np.array(self.rivals(points))
        terms = {}
        for k in {*targets.tolist(), *rivals.tolist()}:
            joining = np.flatnonzero((targets == k) | (rivals == k))
            terms[k] = rows[joining]
            terms[k][targets[joining] != k] *= -1.0
        add_sums(self, terms)
        return [int(rival) for rival in rivals]

    def rivals(self, points: list[int]) -> list[int]:
        """Return the other class with the largest score, of equals the first, see `Trainer`."""
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
        W, step = self.class_rows(), self.data.scale.step
        bound, left = self.range_bound, self.updates_left
        batch = VisitBatch(len(rows), [], [])
        near_misses = 0
        for i, (row, label) in enumerate(zip(rows, labels, strict=True)):
            rival, margin = self._rival_and_margin(W, row, label)
            if rival is None or not margin <= self.data.threshold:
                continue
            near_misses += margin > 0.0
            W[label] = [weight + step * value for weight, value in zip(W[label], row)]  # noqa: B905
            W[rival] = [weight - step * value for weight, value in zip(W[rival], row)]  # noqa: B905
            batch.updates.append(start + i)
            batch.rivals.append(rival)
            largest = max(max(W[label]), -min(W[label]), max(W[rival]), -min(W[rival]))
            if len(batch.updates) >= left or largest > bound:
                batch = batch._replace(seen=i + 1)
                break
        self.state.move_to([value for class_row in W for value in class_row])
        return batch._replace(near_misses=near_misses)

    def _rival_and_margin(self, W: list[list[float]], row: list[float], label: int) -> tuple[int | None, float]:
        """Return the class ≠ y with the largest score, None where there is no other, and s_y − s_r (M2)."""
        true, best, rival = 0.0, -math.inf, None
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
