"""Reading a table as somebody has chosen, from a file or from text."""

from pathlib import Path

import numpy as np
import pytest

from perceptron_gui.files.file_work import PointsFileError
from perceptron_gui.files.points.csv_table import BY_THE_RULES, ReadingOptions, with_all_names
from perceptron_gui.files.points.points_file import LeftOut, PointsFile, is_missing, read_points
from perceptron_gui.frozen import replace
from tests.files.tables import read_text

SAME = "a,b,label\n1.5,-2,A\n0,3e2,B\n"


def read(text: str, **options: object) -> PointsFile:
    return read_text(text, ReadingOptions(**options))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "options"),
    [
        (SAME, {}),
        (SAME.replace(",", ";"), {"delimiter": ";"}),
        (SAME.replace(",", "|"), {"delimiter": "|"}),
        (SAME.replace(",", "   "), {"delimiter": " "}),
        (SAME.replace(",", "\t"), {"decimal": "."}),
        (SAME.replace(",", ";").replace(".", ","), {"decimal": ","}),
        ('a,b,label\n"1,5",-2,A\n0,"3e2",B\n', {"decimal": ","}),
        (SAME.replace("label", "which"), {"label": 2}),
        ("a,which,b\n1.5,A,-2\n0,B,3e2\n", {"label": 1}),
        ("a,no,b,which,z\n1.5,x,-2,A,9\n0,y,3e2,B,9\n", {"label": 3, "features": (0, 2)}),
        (SAME + "NA,1,A\n1,?,B\n1, nan ,A\n,1,A\n1,2,\n1,n/a,B\n", {"leaves_out_incomplete": True}),
        (SAME, {"has_header": True}),
    ],
)
def test_a_table_is_read_as_it_was_chosen(text: str, options: dict[str, object]) -> None:
    table = read(text, **options)
    dataset = table.dataset
    assert dataset.X.tolist() == [[1.5, -2.0], [0.0, 300.0]]
    assert (dataset.features, dataset.classes, dataset.labels.tolist()) == (("a", "b"), ("A", "B"), [0, 1])
    assert table.left_out == (LeftOut(6, 4) if options.get("leaves_out_incomplete") else LeftOut())


@pytest.mark.parametrize(
    ("label", "features", "label_name", "classes"),
    [
        (None, ("x1", "x2"), "label", ("3", "6")),
        (0, ("x1", "x2"), "label", ("1", "4")),
        (1, ("x1", "x2"), "label", ("2", "5")),
    ],
)
def test_a_table_without_a_header_gets_names(
    label: int | None, features: tuple[str, ...], label_name: str, classes: tuple[str, ...]
) -> None:
    table = read("1,2,3\n4,5,6\n", has_header=False, label=label)
    assert (table.dataset.features, table.label_name, table.dataset.classes) == (features, label_name, classes)
    assert table.dataset.n_samples == 2


@pytest.mark.parametrize(
    ("names", "mended"),
    [
        (("", "a", "label"), ("column 1", "a", "label")),
        (("a", "a", "a"), ("a", "a (2)", "a (3)")),
        (("a (2)", "a", "a"), ("a (2)", "a", "a (3)")),
        (("", "column 1", ""), ("column 1 (2)", "column 1", "column 3")),
    ],
)
def test_columns_without_a_name_of_their_own_get_one(names: tuple[str, ...], mended: tuple[str, ...]) -> None:
    assert with_all_names(names) == mended
    assert read(",".join(names) + "\n1,2,3\n", has_header=True, label=2).dataset.features == mended[:2]


def test_ten_thousand_columns_of_one_name_get_names_at_once() -> None:
    mended = with_all_names(["x"] * 10_000)
    assert len({*mended}) == 10_000
    assert mended[-1] == "x (10000)"


@pytest.mark.parametrize(
    ("text", "options", "says"),
    [
        (SAME, {"label": 5}, "no longer there"),
        (SAME, {"features": (0, 7)}, "no longer there"),
        (SAME, {"features": ()}, "no column is left to train on"),
        (SAME.replace(",", ";"), {"decimal": ","}, 'line 2: "1.5" in column "a" has a point'),
        ("a;b;label\n1,5;2;A\n", {"decimal": "."}, 'line 2: "1,5" in column "a" is not a number'),
        (SAME, {"delimiter": ";"}, "only one column"),
        ("a,b,label\nx,1,A\n", {"leaves_out_incomplete": True}, 'line 2: "x" in column "a" is not a number'),
        ("a,b,label\nNA,1,A\n", {}, 'line 2: "NA" in column "a" is not a number'),
        ("1,2,A\n", {}, "looks like a point"),
        ('1,"2\n', {"has_header": False}, "line 1: a quoted cell begins here and is never closed"),
        ("", {"has_header": False}, "the file is empty"),
    ],
)
def test_what_cannot_be_read_as_chosen_is_named_at_its_place(text: str, options: dict[str, object], says: str) -> None:
    with pytest.raises(PointsFileError, match=says) as caught:
        read(text, **options)
    assert str(caught.value).startswith("here")


def test_a_number_below_its_point_is_named_by_its_own_column_though_others_are_left_out() -> None:
    with pytest.raises(PointsFileError, match=r'line 3: "x" in column "c" is not a number.* \(the label .* "b"\)'):
        read("a,b,c\n1,2,3\nA,B,x\n", label=1, features=(2,))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("block", [3, 2**16])
def test_text_in_other_encodings_is_read(tmp_path: Path, end: str, block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perceptron_gui.files.opened_file.BLOCK", block)
    path = tmp_path / "points.csv"
    text = "Länge;€;Art\n1,5;2;größer\n3;4;klein\n".replace("\n", end)
    for codec, encoding in (
        ("utf-8-sig", "utf-8"),
        ("utf-16", "utf-16"),
        ("utf-16-le", "utf-16"),
        ("cp1252", "windows-1252"),
    ):
        path.write_bytes(text.encode(codec))
        dataset = read_points(path, options=ReadingOptions(encoding=encoding)).dataset
        assert dataset.features == ("Länge", "€")
        assert dataset.classes == ("größer", "klein")
        assert dataset.X.tolist() == [[1.5, 2.0], [3.0, 4.0]]
    path.write_bytes(b"\xfe\xff" + text.encode("utf-16-be"))
    assert read_points(path, options=ReadingOptions(encoding="utf-16")).dataset.features == ("Länge", "€")


@pytest.mark.parametrize("block", [2, 5, 2**16])
@pytest.mark.parametrize(
    ("data", "encoding", "says"),
    [
        (
            "a,b\r\n1,A\r\n2,".encode("utf-16-le") + b"\x00\xd8" + b"x\x00\n\x00",
            "utf-16",
            "line 3: this line is not UTF-16",
        ),
        ("a,b\n1,A\n2,B\0\n".encode("utf-16"), "utf-16", "line 3: there is a NUL"),
        (b"a,b\r1,A\r2,\x81\r", "windows-1252", "line 3: this line has a byte that is not a character"),
        (b"a,b\r\n1,A\r\n2,\xff\r\n", "utf-8", "line 3: this line is not UTF-8"),
        (b"a,b\n1,A\n2,\0\n", "windows-1252", "line 3: there is a NUL"),
    ],
)
def test_text_that_is_not_in_the_chosen_encoding_is_named_at_its_line(
    tmp_path: Path, data: bytes, encoding: str, says: str, block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("perceptron_gui.files.opened_file.BLOCK", block)
    path = tmp_path / "points.csv"
    path.write_bytes(data)
    with pytest.raises(PointsFileError, match=says):
        read_points(path, options=replace(BY_THE_RULES, encoding=encoding))


def test_rows_that_are_left_out_count_for_nothing() -> None:
    text = (
        "a,b,label\n" + "1,2,A\nNA,1.234567890123456789,C\n0.1234567890123456789,?,B\n3,0.1234567890123456789,B\n" * 900
    )
    table = read(text, leaves_out_incomplete=True)
    assert table.dataset.classes == ("A", "B")
    assert table.dataset.n_samples == 1800
    assert table.dataset.rounded == tuple(range(1, 1800, 2))
    assert table.left_out == LeftOut(1800, 3)
    assert np.array_equal(table.dataset.labels, np.tile([0, 1], 900))


def test_a_row_that_is_left_out_decides_nothing_about_commas() -> None:
    assert read("a;b;label\n1;2;A\nNA;1,125;B\n1.5;2;B\n", leaves_out_incomplete=True).dataset.X.tolist() == [
        [1, 2],
        [1.5, 2],
    ]


@pytest.mark.parametrize("cell", ["", " ", "NA", "na", " N/A ", "NaN", "?", "\t"])
def test_what_stands_for_a_missing_number(cell: str) -> None:
    assert is_missing(cell)


@pytest.mark.parametrize("cell", ["0", "-", "nano", "??", "A", "?" * 10**6])
def test_what_does_not(cell: str) -> None:
    assert not is_missing(cell)


def test_blank_rows_are_no_rows_where_others_may_be_left_out() -> None:
    text = "a,b,label\n1,2,A\n\n ,,\n" + "\n" * 5000 + "NA,2,A\n  \n3,4,B\n\n,,\n"
    table = read(text, leaves_out_incomplete=True)
    assert table.dataset.X.tolist() == [[1, 2], [3, 4]]
    assert table.left_out == LeftOut(1, 5005)
    with pytest.raises(PointsFileError, match="line 3: this line is blank; remove it"):
        read(text)
    with pytest.raises(PointsFileError, match='line 3: the cell in column "a" is empty'):
        read(text.replace("\n\n", "\n,,\n", 1))
