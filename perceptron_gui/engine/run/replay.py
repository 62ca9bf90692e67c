"""Going through the past of a run again, without moving its cursor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from perceptron_gui.engine.run.visit_record import VisitRecord, visit_once

if TYPE_CHECKING:
    from perceptron_gui.engine.run.record import RunRecord
    from perceptron_gui.engine.training.trainer import Trainer

SLICE_WORK = 5e6
"""Multiply-adds between two looks: some milliseconds."""
Look = Callable[[], object]
"""Called between two places of a long replay: it may wait, or raise `Cancelled` where the answer is of no use now."""


def no_look() -> None:
    """Go on at once."""


class Replay:
    """Goes to any visit of a run's past, without moving its cursor; quick as long as the visits ascend.

    `run`: must not be moved back, or get new points, in the meantime. `look`: called before every place.
    """

    def __init__(self, run: RunRecord, look: Look = no_look) -> None:
        self._run = run
        self._look = look
        self._trainer: Trainer | None = None

    def to(self, visit: int) -> Trainer:
        """Return a trainer in the state after some visits.

        `visit`: visits completed, between 0 and the frontier. Returns the same one again and again; not to be changed.
        """
        self._look()
        trainer = self._trainer
        if trainer is None or not self._run.is_shorter_from(trainer, visit):
            trainer = self._run.trainer_at(visit)
        while trainer.advance(visit, SLICE_WORK) <= 0:
            self._look()
        trainer.log.clear()
        self._trainer = trainer
        return trainer

    def visits(self, visits: Iterable[int]) -> Iterator[VisitRecord]:
        """Yield what happened at some visits. `visits`: visits completed before each, below the frontier."""
        for visit in visits:
            trainer = self.to(visit)
            yield visit_once(trainer, _one_more(trainer, visit))


def _one_more(trainer: Trainer, visit: int) -> Callable[[], object]:
    return lambda: trainer.advance(visit + 1)
