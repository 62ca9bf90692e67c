"""Hold-out on the command line (H1, C4–C6): the run is that of the other points alone."""

import csv
import itertools
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from perceptron_gui.__main__ import main
from perceptron_gui.engine.data.dataset import Dataset, Part, with_part
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.files.points.points_file import read_points
from perceptron_gui.files.sessions.session_file import write_session
from perceptron_gui.session.document import Document
from perceptron_gui.session.saved.saved_session import SavedSession

ROOT = Path(__file__).parents[1]
IRIS = ROOT / "perceptron_gui/resources/data/iris.csv"
TEN = "x1,x2,label\n1,1,A\n2,1,A\n1,2,A\n3,3,A\n2,2,A\n0,1,A\n4,4,B\n3,4,B\n2,3,B\n5,4,B\n"
QUARTERS = ["--holdout", "0.25,0.25"]


def said(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    code = main([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    assert (code, err) == (0, "")
    return out


def found(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(said(capsys, *arguments, "--json"))
    return answer


@pytest.fixture
def ten(tmp_path: Path) -> Path:
    path = tmp_path / "ten.csv"
    path.write_text(TEN)
    return path


def test_the_json_names_the_points_of_the_file_that_are_held_out(capsys: pytest.CaptureFixture[str], ten: Path) -> None:
    answer = found(capsys, "train", ten, *QUARTERS)
    validation, test = {"indices": [2, 3, 6], "errors": 2}, {"indices": [4, 5, 8], "errors": 2}
    assert answer["holdout"] == {"validation": validation, "test": test}
    assert (answer["n_samples"], answer["alpha"], answer["training_errors"]) == (4, [3, 2, 2, 0], 0)
    other = found(capsys, "train", ten, *QUARTERS, "--holdout-seed", "1")["holdout"]
    assert other["validation"]["indices"] != [2, 3, 6]
    assert len(other["validation"]["indices"]) == len(other["test"]["indices"]) == 3


def test_a_session_brings_its_parts_and_shares_draw_others(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, ten: Path
) -> None:
    points = read_points(ten).dataset
    dataset = with_part(with_part(points, [0, 7], Part.VALIDATION), [9], Part.TEST)
    path = tmp_path / "ten.perceptron"
    write_session(path, SavedSession(Document(dataset)))
    answer = found(capsys, "train", path)
    assert [answer["holdout"][name]["indices"] for name in ("validation", "test")] == [[0, 7], [9]]
    assert (answer["n_samples"], len(answer["alpha"])) == (7, 7)
    assert found(capsys, "train", path, *QUARTERS) == found(capsys, "train", ten, *QUARTERS)
    assert found(capsys, "analyze", path)["n_samples"] == 7


def test_without_shares_nothing_is_held_out(capsys: pytest.CaptureFixture[str], ten: Path) -> None:
    plain = found(capsys, "train", ten)
    assert plain["holdout"] is None
    assert plain == found(capsys, "train", ten, "--holdout-seed", "3")
    nothing = {"indices": [], "errors": 0}
    assert found(capsys, "train", ten, "--holdout", "0") == plain | {
        "holdout": {"validation": nothing, "test": nothing}
    }
    assert found(capsys, "train", ten, "--holdout", "0.25")["holdout"]["test"] == nothing


RULES = [
    ["--mode", Mode.PRIMAL, "--positive", "versicolor", "--features", "poly2"],
    ["--mode", Mode.DUAL, "--positive", "virginica", "--kernel", "poly"],
    ["--mode", Mode.DUAL, "--positive", "versicolor", "--kernel", "rbf"],
    ["--mode", Mode.MULTICLASS, "--no-bias"],
    ["--mode", Mode.PRIMAL, "--positive", "setosa", "--beta", "1.5", "--initial", "1,0,0,-1,2", "--eta", "0.3"],
]


@pytest.mark.parametrize(
    ("order", "rules"),
    [(order, rules) for i, rules in enumerate(RULES) for k, order in enumerate(Order) if (i + k) % 5 in (0, 2)],
)
def test_points_held_out_change_nothing_of_the_run(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, order: str, rules: list[str]
) -> None:
    header, *rows = IRIS.read_text().splitlines()
    options = [*rules, "--order", order, "--max-epochs", "3", "--max-updates", "60", "--seed", "5"]
    logs = [tmp_path / "parts.csv", tmp_path / "alone.csv"]
    parts = found(capsys, "train", IRIS, *options, "--holdout", "0.3,0.2", "--log", logs[0])
    held_out = [i for part in parts["holdout"].values() for i in part["indices"]]
    assert len(held_out) == len({*held_out}) == 75
    trained = [i for i in range(150) if i not in held_out]
    alone = tmp_path / "subset.csv"
    alone.write_text("\n".join([header, *[rows[i] for i in trained]]) + "\n")
    assert found(capsys, "train", alone, *options, "--log", logs[1]) == parts | {"holdout": None}
    of_file, of_subset = ([*csv.DictReader(log.read_text().splitlines())] for log in logs)
    assert len(of_file) == len(of_subset) > 0
    for one, other in zip(of_file, of_subset, strict=True):
        assert one["point"].split() == [str(trained[int(i)]) for i in other["point"].split()]
        assert {**one, "point": ""} == {**other, "point": ""}


def test_errors_are_those_of_the_printed_weights(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [*csv.reader(IRIS.read_text().splitlines())][1:]
    X, labels = [[Fraction(cell) for cell in row[:-1]] for row in rows], [row[-1] for row in rows]
    for seed in range(12):
        options = ["--holdout", "0.3,0.3", "--holdout-seed", str(seed), "--max-epochs", "2"]
        answer = found(capsys, "train", IRIS, *options, "--mode", "multiclass")
        W, B = ([Fraction(repr(value)) for value in row] for row in (itertools.chain(*answer["W"]), answer["B"]))
        assert answer["exact"]
        for part in answer["holdout"].values():
            wrong = 0
            for i in part["indices"]:
                scores = [sum(W[4 * k + j] * X[i][j] for j in range(4)) + B[k] for k in range(3)]
                own = answer["classes"].index(labels[i])
                wrong += max(s for k, s in enumerate(scores) if k != own) >= scores[own]
            assert part["errors"] == wrong


def test_analyze_looks_at_the_other_points_and_names_them_as_in_the_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, ten: Path
) -> None:
    path = tmp_path / "twice.csv"
    path.write_text(TEN + "5,4,A\n" * 8)  # both classes claim (5, 4)
    answer, words = found(capsys, "analyze", path, *QUARTERS), said(capsys, "analyze", path, *QUARTERS)
    split = found(capsys, "train", path, *QUARTERS, "--max-epochs", "1")
    held_out = {i for part in split["holdout"].values() for i in part["indices"]}
    assert (answer["n_samples"], answer["separable"]) == (18 - len(held_out), False)
    lines = TEN.splitlines()[1:] + ["5,4,A"] * 8
    assert not held_out & {*answer["witness"]["indices"]}
    rows = [lines[i] for i in answer["witness"]["indices"]]
    weights = [Fraction(repr(weight)) for weight in answer["witness"]["weights"]]
    signs = [1 if row.endswith("B") else -1 for row in rows]
    inputs = [[*map(int, row.split(",")[:2]), 1] for row in rows]
    for column in zip(*inputs, strict=True):
        total = sum(weight * sign * v for weight, sign, v in zip(weights, signs, column, strict=True))
        assert abs(total) < Fraction(1, 10**12)
    assert f"held out  {len(held_out)} points\n" in words
    assert all(f"point {i} (" in words for i in answer["witness"]["indices"])
    assert found(capsys, "analyze", ten, *QUARTERS)["separable"] is True


def test_words_name_points_as_in_the_file(capsys: pytest.CaptureFixture[str], ten: Path) -> None:
    words = said(capsys, "train", ten, *QUARTERS, "--mode", "dual")
    assert "α above 0 (points numbered from 0): 3 for point 0, 2 for point 1, 2 for point 7\n" in words
    assert "validation  3 points held out, 2 errors\n" in words
    assert "test" not in said(capsys, "train", ten, "--holdout", "0.25")
    ten.write_text("x1,x2,label\n0,0,A\n1,1,B\n", encoding="utf-8")
    words = said(capsys, "train", ten, "--holdout", "0.5")
    assert words.count("0 points held out") == 2, "of a class with one point there is none to hold out"


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--holdout", "0.5,0.5"], "The held-out shares must be 0 or more and add up to less than 1, not 0.5 and 0.5."),
        (
            ["--holdout", "-0.1"],
            '--holdout needs one or two decimals from 0 to below 1, such as 0.2 or 0.2,0.1, not "-0.1".',
        ),
        (["--holdout", "1"], 'such as 0.2 or 0.2,0.1, not "1".'),
        (["--holdout", "0.1,0.1,0.1"], 'not "0.1,0.1,0.1".'),
        (["--holdout", "0.2,"], 'not "0.2,".'),
        (["--holdout", "a fifth"], 'not "a fifth".'),
        (["--holdout", "1e999"], 'not "1e999".'),
        (["--holdout", "0.35000000000000000001"], "; use 0.35."),
        (["--holdout", "1e-999999999"], "; use 0."),
        (["--holdout", "0.2", "--holdout-seed", "-1"], "needs a whole number from 0 to 18446744073709551615"),
        (["--holdout", "0.2", "--features", "exp(1000*x1)"], "is too large at the point (1, 1): its values must be"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(
    capsys: pytest.CaptureFixture[str], ten: Path, options: list[str], says: str
) -> None:
    for command in ("train", "analyze"):
        assert main([command, str(ten), *options]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert says in err
        assert err.count("\n") == 1


def test_a_feature_that_is_not_finite_at_a_held_out_point_is_refused_before_the_run(
    capsys: pytest.CaptureFixture[str], ten: Path
) -> None:
    ten.write_text(TEN.replace("3,3,A", "3000,3,A"))
    assert main(["train", str(ten), "--features", "x2, exp(x1)", *QUARTERS]) == 2
    assert "The feature exp(x1) is too large at the point (3000, 3):" in capsys.readouterr().err


@pytest.mark.parametrize("variant", ["averaged", "voted", "pocket"])
def test_with_a_variant_the_points_held_out_are_judged_by_it(
    capsys: pytest.CaptureFixture[str], ten: Path, variant: str
) -> None:
    plain, other = found(capsys, "train", ten, *QUARTERS), found(capsys, "train", ten, *QUARTERS, "--variant", variant)
    assert [plain[name] for name in ("w", "b", "visits")] == [other[name] for name in ("w", "b", "visits")]
    indices = [part["indices"] for part in other["holdout"].values()]
    assert indices == [part["indices"] for part in plain["holdout"].values()]
    if other["variant"]["w"] is not None:
        w, b = other["variant"]["w"], other["variant"]["b"]
        rows = [line.split(",") for line in TEN.splitlines()[1:]]
        for part in other["holdout"].values():
            margins = [
                (1 if rows[i][2] == "B" else -1) * (w[0] * float(rows[i][0]) + w[1] * float(rows[i][1]) + b)
                for i in part["indices"]
            ]
            assert part["errors"] == sum(margin <= 0 for margin in margins)


def test_a_session_whose_plus_class_is_held_out_has_one_class_only(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    dataset = Dataset.of([[1, 2], [3, 4], [0, 0], [5, 1]], [0, 1, 2, 2], ["A", "B", "C"])
    dataset = with_part(dataset, [2, 3], Part.VALIDATION)
    path = tmp_path / "plus.perceptron"
    write_session(path, SavedSession(Document(dataset, TrainingSettings(positive=2))))
    assert main(["analyze", str(path)]) == 0
    assert capsys.readouterr().out.startswith("One class only: there is nothing to separate.\n")
    assert main(["train", str(path)]) == 0
    assert "\nAll points are in − classes: there is nothing to separate.\n" in capsys.readouterr().out
