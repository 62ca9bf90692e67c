"""Many runs at once, to compare their numbers of mistakes.

They are of the same points in many orders, or from many start weights (P4, P5), or of sets of points that are made for
a question (T2, T8).
"""

from collections.abc import Callable, Iterator
from enum import Enum, StrEnum
from fractions import Fraction
from math import floor, log10

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.generator import bound_of, equal_margin_set
from perceptron_gui.engine.data.settings import RANDOM_ORDERS, Order, SettingsError, TrainingSettings
from perceptron_gui.engine.exact.effort import Cancelled
from perceptron_gui.engine.exact.feature_values import mapped_points
from perceptron_gui.engine.exact.fixed_point import MAX_PLACES, largest_size
from perceptron_gui.engine.run.run import RunResult
from perceptron_gui.engine.training.factory import train
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.translation import tr

STEPS, UPDATES = 100, 10
"""Start weights are whole multiples of a power of ten, this many to either side of 0: about so many updates."""
MOST_BINS = 24


class Variation(StrEnum):
    """What differs between the runs of a fan."""

    ORDERS = "orders"
    STARTS = "starts"


def varied_settings(
    dataset: Dataset, settings: TrainingSettings, variation: Variation, count: int
) -> tuple[TrainingSettings, ...]:
    """Return the rules of each run of a fan.

    `settings`: the rules of now. A random order stays, any other becomes the shuffled one where orders are compared.
    `count`: how many runs. The first ones are the same, however many follow. Raises `SettingsError` for start weights
    with a curved kernel in multiclass, or without a bias, where there are none (P5).
    """
    if variation is Variation.ORDERS:
        return tuple(replace(settings, order=_varied_order(settings), seed=seed) for seed in range(count))
    if not settings.mode.is_binary and settings.has_curved_kernel:
        raise SettingsError(tr("With a curved kernel multiclass starts from zero: compare orders instead."))
    mapped = mapped_points(dataset, settings.features)
    entries = (0 if settings.has_curved_kernel else mapped.n_features) + settings.bias
    if not entries:
        raise SettingsError(tr("Without a bias a curved kernel has no start weights: compare orders instead."))
    size = entries * (1 if settings.mode.is_binary else len(dataset.classes))
    steps = np.random.default_rng(0).integers(-STEPS, STEPS + 1, (count, size))
    power = _power_of_step(mapped, settings)
    # Divided, not multiplied by a rounded 0.1: a start weight is the double that its few digits stand for.
    starts = steps * 10.0**power if power >= 0 else steps / 10.0**-power
    return tuple(replace(settings, initial=tuple(start)) for start in starts.tolist())


def _varied_order(settings: TrainingSettings) -> Order:
    return settings.order if settings.order in RANDOM_ORDERS else Order.SHUFFLED


def shared_rules(settings: TrainingSettings, variation: Variation) -> TrainingSettings:
    """Return what the rules of all runs of a fan have in common, by those of any of them, or those of now.

    Fans with equal ones are of the same runs.
    """
    if variation is Variation.ORDERS:
        return replace(settings, order=_varied_order(settings), seed=0).essence
    return replace(settings, initial=None).essence


def _power_of_step(dataset: Dataset, settings: TrainingSettings) -> int:
    """Return the power of ten that is a step of start weights: all steps together are as long as some updates."""
    largest = largest_size(dataset.X) or 1.0
    return max(floor(log10(UPDATES * settings.eta * largest / STEPS)), -MAX_PLACES)


class Bin(Frozen):
    """Runs with about the same number of mistakes."""

    # the mistakes that belong to it, both included
    least: int
    most: int
    runs: tuple[int, ...]  # which runs of the fan, in their order


class Fan(Frozen, eq=False):
    """The runs of a fan that have ended so far."""

    variation: Variation
    results: tuple[RunResult, ...]  # in the order in which they were begun, without those that are still on their way
    total: int  # how many there will be

    @property
    def mean(self) -> Fraction:
        """Mistakes of a run on average; 0 without runs."""
        return Fraction(sum(result.mistakes for result in self.results), max(len(self.results), 1))

    @property
    def worst(self) -> int:
        """Most mistakes of a run."""
        return max((result.mistakes for result in self.results), default=0)

    def histogram(self, most_bins: int = MOST_BINS) -> tuple[Bin, ...]:
        """Return the runs by their mistakes, from the fewest on; bins without runs are among them.

        `most_bins`: the most bins; they are equally wide.
        """
        if not self.results:
            return ()
        least = min(result.mistakes for result in self.results)
        width = -(-(self.worst - least + 1) // most_bins)
        runs: dict[int, list[int]] = {}
        for i, result in enumerate(self.results):
            runs.setdefault((result.mistakes - least) // width, []).append(i)
        edges = [least + k * width for k in range(max(runs) + 1)]
        return tuple(Bin(edge, edge + width - 1, tuple(runs.get(k, ()))) for k, edge in enumerate(edges))


N_ORDERS = 100
"""Random orders of each set."""


class Case(Frozen):
    """A set of points that a question is about."""

    n_features: int  # number of coordinates of a point
    margin: float = 1.0  # γ̂, in data units

    @property
    def bound(self) -> int:
        """The most mistakes that a run can make."""
        return bound_of(self.margin)


class Question(Enum):
    """The question of a trial, with the sets of points that answer it.

    `DIMENSIONS`: one margin and one radius in few and in many dimensions: the bound knows no dimension (T8). `MARGINS`:
    the margin halved again and again: the bound grows four times as large each time (T2).
    """

    DIMENSIONS = tuple(Case(n_features) for n_features in (2, 10, 100))
    MARGINS = tuple(Case(10, margin) for margin in (4.0, 2.0, 1.0, 0.5, 0.25))

    @property
    def cases(self) -> tuple[Case, ...]:
        """The sets, in their order."""
        return self.value


class Trial(Frozen):
    """The runs so far."""

    question: Question
    mistakes: tuple[tuple[int, ...], ...]  # for each case the mistakes of its runs, in the order of their seeds

    @classmethod
    def of(cls, question: Question) -> "Trial":
        """Return the trial before its first run."""
        return cls(question, ((),) * len(question.cases))

    @property
    def largest_bound(self) -> int:
        """The most mistakes that any of the runs can make."""
        return max(case.bound for case in self.question.cases)

    @property
    def n_runs(self) -> int:
        """Runs that have ended."""
        return sum(map(len, self.mistakes))

    @property
    def is_over(self) -> bool:
        """Whether all have."""
        return self.n_runs == N_ORDERS * len(self.question.cases)

    def with_run(self, place: int, mistakes: int) -> "Trial":
        """Return the trial with one run more. `place`: index of the case. `mistakes`: of the run."""
        every = list(self.mistakes)
        every[place] = (*every[place], mistakes)
        return replace(self, mistakes=tuple(every))


def make_trial(question: Question, should_stop: Callable[[], bool]) -> Iterator[Trial]:
    """Yield the trial as it goes on, run by run; the seeds are 0, 1, 2 …, so that it is always the same.

    `should_stop`: asked before every run. Raises `Cancelled` when `should_stop` returned true.
    """
    trial = Trial.of(question)
    for place, case in enumerate(question.cases):
        dataset = equal_margin_set(case.n_features, case.margin)
        for seed in range(N_ORDERS):
            if should_stop():
                raise Cancelled
            settings = TrainingSettings(bias=False, order=Order.SHUFFLED, seed=seed)
            trial = trial.with_run(place, train(dataset, settings).state.mistakes)
            yield trial
