"""What train and analyze answer (C4–C6), with a referee in fractions for the numbers."""

import csv
import io
import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import perceptron_gui
from perceptron_gui import cli
from perceptron_gui.__main__ import main
from perceptron_gui.cli import report
from perceptron_gui.cli.command_line import Parser, Request, make_request
from perceptron_gui.cli.command_registry import COMMANDS
from perceptron_gui.cli.report import Progress, shown_width
from perceptron_gui.engine.data.samples import Sample
from perceptron_gui.engine.data.settings import Mode, Order
from perceptron_gui.engine.training.trainers import PrimalTrainer
from perceptron_gui.files.file_work import PointsFileError
from perceptron_gui.files.points.points_file import read_points
from perceptron_gui.files.points.sample_files import ALL_SAMPLES
from perceptron_gui.files.sessions.session_file import read_session

ROOT = Path(__file__).parents[1]
IRIS = ROOT / "perceptron_gui/resources/data/iris.csv"
FIELDS = {
    "schema", "mode", "order", "eta", "bias", "seed", "n_samples", "n_features", "features", "classes", "positive",
    "exact", "exact_visits", "status", "epochs", "visits", "mistakes", "updates", "training_errors", "w", "b", "alpha",
    "W", "B", "A", "bound", "cycle", "kernel", "beta", "holdout", "variant",
}  # fmt: skip
XOR = "x1,x2,label\n0,0,1\n1,1,1\n0,1,-1\n1,0,-1\n"

Row = list[Fraction]
Json = dict[str, Any]


def said(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    """Run a command that must succeed, and return what it printed."""
    code = main([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    assert (code, err) == (0, "")
    return out


def parser_of(name: str) -> Parser:
    """Return the parser of a command, with all it declares."""
    parser = Parser(COMMANDS[name])
    COMMANDS[name].load().add_arguments(parser)
    return parser


def strict(text: str) -> Json:
    """Read one line of JSON that has no NaN, no infinity and no key twice."""
    assert text.count("\n") == 1

    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    def unique(pairs: list[tuple[str, Any]]) -> Json:
        assert len(dict(pairs)) == len(pairs)
        return dict(pairs)

    found: Json = json.loads(text, parse_constant=refuse, object_pairs_hook=unique)
    return found


# The referee: P2, D1 and M2 by the book, on the texts of the file


def table(path: Path) -> tuple[list[Row], list[str]]:
    with path.open() as file:
        rows = [*csv.reader(file)][1:]
    return [[Fraction(cell) for cell in row[:-1]] for row in rows], [row[-1] for row in rows]


def dot(one: Row, other: Row) -> Fraction:
    return sum((a * b for a, b in zip(one, other, strict=True)), Fraction(0))


def plus(one: Row, factor: Fraction, other: Row) -> Row:
    return [a + factor * b for a, b in zip(one, other, strict=True)]


def passes(n_samples: int, max_epochs: int, visit: Any) -> Json:
    """Show every point in order until a pass is clean; `visit` returns whether there was a mistake."""
    alpha = [0] * n_samples
    for epoch in range(1, max_epochs + 1):
        wrong = [i for i in range(n_samples) if visit(i)]
        for i in wrong:
            alpha[i] += 1
        if not wrong:
            return {"status": "converged", "epochs": epoch, "alpha": alpha}
    return {"status": "epoch_limit", "epochs": max_epochs, "alpha": alpha}


@cache
def binary(path: Path, positive: str, eta: Fraction, start: tuple[Fraction, ...], max_epochs: int) -> Json:
    """Return the numbers of the blackboard, which are the same in primal and dual."""
    points, labels = table(path)
    X = [[*point, Fraction(1)] for point in points]
    y = [1 if label == positive else -1 for label in labels]
    theta: Row = [*start]

    def visit(i: int) -> bool:
        nonlocal theta
        if y[i] * dot(theta, X[i]) > 0:
            return False
        theta = plus(theta, eta * y[i], X[i])
        return True

    found = passes(len(X), max_epochs, visit)
    errors = sum(y[i] * dot(theta, X[i]) <= 0 for i in range(len(X)))
    weights = {"w": [float(v) for v in theta[:-1]], "b": float(theta[-1]), "W": None, "B": None}
    return completed(found, len(X)) | weights | {"training_errors": errors}


def multiclass(path: Path, eta: Fraction, max_epochs: int) -> Json:
    points, labels = table(path)
    X = [[*point, Fraction(1)] for point in points]
    classes = sorted(set(labels))
    y = [classes.index(label) for label in labels]
    W = [[Fraction(0)] * len(X[0]) for _ in classes]

    def rival(i: int) -> tuple[Fraction, int]:
        scores = [dot(w, X[i]) for w in W]
        best = max((k for k in range(len(W)) if k != y[i]), key=lambda k: (scores[k], -k))
        return scores[best] - scores[y[i]], best

    def visit(i: int) -> bool:
        ahead, r = rival(i)
        if ahead < 0:
            return False
        W[y[i]], W[r] = plus(W[y[i]], eta, X[i]), plus(W[r], -eta, X[i])
        return True

    found = passes(len(X), max_epochs, visit)
    errors = sum(rival(i)[0] >= 0 for i in range(len(X)))
    rows = {"W": [[float(v) for v in w[:-1]] for w in W], "B": [float(w[-1]) for w in W]}
    return completed(found, len(X)) | rows | {"w": None, "b": None, "alpha": None, "training_errors": errors}


def completed(found: Json, n_samples: int) -> Json:
    mistakes = sum(found["alpha"])
    return found | {"visits": found["epochs"] * n_samples, "mistakes": mistakes, "updates": mistakes}


@pytest.mark.parametrize(
    ("positive", "mode", "eta", "initial"),
    [
        ("setosa", "primal", "1", None),
        ("versicolor", "dual", "0.1", None),
        ("setosa", "dual", "0.1", None),
        ("virginica", "primal", "0.3", "-0.7,0.1,0,2.5,-1"),
        ("setosa", "dual", "2.5", "0.000001,0,0,0,100"),
    ],
)
def test_iris_has_the_numbers_of_the_blackboard(
    capsys: pytest.CaptureFixture[str], mode: str, positive: str, eta: str, initial: str | None
) -> None:
    start = tuple(Fraction(v) for v in (initial or "0,0,0,0,0").split(","))
    options = ["--initial", initial] if initial else []
    found = strict(
        said(capsys, "train", IRIS, "--json", "--mode", mode, "--positive", positive, "--eta", eta, *options,
             "--max-epochs", "20")
    )  # fmt: skip
    expected = binary(IRIS, positive, Fraction(eta), start, 20)
    assert {key: found[key] for key in expected} == expected
    assert found["exact"] is True
    assert found["positive"] == positive
    if found["bound"] is not None:
        assert positive == "setosa"
        assert found["mistakes"] <= found["bound"]


def test_iris_in_three_classes_has_the_numbers_of_the_blackboard(capsys: pytest.CaptureFixture[str]) -> None:
    found = strict(said(capsys, "train", IRIS, "--json", "--mode", "multiclass", "--eta", "0.1", "--max-epochs", "15"))
    expected = multiclass(IRIS, Fraction("0.1"), 15)
    assert {key: found[key] for key in expected} == expected
    assert found["exact"] is True
    assert found["positive"] is None


@pytest.mark.parametrize(
    ("mode", "order", "options"),
    [(mode, order, [["--no-bias"], []][(i + k) % 2]) for i, mode in enumerate(Mode) for k, order in enumerate(Order)],
)
def test_the_json_has_the_fields_of_the_specification(
    capsys: pytest.CaptureFixture[str], mode: str, order: str, options: list[str]
) -> None:
    found = strict(
        said(capsys, "train", IRIS, "--json", "--mode", mode, "--order", order, "--positive", "virginica", "--seed",
             "7", "--max-epochs", "3", "--max-updates", "50", *options)
    )  # fmt: skip
    assert found.keys() == FIELDS
    assert (found["schema"], found["mode"], found["order"], found["seed"]) == (1, mode, order, 7)
    assert (found["n_samples"], found["n_features"]) == (150, 4)
    assert found["classes"] == ["setosa", "versicolor", "virginica"]
    assert found["bias"] is not bool(options)
    assert found["status"] in {"converged", "pass_done", "cycle", "update_limit", "epoch_limit"}
    assert all(type(found[key]) is int for key in ("visits", "mistakes", "updates", "training_errors"))
    assert type(found["eta"]) is float
    if mode == "multiclass":
        assert found["w"] is found["b"] is found["alpha"] is found["positive"] is None
        assert [len(row) for row in found["W"]] == [4, 4, 4]
        assert len(found["B"]) == 3
        assert not options or found["B"] == [0.0, 0.0, 0.0]
    else:
        assert found["W"] is found["B"] is None
        assert len(found["w"]) == 4
        assert len(found["alpha"]) == 150
        assert sum(found["alpha"]) == found["mistakes"]
        assert not options or found["b"] == 0.0


def test_xor_goes_round_as_in_the_specification(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "xor.csv"
    path.write_text(XOR)
    for mode in Mode:
        found = strict(said(capsys, "train", path, "--json", "--mode", mode))
        assert (found["status"], found["epochs"], found["mistakes"]) == ("cycle", 2, 7)
        assert found["cycle"] == {"entered_epoch": 1, "length_epochs": 1, "mistakes": 4}
        assert found["bound"] is None
    assert "after epoch 2 all weights are the same as after epoch 1" in said(capsys, "train", path)


def test_the_order_of_options_and_the_way_of_writing_them_do_not_matter(capsys: pytest.CaptureFixture[str]) -> None:
    one = said(capsys, "train", IRIS, "--json", "--positive", "setosa", "--initial", "-1,0,0,.5,-2")
    other = said(capsys, "train", "--initial=-1,0,0,.5,-2", "--json", "--positive=setosa", "--", IRIS)
    assert one == other


def test_of_an_option_given_twice_the_last_counts(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--eta", "2", "--positive", "virginica", "--eta=.5", "--positive", "setosa", "--json", "--json"]
    found = strict(said(capsys, "train", *options, IRIS))
    assert (found["eta"], found["positive"]) == (0.5, "setosa")


@pytest.mark.parametrize("label", ["-1", "-a,b", "-h", "--eta", "a b", "-x y", "="])
def test_a_class_may_be_named_like_an_option(capsys: pytest.CaptureFixture[str], tmp_path: Path, label: str) -> None:
    path = tmp_path / "points.csv"
    path.write_text(f'x,label\n1,A\n2,"{label}"\n', encoding="utf-8")
    assert strict(said(capsys, "train", path, "--json", f"--positive={label}"))["positive"] == label


@pytest.mark.parametrize("command", [*COMMANDS])
def test_a_file_after_two_dashes_may_be_named_like_an_option(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("--", "-h", "--json"):
        Path(name).write_text(XOR)
        refusal = {
            "samples": "There is no built-in data set",
            "render": "render needs a name for the picture",
            "lessons": "There is no lesson",
            "grade": "grade needs a lesson and answers",
            "sheet": "sheet needs a lesson and a file to write",
        }
        assert main([command, "--", name]) == (2 if command in refusal else 0)
        out, err = capsys.readouterr()
        assert refusal.get(command, "") in err and ("points" in out or command in refusal)


@pytest.mark.parametrize(("label", "positive"), [("1", "1.0"), ("1.0", "1.0"), ("+1", "1.0"), ("0", "0")])
def test_positive_takes_any_way_of_writing_a_number(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, label: str, positive: str
) -> None:
    path = tmp_path / "points.csv"
    path.write_text("x,label\n1,1.0\n-1,0\n2,1\n")
    found = strict(said(capsys, "train", path, "--json", "--positive", label))
    assert found["positive"] == positive
    assert found["classes"] == ["0", "1.0"]


def test_of_two_classes_the_greater_is_positive(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "points.csv"
    path.write_text("x,label\n1,9\n-1,10\n")
    assert strict(said(capsys, "train", path, "--json"))["positive"] == "10"


@pytest.mark.parametrize("minus", ["-", "−"])
@pytest.mark.parametrize("mode", ["primal", "dual"])
def test_a_plus_sign_is_positive_beside_a_minus_sign(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, mode: str, minus: str
) -> None:
    path = tmp_path / "points.csv"
    path.write_text(f"x,label\n3,+\n1,{minus}\n", encoding="utf-8")
    found = strict(said(capsys, "train", path, "--json", "--mode", mode))
    assert found["positive"] == "+"
    assert found["w"][0] > 0
    turned = strict(said(capsys, "train", path, "--json", "--mode", mode, f"--positive={minus}"))
    assert turned["positive"] == minus
    assert turned["w"][0] < 0


def test_inexact_data_say_since_when(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "points.csv"
    path.write_text("x,label\n0.12345678,A\n-1,B\n")
    found = strict(said(capsys, "train", path, "--json"))
    assert (found["exact"], found["exact_visits"]) == (False, 0)
    words = said(capsys, "train", path)
    assert "numbers     rounded\n" in words
    assert "≈" in words
    path.write_text("x,label\n900000000000.000001,A\n-900000000000,B\n1,B\n")
    found = strict(said(capsys, "train", path, "--json", "--max-epochs", "5"))
    assert found["exact"] is False


def test_words_print_exact_numbers_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    words = said(capsys, "train", IRIS, "--positive", "setosa", "--eta", "0.000001")
    assert words.startswith("converged: the last pass had no mistakes.\n")
    assert "sepal_length_cm   0.0000013\n" in words
    assert "mistakes    5\n" in words
    assert "≈ 221.784 (221 mistakes at most)" in words


@pytest.mark.parametrize(
    ("options", "begins"),
    [
        (["--order", "online"], "pass_done: every point was shown once"),
        (["--max-updates", "2"], "update_limit: stopped after 2 updates"),
        (["--max-epochs", "1"], "epoch_limit: stopped after 1 epoch,"),
        (["--mode", "dual"], "converged"),
        (["--mode", "multiclass", "--max-epochs", "2"], "epoch_limit"),
    ],
)
def test_words_begin_with_the_status_and_its_reason(
    capsys: pytest.CaptureFixture[str], options: list[str], begins: str
) -> None:
    assert said(capsys, "train", IRIS, "--positive", "setosa", *options).startswith(begins)


# analyze


def test_every_count_of_a_report_stands_in_groups_of_three(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "one_place.csv"
    path.write_text("x,label\n0,A\n0,B\n", encoding="utf-8")
    told = said(capsys, "train", path, "--mode", "dual", "--order", "shuffled", "--max-epochs", "1234")
    told = told.replace("\N{NARROW NO-BREAK SPACE}", " ")
    assert "stopped after 1 234 epochs" in told
    for name, count in (("epochs", "1 234"), ("visits", "2 468"), ("mistakes", "2 468"), ("updates", "2 468")):
        assert re.search(rf"^{name} +{count}$", told, re.MULTILINE), told
    assert "1 234 for point 0" in told


def test_analyze_separable(capsys: pytest.CaptureFixture[str]) -> None:
    found = strict(said(capsys, "analyze", IRIS, "--json", "--positive", "setosa"))
    assert found.keys() == {
        "schema", "n_samples", "separable", "margin", "radius", "bound", "separator", "street", "witness",
    }  # fmt: skip
    assert (found["schema"], found["n_samples"], found["separable"], found["witness"]) == (1, 150, True, None)
    assert found["bound"] == pytest.approx((found["radius"] / found["margin"]) ** 2)
    points, labels = table(IRIS)
    w, b = found["separator"]["w"], found["separator"]["b"]
    assert sum(v * v for v in [*w, b]) == pytest.approx(1)
    sides = [(1 if label == "setosa" else -1, [float(v) for v in x]) for x, label in zip(points, labels, strict=True)]
    least = min(y * (sum(a * v for a, v in zip(w, x, strict=True)) + b) for y, x in sides)
    assert least == pytest.approx(found["margin"])
    street = found["street"]
    assert street.keys() == {"w", "b", "rho", "M", "bound"}
    assert street["bound"] == pytest.approx((street["b"] ** 2 + 1) * (1 + street["M"] ** 2) / street["rho"] ** 2)
    assert street["bound"] >= found["bound"]


def test_analyze_not_separable(capsys: pytest.CaptureFixture[str]) -> None:
    found = strict(said(capsys, "analyze", IRIS, "--json", "--positive", "virginica"))
    assert (found["separable"], found["margin"]) == (False, 0.0)
    assert found["bound"] is found["separator"] is found["street"] is None
    witness = found["witness"]
    assert witness.keys() == {"indices", "weights", "point"}
    points, labels = table(IRIS)
    chosen = [(w if labels[i] == "virginica" else -w, points[i]) for i, w in zip(
        witness["indices"], witness["weights"], strict=True)]  # fmt: skip
    for j in range(4):
        assert sum(w * float(x[j]) for w, x in chosen) == pytest.approx(0, abs=1e-12)
    assert sum(witness["weights"]) == pytest.approx(1)
    assert len(witness["point"]) == 4


def test_a_margin_that_floats_cannot_tell_is_said_to_be_too_close(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "close.csv"
    file.write_text("x,y,label\n0,0,1\n0.00001,0,0\n3,1,0\n")
    kernel = ("--mode", "dual", "--kernel", "rbf")
    found = json.loads(said(capsys, "analyze", file, *kernel, "--json"))
    assert (found["separable"], found["margin"], found["bound"], found["separator"]) == (True, None, None, None)
    assert "margin γ̂  too close to tell" in said(capsys, "analyze", file, *kernel)


def test_lengths_with_an_exact_root_are_printed_in_full(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """By pencil: ±(3, 4) are 5 from the origin, and half of the street between them is 5; R̂² is 26 with the bias."""
    file = tmp_path / "five.csv"
    file.write_text("x,y,label\n3,4,1\n-3,-4,0\n")
    assert "margin γ̂  5\nradius R̂  5\n" in said(capsys, "analyze", file, "--no-bias")
    told = said(capsys, "analyze", file)
    assert "radius R̂  ≈ 5.09902\n" in told and "half width ρ 5, bound" in told
    assert "margin γ̂  ≈ 0.707107\n" in said(capsys, "analyze", file, "--mode", "dual", "--kernel", "rbf")


def test_a_bound_that_only_floats_know_is_printed_rounded(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """T7 by pencil: 8/(1 − e⁻¹)² ≈ 20.0212 under exp(−‖x − z‖₁)."""
    file, kernel = tmp_path / "xor.csv", ("--mode", "dual", "--kernel", "laplacian")
    file.write_text("x,y,label\n0,0,1\n1,1,1\n0,1,0\n1,0,0\n")
    told = said(capsys, "analyze", file, *kernel)
    assert "bound     ≈ 20.0212 (20 mistakes at most, in every order but batch)\n" in told
    assert " ≈ 20.0212 (20 mistakes at most)\n" in said(capsys, "train", file, *kernel)


def test_analyze_multiclass_and_without_bias(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    witness = strict(said(capsys, "analyze", IRIS, "--json", "--mode", "multiclass"))["witness"]
    assert witness["point"] is None
    assert len(witness["rivals"]) == len(witness["indices"])
    path = tmp_path / "points.csv"
    path.write_text("x1,x2,label\n1,0,A\n0,1,B\n-1,-1,C\n")
    found = strict(said(capsys, "analyze", path, "--json", "--mode", "multiclass", "--no-bias"))
    assert found["street"] is None
    assert [len(row) for row in found["separator"]["w"]] == [2, 2, 2]
    assert found["separator"]["b"] == [0, 0, 0]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--positive", "setosa"], "Separable: "),
        (["--positive", "virginica"], "Not separable: "),
        (["--mode", "multiclass"], "Not separable: "),
        (["--positive", "virginica", "--no-bias"], "Not separable: "),
    ],
)
def test_analyze_in_words(capsys: pytest.CaptureFixture[str], options: list[str], says: str) -> None:
    assert said(capsys, "analyze", IRIS, *options).startswith(says)


def test_numbers_next_to_the_smallest_double_are_no_reason_to_fail(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "points.csv"
    path.write_text("x,label\n5e-324,A\n1e12,B\n")
    for mode in Mode:
        found = strict(said(capsys, "analyze", path, "--json", "--mode", mode))
        assert (found["separable"], found["margin"], found["bound"], found["witness"]) == (None, None, None, None)
        assert said(capsys, "analyze", path, "--mode", mode).startswith("Too close to tell: ")
        for order in (Order.CYCLIC, Order.BATCH):
            found = strict(
                said(capsys, "train", path, "--json", "--mode", mode, "--order", order, "--max-updates", "99")
            )
            assert (found["exact"], found["bound"]) == (False, None)
        said(capsys, "train", path, "--mode", mode, "--max-updates", "99")


# Orders


TIES = "x1,x2,label\n" + "0,0,A\n0,0,B\n0,0,B\n0,0,A\n0,0,B\n"
"""Without bias all five are errors for ever."""


def test_a_random_order_has_visits_but_no_epochs(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path, log = tmp_path / "ties.csv", tmp_path / "log.csv"
    path.write_text(TIES)
    for mode in Mode:
        options = ["--mode", mode, "--order", "random", "--no-bias"]
        limits = ["--max-updates", "6", "--max-epochs", "1"]
        found = strict(said(capsys, "train", path, "--json", *options, *limits, "--log", log))
        assert (found["epochs"], found["visits"], found["mistakes"], found["updates"]) == (None, 6, 6, 6)
        assert (found["status"], found["training_errors"], found["cycle"]) == ("update_limit", 5, None)
        rows = [*csv.DictReader(log.read_text().splitlines())]
        assert [row["point"] for row in rows] == ["3", "4", "3", "1", "1", "2"]
        assert [row["visit"] for row in rows] == ["1", "2", "3", "4", "5", "6"]
        words = said(capsys, "train", path, *options, *limits, "--seed", "4")
        assert "epochs" not in words
        assert "random with seed 4" in words


def requested(path: Path, *options: str) -> Request:
    """Return what the options of train ask for."""
    return make_request(str(path), parser_of("train").read([str(path), *options]))


def test_a_random_order_ends_after_a_million_updates_unless_told_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "ties.csv"
    path.write_text(TIES)
    for order, epochs, updates in (("random", None, 1_000_000), ("cyclic", 10_000, None), ("online", None, None)):
        untold = requested(path, "--order", order)
        assert (untold.settings.max_epochs, untold.settings.max_updates) == (epochs, updates)
    told = requested(path, "--order", "random", "--max-updates", "7", "--max-epochs", "3")
    assert (told.settings.max_epochs, told.settings.max_updates) == (None, 7)


def test_a_label_that_names_every_row_is_refused_where_all_classes_are_learned(tmp_path: Path) -> None:
    path, rows = tmp_path / "rows.csv", [f"{i},row {i:04}\n" for i in range(1001)]
    path.write_text("x,label\n" + "".join(rows[:-1]))
    assert requested(path, "--mode", "multiclass").dataset.n_samples == 1000
    path.write_text("x,label\n" + "".join(rows))
    with pytest.raises(PointsFileError, match='line 1002: "row 1000" is one class too many; there can be at most 1000'):
        requested(path, "--mode", "multiclass")
    assert requested(path, "--positive", "row 0000").positive == "row 0000"


@pytest.mark.parametrize("mode", [*Mode])
def test_random_and_online_know_no_limit_of_epochs(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, mode: str
) -> None:
    path = tmp_path / "points.csv"
    said(capsys, "samples", "two-classes", "-o", path)
    for order, status in (("random", "converged"), ("online", "pass_done")):
        options = ["--json", "--mode", mode, "--order", order]
        free = strict(said(capsys, "train", path, *options))
        assert free == strict(said(capsys, "train", path, *options, "--max-epochs", "1"))
        assert free["status"] == status
    assert said(capsys, "train", path, "--order", "random").startswith("converged: no errors are left.\n")


@pytest.mark.parametrize("mode", [*Mode])
@pytest.mark.parametrize("eta", ["1", "0.3"])
def test_batch_has_the_numbers_of_the_blackboard(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, mode: str, eta: str
) -> None:
    path, log = tmp_path / "points.csv", tmp_path / "log.csv"
    said(capsys, "samples", "three-classes" if mode == "multiclass" else "narrow", "-o", path)
    options = ["--json", "--mode", mode, "--order", "batch", "--eta", eta, "--max-epochs", "60", "--log", log]
    found = strict(said(capsys, "train", path, *options))
    points, labels = table(path)
    X, classes = [[*point, Fraction(1)] for point in points], sorted(set(labels))
    y = [classes.index(label) for label in labels]
    W = [[Fraction(0)] * 3 for _ in classes]
    rows = [*csv.DictReader(log.read_text().splitlines())]
    mistakes = updates = epochs = 0
    status = None
    while status is None:
        epochs += 1
        errors: list[tuple[int, int]] = []
        for i, x in enumerate(X):
            scores = [dot(w, x) for w in W]
            rival = max((k for k in range(len(W)) if k != y[i]), key=lambda k: (scores[k], -k))
            errors += [(i, rival)] if scores[rival] >= scores[y[i]] else []
        mistakes += len(errors)
        # Two classes as one: with a half of η, w_1 − w_0 is the w of the binary rule (M3).
        step = Fraction(eta) if mode == "multiclass" else Fraction(eta) / 2
        for i, rival in errors:
            W[y[i]], W[rival] = plus(W[y[i]], step, X[i]), plus(W[rival], -step, X[i])
        theta = W if mode == "multiclass" else [plus(W[1], Fraction(-1), W[0])]
        if errors:
            row, updates = rows[updates], updates + 1
            assert (int(row["visit"]), int(row["epoch"])) == (epochs * len(X), epochs)
            assert row["point"] == " ".join(str(i) for i, _ in errors)
            assert row["rival"] == (" ".join(str(r) for _, r in errors) if mode == "multiclass" else "")
            assert [float(value) for value in [*row.values()][4:]] == [float(v) for w in theta for v in w]
        status = "converged" if not errors else "epoch_limit" if epochs == 60 else None
    assert (found["status"], found["epochs"], found["visits"]) == (status, epochs, epochs * len(X))
    assert (found["mistakes"], found["updates"], len(rows)) == (mistakes, updates, updates)
    if mode == "multiclass":
        assert [[*w, b] for w, b in zip(found["W"], found["B"], strict=True)] == [[float(v) for v in w] for w in theta]
    else:
        assert [*found["w"], found["b"]] == [float(v) for v in theta[0]]
        assert sum(found["alpha"]) == mistakes


def test_the_bound_of_batch_counts_all_points_of_a_pass(capsys: pytest.CaptureFixture[str]) -> None:
    one, all_at_once = (
        strict(said(capsys, "train", IRIS, "--json", "--positive", "setosa", "--order", order))
        for order in ("cyclic", "batch")
    )
    assert all_at_once["bound"] == pytest.approx(150 * one["bound"])
    assert all_at_once["mistakes"] <= all_at_once["bound"]


# Samples


def test_samples_lists_every_data_set_with_its_size_and_what_to_watch(capsys: pytest.CaptureFixture[str]) -> None:
    words = said(capsys, "samples")
    for sample in ALL_SAMPLES:
        dataset = sample.make()
        size = f"{dataset.n_samples} points, {len(dataset.classes)} classes"
        assert re.search(rf"^{sample.name} +{re.escape(sample.title)} \({size}", words, re.MULTILINE)
        assert f" {sample.watch}\n" in words
    assert "150 points, 3 classes, 4 features" in words
    assert max(map(shown_width, words.splitlines())) <= 120


@pytest.mark.parametrize("sample", ALL_SAMPLES, ids=lambda sample: sample.name)
def test_a_sample_comes_back_as_it_was_made(capsys: pytest.CaptureFixture[str], tmp_path: Path, sample: Sample) -> None:
    path, made = tmp_path / "new.csv", sample.make()
    words = said(capsys, "samples", sample.name, "-o", path)
    assert words == f"{made.n_samples} points written to {path}.\n"
    printed = said(capsys, "samples", sample.name.upper())
    assert printed == path.read_text(encoding="utf-8")
    read = read_points(path).dataset
    assert read.X.tolist() == made.X.tolist()
    assert read.labels.tolist() == made.labels.tolist()
    assert (read.classes, read.features) == (made.classes, made.features)


def test_a_sample_takes_the_place_of_a_file_as_a_whole(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "new.csv"
    path.write_text("old\n" * 100)
    said(capsys, "samples", "-o", path, "xor")
    assert path.read_text() == "x1,x2,label\n0,0,B\n1,1,B\n0,1,A\n1,0,A\n"


# The log


def test_the_log_has_a_row_for_every_update(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    found = strict(said(capsys, "train", IRIS, "--json", "--positive", "setosa", "--eta", "0.1", "--log", path))
    rows = [*csv.DictReader(path.read_text().splitlines())]
    assert [*rows[0]] == ["visit", "epoch", "point", "rival", "w1", "w2", "w3", "w4", "b"]
    assert len(rows) == found["updates"]
    assert [float(rows[-1][f"w{j}"]) for j in (1, 2, 3, 4)] == found["w"]
    assert float(rows[-1]["b"]) == found["b"]
    assert rows[0]["visit"] == "1"
    assert rows[0]["w1"] == "0.51"
    assert {row["rival"] for row in rows} == {""}
    for row in rows:
        assert int(row["visit"]) - 1 == 150 * (int(row["epoch"]) - 1) + int(row["point"])


def test_the_log_of_three_classes_names_rivals_and_rows(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "log.csv"
    options = ["--mode", "multiclass", "--order", "shuffled", "--max-epochs", "30", "--no-bias"]
    found = strict(said(capsys, "train", IRIS, "--json", *options, "--log", path))
    whole = path.read_text()
    rows = [*csv.DictReader(whole.splitlines())]
    assert [*rows[0]][4:8] == ["w1_0", "w2_0", "w3_0", "w4_0"]
    assert len(rows[0]) == 4 + 12
    assert {row["rival"] for row in rows} == {"0", "1", "2"}
    last = [float(value) for value in [*rows[-1].values()][4:]]
    assert last == [value for row in found["W"] for value in row]
    # In slices however small the same log comes out.
    monkeypatch.setattr("perceptron_gui.cli.train_command.SLICE", 1.0)
    said(capsys, "train", IRIS, *options, "--log", path)
    assert path.read_text() == whole


# The process around it


def test_ctrl_c_says_what_was_reached_and_leaves_no_log(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = PrimalTrainer.advance

    def interrupted(trainer: PrimalTrainer, until: int, work: float = 0.0) -> float:
        if trainer.state.visits:
            raise KeyboardInterrupt
        return whole(trainer, 200, work)

    monkeypatch.setattr(PrimalTrainer, "advance", interrupted)
    code = main(["train", str(IRIS), "--positive", "virginica", "--json", "--log", str(tmp_path / "log.csv")])
    out, err = capsys.readouterr()
    assert (code, out) == (130, "")
    assert err.startswith("Interrupted after 200 visits in 2 epochs with ")
    assert err.count("\n") == 1
    assert not any(tmp_path.iterdir())


def test_ctrl_c_ends_an_analysis_in_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("perceptron_gui.engine.theory.separability.find_min_norm_point", interrupted)
    code = main(["analyze", str(IRIS), "--positive", "virginica", "--json"])
    assert (code, *capsys.readouterr()) == (
        130,
        "",
        "Interrupted before it was known whether the points are separable.\n",
    )


def test_an_analysis_shows_its_progress_on_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = Terminal()
    monkeypatch.setattr(report, "FIRST_AFTER", 0.0)
    monkeypatch.setattr(sys, "stderr", terminal)
    assert main(["analyze", str(IRIS), "--positive", "virginica", "--json"]) == 0
    assert "looking at 150 points, step 1 …" in terminal.getvalue()
    assert terminal.line() == "<0>"
    assert json.loads(capsys.readouterr().out)["separable"] is False


def test_a_bound_that_would_take_long_is_left_out_with_a_word(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("perceptron_gui.cli.train_command.MOST_WORK", 1000.0)
    assert main(["train", str(IRIS), "--positive", "setosa", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["bound"] is None
    assert main(["train", str(IRIS), "--positive", "setosa"]) == 0
    assert "bound       unknown (see analyze)" in capsys.readouterr().out


class Terminal(io.StringIO):
    """What a terminal of 80 columns shows of one line."""

    def isatty(self) -> bool:
        return True

    def line(self) -> str:
        """Return what stands there, with the cursor's place behind it."""
        shown, place = [" "] * 200, 0
        for letter in self.getvalue():
            if letter == "\r":
                place = 0
            else:
                shown[place], place = letter, place + 1
        return "".join(shown).rstrip() + f"<{place}>"


def test_the_line_of_progress_comes_late_is_written_over_and_vanishes(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(report.time, "monotonic", lambda: now)
    monkeypatch.setattr(Progress, "_columns", lambda _: 40)
    terminal = Terminal()
    with Progress(terminal) as line:
        line.say("too early")
        assert terminal.getvalue() == ""
        now = 1.0
        line.say("a long line of progress")
        assert terminal.line() == "a long line of progress<23>"
        line.say("too soon")
        now = 1.5
        line.say("short")
        assert terminal.line() == "short<23>"
        now = 2.0
        line.say("x" * 60)
        assert terminal.line() == "x" * 39 + "<39>"
    assert terminal.line() == "<0>"


def test_no_line_of_progress_without_a_terminal_and_none_that_breaks_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "FIRST_AFTER", 0.0)
    plain = io.StringIO()
    with Progress(plain) as line:
        line.say("nobody reads this")
    assert plain.getvalue() == ""
    plain.close()
    monkeypatch.setattr(sys, "stderr", None)
    for none in (None, plain):
        with Progress(none) as line:
            line.say("nobody reads this")

    class Gone(Terminal):
        def write(self, _: str) -> int:
            raise OSError(5, "Input/output error")

    with Progress(Gone()) as line:
        line.say("nobody reads this")
        line.say("nobody reads this")


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["-h"], ["train", "--help"], ["analyze", "-h"], ["render", "-h"], ["samples", "-h"]],
)
def test_help_is_at_hand(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    assert "perceptron-gui" in said(capsys, *arguments)


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "--version") == f"perceptron-gui {perceptron_gui.__version__}\n"


def test_the_help_knows_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    for name in COMMANDS:
        words = said(capsys, name, "--help")
        for option in parser_of(name).options.values():
            assert option.help
            assert f"  {', '.join(option.option_strings)} " in words
            assert option.help in " ".join(words.split())


def test_a_file_named_like_a_command_is_a_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    opened: list[tuple[str | None, bool]] = []
    note = lambda start: opened.append((start.path, start.is_demo)) or 0  # noqa: E731
    monkeypatch.setattr("perceptron_gui.__main__._open_window", note)
    Path("train").write_text(XOR)
    assert main(["./train"]) == 0
    assert main([]) == 0
    assert main(["--demo"]) == 0
    assert main(["./train", "--demo"]) == 0
    assert main(["--", "train"]) == 0
    assert opened == [("./train", False), (None, False), (None, True), ("./train", True), ("train", False)]
    assert strict(said(capsys, "train", "train", "--json"))["status"] == "cycle"


def test_a_file_that_cannot_be_read_is_not_demonstrated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The window told it to nobody, an example was played in its place, and all was well."""
    bad = tmp_path / "bad.csv"
    bad.write_text("x1,x2,label\n1,two,A\n")
    assert main([str(bad), "--demo"]) == 2
    assert "line 2" in capsys.readouterr().err


def test_a_session_to_play_is_read_before_there_is_a_window(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    opened: list[tuple[str | None, bool]] = []
    note = lambda start: opened.append((start.path, start.plays)) or 0  # noqa: E731
    monkeypatch.setattr("perceptron_gui.__main__._open_window", note)
    assert said(capsys, "samples", "xor", "-o", "xor.perceptron")
    assert main(["--play", "xor.perceptron"]) == 0
    assert read_session("xor.perceptron").session.view.speed == 10
    assert main(["xor.perceptron"]) == 0
    assert opened == [("xor.perceptron", True), ("xor.perceptron", False)]
    Path("bad.perceptron").write_text('{"format": "perceptron-session"')
    assert main(["--play", "bad.perceptron"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert len(opened) == 2


def test_cli_main_is_the_same_door(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--version"]) == 0
    assert cli.main([]) == 2
    assert cli.main(["dance"]) == 2
    assert capsys.readouterr().err.count("\n") == 2


def process(*arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, *arguments], cwd=ROOT, check=False, timeout=120, **options)


def test_commands_that_meet_no_session_import_nothing_of_what_it_can_hold(tmp_path: Path) -> None:
    points = tmp_path / "points.csv"
    points.write_text("x1,x2,label\n1,2,A\n3,-4,B\n")
    code = (
        "import sys\n"
        "from perceptron_gui.cli import main\n"
        f"for words in (['train', {str(points)!r}], ['analyze', {str(points)!r}], ['samples', 'xor']):\n"
        "    assert main(words) == 0\n"
        "held = ('session.saved.saved_session', 'files.sessions.forms')\n"
        "print([name for name in held if 'perceptron_gui.' + name in sys.modules])\n"
    )
    assert process("-c", code, capture_output=True).stdout.splitlines()[-1] == b"[]"


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    read, write = os.pipe()
    os.close(read)
    try:
        done = process("-m", "perceptron_gui", "--help", stdout=write, stderr=subprocess.PIPE)
    finally:
        os.close(write)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="has no /dev/full")
def test_a_full_disk_behind_standard_output_is_said_in_a_sentence() -> None:
    with open("/dev/full", "wb") as full:
        done = process("-m", "perceptron_gui", "--help", stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 2
    assert done.stderr == b"The output cannot be written because the disk is full.\n"


def test_a_terminal_without_greek_letters_still_gets_an_answer() -> None:
    done = process(
        "-m", "perceptron_gui", "train", str(IRIS), "--positive", "setosa", "--eta", "0.5",
        capture_output=True, env=os.environ | {"PYTHONIOENCODING": "ascii"},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"converged")


ENDLESS = ["--order", "shuffled", "--max-epochs", "1000000000"]


def hearing_ctrl_c(command: list[str], stderr: int) -> subprocess.Popen[bytes]:
    """Start a process that hears SIGINT, also where the tests run in the background of a shell, which ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=stderr)
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(os.name == "nt", reason="has no SIGINT between processes")
def test_ctrl_c_ends_a_real_process_with_what_was_reached(tmp_path: Path) -> None:
    path, log = tmp_path / "xor.csv", tmp_path / "log.csv"
    path.write_text(XOR)
    command = [sys.executable, "-m", "perceptron_gui", "train", str(path), *ENDLESS, "--log", str(log)]
    with hearing_ctrl_c(command, stderr=subprocess.PIPE) as training:
        try:
            until = time.monotonic() + 120
            while not any(other.suffix == ".tmp" and other.stat().st_size for other in tmp_path.iterdir()):
                assert training.poll() is None
                assert time.monotonic() < until
                time.sleep(0.01)
            training.send_signal(signal.SIGINT)
            out, err = training.communicate(timeout=120)
        finally:
            training.kill()
    assert (training.returncode, out) == (130, b"")
    assert re.fullmatch(rb"Interrupted after [^ ]{3,} visits in [^ ]{2,} epochs with [^ ]{2,} mistakes\.\n", err)
    assert [*tmp_path.iterdir()] == [path]


@pytest.mark.skipif(os.name == "nt", reason="has no pseudo-terminals")
def test_a_long_run_shows_its_progress_on_a_terminal_and_wipes_it_away(tmp_path: Path) -> None:
    path = tmp_path / "xor.csv"
    path.write_text(XOR)
    master, terminal = os.openpty()
    seen = b""

    def read() -> bytes:
        assert select.select([master], [], [], 30)[0], seen[-200:]
        return os.read(master, 4096)

    sooner = (  # a run need not be long until there is something to see
        "import sys; from perceptron_gui.cli import report; report.FIRST_AFTER = 0.1; "
        "from perceptron_gui.__main__ import main; sys.exit(main(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", sooner, "train", str(path), *ENDLESS, "--json"]
    with hearing_ctrl_c(command, stderr=terminal) as training:
        try:
            while seen.count(b"\r") < 3:
                seen += read()
            training.send_signal(signal.SIGINT)
            while not seen.endswith(b"\n"):
                seen += read()
            out, _ = training.communicate(timeout=120)
        finally:
            training.kill()
            os.close(master)
            os.close(terminal)
    assert (training.returncode, out) == (130, b"")
    first, *_, blanks, last = seen.removesuffix(b"\r\n").split(b"\r")
    assert first == b""
    assert blanks.strip() == b""
    assert last.startswith(b"Interrupted after ")
    assert re.search(r"\r[\d\u202f]+ visits in [\d\u202f]+ epochs with [\d\u202f]+ mistakes ", seen.decode())


@pytest.mark.parametrize(
    ("option", "shown"),
    [
        ("--eta=0.1000000000000000000001", "use 0.1."),
        ("--initial=1,2.00000000000000000001,0", "use 2."),
        ("--eta=0.0000000000000000000000000000001e30", None),
        ("--eta=0.33333333333333333333", None),
        ("--eta=0.10000000000000000000000000", None),
    ],
)
def test_digits_that_a_number_does_not_keep_are_refused_where_it_would_pass_for_exact(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, option: str, shown: str | None
) -> None:
    path = tmp_path / "xor.csv"
    path.write_text(XOR)
    code = main(["train", str(path), option, "--json"])
    out, err = capsys.readouterr()
    if shown is None:
        assert (code, err) == (0, "")
    else:
        assert (code, out) == (2, "")
        assert "cannot keep all digits" in err
        assert shown in err


LONG = "9" * 10**6


@pytest.mark.parametrize(
    "arguments",
    [
        [f"--{LONG}"], [f"-{LONG}"], ["--eta", LONG + "x"], ["--eta", f"-{LONG}x"], [f"--eta={LONG}x"],
        ["--seed", LONG], ["--initial", f"-{LONG},{LONG}x"], ["--positive", LONG], ["--mode", LONG],
        ["--kernel", LONG], [f"--json={LONG}"], ["--", LONG], ["--json"] * 1000 + ["--eta", "0"],
    ],
    ids=lambda arguments: arguments[0][:12],
)  # fmt: skip
def test_options_of_a_million_characters_are_answered_at_once(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    began = time.process_time()
    assert main(["train", str(IRIS), *arguments]) == 2
    assert time.process_time() - began < 5
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert len(err) < 300


def test_a_margin_and_variants_are_told_in_words_and_as_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "points.csv"
    said(capsys, "samples", "textbook", "-o", file)
    with_margin = strict(said(capsys, "train", file, "--beta", "2", "--json"))
    assert [with_margin[name] for name in ("beta", "mistakes", "updates", "bound", "variant")] == [2, 14, 18, 135, None]
    assert "near misses  4" in said(capsys, "train", file, "--beta", "2")
    averaged = strict(said(capsys, "train", file, "--variant", "averaged", "--json"))["variant"]
    assert averaged == {
        "name": "averaged",
        "w": [31 / 18] * 2,
        "b": -23 / 18,
        "W": None,
        "B": None,
        "alpha": None,
        "A": None,
        "training_errors": 1,
    }
    voted = strict(said(capsys, "train", file, "--variant", "voted", "--mode", "multiclass", "--json"))["variant"]
    assert {value for name, value in voted.items() if name not in ("name", "training_errors")} == {None}
    assert (voted["name"], voted["training_errors"]) == ("voted", 1)
    kernel = ["--mode", "dual", "--kernel", "poly", "--json"]
    by_kernel = strict(said(capsys, "train", file, "--variant", "averaged", *kernel))
    assert len(by_kernel["variant"]["alpha"]) == by_kernel["n_samples"]
    assert all(mean <= last for mean, last in zip(by_kernel["variant"]["alpha"], by_kernel["alpha"], strict=True))
    pocket = strict(said(capsys, "train", file, "--variant", "pocket", "--max-updates", "4", "--json"))
    assert pocket["variant"]["training_errors"] == 1
    assert pocket["training_errors"] == 2, "after four updates the run is worse than it was"
    words = said(capsys, "train", file, "--variant", "averaged", "--log", tmp_path / "log.csv")
    assert "averaged: 1 error now" in words
    assert "price" not in words
    assert "Extra work: 3 points checked after each of 7 updates." in said(capsys, "train", file, "--variant", "voted")
    assert len((tmp_path / "log.csv").read_text().splitlines()) == 8
