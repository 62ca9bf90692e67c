"""Random runs for the engine and its referee: the same points and rules in both their words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.kernel import FUNCTIONS, Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.native import loader
from perceptron_gui.engine.native.loader import Library
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.training.state import Cycle, State
from perceptron_gui.engine.training.trainer import Trainer
from perceptron_gui.frozen import Frozen, replace
from tests.engine.kernel_referee import KernelReferee
from tests.engine.referee import Referee, Rules

ORDERS = ("cyclic", "shuffled", "random", "batch", "online")
WITH_PASSES = ("cyclic", "shuffled", "batch", "online")
IRRATIONAL = tuple(name for name, function in FUNCTIONS.items() if not function.is_decimal)
"""Kernels whose values are no decimals: each has one number, g."""


class Case(Frozen):
    """Points, classes and rules."""

    points: list[list[float]]
    labels: list[int]
    rules: Rules

    @property
    def dataset(self) -> Dataset:
        """The points as the engine wants them."""
        return Dataset.of(self.points, self.labels, tuple("ABCDEFGH"[: self.rules.n_classes]))

    @property
    def targets(self) -> list[int]:
        """What the referee is told: −1/+1 (the second class is +), or the class."""
        return self.labels if self.rules.mode == "multiclass" else [2 * label - 1 for label in self.labels]

    @property
    def n_features(self) -> int:
        """Number of coordinates."""
        return len(self.points[0])

    @property
    def settings(self) -> TrainingSettings:
        """The rules as the engine wants them."""
        rules = self.rules
        return TrainingSettings(
            mode=Mode(rules.mode),
            order=Order(rules.order),
            eta=rules.eta,
            bias=rules.bias,
            initial=rules.initial,
            positive=None if rules.mode == "multiclass" else 1,
            max_epochs=rules.max_epochs,
            max_updates=rules.max_updates,
            seed=rules.seed,
            kernel=kernel_of(rules),
            beta=rules.beta,
        )

    def with_rules(self, **changes: Any) -> Case:
        """Return the same points under other rules."""
        return replace(self, rules=replace(self.rules, **changes))

    def referee(self, reading: str = "decimals", first: int | None = None) -> Referee:
        """Return a referee that stands before the first visit, with the `first` points present."""
        kind = KernelReferee if self.rules.kernel else Referee
        referee = kind(self.rules, self.n_features, reading)
        return referee.add(self.points[:first], self.targets[:first])


def kernel_of(rules: Rules) -> Kernel:
    """Return the kernel as the engine wants it."""
    if rules.kernel is None:
        return Kernel()
    name, *numbers = rules.kernel
    parameters = FUNCTIONS[KernelName(name)].parameters
    return Kernel(KernelName(name), **{each.name: value for each, value in zip(parameters, numbers, strict=True)})


def kernel_case(rng: np.random.Generator, mode: str, order: str) -> Case:
    """Return a few points with a polynomial kernel whose numbers are decimals."""
    case = random_case(rng, mode, order, int(rng.integers(1, 4)))
    n_features, rules = case.n_features, case.rules
    initial = rules.initial[-1:] if rules.initial and rules.bias and mode != "multiclass" else None
    kernel = ("poly", int(rng.integers(1, 4)), float(rng.choice([0.0, 0.5, 1.0, 0.01, 3.0])))
    points = np.array(case.points)
    if rng.random() < 0.5:
        points = np.round(points / 10.0, 1)
    assert points.shape[1] == n_features
    return replace(case, points=points.tolist()).with_rules(kernel=kernel, initial=initial)


def irrational_kernel(rng: np.random.Generator) -> str:
    """Return one of those kernels; what is drawn after it does not depend on how many there are."""
    return IRRATIONAL[int(rng.random() * len(IRRATIONAL))]


def irrational_kernel_case(rng: np.random.Generator, mode: str, order: str, n: int) -> Case:
    """Return points that are no decimals under a kernel whose values are none, or a polynomial one."""
    case = irrational_case(rng, mode, order, n)
    name, gamma = irrational_kernel(rng), float(rng.choice([0.3, 1.0, 5.0]))
    kernel = (name, gamma) if rng.random() < 0.7 else ("poly", 2, 1.0)
    return case.with_rules(kernel=kernel, bias=bool(rng.random() < 0.7))


def random_case(rng: np.random.Generator, mode: str, order: str, n_features: int | None = None) -> Case:
    """Return 3–12 points of one or two decimal places with random labels, and random rules."""
    n, d = int(rng.integers(3, 13)), n_features or int(rng.integers(1, 5))
    places = int(rng.integers(1, 3))
    span = int(rng.choice([3, 10, 30])) * 10 ** (places - 1)
    grid = rng.integers(-span, span + 1, size=(n, d))
    n_classes = int(rng.integers(2, 5)) if mode == "multiclass" else 2
    bias = bool(rng.random() < 0.7)
    initial = None
    if mode != "multiclass" and rng.random() < 0.4:
        start_places = int(rng.integers(0, 4))
        initial = tuple((rng.integers(-20, 21, size=d + bias) / 10**start_places).tolist())
    rules = Rules(
        mode=mode,
        order=order,
        eta=float(rng.choice([1.0, 0.1, 0.3, 0.25, 2.0, 0.007])),
        bias=bias,
        initial=initial,
        max_epochs=int(rng.integers(1, 21)),
        max_updates=int(rng.integers(1, 40)) if rng.random() < 0.3 else 40 if order == "random" else None,
        seed=int(rng.integers(0, 1000)),
        n_classes=n_classes,
    )
    if mode == "multiclass":
        rules = replace(
            rules, initial=_start_of_classes(np.random.default_rng(np.abs(grid).ravel()), d + bias, n_classes)
        )
    return Case((grid / 10**places).tolist(), rng.integers(0, n_classes, size=n).tolist(), rules)


def _start_of_classes(rng: np.random.Generator, size: int, n_classes: int) -> tuple[float, ...] | None:
    """Return start weights for some or all classes, or none."""
    if rng.random() < 0.6:
        return None
    values = rng.integers(-20, 21, size=size * int(rng.integers(1, n_classes + 1)))
    return tuple((values / 10 ** int(rng.integers(0, 4))).tolist())


def irrational_case(rng: np.random.Generator, mode: str, order: str, n: int, d: int = 2) -> Case:
    """Return `n` points that are no decimals, nearly separable, so that mistakes are dense first and rare later."""
    X = rng.normal(size=(n, d))
    n_classes = 3 if mode == "multiclass" else 2
    labels = np.argmax(X @ rng.normal(size=(d, n_classes)) + 0.02 * rng.normal(size=(n, n_classes)), axis=1)
    rules = Rules(mode=mode, order=order, eta=0.1, n_classes=n_classes, max_epochs=4, seed=int(rng.integers(100)))
    if order == "random":
        rules = replace(rules, max_updates=4 * n)
    return Case(X.tolist(), labels.tolist(), rules)


def logged(trainer: Trainer) -> list[tuple[int, int, int]]:
    """Return a trainer's log in the referee's form."""
    return list(zip(trainer.log.visits, trainer.log.points, trainer.log.rivals, strict=True))


def logged_by(run: Run) -> list[tuple[int, int, int]]:
    """Return a run's log in the referee's form."""
    return list(zip(run.log.visits.tolist(), run.log.points.tolist(), run.log.rivals.tolist(), strict=True))


def cycle_of(cycle: Cycle | None) -> tuple[int, int, int] | None:
    """Return a cycle in the referee's form."""
    return None if cycle is None else (cycle.entered_epoch, cycle.length_epochs, cycle.mistakes)


def doubles(rows: list[list[Any]]) -> list[list[float]]:
    """Return the doubles nearest to fractions."""
    return [[float(value) for value in row] for row in rows]


def bits(state: State) -> tuple[Any, ...]:
    """Return all of a state in a form that compares bit for bit (−0.0 is not 0.0)."""
    theta = np.array(state.theta, dtype=np.float64).tobytes()
    if state.sums is not None:
        theta += state.sums.scores.tobytes() + state.sums.counts.tobytes()
    return (theta, state.alpha.tobytes(), *counts(state), state.exact_visits, state.stop)


def counts(state: State) -> tuple[int, ...]:
    """Return the whole numbers of a state."""
    return (
        state.visits,
        state.epoch,
        state.position,
        state.learned,
        state.unlearned,
        state.unlearned_near,
        state.pass_updates,
        state.mistakes,
        state.near_misses,
        state.updates,
    )


def fraction(value: float) -> Fraction:
    """Return the decimal that a double stands for."""
    return Fraction(repr(value))


@contextmanager
def using(library: Library | None) -> Iterator[None]:
    """Let runs be made by the compiled loop, or by Python."""
    before, loader.library = loader.library, library
    try:
        yield
    finally:
        loader.library = before
