"""Training on features is training on φ(x) worked out in fractions, in every mode and order (F1)."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.features.feature_map import POLY2, POLY3, FeatureMap
from perceptron_gui.engine.data.settings import Mode, Order, SettingsError, TrainingSettings
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.engine.theory.separability import analyze
from perceptron_gui.engine.training.factory import train
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.frozen import replace
from tests.engine.exact.monomials import exact_monomials
from tests.engine.referee import Referee, Rules

XOR = Dataset.of([[0, 0], [1, 1], [0, 1], [1, 0]], [1, 1, 0, 0])


def referee_of(dataset: Dataset, settings: TrainingSettings) -> Referee:
    """Return the referee of a run, with φ(x) in fractions for its points."""
    rows = [exact_monomials(row, settings.features.degree) for row in dataset.X.tolist()]
    labels = dataset.labels.tolist()
    targets = labels if settings.mode is Mode.MULTICLASS else [2 * label - 1 for label in labels]
    rules = Rules(
        settings.mode.value,
        settings.order.value,
        settings.eta,
        settings.bias,
        settings.initial,
        settings.max_epochs,
        settings.max_updates,
        settings.seed,
    )
    return Referee(rules, len(rows[0]), "doubles").add(rows, targets)


@pytest.mark.parametrize("mode", [*Mode])
@pytest.mark.parametrize("features", [POLY2, POLY3])
def test_a_run_on_features_is_that_of_the_fractions(mode: Mode, features: FeatureMap) -> None:
    for seed in range(2):
        rng = np.random.default_rng(seed)
        labels = [0, 1, *rng.integers(0, 2, 5).tolist()]
        dataset = Dataset.of(rng.integers(-30, 31, (7, 2)) / 10, labels)
        order = [*Order][seed % len(Order)]
        bias, eta = seed % 3 > 0, [1.0, 0.5, 2.0][seed % 3]
        n_entries = len(features.of(dataset.features)) + bias
        start = tuple(rng.integers(-4, 5, n_entries) / 4) if seed % 2 and mode.is_binary else None
        settings = TrainingSettings(mode, order, eta, bias, start, None, 40, 60, features=features)
        run, referee = Run(dataset, settings), referee_of(dataset, settings)
        while run.stop is None and run.visit < 60:
            run.visit_once()
            referee.step()
            assert run.state.mistakes == referee.mistakes
        assert run.is_exact
        told = take_snapshot(run, 0, Wants())
        assert told.theta.tolist() == [[float(value) for value in row] for row in referee.parameters()]
        assert told.errors.tolist() == referee.errors()
        scores, every = told.model.decision_function(dataset.X)[:, -1], range(dataset.n_samples)
        last = [referee.score(i) if mode.is_binary else referee.class_scores(i)[1] for i in every]
        assert np.allclose(scores, [float(score) for score in last])


def test_features_of_degree_2_solve_xor_as_by_hand() -> None:
    # φ = (x1, x2, x1², x1·x2, x2²). Pass 1: a tie at (0, 0), (1, 1) is right, mistakes at the other two. In each of
    # passes 2 to 6 all four are mistakes, which adds 1 to the weight of x1·x2; in 7 and 8 only (0, 0) is one.
    trainer = train(XOR, TrainingSettings(features=POLY2))
    assert trainer.state.stop is Stop.CONVERGED
    assert (trainer.state.epoch, trainer.state.mistakes) == (9, 3 + 5 * 4 + 2)
    assert trainer.log.points[:8].tolist() == [0, 2, 3, 0, 1, 2, 3, 0]
    assert trainer.state.theta == [-1, -1, -1, 5, -1, 1]


def test_two_classes_in_multiclass_make_the_mistakes_of_the_binary_run() -> None:
    for seed in range(20):
        rng = np.random.default_rng(seed)
        dataset = Dataset.of(rng.integers(-20, 21, (8, 2)) / 10, [0, 1, *rng.integers(0, 2, 6).tolist()])
        binary = train(dataset, TrainingSettings(features=POLY2, max_epochs=50))
        both = train(dataset, TrainingSettings(Mode.MULTICLASS, features=POLY2, max_epochs=50))
        assert (binary.log.visits, binary.log.points) == (both.log.visits, both.log.points)
        w = binary.data.scale.values(binary.state.theta)
        W = both.data.scale.values(both.state.theta).reshape(2, -1)
        assert (W[1] - W[0]).tolist() == (2 * w).tolist()


def test_points_that_arrive_continue_the_run_on_features() -> None:
    rng = np.random.default_rng(3)
    whole = Dataset.of(rng.integers(-20, 21, (9, 2)) / 10, [0, 1] * 4 + [0])
    settings = TrainingSettings(features=POLY3)
    run = Run(whole.first(4), settings)
    for n in range(5, 10):
        run.advance(run.visit + 3)
        run.add_points(whole.first(n))
        assert run.data.mapped.n_samples == n
    again = Run.replayed(whole, settings, run.stages.arrivals)
    again.advance(200)
    run.advance(200)
    assert run.state.theta == again.state.theta
    assert run.data.is_exact


def test_the_verdict_is_about_the_features() -> None:
    assert analyze(XOR, TrainingSettings()).verdict.separable is False
    analysis = analyze(XOR, TrainingSettings(features=POLY2))
    assert analysis.verdict.separable is True
    trainer = train(XOR, TrainingSettings(features=POLY2))
    assert trainer.state.mistakes <= analysis.bound.at_most


def test_start_weights_have_a_number_for_each_feature() -> None:
    settings = TrainingSettings(initial=(0.0,) * 6, features=POLY2)
    assert Run(XOR, settings).data.n_entries == 6
    with pytest.raises(SettingsError, match="must be 6 start weights"):
        Run(XOR, replace(settings, initial=(1.0, 2.0, 3.0)))


def test_a_value_rounded_on_the_way_makes_the_run_inexact() -> None:
    # 100000000.1² has 18 digits: its double stands for another decimal of few places.
    far = Dataset.of([[100000000.1, 1.0], [1.0, 2.0]], [0, 1])
    assert not Run(far, TrainingSettings(features=POLY2)).is_exact
    assert Run(far, TrainingSettings()).is_exact
