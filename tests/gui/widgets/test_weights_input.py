"""A list of numbers is read as people write one: with blanks, semicolons, commas, in brackets, with decimal commas."""

from __future__ import annotations

from itertools import product

import pytest

from perceptron_gui.gui.widgets import checked_field
from perceptron_gui.gui.widgets.checked_field import InputError, read_class_weights, read_weights

NAMES = ("w1", "w2", "b", "c", "d")
NUMBERS = ("1", "-1", "0.5", "12")


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1,1,-1", (1, 1, -1)),
        ("1, 1, -1", (1, 1, -1)),
        ("(1, 1, −1)", (1, 1, -1)),
        (" [ 1 1 -1 ] ", (1, 1, -1)),
        ("1;1;-1", (1, 1, -1)),
        ("1,5 2,5 -1", (1.5, 2.5, -1)),
        ("1,5; 2,5; -1", (1.5, 2.5, -1)),
        ("1.5,2.5,-1", (1.5, 2.5, -1)),
        ("0,5, 0,5, 1", (0.5, 0.5, 1)),
        ("1,5", (1.5,)),
        ("1,5", (1, 5)),
        ("1, 5,2", (1, 5.2)),
        ("1, 5,2", (1, 5, 2)),
        ("−1,−1,−1", (-1, -1, -1)),
    ],
)
def test_start_weights_are_read_as_the_number_of_them_tells(text: str, values: tuple[float, ...]) -> None:
    assert read_weights(text, NAMES[: len(values)]) == values


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1,5 2", "Type 3 numbers (w1, w2, b), not 2."),
        ("1,5", "Type 3 numbers (w1, w2, b), not 1."),
        ("1,5;2", "Type 3 numbers (w1, w2, b), not 2."),
        ("1,5,2,5,-1", "Type 3 numbers (w1, w2, b), not 5."),
        ("1,x,2", "“x” is not a number: type numbers such as 0.5 −1 0 or (0.5, −1, 0)."),
        ("1,,2", "Type numbers such as 0.5 −1 0 or (0.5, −1, 0)."),
        ("(1, 1, 1", "“(1” is not a number: type numbers such as 0.5 −1 0 or (0.5, −1, 0)."),
    ],
)
def test_what_is_no_list_of_as_many_numbers_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(InputError) as error:
        read_weights(text, NAMES[:3])
    assert str(error.value) == sentence


@pytest.mark.parametrize("count", [1, 2, 3, 5])
@pytest.mark.parametrize("brackets", ["{}", "({})", "[ {} ]"])
def test_every_way_to_write_a_list_says_the_same_numbers(count: int, brackets: str) -> None:
    for numbers in product(NUMBERS, repeat=min(count, 3)):
        row = [*numbers, "2", "3"][:count] if count > 3 else [*numbers]
        values = tuple(map(float, row))
        for between in (" ", "  ", ";", "; ", " ; ", ", ", ",", " , "):
            assert read_weights(brackets.format(between.join(row)), NAMES[:count]) == values
        with_commas = [number.replace(".", ",") for number in row]
        for between in (" ", ";", "; ", ", "):
            assert read_weights(brackets.format(between.join(with_commas)), NAMES[:count]) == values


def test_rows_of_classes_are_read_each_like_a_list() -> None:
    classes = ("A", "B", "C")
    expected = (1, 1, -1, 1.5, 2, 0)
    for text in ("1,1,-1 | 1,5 2 0", "(1, 1, −1)|(1.5, 2, 0)", "1;1;-1 | 1.5,2,0"):
        assert read_class_weights(text, NAMES[:3], classes) == expected
    with pytest.raises(InputError, match="Type 3 numbers"):
        read_class_weights("1,1 | 1,5 2 0", NAMES[:3], classes)


@pytest.mark.parametrize("text", ["-1.25", "−1,25", "−١٫٢٥", "-۱.۲۵", "－１．２５"])
def test_a_number_is_read_with_the_figures_and_signs_of_any_keyboard(text: str) -> None:
    assert checked_field.read_coordinate(text) == -1.25
    assert checked_field.read_weights(f"{text}; ٢", ("w1", "b")) == (-1.25, 2.0)
    assert checked_field.read_count("٣٠", 0, 100) == 30
