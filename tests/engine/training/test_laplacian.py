"""The Laplacian kernel: its numbers beside ones of fifty digits, at both ends of all ranges, on both paths (D5, T7)."""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from itertools import product

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset, Floats
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.theory.separability import analyze
from perceptron_gui.engine.training.factory import train
from perceptron_gui.engine.training.training_data import make_training_data
from tests.engine.cases import bits, using
from tests.engine.gaussian_referee import DIGITS, largest_margin

XOR = Dataset.of([[0, 0], [1, 1], [0, 1], [1, 0]], [1, 1, 0, 0])
ENDS = (1e12, -1e12, 1e-12, -1e-12, 0.0, 123456.789, 3.0)
GAMMAS = (1e12, 1.0, 0.3, 1e-12, 5e-324)


def laplacian(gamma: float = 1.0) -> Kernel:
    return Kernel(KernelName.LAPLACIAN, gamma=gamma)


def true_values(X: Floats, gamma: float) -> list[list[Decimal]]:
    """Return K of every pair of the decimals that points stand for."""
    with localcontext(prec=DIGITS):
        points = [[Decimal(repr(value)) for value in row] for row in X.tolist()]
        away = [[sum(abs(a - b) for a, b in zip(x, z, strict=True)) for z in points] for x in points]
        return [[(-Decimal(repr(gamma)) * each).exp() for each in row] for row in away]


def test_values_are_those_of_fifty_digits_up_to_the_rounding_that_is_claimed() -> None:
    rng, told = np.random.default_rng(1), 0
    for _ in range(30):
        offset, span = float(rng.choice([0.0, 12.0, 30000.0])), 10.0 ** float(rng.uniform(-5, 2))
        X = np.round(offset + rng.uniform(-span, span, (5, int(rng.integers(1, 5)))), int(rng.integers(1, 9)))
        function = laplacian(gamma := float(rng.choice([0.1, 1.0, 30.0]))).function
        rounding, found = function.rounding(X, is_whole=False), function.values(X, X)
        told += math.isfinite(rounding)
        for i, j in product(range(5), range(5)):
            assert abs(Decimal(float(found[i, j])) - true_values(X, gamma)[i][j]) <= Decimal(rounding)
    assert told > 25


@pytest.mark.parametrize("gamma", GAMMAS)
def test_at_the_ends_of_all_ranges_values_lie_from_0_to_1_on_both_paths(gamma: float) -> None:
    X = np.array([[a, b] for a in ENDS for b in (1e12, -1e-12, 0.0)])
    data = make_training_data(
        Dataset.of(X, [i % 2 for i in range(len(X))]), TrainingSettings(Mode.DUAL, kernel=laplacian(gamma))
    )
    rows = [data.gram.entries(i, 0, len(X)) for i in range(len(X))]
    with using(None):
        assert [row.tobytes() for row in rows] == [data.gram.entries(i, 0, len(X)).tobytes() for i in range(len(X))]
    K = np.array(rows)
    assert (K == K.T).all() and (np.diag(K) == 1.0).all()
    assert ((K >= 0.0) & (K <= 1.0)).all()


@pytest.mark.parametrize("gamma", GAMMAS)
@pytest.mark.parametrize("mode", [Mode.DUAL, Mode.MULTICLASS])
def test_runs_and_verdicts_of_hostile_points_end_and_are_the_same_on_both_paths(mode: Mode, gamma: float) -> None:
    X = [[a, b] for a in ENDS for b in (1e12, -1e-12)]
    dataset = Dataset.of(X, [i % 2 for i in range(len(X))])
    for order, eta in ((Order.CYCLIC, 1e12), (Order.RANDOM, 1e-12), (Order.BATCH, 0.3)):
        settings = TrainingSettings(mode, order, eta, kernel=laplacian(gamma), max_epochs=20, max_updates=100)
        one = train(dataset, settings)
        with using(None):
            assert bits(train(dataset, settings).state) == bits(one.state)
    analysis = analyze(dataset, TrainingSettings(mode, kernel=laplacian(gamma)))
    assert analysis.verdict is not None and analysis.verdict.separable
    if analysis.verdict.margin is not None:
        assert Decimal(analysis.verdict.margin) <= largest_margin(
            dataset, TrainingSettings(mode, kernel=laplacian(gamma))
        )


def test_xor_has_the_margin_of_the_example() -> None:
    settings = TrainingSettings(Mode.DUAL, kernel=laplacian(), positive=1)
    analysis = analyze(XOR, settings)
    assert analysis.verdict is not None and analysis.bound is not None
    assert analysis.verdict.margin == pytest.approx((1 - math.exp(-1)) / 2, rel=1e-8)
    assert (analysis.verdict.radius_squared, analysis.bound.at_most) == (2, 20)
    assert train(XOR, settings).state.mistakes == 6


def test_distances_along_the_axes_add_up_where_those_of_the_gaussian_are_squared() -> None:
    x, z = np.array([[0.0, 0.0]]), np.array([[3.0, -4.0]])
    assert laplacian(0.1).function.values(x, z)[0, 0] == pytest.approx(math.exp(-0.7), rel=1e-15)
    assert Kernel(KernelName.RBF, gamma=0.1).function.values(x, z)[0, 0] == pytest.approx(math.exp(-2.5), rel=1e-15)


def test_equal_points_stand_in_one_place() -> None:
    doubled = XOR.with_points(XOR.X[:2], XOR.labels[:2].tolist())
    settings = TrainingSettings(Mode.DUAL, kernel=laplacian(), positive=1)
    alone, both = analyze(XOR, settings).verdict, analyze(doubled, settings).verdict
    assert alone is not None and both is not None
    assert (alone.margin, both.margin) == (both.margin, alone.margin)
    assert {4, 5} <= {*both.holders}
    against = analyze(XOR.with_points(XOR.X[:1], [0]), settings).verdict
    assert against is not None and against.separable is False
