"""The verdict is certain: margin, separator and proof against exact fractions (T1, T3, T6)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.exact.effort import Cancelled, TooMuchWork
from perceptron_gui.engine.theory import min_norm_point
from perceptron_gui.engine.theory.separability import MaxMargin, analyze, find_max_margin, geometry, verdict_on
from perceptron_gui.frozen import replace
from tests.effort import random_sets
from tests.engine.certificates import (
    Vector,
    assert_certified,
    augmented,
    dot,
    hull_vectors,
    is_proof,
    mixed_set,
    random_set,
    touching_set,
    verdict_of,
)

MODES = [Mode.PRIMAL, Mode.MULTICLASS]


# A second opinion, in fractions, from the definition


def solved(matrix: list[Vector], right: Vector) -> Vector | None:
    """Solve by Gauss with fractions; None when singular."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for k in range(len(rows)):
        pivot = next((i for i in range(k, len(rows)) if rows[i][k]), None)
        if pivot is None:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [value / rows[k][k] for value in rows[k]]
        for i, row in enumerate(rows):
            if i != k and row[k]:
                rows[i] = [a - row[k] * b for a, b in zip(row, rows[k], strict=True)]
    return [row[-1] for row in rows]


def nearest_by_force(vectors: list[Vector]) -> Vector:
    """Return the point of the hull nearest the origin: the best over all affinely independent subsets."""
    best: Vector | None = None
    distinct = [list(vector) for vector in sorted({tuple(vector) for vector in vectors})]
    for size in range(1, min(len(distinct), len(distinct[0]) + 1) + 1):
        for subset in itertools.combinations(distinct, size):
            border = [[dot(a, b) for b in subset] + [Fraction(1)] for a in subset]
            border.append([Fraction(1)] * size + [Fraction(0)])
            weights = solved(border, [Fraction(0)] * size + [Fraction(1)])
            if weights is None or min(weights[:-1]) < 0:
                continue
            point = [dot(weights[:-1], column) for column in zip(*subset, strict=True)]
            if best is None or dot(point, point) < dot(best, best):
                best = point
    assert best is not None
    return best


# Sets


def many_sets() -> Iterator[tuple[Dataset, TrainingSettings]]:
    rng = np.random.default_rng(11)
    for _ in range(8):
        d = int(rng.integers(1, 3))
        for bias in (True, False):
            yield random_set(rng, int(rng.integers(2, 7)), d, 2), TrainingSettings(bias=bias)
        yield touching_set(rng), TrainingSettings()
    for _ in range(3):
        yield random_set(rng, 4, 1, 3), TrainingSettings(mode=Mode.MULTICLASS)
        yield random_set(rng, 4, 2, 3), TrainingSettings(mode=Mode.MULTICLASS, bias=False)
        yield random_set(rng, 5, 2, 2), TrainingSettings(mode=Mode.MULTICLASS)


def assert_held(
    holders: tuple[int, ...], vectors: dict[tuple[int, int | None], Vector], nearest: Vector, settings: TrainingSettings
) -> None:
    """The points that hold the margin are those whose product with the nearest point is its square."""
    held = [i for (i, _), vector in vectors.items() if dot(vector, nearest) == dot(nearest, nearest)]
    assert list(holders) == (held if settings.mode.is_binary else [])


# Claims


def test_verdict_margin_and_proof_agree_with_brute_force() -> None:
    seen = {True: 0, False: 0}
    for dataset, settings in many_sets():
        verdict, vectors = verdict_of(dataset, settings), hull_vectors(dataset, settings)
        nearest = nearest_by_force(list(vectors.values()))
        assert verdict.margin_squared == dot(nearest, nearest)
        assert verdict.radius_squared == max(dot(x, x) for x in augmented(dataset, settings.bias))
        if any(nearest):
            assert verdict.separable is True
            assert verdict.nearest == tuple(nearest)
            assert verdict.witness is None
            assert_held(verdict.holders, vectors, nearest, settings)
        else:
            assert verdict.separable is False
            assert is_proof(dataset, settings, verdict)
        seen[any(nearest)] += 1
    assert min(seen.values()) > 9


def test_larger_sets_carry_their_own_certificate() -> None:
    """No vector below the nearest point, or weights that sum to 0: either proves itself."""
    rng = np.random.default_rng(5)
    seen = {True: 0, False: 0}
    for trial in range(60):
        mode, bias, d = MODES[trial % 2], bool(rng.random() < 0.7), int(rng.integers(1, 7))
        n_classes = 2 if mode is Mode.PRIMAL else int(rng.integers(2, 5))
        dataset, settings = random_set(rng, 25, d, n_classes), TrainingSettings(mode=mode, bias=bias)
        if trial % 3:
            best = np.argmax(dataset.X @ rng.normal(size=(d, n_classes)), axis=1)
            dataset = Dataset.of(dataset.X[dataset.X.any(axis=1)], best[dataset.X.any(axis=1)], "ABCD"[:n_classes])
        if len(dataset.present) < 2:
            continue
        verdict = verdict_of(dataset, settings)
        if verdict.min_norm_point is not None:
            nearest = verdict.min_norm_point.point
            products = [dot(v, nearest) for v in hull_vectors(dataset, settings).values()]
            assert min(products) == dot(nearest, nearest) == verdict.margin_squared
            assert [value for value in verdict.nearest or () if value] == [value for value in nearest if value]
        else:
            assert is_proof(dataset, settings, verdict)
        seen[bool(verdict.separable)] += 1
    assert min(seen.values()) > 10


def test_the_shared_point_lies_in_both_hulls() -> None:
    rng = np.random.default_rng(2)
    count = 0
    for _ in range(30):
        dataset = touching_set(rng)
        witness = verdict_of(dataset, TrainingSettings()).witness
        if witness is None:
            continue
        count += 1
        assert witness.point is not None
        points = augmented(dataset, bias=False)
        for label in (0, 1):
            pairs = [
                (weight, points[i])
                for i, weight in zip(witness.indices, witness.weights, strict=True)
                if dataset.labels[i] == label
            ]
            share = sum(weight for weight, _ in pairs)
            mean = [sum(w * p[j] for w, p in pairs) / share for j in range(2)]
            assert tuple(mean) == witness.point
    assert count > 15


def test_xor_has_the_centre_as_its_proof() -> None:
    xor = Dataset.of([[0, 0], [1, 1], [0, 1], [1, 0]], [1, 1, 0, 0])
    verdict = verdict_of(xor, TrainingSettings())
    assert verdict.separable is False
    assert verdict.margin == 0
    assert verdict.witness is not None
    assert verdict.witness.point == (Fraction(1, 2), Fraction(1, 2))
    assert set(verdict.witness.weights) == {Fraction(1, 4)}


def test_one_step_in_the_last_place_decides_between_touching_and_separable() -> None:
    """The middle of a segment: floats see a distance of 0 in all three."""
    for places, expected in ((0, False), (1, True), (-1, False)):
        top = 0.2 + places * 1e-6
        dataset = Dataset.of([[0.1, 0.1], [0.3, 0.3], [0.2, round(top, 6)], [0.2, 5.0]], [0, 0, 1, 1])
        assert verdict_of(dataset, TrainingSettings()).separable is expected


def test_huge_decimals_are_decided() -> None:
    far = 10.0**12
    for shift, expected in ((0.0, False), (1e-6, True)):
        dataset = Dataset.of([[-far, 0.0], [far, 0.0], [0.0, shift]], [0, 0, 1])
        verdict = verdict_of(dataset, TrainingSettings())
        assert verdict.separable is expected


def test_features_of_very_different_size_are_decided() -> None:
    rng = np.random.default_rng(8)
    X = np.round(rng.normal(size=(60, 5)) * 10.0 ** np.array([-4, -1, 2, 6, 10]), 6)
    settings = TrainingSettings()
    for column in range(5):
        dataset = Dataset.of(X, (X[:, column] > 0).astype(int).tolist())
        verdict = verdict_of(dataset, settings)
        assert verdict.nearest is not None
        products = [dot(v, verdict.nearest) for v in hull_vectors(dataset, settings).values()]
        assert min(products) == verdict.margin_squared


def test_the_verdict_does_not_depend_on_rate_or_start() -> None:
    rng = np.random.default_rng(4)
    for _ in range(20):
        dataset = random_set(rng, 6, 2, 2)
        plain = verdict_of(dataset, TrainingSettings())
        other = verdict_of(dataset, TrainingSettings(eta=1 / 3, initial=(0.12345678, 1.0, -2.0)))
        assert plain.margin_squared == other.margin_squared


def test_multiclass_with_two_classes_has_the_binary_verdict() -> None:
    """A pair is ±(x̂, −x̂): √2 as far from the origin as y·x̂ (M3)."""
    rng = np.random.default_rng(6)
    for _ in range(40):
        dataset = random_set(rng, 6, 2, 2)
        one, two = (verdict_of(dataset, TrainingSettings(mode=mode)) for mode in MODES)
        assert two.margin_squared == 2 * (one.margin_squared or 0)


def test_the_separator_is_the_normalised_nearest_point() -> None:
    dataset = Dataset.of([[3, 4], [-3, -4]], [1, 0])
    verdict = verdict_of(dataset, TrainingSettings(bias=False))
    assert verdict.separator is not None
    assert verdict.separator.tolist() == [0.6, 0.8]
    assert verdict.margin == verdict.radius == 5.0
    three = Dataset.of([[1, 0], [0, 1]], [0, 2], "ABC")
    rows = verdict_of(three, TrainingSettings(mode=Mode.MULTICLASS)).separator
    assert rows is not None
    assert rows.shape == (3, 3)
    assert not rows[1].any()
    assert np.sqrt(np.square(rows).sum()) == pytest.approx(1.0, abs=1e-15)


# Small and odd sets


def test_no_points_have_no_verdict() -> None:
    assert analyze(Dataset.empty(), TrainingSettings()).verdict is None


@pytest.mark.parametrize("label", [0, 1])
def test_one_class_is_separable_with_bias(label: int) -> None:
    dataset = Dataset.of([[1, 2], [-1, -2], [3, 0.5]], [label] * 3)
    verdict = verdict_of(dataset, TrainingSettings())
    assert verdict.separable is True
    assert verdict.witness is None
    assert find_max_margin(geometry(dataset, TrainingSettings())) is None


def test_one_class_around_the_origin_needs_a_bias() -> None:
    dataset = Dataset.of([[1, 2], [-1, -2]], [1, 1])
    assert verdict_of(dataset, TrainingSettings(bias=False)).separable is False


def test_multiclass_with_one_class_has_no_rival_and_no_margin() -> None:
    dataset = Dataset.of([[1, 2], [-1, -2]], [1, 1])
    analysis = analyze(dataset, TrainingSettings(mode=Mode.MULTICLASS))
    assert analysis.verdict is not None
    assert analysis.verdict.separable is True
    assert analysis.verdict.margin is None
    assert analysis.bound is None


def test_a_point_at_the_origin_without_bias_is_its_own_proof() -> None:
    dataset = Dataset.of([[1, 2], [0, 0], [3, 1]], [1, 1, 1])
    witness = verdict_of(dataset, TrainingSettings(bias=False)).witness
    assert witness is not None
    assert witness.indices == (1,)
    assert witness.weights == (1,)
    assert witness.point is None


def test_one_place_with_two_labels_is_proved_by_two_points() -> None:
    dataset = Dataset.of([[5, 5], [0.3, 0.1], [-4, 1], [0.3, 0.1]], [1, 1, 0, 0])
    witness = verdict_of(dataset, TrainingSettings()).witness
    assert witness is not None
    assert sorted(witness.indices) == [1, 3]
    assert witness.point == (Fraction(3, 10), Fraction(1, 10))


# Points that are no decimals of six places


def test_irrational_points_are_decided_unless_they_are_too_close() -> None:
    rng = np.random.default_rng(9)
    X = rng.normal(size=(40, 3))
    assert verdict_of(Dataset.of(X, (X[:, 0] > 0).astype(int)), TrainingSettings()).separable is True
    assert verdict_of(Dataset.of(X, rng.integers(0, 2, size=40)), TrainingSettings()).separable is False


@pytest.mark.parametrize(("gap", "expected"), [(1e-3, True), (1e-5, True), (1e-9, None), (1e-15, None)])
def test_below_a_millionth_of_the_radius_irrational_points_are_too_close_to_tell(
    gap: float, expected: bool | None
) -> None:
    third = 1 / 3
    dataset = Dataset.of([[third, third], [2 * third, 2 * third], [0.5, 0.5 + gap * 3]], [0, 0, 1])
    verdict = verdict_of(dataset, TrainingSettings())
    assert verdict.separable is expected
    assert (verdict.margin is None) == (expected is None)
    assert (analyze(dataset, TrainingSettings()).bound is None) == (expected is None)


@pytest.mark.parametrize("size", [1e-320, 1e-300, 1e-160, 1e-90])
@pytest.mark.parametrize("bias", [True, False])
def test_numbers_near_the_smallest_double_are_decided(size: float, bias: bool) -> None:
    rng = np.random.default_rng(14)
    for d in (1, 3):
        X = rng.integers(1, 9, size=(8, d)) * size
        for labels in (rng.integers(0, 2, size=8), np.ones(8, dtype=int)):
            dataset, settings = Dataset.of(X, labels), TrainingSettings(bias=bias)
            analysis, vectors = analyze(dataset, settings), hull_vectors(dataset, settings)
            assert analysis.verdict is not None
            if analysis.verdict.separable is False:
                assert is_proof(dataset, settings, analysis.verdict)
            elif analysis.verdict.nearest is not None:
                products = [dot(v, analysis.verdict.nearest) for v in vectors.values()]
                assert min(products) == analysis.verdict.margin_squared
            assert analysis.verdict.radius_squared == max(dot(x, x) for x in augmented(dataset, bias))


def test_the_smallest_and_the_largest_number_may_meet() -> None:
    X = [[999999999999.999999, 1e-300, -5e-324], [5e-324, 10 / 3, 1e12], [1e-300, -0.0, 5e-324], [0.0, -1e12, 1e12]]
    for mode in MODES:
        assert analyze(Dataset.of(X, [0, 1, 0, 1]), TrainingSettings(mode=mode)).verdict is not None


# The widest street


def check_street(dataset: Dataset, street: MaxMargin, gap: Fraction) -> None:
    """Compare with the shortest difference of a + and a − point's hull, whose square is `gap`."""
    f = dataset.X @ street.w + street.b
    signed = np.where(dataset.labels == 1, f, -f)
    assert street.rho == pytest.approx(float(gap) ** 0.5 / 2, rel=1e-15)
    assert signed.min() == pytest.approx(street.rho, rel=1e-9)
    assert signed[[i for pair in street.pairs for i in pair]] == pytest.approx(street.rho, rel=1e-9)
    assert np.square(street.w).sum() == pytest.approx(1, rel=1e-15)
    longest = np.sqrt(np.square(dataset.X).sum(axis=1).max())
    assert longest == pytest.approx(street.M, rel=1e-15)
    by_floats = (street.b**2 + 1) * (1 + street.M**2) / street.rho**2
    assert street.unrounded == pytest.approx(by_floats, rel=1e-12)


def test_the_street_is_half_the_distance_of_the_hulls_wide() -> None:
    rng = np.random.default_rng(21)
    count = 0
    for _ in range(40):
        dataset = random_set(rng, int(rng.integers(2, 6)), int(rng.integers(1, 3)), 2)
        street = find_max_margin(geometry(dataset, TrainingSettings()))
        points = augmented(dataset, bias=False)
        sides = [[p for p, y in zip(points, dataset.labels, strict=True) if y == side] for side in (1, 0)]
        shortest = nearest_by_force([[a - b for a, b in zip(p, m, strict=True)] for p in sides[0] for m in sides[1]])
        assert (street is None) == (not any(shortest))
        if street is not None:
            check_street(dataset, street, dot(shortest, shortest))
            low, high = (pick(dot(p, shortest) for p in side) for pick, side in zip((min, max), sides, strict=True))
            assert street.squares.rho == dot(shortest, shortest) / 4
            on_kerbs = [i for i, p in enumerate(points) if dot(p, shortest) == (high, low)[int(dataset.labels[i])]]
            assert list(street.kerbs) == on_kerbs
            assert {i for pair in street.pairs for i in pair} <= set(on_kerbs)
            count += 1
    assert count > 20


def test_every_point_on_a_kerb_is_named_and_none_beside_it() -> None:
    """Of four points on the kerbs two or three hold the street; one a millionth away is not among them."""
    X = [[0.0, 0.0], [0.0, 1.0], [0.0, 1.0], [2.0, 0.3], [2.000001, 0.0], [2.0, 0.7]]
    street = analyze(Dataset.of(X, [0, 0, 0, 1, 1, 1]), TrainingSettings()).street
    assert street is not None
    assert street.kerbs == (0, 1, 2, 3, 5)
    assert street.squares.rho == 1


def test_streets_need_bias_and_two_classes() -> None:
    two, three = Dataset.of([[0.0], [1.0]], [0, 1]), Dataset.of([[0.0], [1.0], [2.0]], [0, 1, 2], "ABC")
    assert analyze(two, TrainingSettings()).street is not None
    assert analyze(two, TrainingSettings(bias=False)).street is None
    assert analyze(two, TrainingSettings(mode=Mode.MULTICLASS)).street is not None
    assert analyze(three, TrainingSettings(mode=Mode.MULTICLASS)).street is None
    assert analyze(three, TrainingSettings(positive=2)).street is not None


# Size and patience


def test_many_points_in_high_dimension_are_decided() -> None:
    rng = np.random.default_rng(12)
    X = np.round(rng.normal(size=(600, 40)), 2)
    separable = Dataset.of(X, (X @ rng.normal(size=40) > 0).astype(int))
    verdict = verdict_of(separable, TrainingSettings())
    assert verdict.separable is True
    assert verdict.separator is not None
    signed = np.hstack([X, np.ones((600, 1))]) * np.where(separable.labels == 1, 1, -1)[:, None]
    assert (signed @ verdict.separator).min() == pytest.approx(verdict.margin, rel=1e-9)
    random = Dataset.of(X, rng.integers(0, 2, size=600))
    assert is_proof(random, TrainingSettings(), verdict_of(random, TrainingSettings()))


def test_a_hundred_thousand_points_on_a_grid_are_decided() -> None:
    grid = np.stack(np.meshgrid(np.arange(320), np.arange(320)), axis=-1).reshape(-1, 2) / 10
    labels = (grid[:, 0] > 16).astype(int)
    assert verdict_of(Dataset.of(grid, labels), TrainingSettings()).separable is True
    labels[grid.tolist().index([16.0, 5.0])] = 1
    assert verdict_of(Dataset.of(grid, labels), TrainingSettings()).separable is False


def test_the_caller_may_lose_patience() -> None:
    asked = itertools.count()
    dataset = random_set(np.random.default_rng(1), 30, 4, 2)
    with pytest.raises(Cancelled):
        analyze(dataset, TrainingSettings(), should_stop=lambda: next(asked) == 2)


def test_a_class_without_points_changes_nothing() -> None:
    rng = np.random.default_rng(13)
    dataset = random_set(rng, 7, 2, 3)
    wider = replace(dataset, labels=dataset.labels * 2, classes=tuple("ABCDE"))
    settings = TrainingSettings(mode=Mode.MULTICLASS)
    assert verdict_of(dataset, settings).margin_squared == verdict_of(wider, settings).margin_squared
    witness = verdict_of(wider, settings).witness
    assert witness is None or set(witness.rivals or ()) <= {0, 2, 4}


def test_a_midpoint_of_large_decimals_is_on_the_boundary() -> None:
    # From 2^51 on, rint(v·10^6) is not the whole number that the decimal stands for.
    points = [(0.0, 0.0), (17524551358.6, 2.0), (8762275679.3, 1.0), (1.000001, 3.0)]
    verdict = verdict_of(Dataset.of(points, [1, 1, 0, 0]), TrainingSettings())
    assert verdict.separable is False
    assert verdict.witness is not None
    assert verdict.witness.indices == (0, 1, 2)
    assert verdict.witness.weights == (Fraction(1, 4), Fraction(1, 4), Fraction(1, 2))


@pytest.mark.parametrize("mode", MODES)
def test_features_in_mixed_units_take_few_steps_and_the_verdict_is_certified(
    mode: Mode, monkeypatch: pytest.MonkeyPatch
) -> None:
    solved_exactly: list[int] = []
    real = min_norm_point._exact_affine_parts
    count = lambda rows, effort: solved_exactly.append(len(rows)) or real(rows, effort)  # noqa: E731
    monkeypatch.setattr(min_norm_point, "_exact_affine_parts", count)
    rng, n_sets, verdicts = np.random.default_rng(61), 12, []
    for _ in range(n_sets):
        n_classes = 2 if mode.is_binary else int(rng.integers(2, 5))
        dataset = mixed_set(rng, int(rng.integers(8, 60)), int(rng.integers(2, 9)), n_classes)
        settings = TrainingSettings(mode=mode, bias=bool(rng.random() < 0.7))
        verdict = verdict_of(dataset, settings)
        assert_certified(dataset, settings, verdict)
        verdicts.append(verdict.separable)
    assert {*verdicts} == {True, False}
    assert len(solved_exactly) < 2 * n_sets


def test_a_verdict_that_would_take_too_much_work_is_not_given() -> None:
    dataset = mixed_set(np.random.default_rng(62), 60, 8, 2)
    problem = geometry(dataset, TrainingSettings())
    with pytest.raises(TooMuchWork):
        verdict_on(problem, work=1e5)
    assert verdict_on(problem, work=1e9) is not None


def test_separators_of_points_near_the_smallest_doubles_are_not_zero() -> None:
    rng = np.random.default_rng(63)
    for _ in range(random_sets(60)):
        size = 10.0 ** float(rng.integers(-318, -290))
        X = rng.integers(-9, 10, size=(5, 2)) * size
        X[:, 1] *= 10.0 ** float(rng.integers(0, 300) * (rng.random() < 0.5))
        dataset = Dataset.of(X, [0, 1, 0, 1, 1])
        settings = TrainingSettings(bias=bool(rng.random() < 0.3))
        verdict = verdict_of(dataset, settings)
        if verdict.separable is not None:
            assert_certified(dataset, settings, verdict)
