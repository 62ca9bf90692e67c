"""Numbers as a student writes them, and places of a run."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_gui.engine.exact import decimal_fraction
from perceptron_gui.session.wording import MINUS, counted, grouped, number_text, place_text, signed_text


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
        (1e20, "1·10²⁰"),
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
        (1e-9, "≈ 0.000000001"),
    ],
)
def test_a_number_that_is_not_exact_is_rounded_and_wears_the_sign(value: float, text: str) -> None:
    assert number_text(value, is_exact=False) == text


def test_an_exact_number_too_long_to_print_is_rounded_and_says_so() -> None:
    assert number_text(123456789.123456) == "≈ 123457000"


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
    assert signed_text(-2.0) == "(−2)"
    assert signed_text(2.0) == "2"
    assert signed_text(-0.0) == "0"
    assert signed_text(-1 / 3, is_exact=False) == "(≈ −0.333333)"
    assert signed_text(1 / 3, is_exact=False) == "≈ 0.333333"


def test_counts_have_their_noun_and_groups_of_three() -> None:
    assert counted(1, "mistake") == "1 mistake"
    assert counted(0, "mistake") == "0 mistakes"
    assert counted(12_345, "point") == "12\u202f345 points"
    assert grouped(1_234_567) == "1\u202f234\u202f567"


def test_a_place_has_no_epoch_where_none_is_counted() -> None:
    assert place_text(5, 2) == "visit 5 · epoch 2"
    assert place_text(1200, 0) == "visit 1\u202f200"
    assert place_text(5, 2, is_heading=True) == "VISIT 5 · EPOCH 2"
