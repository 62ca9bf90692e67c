"""Numbers as a student writes them, and places of a run."""

from __future__ import annotations

import ast
import math
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_gui.engine.data.settings import Order, TrainingSettings
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.run.run import Run
from perceptron_gui.session import wording
from perceptron_gui.session.explanation.terms import angle_text
from perceptron_gui.session.formula.line import product, text_of
from perceptron_gui.session.messages.run_end import reached, stop_line
from perceptron_gui.session.scripts import read_power
from perceptron_gui.session.wording import (
    MINUS,
    bound_text,
    counted,
    factor_text,
    field_text,
    grid_text,
    grouped,
    name_of,
    number_text,
    place_text,
    together,
    written,
)
from tests.session.bench import XOR

REFUSALS = ("command_line.py", "film.py", "values.py", "checked_field.py")
"""They say what to type, in figures as they are typed."""


def read(text: str) -> Fraction:
    """Return the number that a text says."""
    return Fraction(read_power(text).replace(MINUS, "-"))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"),
        (-0.0, "0"),
        (1.0, "1"),
        (-1.0, "−1"),
        (0.1, "0.1"),
        (-0.25, "−0.25"),
        (2.5, "2.5"),
        (123456.789012, "123456.789012"),
        (1e-6, "0.000001"),
        (-3e-5, "−0.00003"),
        (1e6, "1000000"),
        (1e11, "100000000000"),
        (1e12, "1000000000000"),
        (-1e12, "−1000000000000"),
        (1e20, "10²⁰"),
        (-1e-7, "−10⁻⁷"),
        (5e-7, "5·10⁻⁷"),
        (-2.5e-12, "−2.5·10⁻¹²"),
        (math.inf, "∞"),
        (-math.inf, "−∞"),
    ],
)
def test_an_exact_number_is_written_in_full(value: float, text: str) -> None:
    assert number_text(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1 / 3, "≈ 0.333333"),
        (-2 / 3, "≈ −0.666667"),
        (0.5, "≈ 0.5"),
        (123456789.25, "≈ 123457000"),
        (1e-9, "≈ 10⁻⁹"),
    ],
)
def test_a_number_that_is_not_exact_is_rounded_and_wears_the_sign(value: float, text: str) -> None:
    assert number_text(value, is_exact=False) == text


def test_an_exact_number_too_long_to_print_is_rounded_and_says_so() -> None:
    assert number_text(123456789.123456) == "≈ 123457000"


@given(st.floats(-1e12, 1e12))
def test_a_field_holds_the_number_itself_and_never_the_computer_s_way_of_writing_it(value: float) -> None:
    text = field_text(value)
    assert "e" not in text
    assert float(read_power(text).replace(MINUS, "-")) == value


@pytest.mark.parametrize("value", [1e-9, 2.5e-8, 1e-5, 3.0, -7e-7])
def test_a_short_number_is_written_alike_in_texts_and_fields(value: float) -> None:
    assert field_text(value) == number_text(value)


@pytest.mark.parametrize(
    ("factor", "text"), [(2.0, "2"), (5e4, "50000"), (1e5, "10⁵"), (1e8, "10⁸"), (2e9, "2·10⁹"), (1 / 0.1, "10")]
)
def test_the_factor_of_a_scale_has_no_zeros_to_count(factor: float, text: str) -> None:
    assert factor_text(factor) == text


def test_digits_say_how_much_is_left() -> None:
    assert number_text(math.pi, is_exact=False, digits=3) == "≈ 3.14"


@given(st.integers(-(10**9), 10**9), st.integers(0, 6))
def test_what_is_written_reads_back_as_the_number_or_says_that_it_is_rounded(whole: int, places: int) -> None:
    value = whole / 10**places
    text = number_text(value)
    assert "e" not in text
    if text.startswith("≈ "):
        assert float(text[2:].replace(MINUS, "-")) == pytest.approx(value, rel=1e-5)
    else:
        assert decimal_fraction(float(text.replace(MINUS, "-"))) == decimal_fraction(value)


@given(st.floats(allow_nan=False))
def test_every_number_can_be_written_with_a_true_minus(value: float) -> None:
    for is_exact in (False, True):
        text = number_text(value, is_exact)
        assert text
        assert "-" not in text
        assert len(text) < 40


def test_negative_factors_stand_in_brackets() -> None:
    assert text_of(product(written(Fraction(-2)), written(Fraction(2)))) == "(−2)·2"
    assert product(written(-1 / 3), written(Fraction(2))).is_rounded


def test_the_sign_of_a_rounded_number_replaces_its_equals_sign() -> None:
    assert written(Fraction(1, 2)).after_name == "= 0.5"
    assert written(Fraction(1, 3)).after_name == "≈ 0.333333"
    assert written(0.5).after_name == "≈ 0.5"


@given(st.fractions(max_denominator=10**9))
def test_a_known_number_without_the_sign_is_the_number_itself(value: Fraction) -> None:
    shown = written(value)
    assert (read(shown.text) == value) == shown.is_exact


@given(st.integers(-(10**20), 10**20), st.integers(0, 20))
def test_a_rounded_number_is_off_by_at_most_half_of_its_last_digit(whole: int, places: int) -> None:
    value = Fraction(whole, 10**places)
    shown = written(value)
    if shown.is_exact:
        assert read(shown.text) == value
    else:
        assert abs(read(shown.text) - value) <= abs(value) * Fraction(1, 2 * 10**5)


def test_a_product_longer_than_its_double_is_rounded_and_says_so() -> None:
    """Its double prints as 0.33333300001, which it is not."""
    value = Fraction("0.33333300000999999")
    assert number_text(float(value)) == "0.33333300001"
    assert number_text(value) == "≈ 0.333333"


@pytest.mark.parametrize(
    ("degrees", "text"),
    [(0.0, "0"), (90.0, "90"), (180.0, "180"), (139.53, "≈ 139.5"), (140.04, "≈ 140"), (89.97, "≈ 89.97")],
)
def test_an_angle_is_rounded_to_a_tenth_unless_it_would_look_exact(degrees: float, text: str) -> None:
    assert angle_text(degrees) == text


def test_a_bound_is_read_in_full_or_by_its_size() -> None:
    assert bound_text(123_456) == "123\u202f456"
    assert bound_text(2 * 10**24 + 1) == "≈ 2·10²⁴"
    assert bound_text(7_110_000_001) == "≈ 7.11·10⁹", "in a row of zeros nobody counts the digits"
    assert bound_text(10**400) == "10⁴⁰⁰"


def test_counts_have_their_noun_and_groups_of_three() -> None:
    assert counted("{count} mistake", "{count} mistakes", 1) == "1 mistake"
    assert counted("{count} mistake", "{count} mistakes", 0) == "0 mistakes"
    assert counted("{count} point", "{count} points", 12_345) == "12\u202f345 points"
    assert grouped(1_234_567) == "1\u202f234\u202f567"


def test_a_place_has_no_epoch_where_none_is_counted() -> None:
    assert place_text(5, 2) == "visit 5 · epoch 2"
    assert place_text(1200, 0) == "visit 1\u202f200"


def test_a_number_beside_a_grid_line_has_no_row_of_zeros_to_count() -> None:
    assert [grid_text(value) for value in (200_000_000_000, -2e11, 1e12, 12_000_000, 1e6)] == [
        "2·10¹¹",
        "−2·10¹¹",
        "10¹²",
        "1.2·10⁷",
        "10⁶",
    ]


def test_a_number_beside_a_grid_line_is_plain_where_it_is_short_or_far_out() -> None:
    assert [grid_text(value) for value in (0, 0.5, -4, 500_000, 1_234_567.25)] == [
        "0",
        "0.5",
        "−4",
        "500000",
        "1234567.25",
    ]


GROUPS = {"grouped", "counted", "figures", "bound_text", "number_text", "line"}
"""What writes a count, or a number that is none."""


def called(node: ast.AST) -> str:
    """Return the name of what is called, "" for anything else."""
    return getattr(node.func, "attr", getattr(node.func, "id", "")) if isinstance(node, ast.Call) else ""


def ungrouped_counts(source: str) -> list[str]:
    """Return what fills in {count} in a sentence without having been grouped, with its line."""
    tree = ast.parse(source)
    given = [node for node in ast.walk(tree) if isinstance(node, ast.Assign)]
    sources = [node for node in given if GROUPS & {*map(called, ast.walk(node.value))}]
    is_done = {each.id for node in sources for each in ast.walk(node.targets[0]) if isinstance(each, ast.Name)}
    fields = [
        field
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and called(node) in ("format", "sentence")
        for field in node.keywords
        if field.arg == "count" and called(field.value) not in GROUPS
    ]
    return [f"{each.lineno}: {text}" for each in fields if (text := ast.unparse(each.value)) not in is_done]


def test_every_report_of_window_and_command_line_says_how_many_in_groups_of_three() -> None:
    assert ungrouped_counts("tr('{count} x').format(count=len(y))") == ["1: len(y)"]
    package = Path(wording.__file__).parents[1]
    for room in ("session", "gui", "cli"):
        for path in (package / room).rglob("*.py"):
            source = path.read_text(encoding="utf-8")
            if path.name not in REFUSALS and "count=" in source:
                assert not ungrouped_counts(source), path


def test_a_run_is_reported_in_groups_of_three() -> None:
    run = Run(XOR, TrainingSettings(order=Order.SHUFFLED, max_epochs=2500))
    run.advance(10**9)
    assert "2\u202f500 epochs" in stop_line(run)
    assert reached(run).startswith("10\u202f000 visits in 2\u202f500 epochs with ")


def test_a_number_of_thousands_of_digits_is_written_as_a_power_of_ten() -> None:
    """Python refuses to write whole numbers of more than 4300 digits."""
    assert wording.number_text(Fraction(7 * 10**5000)) == "7·10⁵⁰⁰⁰"
    assert wording.number_text(Fraction(10**5000 + 1)) == "≈ 10⁵⁰⁰⁰"
    assert wording.number_text(Fraction(-1, 10**5000)) == "−10⁻⁵⁰⁰⁰"
    assert wording.number_text(Fraction(1, 3 * 10**5000)) == "≈ 3.33333·10⁻⁵⁰⁰¹"
    assert wording.number_text(Fraction(10**12 + 1, 10**12)) == "1.000000000001"
    assert wording.number_text(Fraction(10**13 + 1, 10**13)) == "≈ 1"


@pytest.mark.parametrize(
    ("square", "text"),
    [
        (Fraction(25), "5"),
        (Fraction(0), "0"),
        (Fraction(2), "≈ 1.41421"),
        (Fraction(1, 4), "0.5"),
        (Fraction(1, 9), "≈ 0.333333"),
        (Fraction(10**2640), "10¹³²⁰"),
        (Fraction(10**2640 + 1), "≈ 10¹³²⁰"),
        (Fraction(2 * 10**6000), "≈ 1.41421·10³⁰⁰⁰"),
        (Fraction(1, 10**5000), "10⁻²⁵⁰⁰"),
        (Fraction(2, 10**5000), "≈ 1.41421·10⁻²⁵⁰⁰"),
    ],
)
def test_a_root_is_written_from_its_exact_square(square: Fraction, text: str) -> None:
    assert wording.root_text(square) == text


def test_between_sentences_there_is_a_blank_but_not_after_a_stop_of_chinese() -> None:
    assert together("One.", "", "Two.") == "One. Two."
    assert together("一。", "二。") == "一。二。"
    assert [*map(name_of, ("Iris: petals", "鸢尾花：花瓣", "Iris\u00a0: pétales"))] == ["Iris", "鸢尾花", "Iris"]
