"""One against the rest: a binary run for every class, and which of them claim a point (M6)."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property

import numpy as np

from perceptron_gui.engine.data.dataset import Bools, Dataset, Ints
from perceptron_gui.engine.data.growable_array import frozen
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.exact.effort import Cancelled
from perceptron_gui.engine.run.run import SLICE, Run, visits_within
from perceptron_gui.engine.run.snapshot import Snapshot, take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.frozen import Frozen, replace

StageStarts = Sequence[tuple[int, int]]
"""Visits at which stages of a run begin, and the points that are present from there on."""
LONGEST_RUN = 10**6
"""Visits within which the end of a run must come (M6)."""
TOGETHER = 10
"""Slices of work after which the runs wait for each other."""


class Claims(Frozen, eq=False, dict=True):
    """All binary runs after the same number of visits, or each at its end."""

    visit: int  # visits shown to each run; one that ended before makes no more
    is_at_end: bool  # whether each was trained to its own end instead
    # one for each class with points, in the order of the classes; its `positive` is the class
    runs: tuple[Snapshot, ...]
    is_claimed: Bools  # shape (len(runs): whether f_k > 0 at a point, as exact as the run

    @property
    def dataset(self) -> Dataset:
        """The points."""
        return self.runs[0].dataset

    @cached_property
    def n_claims(self) -> Ints:
        """How many classes claim each point, shape (n_samples,)."""
        counts: Ints = np.count_nonzero(self.is_claimed, axis=0)
        return counts

    @property
    def n_unclaimed(self) -> int:
        """Points that no class claims."""
        return int(np.count_nonzero(self.n_claims == 0))

    @property
    def n_contested(self) -> int:
        """Points that two or more classes claim."""
        return int(np.count_nonzero(self.n_claims > 1))

    @property
    def n_right(self) -> int:
        """Points that their own class claims, and no other."""
        own = np.array([run.positive for run in self.runs])[:, np.newaxis] == self.dataset.labels
        return int(np.count_nonzero((self.is_claimed & own).any(axis=0) & (self.n_claims == 1)))


def binary_settings(dataset: Dataset, settings: TrainingSettings, k: int) -> TrainingSettings:
    """Return the rules of one of the binary runs: those of the multiclass run, with a class as +.

    It starts from the row of its class. Of two classes the scores differ by 2f: half the difference of their rows and
    half of β keep the mistakes and near misses of the multiclass run (M3).

    `dataset`: all points. `settings`: of the multiclass run. `k`: the class.
    """
    others = [other for other in dataset.present if other != k]
    other = others[0] if len(others) == 1 else None
    initial = _start(dataset, settings, k, other) if settings.has_start_weights else None
    beta = settings.beta if other is None else _half(decimal_fraction(settings.beta))
    return replace(settings.one_against_others(k), initial=initial, beta=beta)


def _start(dataset: Dataset, settings: TrainingSettings, k: int, other: int | None) -> tuple[float, ...]:
    size = len(settings.features.names(dataset.features)) + settings.bias
    values = settings.start_values(size, len(dataset.classes))
    rows = [values[i : i + size] for i in range(0, len(values), size)]
    if other is None:
        return rows[k]
    pairs = zip(rows[k], rows[other], strict=True)
    return tuple(_half(decimal_fraction(mine) - decimal_fraction(its)) for mine, its in pairs)


def _half(value: Fraction) -> float:
    return float(value / 2)


class AgainstRest:
    """Binary runs of the points of a multiclass run: the same rule, order and seed, each with another class as + (M6).

    `dataset`: all points. `settings`: of the multiclass run. `stages`: visits at which the points came, and how many
    there were then, ascending; the first is (0, n).
    """

    def __init__(self, dataset: Dataset, settings: TrainingSettings, stages: StageStarts) -> None:
        self._dataset, self._stages = dataset, tuple(stages)
        first = dataset.first(self._stages[0][1])
        self._runs = [Run(first, binary_settings(dataset, settings, k), keeps_past=False) for k in dataset.present]
        self._begins = [0] * len(self._runs)
        self._stage = 0
        self.visit = 0
        size = dataset.n_samples if settings.has_curved_kernel else dataset.n_features + 1
        self._together = max(int(TOGETHER * SLICE / max(size, 1)), 1)

    def go_to(self, visit: int, should_stop: Callable[[], bool]) -> bool:
        """Show each run as many visits; those of a run that has ended are left out.

        `visit`: visits of the multiclass run, in its last stage. `should_stop`: asked now and then; true leaves the
        runs where they are, all after the same number of visits. Returns whether they are there.
        """
        while True:
            last = self._stage + 1 == len(self._stages)
            end = visit if last else self._stages[self._stage + 1][0]
            self._go_within(min(end, self.visit + self._together))
            if not last and self.visit == end:
                self._begin_stage()
            elif last and self.visit >= visit:
                return True
            elif should_stop():
                return False

    def go_to_end(self, should_stop: Callable[[], bool]) -> None:
        """Train each run to its own end, or to where its cycle closes; one that takes too long is given up where it is.

        `should_stop`: asked now and then; true gives up. Raises `Cancelled` when `should_stop` returned true.
        """
        for run in self._runs:
            until = visits_within(LONGEST_RUN, run.dataset, run.settings)
            while run.stop is None and run.cycle is None and run.data.n_samples and run.visit < until:
                if should_stop():
                    raise Cancelled
                run.advance(until, SLICE)
            if run.cycle is not None:
                run.seek(run.cycle.visit)

    def claims(self, is_at_end: bool = False) -> Claims:
        """Return the runs' present claims. `is_at_end`: whether they were trained to their ends."""
        runs = tuple(take_snapshot(run, 0, Wants()) for run in self._runs)
        scores = [run.trainer.margins() * run.data.targets for run in self._runs]  # y·f may be 0 on both sides
        is_claimed = np.array(scores).reshape(len(runs), self._dataset.n_samples) > 0.0
        return Claims(self.visit, is_at_end, runs, frozen(is_claimed))

    def _begin_stage(self) -> None:
        self._stage += 1
        points = self._dataset.first(self._stages[self._stage][1])
        for run in self._runs:
            run.add_points(points)
        self._begins = [run.visit for run in self._runs]

    def _go_within(self, visit: int) -> None:
        """Go to a visit of the stage, forwards, round cycles if need be, or back."""
        for run, begin in zip(self._runs, self._begins, strict=True):
            goal = begin + visit - self._stages[self._stage][0]
            if run.visit > goal:
                run.seek(goal)
            before = -1
            while before < run.visit < goal:  # a run that has ended moves no more
                before = run.visit
                run.advance(goal)
        self.visit = visit
