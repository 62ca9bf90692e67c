"""Whole runs that are made beside each other, on all cores, while the window and its own run go on."""

import os
from collections.abc import Callable, Sequence
from functools import partial
from queue import Empty, SimpleQueue

from perceptron_gui.engine.data.dataset import Dataset, DatasetError, trained_part
from perceptron_gui.engine.data.settings import SettingsError, TrainingSettings
from perceptron_gui.engine.exact.effort import Cancelled
from perceptron_gui.engine.run.run import RunResult, run_to_end, visits_within
from perceptron_gui.engine.theory.separability import geometry, mistake_bound, verdict_on
from perceptron_gui.session.worker.background import failure_text
from perceptron_gui.session.worker.scheduler import FAR, PriorityGate, Scheduler, Worker

BOUND_WORK = 1e9
"""What the bound may take, in multiply-adds."""
LONGEST_ENDLESS = 10**4
"""Visits of a run that is known to have no end."""


class RunBatch:
    """Runs of the same points, under rules that differ in nothing but order, seed, η and start weights.

    `settings`: the rules of each run. `longest`: visits of each at most. `gate`: where the threads wait while the
    window handles events. `failure`: why some run cannot be made, in a sentence; else empty. `at_most`: the
    most mistakes that any of the runs can make (T2, T4–T6); None where there is no bound, or none yet.
    """

    def __init__(
        self, dataset: Dataset, settings: Sequence[TrainingSettings], longest: int, gate: PriorityGate
    ) -> None:
        self.dataset, self._trained = dataset, trained_part(dataset)
        self.settings = tuple(settings)
        self._longest, self._gate = longest, gate
        self._results: list[RunResult | None] = [None] * len(self.settings)
        self.failure = ""
        self._ended: list[int] = []
        self.at_most: int | None = None
        self._is_cancelled = False

    @property
    def results(self) -> tuple[RunResult | None, ...]:
        """What came out of each run; None where it is on its way, or cannot be made."""
        return tuple(self._results)

    @property
    def n_done(self) -> int:
        """Runs of which nothing more will come."""
        return len(self._ended)

    @property
    def is_busy(self) -> bool:
        """Whether a result may still come."""
        return self.n_done < len(self.settings) and not self._is_cancelled

    def cancel(self) -> None:
        """Give up what has not ended."""
        self._is_cancelled = True

    def find_bound(self) -> None:
        """Find the bound, or that there is none; then runs are not trained for long.

        Called in a thread of the pool, before the first run.
        """
        try:
            data = geometry(self._trained, self.settings[0])
            verdict = verdict_on(data, self._should_stop, BOUND_WORK)
            if verdict is None:
                return
            if not verdict.separable:
                self._longest = min(self._longest, LONGEST_ENDLESS)
            distinct = {(each.initial, each.order, each.eta): each for each in self.settings}
            bounds = [mistake_bound(verdict, each, self._trained) for each in distinct.values()]
            self.at_most = max((bound.at_most for bound in bounds if bound is not None), default=None)
        except (Cancelled, DatasetError, SettingsError):
            pass  # without a bound; what is wrong with the points each run says, too
        except Exception as error:  # the bound is missing then, but no run is
            self.failure = failure_text(error)

    def train(self, index: int) -> None:
        """Make one of the runs; called in a thread of the pool. `index`: which."""
        try:
            settings = self.settings[index]
            until = visits_within(self._longest, self._trained, settings)
            self._results[index] = run_to_end(self._trained, settings, self._should_stop, until)
        except Cancelled:
            pass
        except (DatasetError, SettingsError) as error:
            self.failure = str(error)
        except Exception as error:  # this run is missing then, but nothing else is
            self.failure = failure_text(error)
        self._ended.append(index)  # a list: two threads must not both add 1 to the same number

    def _should_stop(self) -> bool:
        self._gate.wait()
        return self._is_cancelled


class RunPool:
    """Makes the runs of batches, the batches one after the other, as many runs at a time as there are cores."""

    def __init__(self, scheduler: Scheduler) -> None:
        self._scheduler = scheduler
        self._workers: list[Worker] = []
        self._tasks: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._batches: list[RunBatch] = []

    def begin(
        self, dataset: Dataset, settings: Sequence[TrainingSettings], longest: int, has_bound: bool = False
    ) -> RunBatch:
        """Return a batch whose runs are being made.

        `settings`: the rules of each run. `longest`: visits of each at most (`visits_within`). `has_bound`: whether the
        bound on their mistakes is wanted. It is looked for first: how far runs without an end go does not depend on
        which thread is quicker.
        """
        if not self._workers:
            self._workers = [self._scheduler.begin(self._step, "runs") for _ in range(os.cpu_count() or 1)]
        batch = RunBatch(dataset, settings, longest, self._scheduler.gate)
        self._batches = [earlier for earlier in self._batches if earlier.is_busy] + [batch]
        self._tasks.put(partial(self._begin_runs, batch, has_bound))
        self._wake()
        return batch

    def _begin_runs(self, batch: RunBatch, has_bound: bool) -> None:
        if has_bound and batch.settings:
            batch.find_bound()
        for index in range(len(batch.settings)):
            self._tasks.put(partial(batch.train, index))
        self._wake()

    def _wake(self) -> None:
        for worker in self._workers:
            worker.wake()

    def stop(self) -> None:
        """Give everything up, and wait for the threads."""
        for batch in self._batches:
            batch.cancel()
        for worker in self._workers:
            worker.stop()

    def _step(self) -> float:
        try:
            task = self._tasks.get_nowait()
        except Empty:
            return FAR
        task()
        return 0.0
