"""A run: a pure function of (points, settings, arrivals), with a cursor that goes anywhere; how it ends (P7, P9)."""

from collections.abc import Callable, Iterable

import numpy as np

from perceptron_gui.engine.data.dataset import Bools, Dataset, DatasetError, Floats, Ints
from perceptron_gui.engine.data.growable_array import frozen
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.exact.effort import Cancelled
from perceptron_gui.engine.model.models import KernelExpansion
from perceptron_gui.engine.run.records.record import RunRecord, VisitRecord, expansion_of, parameters, visit_once
from perceptron_gui.engine.training.factory import joined_state, make_trainer, start_state
from perceptron_gui.engine.training.state import State, Stop
from perceptron_gui.engine.training.trainer import Trainer
from perceptron_gui.engine.training.training_data import TrainingData, longer_training_data, make_training_data
from perceptron_gui.frozen import Frozen
from perceptron_gui.translation import tr

LONGEST_STRETCH = 3e6
"""Work, in multiply-adds, after which a state is offered for keeping: about what a seek has to do again."""


class Run(RunRecord):
    """Trains forward from a cursor, and puts the cursor back by training again from a checkpoint.

    `dataset`: the points that are there from the start. `keeps_past`: see `RunRecord`. `trainer`: stands at the cursor.
    `last`: the visit that led to the cursor; None after a seek to the start or a bulk advance.
    """

    def __init__(self, dataset: Dataset, settings: TrainingSettings, keeps_past: bool = True) -> None:
        data = make_training_data(dataset, settings)
        state = start_state(data)
        super().__init__(data, state, keeps_past)
        self.trainer: Trainer = make_trainer(data, state)
        self.last: VisitRecord | None = None
        self._stage = 0

    @classmethod
    def replayed(cls, dataset: Dataset, settings: TrainingSettings, arrivals: Iterable[tuple[int, int]]) -> "Run":
        """Return the run in which each (visit, point) of `arrivals` came at its visit, standing at the last of them.

        `dataset`: all points; those that do not arrive are there from the start. `arrivals`: ascending in both numbers.
        Raises `DatasetError` when the run ends before the visit of an arrival.
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

    # At the cursor

    @property
    def data(self) -> TrainingData:
        """The points present at the cursor."""
        return self.stages.data_of(self._stage)

    @property
    def stage_starts(self) -> tuple[tuple[int, int], ...]:
        """Visits at which the stages up to the cursor begin, and the points that are present from there on."""
        return tuple((stage.visit, stage.data.n_samples) for stage in [*self.stages][: self._stage + 1])

    @property
    def settings(self) -> TrainingSettings:
        """The rules of the run."""
        return self.data.settings

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
        """Why the run ended at the cursor, or that it closed its cycle there; else None (P7)."""
        if self.cycle is not None and self.visit == self.cycle.visit:
            return Stop.CYCLE
        return self.state.stop

    @property
    def is_exact(self) -> bool:
        """Whether whole numbers held up to the cursor (E3)."""
        return self.state.exact_visits is None

    def shown_points(self) -> Bools:
        """Return which of the present points a visit up to the cursor has shown, shape (n_samples,)."""
        state, order = self.state, self.trainer.order
        if self.settings.order is Order.RANDOM:
            shown = state.alpha > 0  # it visits what it learns from
            if self.last is not None:
                shown[self.last.point] = True  # also where it was not learned from, at the limit of weights
            return frozen(shown)
        shown = np.zeros(self.data.n_samples, dtype=bool)
        if not state.visits:
            return frozen(shown)
        if state.epoch > 1:  # the pass before has shown all that were there when this one began; others come at its end
            shown[: max(state.began_with, state.position)] = True
        elif order is None:
            shown[: state.position] = True
        else:
            shown[order[: state.position]] = True
        return frozen(shown)

    def ages(self) -> Ints | None:
        """Return how many updates ago each present point caused one, −1 for never or very long ago (P10).

        Returns shape (n_samples,), or None: None in batch order, where all errors share an update, and after a full
        log.
        """
        made = int(self.log.counts_before(np.array([self.visit]))[0])
        is_known = made >= self.state.updates and self.settings.order is not Order.BATCH
        return frozen(self.log.ages(made, self.data.n_samples)) if is_known else None

    # Going forward

    def advance(self, until: int, work: float = float("inf"), updates: int | None = None) -> float:
        """Move the cursor towards `until` visits; stops where the run stops or closes its cycle.

        A cursor at the closed cycle repeats it.

        `until`: visits completed, counted from the start of the run. `work`: budget in multiply-adds, see
        `Trainer.advance`. `updates`: where to pause: when this many updates have been made. Returns what is left of the
        budget.
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
        self.last = visit_once(self.trainer, lambda: self.advance(self.visit + 1))
        return self.last

    def _can_go_on(self) -> bool:
        return self.state.stop is None and self.data.n_samples > 0

    def _has_made(self, updates: int | None) -> bool:
        return updates is not None and self.state.updates >= updates

    def _advance_in_stage(self, until: int, work: float) -> float:
        end = self.stages.end_of(self._stage)
        is_new = self.visit >= self.frontier
        limits = [until] if is_new else [until, self.frontier]
        self.trainer.watch, self.trainer.follow = (self.detector, self.follow) if is_new else (None, None)
        stretch = min(work, LONGEST_STRETCH)
        done = stretch - self.trainer.advance(min(limits if end is None else [*limits, end]), stretch)
        if is_new:
            self.extend(self._stage, self.trainer, done)
        self.trainer.log.clear()
        self._enter_stages()
        return work - done

    def _enter_stages(self) -> None:
        """Let the points arrive whose visit the cursor has reached."""
        while (end := self.stages.end_of(self._stage)) is not None and end <= self.visit:
            self._stand_at(self._stage + 1, self.checkpoints.before(self._stage + 1, self.visit))

    # Going anywhere

    def seek(self, visit: int) -> None:
        """Put the cursor at `visit`, between 0 and the frontier; `last` is the visit that led there.

        `visit`: visits completed.
        """
        visit = min(max(visit, 0), self.frontier)
        self._go_to(max(visit - 1, 0))
        self.last = None
        if visit > 0:
            self.visit_once()

    def _go_to(self, visit: int) -> None:
        if self.is_shorter_from(self.trainer, visit):
            self.advance(visit)
        else:
            trainer = self.trainer_at(visit)
            trainer.log.clear()
            self._put(self.stages.index_at(visit), trainer)

    def _stand_at(self, stage: int, state: State) -> None:
        self._put(stage, make_trainer(self.stages.data_of(stage), state))
        self.trainer.go_on()

    def _put(self, stage: int, trainer: Trainer) -> None:
        if stage != self._stage:
            self.stages.release(self._stage)
        self._stage, self.trainer = stage, trainer

    # The same run with more points, or in another mode

    def add_points(self, dataset: Dataset) -> None:
        """Let the points of `dataset` that are new arrive at the cursor, and discard everything after it (P9).

        `dataset`: all points so far, in order, followed by the new ones. Raises `DatasetError` when a binary mode would
        have three classes and none chosen as +; the run stays as it was.
        """
        earlier = self.data
        data = longer_training_data(earlier, dataset, has_begun=self.visit > 0)
        state = joined_state(self.state, earlier, data)
        self._stand_at(self.begin_stage(self._stage, state, data), state)

    def in_mode(self, mode: Mode) -> None:
        """Go on as primal or dual: the same run at the same visit (D3)."""
        self.stages.set_mode(mode)
        self._stand_at(self._stage, self.state)


FOREVER = 2**62
MOST_PRODUCTS = 150_000_000
"""Multiply-adds of a run whose end is waited for (L2, M6)."""


def visits_within(most: int, dataset: Dataset, settings: TrainingSettings) -> int:
    """Return how many visits are waited for: `most`, or fewer where a visit takes many multiply-adds.

    They are counted as on paper, and not as they are made, so that it is the same on every machine (L2): one for each
    entry of θ; in random order, which looks for the errors, times the points; with a curved kernel one for each row and
    point.

    `dataset`: all points of the run.
    """
    n_rows, n_samples = 1 if settings.mode.is_binary else len(dataset.classes), dataset.n_samples
    if settings.has_curved_kernel:
        products = n_rows * n_samples
    else:
        n_entries = len(settings.features.names(dataset.features)) + settings.bias
        products = n_rows * n_entries * (n_samples if settings.order is Order.RANDOM else 1)
    return min(most, MOST_PRODUCTS // max(products, 1))


SLICE = 3e5
"""Work between two questions whether the result is still wanted, in multiply-adds: below half a millisecond."""


class RunResult(Frozen, eq=False):
    """Where a run came to."""

    settings: TrainingSettings  # the rules of the run
    stop: Stop | None  # why it ended; None where it was given up before
    theta: Floats  # shape (n_rows, n_entries): parameters in data units, read-only
    # visits made, mistakes on the way (in batch order summed over the updates), and points that are wrong in the end
    visits: int
    mistakes: int
    n_errors: int
    expansion: KernelExpansion | None = None  # what stands in the place of w with a curved kernel


def run_to_end(
    dataset: Dataset, settings: TrainingSettings, should_stop: Callable[[], bool], until: int = FOREVER
) -> RunResult:
    """Train on all points from the start until the run ends or closes its cycle (P7, T9).

    `should_stop`: asked after every half millisecond of work; true gives up. `until`: visits after which a run that
    goes on is given up, with `stop` None. Raises `Cancelled` when `should_stop` returned true. Raises `SettingsError`,
    `DatasetError` as `make_training_data`.
    """
    run = Run(dataset, settings, keeps_past=False)
    while run.stop is None and run.data.n_samples and run.visit < until:
        if should_stop():
            raise Cancelled
        run.advance(until, SLICE)
    margins = run.trainer.margins()
    return RunResult(
        settings,
        run.stop,
        parameters(run.trainer),
        run.visit,
        run.state.mistakes,
        int(np.count_nonzero(margins <= 0.0)),
        expansion_of(run.trainer),
    )
