"""The region of solutions is what all half-spaces have in common: tried on directions, in fractions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset, Floats
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.theory.separability import analyze
from perceptron_gui.session.weight_space import half_spaces
from perceptron_gui.session.weight_space.half_spaces import constraints_of, half_space, region_around, shown_weights
from perceptron_gui.session.weight_space.weight_space import MOST_SHOWN, WeightSpace, pairs_of, weight_space_of
from tests.session.bench import TEXTBOOK, XOR

NEAR = 1e-9
N_SETS = 14


def random_sets(bias: bool, separable: bool) -> Iterator[Dataset]:
    """Yield small sets of one-decimal points; of those that are separable also with few points, where it is wide."""
    generator = np.random.default_rng([17, bias, separable])
    for n in np.resize([1, 2, 3, 5, 8, 20, 300], N_SETS).tolist():
        X = np.round(generator.uniform(-5, 5, (n if separable else max(n, 5), 2)), 1)
        w = generator.standard_normal(3)
        sides = X @ w[:2] + 2 * w[2] * bias > 0
        labels = sides if separable else generator.integers(0, 2, len(X))
        yield Dataset.of(X, np.asarray(labels, dtype=int).tolist())


def tried_directions(space: WeightSpace, middle: Floats | None) -> Floats:
    """Return directions all over, and close to the middle."""
    generator = np.random.default_rng(5)
    found = generator.standard_normal((600, space.n_entries))
    if middle is not None:
        found = np.vstack([found, middle + 0.1 * generator.standard_normal((600, space.n_entries))])
    return found / np.sqrt((found**2).sum(axis=1))[:, None]


def is_in_polygon(space: WeightSpace, theta: Floats) -> np.ndarray:
    """Return which directions the drawn region holds."""
    assert space.region is not None
    if space.region.polygon is not None:
        return (theta @ space.region.polygon.sides.T > 0).all(axis=1)
    assert space.region.edges is not None
    first, last = space.region.edges
    turn = [a[0] * theta[:, 1] - a[1] * theta[:, 0] for a in (first, last)]
    return (turn[0] > 0) & (turn[1] < 0) & (theta @ space.region.middle > 0)


@pytest.mark.parametrize("bias", [True, False])
def test_a_direction_lies_in_the_region_where_every_point_is_right(bias: bool) -> None:
    settings = TrainingSettings(bias=bias, positive=1)
    for dataset in random_sets(bias, separable=True):
        space = weight_space_of(dataset, settings)
        normals = constraints_of(dataset, settings).normals
        units = normals / np.sqrt((normals**2).sum(axis=1))[:, None]
        tried = tried_directions(space, space.middle)
        heights = tried @ units.T
        clear = (np.abs(heights) > NEAR).all(axis=1)
        assert np.array_equal(is_in_polygon(space, tried)[clear], (heights > 0).all(axis=1)[clear])


@pytest.mark.parametrize("bias", [True, False])
def test_every_corner_satisfies_every_point_and_the_middle_does_exactly(bias: bool) -> None:
    settings = TrainingSettings(bias=bias, positive=1)
    for dataset in random_sets(bias, separable=True):
        verdict = analyze(dataset, settings).verdict
        space = weight_space_of(dataset, settings, verdict=verdict)
        normals = constraints_of(dataset, settings).normals
        assert verdict is not None
        assert verdict.nearest is not None
        for row in normals.tolist():
            exact = sum((decimal_fraction(v) * t for v, t in zip(row, verdict.nearest, strict=True)), Fraction(0))
            assert exact > 0
        assert space.region is not None
        corners = space.region.polygon.corners if space.region.polygon is not None else space.region.edges
        units = normals / np.sqrt((normals**2).sum(axis=1))[:, None]
        assert corners is not None
        assert (corners @ units.T >= -NEAR).all()


@pytest.mark.parametrize("bias", [True, False])
def test_without_solutions_there_is_no_region_and_the_witness_leaves_no_direction(bias: bool) -> None:
    settings, count = TrainingSettings(bias=bias, positive=1), 0
    for dataset in random_sets(bias, separable=False):
        space = weight_space_of(dataset, settings)
        if space.separable:
            continue
        count += 1
        assert space.region is None
        rows = constraints_of(dataset, settings).normals[list(space.witness)]
        assert not (tried_directions(space, None) @ rows.T > NEAR).all(axis=1).any()
        assert set(space.witness) <= set(space.points.tolist()) | set(np.flatnonzero(~rows.any(axis=1)).tolist())
    assert count > N_SETS / 3


def test_the_three_points_of_the_textbook_leave_the_triangle_worked_out_by_hand() -> None:
    region = weight_space_of(TEXTBOOK, TrainingSettings()).region
    assert region is not None
    assert region.polygon is not None
    # On the borders of x₁ and x₂, of x₂ and x₃, of x₁ and x₃.
    by_hand = np.array([(0.0, 1.0, -3.0), (-2.0, 3.0, -1.0), (1.0, -1.0, 0.0)])
    by_hand /= np.sqrt((by_hand**2).sum(axis=1))[:, None]
    for corner in by_hand:
        assert np.abs(region.polygon.corners - corner).max(axis=1).min() < NEAR
    between = [c for c in region.polygon.corners if np.abs(by_hand - c).max(axis=1).min() > NEAR]
    normals = constraints_of(TEXTBOOK, TrainingSettings()).normals
    assert all(np.abs(normals @ corner).min() < NEAR for corner in between)  # the middles of long sides
    assert len(region.holding) == 3


def test_of_the_points_only_those_that_hold_the_region_matter() -> None:
    settings = TrainingSettings(positive=1)
    for dataset in random_sets(bias=True, separable=True):
        normals = constraints_of(dataset, settings).normals
        units = normals / np.sqrt((normals**2).sum(axis=1))[:, None]
        space = weight_space_of(dataset, settings)
        assert space.middle is not None
        verdict = analyze(dataset, settings).verdict
        assert verdict is not None and verdict.nearest is not None
        region = region_around(space.middle, units, half_spaces.holding_constraints(normals, verdict.nearest))
        tried = tried_directions(space, space.middle)
        inside = (tried @ units.T > 0).all(axis=1)
        assert np.array_equal((tried @ units[region.holding].T > 0).all(axis=1), inside)


def test_one_point_leaves_half_of_the_sphere() -> None:
    normal = np.array([0.6, 0.0, 0.8])
    polygon = half_space(normal).polygon
    assert polygon is not None
    tried = np.random.default_rng(1).standard_normal((200, 3))
    assert np.array_equal((tried @ polygon.sides.T > 0).all(axis=1), tried @ normal > 0)


def follows(normal: Sequence[Fraction], others: Sequence[Sequence[Fraction]]) -> bool:
    """Whether a half-space follows from others: its normal is a sum of as many as it has numbers (Carathéodory).

    Decided by Cramer's rule for every choice of them; fewer are found as some with weight 0, or along one ray.
    """
    if any(is_same_ray(normal, other) for other in others):
        return True
    for chosen in combinations(others, len(normal)):
        whole = determinant(chosen)
        parts = [determinant([*chosen[:k], normal, *chosen[k + 1 :]]) for k in range(len(chosen))]
        if whole and all(part / whole >= 0 for part in parts):
            return True
    # Where all of them lie in one plane through 0, two of them are enough.
    return len(normal) == 3 and any(lies_between(normal, one, other) for one, other in combinations(others, 2))


def determinant(rows: Sequence[Sequence[Fraction]]) -> Fraction:
    if len(rows) == 2:
        return rows[0][0] * rows[1][1] - rows[0][1] * rows[1][0]
    (a, b, c), rest = rows[0], rows[1:]
    return sum(
        (sign * v * determinant([[row[k] for k in range(3) if k != j] for row in rest]))
        for j, (sign, v) in enumerate(((1, a), (-1, b), (1, c)))
    ) + Fraction(0)


def is_same_ray(one: Sequence[Fraction], other: Sequence[Fraction]) -> bool:
    """Whether two vectors are multiples of each other, where they lie on one side of a plane."""
    return all(a * d == b * c for (a, b), (c, d) in combinations(list(zip(one, other, strict=True)), 2))


def lies_between(normal: Sequence[Fraction], one: Sequence[Fraction], other: Sequence[Fraction]) -> bool:
    """Whether a vector of space is a sum of two with weights ≥ 0."""
    if determinant([normal, one, other]):
        return False
    for j, k in combinations(range(3), 2):
        whole = one[j] * other[k] - one[k] * other[j]
        if whole:
            first = (normal[j] * other[k] - normal[k] * other[j]) / whole
            second = (one[j] * normal[k] - one[k] * normal[j]) / whole
            return first >= 0 and second >= 0
    return False


@pytest.mark.drawn
@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("step", ["1", "0.7", "0.000001"])
def test_the_points_that_hold_the_region_are_those_that_no_others_say_by_fractions(bias: bool, step: str) -> None:
    generator, count = np.random.default_rng([len(step), bias]), 0
    for _ in range(35):
        n, reach = int(generator.integers(1, 8)), int(generator.choice([1, 2, 3, 40]))
        X = [[float(Fraction(step) * v) for v in row] for row in generator.integers(-reach, reach + 1, (n, 2)).tolist()]
        w = generator.integers(-3, 4, 3).tolist()
        dataset = Dataset.of(X, [int(w[0] * x + w[1] * y > w[2] * bias) for x, y in X])
        space = weight_space_of(dataset, TrainingSettings(bias=bias, positive=1))
        if space.region is None:
            continue
        count += 1
        normals = [[*map(decimal_fraction, row)] for row in space.constraints.normals.tolist()]
        first: list[list[Fraction]] = []
        for normal in normals:
            first += [normal] if not any(is_same_ray(normal, other) for other in first) else []
        needed = [normal for normal in first if not follows(normal, [other for other in first if other is not normal])]
        half_spaces = [normals[i] for i in space.points[space.region.holding].tolist()]
        assert sorted(half_spaces) == sorted(needed), (X, dataset.labels.tolist())
    assert count > 12


@pytest.mark.seldom
def test_of_many_points_as_many_hold_the_region_as_of_those_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    generator = np.random.default_rng(8)
    for n, digits in ((300, 1), (3000, 6)):
        X = np.round(generator.standard_normal((n, 2)), digits)
        X = X[np.abs(X[:, 0] - 0.1) > 0.05]
        dataset = Dataset.of(X, (X[:, 0] > 0.1).astype(int).tolist())
        for bias in (True, False):
            space = weight_space_of(dataset, TrainingSettings(bias=bias))
            with monkeypatch.context() as patch:
                patch.setattr(half_spaces, "MANY", 10**9)
                whole = weight_space_of(dataset, TrainingSettings(bias=bias))
            if space.region is None or whole.region is None:
                assert space.region is whole.region
                continue
            held, expected = space.points[space.region.holding], whole.points[whole.region.holding]
            assert held.tolist() == expected.tolist()


def test_of_many_points_those_that_hold_the_region_are_drawn_and_some_near_it() -> None:
    generator = np.random.default_rng(2)
    X = np.round(generator.standard_normal((5000, 2)), 3)
    dataset = Dataset.of(X, (X[:, 0] > 0.1).astype(int).tolist())
    space = weight_space_of(dataset, TrainingSettings())
    assert space.region is not None
    assert len(space.points) == MOST_SHOWN < space.n_points == 5000
    assert space.region.holding.tolist() == list(range(len(space.region.holding)))
    assert len(set(space.points.tolist())) == MOST_SHOWN


def test_the_proof_that_there_are_no_solutions_is_among_the_drawn() -> None:
    space = weight_space_of(XOR, TrainingSettings())
    assert (space.separable, space.region) == (False, None)
    assert set(space.witness) <= set(space.points.tolist())


def test_a_point_at_the_origin_without_bias_has_no_border_and_leaves_no_solution() -> None:
    dataset = Dataset.of([[0.0, 0.0], [1.0, 2.0]], [0, 1])
    space = weight_space_of(dataset, TrainingSettings(bias=False))
    assert space.separable is False
    assert space.points.tolist() == [1]


def test_of_several_classes_two_are_compared_whatever_the_others_do() -> None:
    """Classes 0 and 1 are apart; class 2 lies in their midst, so that all together are not separable."""
    dataset = Dataset.of([[0, 0], [1, 0], [4, 0], [5, 1], [0.5, 0]], [0, 0, 1, 1, 2], ["A", "B", "C"])
    settings = TrainingSettings(mode=Mode.MULTICLASS)
    assert pairs_of(dataset, settings) == ((0, 1), (0, 2), (1, 2))
    space = weight_space_of(dataset, settings, (0, 1))
    assert space.separable is True
    assert space.n_points == 4
    assert space.middle is not None
    assert (constraints_of(dataset, settings, (0, 1)).normals @ space.middle > 0).all()
    assert weight_space_of(dataset, settings, (0, 2)).separable is False
    theta = np.arange(9.0).reshape(3, 3)
    assert shown_weights(theta, (0, 2)).tolist() == [-6.0, -6.0, -6.0]


def test_errors_of_weights_are_counted_as_training_counts_them() -> None:
    constraints = constraints_of(TEXTBOOK, TrainingSettings())
    weights = [*map(Fraction, (1, 1, -3))]
    assert constraints.errors_under(weights) == 0
    assert constraints.errors_under([*weights[:2], Fraction(-2)]) == 1  # on the boundary counts as an error
    assert constraints.errors_under([Fraction(0)] * 3) == 3
