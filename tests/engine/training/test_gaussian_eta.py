"""Where K is no decimal a run from zero leaves η out: it multiplies all numbers and changes no visit (E2, D5)."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.run.records.record import parameters
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.training.factory import train
from perceptron_gui.frozen import replace
from tests.effort import in_turn
from tests.engine.cases import IRRATIONAL, bits, logged, using


def random_case(
    rng: np.random.Generator, mode: Mode, order: Order, name: KernelName
) -> tuple[Dataset, TrainingSettings]:
    """Return points of one decimal, some of them mirrored or there twice: many activations are almost 0."""
    n_classes = 2 if mode is Mode.DUAL else 3
    X = np.round(rng.uniform(-1, 1, (8, 2)), 1)
    X = np.vstack([X, X[:2], -X[:3]])
    labels = [*range(n_classes), *rng.integers(0, n_classes, len(X) - n_classes).tolist()]
    bias = bool(rng.random() < 0.7)
    settings = TrainingSettings(mode=mode, order=order, kernel=Kernel(name), bias=bias, max_epochs=100, max_updates=150)
    return Dataset.of(X, labels, "ABC"[:n_classes]), settings


@pytest.mark.parametrize(("order", "mode", "name"), in_turn(Order, [Mode.DUAL, Mode.MULTICLASS], IRRATIONAL))
@pytest.mark.seldom
def test_runs_with_any_learning_rate_are_the_same_run(mode: Mode, order: Order, name: KernelName) -> None:
    rng, rates = np.random.default_rng(1), (0.1, 7.0)
    for eta_of_python in rates:
        dataset, settings = random_case(rng, mode, order, name)
        one = train(dataset, settings)
        for eta in rates:
            other = train(dataset, replace(settings, eta=eta))
            assert bits(one.state) == bits(other.state)
            assert logged(one) == logged(other)
            exact = [float(Fraction(b) * Fraction(repr(eta))) for b in one.state.theta]
            assert parameters(other).ravel().tolist() == exact
        with using(None):
            by_python = train(dataset, replace(settings, eta=eta_of_python))
        assert bits(one.state) == bits(by_python.state)
        assert logged(one) == logged(by_python)


@pytest.mark.parametrize("name", IRRATIONAL)
def test_beta_is_compared_with_margins_without_the_learning_rate(name: KernelName) -> None:
    rng, near = np.random.default_rng(2), 0
    for number in range(15):
        dataset, settings = random_case(rng, Mode.DUAL, list(Order)[number % 5], name)
        one = train(dataset, replace(settings, beta=0.5))
        other = train(dataset, replace(settings, beta=1.0, eta=2.0))
        assert bits(one.state) == bits(other.state)
        near += one.state.near_misses
    assert near > 0


def test_what_is_shown_has_the_learning_rate_in_it() -> None:
    dataset, settings = random_case(np.random.default_rng(3), Mode.DUAL, Order.CYCLIC, KernelName.RBF)
    one, other = Run(dataset, settings), Run(dataset, replace(settings, eta=0.1))
    for _ in range(30):
        first, second = one.visit_once(), other.visit_once()
        if first is None or second is None:
            break
        assert second.scores.tolist() == pytest.approx((0.1 * first.scores).tolist(), rel=1e-15)
        assert second.scores_after.tolist() == pytest.approx((0.1 * first.scores_after).tolist(), rel=1e-15)


def test_from_a_start_bias_the_learning_rate_decides() -> None:
    dataset, settings = random_case(np.random.default_rng(4), Mode.DUAL, Order.CYCLIC, KernelName.RBF)
    started = replace(settings, bias=True, initial=(0.3,))
    assert logged(train(dataset, started)) != logged(train(dataset, replace(started, eta=0.01)))
