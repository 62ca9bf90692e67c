"""Many runs on sets of points that are made for a question: what the number of mistakes depends on (T2, T8)."""

from collections.abc import Callable, Iterator
from enum import Enum

from perceptron_gui.engine.data.generator import bound_of, equal_margin_set
from perceptron_gui.engine.data.settings import Order, TrainingSettings
from perceptron_gui.engine.exact.effort import Cancelled
from perceptron_gui.engine.training.factory import train
from perceptron_gui.frozen import Frozen, replace

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
    """What is asked, with the sets that answer it.

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
