"""Lines above a table are found where a spreadsheet writes them, left out, and counted in sentences about lines."""

from pathlib import Path

import pytest

from perceptron_gui.files.file_work import PointsFileError
from perceptron_gui.files.points.csv_table import ReadingOptions
from perceptron_gui.files.points.import_choice import doubtful, lines_above
from perceptron_gui.files.points.points_file import read_points
from perceptron_gui.frozen import replace
from tests.files.tables import read_text

TABLE = "Länge;Breite;Art\n5,1;3,5;setosa\n7,0;3,2;versicolor\n4,9;3,0;setosa\n"
ABOVE = {
    "nothing": ("", 0),
    "a title that was padded": ("Messungen 2024;;\n", 1),
    "a title and a blank row, both padded": ("Messungen 2024;;\n;;\n", 2),
    "a title as it is": ("Messungen 2024\n", 1),
    "a title with a comma": ("Messungen, 2024\n\n", 2),
    "a title of two lines in quotes": ('"Messungen\n2024";;\n', 2),
    "blank lines": ("\n\n\n", 3),
    "names and values": ("Ort;Ulm\nDatum;24.12.2024\n\n", 3),
    "a line that says how it is separated": ("sep=;\n", 1),
    "a comment": ("# by the garden\n# in cm\n", 2),
}


@pytest.mark.parametrize("name", ABOVE)
def test_what_a_spreadsheet_writes_above_a_table_is_found_and_left_out(name: str, tmp_path: Path) -> None:
    above, n_above = ABOVE[name]
    path = tmp_path / "flowers.csv"
    path.write_text(above + TABLE, encoding="utf-8-sig")
    options = doubtful(path, lambda part: None).choice.head.options
    assert (options.n_above, options.delimiter, options.has_header) == (n_above, ";", True)
    read = read_points(path, options=options)
    assert read.dataset.X.tolist() == [[5.1, 3.5], [7.0, 3.2], [4.9, 3.0]]
    assert (read.dataset.features, read.dataset.classes) == (("Länge", "Breite"), ("setosa", "versicolor"))


@pytest.mark.parametrize(
    "text",
    [
        "a,b,label\n1,2,A\n3,4,B\n",
        "1.5,2,A\n3,4,B\n",
        ",b\n1,A\n2,B\n",
        "a,b,label\n1,2,A,\n3,4,B,\n5,6,B,\n",
        "a,b,,\n1,2,,A\n3,4,,B\n",
        "label\nA\nB\n",
        "",
        "\n",
    ],
)
def test_a_table_that_begins_with_its_first_line_keeps_it(text: str) -> None:
    assert lines_above(iter(text.splitlines(keepends=True)), None) == (0, None)


def test_a_flaw_is_told_with_its_line_in_the_file() -> None:
    for flawed, line in ((TABLE.replace("3,2", "x"), 5), (TABLE.replace("Breite", "Länge"), 3)):
        with pytest.raises(PointsFileError) as caught:
            read_text("Messungen;;\n;;\n" + flawed, ReadingOptions(n_above=2))
        assert caught.value.flaw is not None and caught.value.flaw.line == line


def test_as_many_lines_are_left_out_as_are_chosen_and_never_all(tmp_path: Path) -> None:
    path = tmp_path / "flowers.csv"
    path.write_text("a,b,label\nin cm,in cm,\n1,2,A\n3,4,B\n", encoding="utf-8")
    choice = doubtful(path, lambda part: None).choice
    assert choice.head.options.n_above == 0
    below = choice.with_text(n_above=2, has_header=None)
    assert (below.head.options.has_header, list(below.head.lines)[:2]) == (False, [3, 4])
    assert read_points(path, options=below.head.options).dataset.X.tolist() == [[1, 2], [3, 4]]
    with pytest.raises(PointsFileError, match="empty"):
        read_points(path, options=replace(below.head.options, n_above=4))
