"""What is proposed for a table, and what each choice about it makes of it."""

from pathlib import Path

import pytest
from hypothesis import given, settings

from perceptron_gui.files.file_work import FileError, PointsFileError
from perceptron_gui.files.opened_file import TableSample, take_sample
from perceptron_gui.files.points.import_choice import ImportChoice, doubt_about, doubtful
from perceptron_gui.files.points.points_file import PointsFile, read_points
from tests.files.test_reading import texts

FLOWERS = "id,length,width,which,remark\n1,1.5,0.2,setosa,\n2,4.7,1.4,versicolor,large\n3,1.3,0.4,setosa,\n"


def choice_of(text: str, encoding: str = "utf-8") -> ImportChoice:
    return ImportChoice.of(TableSample(text.encode(encoding), encoding))


def look(path: Path, data: str | bytes) -> ImportChoice:
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return ImportChoice.of(take_sample(path, lambda part: None))


def read_as(path: Path, choice: ImportChoice) -> PointsFile:
    return read_points(path, options=choice.head.options)


def no_report(part: float) -> None:
    pass


@pytest.mark.parametrize(
    ("text", "delimiter", "has_header", "label", "features"),
    [
        ("a,b,label\n1,2,A\n", ",", True, 2, (0, 1)),
        ("a;b;label\n1,5;2;A\n", ";", True, 2, (0, 1)),
        ("a\tb\tc\n1\t2\t3\n", "\t", True, 2, (0, 1)),
        ("x,y,class\n1,2,A\n", ",", True, 2, (0, 1)),
        ("1.5,2,A\n3,4,B\n", ",", False, 2, (0, 1)),
        ("1.5,2,1\n3,4,0\n", ",", False, 2, (0, 1)),
        ("which,a,b\nA,1,2\nB,3,4\n", ",", True, 0, (1, 2)),
        (",a,b,which\n0,1,2,A\n1,3,4,B\n", ",", True, 3, (1, 2)),
        ("a,b,which,\n1,2,A,\n3,4,B,\n", ",", True, 2, (0, 1)),
        ("name,a,which\nAnna,1,w\nBert,2,m\nCleo,3,w\n", ",", True, 2, (1,)),
        ("a,b,which\nNA,2,A\n1,x,B\n3,4,A\n5,6,A\n", ",", True, 2, (0, 1)),
        ("a,label,class\n1,A,B\n", ",", True, 1, (0,)),
        ('a,b,label\n"1,5","2,25",A\n', ",", True, 2, (0, 1)),
        ("a,b,label\n", ",", True, 2, (0, 1)),
        ("a  b label\n1.5   2 A\n", " ", True, 2, (0, 1)),
        ('"a" "b" "which"\n"1.5" "2" "A"\n', " ", True, 2, (0, 1)),
        ("a|b|which\n1.5|2|A\n", "|", True, 2, (0, 1)),
    ],
)
def test_what_is_most_likely_is_proposed(
    text: str, delimiter: str, has_header: bool, label: int, features: tuple[int, ...]
) -> None:
    options = choice_of(text).head.options
    assert (options.delimiter, options.has_header, options.label, options.features) == (
        delimiter,
        has_header,
        label,
        features,
    )


@settings(max_examples=50)
@given(texts())
def test_what_the_rules_read_is_read_like_that_without_a_choice(
    tmp_path_factory: pytest.TempPathFactory, text: tuple[str, str]
) -> None:
    path = tmp_path_factory.getbasetemp() / "proposed.csv"
    path.write_text(text[0], encoding="utf-8", newline="")
    try:
        by_the_rules = read_points(path).dataset
    except PointsFileError:
        return
    proposed = read_as(path, ImportChoice.of(take_sample(path, no_report))).dataset
    assert proposed.X.tolist() == by_the_rules.X.tolist()
    assert (proposed.classes, proposed.labels.tolist()) == (by_the_rules.classes, by_the_rules.labels.tolist())
    assert proposed.features == by_the_rules.features


def test_cells_are_shown_as_they_are_read() -> None:
    head = choice_of('a;b;label\n1,50;0,1000000000000000055;"=x"\n ;3e2;\nx;2;B\n4,5;6;A\n').head
    shown = [[head.shown(row, column) for column in range(3)] for row in range(4)]
    assert shown == [["1.5", "0.1", "=x"], ["", "300", ""], ["x", "2", "B"], ["4.5", "6", "A"]]
    wrong = [(row, column) for row in range(4) for column in range(3) if head.is_wrong(row, column)]
    assert wrong == [(1, 0), (1, 2), (2, 0)]
    assert list(head.lines)[:4] == [2, 3, 4, 5]


def test_another_label_gives_its_column_up_and_the_old_one_is_trained_on_where_it_holds_numbers(tmp_path: Path) -> None:
    path = tmp_path / "points.csv"
    choice = look(path, "a,b,label\n1,2,0\n3,4,1\n").with_label(0)
    assert choice.head.features == (1, 2)
    assert read_as(path, choice).dataset.features == ("b", "label")
    assert read_as(path, choice).dataset.classes == ("1", "3")
    assert look(path, FLOWERS).with_label(4).head.features == (0, 1, 2)


def test_columns_are_left_out_and_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "points.csv"
    choice = look(path, FLOWERS)
    assert (choice.head.features, choice.head.numeric) == ((0, 1, 2), (True, True, True, False, False))
    without = choice.with_feature(0, False)
    read = read_as(path, without)
    assert read.dataset.features == ("length", "width")
    assert read.dataset.X.tolist() == [[1.5, 0.2], [4.7, 1.4], [1.3, 0.4]]
    assert without.with_feature(0, True).head.features == choice.head.features
    with pytest.raises(PointsFileError, match="no column is left"):
        read_as(path, without.with_feature(1, False).with_feature(2, False))


def test_what_is_drawn_stays_among_what_is_trained_on() -> None:
    choice = choice_of("a,b,c,label\n1,2,3,A\n")
    assert choice.drawn == (0, 1)
    assert choice.with_drawn(1, 2).drawn == (0, 2)
    assert choice.with_drawn(0, 1).drawn == (1, 0)
    assert choice.with_drawn(1, 2).with_feature(0, False).drawn == (1, 2)
    assert choice.with_feature(1, False).drawn == (0, 2)
    assert choice.with_feature(1, False).axes == (0, 1)
    one = choice.with_feature(0, False).with_feature(1, False)
    assert (one.drawn, one.axes) == ((2,), (0,))
    assert one.with_feature(0, True).drawn == (2, 0)
    assert choice.with_label(0).drawn == (2, 1)


def test_the_way_of_writing_is_chosen_again_with_all_that_follows_from_it(tmp_path: Path) -> None:
    path = tmp_path / "points.csv"
    choice = look(path, "a;b;label\n1,125;2,250;A\n3,375;4,500;B\n")
    assert choice.head.options.decimal == ","
    assert read_as(path, choice).dataset.X.tolist() == [[1.125, 2.25], [3.375, 4.5]]
    assert choice.with_decimal(".").head.numeric == (False, False, False)
    one = choice.with_text(delimiter="\t")
    assert len(one.head.names) == 1
    with pytest.raises(PointsFileError, match="only one column"):
        read_as(path, one)
    assert one.with_text(delimiter=";").head.options == choice.head.options
    without = choice.with_text(has_header=False)
    assert (without.head.names, without.head.numeric) == (("x1", "x2", "label"), (True, True, False))


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_the_encoding_of_the_whole_file_is_found(tmp_path: Path, codec: str) -> None:
    path = tmp_path / "points.csv"
    text = "Länge,label\n" + "1,A\n" * 1_100_000 + "2,größer\n"
    choice = look(path, text.encode(codec))
    found = {"utf-8-sig": "utf-8", "cp1252": "windows-1252"}.get(codec, codec)
    assert choice.head.options.encoding == found
    assert choice.head.names == ("Länge", "label")
    assert len(choice.head.rows) == 100


def test_an_encoding_that_makes_no_text_leaves_the_choice() -> None:
    choice = choice_of("a,b,label\n1,2,A\n", "utf-16")
    with pytest.raises(FileError, match="NUL"):
        choice.with_text(encoding="windows-1252")


@pytest.mark.parametrize("data", ["", "\n\n \n", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"])
def test_where_there_is_no_table_the_refusal_stands(tmp_path: Path, data: str | bytes) -> None:
    path = tmp_path / "nothing.csv"
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    with pytest.raises(PointsFileError) as refusal:
        read_points(path)
    with pytest.raises(PointsFileError) as caught:
        doubtful(path, no_report, refusal.value)
    assert caught.value is refusal.value
    with pytest.raises(PointsFileError, match=r"nothing\.csv"):
        doubtful(path, no_report)


def test_why_a_table_is_asked_about_names_the_line_and_not_the_file(tmp_path: Path) -> None:
    path = tmp_path / "points.csv"
    path.write_text("a,b,label\n1,x,A\n")
    with pytest.raises(PointsFileError) as refusal:
        read_points(path)
    table = doubtful(path, no_report, refusal.value)
    assert table.reason == 'Line 2: "x" in column "b" is not a number; write it as a plain decimal such as -1.25.'


@pytest.mark.parametrize(
    ("text", "is_doubtful"),
    [
        ("a,b,c\n1,2,0.5\n3,4,1.5\n", True),
        ("a,b,label\n1,2,0.5\n3,4,1.5\n", False),
        ("a,b,c\n1,2,-1\n3,4,1.0\n", False),
        ("a,b,c\n1,2,0.5\n3,4,A\n", False),
        ("a;b;c\n1,5;2;0,5\n3;4;1\n", True),
        ("a,b,c\n", False),
    ],
)
def test_an_unnamed_label_column_of_decimals_is_doubted(tmp_path: Path, text: str, is_doubtful: bool) -> None:
    path = tmp_path / "points.csv"
    path.write_text(text)
    doubt = doubt_about(read_points(path))
    assert bool(doubt) is is_doubtful
    assert not doubt or '"c"' in doubt


def test_a_row_that_is_cut_off_by_the_end_of_the_sample_is_not_shown(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("perceptron_gui.files.opened_file.SAMPLE_BYTES", 24)
    head = look(tmp_path / "points.csv", "a,b,label\n1,2,A\n30000,40000,B\n").head
    assert [head.shown(row, 0) for row in range(len(head.rows))] == ["1"]


def test_a_head_of_ten_thousand_columns_has_some_rows(tmp_path: Path) -> None:
    names = ",".join(f"x{j}" for j in range(10_000))
    choice = look(tmp_path / "wide.csv", f"{names},label\n" + ("1.5," * 10_000 + "A\n") * 5)
    assert len(choice.head.features) == 10_000
    assert len(choice.head.rows) >= 1
