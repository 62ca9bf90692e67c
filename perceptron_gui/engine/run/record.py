"""What is known of a run: its stages, how far it came, its mistakes, and states to start again from (P9, T9)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.run.checkpoints import CHECKPOINT_BYTES, Checkpoints
from perceptron_gui.engine.run.mistake_log import LOG_CAPACITY, MistakeLog
from perceptron_gui.engine.run.stages import Passes, Stages
from perceptron_gui.engine.training.factory import detector_from, make_trainer

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset, Floats, Ints
    from perceptron_gui.engine.training.cycles import Cycle, CycleDetector
    from perceptron_gui.engine.training.state import State
    from perceptron_gui.engine.training.trainer import Trainer
    from perceptron_gui.engine.training.training_data import TrainingData

LONGEST_AGE = 200_000
"""The age of a point's influence is searched in so many updates before."""


class RunRecord:
    """What is known of a run up to its frontier.

    `data`: the points that are there from the start. `state`: the state before the first visit. `keeps_past`: whether
    to log mistakes, and to keep states apart from the first of each stage; without, going back trains again from the
    start of the stage, and takes no memory. `stages`: which points are there when, and where the passes begin.
    `frontier`: visits computed so far. `log`: every update before the frontier, up to its capacity: mistakes, and near
    misses (V4). `cycle`: the cycle, once the run has closed it (T9). `detector`: looks for the cycle at the frontier;
    None once it is found. `follow`: called with the trainer right after each update at the frontier, see `Trainer`.
    `collect`: called with the trainer after each stretch of visits at the frontier; its log holds the updates made
    there.
    """

    def __init__(self, data: TrainingData, state: State, keeps_past: bool = True) -> None:
        self.stages = Stages(data)
        self.log = MistakeLog(LOG_CAPACITY if keeps_past else 0)
        self.checkpoints = Checkpoints(CHECKPOINT_BYTES if keeps_past else 0)
        self.follow: Callable[[Trainer], object] | None = None
        self.collect: Callable[[Trainer], object] | None = None
        self._begin_at(0, state, data)

    # Writing it

    def begin_stage(self, current: int, state: State, data: TrainingData) -> int:
        """Begin a stage at `state`, discard everything after it, and return its index.

        `current`: index of the stage in which the points arrive. `state`: the first state of the new stage. `data`: the
        points that are present from there on.
        """
        stage = self.stages.begin(current, state, data)
        self.log.truncate(state.visits)
        self.checkpoints.truncate(stage - 1, state.visits)
        self._begin_at(stage, state, data)
        return stage

    def _begin_at(self, stage: int, state: State, data: TrainingData) -> None:
        self.frontier, self._frontier_updates = state.visits, state.updates
        self.cycle: Cycle | None = None
        self.detector: CycleDetector | None = detector_from(data, state)
        self.checkpoints.pin(stage, state)

    def extend(self, stage: int, trainer: Trainer, work: float) -> None:
        """Remember what a trainer did after the frontier.

        `stage`: index of the stage that it trains in. `trainer`: its log holds the mistakes made since. `work`: what
        that took, in multiply-adds.
        """
        self.frontier, self._frontier_updates = trainer.state.visits, trainer.state.updates
        self.log.extend(trainer.log)
        if self.collect is not None:
            self.collect(trainer)
        self.checkpoints.offer(stage, trainer.state, work)
        if trainer.cycle is not None:
            self.cycle, trainer.cycle, self.detector = trainer.cycle, None, None

    # Points and passes

    @property
    def dataset(self) -> Dataset:
        """All points of the run, also those that arrive after the cursor."""
        return self.stages.dataset

    @property
    def arrivals(self) -> tuple[tuple[int, int], ...]:
        """The points that came during the run, as (visit, point)."""
        return self.stages.arrivals

    @property
    def arrival_visits(self) -> tuple[int, ...]:
        """Visits at which points came, ascending."""
        return self.stages.arrival_visits

    @property
    def passes(self) -> tuple[Passes, ...]:
        """Where the passes begin; each entry holds up to the next."""
        return self.stages.passes

    def pass_end_after(self, visit: int) -> int:
        """Return the visits completed when the pass is over that the next visit belongs to.

        `visit`: visits completed.
        """
        return self.stages.pass_end_after(visit)

    def pass_start_before(self, visit: int) -> int:
        """Return the visits completed when the pass began that the last visit belongs to. `visit`: visits completed."""
        return self.stages.pass_start_before(visit)

    # Mistakes

    @property
    def _logged_visits(self) -> int:
        """Visits completed right after the last logged mistake; up to there a full log knows everything."""
        return int(self.log.visits[-1]) + 1 if len(self.log) else 0

    def updates_before(self, visits: Floats) -> Ints:
        """Return how many updates were made before each of `visits`; after a full log, about how many.

        `visits`: shape (n,): visits completed. Returns shape (n,).
        """
        counts = self.log.counts_before(visits)
        if not self.log.is_full:
            return counts
        seen, updates = self.checkpoints.progress()
        coarse = np.interp(visits, np.append(seen, self.frontier), np.append(updates, self._frontier_updates))
        best: Ints = np.where(visits <= self._logged_visits, counts, np.maximum(counts, coarse.astype(np.int64)))
        return best

    def last_update_before(self, visit: int) -> int | None:
        """Return the visits completed right after the last update that was complete before `visit`.

        After a full log it is found by training again, from checkpoint to checkpoint backwards.

        `visit`: between 0 and the frontier. Returns None when there was no update before.
        """
        end = visit - 1
        while self.log.is_full and end > self._logged_visits:
            trainer = self.trainer_at(end - 1)
            trainer.advance(end)
            if trainer.log.visits:
                return trainer.log.visits[-1] + 1
            end = self._restored_from(end - 1)
        return self.log.last_before(visit)

    # Training again

    def trainer_at(self, visit: int) -> Trainer:
        """Return a new trainer after `visit` visits; its log begins at the last checkpoint before.

        `visit`: visits completed. Raises `ValueError` when `visit` lies outside 0 … frontier.
        """
        if not 0 <= visit <= self.frontier:
            raise ValueError(f"visit {visit} is outside 0 … {self.frontier}")
        stage = self.stages.index_at(visit)
        trainer = make_trainer(self.stages.data_of(stage), self.checkpoints.before(stage, visit))
        trainer.go_on()
        trainer.advance(visit)
        return trainer

    def state_at(self, visit: int) -> State:
        """Return the state after `visit` visits, equal to that of the forward run in every bit.

        `visit`: visits completed. Raises `ValueError` when `visit` lies outside 0 … frontier.
        """
        return self.trainer_at(visit).state

    def is_shorter_from(self, trainer: Trainer, visit: int) -> bool:
        """Whether going on with `trainer` leads to `visit`, and is shorter than training again from a checkpoint.

        `trainer`: of this run. `visit`: between 0 and the frontier.
        """
        is_in_stage = trainer.data is self.stages.data_of(self.stages.index_at(visit))
        return is_in_stage and self._restored_from(visit) <= trainer.state.visits <= visit

    def checkpoint_visits(self) -> Ints:
        """Return the visits at which states are kept, shape (n_checkpoints,)."""
        return self.checkpoints.progress()[0]

    def _restored_from(self, visit: int) -> int:
        """Return the visits of the checkpoint from which `visit` is reached."""
        return self.checkpoints.visits_before(self.stages.index_at(visit), visit)
