"""The engine for notebooks: what it says is what the commands and the window say, and what is promised is there."""

from __future__ import annotations

import contextlib
import inspect
import io
import json
import re
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from perceptron_gui import lab
from perceptron_gui.__main__ import main
from perceptron_gui.cli.command_line import Request
from perceptron_gui.cli.train_command import as_json
from perceptron_gui.engine.data.dataset import Dataset, Part, trained_part, with_part
from perceptron_gui.engine.data.kernel import FUNCTIONS, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.run.records.record import parameters
from perceptron_gui.engine.run.run import FOREVER, Run
from perceptron_gui.engine.theory.separability import analyze
from perceptron_gui.files.points.points_file import write_points
from perceptron_gui.files.points.sample_files import BY_NAME
from perceptron_gui.files.program.guide import GUIDE
from perceptron_gui.files.sessions.session_file import write_session
from perceptron_gui.frozen import replace
from perceptron_gui.session.document import Document
from perceptron_gui.session.saved.saved_session import SavedSession
from perceptron_gui.translation import use
from tests.pseudo import Pseudo
from tests.session.bench import XOR

ROOT = Path(__file__).resolve().parent.parent
PROMISES = (ROOT / "docs/promises.md").read_text(encoding="utf-8")
TIES = Dataset.of([[0.1, 0.3], [1.2, 2], [-1, 0.5], [0.3, 0.6], [0.7, -0.4], [0.2, 0.1]], [0, 1, 2, 0, 0, 1], "ABC")


def printed(command: str, path: Path, *options: str) -> dict[str, Any]:
    """Return what a command prints as JSON."""
    with contextlib.redirect_stdout(io.StringIO()) as said:
        assert main([command, str(path), *options, "--json"]) == 0
    found: dict[str, Any] = json.loads(said.getvalue())
    return found


def check(run: lab.Trained, wanted: dict[str, Any]) -> None:
    """Compare a run with what `train --json` prints."""
    for name in ("status", "visits", "mistakes", "updates"):
        assert getattr(run, name) == wanted[name], name
    assert run.is_exact == wanted["exact"] and int(run.errors.sum()) == wanted["training_errors"]
    weights = wanted["w"] if wanted["w"] is not None else wanted["W"]
    assert (None if run.w is None else run.w.tolist()) == weights
    assert np.asarray(run.b).tolist() == (wanted["b"] if wanted["b"] is not None else wanted["B"])
    counts = wanted["alpha"] if wanted["alpha"] is not None else wanted["A"]
    assert counts is None or run.alpha.tolist() == counts


@pytest.mark.parametrize(("mode", "order"), [*product(Mode, Order)])
def test_training_comes_to_what_the_command_line_prints(mode: Mode, order: Order) -> None:
    for kernel in KernelName if mode is not Mode.PRIMAL else (KernelName.LINEAR,):
        numbers = {each.name: 3 if each.is_whole else 0.5 for each in FUNCTIONS[kernel].parameters}
        rules = {"eta": 0.3, "order": str(order), "seed": 4, "max_updates": 60, "max_epochs": 30}
        positive = {} if mode is Mode.MULTICLASS else {"positive": "B"}
        run = lab.train(lab.Points(TIES), mode=mode.value, kernel=str(kernel), **numbers, **rules, **positive)
        wanted = Run(TIES, run.run.settings, keeps_past=False)
        while wanted.stop is None:
            wanted.advance(FOREVER, 1e3)
        check(run, as_json(Request(TIES, wanted.settings), wanted, None))


def test_a_file_is_trained_on_as_by_the_command_and_a_session_by_its_own_rules(tmp_path: Path) -> None:
    path, session = tmp_path / "points.csv", tmp_path / "lesson.perceptron"
    write_points(path, TIES)
    options = ("--mode", "dual", "--positive", "C", "--eta", "0.5", "--features", "poly2", "--max-epochs", "40")
    run = lab.train(lab.load(path), mode="dual", positive="C", eta=0.5, features="poly2", max_epochs=40)
    check(run, printed("train", path, *options))
    rules = TrainingSettings(Mode.DUAL, Order.SHUFFLED, 0.25, initial=(1.0, -2.0, 0.5), max_epochs=7)
    write_session(str(session), SavedSession(Document(XOR, rules)))
    check(lab.train(lab.load(str(session))), printed("train", session))
    check(lab.train(lab.load(session), mode="multiclass"), printed("train", session, "--mode", "multiclass"))


@pytest.mark.parametrize("name", [*BY_NAME])
def test_every_example_is_analyzed_as_by_the_window(name: str) -> None:
    points = lab.load(name)
    assert points.X is points.dataset.X and points.y.tolist() == [points.classes[k] for k in points.dataset.labels]
    found, wanted = lab.analyze(points), analyze(trained_part(points.dataset), points.settings)
    assert wanted.verdict is not None
    assert (found.separable, found.margin, found.radius) == (
        wanted.verdict.separable,
        wanted.verdict.margin,
        wanted.verdict.radius,
    )
    assert (found.bound, found.most_mistakes) == (
        (None, None) if wanted.bound is None else (wanted.bound.exact, wanted.bound.at_most)
    )
    assert found.sentence in found._repr_html_()


@pytest.mark.parametrize("kernel", ["rbf", "laplacian"])
def test_a_bound_that_is_no_fraction_is_none(kernel: str) -> None:
    """Of floats it was a fraction of sixty figures (T7)."""
    found = lab.analyze(lab.Points(XOR), mode="dual", kernel=kernel)
    assert found.bound is None and found.most_mistakes == 20
    assert lab.analyze(lab.Points(XOR), mode="dual", kernel="poly").bound is not None


def test_arrays_go_in_with_classes_of_any_kind() -> None:
    X = [[0.5, 1], [2, 0], [-1, 1]]
    for y, classes in (([10, 9, 10], ("9", "10")), (["b", "a", "c"], ("a", "b", "c")), ([True, False, True], None)):
        points = lab.load(np.array(X), np.array(y))
        assert points.classes == (classes or ("False", "True")) and points.y.tolist() == [*map(str, y)]
    assert len(lab.load(X, [1, 1, 1]).classes) == 2
    run = lab.train(lab.load(X, [10, 9, 10]), max_epochs=50)
    assert run.predict(X).tolist() == ["10", "9", "10"] and run.status == "converged"
    assert run.decision_function(X[0]).tolist() == pytest.approx([run.w @ X[0] + run.b])  # type: ignore[operator]
    assert lab.train(lab.load(X, [10, 9, 10])).at(0).predict(X).tolist() == [None] * 3


@pytest.mark.parametrize(
    "names", [("+", "-"), ("-", "+"), ("+", "−"), ("9", "10"), ("10", "9"), ("−1", "1"), ("1.0", "-1"), ("b", "a")]
)
def test_labels_have_the_order_and_the_signs_that_they_have_in_a_file(names: tuple[str, str], tmp_path: Path) -> None:
    X, y = [[0.5, 1], [2, 0], [-1, 1]], [names[0], names[1], names[0]]
    path = tmp_path / "points.csv"
    rows = [f"{a},{b},{name}" for (a, b), name in zip(X, y, strict=True)]
    path.write_text("\n".join(["x1,x2,label", *rows]), encoding="utf-8")
    points, wanted = lab.load(X, y), lab.load(path)
    assert points.classes == wanted.classes and points.dataset.labels.tolist() == wanted.dataset.labels.tolist()
    run = lab.train(points)
    assert (run.w.tolist(), run.b) == (lab.train(wanted).w.tolist(), lab.train(wanted).b)  # type: ignore[union-attr]
    alone = lab.load([[1, 2]], [names[0]])
    path.write_text(f"x1,x2,label\n1,2,{names[0]}", encoding="utf-8")
    assert alone.classes == lab.load(path).classes


@pytest.mark.parametrize(("name", "other"), [("+", "-"), ("-", "+"), ("B", "A")])
def test_with_points_of_one_class_a_place_on_the_other_side_is_of_the_other_class(name: str, other: str) -> None:
    """P1: the sign of f is the class, whether it has points or not."""
    points = lab.load([[1, 0], [2, 1]], [name, name])
    assert {*points.classes} == {name, other}
    for mode, kernel in ((Mode.PRIMAL, "linear"), (Mode.DUAL, "linear"), (Mode.DUAL, "poly")):
        run = lab.train(points, mode=mode, kernel=kernel, degree=3, coef0=0, bias=False)
        places = [[1, 0], [-1, 0], [0, 0], [-2, -1]]
        assert run.predict(places).tolist() == [name, other, None, other]
        assert run.predict(places).tolist() == [
            None if f == 0 else points.classes[int(f > 0)] for f in run.decision_function(places).tolist()
        ]
    alone = lab.train(points, mode="multiclass")
    assert alone.predict([[1, 0], [-1, 0]]).tolist() == [name, name]


def test_a_run_is_looked_at_after_any_visit() -> None:
    run = lab.train(lab.Points(XOR), max_epochs=5)
    for visit in range(run.visits + 1):
        there = Run(XOR, run.run.settings)
        there.advance(visit)
        early = run.at(visit)
        assert (early.visits, early.mistakes) == (visit, there.state.mistakes)
        assert early.w is not None and early.w.tolist() == (parameters(there.trainer)[0, :2] + 0.0).tolist()
        assert len(early.log) == early.mistakes and (early.status == "unfinished") == (visit < run.visits)
    with pytest.raises(ValueError):
        run.at(run.visits + 1)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (
            lambda points: lab.train(points, mode="linear"),
            "mode must be one of dual, multiclass, primal, not 'linear'.",
        ),
        (lambda points: lab.train(points, order="\n"), "order must be one of batch, cyclic"),
        (lambda points: lab.train(points, etta=1), "not 'etta'."),
        (lambda points: lab.train(points, positive="D"), "positive must be one of A, B, C, not 'D'."),
        (lambda points: lab.train(points), "There are 3 classes: choose which one is +"),
        (lambda points: lab.train(points, mode="primal", positive="A", kernel="rbf"), "The primal has no kernel"),
        (lambda points: lab.train(points, mode="multiclass", eta=0), "The learning rate must be a number above 0"),
        (lambda points: lab.train(points, mode="multiclass", features="x9"), "x9"),
        (lambda points: lab.load("none.csv"), "none.csv: the file cannot be read"),
        (lambda points: lab.load([[1, 2]]), "Coordinates need the class of each point"),
        (lambda points: lab.load([[1, 2]], [1, 2]), "Points of shape"),
        (lambda points: lab.load([[1, float("nan")]], [1]), "A coordinate must be a number"),
        (lambda points: lab.analyze(lab.Points(Dataset.empty())), "There are no points"),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(wrong: Any, said: str) -> None:
    with pytest.raises(ValueError) as refusal:
        wrong(lab.Points(TIES))
    assert said in str(refusal.value) and str(refusal.value).endswith(".")


def test_names_are_text_in_tables() -> None:
    points = lab.load([[1, 2], [3, 4], [0, 0]], ["<b>", "&amp;", "<b>"])
    html = points._repr_html_()
    assert "<b>" not in html and "&lt;b&gt;" in html and "&amp;amp;" in html
    try:
        use(Pseudo())
        html = lab.train(points)._repr_html_()
    finally:
        use(None)
    assert "<th>mistakes</th>" in html


def test_a_table_of_many_points_ends() -> None:
    html = lab.load(np.zeros((10_000, 2)), np.arange(10_000) % 2)._repr_html_()
    assert len(html) < 5_000 and "…" in html and "10\u202f000 points" in html


DRAWS = """
import warnings
warnings.simplefilter("error")
import numpy as np
from perceptron_gui import lab
from perceptron_gui.engine.data.kernel import KernelName
for name in ("two-classes", "three-classes", "iris", "bias-counts"):
    points = lab.load(name)
    run = lab.train(points, max_epochs=20)
    for shown in {"two-classes": (points,), "iris": (run.at(0),)}.get(name, ()):
        assert lab.picture(shown)._repr_png_().startswith(b"\\x89PNG")
    axes = lab.picture(run).figure.axes[0]
    regions = [each for each in axes.collections if each.get_alpha() == 0.2]
    for i, (place, who) in enumerate(zip(points.X, run.predict(points.X))):
        if points.X.shape[1] > 2 or who is None:
            continue
        color = f"C{points.classes.index(who)}"
        import matplotlib.colors as colors
        mine = [each for each in regions if colors.same_color(each.get_facecolor()[0][:3], colors.to_rgb(color))]
        assert sum(path.contains_point(place) for each in mine for path in each.get_paths()) % 2 == 1, (name, i)
lab.picture(lab.train(lab.load([[0.5], [1], [-1]], ["_a", "$b$", "_a"])), 0)._repr_png_()
lab.picture(lab.load(np.empty((0, 2)), []))._repr_png_()
print("drawn")
"""
WITHOUT = """
import sys
sys.modules["matplotlib"] = None
from perceptron_gui import lab
run = lab.train(lab.load("xor"), max_epochs=3)
try:
    lab.picture(run)
except ImportError as refusal:
    print(refusal)
"""


def answer(code: str, folder: Path) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert not done.stderr, done.stderr
    return done.stdout


@pytest.mark.seldom
def test_pictures_show_points_in_the_region_of_their_class(tmp_path: Path) -> None:
    assert answer(DRAWS, tmp_path) == "drawn\n"


def test_without_matplotlib_all_else_works_and_a_picture_says_what_it_needs(tmp_path: Path) -> None:
    assert answer(WITHOUT, tmp_path) == "A picture needs matplotlib: pip install matplotlib.\n"


def test_what_is_promised_is_there() -> None:
    rows = re.findall(r"^\| `(\w+)\((.*)\)` \| (.+) \|$", PROMISES, re.MULTILINE)
    assert [name for name, *_ in rows] == ["load", "train", "analyze", "picture"] and {*lab.__all__} == {
        name for name, *_ in rows
    }
    values = {"load": lab.Points, "train": lab.Trained, "analyze": lab.Analyzed, "picture": lab.Picture}
    for name, taken, promised in rows:
        found = str(inspect.signature(getattr(lab, name)))
        assert all(re.search(rf"\W{re.escape(each)}:", found) for each in taken.split(", ")), found
        names = re.findall(r"`(\w+)`", promised)
        assert names and all(hasattr(values[name], each) for each in names), name
    known = inspect.getdoc(lab.train) or ""
    for name in (*TrainingSettings.__struct_fields__, *replace(TrainingSettings()).kernel.__struct_fields__):
        assert f"`{name}`" in known or name == "name", f"{name} is not told"


def test_the_examples_of_the_guide_are_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = (GUIDE / "21-in-a-notebook.md").read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    told = 0
    for line in re.findall(r"^    (.+)$", text, re.MULTILINE):
        code, _, wanted = line.partition("  # ")
        if wanted:
            assert repr(eval(code, names)) == wanted, line
            told += 1
        else:
            exec(code, names)
    assert told > 12 and (tmp_path / "run.png").stat().st_size > 1000


def test_a_log_names_points_as_they_are_numbered_in_all() -> None:
    """Where points are held out it named those of the run, and one that was never visited stood for another."""
    X = np.array([[5, 5], [0, 5], [3, 3], [4, 3], [1, 1]])
    dataset = with_part(Dataset.of(X, [1, 0, 1, 1, 0]), [0, 1], Part.VALIDATION)
    for order in (Order.CYCLIC, Order.BATCH):
        run = lab.train(lab.Points(dataset, TrainingSettings(order=order)))
        points = {*run.log[:, 1].tolist()}
        assert points <= {2, 3, 4, -1} and (points == {-1}) == (order is Order.BATCH), points


def test_where_a_place_ties_exactly_nobody_wins_it() -> None:
    points = lab.load([[0.3, -0.4], [-0.4, 0.4], [-0.5, -0.1]], ["a", "a", "b"])
    run = lab.train(points, bias=False, eta=0.1, max_epochs=3).at(8)
    assert run.is_exact and run.errors.tolist() == [True, False, True]
    assert run.predict(points.X).tolist() == ["b", "a", None]
    for mode, kernel in product(Mode, ("linear", "poly")):
        if kernel == "poly" and mode is Mode.PRIMAL:
            continue
        made = lab.train(points, mode=mode, kernel=kernel, eta=0.1, max_epochs=4)
        for visit in range(made.visits + 1):
            now = made.at(visit)
            assert (now.predict(points.X) != points.y).tolist() == now.errors.tolist()


def test_a_session_has_the_class_that_is_plus_in_the_window(tmp_path: Path) -> None:
    dataset = Dataset.of([[1, 2], [2, 1], [-1, -1]], [1, 1, 2], ["A", "B", "C"])
    dataset = with_part(dataset, [2], Part.TEST)
    document = Document(dataset)
    path = tmp_path / "one.perceptron"
    write_session(path, SavedSession(document))
    run, window = lab.train(lab.load(path)), Run(trained_part(dataset), document.named_settings)
    window.advance(100)
    assert run.w is not None and [*run.w, run.b] == (window.state.theta if window.is_exact else None)
