"""Features of decimals are the doubles nearest to the exact values, whichever way they are found (E2, F1)."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.features.feature_map import IDENTITY, POLY2, POLY3, FeatureMap
from perceptron_gui.engine.data.settings import SettingsError
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.exact.feature_values import longer_mapped_points, mapped_points
from perceptron_gui.engine.exact.fixed_point import decimal_places
from tests.effort import random_sets
from tests.engine.exact.monomials import exact_monomials


def random_points(seed: int) -> Dataset:
    """Return points of up to 6 places and 12 digits: some of their products fit float64, others do not."""
    rng = np.random.default_rng(seed)
    places, digits = int(rng.integers(0, 7)), int(rng.integers(1, 13))
    X = rng.integers(-(10**digits), 10**digits, (8, int(rng.integers(1, 4)))) / 10.0**places
    return Dataset.of(np.round(X, places), rng.integers(0, 2, 8).tolist())


@pytest.mark.parametrize("degree", [2, 3])
def test_monomials_of_decimals_are_the_nearest_doubles_and_marked_unless_they_are_exact(degree: int) -> None:
    marked = 0
    for seed in range(random_sets(60, least=20)):
        dataset = random_points(seed)
        mapped = mapped_points(dataset, FeatureMap(degree))
        for i, (row, values) in enumerate(zip(dataset.X.tolist(), mapped.X.tolist(), strict=True)):
            exact = exact_monomials(row, degree)
            assert values == [float(value) for value in exact]
            is_off = any(
                decimal_places([v]) is not None and decimal_fraction(v) != value
                for v, value in zip(values, exact, strict=True)
            )
            assert (i in mapped.rounded) == is_off, (seed, row)
            marked += is_off
    assert marked > 40


def test_the_value_at_a_point_does_not_depend_on_the_points_beside_it() -> None:
    rows = [[0.1, 0.7], [1 / 3, 2.0], [123456.789012, 0.000001], [1e12, 0.1], [987654.321, 123456.7]]
    together = mapped_points(Dataset.of(rows, [0] * 5), POLY3)
    for i, row in enumerate(rows):
        alone = mapped_points(Dataset.of([row], [0]), POLY3)
        assert alone.X.tolist() == together.X[i : i + 1].tolist()
        assert (alone.rounded == (0,)) == (i in together.rounded)


def test_points_of_more_places_are_multiplied_in_plain_floats() -> None:
    mapped = mapped_points(Dataset.of([[0.1234567, 1 / 3]], [0]), POLY2)
    x, y = 0.1234567, 1 / 3
    assert mapped.X.tolist() == [[x, y, x * x, x * y, y * y]]


def test_features_are_named_in_the_order_of_their_degrees() -> None:
    assert POLY2.of(("x1", "x2")).names == ("x1", "x2", "x1²", "x1·x2", "x2²")
    assert POLY3.of(("x1", "x2")).names[5:] == ("x1³", "x1²·x2", "x1·x2²", "x2³")
    assert POLY2.of(("length",)).names == ("length", "length²")


def test_the_identity_keeps_the_same_object() -> None:
    dataset = random_points(0)
    assert mapped_points(dataset, IDENTITY) is dataset
    assert longer_mapped_points(dataset, dataset, IDENTITY) is dataset


def test_new_points_are_mapped_without_looking_at_the_others() -> None:
    first = Dataset.of([[0.1, 0.2], [0.3, 0.4]], [0, 1])
    longer = first.with_points([[0.5, -0.6], [1e9 + 0.1, 1e9 + 0.1]], [1, 0], rounded=[0])
    before = mapped_points(first, POLY2)
    after = longer_mapped_points(before, longer, POLY2)
    every = mapped_points(longer, POLY2)
    assert np.shares_memory(before.X, after.X)
    assert (after.X.tolist(), after.rounded, after.features) == (every.X.tolist(), every.rounded, every.features)
    assert after.rounded == (2, 3)
    assert after.labels is longer.labels


def test_only_inputs_are_limited_not_their_features() -> None:
    assert mapped_points(Dataset.of([[1e12, 1.0]], [0]), POLY3).X[0, 5] == 1e36


def test_too_many_features_are_refused() -> None:
    with pytest.raises(SettingsError, match="176850 features; there can be at most 10000"):
        mapped_points(Dataset.of(np.zeros((1, 100)), [0]), POLY3)
