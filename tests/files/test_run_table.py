"""The table as a file: every row is the referee's, exactly, and there is a whole file or none."""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset, Part, trained_part, with_part
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.run.records.all_points import all_points
from perceptron_gui.engine.run.run import Run
from perceptron_gui.files.file_work import PointsFileError
from perceptron_gui.files.output import written_runs
from perceptron_gui.files.output.written_runs import ROWS_AT_ONCE, write_table
from perceptron_gui.session.output.run_table import Selection
from tests.engine.cases import ORDERS, Case, random_case

MODES = ("primal", "dual", "multiclass")
LONGEST = 60


def written(run: Run, path: Path, selection: Selection | None = None) -> list[dict[str, str]]:
    """Write a table and read it again."""
    parts = list(write_table(run, selection or Selection(), str(path)))
    assert parts == sorted(parts)
    assert all(0 < part <= 1 for part in parts)
    assert not parts or parts[-1] == 1.0
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def run_of(case: Case, longest: int = LONGEST) -> Run:
    """Make visits one by one."""
    run = Run(case.dataset, case.settings)
    while run.visit < longest and run.visit_once() is not None:
        pass
    return run


def referee_rows(case: Case, visits: int) -> list[dict[str, str]]:
    """Return the rows as they must be, from fractions."""
    referee, rows = case.referee(), []
    names = [f"w{j + 1}" for j in range(case.n_features)] + ["b"] * case.rules.bias
    for _ in range(visits):
        referee.go_round()
        point, mistakes = referee.next_point(), referee.mistakes
        scores = referee.class_scores(point) if case.rules.mode == "multiclass" else {0: referee.score(point)}
        referee.step()
        row = {"visit": str(referee.visits), "epoch": str(referee.epoch or ""), "point": str(point)}
        row |= {f"x{j + 1}": text(Fraction(repr(value))) for j, value in enumerate(case.points[point])}
        row["class"] = str(case.labels[point])
        if case.rules.mode == "multiclass":
            row |= {f"s_{k}": text(scores[k]) if k in scores else "" for k in range(case.rules.n_classes)}
        else:
            row["f"] = text(scores[0])
        row["mistake"] = str(referee.mistakes - mistakes)
        for k, values in enumerate(referee.parameters()):
            end = f"_{k}" if case.rules.mode == "multiclass" else ""
            row |= {name + end: text(value) for name, value in zip(names, values, strict=True)}
        rows.append(row)
    return rows


def text(value: Fraction) -> str:
    """Return the double nearest to a fraction as it must be written."""
    return repr(float(value) + 0.0).removesuffix(".0")


@pytest.mark.drawn
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("mode", ["dual", "multiclass"])
def test_every_row_is_the_referees(mode: str, order: str, tmp_path: Path) -> None:
    rng = np.random.default_rng([71, MODES.index(mode), ORDERS.index(order)])
    case = random_case(rng, mode, order).with_rules(max_epochs=None, max_updates=None)
    run = run_of(case)
    rows = written(run, tmp_path / "all.csv")
    expected = referee_rows(case, run.frontier)
    assert rows == expected
    mistakes = written(run, tmp_path / "mistakes.csv", Selection(only_mistakes=True))
    if order != "batch":
        assert mistakes == [row for row in expected if row["mistake"] == "1"]
        of_point = written(run, tmp_path / "point.csv", Selection(only_mistakes=True, point=1))
        assert of_point == [row for row in mistakes if row["point"] == "1"]


def test_columns_stand_in_the_order_of_the_table(tmp_path: Path) -> None:
    dataset = Dataset.of([[3, 3], [4, 3], [1, 1]], [1, 1, 0])
    run = Run(dataset, TrainingSettings())
    run.advance(2)
    path = tmp_path / "run.csv"
    written(run, path)
    assert path.read_bytes() == (
        b"visit,epoch,point,x1,x2,class,f,mistake,w1,w2,b\n1,1,0,3,3,1,0,1,3,3,1\n2,1,1,4,3,1,22,0,3,3,1\n"
    )
    run = Run(dataset, TrainingSettings(mode=Mode.MULTICLASS, bias=False))
    run.advance(1)
    written(run, path)
    assert path.read_bytes() == (
        b"visit,epoch,point,x1,x2,class,s_0,s_1,mistake,w1_0,w2_0,w1_1,w2_1\n1,1,0,3,3,1,0,0,1,-3,-3,3,3\n"
    )


def test_a_run_without_visits_is_a_header(tmp_path: Path) -> None:
    path = tmp_path / "run.csv"
    assert written(Run(Dataset.of([[1, 2]], [0]), TrainingSettings()), path) == []
    assert path.read_text().startswith("visit,epoch,point,")


def test_decimals_stay_decimals(tmp_path: Path) -> None:
    rng = np.random.default_rng(72)
    for i in range(8):
        points = rng.integers(-30, 31, (8, 2)) / 10
        run = Run(Dataset.of(points, [0, 1] * 4), TrainingSettings(eta=0.1))
        run.advance(60)
        written(run, tmp_path / f"{i}.csv")
        assert "0000000" not in (tmp_path / f"{i}.csv").read_text()
        assert "99999999" not in (tmp_path / f"{i}.csv").read_text()


def test_it_is_written_a_few_rows_at_a_time_and_there_only_in_the_end(tmp_path: Path) -> None:
    run = Run(Dataset.of([[0, 0], [1, 1], [0, 1], [1, 0]], [1, 1, 0, 0]), TrainingSettings())
    run.advance(8)
    run.advance(3 * ROWS_AT_ONCE + 5)
    path = tmp_path / "run.csv"
    parts = []
    for part in write_table(run, Selection(), str(path)):
        parts.append(part)
        assert not path.exists()
    assert parts == pytest.approx([ROWS_AT_ONCE * k / run.frontier for k in (1, 2, 3)] + [1.0])
    assert path.exists()
    assert len(path.read_text().splitlines()) == run.frontier + 1
    assert [p.name for p in tmp_path.iterdir()] == ["run.csv"]


def test_a_table_that_is_given_up_leaves_nothing(tmp_path: Path) -> None:
    run = Run(Dataset.of([[0, 0], [1, 1], [0, 1], [1, 0]], [1, 1, 0, 0]), TrainingSettings())
    run.advance(8)
    run.advance(2_000)
    path = tmp_path / "run.csv"
    path.write_text("old")
    job = write_table(run, Selection(), str(path))
    next(job)
    job.close()
    assert path.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["run.csv"]


def test_a_failure_on_the_way_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = Run(Dataset.of([[1, 1], [0, 1]], [1, 0]), TrainingSettings())
    run.advance(6)
    path = tmp_path / "run.csv"
    path.write_text("old")

    def full(*_: object) -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(written_runs, "_cells", full)
    with pytest.raises(PointsFileError, match=r"run\.csv: the file cannot be written because the disk is full"):
        list(write_table(run, Selection(), str(path)))
    assert path.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["run.csv"]


@pytest.mark.parametrize("name", ["no/such/folder/run.csv", ".", "x" * 300 + ".csv"])
def test_a_bad_place_is_one_sentence(name: str, tmp_path: Path) -> None:
    run = Run(Dataset.of([[1, 1], [0, 1]], [1, 0]), TrainingSettings())
    run.advance(6)
    with pytest.raises(PointsFileError) as error:
        list(write_table(run, Selection(), str(tmp_path / name)))
    assert str(error.value).count("\n") == 0
    assert str(error.value).endswith(".")
    assert list(tmp_path.iterdir()) == []


def test_writing_moves_no_cursor(tmp_path: Path) -> None:
    run = Run(Dataset.of([[3, 3], [4, 3], [1, 1]], [1, 1, 0]), TrainingSettings())
    run.advance(20)
    run.seek(4)
    last = run.last
    written(run, tmp_path / "run.csv")
    assert (run.visit, run.last) == (4, last)


def test_a_point_placed_in_the_past_meanwhile_ends_it_with_a_sentence(tmp_path: Path) -> None:
    dataset = Dataset.of([[0, 0], [1, 1], [0, 1], [1, 0], [2, 2]], [1, 1, 0, 0, 1])
    path = tmp_path / "run.csv"
    for place in (1_500, 2_000):
        run = Run(dataset.first(4), TrainingSettings())
        run.advance(8)
        run.advance(2_000)
        job = write_table(run, Selection(), str(path))
        next(job)
        run.seek(place)
        run.add_points(dataset)
        if place < 2_000:
            with pytest.raises(PointsFileError, match="because the run has changed in the meantime"):
                list(job)
            assert list(tmp_path.iterdir()) == []
        else:  # behind all that is written
            list(job)
            assert len(path.read_text().splitlines()) == 2_001


def test_where_a_class_came_late_rows_before_it_have_no_score_and_no_weights_of_it(tmp_path: Path) -> None:
    """They had fewer cells than the header: a mistake stood below the score of the class, and weights below it."""
    points = Dataset.of([[3, 3], [4, 3], [1, 1]], [1, 1, 0], ["A", "B"])
    run = Run(points, TrainingSettings(Mode.MULTICLASS))
    for _ in range(4):
        run.visit_once()
    before = written(run, tmp_path / "before.csv")
    run.add_points(points.with_classes(["A", "B", "C"]).with_points([[2, 5]], [2]))
    for _ in range(6):
        run.visit_once()
    rows = written(run, tmp_path / "after.csv")
    assert len(rows) == 10 and all(None not in row and None not in row.values() for row in rows)
    for row, known in zip(rows, before, strict=False):
        assert known.items() <= row.items()
        assert (row["s_2"], row["w1_2"], row["w2_2"], row["b_2"]) == ("", "0", "0", "0")
    assert any(float(row["b_2"]) for row in rows)


def test_of_points_that_are_held_out_the_numbers_are_those_of_all(tmp_path: Path) -> None:
    """Another point's rows were written than those that were selected, and points had the numbers of the run (H1)."""
    points = Dataset.of([[5, 5], [0, 5], [3, 3], [4, 3], [1, 1]], [1, 0, 1, 1, 0])
    dataset = with_part(points, [0, 1], Part.VALIDATION)
    run = Run(trained_part(dataset), TrainingSettings())
    run.advance(1000)

    def rows(selection: Selection) -> list[tuple[str, str]]:
        path = tmp_path / "run.csv"
        list(write_table(run, selection, str(path), all_points(dataset)))
        with path.open(encoding="utf-8", newline="") as file:
            return [(row["point"], row["x1"]) for row in csv.DictReader(file)]

    every = rows(Selection())
    assert {*every} == {("2", "3"), ("3", "4"), ("4", "1")} and len(every) == run.visit
    assert {*rows(Selection(only_mistakes=True, point=4))} == {("4", "1")}
    assert rows(Selection(only_mistakes=True, point=0)) == []


@pytest.mark.parametrize("mode", [Mode.PRIMAL, Mode.MULTICLASS])
def test_all_rows_are_written_wherever_the_run_stands(mode: Mode, tmp_path: Path) -> None:
    """Before points that came later it knows fewer points and classes than its rows."""
    points = Dataset.of([[3, 3], [4, 3], [1, 1]], [1, 1, 0], ["A", "B"])
    run = Run(points, TrainingSettings(mode, positive=1))
    for _ in range(4):
        run.visit_once()
    run.add_points(points.with_classes(["A", "B", "C"]).with_points([[2, 5]], [2]))
    for _ in range(6):
        run.visit_once()
    rows = written(run, tmp_path / "after.csv")
    assert len(rows) == 10 and {row["point"] for row in rows} == {"0", "1", "2", "3"}
    for visit in (7, 4, 2, 0):
        run.seek(visit)
        assert written(run, tmp_path / "before.csv") == rows
