"""Mistakes in few and in many dimensions, with one margin and one radius: the bound knows no dimension (T8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from perceptron_gui.engine.data.equal_margins import BOUND, equal_margin_set
from perceptron_gui.engine.data.settings import Order, TrainingSettings
from perceptron_gui.engine.exact.effort import Cancelled
from perceptron_gui.engine.training.factory import train

DIMENSIONS = (2, 10, 100)
N_ORDERS = 100
"""Random orders in each number of dimensions."""


@dataclass(frozen=True)
class DimensionTrial:
    """The runs so far.

    Attributes
    ----------
    mistakes : tuple of tuple of int
        For each of `DIMENSIONS` the mistakes of its runs, in the order of their seeds.
    """

    mistakes: tuple[tuple[int, ...], ...] = ((),) * len(DIMENSIONS)

    bound = BOUND
    """The most mistakes that any of them can make."""

    @property
    def n_runs(self) -> int:
        """Runs that have ended."""
        return sum(map(len, self.mistakes))

    @property
    def is_over(self) -> bool:
        """Whether all have."""
        return self.n_runs == N_ORDERS * len(DIMENSIONS)

    def with_run(self, place: int, mistakes: int) -> DimensionTrial:
        """Return the trial with one run more.

        Parameters
        ----------
        place : int
            Index into `DIMENSIONS`.
        mistakes : int
            Of the run.
        """
        every = list(self.mistakes)
        every[place] = (*every[place], mistakes)
        return DimensionTrial(tuple(every))


def dimension_trial(should_stop: Callable[[], bool]) -> Iterator[DimensionTrial]:
    """Yield the trial as it goes on, run by run; the seeds are 0, 1, 2 …, so that it is always the same.

    Parameters
    ----------
    should_stop : callable
        Asked before every run.

    Raises
    ------
    Cancelled
        When `should_stop` returned true.
    """
    trial = DimensionTrial()
    for place, n_features in enumerate(DIMENSIONS):
        dataset = equal_margin_set(n_features)
        for seed in range(N_ORDERS):
            if should_stop():
                raise Cancelled
            settings = TrainingSettings(bias=False, order=Order.SHUFFLED, seed=seed)
            trial = trial.with_run(place, train(dataset, settings).state.mistakes)
            yield trial
