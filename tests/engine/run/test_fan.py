"""Many runs of the same points: each is what the window would train, and none is above its bound (P4, P5, T2, T4)."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.samples import BY_NAME
from perceptron_gui.engine.data.settings import Mode, Order, SettingsError, TrainingSettings
from perceptron_gui.engine.exact.effort import Cancelled
from perceptron_gui.engine.run.many_runs import Fan, Variation, varied_settings
from perceptron_gui.engine.run.records.record import parameters
from perceptron_gui.engine.run.run import Run, RunResult, run_to_end
from perceptron_gui.engine.theory.separability import geometry, mistake_bound, verdict_on
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.frozen import replace


def never() -> bool:
    return False


def fan_of(dataset: Dataset, variation: Variation, count: int = 30) -> Fan:
    rules = varied_settings(dataset, TrainingSettings(), variation, count)
    return Fan(variation, tuple(run_to_end(dataset, each, never) for each in rules), count)


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("order", Order)
def test_a_result_is_what_a_run_of_the_window_comes_to(mode: Mode, order: Order) -> None:
    name = "three-classes" if mode is Mode.MULTICLASS else "order"
    dataset, settings = BY_NAME[name].make(), TrainingSettings(mode=mode, order=order, seed=3)
    run = Run(dataset, settings)
    while run.stop is None:
        run.advance(2**62, 1e6)
    result = run_to_end(dataset, settings, never)
    assert (result.stop, result.mistakes, result.visits) == (run.stop, run.state.mistakes, run.visit)
    np.testing.assert_array_equal(result.theta, parameters(run.trainer))
    assert result.n_errors == int((run.trainer.margins() <= 0).sum())


def test_a_run_without_end_is_given_up_after_so_many_visits() -> None:
    result = run_to_end(BY_NAME["xor"].make(), TrainingSettings(order=Order.RANDOM), never, until=1_000)
    assert result.stop is None
    assert result.mistakes > 0


def test_a_run_that_is_no_longer_wanted_is_cancelled() -> None:
    with pytest.raises(Cancelled):
        run_to_end(BY_NAME["xor"].make(), TrainingSettings(order=Order.RANDOM), lambda: True)


@pytest.mark.parametrize("variation", Variation)
def test_the_first_runs_of_a_fan_are_the_same_however_many_follow(variation: Variation) -> None:
    dataset = BY_NAME["order"].make()
    few, many = (varied_settings(dataset, TrainingSettings(), variation, count) for count in (5, 50))
    assert few == many[:5]
    assert len(set(many)) == 50


@pytest.mark.parametrize(("order", "kept"), [(Order.CYCLIC, Order.SHUFFLED), (Order.RANDOM, Order.RANDOM)])
def test_a_random_order_stays_and_any_other_becomes_shuffled(order: Order, kept: Order) -> None:
    rules = varied_settings(BY_NAME["order"].make(), TrainingSettings(order=order), Variation.ORDERS, 3)
    assert [(each.order, each.seed) for each in rules] == [(kept, 0), (kept, 1), (kept, 2)]


@pytest.mark.parametrize(("scale", "eta"), [(1.0, 1.0), (1e-4, 1.0), (1e5, 1.0), (1.0, 0.25)])
def test_random_start_weights_are_short_decimals_so_that_every_run_stays_exact(scale: float, eta: float) -> None:
    points = Dataset.of(np.round(np.array([[3, 3], [4, 3], [1, 1]]) * scale, 4), [1, 1, 0])
    limited = TrainingSettings(eta=eta, max_updates=100)
    for rules in varied_settings(points, limited, Variation.STARTS, 20):
        run = Run(points, rules)
        while run.stop is None:
            run.advance(2**62)
        assert run.is_exact
        assert all(float(repr(value)) == value and len(repr(abs(value))) <= 9 for value in rules.initial or ())


def test_start_weights_are_drawn_for_every_class_but_not_for_a_kernel() -> None:
    settings, dataset = TrainingSettings(mode=Mode.MULTICLASS), BY_NAME["three-classes"].make()
    starts = [each.initial for each in varied_settings(dataset, settings, Variation.STARTS, 3)]
    assert [len(start or ()) for start in starts] == [9, 9, 9]
    assert len(set(starts)) == 3
    curved = replace(settings, kernel=Kernel(KernelName.RBF))
    with pytest.raises(SettingsError, match="compare orders"):
        varied_settings(dataset, curved, Variation.STARTS, 3)


@pytest.mark.parametrize("name", ["textbook", "order", "narrow"])
@pytest.mark.parametrize("variation", Variation)
def test_no_run_of_a_fan_is_above_its_bound(name: str, variation: Variation) -> None:
    dataset = BY_NAME[name].make()
    verdict = verdict_on(geometry(dataset, TrainingSettings()))
    assert verdict is not None
    for result in fan_of(dataset, variation).results:
        bound = mistake_bound(verdict, result.settings, dataset)
        assert bound is not None
        assert result.mistakes <= bound.at_most


def test_the_histogram_holds_every_run_once_in_bars_of_one_width() -> None:
    fan = fan_of(BY_NAME["order"].make(), Variation.ORDERS, 60)
    for most in (1, 3, 24, 1000):
        bars = fan.histogram(most)
        assert len(bars) <= most
        assert sorted(i for bar in bars for i in bar.runs) == list(range(60))
        assert all(bar.least <= fan.results[i].mistakes <= bar.most for bar in bars for i in bar.runs)
        assert all(one.most + 1 == other.least for one, other in pairwise(bars))
        assert len({bar.most - bar.least for bar in bars}) == 1
    assert fan.worst == max(result.mistakes for result in fan.results)


def test_a_fan_before_its_first_run_has_no_bars() -> None:
    fan = Fan(Variation.ORDERS, (), 200)
    assert fan.histogram() == ()
    assert (fan.mean, fan.worst) == (0, 0)


def test_one_run_is_one_bar() -> None:
    result = RunResult(TrainingSettings(), Stop.CONVERGED, np.zeros((1, 3)), 9, 0, 0)
    (bar,) = Fan(Variation.ORDERS, (result,), 1).histogram()
    assert (bar.least, bar.most, bar.runs) == (0, 0, (0,))
