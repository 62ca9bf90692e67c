"""Generated points are what was promised of them: by fractions, by `analyze`, and the same on every machine."""

from __future__ import annotations

import hashlib
import math
import random
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.generator import (
    HALF,
    LARGEST_DISTANCE,
    LARGEST_MARGIN,
    MOST_POINTS,
    Recipe,
    RecipeError,
    Shape,
    direction,
    generate,
    promise_of,
    turned,
)
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.exact.fixed_point import decimal_places
from perceptron_gui.engine.theory.separability import Analysis, analyze
from perceptron_gui.frozen import replace

Pairs = list[tuple[Fraction, Fraction]]
DIGESTS = {
    Shape.BLOBS: "f701b099f1f11fc1",
    Shape.LINE: "9994e4f3a2670864",
    Shape.RING: "627beb4528e0996f",
    Shape.MOONS: "a31ea42c3dee8999",
    Shape.XOR: "e2364727fdad6351",
    Shape.SPIRALS: "a8f62dc434008c75",
}


def any_recipe(dice: random.Random) -> Recipe:
    """Return a recipe of any shape, also at its limits."""
    shape, n_classes = dice.choice(list(Shape)), dice.choice([2, 2, 2, 3, 5, 10])
    per_class = dice.choice([1, 2, 3, 6, 25])
    overlap = Fraction(dice.choice([0, 0, 0, 1, 30, 100]), 100)
    margins = ("0", "0.0001", "0.3", "1.25", "12.3456", str(LARGEST_MARGIN))
    margin = Fraction(0) if overlap or not shape.has_margin else Fraction(dice.choice(margins))
    distance = Fraction(dice.choice(("0", "0", "0.5", "7.0001", str(LARGEST_DISTANCE))))
    outliers = min(dice.choice([0, 0, 1, 2, 7]), n_classes * (per_class - 1))
    return Recipe(shape, n_classes, per_class, distance, margin, overlap, outliers, dice.getrandbits(64))


def street_between(points: Dataset, pair: tuple[int, int]) -> Fraction:
    """Return ρ² of the street between two of the classes (T3)."""
    chosen = np.isin(points.labels, pair)
    found = analyze(Dataset.of(points.X[chosen], np.searchsorted(pair, points.labels[chosen])), TrainingSettings())
    assert found.street is not None
    return found.street.squares.rho


def analysis_of(points: Dataset) -> Analysis:
    """Return what `analyze` finds: between two classes in the primal, between more in multiclass."""
    mode = Mode.PRIMAL if len(points.classes) == 2 else Mode.MULTICLASS
    return analyze(points, TrainingSettings(mode=mode))


@pytest.mark.parametrize("seed", range(60))
def test_analyze_finds_what_is_promised(seed: int) -> None:
    recipe = any_recipe(random.Random(seed))
    points, promise = generate(recipe), promise_of(recipe)
    found = analysis_of(points)
    assert found.verdict is not None
    assert decimal_places(points.X) is not None
    if promise.separable is not None:
        assert found.verdict.separable is promise.separable
    if promise.margin is None:
        return
    if recipe.n_classes == 2:
        assert found.street is not None
        assert (found.street.squares.rho, found.street.squares.b) == (promise.margin**2, recipe.distance**2)
    else:
        streets = [street_between(points, pair) for pair in combinations(range(recipe.n_classes), 2)]
        assert min(streets) == promise.margin**2


def along(points: Dataset, recipe: Recipe) -> list[tuple[int, Fraction, Fraction]]:
    """Return label, and place along and across the direction from class to class, of every point in fractions."""
    a, b = (Fraction(part, 10) for part in direction(recipe.seed))
    assert a**2 + b**2 == 1
    places = [tuple(map(decimal_fraction, place)) for place in points.X.tolist()]
    return [
        (k, x * a + y * b - recipe.distance, y * a - x * b)
        for k, (x, y) in zip(points.labels.tolist(), places, strict=True)
    ]


@pytest.mark.parametrize("shape", [Shape.BLOBS, Shape.LINE])
def test_no_point_is_inside_the_street_and_two_hold_it_straight_across(shape: Shape) -> None:
    for seed in range(12):
        recipe = Recipe(shape, 2, 30, Fraction("2.5"), Fraction("0.125"), seed=seed)
        placed = along(generate(recipe), recipe)
        assert max(t for k, t, _ in placed if k == 0) == -recipe.margin
        assert min(t for k, t, _ in placed if k == 1) == recipe.margin
        kerbs = [{s for k, t, s in placed if (k, t) == kerb} for kerb in ((0, -recipe.margin), (1, recipe.margin))]
        assert kerbs[0] & kerbs[1]  # points opposite to each other: no street is wider


def test_overlapping_classes_reach_into_each_other_by_the_share_that_was_asked_for() -> None:
    for shape, percent in ((Shape.BLOBS, 10), (Shape.LINE, 45), (Shape.BLOBS, 100)):
        share = Fraction(percent, 100)
        recipe = Recipe(shape, 2, 40, margin=Fraction(0), overlap=share, seed=5)
        placed = along(generate(recipe), recipe)
        reach = max(t for k, t, _ in placed if k == 0) - min(t for k, t, _ in placed if k == 1)
        assert reach == 2 * HALF[shape][0] * share


def test_so_many_points_as_asked_for_lie_where_another_class_is() -> None:
    for n_outliers in (0, 1, 2, 5):
        recipe = Recipe(Shape.BLOBS, 2, 20, margin=Fraction("0.5"), outliers=n_outliers, seed=3)
        placed = along(generate(recipe), recipe)
        wrong = [sum((t > 0) != (label == 1) for label, t, _ in placed if label == k) for k in (0, 1)]
        assert wrong == [(n_outliers + 1) // 2, n_outliers // 2]
        assert promise_of(recipe).separable is (n_outliers == 0)


def test_a_ring_and_a_chessboard_keep_their_margin_from_what_is_between_the_classes() -> None:
    margin = Fraction("0.2")
    for seed in range(2):
        recipe = Recipe(Shape.RING, 3, 200, margin=margin, seed=seed)
        for k, t, s in along(generate(recipe), recipe):
            for i in (1, 2):  # circles halfway between the rings
                middle = 1 + (i - 1) * (Fraction("0.8") + 2 * margin) + margin
                square = t * t + s * s
                assert square <= (middle - margin) ** 2 if k < i else square >= (middle + margin) ** 2
        recipe = replace(recipe, shape=Shape.XOR, n_classes=2)
        for k, t, s in along(generate(recipe), recipe):
            assert min(abs(t), abs(s)) >= margin
            assert (t * s > 0) == (k == 0)


def test_the_same_seed_gives_the_same_points_everywhere() -> None:
    found = {}
    for shape in Shape:
        margin = Fraction(1, 2) if shape.has_margin else Fraction(0)
        points = generate(Recipe(shape, 3, 200, Fraction(3), margin, outliers=4, seed=2**63 + 7))
        found[shape] = hashlib.sha256(points.X.astype("<f8").tobytes()).hexdigest()[:16]
    assert found == DIGESTS


def test_cosine_and_sine_are_those_of_the_angle() -> None:
    turns = np.concatenate([np.linspace(-2, 3, 1001), np.array([0.125, 0.375, 1e-12])])
    cosine, sine = turned(turns)
    for turn, c, s in zip(turns.tolist(), cosine.tolist(), sine.tolist(), strict=True):
        assert math.isclose(c, math.cos(math.tau * turn), abs_tol=1e-11)
        assert math.isclose(s, math.sin(math.tau * turn), abs_tol=1e-11)


def test_classes_take_turns_and_coordinates_are_short() -> None:
    for shape in Shape:
        margin = Fraction(1, 2) if shape.has_margin else Fraction(0)
        points = generate(Recipe(shape, 4, 25, margin=margin, seed=1))
        assert points.labels.tolist() == [0, 1, 2, 3] * 25
        assert points.classes == ("A", "B", "C", "D")
        places = decimal_places(points.X)
        assert places is not None
        assert places <= 2
        assert len(np.unique(points.X, axis=0)) >= 95


def test_seeds_turn_the_set_and_change_the_points() -> None:
    recipes = [Recipe(seed=seed) for seed in range(40)]
    assert len({direction(recipe.seed) for recipe in recipes}) >= 8
    assert len({generate(recipe).X.tobytes() for recipe in recipes}) == 40


def test_as_many_points_as_there_can_be_are_exact_and_one_more_are_refused() -> None:
    points = generate(Recipe(Shape.LINE, 2, MOST_POINTS // 2, Fraction(LARGEST_DISTANCE), Fraction("0.0001")))
    assert points.n_samples == MOST_POINTS
    assert decimal_places(points.X) is not None
    with pytest.raises(RecipeError) as refused:
        Recipe(Shape.LINE, 2, MOST_POINTS // 2 + 1)
    assert refused.value.field == "per_class"


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("n_classes", {"n_classes": 1}),
        ("n_classes", {"n_classes": 11}),
        ("per_class", {"per_class": 0}),
        ("per_class", {"n_classes": 10, "per_class": 100_001}),
        ("distance", {"distance": Fraction(-1)}),
        ("distance", {"distance": Fraction(LARGEST_DISTANCE) + 1}),
        ("distance", {"distance": Fraction("0.00001")}),
        ("distance", {"distance": Fraction(1, 3)}),
        ("margin", {"margin": Fraction(-1, 2)}),
        ("margin", {"margin": Fraction(LARGEST_MARGIN) + Fraction(1, 10)}),
        ("margin", {"margin": Fraction(1, 3)}),
        ("margin", {"shape": Shape.MOONS}),
        ("overlap", {"overlap": Fraction(1, 2)}),
        ("overlap", {"margin": Fraction(0), "overlap": Fraction(101, 100)}),
        ("overlap", {"margin": Fraction(0), "overlap": Fraction(1, 1000)}),
        ("outliers", {"outliers": -1}),
        ("outliers", {"outliers": 39}),
        ("seed", {"seed": -1}),
        ("seed", {"seed": 2**64}),
    ],
)
def test_what_cannot_be_is_refused_with_its_field_and_a_sentence(field: str, changes: dict[str, object]) -> None:
    with pytest.raises(RecipeError) as refused:
        replace(Recipe(), **changes)  # type: ignore[arg-type]
    assert refused.value.field == field
    assert str(refused.value).endswith(".")
