"""Runs whose scores would leave the doubles end in time, at the same visit on every path (P7)."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.features.feature_map import FeatureMap
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.run.followers.variants import pocket_of
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.theory.separability import analyze
from perceptron_gui.engine.training import kernel_trainers
from perceptron_gui.engine.training.factory import train
from perceptron_gui.engine.training.kernel_trainers import reach
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.frozen import replace
from tests.engine.cases import ORDERS, Case, bits, irrational_kernel_case, logged, logged_by, using

CURVED = (Mode.DUAL, Mode.MULTICLASS)


def huge(mode: Mode, order: Order = Order.CYCLIC, degree: int = 3) -> tuple[Dataset, TrainingSettings]:
    """Return four points; the kernel of the last two is beyond all doubles, that of the first two is not."""
    multiclass = mode is Mode.MULTICLASS
    dataset = Dataset.of(
        [[1, 2], [2, -1], [320, 1], [-2, 300]], [0, 1, 0, 2 if multiclass else 1], "ABC"[: 2 + multiclass]
    )
    kernel = Kernel(KernelName.POLY, degree, 1.0)
    return dataset, TrainingSettings(
        mode=mode,
        order=order,
        kernel=kernel,
        features=FeatureMap.read("exp(x1), exp(x2)"),
        max_epochs=50,
        max_updates=300,
        eta=0.1,
    )


@pytest.mark.parametrize("order", Order)
@pytest.mark.parametrize("mode", CURVED)
def test_a_kernel_beyond_all_doubles_ends_the_run_before_its_update(mode: Mode, order: Order) -> None:
    dataset, settings = huge(mode, order)
    trainer = train(dataset, settings)
    with using(None):
        other = train(dataset, settings)
    state = trainer.state
    assert (bits(state), logged(trainer)) == (bits(other.state), logged(other))
    assert state.stop is Stop.WEIGHT_LIMIT
    assert state.mistakes == state.learned_from + state.unlearned > state.learned_from == state.alpha.sum()
    assert np.isfinite(trainer.margins()).all()
    assert state.sums is not None and np.isfinite(state.sums.scores).all()
    analysis = analyze(dataset, settings)
    assert analysis.verdict is not None and np.isfinite(analysis.verdict.radius)
    assert analysis.bound is None or analysis.bound.at_most >= state.mistakes


def limited_to(limit: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel_trainers, "LARGEST_SCORE", limit)


def first_beyond(case: Case, limit: float) -> tuple[int, int, tuple[int, ...]] | None:
    """Return the visit that first goes beyond a limit where there is none, with updates and α before it."""
    run = Run(case.dataset, case.settings)
    while run.stop in (None, Stop.CYCLE) and run.visit < 400:
        before = run.state.updates, tuple(run.state.alpha.tolist())
        if run.visit_once() is None:
            return None
        if run.state.updates > before[0] and reach(run.data, run.state) > limit:
            return run.visit, *before
    return None


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("mode", ["dual", "multiclass"])
def test_any_limit_is_kept_at_the_same_visit_with_and_without_the_loop(
    mode: str, order: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng, ended = np.random.default_rng(7), 0
    for number in range(8):
        case = irrational_kernel_case(rng, mode, order, 12)
        case = case.with_rules(beta=0.3 if number % 3 == 0 else 0.0)
        if number % 2:
            case = case.with_rules(kernel=("poly", 2, 1.0))
        limit = float(rng.choice([0.3, 0.9, 3.0]))
        expected = first_beyond(case, limit)
        with monkeypatch.context() as patch:
            limited_to(limit, patch)
            trainer = train(case.dataset, case.settings)
            with using(None):
                other = train(case.dataset, case.settings)
        assert (bits(trainer.state), logged(trainer)) == (bits(other.state), logged(other))
        state = trainer.state
        if expected is not None:
            ended += 1
            assert state.stop is Stop.WEIGHT_LIMIT
            assert (state.visits, state.updates, tuple(state.alpha.tolist())) == expected
            assert state.unlearned > 0 or order == "batch"
        elif state.visits < 400:
            assert state.stop is not Stop.WEIGHT_LIMIT
    assert ended > 1


@pytest.mark.parametrize("order", ORDERS)
def test_a_run_at_its_limit_is_the_same_however_one_comes_there(order: str, monkeypatch: pytest.MonkeyPatch) -> None:
    limited_to(1.2, monkeypatch)
    case = irrational_kernel_case(np.random.default_rng(3), "dual", order, 10).with_rules(kernel=("poly", 2, 1.0))
    run = Run(case.dataset, case.settings)
    run.advance(10**6)
    assert run.stop is Stop.WEIGHT_LIMIT
    end, at_end, log = run.visit, bits(run.state), logged_by(run)
    assert run.visit_once() is None
    for visit in (0, end - 1, end, max(end - 2, 0), end):
        run.seek(visit)
        assert run.visit == visit
        assert (run.stop is Stop.WEIGHT_LIMIT) == (visit == end)
    assert (bits(run.state), logged_by(run)) == (at_end, log)
    assert run.last is not None
    assert run.last.is_refused
    assert not run.last.is_learned_from
    assert run.last.is_mistake or run.last.is_near_miss or order == "batch"
    assert not run.last.changed
    once = Run(case.dataset, case.settings)
    while once.visit_once() is not None:
        pass
    assert bits(once.state) == at_end
    assert pocket_of(run) is not None


def test_a_point_where_the_sums_are_beyond_the_limit_ends_the_run_as_it_arrives() -> None:
    for mode in CURVED:
        dataset, settings = huge(mode)
        run = Run(dataset.first(2), settings)
        run.advance(3)
        run.add_points(dataset.first(3))
        assert run.stop is Stop.WEIGHT_LIMIT
        assert np.isfinite(run.trainer.margins()).all()
        assert run.visit_once() is None
        run.add_points(dataset)
        assert run.stop is Stop.WEIGHT_LIMIT
        run.seek(1)
        run.advance(10)
        assert (run.visit, run.stop) == (3, Stop.WEIGHT_LIMIT)


@pytest.mark.parametrize("mode", [Mode.DUAL, Mode.MULTICLASS])
def test_features_at_their_limit_leave_all_numbers_finite_under_the_linear_kernel(mode: Mode) -> None:
    """x1^9·x1^2… up to 10^140, η and start weights at their limits: squares, scores and sums are doubles."""
    features = FeatureMap.read("x1^9*x1^5, x2^9*x2^5, x1^9*x2^5")
    dataset = Dataset.of([[1e10, 1e10], [-1e10, 1e10], [1e10, -9e9], [9e9, 9e9]], [0, 1, 0, 1])
    for order in Order:
        settings = TrainingSettings(mode=mode, order=order, features=features, eta=1e12, max_epochs=30, max_updates=60)
        if mode is not Mode.MULTICLASS:
            settings = replace(settings, initial=(1e12, -1e12, 1e12, 1e12))
        trainer = train(dataset, settings)
        with using(None):
            other = train(dataset, settings)
        assert bits(trainer.state) == bits(other.state)
        assert np.isfinite(trainer.margins()).all()
        assert np.isfinite(trainer.state.theta).all()
        assert trainer.state.stop is not Stop.WEIGHT_LIMIT
        assert analyze(dataset, settings).verdict is not None
