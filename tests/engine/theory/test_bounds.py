"""No run makes more mistakes than its bound, and some make exactly so many (T2–T6, T8, T10)."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, Order, SettingsError, TrainingSettings
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.theory.min_norm_point import MinNormPoint
from perceptron_gui.engine.theory.separability import (
    MistakeBound,
    analyze,
    dot_exactly,
    geometry,
    mistake_bound,
    proof_curves,
    verdict_on,
)
from perceptron_gui.engine.theory.verdict import Verdict
from perceptron_gui.engine.training.factory import train
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.frozen import replace

ORDERS = [Order.CYCLIC, Order.SHUFFLED, Order.RANDOM, Order.ONLINE]
LONGEST_RUN = 3000


def separable_set(rng: np.random.Generator, n_classes: int = 2) -> Dataset:
    """Return a few points of one decimal, labelled by a random linear rule with offset."""
    n, d, span = int(rng.integers(n_classes, 9)), int(rng.integers(1, 4)), int(rng.integers(1, 8))
    X = rng.integers(-span, span + 1, size=(n, d)) / 10
    labels = np.argmax(X @ rng.normal(size=(d, n_classes)) + 0.2 * rng.normal(size=n_classes), axis=1)
    return Dataset.of(X, labels.tolist(), "ABCD"[:n_classes])


def random_settings(rng: np.random.Generator, mode: Mode, d: int) -> TrainingSettings:
    bias = bool(rng.random() < 0.7)
    initial = None
    if rng.random() < (0.5 if mode.is_binary else 0.25):
        n_rows = 1 if mode.is_binary else int(rng.integers(1, 3))  # of the other classes they are 0
        initial = tuple((rng.integers(-20, 21, size=n_rows * (d + bias)) / 10).tolist())
    return TrainingSettings(
        mode=mode,
        order=ORDERS[int(rng.integers(len(ORDERS)))],
        eta=float(rng.choice([1.0, 0.1, 0.3, 2.0])),
        bias=bias,
        initial=initial,
        positive=1 if mode.is_binary else None,
        seed=int(rng.integers(99)),
        max_updates=LONGEST_RUN,
    )


def bound_of(dataset: Dataset, settings: TrainingSettings) -> MistakeBound:
    bound = analyze(dataset, settings).bound
    assert bound is not None
    return bound


def verdict_of(dataset: Dataset, settings: TrainingSettings) -> Verdict:
    verdict = verdict_on(geometry(dataset, settings))
    assert verdict is not None
    return verdict


def with_order(settings: TrainingSettings, order: str) -> TrainingSettings:
    """Return `settings` in another order."""
    return replace(settings, order=Order(order))


# Real runs


def test_no_run_of_several_classes_makes_more_mistakes_than_its_bound_also_from_start_weights() -> None:
    """Of the binary modes tests/engine/test_fuzz.py says it."""
    rng = np.random.default_rng(2)
    runs = tight = 0
    for i in range(200):
        dataset = separable_set(rng, int(rng.integers(2, 5)))
        settings = random_settings(rng, Mode.MULTICLASS, dataset.n_features)
        if i % 5 == 0:
            settings = replace(settings, order=Order.BATCH)
        verdict = verdict_of(dataset, settings)
        bound = mistake_bound(verdict, settings, dataset)
        if bound is None:
            continue
        trainer = train(dataset, settings)
        assert trainer.state.mistakes <= bound.at_most
        assert trainer.state.stop in (Stop.CONVERGED, Stop.PASS_DONE, Stop.UPDATE_LIMIT)
        runs += 1
        tight += trainer.state.mistakes == bound.at_most
    assert runs > 100
    assert tight > 0


@pytest.mark.parametrize("unit", [1.0, 0.1, 0.7, 0.001])
@pytest.mark.parametrize("count", [2, 3, 7, 10])
def test_orthogonal_points_reach_the_bound(count: int, unit: float) -> None:
    """One mistake each, γ̂² = R̂²/n: floats put γ̂ a little off, and a floor of the quotient below the true count."""
    dataset = Dataset.of(np.round(np.eye(count) * unit, 3), [1] * count)
    settings = TrainingSettings(bias=False)
    bound = bound_of(dataset, settings)
    assert bound == MistakeBound(Fraction(count), count, float(count))
    assert train(dataset, settings).state.mistakes == count


def test_two_points_of_two_classes_reach_the_multiclass_bound() -> None:
    dataset = Dataset.of([[0.3, 0.0], [0.0, 0.3]], [0, 1])
    settings = TrainingSettings(mode=Mode.MULTICLASS, bias=False)
    assert bound_of(dataset, settings).exact == 2
    assert train(dataset, settings).state.mistakes == 2


# The formulas


def test_from_zero_the_bound_is_radius_over_margin_squared_whatever_the_rate() -> None:
    rng = np.random.default_rng(3)
    for _ in range(15):
        dataset = separable_set(rng)
        verdict = verdict_of(dataset, TrainingSettings())
        bounds = [analyze(dataset, TrainingSettings(eta=eta)).bound for eta in (1.0, 0.1, 1 / 3)]
        assert bounds[0] == bounds[1] == bounds[2]
        zero = (0.0,) * (dataset.n_features + 1)
        assert analyze(dataset, TrainingSettings(initial=zero, eta=0.3)).bound == bounds[0]
        if bounds[0] is not None:
            assert verdict.margin_squared
            assert bounds[0].exact == verdict.radius_squared / verdict.margin_squared
            assert bounds[0].at_most == math.floor(bounds[0].exact)


def test_the_street_bound_is_never_below_the_margin_bound() -> None:
    rng = np.random.default_rng(5)
    equal = greater = 0
    for _ in range(50):
        dataset = separable_set(rng)
        analysis = analyze(dataset, TrainingSettings())
        if analysis.street is None:
            continue
        assert analysis.bound is not None
        assert analysis.bound.exact is not None
        assert analysis.street.bound >= analysis.bound.exact
        equal += analysis.street.bound == analysis.bound.exact
        greater += analysis.street.bound > analysis.bound.exact
    assert equal > 10
    assert greater > 10


def test_multiclass_puts_twice_the_square_of_the_radius() -> None:
    """For two classes γ̂ grows by √2 as well, so that the bound is the binary one (M3)."""
    rng = np.random.default_rng(6)
    for _ in range(60):
        dataset = separable_set(rng)
        if len(dataset.present) == 2:
            one, two = (analyze(dataset, TrainingSettings(mode=mode)) for mode in (Mode.PRIMAL, Mode.MULTICLASS))
            assert one.bound == two.bound


def holds(t: int, verdict: Verdict, settings: TrainingSettings, n: int = 1, beta: Fraction = Fraction(0)) -> bool:
    """Whether t·ηγ̂ + θ₀·θ* ≤ √(‖θ₀‖² + t(nη²R̂² + 2ηβ)), both sides times γ̂."""
    assert verdict.nearest is not None
    assert verdict.margin_squared is not None
    eta = decimal_fraction(settings.eta)
    start = [decimal_fraction(value) for value in settings.initial or ()]
    along = sum((a * b for a, b in zip(start, verdict.nearest, strict=bool(start))), Fraction(0))
    left = t * eta * verdict.margin_squared + along
    length = sum((value * value for value in start), Fraction(0))
    right = length + t * (n * eta**2 * verdict.radius_squared + 2 * eta * beta)
    return left <= 0 or left**2 <= right * verdict.margin_squared


def test_with_start_weights_the_bound_is_the_largest_count_that_the_inequality_allows() -> None:
    rng = np.random.default_rng(7)
    count = 0
    for _ in range(100):
        dataset = separable_set(rng)
        settings = replace(random_settings(rng, Mode.PRIMAL, dataset.n_features), bias=True)
        start = rng.integers(-300, 301, size=dataset.n_features + 1) / 10 ** int(rng.integers(0, 4))
        settings = replace(settings, initial=tuple(start.tolist()))
        verdict = verdict_of(dataset, settings)
        bound = mistake_bound(verdict, settings, dataset)
        if bound is None:
            continue
        assert holds(bound.at_most, verdict, settings)
        assert not holds(bound.at_most + 1, verdict, settings)
        assert bound.at_most <= bound.unrounded < bound.at_most + 1 + 1e-9
        count += 1
    assert count > 50


@pytest.mark.parametrize("backwards", [0.1, 0.3, 5.0, 123.456])
def test_a_start_against_a_single_point_has_a_whole_bound(backwards: float) -> None:
    """θ₀ = −c·x: (tη − c)² ≤ c² + tη² gives t ≤ 1 + 2c/η, which floats may put just below."""
    dataset = Dataset.of([[0.6, 0.8]], [1])
    start = tuple(float(-decimal_fraction(backwards) * decimal_fraction(v)) for v in (0.6, 0.8))
    settings = TrainingSettings(bias=False, eta=0.1, initial=start)
    bound = bound_of(dataset, settings)
    expected = 1 + 2 * decimal_fraction(backwards) / Fraction(1, 10)
    assert bound.at_most == math.floor(expected)
    assert bound.unrounded == float(expected)
    assert train(dataset, settings).state.mistakes <= bound.at_most


def batch_errors(dataset: Dataset, settings: TrainingSettings, limit: int = 100_000) -> int:
    """Return the errors summed over the updates of a batch run, in fractions."""
    bias = [Fraction(1)] * settings.bias
    X = [[decimal_fraction(v) for v in row] + bias for row in dataset.X.tolist()]
    signed = [[(2 * y - 1) * v for v in row] for row, y in zip(X, dataset.labels.tolist(), strict=True)]
    theta = [decimal_fraction(v) for v in settings.initial or [0.0] * len(signed[0])]
    eta, total = decimal_fraction(settings.eta), 0
    while total < limit:
        errors = [row for row in signed if sum(a * b for a, b in zip(row, theta, strict=True)) <= 0]
        if not errors:
            break
        total += len(errors)
        theta = [weight + eta * sum(column) for weight, column in zip(theta, zip(*errors, strict=True), strict=True)]
    return total


def test_batch_runs_stay_below_n_times_the_bound() -> None:
    rng = np.random.default_rng(8)
    count = 0
    for _ in range(30):
        dataset = separable_set(rng)
        settings = random_settings(rng, Mode.PRIMAL, dataset.n_features)
        verdict = verdict_of(dataset, settings)
        n = dataset.n_samples
        bound = mistake_bound(verdict, with_order(settings, "batch"), dataset)
        if bound is None or bound.at_most > LONGEST_RUN:
            continue
        assert batch_errors(dataset, settings) <= bound.at_most
        assert holds(bound.at_most, verdict, settings, n)
        assert not holds(bound.at_most + 1, verdict, settings, n)
        if bound.exact is not None:
            assert bound.exact == n * verdict.radius_squared / (verdict.margin_squared or 1)
        count += 1
    assert count > 22


def test_multiclass_batch_has_both_factors() -> None:
    dataset = Dataset.of([[0.3, 0.0], [0.0, 0.3]], [0, 1])
    settings = TrainingSettings(mode=Mode.MULTICLASS, bias=False)
    bound = mistake_bound(verdict_of(dataset, settings), with_order(settings, "batch"), dataset)
    assert bound is not None
    assert bound.exact == 4


def margin_updates(dataset: Dataset, settings: TrainingSettings, beta: Fraction) -> int:
    """Return the updates of a cyclic run that updates when y·f(x) ≤ β, in fractions, from zero."""
    X = [[decimal_fraction(v) for v in row] + [Fraction(1)] * settings.bias for row in dataset.X.tolist()]
    signed = [[(2 * y - 1) * v for v in row] for row, y in zip(X, dataset.labels.tolist(), strict=True)]
    theta, eta, total, clean = [Fraction(0)] * len(signed[0]), decimal_fraction(settings.eta), 0, 0
    while clean < len(signed):
        for row in signed:
            clean += 1
            if sum(a * b for a, b in zip(row, theta, strict=True)) <= beta:
                theta = [weight + eta * value for weight, value in zip(theta, row, strict=True)]
                total, clean = total + 1, 0
    return total


def test_the_margin_perceptron_stays_below_its_bound() -> None:
    rng = np.random.default_rng(9)
    count = 0
    for _ in range(40):
        dataset = separable_set(rng)
        settings = replace(random_settings(rng, Mode.PRIMAL, dataset.n_features), initial=None)
        beta = float(rng.choice([0.1, 0.5, 2.0]))
        bound = analyze(dataset, replace(settings, beta=beta)).bound
        if bound is None or bound.at_most > 500:
            continue
        verdict, exact = verdict_of(dataset, settings), decimal_fraction(beta)
        assert verdict.margin_squared
        radius = verdict.radius_squared + 2 * exact / decimal_fraction(settings.eta)
        assert bound.exact == radius / verdict.margin_squared
        assert margin_updates(dataset, settings, exact) <= bound.at_most
        count += 1
    assert count > 10


def test_start_weights_of_a_class_without_points_change_no_bound() -> None:
    """No visit reads or changes their row (W1, T4)."""
    points = Dataset.of([[1.0, 0.0], [-1.0, 0.0]], [0, 1], "ABC")
    settings = TrainingSettings(mode=Mode.MULTICLASS, initial=(0.0,) * 6 + (3.0, 0.0, 0.0))
    bound = bound_of(points, settings)
    assert (bound.exact, bound.at_most) == (2, 2), "2R̂²/γ̂² = 2·2/2"
    rng, count = np.random.default_rng(12), 0
    for _ in range(15):
        dataset = separable_set(rng, 3)
        settings = random_settings(rng, Mode.MULTICLASS, dataset.n_features)
        size = dataset.n_features + settings.bias
        given = tuple((rng.integers(-20, 21, size=3 * size) / 10).tolist())
        bound = analyze(dataset, replace(settings, initial=given)).bound
        for place in range(4):
            labels = [k + (k >= place) for k in dataset.labels.tolist()]
            wider = Dataset.of(dataset.X, labels, "ABCD")
            start = (*given[: place * size], *(rng.integers(-20, 21, size=size) / 10).tolist(), *given[place * size :])
            assert analyze(wider, replace(settings, initial=start)).bound == bound
        count += bound is not None
    assert count > 7


# No bound


def test_what_is_not_separable_has_neither_bound_nor_lower_side() -> None:
    xor = Dataset.of([[0, 0], [1, 1], [0, 1], [1, 0]], [1, 1, 0, 0])
    analysis = analyze(xor, TrainingSettings())
    assert analysis.bound is None
    assert analysis.street is None
    assert analysis.verdict is not None
    curves = proof_curves(analysis.verdict, TrainingSettings(), xor)
    assert curves.along(np.arange(3.0)) is None
    assert curves.length(np.arange(3.0)).tolist() == [0, math.sqrt(3), math.sqrt(6)], "this side holds nevertheless"


def test_start_weights_that_do_not_fit_are_refused() -> None:
    with pytest.raises(SettingsError):
        analyze(Dataset.of([[0.0, 1.0]], [1]), TrainingSettings(initial=(1.0,)))


# As doubles


@given(st.fractions(min_value=0, max_value=10**12, max_denominator=10**9))
@hypothesis_settings(max_examples=40, deadline=None)
def test_the_double_is_never_below_the_count(radius_squared: Fraction) -> None:
    verdict = Verdict(True, 1.0, Fraction(1), 0.0, radius_squared, MinNormPoint(((0,),), (1,), (1,), 1))
    bound = mistake_bound(verdict, TrainingSettings(), Dataset.of([[0.0, 1.0]], [1]))
    assert bound is not None
    assert bound.at_most <= bound.unrounded
    assert bound.unrounded == float(radius_squared)


def test_a_bound_beyond_all_doubles_is_the_largest() -> None:
    verdict = Verdict(True, 1e-200, Fraction(1, 10**400), 1.0, Fraction(1), MinNormPoint(((0,),), (1,), (1,), 10**200))
    bound = mistake_bound(verdict, TrainingSettings(), Dataset.of([[0.0, 1.0]], [1]))
    assert bound is not None
    assert bound.at_most == 10**400
    assert math.isfinite(bound.unrounded)


# The proof as curves


@pytest.mark.parametrize(("eta", "has_start"), [(1.0, False), (0.1, False), (1.0, True), (0.1, True)])
def test_the_two_curves_enclose_the_weights_and_meet_at_the_bound(eta: float, has_start: bool) -> None:
    rng = np.random.default_rng(10)
    count = 0
    for _ in range(12):
        dataset = separable_set(rng)
        start = tuple(np.round(rng.uniform(-2, 2, dataset.n_features + 1), 1).tolist()) if has_start else None
        settings = TrainingSettings(eta=eta, positive=1, initial=start)
        analysis = analyze(dataset, settings)
        if analysis.verdict is None or analysis.bound is None or analysis.verdict.separator is None:
            continue
        trainer = train(dataset, settings)
        signed = trainer.data.signed / 10.0**trainer.data.scale.places
        steps = eta * np.cumsum(signed[trainer.log.points], axis=0)
        path = np.vstack([np.zeros(signed.shape[1]), steps]) + np.array(start or 0.0)
        curves = proof_curves(analysis.verdict, settings, dataset)
        mistakes = np.arange(len(path), dtype=float)
        least, most = curves.along(mistakes), curves.length(mistakes)
        assert least is not None
        along = path @ analysis.verdict.separator
        assert (along >= least - 1e-9 * np.abs(least) - 1e-12).all()
        assert (np.sqrt(np.square(path).sum(axis=1)) <= most * (1 + 1e-9)).all()
        end = np.array([analysis.bound.unrounded])
        assert curves.along(end) == pytest.approx(curves.length(end))
        count += 1
    assert count > 5


def test_the_sides_of_the_textbook_from_start_weights_are_those_of_the_pencil() -> None:
    """T4 by pencil: θ₀·θ* = 10/√18, ‖θ₀‖² = 6, γ̂ = √2/3, R̂² = 26."""
    dataset, settings = Dataset.of([[3, 3], [4, 3], [1, 1]], [1, 1, 0]), TrainingSettings(initial=(1.0, 1.0, -2.0))
    verdict = analyze(dataset, settings).verdict
    assert verdict is not None
    curves = proof_curves(verdict, settings, dataset)
    assert (curves.growth, curves.start_square) == (26, 6)
    assert verdict.nearest is not None
    along = dot_exactly((Fraction(1), Fraction(1), Fraction(-2)), verdict.nearest)
    assert along**2 / dot_exactly(verdict.nearest, verdict.nearest) == Fraction(100, 18)
    assert curves.start_along == pytest.approx(10 / math.sqrt(18), rel=1e-15)
    assert curves.rise == pytest.approx(math.sqrt(2) / 3, rel=1e-15)
