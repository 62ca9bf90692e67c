"""Visits of the trainers that keep the scores of all points, and grow them at every update (D4)."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.training.trainer import CALL_WORK, Trainer
from perceptron_gui.engine.training.visit_batch import VisitBatch

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats, Ints

FIRST_LOOK = 64


class StoredScoresTrainer(Trainer):
    """Looks for the next update among stored scores, in growing chunks."""

    @abstractmethod
    def _margins_at(self, points: slice | Ints) -> Floats:
        """Return y·f of some points, or s_y − s_r, held."""

    @abstractmethod
    def _update(self, point: int, rival: int) -> None:
        """Let parameters and scores follow an update, which was counted."""

    def visit_towards(self, stop: int, work: float) -> float:
        """Visit the pass towards `stop`, see `Trainer`."""
        state = self.state
        while work > 0 and state.position < stop:
            found = self._next_update(state.position, stop)
            work -= CALL_WORK + (found if found is not None else stop) - state.position
            if found is None:
                self.count(VisitBatch(stop - state.position, [], []))
                break
            point = found if self.order is None else int(self.order[found])
            (rival,) = self.rivals([point])
            near_misses = int(self._margins_at(np.array([point]))[0] > 0.0)
            if not self.fits([point]):
                state.end_without_update(found + 1 - state.position, 1 - near_misses, near_misses)
                break
            self.count(VisitBatch(found + 1 - state.position, [found], [rival], near_misses))
            self._update(point, rival)
            work -= 2 * CALL_WORK + self.data.n_samples
            if self.is_held_up():
                break
        return work

    def _next_update(self, start: int, stop: int) -> int | None:
        """Return the first position of the pass in `start` … `stop` whose point causes an update."""
        chunk, threshold = FIRST_LOOK, self.data.threshold
        while start < stop:
            end = min(start + chunk, stop)
            points = slice(start, end) if self.order is None else self.order[start:end]
            wrong = self._margins_at(points) <= threshold
            first = int(wrong.argmax())
            if wrong[first]:
                return start + first
            start, chunk = end, 4 * chunk
        return None
