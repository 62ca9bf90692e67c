"""A run: a pure function of (points, settings, arrivals), with a cursor that goes anywhere (P9)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset, DatasetError, Floats, Ints
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.run.history import Checkpoints, MistakeLog
from perceptron_gui.engine.run.visit_record import VisitRecord, visit_once
from perceptron_gui.engine.training.cycles import Cycle, CycleDetector
from perceptron_gui.engine.training.factory import detector_from, make_trainer
from perceptron_gui.engine.training.start import joined_state, start_state
from perceptron_gui.engine.training.state import State, Stop
from perceptron_gui.engine.training.trainer import Trainer
from perceptron_gui.engine.training.training_data import TrainingData, longer_training_data, make_training_data
from perceptron_gui.translation import tr

LONGEST_AGE = 200_000
"""Updates that are looked back for the age of a point's influence."""
LONGEST_STRETCH = 3e6
"""Work, in multiply-adds, after which a state is offered for keeping: about what a seek has to do again."""


@dataclass(frozen=True)
class Stage:
    """A stretch of the run between arrivals: the points that are present from `visit` on."""

    visit: int
    data: TrainingData


@dataclass(frozen=True)
class Passes:
    """Passes of one length: pass `epoch` begins when `visit` visits are completed, each takes `size` visits."""

    visit: int
    epoch: int
    size: int


class Run:
    """Trains forward from a cursor, and puts the cursor back by training again from a checkpoint.

    Parameters
    ----------
    dataset : Dataset
        The points that are there from the start.
    settings : TrainingSettings

    Attributes
    ----------
    trainer : Trainer
        Stands at the cursor.
    frontier : int
        Visits computed so far.
    log : MistakeLog
        Every mistake before the frontier, up to its capacity.
    cycle : Cycle or None
        The cycle, once the run has closed it (T9).
    last : VisitRecord or None
        The visit that led to the cursor; None when the cursor jumped or flew over it.
    """

    def __init__(self, dataset: Dataset, settings: TrainingSettings) -> None:
        data = make_training_data(dataset, settings)
        state = start_state(data)
        self.trainer: Trainer = make_trainer(data, state)
        self.frontier = 0
        self._frontier_mistakes = 0
        self.log = MistakeLog()
        self.cycle: Cycle | None = None
        self.last: VisitRecord | None = None
        self._stages = [Stage(0, data)]
        self._stage = 0
        self._passes = [Passes(0, 1, self._pass_size(data))]
        self._checkpoints = Checkpoints()
        self._checkpoints.pin(0, state)
        self._watch: CycleDetector | None = detector_from(data, state)

    @classmethod
    def replayed(cls, dataset: Dataset, settings: TrainingSettings, arrivals: Iterable[tuple[int, int]]) -> Run:
        """Return the run in which each (visit, point) of `arrivals` came at its visit, standing at the last of them.

        Parameters
        ----------
        dataset : Dataset
            All points; those that do not arrive are there from the start.
        arrivals : iterable of (int, int)
            Ascending in both numbers.

        Raises
        ------
        DatasetError
            When the run ends before the visit of an arrival.
        """
        planned = list(arrivals)
        run = cls(dataset.first(planned[0][1] if planned else dataset.n_samples), settings)
        for visit, point in planned:
            run._advance_through(visit)
            run.add_points(dataset.first(point + 1))
        return run

    def _advance_through(self, visit: int) -> None:
        """Go to `visit`, round the cycle where there is one."""
        while self.visit < visit:
            before = self.visit
            self.advance(visit)
            if self.visit == before:
                words = tr("No point can arrive at visit {visit}: the run ends at visit {last}.")
                raise DatasetError(words.format(visit=visit, last=before))

    # Where the cursor stands

    @property
    def data(self) -> TrainingData:
        """The points present at the cursor."""
        return self._stages[self._stage].data

    @property
    def settings(self) -> TrainingSettings:
        """The rules of the run."""
        return self.data.settings

    @property
    def dataset(self) -> Dataset:
        """All points of the run, also those that arrive behind the cursor."""
        return self._stages[-1].data.dataset

    @property
    def state(self) -> State:
        """The trainer's state at the cursor; not to be changed."""
        return self.trainer.state

    @property
    def visit(self) -> int:
        """Visits completed at the cursor."""
        return self.trainer.state.visits

    @property
    def stop(self) -> Stop | None:
        """Why the run stands at the cursor, if it ended or closed its cycle there (P7)."""
        if self.cycle is not None and self.visit == self.cycle.visit:
            return Stop.CYCLE
        return self.state.stop

    @property
    def is_exact(self) -> bool:
        """Whether whole numbers held up to the cursor (E3)."""
        return self.state.exact_visits is None

    @property
    def arrivals(self) -> tuple[tuple[int, int], ...]:
        """The points that came during the run, as (visit, point)."""
        counts = [stage.data.n_samples for stage in self._stages]
        return tuple(
            (stage.visit, point)
            for stage, before, now in zip(self._stages[1:], counts, counts[1:], strict=False)
            for point in range(before, now)
        )

    @property
    def arrival_visits(self) -> tuple[int, ...]:
        """Visits at which points came, ascending."""
        return tuple(stage.visit for stage in self._stages[1:])

    @property
    def passes(self) -> tuple[Passes, ...]:
        """Where the passes begin; each entry holds up to the next."""
        return tuple(self._passes)

    # Going forward

    def advance(self, until: int, work: float = float("inf"), updates: int | None = None) -> float:
        """Move the cursor towards `until` visits; stops where the run stops or closes its cycle.

        A cursor that stands at the closed cycle goes round again.

        Parameters
        ----------
        until : int
        work : float
            Budget in multiply-adds, see `Trainer.advance`.
        updates : int or None
            Where to pause: when this many updates have been made.

        Returns
        -------
        float
            What is left of the budget.
        """
        self.trainer.go_on()
        while self._can_go_on() and work > 0 and self.visit < until and not self._has_made(updates):
            self.trainer.updates_goal = updates
            work = self._advance_in_stage(until, work)
            self.last = None
        self.trainer.updates_goal = None
        return work

    def visit_once(self) -> VisitRecord | None:
        """Make one visit and keep what happened in `last`; None where the run cannot go on."""
        self.trainer.go_on()
        if not self._can_go_on():
            return None
        visited = visit_once(self.trainer, lambda: self.advance(self.visit + 1))
        self.last = visited
        return visited

    def _can_go_on(self) -> bool:
        return self.state.stop is None and self.data.n_samples > 0

    def _has_made(self, updates: int | None) -> bool:
        return updates is not None and self.state.updates >= updates

    def _advance_in_stage(self, until: int, work: float) -> float:
        is_new = self.visit >= self.frontier
        limits = [until]
        if not is_new:
            limits.append(self.frontier)
        if self._stage + 1 < len(self._stages):
            limits.append(self._stages[self._stage + 1].visit)
        self.trainer.watch = self._watch if is_new else None
        stretch = min(work, LONGEST_STRETCH)
        work -= stretch - self.trainer.advance(min(limits), stretch)
        if is_new:
            self._remember()
        self.trainer.log.clear()
        self._enter_stages()
        return work

    def _remember(self) -> None:
        self.frontier, self._frontier_mistakes = self.visit, self.state.mistakes
        self.log.extend(self.trainer.log)
        self._checkpoints.offer(self._stage, self.state)
        if self.trainer.cycle is not None:
            self.cycle, self.trainer.cycle, self._watch = self.trainer.cycle, None, None

    def _enter_stages(self) -> None:
        """Let the points arrive whose visit the cursor has reached."""
        while self._stage + 1 < len(self._stages) and self._stages[self._stage + 1].visit <= self.visit:
            self._stage += 1
            self._stand_at(self._stage, self._checkpoints.before(self._stage, self.visit))

    def mistakes_before(self, visits: Floats) -> Ints:
        """Return how many mistakes were made before each of `visits`; behind a full log, about how many."""
        counts = self.log.counts_before(visits)
        if not self.log.is_full:
            return counts
        seen, mistakes = self._checkpoints.progress()
        coarse = np.interp(visits, np.append(seen, self.frontier), np.append(mistakes, self._frontier_mistakes))
        logged_to = int(self.log.visits[-1]) + 1 if len(self.log) else 0
        best: Ints = np.where(visits <= logged_to, counts, np.maximum(counts, coarse.astype(np.int64)))
        return best

    def last_update_before(self, visit: int) -> int | None:
        """Return the visits completed right after the last update that was complete before `visit`.

        After a full log it is found by training again, from checkpoint to checkpoint backwards.

        Parameters
        ----------
        visit : int
            Between 0 and the frontier.

        Returns
        -------
        int or None
            None when there was no update before.
        """
        logged_to = int(self.log.visits[-1]) + 1 if len(self.log) else 0
        end = visit - 1
        while self.log.is_full and end > logged_to:
            trainer = self.trainer_at(end - 1)
            begin = trainer.state.visits
            trainer.go_on()
            trainer.advance(end)
            if trainer.log.visits:
                return trainer.log.visits[-1] + 1
            end = begin
        return self.log.last_before(visit)

    def ages(self) -> Ints | None:
        """Return how many updates ago each present point caused one, −1 for never or very long ago (P10).

        Returns
        -------
        ndarray of int64, shape (n_samples,), or None
            None in batch order, where all errors share an update, and behind a full log.
        """
        made = int(self.log.counts_before(np.array([self.visit]))[0])
        if made < self.state.updates or self.settings.order is Order.BATCH:
            return None
        first = max(0, made - LONGEST_AGE)
        last = np.full(self.data.n_samples, -1, dtype=np.int64)
        last[self.log.points[first:made]] = np.arange(first, made)  # of several the last one stays
        return np.where(last >= 0, made - 1 - last, -1)

    # Going anywhere

    def seek(self, visit: int) -> None:
        """Put the cursor at `visit`, between 0 and the frontier; `last` is the visit that led there."""
        visit = min(max(visit, 0), self.frontier)
        if visit == 0:
            self._go_to(0)
            self.last = None
        else:
            self._go_to(visit - 1)
            self.visit_once()

    def state_at(self, visit: int) -> State:
        """Return the state after `visit` visits, equal to that of the forward run in every bit.

        Raises
        ------
        ValueError
            When `visit` lies outside 0 … frontier.
        """
        trainer = self.trainer_at(visit)
        trainer.go_on()
        trainer.advance(visit)
        return trainer.state

    def trainer_at(self, visit: int) -> Trainer:
        """Return a new trainer that stands at the last checkpoint before `visit`.

        Raises
        ------
        ValueError
            When `visit` lies outside 0 … frontier.
        """
        if not 0 <= visit <= self.frontier:
            raise ValueError(f"visit {visit} is outside 0 … {self.frontier}")
        stage = self.stage_at(visit)
        return make_trainer(self._stages[stage].data, self._checkpoints.before(stage, visit))

    def checkpoint_visits(self) -> Ints:
        """Return the visits at which states are kept."""
        return self._checkpoints.progress()[0]

    def known_before(self, visit: int) -> int:
        """Return the visits of the last checkpoint before `visit`."""
        return self._checkpoints.visits_before(self.stage_at(visit), visit)

    def pass_end_after(self, visit: int) -> int:
        """Return the visits completed when the pass that goes on at `visit` is over."""
        passes = self._passes_at(visit)
        return visit + passes.size - (visit - passes.visit) % passes.size if passes.size else visit

    def pass_start_before(self, visit: int) -> int:
        """Return where the pass of the visit that led to `visit` began."""
        if visit <= 0:
            return 0
        passes = self._passes_at(visit - 1)
        return visit - 1 - (visit - 1 - passes.visit) % passes.size if passes.size else 0

    def _go_to(self, visit: int) -> None:
        stage = self.stage_at(visit)
        if not (stage == self._stage and self.visit <= visit and self._is_near(visit)):
            self._stand_at(stage, self._checkpoints.before(stage, visit))
        self.advance(visit)

    def _is_near(self, visit: int) -> bool:
        return self._checkpoints.visits_before(self._stage, visit) <= self.visit

    def _stand_at(self, stage: int, state: State) -> None:
        if stage != self._stage and self._stage < len(self._stages):
            # a copy without what the problem kept for speed: points that keep arriving make many stages
            left = self._stages[self._stage]
            self._stages[self._stage] = replace(left, data=replace(left.data))
        self._stage = stage
        self.trainer = make_trainer(self._stages[stage].data, state)
        self.trainer.go_on()

    def stage_at(self, visit: int) -> int:
        """Return which stage the run is in after `visit` visits, points that arrive there included."""
        return bisect_right(self._stages, visit, key=lambda stage: stage.visit) - 1

    def _passes_at(self, visit: int) -> Passes:
        return self._passes[max(bisect_right(self._passes, visit, key=lambda passes: passes.visit) - 1, 0)]

    # Points that arrive

    def add_points(self, dataset: Dataset) -> None:
        """Let the points of `dataset` that are new arrive at the cursor; what lay behind it is forgotten (P9).

        Parameters
        ----------
        dataset : Dataset
            All points so far, in order, and the new ones behind them.

        Raises
        ------
        DatasetError
            When a binary mode would have three classes and none chosen as +; the run stays as it was.
        """
        earlier = self.data
        data = longer_training_data(earlier, dataset, has_begun=self.visit > 0)
        self._forget_future()
        state = joined_state(self.state, earlier, data)
        self._add_stage(Stage(self.visit, data), state)
        if self.settings.order is not Order.RANDOM:
            self._add_passes(state, data.n_samples)
        self._watch = detector_from(data, state)

    def _forget_future(self) -> None:
        visit = self.visit
        self.frontier, self._frontier_mistakes = visit, self.state.mistakes
        self.log.truncate(visit)
        self._stages = self._stages[: self._stage + 1]
        self._checkpoints.truncate(self._stage, visit)
        self.cycle = None

    def _add_stage(self, stage: Stage, state: State) -> None:
        if self._stages[-1].visit == stage.visit:
            self._stages.pop()
            self._checkpoints.truncate(len(self._stages) - 1, stage.visit)
        self._stages.append(stage)
        self._checkpoints.pin(len(self._stages) - 1, state)
        self._stand_at(len(self._stages) - 1, state)

    @staticmethod
    def _pass_size(data: TrainingData) -> int:
        """Return the visits of a pass; 0 in random order, which has none."""
        return 0 if data.settings.order is Order.RANDOM else data.n_samples

    def _add_passes(self, state: State, n_samples: int) -> None:
        begin, epoch = (state.visits - state.position, state.epoch) if state.visits else (0, 1)
        self._passes = [passes for passes in self._passes if passes.visit < begin]
        self._passes.append(Passes(begin, epoch, n_samples))

    # The same run in other words

    def in_mode(self, mode: Mode) -> None:
        """Go on as primal or dual: the same run, the same place (D3)."""
        settings = replace(self.settings, mode=mode)
        self._stages = [replace(s, data=replace(s.data, settings=settings)) for s in self._stages]
        last, state = self.last, self.state
        self._stand_at(self._stage, state)
        self.last = last
