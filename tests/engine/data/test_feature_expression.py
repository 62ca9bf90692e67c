"""Features of one's own: what can be read, what it means, and how the rest is refused (F1)."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset, DatasetError
from perceptron_gui.engine.data.features.feature_map import IDENTITY, POLY2, POLY3, FeatureMap
from perceptron_gui.engine.data.settings import SettingsError
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.exact.feature_values import longer_mapped_points, mapped_points, mapping_problem
from perceptron_gui.engine.exact.fixed_point import decimal_places
from tests.engine.data.expressions import INEXACT, random_feature, value_of

COLUMNS = ("x1", "x2")


def values_at(text: str, *x: float) -> list[float]:
    """Return the features that a text names, at a point."""
    values: list[float] = mapped_points(Dataset.of([x], [0]), FeatureMap.read(text)).X[0].tolist()
    return values


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("x1 - x2 - 1", 0.0),
        ("x1 + 2*x2^2", 11.0),
        ("-x1^2", -9.0),
        ("(-x1)^2", 9.0),
        ("2*-x1", -6.0),
        ("-x1*-x2", 6.0),
        ("x1*x2 + x1*x2^3", 30.0),
        ("- -x1 + +x2", 5.0),
        ("x1^0", 1.0),
        ("min(x1, x2, 1) + max(x1, x2)", 4.0),
        ("abs(x2 - x1*x2)", 4.0),
        ("max(min(x1, 5), (x2))^2", 9.0),
        ("x1·x2 − x2²", 2.0),
        ("0.1*x1 + .2", 0.5),
        ("exp(0*x1) + cos(0) + sin(0)", 2.0),
    ],
)
def test_an_expression_means_what_it_does_on_paper(text: str, value: float) -> None:
    assert values_at(text, 3.0, 2.0) == [value]


def test_a_number_by_itself_meets_products_of_many_places() -> None:
    x = Fraction("1.5") ** 9
    assert values_at("x1^9*x1^9 + 2", 1.5, 0.0) == [float(x * x + 2)]
    assert values_at("2 - x1^9*x1^9*x1^9", 1.000001, 0.0) == [float(2 - Fraction("1.000001") ** 27)]


def test_a_tie_made_of_tenths_is_a_tie() -> None:
    assert values_at("x1 + x2 - 0.3", 0.1, 0.2) == [0.0]
    assert 0.1 + 0.2 - 0.3 != 0.0


def test_features_of_decimals_are_the_nearest_doubles_and_marked_where_rounded() -> None:
    for seed in range(250):
        rng = np.random.default_rng(seed)
        text, tree = random_feature(rng, 3, is_exact=True)
        X = rng.integers(-99, 100, (4, 2)) / 10.0 ** rng.integers(0, 3)
        wanted = [value_of(tree, x, is_exact=True) for x in X.tolist()]
        mapped = mapped_points(Dataset.of(X, [0] * 4), FeatureMap.read(text))
        assert mapped.X[:, 0].tolist() == [float(value) for value in wanted], text
        assert set(mapped.rounded) == {i for i in range(4) if _is_off(mapped.X[i, 0], wanted[i])}, text


def test_features_with_functions_are_plain_floats() -> None:
    seen = 0
    for seed in range(300):
        rng = np.random.default_rng(seed)
        text, tree = random_feature(rng, 3, is_exact=False)
        X = rng.integers(-30, 31, (4, 2)) / 10.0
        if not any(name in text for name in INEXACT):
            continue
        try:
            wanted = [value_of(tree, x, is_exact=False) for x in X.tolist()]
            mapped = mapped_points(Dataset.of(X, [0] * 4), FeatureMap.read(text))
        except (OverflowError, DatasetError):
            continue
        assert np.array_equal(mapped.X[:, 0], np.array(wanted)), text
        assert mapped.rounded == (0, 1, 2, 3)
        seen += 1
    assert seen > 40


def _is_off(value: float, exact: Fraction | float) -> bool:
    return decimal_places([value]) is not None and decimal_fraction(value) != exact


def test_what_is_read_reads_back_as_the_same() -> None:
    for seed in range(100):
        text, _ = random_feature(np.random.default_rng(seed), 3, is_exact=False)
        features = FeatureMap.read(text)
        again = FeatureMap.read(features.text)
        assert again == features
        assert FeatureMap.read(features.own[0].name) == features
    for features in (IDENTITY, POLY2, POLY3):
        assert FeatureMap.read(features.text) == features


def test_names_of_columns_come_before_places() -> None:
    features = FeatureMap.read("length^2, x1, x2*breadth")
    assert features.names(("length", "breadth")) == ("length²", "x1", "x2·breadth")
    swapped = Dataset.of([[5.0, 7.0]], [0], features=("x2", "x1"))
    assert mapped_points(swapped, FeatureMap.read("x1 - x2")).X.tolist() == [[2.0]]
    assert mapped_points(Dataset.of([[2.0, 3.0]], [0], features=("sin", "b")), FeatureMap.read("sin*b")).X[0, 0] == 6.0


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("x1 +", 5, "must follow"),
        ("x1**2", 4, "there must be a number"),
        ("x1 x2", 4, "operator"),
        ("2x1", 2, "operator"),
        ("(x1", 1, "never closed"),
        ("x1, sin(x1", 8, "never closed"),
        ("x1)", 3, "never opened"),
        ("x1,,x2", 4, "there must be a number"),
        ("x1,", 4, "must follow"),
        ("(x1, x2)", 4, "comma"),
        ("x1^x2", 4, "exponent"),
        ("x1^-1", 4, "exponent"),
        ("x1^10", 4, "exponent"),
        ("x1^1.5", 4, "exponent"),
        ("x1^2^3", 5, "parentheses"),
        ("x1/x2", 3, '"/"'),
        ("sin x1", 5, "operator"),
        ("sin(x1, x2)", 1, "one argument"),
        ("min(x1)", 1, "two or more arguments"),
        ("log(x1)", 1, "no function"),
        ("eval('1')", 6, "'"),
        ("__import__(os)", 1, "no function"),
        ("x1.__class__", 3, '"."'),
        ("lambda: x1", 7, '":"'),
        ("x1\x00", 3, '"?"'),
        ("9999999999999", 1, "at most 10¹²"),
        ("0." + "1" * 30, 1, "at most 20 digits"),
        ("x1, x2, x1", 9, "twice"),
        ("x1, x3", 5, "no column"),
        ("x0", 1, "no column"),
        ("X1", 1, "no column"),
        ("numpy", 1, "no column"),
    ],
)
def test_what_makes_no_sense_is_refused_with_its_place(text: str, place: int, words: str) -> None:
    with pytest.raises(SettingsError) as refused:
        FeatureMap.read(text).names(COLUMNS)
    sentence = str(refused.value)
    assert f"at character {place}: " in sentence
    assert words in sentence
    assert sentence.endswith(".")
    assert len(sentence) < 200


@pytest.mark.parametrize("text", ["", "  \n", "(" * 10**6, "x1+" * 10**6, "poly4", "x1, x₁"])
def test_other_nonsense_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(SettingsError) as refused:
        FeatureMap.read(text).names(COLUMNS)
    assert len(str(refused.value)) < 200


def test_depth_costs_no_calls() -> None:
    deep = 990
    assert values_at("(" * deep + "x1" + ")" * deep, 3.0, 2.0) == [3.0]
    assert values_at("-" * 1990 + "x1", 3.0, 2.0) == [3.0]
    assert values_at("abs(" * 390 + "x1" + ")" * 390, -3.0, 2.0) == [3.0]


def test_a_feature_is_at_most_ten_to_the_power_of_140_in_size() -> None:
    """Squares of larger ones, and what is learned from them, would not be far from where doubles end (F1)."""
    assert values_at("x1^9*x1^5", 1e10, 0.0) == [1e140]
    assert values_at("-exp(x1)", 322.0, 0.0)[0] < -6e139
    for words, x in (("x1^9*x1^5", 1.01e10), ("x1^9*x1^5*x1", -1e10), ("exp(2*x1)", 180.0), ("x1^9*x1^9", 1e12)):
        with pytest.raises(
            DatasetError, match=rf"feature .* is too large at the point \({x:.15g}, 0\): its values must be from"
        ):
            values_at(words, x, 0.0)
    dataset, features = Dataset.of([[1.0, 0.0]], [0]), FeatureMap.read("exp(x1)")
    assert mapping_problem(dataset, features) == ""
    far = dataset.with_points([[330.0, 0.0]], [1])
    assert "exp(x1) is too large at the point (330, 0)" in mapping_problem(far, features)
    with pytest.raises(DatasetError, match=r"at the point \(330, 0\)"):
        longer_mapped_points(mapped_points(dataset, features), far, features)


def test_a_power_of_powers_is_refused_with_its_point_not_worked_out() -> None:
    tower = "(" * 20 + "x1" + "^9)" * 20
    with pytest.raises(DatasetError, match=r"at the point \(1.5, 2\)"):
        values_at(tower, 1.5, 2.0)
    assert values_at(tower, 0.5, 2.0) == [0.0]
    with pytest.raises(DatasetError, match=r"exp\(x1\) is too large at the point \(800, 2\)"):
        values_at("exp(x1)", 800.0, 2.0)
    with pytest.raises(DatasetError, match=r"cannot be worked out at the point \(800, 2\): part of it is too large"):
        values_at("exp(x1) - exp(x1)", 800.0, 2.0)
