"""What is drawn of margin and radius: named truly, exact where it can be, and only where it looks as it is."""

from __future__ import annotations

import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.theory.separability import analyze
from perceptron_gui.session.explanation.facts.margin_facts import optimal_cells, radius_facts, street_facts
from tests.session.bench import TEXTBOOK, XOR

RULES = TrainingSettings()
NO_BIAS = TrainingSettings(bias=False)
CLASSES = TrainingSettings(mode=Mode.MULTICLASS)
SQUARES = Dataset.of([[3, 3], [4, 3], [1, 1]], [1, 1, 0])


def test_the_textbook_street_is_as_wide_as_by_hand() -> None:
    street = street_facts(SQUARES, analyze(SQUARES, RULES))
    assert street is not None
    assert street.plane == pytest.approx((0.5**0.5, 0.5**0.5, -(8**0.5)))
    assert (street.name, str(street.size), street.holders) == ("ρ", "≈ 1.414", (0, 2))


def test_a_rational_width_is_written_in_full() -> None:
    dataset = Dataset.of([[0, 0], [3, 4]], [0, 1])
    street = street_facts(dataset, analyze(dataset, RULES))
    assert street is not None
    assert str(street.size) == "2.5"


def test_without_bias_the_street_is_that_of_the_raw_points_around_a_line_through_the_origin() -> None:
    dataset = Dataset.of([[3, 1], [-2, 0], [5, -1]], [1, 0, 1])
    street = street_facts(dataset, analyze(dataset, NO_BIAS))
    assert street is not None
    assert street.plane == (1.0, 0.0, 0.0)
    assert (street.name, street.half, str(street.size), street.holders) == ("γ̂", 2.0, "2", (1,))


def test_with_bias_the_circle_is_that_of_the_points_as_drawn_and_not_the_radius_of_the_bound() -> None:
    with_bias = radius_facts(SQUARES, RULES, analyze(SQUARES, RULES))
    without = radius_facts(SQUARES, NO_BIAS, analyze(SQUARES, NO_BIAS))
    assert with_bias is not None and without is not None
    assert (with_bias.name, with_bias.length, str(with_bias.size)) == ("M", 5.0, "5")
    assert (without.name, without.length, str(without.size)) == ("R̂", 5.0, "5")


@pytest.mark.parametrize("settings", [RULES, NO_BIAS, CLASSES])
def test_what_is_not_separable_has_a_radius_and_no_street(settings: TrainingSettings) -> None:
    analysis = analyze(XOR, settings)
    assert street_facts(XOR, analysis) is None
    assert analysis.verdict is not None
    assert optimal_cells(XOR, settings, analysis.verdict, (0, 1), (-1, -1, 2, 2)) == []
    assert radius_facts(XOR, settings, analysis) is not None


def test_points_at_the_origin_have_no_circle() -> None:
    dataset = Dataset.of([[0, 0]], [0])
    assert radius_facts(dataset, RULES, analyze(dataset, RULES)) is None


def test_of_more_than_two_features_neither_street_nor_circle_would_look_true() -> None:
    dataset = Dataset.of([[0, 0, 0], [1, 2, 3]], [0, 1])
    analysis = analyze(dataset, RULES)
    assert street_facts(dataset, analysis) is None
    assert radius_facts(dataset, RULES, analysis) is None


def test_two_classes_have_one_street_in_every_mode_and_three_have_none() -> None:
    binary, classes = (street_facts(TEXTBOOK, analyze(TEXTBOOK, rules)) for rules in (RULES, CLASSES))
    assert binary is not None
    assert binary == classes
    three = Dataset.of([[0, 0], [4, 0], [0, 4]], [0, 1, 2], "ABC")
    assert street_facts(three, analyze(three, CLASSES)) is None


def test_the_lines_of_several_classes_are_those_between_the_regions_of_the_best_weights() -> None:
    three = Dataset.of([[2, 0], [-1, 2], [-1, -2]], [0, 1, 2], "ABC")
    verdict = analyze(three, CLASSES).verdict
    assert verdict is not None
    cells = optimal_cells(three, CLASSES, verdict, (0, 1), (-3, -3, 3, 3))
    assert [cell.owner for cell in cells] == [0, 1, 2]
    assert {rival for cell in cells for _, _, rival in cell.edges()} == {0, 1, 2}
