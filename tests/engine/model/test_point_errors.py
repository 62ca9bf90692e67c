"""Errors among points that were not trained on, beside fractions (H1, E2, M2, D5)."""

from fractions import Fraction

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.features.feature_map import FeatureMap
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.run.records.all_points import held_out_errors
from perceptron_gui.engine.run.run import Run

POLY = Kernel(KernelName.POLY, 2, 1.0)


def points(rng: np.random.Generator, n_classes: int, places: int) -> Dataset:
    """Return points with ties among them: few places, small numbers."""
    n = int(rng.integers(n_classes, 12))
    labels = [*range(n_classes), *rng.integers(0, n_classes, n - n_classes).tolist()]
    return Dataset.of(rng.integers(-9, 10, (n, 2)) / 10**places, labels, [str(k) for k in range(n_classes)])


def trained(dataset: Dataset, settings: TrainingSettings) -> Run:
    run = Run(dataset, settings)
    run.advance(10**6)
    return run


def decimals(row: list[float]) -> list[Fraction]:
    return [Fraction(repr(value)) for value in row]


def by_fractions(run: Run, dataset: Dataset) -> list[bool]:
    """Return the errors by P2, D2 or M5: the sum over α or A, in fractions."""
    settings, inputs = run.settings, [decimals(row) for row in run.dataset.X.tolist()]
    eta, kernel = Fraction(repr(settings.eta)), settings.kernel
    labels = run.dataset.labels.tolist()
    n_rows = 1 if settings.mode.is_binary else len(dataset.classes)
    counts = [[0] * len(inputs) for _ in range(n_rows)]
    for i, rival in zip(run.log.points.tolist(), run.log.rivals.tolist(), strict=True):
        if n_rows == 1:
            counts[0][i] += 1 if labels[i] == 1 else -1
        else:
            counts[labels[i]][i] += 1
            counts[rival][i] -= 1

    def value(x: list[Fraction], z: list[Fraction]) -> Fraction:
        inner = sum((a * b for a, b in zip(x, z, strict=True)), Fraction(0))
        return (inner + 1) ** 2 if kernel.is_curved else inner

    wrong = []
    for row, label in zip(dataset.X.tolist(), dataset.labels.tolist(), strict=True):
        x = decimals(row)
        scores = [
            eta * sum(c * (value(z, x) + settings.bias) for c, z in zip(each, inputs, strict=True)) for each in counts
        ]
        if n_rows == 1:
            wrong.append(scores[0] * (1 if label == 1 else -1) <= 0)
        else:
            wrong.append(max(s for k, s in enumerate(scores) if k != label) >= scores[label])
    return wrong


@pytest.mark.parametrize(
    ("mode", "kernel"),
    [
        (Mode.PRIMAL, Kernel()),
        (Mode.DUAL, Kernel()),
        (Mode.DUAL, POLY),
        (Mode.MULTICLASS, Kernel()),
        (Mode.MULTICLASS, POLY),
    ],
)
def test_errors_are_those_of_fractions_ties_included(mode: Mode, kernel: Kernel) -> None:
    rng, n_errors = np.random.default_rng(5), 0
    for _ in range(20):
        n_classes = 2 if mode.is_binary else int(rng.integers(2, 5))
        dataset, held = (points(rng, n_classes, int(rng.integers(0, 3))) for _ in range(2))
        rules = TrainingSettings(mode, eta=0.7, bias=bool(rng.integers(2)), kernel=kernel, max_epochs=4)
        run = trained(dataset, rules)
        assert run.is_exact
        found, expected = held_out_errors(run.trainer, held).tolist(), by_fractions(run, held)
        assert found == expected
        n_errors += sum(expected)
    assert n_errors > 10


def test_a_tie_on_the_blackboard_is_an_error_though_floats_miss_it() -> None:
    # w = (0.1, 0.7), without bias: f is 0 where x1 = -7·x2.
    run = trained(Dataset.of([[0.1, 0.7]], [1]), TrainingSettings(bias=False, max_epochs=2, positive=1))
    held = [[7 * k / 10, -k / 10] for k in range(1, 10)]
    for label in (0, 1):
        assert held_out_errors(run.trainer, Dataset.of(held, [label] * 9)).all()


def test_features_of_held_out_points_are_exact_too() -> None:
    # w = (0.03, 0.01): f = 0.01·x2·(3·x1 + x2) is 0 where x2 = -3·x1.
    rules = TrainingSettings(features=FeatureMap.read("x1*x2, x2^2"), bias=False, max_epochs=2, positive=1)
    run = trained(Dataset.of([[0.3, 0.1]], [1]), rules)
    held = [[k / 10, -3 * k / 10] for k in range(1, 10)]
    for label in (0, 1):
        assert held_out_errors(run.trainer, Dataset.of(held, [label] * 9)).all()


def test_at_the_start_every_point_is_an_error() -> None:
    for mode in Mode:
        run = Run(Dataset.of([[1, 2], [3, 4]], [0, 1]), TrainingSettings(mode))
        assert held_out_errors(run.trainer, Dataset.of([[5, 6], [7, 8]], [0, 1])).all()


@pytest.mark.parametrize("mode", [*Mode])
def test_errors_of_the_points_of_a_run_are_those_that_it_has_itself(mode: Mode) -> None:
    rng = np.random.default_rng(1)
    kernels = [Kernel()] if mode is Mode.PRIMAL else [Kernel(), POLY, Kernel(KernelName.RBF)]
    for kernel in kernels:
        for order in Order:
            for places in (1, 9):  # decimals, and numbers that are trained on in floats
                X = np.round(rng.normal(size=(20, 3)), places)
                dataset = Dataset.of(X, rng.integers(0, 2, 20).tolist())
                run = trained(dataset, TrainingSettings(mode, order, kernel=kernel, max_epochs=3, max_updates=40))
                expected = (run.trainer.margins() <= 0.0).tolist()
                assert held_out_errors(run.trainer, dataset).tolist() == expected
