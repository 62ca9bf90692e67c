"""Reading piece by piece: the same points as all at once, whatever the file, in little time and memory."""

import csv
import os
import re
import threading
import time
from pathlib import Path
from typing import IO

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron_gui.__main__ import main
from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.files.points import csv_table as table
from perceptron_gui.files.points.points_file import PointsFileError, read_points, write_points
from perceptron_gui.files.spelling import GROUPED, class_key, find_class, is_rounded, parse_number, sort_classes
from perceptron_gui.session.scripts import PLAIN
from tests.effort import random_sets
from tests.files import referee
from tests.pace import assert_within, within

LONG = 10**6
HEAD = "x1,x2,label\n1,2,A\n3,4,B\n"
KINDS = {
    "digits": "1" * LONG,
    "digits and a letter": "1" * LONG + "x",
    "decimals and a letter": "1." + "1" * LONG + "x",
    "an exponent and a letter": "1e" + "1" * LONG + "x",
    "thousands": "1" + ",111" * (LONG // 4) + "x",
    "signs": "+" * LONG,
    "points": "." * LONG,
    "commas": "," * LONG,
    "blanks": " " * LONG,
    "line ends": "\n" * LONG,
    "quotes": '"' * LONG,
    "pairs of quotes": '"a"' * (LONG // 3),
    "apostrophes": "'" * LONG,
    "asterisks": "*" * LONG,
    "a name": "a" * LONG,
}


@pytest.mark.drawn
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("place", ["1,{},A\n", "1,2,{}\n", '1,2,"{}"\n', "header"])
def test_a_cell_of_a_million_characters_is_answered_within_a_second(tmp_path: Path, kind: str, place: str) -> None:
    path = tmp_path / "long.csv"
    text = KINDS[kind] + "," + HEAD if place == "header" else HEAD + place.format(KINDS[kind])
    for content in (text, text.replace(",", ";")):
        path.write_text(content, encoding="utf-8", newline="")
        with within(1.0), pytest.raises(PointsFileError, match=r"\.$"):
            read_points(path)


@pytest.mark.parametrize("kind", KINDS)
def test_a_value_of_a_million_characters_is_answered_within_a_second(kind: str) -> None:
    text = KINDS[kind]
    for read in (parse_number, class_key, PLAIN.fullmatch, GROUPED.fullmatch, lambda text: find_class(("A",), text)):
        with within(1.0):
            read(text)


@pytest.mark.parametrize("option", ["--eta", "--initial", "--positive", "--seed", "--max-epochs", "--mode", "--kernel"])
@pytest.mark.parametrize("kind", ["digits", "digits and a letter", "decimals and a letter", "commas", "blanks"])
def test_an_option_of_a_million_characters_is_answered_within_a_second(
    tmp_path: Path, option: str, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "points.csv"
    path.write_text(HEAD)
    with within(1.0):
        assert main(["train", str(path), f"{option}={KINDS[kind]}"]) == 2
    assert len(capsys.readouterr().err) < 1000


PATTERN = re.compile(
    r"re\.(?:compile|sub|match|search|fullmatch|split|findall|finditer)\(\s*r?b?f?([\"'])(.+?)\1[,)]", re.S
)
ATTACKS = [
    c * 15_000 + end for c in ("1", "a", " ", "*", '"', ",111", "1.", "ab", "(", "*a", "+", "₁") for end in "x\n("
]


def patterns() -> list[str]:
    import perceptron_gui

    found = []
    for path in Path(perceptron_gui.__file__).parent.rglob("*.py"):
        found += [match[2] for match in PATTERN.finditer(path.read_text(encoding="utf-8"))]
    return found


@pytest.mark.seldom
def test_no_pattern_of_the_program_goes_back_quadratically() -> None:
    assert len(patterns()) > 5
    for pattern in patterns():
        try:
            compiled = re.compile(pattern)
        except re.error:
            continue  # put together of pieces
        for text in ATTACKS:
            with within(0.125):
                compiled.fullmatch(text)
                compiled.sub("", text)


CELL = st.one_of(
    st.sampled_from(
        ["0", "1.5", "-2", "1,5", "1,125", "", " ", "x", "3e2", "'=a", "=a", "+", "-", '"q"', '"', "\n", "ä"]
    ),
    st.floats(-1e12, 1e12).map(repr),
    st.text(alphabet="01.,;'\"\t\r\n +-eE_xA", max_size=6),
)


@st.composite
def texts(draw: st.DrawFn) -> tuple[str, str]:
    """Return text like a points file, often one, and its delimiter."""
    delimiter = draw(st.sampled_from(",;\t"))
    end = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    width = draw(st.integers(2, 4))
    header = [*[f"x{j}" for j in range(width - 1)], draw(st.sampled_from(["label", "class", "z", '"a b"']))]
    header = draw(st.permutations(header))
    number = draw(st.sampled_from(["1.5", "1,5", "7", "1,125"]))
    rows = draw(st.lists(st.lists(st.one_of(st.just(number), CELL), min_size=width, max_size=width), max_size=9))
    quote = draw(st.booleans())
    cells = [[f'"{c}"' if quote and '"' not in c else c for c in row] for row in rows]
    return end.join(delimiter.join(row) for row in [header, *cells]) + draw(
        st.sampled_from(["", end, end * 3])
    ), delimiter


@settings(max_examples=random_sets(120))
@given(texts(), st.integers(1, 12))
def test_reading_by_pieces_gives_what_reading_all_at_once_gives(
    tmp_path_factory: pytest.TempPathFactory, text: tuple[str, str], n_cells: int
) -> None:
    path = tmp_path_factory.getbasetemp() / "pieces.csv"
    path.write_text(text[0], encoding="utf-8", newline="")
    expected = referee.read(*text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table, "CELLS_AT_ONCE", n_cells)
        patch.setattr("perceptron_gui.files.opened_file.BLOCK", n_cells)
        try:
            read = read_points(path)
        except PointsFileError as error:
            assert expected is None, str(error)
            return
    dataset = read.dataset
    names = [dataset.classes[k] for k in dataset.labels]
    assert (dataset.X.tolist(), names, dataset.classes, dataset.features, read.label_name) == expected


@given(st.text(alphabet="0123456789.eE-+", min_size=1, max_size=24))
def test_a_number_is_rounded_where_its_double_prints_another(text: str) -> None:
    from fractions import Fraction

    value = parse_number(text)
    if value is not None and abs(value) <= 1e12:
        exponent = text.lower().partition("e")[2]
        if len(exponent) < 5:
            assert is_rounded(text) == (Fraction(text) != Fraction(repr(value)))


@pytest.mark.parametrize("exponent", ["99999999999999999999", "-99999999999999999999"])
def test_an_exponent_beyond_those_of_decimals_is_read(tmp_path: Path, exponent: str) -> None:
    path = tmp_path / "exponents.csv"
    path.write_text(f"x1,x2,label\n0e{exponent},0.00e{exponent},A\n1e-{exponent.removeprefix('-')},2,B\n")
    dataset = read_points(path).dataset
    assert dataset.X.tolist() == [[0.0, 0.0], [0.0, 2.0]]
    assert dataset.rounded == (1,)


def csv_rows(file: IO[str], delimiter: str) -> list[list[str]]:
    """Return the rows of a file below its first, as Python's own reader has them."""
    return list(csv.reader(file, delimiter=delimiter))[1:]


@pytest.mark.parametrize(("end", "delimiter", "quote"), [("\r\n", ",", '"'), ("\n", ";", "")])
@pytest.mark.seldom
def test_rows_are_read_as_quickly_as_a_million_in_three_seconds_or_half_as_quickly_as_python_does(
    tmp_path: Path, end: str, delimiter: str, quote: str
) -> None:
    rng, n, times = np.random.default_rng(0), 10_000, 2
    X, y = np.round(rng.normal(size=(n, 2)), 3), rng.integers(0, 2, n)
    row = f"{{}}{delimiter}{{}}{delimiter}{quote}{{}}{quote}{end}"
    rows = "".join(row.format(a, b, "AB"[k]) for (a, b), k in zip(X.tolist(), y, strict=True))
    rows = rows.replace(".", ",") if delimiter == ";" else rows
    path = tmp_path / "large.csv"
    path.write_text(f"x1{delimiter}x2{delimiter}label{end}" + rows * times, encoding="utf-8", newline="")
    seconds, of_csv = [], []
    for _ in range(3):  # the quickest counts: others may use the machine meanwhile
        begin = time.thread_time()
        dataset = read_points(path).dataset
        seconds.append(time.thread_time() - begin)
        begin = time.thread_time()
        with path.open(encoding="utf-8", newline="") as file:
            [(float(a.replace(",", ".")), float(b.replace(",", ".")), c) for a, b, c in csv_rows(file, delimiter)]
        of_csv.append(time.thread_time() - begin)
    assert_within(max(2 * min(of_csv), 3.0 * dataset.n_samples / 1_000_000), min(seconds))
    assert dataset.n_samples == times * n
    assert np.array_equal(dataset.X[-n:], X)
    assert np.array_equal(dataset.labels[:n], y)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_a_pipe_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "pipe.csv"
    os.mkfifo(path)
    with pytest.raises(PointsFileError, match="not a regular file"):
        read_points(path)


def test_a_device_is_refused() -> None:
    with pytest.raises(PointsFileError, match="not a regular file"):
        read_points(os.devnull)


def test_a_file_that_grows_while_it_is_read_is_refused_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "points.csv"
    path.write_text(HEAD + "1,2,A\n" * 10_000)
    grows = iter([True])

    def report(part: float) -> None:
        if next(grows, False):
            with path.open("a") as file:
                file.write("1,")

    with pytest.raises(PointsFileError, match="changed while it was being read"):
        read_points(path, report)


def test_what_the_report_raises_ends_the_reading_and_the_file_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "points.csv"
    path.write_text(HEAD + "1,2,A\n" * 100_000)
    parts: list[float] = []

    def report(part: float) -> None:
        parts.append(part)
        if part > 0.5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        read_points(path, report)
    assert parts == sorted(parts)
    assert 0.5 < parts[-1] < 1


def test_who_gives_up_while_only_blank_lines_are_read_is_heard(tmp_path: Path) -> None:
    path = tmp_path / "points.csv"
    path.write_text(HEAD + "\n" * 200_000)
    parts: list[float] = []

    def report(part: float) -> None:
        parts.append(part)
        if len(parts) == 9:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        read_points(path, report)
    assert parts[-1] < 0.9


def test_many_blank_lines_before_anything_else_are_refused_without_reading_all(tmp_path: Path) -> None:
    path = tmp_path / "points.csv"
    path.write_text("\n" * 2_000_000 + HEAD)
    with within(0.2), pytest.raises(PointsFileError, match="line 1: this line is blank"):
        read_points(path)
    path.write_text("\n" * 100)
    with pytest.raises(PointsFileError, match="the file is empty"):
        read_points(path)


def test_a_line_without_end_is_refused_before_it_fills_the_memory(tmp_path: Path) -> None:
    path = tmp_path / "line.csv"
    path.write_text(HEAD + "1," * 2**22)
    with pytest.raises(PointsFileError, match="line 4: this line has more than"):
        read_points(path)


FORMULAS = ["=1+1", "+a", "-a", "@SUM(A1)", "'=x", "''+y", "=", "@", "-1,5", "＝x", '=HYPERLINK("http://a","b")']
HARMLESS = ["+", "-", "-1", "+1.5", "1", "'a", "'", "a=b"]


@pytest.mark.parametrize("name", FORMULAS + HARMLESS)
def test_no_name_is_run_by_a_spreadsheet_and_all_read_back(tmp_path: Path, name: str) -> None:
    path = tmp_path / "points.csv"
    dataset = Dataset.of([[1, 2], [3, 4]], [0, 1], (name, "other"), (f"{name} of x", "x2"))
    write_points(path, dataset)
    again = read_points(path).dataset
    assert set(again.classes) == {name, "other"}
    assert again.features == dataset.features
    for cell in (cell for row in path.read_text().split("\n") for cell in row.split(",")):
        cell = cell.strip('"')
        assert cell in HARMLESS or not cell.startswith(("=", "+", "-", "@", "\t", "＝")), cell


def test_labels_plus_and_minus_are_written_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "points.csv"
    write_points(path, Dataset.of([[1, 2], [3, -4]], [0, 1], ("-", "+")))
    assert path.read_text() == "x1,x2,label\n1,2,-\n3,-4,+\n"


def test_reading_keeps_nothing_running(tmp_path: Path) -> None:
    path = tmp_path / "points.csv"
    path.write_text(HEAD)
    before = threading.active_count()
    read_points(path)
    sort_classes(["a"])
    assert threading.active_count() == before


def test_rows_with_more_digits_than_a_double_keeps_are_marked(tmp_path: Path) -> None:
    path = tmp_path / "digits.csv"
    rows = [
        "1,2",
        "0.12345678901234568,2",
        "0.1,2",
        "1,900719925474.0993001",
        "0.10000000000000001,1e-999",
        "1e2,1.5e-3",
    ]
    path.write_text("x1,x2,label\n" + "".join(f"{row},A\n" for row in rows * 1000))
    rounded = read_points(path).dataset.rounded
    assert rounded[:4] == (3, 4, 9, 10)
    assert len(rounded) == 2000
    text = path.read_text().replace(",", ";").replace(".", ",")
    path.write_text(text)
    assert read_points(path).dataset.rounded == rounded


def test_a_row_that_is_known_to_be_rounded_is_not_looked_at_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[str] = []

    def look(cell: str) -> bool:
        looks.append(cell)
        return is_rounded(cell)

    monkeypatch.setattr("perceptron_gui.files.spelling.is_rounded", look)
    path = tmp_path / "digits.csv"
    row = ",".join(f"{k / 7:.18e}" for k in range(1, 101)) + ",A\n"
    path.write_text(",".join(f"x{k}" for k in range(1, 101)) + ",label\n" + 50 * row)
    assert read_points(path).dataset.rounded == tuple(range(50))
    assert len(looks) == 50


def test_too_many_classes_are_refused_at_the_row_of_the_first(tmp_path: Path) -> None:
    path = tmp_path / "classes.csv"
    path.write_text("x1,x2,label\n" + "".join(f"1,2,{k}\n1,2,{k}.0\n" for k in range(100_000)))
    parts: list[float] = []
    with pytest.raises(PointsFileError, match=r'line 22: "10" is one class too many.* in column "label"'):
        read_points(path, parts.append, 10)
    assert not parts
    path.write_text(path.read_text()[: len("x1,x2,label\n" + 10 * "1,2,0\n1,2,0.0\n")])
    assert len(read_points(path, most_classes=10).dataset.classes) == 10


def test_one_class_written_with_point_and_comma_counts_once(tmp_path: Path) -> None:
    path = tmp_path / "classes.csv"
    path.write_text("x1;x2;label\n" + "".join(f"1,5;2;{k},0\n1,5;2;{k}\n" for k in range(10)))
    assert len(read_points(path, most_classes=10).dataset.classes) == 10


def test_who_gives_up_while_labels_are_sorted_is_heard() -> None:
    heard: list[int] = []

    def listen() -> None:
        heard.append(1)
        if len(heard) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sort_classes([f"c{k}" for k in range(10_000)], listen=listen)


def test_a_rounded_point_is_saved_as_the_decimal_it_was_rounded_to_which_is_exact(tmp_path: Path) -> None:
    path = tmp_path / "points.csv"
    path.write_text("x1,x2,label\n0.10000000000000000001,2,A\n3,4,B\n")
    read = read_points(path).dataset
    write_points(path, read)
    assert path.read_text() == "x1,x2,label\n0.1,2,A\n3,4,B\n"
    again = read_points(path).dataset
    assert (read.rounded, again.rounded) == ((0,), ())
    assert np.array_equal(again.X, read.X)
