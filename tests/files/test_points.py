"""Reading and writing points files (C1)."""

import os
import stat
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.files.points.points_file import PointsFile, PointsFileError, parse_cells, read_points, write_points
from perceptron_gui.files.spelling import is_coordinate, shortest, with_partner
from tests.effort import random_sets
from tests.pace import within

IRIS = Path(__file__).parents[2] / "perceptron_gui/resources/data/iris.csv"


def read(tmp_path: Path, text: str | bytes) -> PointsFile:
    path = tmp_path / "points.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_points(path)


SAME = "x1,x2,label\n1.5,-2,A\n0,3e2,B\n"


@pytest.mark.parametrize(
    "text",
    [
        SAME,
        SAME.encode("utf-8-sig"),
        SAME.replace("\n", "\r\n"),
        SAME.replace("\n", "\r"),
        SAME.replace(",", ";"),
        SAME.replace(",", "\t"),
        SAME.replace(",", ";").replace(".", ","),
        SAME.replace(",", "\t").replace(".", ","),
        SAME.replace(",", ", "),
        SAME.replace("A", '"A"').replace("x1", '"x1"'),
        SAME.rstrip("\n"),
        SAME + "\n\n \n",
        SAME + ",,\n",
        SAME.replace("1.5", " +1.50 ").replace("3e2", "300."),
        "label,x1,x2\nA,1.5,-2\nB,0,300\n",
        "x1,CLASS,x2\n1.5,A,-2\n0,B,300\n",
    ],
)
def test_reads_every_accepted_way_of_writing_the_same_points(tmp_path: Path, text: str | bytes) -> None:
    file = read(tmp_path, text)
    assert file.dataset.X.tolist() == [[1.5, -2.0], [0.0, 300.0]]
    assert file.dataset.features == ("x1", "x2")
    assert file.dataset.classes == ("A", "B")
    assert file.dataset.labels.tolist() == [0, 1]
    assert file.label_name.casefold() in ("label", "class")


@pytest.mark.parametrize(
    ("header", "label"),
    [
        ("x,y,class", "class"),
        ("x,y,Species", "Species"),
        ("target,x,y", "target"),
        ("y,x1,x2", "y"),
        ("a,b,c", "c"),
        ("Label,b,c", "Label"),
        ("0,1,label", "label"),
    ],
)
def test_finds_the_label_column(tmp_path: Path, header: str, label: str) -> None:
    names = header.split(",")
    file = read(tmp_path, f"{header}\n1,2,3\n")
    assert file.label_name == label
    assert file.dataset.features == tuple(name for name in names if name != label)


@pytest.mark.parametrize(
    ("labels", "classes", "codes"),
    [
        (["10", "9", "-1"], ("-1", "9", "10"), [2, 1, 0]),
        (["1.0", "1", "0", "1e0", "+01"], ("0", "1.0"), [1, 1, 0, 1, 1]),
        (["b", "a", "10", "9"], ("10", "9", "a", "b"), [3, 2, 0, 1]),
        (["b", "1", "1.0"], ("1", "b"), [1, 0, 0]),
        ([" A", "A "], ("A",), [0, 0]),
        (["a", "A"], ("A", "a"), [1, 0]),
        (["ja, klar", 'so "so"'], ("ja, klar", 'so "so"'), [0, 1]),
        (["10000000000000000001", "10000000000000000002"], ("10000000000000000001", "10000000000000000002"), [0, 1]),
        (["1e99999999999999999999", "1"], ("1", "1e99999999999999999999"), [1, 0]),
        (["nan", "inf", "nan"], ("inf", "nan"), [1, 0, 1]),
        (["+", "-", "+"], ("-", "+"), [1, 0, 1]),
        (["−", "+"], ("−", "+"), [0, 1]),
        (["+1", "−1", "1"], ("−1", "+1"), [1, 0, 1]),
        (["+", "-", "?"], ("+", "-", "?"), [0, 1, 2]),
        (["+", "0"], ("+", "0"), [0, 1]),
    ],
)
def test_sorts_classes_and_keeps_them_as_first_written(
    tmp_path: Path, labels: list[str], classes: tuple[str, ...], codes: list[int]
) -> None:
    quoted = ['"' + label.replace('"', '""') + '"' for label in labels]
    dataset = read(tmp_path, "x,label\n" + "".join(f"1,{label}\n" for label in quoted)).dataset
    assert dataset.classes == classes
    assert dataset.labels.tolist() == codes


@pytest.mark.parametrize(
    ("label", "classes", "codes"),
    [("+", ("-", "+"), [1, 1]), ("-", ("-", "+"), [0, 0]), ("−", ("−", "+"), [0, 0]), ("A", ("A", "B"), [0, 0])],
)
def test_a_class_that_is_alone_gets_a_partner_and_keeps_its_sign(
    tmp_path: Path, label: str, classes: tuple[str, ...], codes: list[int]
) -> None:
    dataset = with_partner(read(tmp_path, f"x,label\n1,{label}\n2,{label}\n").dataset)
    assert (dataset.classes, dataset.labels.tolist()) == (classes, codes)


def test_a_decimal_comma_makes_one_class_of_1_and_1_0_too(tmp_path: Path) -> None:
    assert read(tmp_path, "x;label\n1,5;1,0\n2;1\n0;0\n").dataset.classes == ("0", "1,0")


def test_three_decimals_are_no_thousands_where_another_number_shows_it(tmp_path: Path) -> None:
    assert read(tmp_path, "x;z;label\n1,125;0,5;A\n").dataset.X.tolist() == [[1.125, 0.5]]


def test_only_a_header_is_no_points(tmp_path: Path) -> None:
    dataset = read(tmp_path, "x1,x2,x3,label\n").dataset
    assert dataset.X.shape == (0, 3)
    assert dataset.classes == ()


def test_ten_thousand_features_and_lines_of_a_mebibyte(tmp_path: Path) -> None:
    header = ",".join(f"x{j}" for j in range(10_000))
    row = ",".join(["0." + "1" * 110] * 10_000)
    assert len(row) > 2**20
    dataset = read(tmp_path, f"{header},label\n{row},A\n{row},B\n").dataset
    assert dataset.X.shape == (2, 10_000)
    assert dataset.X[1, 9_999] == float("0." + "1" * 110)


def test_a_hundred_thousand_rows_take_less_than_a_second(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    dataset = Dataset.of(np.round(rng.normal(size=(100_000, 2)), 3), rng.integers(0, 2, 100_000))
    path = tmp_path / "many.csv"
    write_points(path, dataset)
    with within(1.0):
        again = read_points(path).dataset
    assert np.array_equal(again.X, dataset.X)
    assert np.array_equal(again.labels, dataset.labels)


def test_iris_is_fisher_s() -> None:
    dataset = read_points(IRIS).dataset
    assert dataset.X.shape == (150, 4)
    assert dataset.classes == ("setosa", "versicolor", "virginica")
    assert np.bincount(dataset.labels).tolist() == [50, 50, 50]
    assert dataset.X[34].tolist() == [4.9, 3.1, 1.5, 0.2]
    assert dataset.X[37].tolist() == [4.9, 3.6, 1.4, 0.1]


ODD = st.text(alphabet=st.sampled_from("0123456789.eE+-_ xnaif,'٣\t\r\n\v\f\x1c\x85\u00a0"), max_size=8)


@given(st.lists(ODD, min_size=1, max_size=4))
def test_a_column_is_read_when_each_of_its_cells_can_be(cells: list[str]) -> None:
    assert (parse_cells(cells) is not None) == all(map(is_coordinate, cells))


@given(st.floats(-1e12, 1e12))
def test_the_shortest_text_reads_back_as_the_same_double(value: float) -> None:
    assert np.array(float(shortest(value))).tobytes() == np.array(value).tobytes()
    assert is_coordinate(shortest(value))


def words() -> st.SearchStrategy[str]:
    """Any text a person could give as a name: stripped, not empty, fit for UTF-8."""
    letters = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
    odd = st.sampled_from([*'a1,;"\t\r\n\ufeff\x85\u2028 ', "1.0", "1"])
    return st.lists(st.one_of(odd, letters), min_size=1, max_size=6).map("".join).map(str.strip).filter(bool)


@st.composite
def datasets(draw: st.DrawFn) -> Dataset:
    d = draw(st.integers(1, 3))
    features = draw(st.lists(words(), min_size=d, max_size=d, unique=True))
    rows = draw(st.lists(st.lists(st.floats(-1e12, 1e12), min_size=d, max_size=d), max_size=8))
    classes = draw(st.lists(words(), min_size=1, max_size=4, unique=True))
    labels = draw(st.lists(st.integers(0, len(classes) - 1), min_size=len(rows), max_size=len(rows)))
    return Dataset.of(np.array(rows).reshape(-1, d), labels, classes, features)


@settings(max_examples=random_sets(60))
@given(datasets(), st.sampled_from(["label", "class", "y", "Gruppe"]))
def test_what_is_written_reads_back_the_same(
    tmp_path_factory: pytest.TempPathFactory, dataset: Dataset, label_name: str
) -> None:
    path = tmp_path_factory.getbasetemp() / "round trip.csv"
    path.unlink(missing_ok=True)
    try:
        write_points(path, dataset, label_name)
    except PointsFileError as error:
        assert not path.exists()
        assert str(error).endswith(".")
        return
    again = read_points(path)
    assert again.dataset.X.tobytes() == dataset.X.tobytes()
    assert again.dataset.features == dataset.features
    assert again.label_name == label_name
    names = [dataset.classes[k] for k in dataset.labels]
    assert [again.dataset.classes[k] for k in again.dataset.labels] == names
    first = path.read_bytes()
    write_points(path, again.dataset, label_name)
    assert path.read_bytes() == first


def test_whole_numbers_are_written_without_a_point(tmp_path: Path) -> None:
    path = tmp_path / "points.csv"
    write_points(path, Dataset.of([[1, -2.5], [0.1, 1e12]], [0, 1]))
    assert path.read_text() == "x1,x2,label\n1,-2.5,A\n0.1,1000000000000,B\n"


@pytest.mark.parametrize(
    ("classes", "features", "label_name", "says"),
    [
        (("A", ""), ("x1", "x2"), "label", "has no name"),
        (("1", "1.0"), ("x1", "x2"), "label", "read as the same one"),
        (("A", " A"), ("x1", "x2"), "label", "read as the same one"),
        (("A", "B" * 1001), ("x1", "x2"), "label", "1001 characters"),
        (("A", "B"), ("x1", "x" * 1001), "label", "1001 characters"),
        (("A", "\ud800"), ("x1", "x2"), "label", "UTF-8"),
        (("A", "a\0b"), ("x1", "x2"), "label", "UTF-8"),
        (("A", "B"), ("x1", "x1"), "label", "own name"),
        (("A", "B"), ("x1", "label"), "label", "own name"),
        (("A", "B"), ("x1", "species"), "group", '"species" would be read as the label'),
        (("A", "B"), ("x1", "species"), "label", "could all be the label"),
        (("A", "B"), ("x1", ""), "label", "has no name"),
        (("A", "B"), ("1", "2"), "group", "looks like a point"),
    ],
)
def test_refuses_to_write_what_would_not_read_back(
    tmp_path: Path, classes: tuple[str, ...], features: tuple[str, ...], label_name: str, says: str
) -> None:
    dataset = Dataset.of([[1, 2], [3, 4]], [0, 1], classes, features)
    with pytest.raises(PointsFileError, match=says):
        write_points(tmp_path / "points.csv", dataset, label_name)
    assert not any(tmp_path.iterdir())


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "points.csv"
    path.write_text("old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(PointsFileError, match="the disk is full"):
        write_points(path, Dataset.of([[1, 2]], [0]))
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name == "nt", reason="permissions are not these on Windows")
def test_a_replaced_file_keeps_its_permissions_and_a_link_stays_a_link(tmp_path: Path) -> None:
    path, link = tmp_path / "points.csv", tmp_path / "link.csv"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    write_points(link, Dataset.of([[1, 2]], [0]))
    assert link.is_symlink()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert read_points(path).dataset.n_samples == 1


@pytest.mark.parametrize("target", [".", "no/such/folder/points.csv", os.devnull, "a\0b.csv", "a\0b/points.csv"])
def test_refuses_to_write_where_no_file_can_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(PointsFileError, match="cannot be written because"):
        write_points(target, Dataset.of([[1, 2]], [0]))
    assert not any(tmp_path.iterdir())
