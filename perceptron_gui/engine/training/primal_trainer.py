"""The primal perceptron: w ← w + ηyφ(x), b ← b + ηy on a mistake (P1, P2; Rosenblatt 1958)."""

from perceptron_gui.engine.data.dataset import Floats, Ints
from perceptron_gui.engine.training.lookahead import LookaheadTrainer, add_sums
from perceptron_gui.engine.training.state import NO_RIVAL
from perceptron_gui.engine.training.trainer import VisitBatch

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
        signs = self.data.targets[start:stop]
        return self.data.dot(self.state.theta, start, stop) * signs

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
