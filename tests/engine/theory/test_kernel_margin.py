"""Margins and bounds under curved kernels (T7)."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.features.feature_map import FeatureMap
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.exact.effort import Effort
from perceptron_gui.engine.theory import kernel_margin
from perceptron_gui.engine.theory.kernel_margin import Pairs, kernel_vectors, kernel_verdict
from perceptron_gui.engine.theory.separability import analyze, geometry, never, verdict_on
from perceptron_gui.engine.training.factory import train
from perceptron_gui.frozen import replace
from tests.engine.cases import IRRATIONAL
from tests.engine.gaussian_referee import largest_margin
from tests.engine.kernel_certificates import assert_certified_under_kernel, has_contradiction
from tests.engine.kernel_referee import KernelReferee
from tests.engine.referee import Rules

POLY = Kernel(KernelName.POLY)
XOR = Dataset.of([[0, 0], [1, 1], [0, 1], [1, 0]], [1, 1, 0, 0])
CURVED = (Mode.DUAL, Mode.MULTICLASS)


def random_set(rng: np.random.Generator, n_classes: int, n: int = 10, d: int = 2) -> Dataset:
    labels = rng.integers(0, n_classes, n)
    labels[:n_classes] = range(n_classes)
    return Dataset.of(np.round(rng.uniform(-2, 2, (n, d)), 1), labels, tuple("ABCD"[:n_classes]))


@pytest.mark.parametrize("kernel", [POLY, Kernel(KernelName.POLY, 3, 0.5), Kernel(KernelName.POLY, 4, 0.0)])
def test_scalar_products_of_the_written_out_features_are_the_kernel(kernel: Kernel) -> None:
    rng = np.random.default_rng(1)
    for d in (1, 2, 3):
        data = geometry(random_set(rng, 2, 6, d), TrainingSettings(mode=Mode.DUAL, kernel=kernel))
        vectors = kernel_vectors(data, Effort(never))
        assert vectors is not None
        referee = KernelReferee(Rules(mode="dual", kernel=("poly", kernel.degree, kernel.coef0)), d)
        points = [[referee.number(value) for value in row] for row in data.dataset.X.tolist()]
        for i, x in enumerate(points):
            for j, z in enumerate(points):
                product = sum(a * b for a, b in zip(vectors.whole(i), vectors.whole(j), strict=True))
                signed = int(data.targets[i] * data.targets[j]) * (referee.product(x, z) + 1)
                assert Fraction(product, 100**vectors.places) == signed


def test_the_margin_of_xor_is_that_of_the_blackboard() -> None:
    verdict = verdict_on(geometry(XOR, TrainingSettings(mode=Mode.DUAL, kernel=POLY)))
    assert verdict is not None and verdict.margin_squared is not None
    # λ = (6, 2, 4, 4)/16 or so: whatever they are, no point lies below their combination
    assert verdict.min_norm_point is not None
    weights = {
        key[0]: weight for key, weight in zip(verdict.min_norm_point.keys, verdict.min_norm_point.weights, strict=True)
    }
    gram = [[(int(a @ b) + 1) ** 2 + 1 for b in XOR.X] for a in XOR.X]
    signs = [1, 1, -1, -1]
    along = [sum(weights.get(i, 0) * gram[i][j] * signs[i] * signs[j] for i in range(4)) for j in range(4)]
    assert min(along) == verdict.margin_squared == sum(weights.get(j, 0) * along[j] for j in range(4))
    assert verdict.radius_squared == 10


def test_floats_find_the_certified_margin() -> None:
    rng, told = np.random.default_rng(2), 0
    for number in range(40):
        settings = TrainingSettings(mode=CURVED[number % 2], kernel=POLY, bias=number % 3 > 0)
        n_classes = 2 if settings.mode is Mode.DUAL else 3
        data = geometry(random_set(rng, n_classes, 5), settings)  # fewer than features: floats need a regular matrix
        exact, floats = verdict_on(data), kernel_verdict(data, Effort(never))
        assert exact is not None
        assert floats.radius == pytest.approx(exact.radius, rel=1e-12)
        if floats.separable is not None:
            told += 1
            assert exact.separable
            assert floats.margin == pytest.approx(exact.margin, rel=2e-9)
            assert (
                floats.margin is not None and exact.margin is not None and floats.margin <= exact.margin * (1 + 1e-12)
            )
        else:
            assert not exact.separable or exact.margin is None or exact.margin < 3.1e-4 * exact.radius
    assert told > 10


def test_a_kernel_separates_what_its_monomials_do() -> None:
    rng, separable = np.random.default_rng(3), 0
    for _ in range(20):
        dataset = random_set(rng, 2, int(rng.integers(6, 14)))
        kernel = verdict_on(geometry(dataset, TrainingSettings(mode=Mode.DUAL, kernel=POLY)))
        monomials = verdict_on(geometry(dataset, TrainingSettings(features=FeatureMap.read("poly2"))))
        assert kernel is not None and monomials is not None
        assert kernel.separable == monomials.separable
        separable += bool(kernel.separable)
    assert 3 < separable < 18


@pytest.mark.parametrize("mode", CURVED)
@pytest.mark.parametrize(("degree", "base", "coef0"), [(3, -0.8751, 0.0), (5, 696.5, 0.0), (2, 0.3, 1.0)])
def test_near_points_with_a_contradiction_among_them_are_never_called_separable(
    mode: Mode, degree: int, base: float, coef0: float
) -> None:
    """Six decimals to a high power are more digits than a double has: only whole numbers tell them apart."""
    rng, kernel = np.random.default_rng(8), Kernel(KernelName.POLY, degree, coef0)
    for number in range(6):
        X = np.round(base + rng.uniform(-5e-5, 5e-5, (6, 1 + number % 2)), 6)
        X[5] = X[0]
        labels = [0, 1, 2, *rng.integers(0, 3, 2).tolist(), 1]
        n_classes = 3 if mode is Mode.MULTICLASS else 2
        dataset = Dataset.of(X, [label % n_classes for label in labels], tuple("ABC"[:n_classes]))
        settings = TrainingSettings(mode=mode, kernel=kernel, bias=number % 3 > 0)
        assert has_contradiction(dataset)
        verdict = verdict_on(geometry(dataset, settings))
        assert verdict is not None
        assert (verdict.separable, verdict.margin) == (False, 0.0)
        assert_certified_under_kernel(dataset, settings, verdict)


@pytest.mark.parametrize("mode", CURVED)
def test_verdicts_on_near_points_carry_a_proof_in_fractions(mode: Mode) -> None:
    rng, separable = np.random.default_rng(9), 0
    for number in range(12):
        base, degree = float(rng.choice([-0.8751, 696.5, 0.0])), int(rng.integers(2, 6))
        X = np.round(base + rng.uniform(-5e-5, 5e-5, (6, 1 + number % 2)), 6)
        n_classes = 3 if mode is Mode.MULTICLASS else 2
        dataset = Dataset.of(X, [i % n_classes for i in range(6)], tuple("ABC"[:n_classes]))
        kernel = Kernel(KernelName.POLY, degree, float(number % 2))
        settings = TrainingSettings(mode=mode, kernel=kernel, bias=number % 3 > 0)
        verdict = verdict_on(geometry(dataset, settings))
        assert verdict is not None
        assert_certified_under_kernel(dataset, settings, verdict)
        separable += bool(verdict.separable)
    assert separable > 0


@pytest.mark.parametrize("mode", CURVED)
def test_the_radius_is_that_of_the_longest_point_where_doubles_call_two_of_them_equal(mode: Mode) -> None:
    """To the third power both are 0 in doubles, and the longer one is the second."""
    dataset = Dataset.of([[1e-120], [2e-120]], [0, 1])
    settings = TrainingSettings(mode=mode, kernel=Kernel(KernelName.POLY, 3, 0.0), bias=False)
    verdict = verdict_on(geometry(dataset, settings))
    assert verdict is not None
    assert verdict.radius_squared == Fraction(64, 10**720)


def test_x_times_z_has_the_margin_of_no_kernel() -> None:
    rng = np.random.default_rng(4)
    for number in range(30):
        mode = CURVED[number % 2]
        dataset = random_set(rng, 2, 6)
        same = Kernel(KernelName.POLY, 1, 0.0)
        curved = verdict_on(geometry(dataset, TrainingSettings(mode=mode, kernel=same)))
        plain = verdict_on(geometry(dataset, TrainingSettings(mode=mode)))
        assert curved is not None and plain is not None
        assert (curved.separable, curved.margin_squared, curved.radius_squared) == (
            plain.separable,
            plain.margin_squared,
            plain.radius_squared,
        )
        assert curved.separator is None


@pytest.mark.parametrize("mode", CURVED)
def test_no_run_makes_more_mistakes_than_its_bound(mode: Mode) -> None:
    rng, bounded = np.random.default_rng(5), 0
    for number in range(20):
        kernels = (POLY, *map(Kernel, IRRATIONAL), *(Kernel(name, gamma=4.0) for name in IRRATIONAL))
        kernel = kernels[number % len(kernels)]
        order = list(Order)[number % 4]
        settings = TrainingSettings(mode=mode, kernel=kernel, order=order, eta=0.3, max_epochs=3000)
        if mode is Mode.DUAL and number % 2:
            settings = replace(settings, initial=(float(rng.integers(-9, 10)) / 4,))
        dataset = random_set(rng, 2 if mode is Mode.DUAL else 3)
        analysis = analyze(dataset, settings)
        assert analysis.street is None
        if analysis.bound is not None:
            bounded += 1
            assert train(dataset, settings).state.mistakes <= analysis.bound.at_most
    assert bounded > 6


@pytest.mark.parametrize("name", IRRATIONAL)
@pytest.mark.parametrize("mode", CURVED)
def test_a_kernel_of_a_distance_tells_all_but_equal_points_apart(mode: Mode, name: KernelName) -> None:
    rng = np.random.default_rng(6)
    dataset = random_set(rng, 2, 12)
    settings = TrainingSettings(mode=mode, kernel=Kernel(name))
    verdict = verdict_on(geometry(dataset, settings))
    assert verdict is not None and verdict.separable
    twins = dataset.with_points(dataset.X[:1], [1 - int(dataset.labels[0])])
    verdict = verdict_on(geometry(twins, settings))
    assert verdict is not None and verdict.witness is not None
    assert (verdict.separable, verdict.margin) == (False, 0.0)
    assert (verdict.witness.indices, verdict.witness.weights) == ((0, 12), (Fraction(1, 2), Fraction(1, 2)))
    assert analyze(twins, settings).bound is None
    close = dataset.with_points(dataset.X[:1] + 1e-10, [1 - int(dataset.labels[0])])
    verdict = verdict_on(geometry(close, settings))
    assert verdict is not None
    assert (verdict.separable, verdict.margin) == (True, None)
    assert analyze(close, settings).bound is None


def distance_case(rng: np.random.Generator, mode: Mode, name: KernelName) -> tuple[Dataset, TrainingSettings]:
    """Return points of a few decimals, near or far from the origin, wide or narrow for the kernel."""
    n_classes = 2 if mode is Mode.DUAL else 3
    span, offset = float(rng.choice([0.3, 2.0, 20.0])), float(rng.choice([0.0, 5.0, 100.0, 30000.0]))
    X = np.round(offset + rng.uniform(-span, span, (9, 2)), int(rng.integers(1, 5)))
    if rng.random() < 0.2:
        X = X * np.pi
    labels = [i % n_classes for i in range(len(X))]
    kernel = Kernel(name, gamma=float(rng.choice([0.1, 1.0, 3.0])))
    settings = TrainingSettings(mode=mode, kernel=kernel, bias=bool(rng.random() < 0.5))
    return Dataset.of(X, labels, tuple("ABC"[:n_classes])), settings


@pytest.mark.parametrize("name", IRRATIONAL)
@pytest.mark.parametrize("mode", CURVED)
def test_a_margin_in_floats_is_never_above_the_true_one(mode: Mode, name: KernelName) -> None:
    rng, told, worst = np.random.default_rng(10), 0, Decimal(0)
    for _ in range(14):
        dataset, settings = distance_case(rng, mode, name)
        verdict = verdict_on(geometry(dataset, settings))
        assert verdict is not None
        if verdict.margin is not None and verdict.separable:
            told, true = told + 1, largest_margin(dataset, settings)
            assert verdict.margin_squared is not None
            assert Decimal(verdict.margin) <= true
            assert Fraction(verdict.margin) ** 2 <= verdict.margin_squared <= Fraction(true**2)
            worst = max(worst, 1 - Decimal(verdict.margin) / true)
    assert told > 10
    assert worst < Decimal("1e-4")


@pytest.mark.parametrize("name", IRRATIONAL)
@pytest.mark.parametrize("mode", CURVED)
@pytest.mark.parametrize("bias", [True, False])
def test_points_that_stand_there_twice_change_neither_margin_nor_bound(
    mode: Mode, bias: bool, name: KernelName
) -> None:
    rng, told = np.random.default_rng(11), 0
    for _ in range(10):
        dataset, settings = distance_case(rng, mode, name)
        settings = replace(settings, bias=bias)
        twins = rng.integers(0, dataset.n_samples, 3)
        doubled = dataset.with_points(dataset.X[twins], dataset.labels[twins].tolist())
        alone, both = analyze(dataset, settings), analyze(doubled, settings)
        assert alone.verdict is not None and both.verdict is not None
        assert (both.verdict.separable, both.verdict.margin) == (alone.verdict.separable, alone.verdict.margin)
        assert (both.bound and both.bound.exact) == (alone.bound and alone.bound.exact)
        told += alone.bound is not None
        for first, second in zip(twins.tolist(), range(dataset.n_samples, doubled.n_samples), strict=True):
            assert (first in both.verdict.holders) == (second in both.verdict.holders)
    assert told > 4


@pytest.mark.parametrize("name", IRRATIONAL)
def test_points_close_to_each_other_leave_a_kernel_its_margin(name: KernelName) -> None:
    """Their matrix of scalar products has an inverse in theory only: of 60 such sets 33 had a margin."""
    told, n_sets = 0, 10
    for seed in range(n_sets):
        rng = np.random.default_rng(seed)
        X = np.round(rng.normal(size=(80, 2)) + np.repeat([[0, 0], [4, 0]], 40, axis=0), 2)
        dataset = Dataset.of(X, [0] * 40 + [1] * 40)
        settings = TrainingSettings(mode=Mode.DUAL, kernel=Kernel(name, gamma=0.1))
        verdict = verdict_on(geometry(dataset, settings))
        assert verdict is not None
        told += verdict.margin is not None
    assert told >= 0.9 * n_sets


def test_a_kernel_of_too_many_features_tells_a_contradiction_for_certain() -> None:
    """An even power without a constant does not tell x from −x either, and the radius is exact all the same."""
    rng = np.random.default_rng(12)
    X = np.round(rng.uniform(-2, 2, (6, 40)), 1)
    for twin, coef0, is_contradiction in ((X[:1], 1.0, True), (-X[:1], 0.0, True), (-X[:1], 1.0, False)):
        dataset = Dataset.of(np.vstack([X, twin]), [0, 1, 0, 1, 0, 1, 1])
        settings = TrainingSettings(mode=Mode.DUAL, kernel=Kernel(KernelName.POLY, 4, coef0))
        data = geometry(dataset, settings)
        assert kernel_vectors(data, Effort(never)) is None
        verdict = verdict_on(data)
        assert verdict is not None
        assert (verdict.separable is False) is is_contradiction
        squares = [sum(Fraction(repr(v)) ** 2 for v in row) for row in dataset.X.tolist()]
        assert verdict.radius_squared == (max(squares) + Fraction(coef0)) ** 4 + 1


def test_many_points_are_taken_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(7)
    dataset = Dataset.of(
        np.round(rng.normal(size=(80, 2)) + np.repeat([[0, 0], [4, 0]], 40, axis=0), 2), [0] * 40 + [1] * 40
    )
    data = geometry(dataset, TrainingSettings(mode=Mode.DUAL, kernel=Kernel(KernelName.RBF, gamma=0.1)))
    pairs = Pairs(data)
    whole = kernel_margin.find_hull_point(len(pairs.points), pairs.products, Effort(never))
    monkeypatch.setattr(kernel_margin, "MOST_WORKING", 60)
    monkeypatch.setattr(kernel_margin, "JOINING", 8)
    parts = kernel_margin.find_hull_point(len(pairs.points), pairs.products, Effort(never))
    assert whole is not None and parts is not None and whole.is_nearest and parts.is_nearest
    assert whole.squared == pytest.approx(parts.squared, rel=3e-9)
