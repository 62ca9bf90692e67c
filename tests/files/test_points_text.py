"""Points on the clipboard: rows of a spreadsheet and back, exactly; anything else is refused in one sentence."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.files.points import points_text as module
from perceptron_gui.files.points.points_file import PointsFileError
from perceptron_gui.files.points.points_text import points_text, read_points_text, with_points_text
from perceptron_gui.frozen import replace

PLANE = Dataset.of([[0, 1]], [0], ["A", "B"])
NAMES = ["A", "1", "−1", "+", "a,b", 'quo"te', "=1+1", "'=x", "Länge, cm", "class", "x1"]
COORDINATES = st.floats(-1e12, 1e12, allow_subnormal=True)


def pasted(text: str, dataset: Dataset = PLANE, label: int = 1) -> Dataset:
    """Return points with those of a text after them."""
    return with_points_text(dataset, read_points_text(text, dataset), label)


def new_rows(text: str, dataset: Dataset = PLANE) -> list[tuple[list[float], str]]:
    """Return places and class names of the points that a text brings."""
    now = pasted(text, dataset)
    added = zip(now.X[dataset.n_samples :].tolist(), now.labels[dataset.n_samples :].tolist(), strict=True)
    return [(place, now.classes[label]) for place, label in added]


def refusal(text: str, dataset: Dataset = PLANE) -> str:
    """Return the sentence with which a text is refused."""
    with pytest.raises(PointsFileError) as caught:
        pasted(text, dataset)
    return str(caught.value)


@settings(max_examples=30)
@given(st.integers(1, 4).flatmap(lambda d: st.lists(st.tuples(*[COORDINATES] * d), min_size=1, max_size=8)), st.data())
def test_what_is_copied_is_pasted_as_the_same_points_of_the_same_classes(
    places: list[tuple[float, ...]], data: st.DataObject
) -> None:
    classes = data.draw(st.lists(st.sampled_from(NAMES), min_size=2, max_size=6, unique=True))
    labels = data.draw(st.lists(st.integers(0, len(classes) - 1), min_size=len(places), max_size=len(places)))
    dataset = Dataset.of(places, labels, classes)
    chosen = data.draw(st.lists(st.integers(0, len(places) - 1), min_size=1, max_size=8))
    now = pasted(points_text(dataset, chosen), dataset)
    assert now.classes == dataset.classes
    assert np.array_equal(now.X[len(places) :], dataset.X[chosen])
    assert now.labels[len(places) :].tolist() == [labels[i] for i in chosen]


@pytest.mark.parametrize("features", [("1990", "2000"), ("x1", "1.0"), ("7", "class")])
def test_what_was_copied_of_columns_named_by_numbers_is_pasted(features: tuple[str, ...]) -> None:
    """Its first row was taken for a point, and refused."""
    dataset = replace(Dataset.of([[0.1, -2], [3, 4]], [1, 0], ["A", "B"]), features=features)
    assert pasted(points_text(dataset, [0, 1]), dataset).X.tolist() == [*dataset.X.tolist()] * 2


def test_a_spreadsheet_gets_a_row_of_names_and_tabs() -> None:
    assert points_text(Dataset.of([[0.1, -2]], [1], ["A", "B"]), [0]) == "x1\tx2\tclass\n0.1\t-2\tB\n"


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("1\t2", [([1, 2], "B")]),  # of the current class
        ("1\t2\tA\r\n3\t4\tB\r\n", [([1, 2], "A"), ([3, 4], "B")]),
        ("x1\tx2\tlabel\n1\t2\tA", [([1, 2], "A")]),
        ("x2\tx1\n1\t2", [([2, 1], "B")]),  # columns by their names, without a class
        ("species\tx2\tx1\nA\t1\t2", [([2, 1], "A")]),
        ("A\t1\t2", [([1, 2], "A")]),  # the text is the class, wherever it stands
        ("1,5\t-0,25\tA", [([1.5, -0.25], "A")]),
        ("−1\t2\tA", [([-1, 2], "A")]),
        ("1;2;A\n\n3;4;B\n", [([1, 2], "A"), ([3, 4], "B")]),
        ("1\t2\tC\n3\t4\tD", [([1, 2], "C"), ([3, 4], "D")]),
        ('1\t2\t"a\tb"', [([1, 2], "a\tb")]),
    ],
)
def test_rows_are_understood_as_spreadsheets_of_any_country_write_them(
    text: str, rows: list[tuple[list[float], str]]
) -> None:
    assert new_rows(text) == rows


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Clipboard: there are no points; copy rows of numbers separated by tabs, each with a class at the end if"),
        ("x1\tx2\tlabel\n", "there are no points"),
        ("a word", "there is 1 column, but a point needs 2 numbers"),
        ("1\n2", "there is 1 column, but a point needs 2 numbers"),
        ("1\t2\t3\t4", "there are 4 columns"),
        ("1\t2\tA\n3\t4", "Clipboard, line 2: there are 2 cells here, but 3 in the first row."),
        ("1\t2\tA\n\n3\tx\tB", 'Clipboard, line 3: "x" in column "x2" is not a number'),
        ("1e13\t2", "too large"),
        ("nan\t2\tA", "not a number"),
        ("1\tinf", "not a number"),
        ("1,125\t2", "could mean thousands or decimals"),
        ('1\t"2', "a quotation mark is not closed"),
        ("1\t2\t", "the label in column"),
        ("1\t2\t" + "x" * 2000, "2000 characters"),
        ("1\t2\tA\0", "not plain text"),
        ("1\t2\t\ud800", "not plain text"),
        ("\n".join(f"1\t2\tk{i}" for i in range(9)), "would be added, but there can be only 10 in all"),
        ("\t" * 20_000, "there are no points"),
    ],
)
def test_what_cannot_be_points_is_refused_in_one_sentence(text: str, sentence: str) -> None:
    told = refusal(text)
    assert sentence in told
    assert told.endswith(".")
    assert told.count(". ") == 0


def test_too_much_text_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LONGEST_TEXT", 4)
    assert "too much text" in refusal("1\t2\tA")


def test_an_empty_plane_takes_the_columns_and_classes_that_come() -> None:
    now = pasted("length\twidth\tdepth\tspecies\n1\t2\t3\tcat\n4\t5\t6\tdog", Dataset.empty())
    assert (now.features, now.classes, now.X.shape) == (("length", "width", "depth"), ("cat", "dog"), (2, 3))
    assert pasted("1\t2\tA\n3\t4\tC", Dataset.empty()).classes == ("A", "B", "C")


def test_numbers_with_more_digits_than_a_double_keeps_are_marked() -> None:
    assert pasted("0.1\t2\n0.12345678901234567890\t2").rounded == (2,)


def test_points_that_got_other_columns_meanwhile_are_not_mixed() -> None:
    found = read_points_text("1\t2", PLANE)
    with pytest.raises(PointsFileError, match="have changed in the meantime"):
        with_points_text(Dataset.of([[1, 2, 3]], [0]), found, 0)
