"""A notebook makes the run of the window: its cells, executed, come to the same numbers, update for update."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import subprocess
import sys
import tempfile
from itertools import product
from pathlib import Path
from typing import Any

import nbformat
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.features.feature_map import FeatureMap
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.run.records.record import VisitRecord
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.theory.separability import analyze
from perceptron_gui.session.programs.notebook import MOST_STATES, notebook
from perceptron_gui.session.programs.task import Task
from tests.effort import one_in
from tests.session.bench import XOR
from tests.session.programs.tasks import expected, make_task, printed, random_task
from tests.session.programs.test_numpy_program import CURVED, KINDS, TIES

SEPARABLE = Dataset.of([[0.5, 2], [1, 1], [-1, 0.25], [-2, -1], [0, -1.5]], [1, 1, 0, 0, 0])


def cells(task: Task) -> list[tuple[str, str]]:
    """Return kind and text of all cells of a notebook, which is one."""
    text = notebook(task).encode("utf-8", "replace").decode()
    found = nbformat.reads(text, as_version=4)
    nbformat.validate(found)
    assert json.loads(text, parse_constant=pytest.fail)
    return [(cell["cell_type"], cell["source"]) for cell in found["cells"]]


def code_of(task: Task) -> list[str]:
    return [source for kind, source in cells(task) if kind == "code"]


def is_picture(cell: str) -> bool:
    return "def picture(" in cell


def run_without_pictures(task: Task) -> tuple[dict[str, Any], dict[str, Any]]:
    """Execute all cells but for what draws; return what the run printed and all names."""
    names: dict[str, Any] = {}
    told: dict[str, Any] = {}
    for cell in code_of(task):
        plain = cell.replace("import matplotlib.pyplot as plt\n", "").partition("\ntry:\n    from ipywidgets")[0]
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(plain, "cell", "exec"), names)
        if "# The result of the run." in cell:
            told = printed(f"print({out.getvalue().strip()!r})")
    return told, names


def updates_of(task: Task) -> list[VisitRecord]:
    """Return the first updates as the window's table has them."""
    run, found = Run(task.trained, task.settings), []
    while run.visit < task.run.visit and len(found) < MOST_STATES:
        visited = run.visit_once()
        assert visited is not None
        if visited.has_learned:
            found.append(visited)
    return found


def check(task: Task) -> None:
    """Compare result and updates with those of the engine; where numbers were rounded, the counts."""
    told, names = run_without_pictures(task)
    wanted = expected(task)
    assert told == {name: value for name, value in wanted.items() if name in told or not name.endswith("_errors")}
    updates = updates_of(task)
    assert len(updates) == len(names["learned_from"])
    for k, visited in enumerate(updates, start=1):
        row = names["row"](k)
        said = dict(zip(row[::2], row[1::2], strict=True))
        is_batch = task.settings.order is Order.BATCH
        assert said["visit ="] == visited.number and said["epoch ="] == visited.epoch
        assert [*said["points ="]] == (visited.learned.tolist() if is_batch else [visited.point])
        present = list(task.trained.present) if task.settings.mode is Mode.MULTICLASS else [0]
        after, n = visited.after[present] + 0.0, task.run.data.n_weights
        if not visited.is_exact:
            continue
        if task.settings.bias:
            bias = after[:, -1].tolist()
            assert (said["b ="] if "b =" in said else said["B ="]) == (bias if "B =" in said else bias[0])
        if "w =" in said or "W =" in said:
            weights = after[:, :n].tolist()
            assert said.get("W =", [said.get("w =")]) == weights
        else:
            assert task.settings.has_curved_kernel
        if not is_batch and task.settings.mode is not Mode.MULTICLASS:
            assert said["y·f ="] == [visited.target * float(visited.scores[0]) + 0.0]


@pytest.mark.parametrize(
    ("mode", "kernel", "order"),
    [(*kind, order) for i, kind in enumerate(KINDS) for k, order in enumerate(Order) if (i + k) % 5 in (0, 2)],
)
@pytest.mark.seldom
def test_notebooks_of_every_rule_and_order_come_to_what_the_engine_says(mode: Mode, kernel: Any, order: Order) -> None:
    # Each kind and each order meets each of the three.
    turn = KINDS.index((mode, kernel)) + [*Order].index(order)
    eta, bias, beta = ((1.0, True, 0.0), (0.3, False, 0.0), (0.5, True, 0.25))[turn % 3]
    rules = TrainingSettings(mode, order, eta, bias, max_epochs=6, max_updates=25, kernel=kernel, beta=beta)
    check(make_task(TIES, rules))


@pytest.mark.seldom
def test_notebooks_of_random_runs_come_to_what_the_engine_says() -> None:
    for seed in range(20):
        if (task := random_task(seed)) is not None:
            check(task)


def test_the_bound_of_a_notebook_is_the_one_of_the_window() -> None:
    for mode, order, beta in (*product(Mode, Order, (0.0,)), *product(Mode, (Order.CYCLIC,), (0.5,))):
        task = make_task(SEPARABLE, TrainingSettings(mode, order, 0.5, beta=beta, max_updates=500))
        bound = analyze(SEPARABLE, task.settings).bound
        _, names = run_without_pictures(task)
        assert bound is not None and names["most"] == bound.at_most
        assert names["made"] == task.run.state.mistakes + task.run.state.near_misses
        has_proof = mode.is_binary and order is not Order.BATCH and not beta
        assert ("gamma" in names) == has_proof
        if has_proof:
            assert (names["radius"] / names["gamma"]) ** 2 == pytest.approx(bound.unrounded)
    assert "most" not in run_without_pictures(make_task(XOR, TrainingSettings()))[1]
    assert "Not separable" in code_of(make_task(XOR, TrainingSettings()))[-1]


def test_a_notebook_without_an_answer_draws_no_errors_and_tells_no_bound() -> None:
    asked = make_task(TIES, TrainingSettings(), until=7, is_veiled=True)
    told, names = run_without_pictures(asked)
    assert told["visits"] == 7 and "training_errors" not in told
    assert "row" in names and "picture" not in names and "most" not in names
    assert any(map(is_picture, code_of(make_task(TIES, TrainingSettings(), until=7))))


KEEPING = [
    (TIES, TrainingSettings(max_epochs=8)),
    (TIES, TrainingSettings(Mode.DUAL, Order.RANDOM, 0.3, max_updates=MOST_STATES + 3)),
    (TIES, TrainingSettings(Mode.MULTICLASS, Order.SHUFFLED, max_epochs=4)),
    (TIES, TrainingSettings(Mode.DUAL, Order.BATCH, kernel=CURVED[0], max_epochs=5)),
    (SEPARABLE, TrainingSettings(initial=(1.0, -2.0, 0.5), max_epochs=50)),
]


@pytest.mark.parametrize(("points", "rules"), KEEPING)
def test_what_was_learned_is_there_after_the_table_and_whatever_cell_is_run_again(
    points: Dataset, rules: TrainingSettings
) -> None:
    task = make_task(points, rules)
    told, names = run_without_pictures(task)
    assert told["updates"] > 1
    cells_of = {
        name: next(cell for cell in code_of(task) if f"# {name}" in cell) for name in ("Training", "The result")
    }
    for again in (["The result"], ["Training", "The result"], ["Training", "Training", "The result"]):
        names["row"](1)
        names["go_to"](1 if len(again) > 1 else -1)
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            for name in again:
                exec(compile(cells_of[name], "cell", "exec"), names)
        assert printed(f"print({out.getvalue().strip()!r})") == told


NASTY = ['"""', "\\", "a\nimport os\n", "<b>$x$</b>", "\x0c## new", "_hidden", "![](x)", "\ud800", ""]


@pytest.mark.parametrize(("mode", "name"), [*zip((Mode.MULTICLASS, Mode.PRIMAL) * 5, NASTY, strict=False)])
def test_names_are_text_in_a_notebook(mode: Mode, name: str) -> None:
    points = Dataset.of([[1, 2], [3, 4], [0, 1]], [0, 1, 2], [name, name + "b", "c"], ["x" + name, "y" + name])
    rules = TrainingSettings(mode, positive=None if mode is Mode.MULTICLASS else 0, max_epochs=20)
    task, plain = (make_task(each, rules, title=title) for each, title in ((points, name), (XOR, "")))
    titles = [text for kind, text in cells(task) if kind == "markdown"]
    assert titles[1:3] == [text for kind, text in cells(plain) if kind == "markdown"][1:3]
    assert not re.search(r"(?<!\\)[<$[_]", titles[0])
    check(task)


SPACES = [
    (TIES, TrainingSettings(features=FeatureMap.read("poly2"), max_epochs=8)),
    # Of two updates three pictures are made: the first run has one of five.
    (Dataset.of([[0.5], [2], [-1]], [0, 1, 0]), TrainingSettings(max_updates=2)),
    (
        Dataset.of([[0.5, 1, 2], [2, 0, 1], [-1, 1, 1]], [0, 1, 2], "ABC"),
        TrainingSettings(Mode.MULTICLASS, max_updates=2),
    ),
    (TIES, TrainingSettings(Mode.MULTICLASS, Order.BATCH, kernel=CURVED[0], max_updates=2)),
]
LOOKS = """
import json, pathlib, sys
import matplotlib
matplotlib.use("Agg")
import warnings
warnings.simplefilter("error")
warnings.filterwarnings("ignore", "FigureCanvasAgg is non-interactive")
sys.modules["ipywidgets"] = None
for cells in json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")):
    names = {}
    for cell in cells:
        exec(compile(cell, "cell", "exec"), names)
    import numpy as np
    plt = names["plt"]
    axes = plt.gcf().axes
    assert len(axes) == len(names["chosen"]) <= 5
    names["picture"](len(names["learned_from"]))
    found, y, X, program_X = names["margins"](), names["y"], names["points"], names["X"]
    drawn = plt.gca().collections
    assert drawn, "nothing is drawn"
    for target, name, color, marker in names["classes"]:
        inside = [path for each in drawn if len(each.get_facecolor()) and each.get_alpha() == 0.2
                  and matplotlib.colors.same_color(each.get_facecolor()[0][:3], matplotlib.colors.to_rgb(color))
                  for path in each.get_paths()]
        for i in np.flatnonzero(y == target):
            place = names["shown"][i]
            is_in = any(path.contains_point(place) for path in inside)
            if X.shape[1] <= 2 and abs(found[i]) > 0.05 * abs(found).max():
                assert is_in == (found[i] > 0), (target, i)
    names["picture"](0)
    assert (names["margins"]() == found).all(), "the learned weights are gone"
    plt.close("all")
print("drawn")
"""


@pytest.mark.seldom
def test_pictures_show_each_point_in_the_region_of_its_class_where_it_is_right(tmp_path: Path) -> None:
    """Without ipywidgets a row of pictures; the process has no display."""
    path = tmp_path / "cells.json"
    path.write_text(
        json.dumps([code_of(make_task(points, rules)) for points, rules in one_in(2, SPACES)]), encoding="utf-8"
    )
    done = subprocess.run([sys.executable, "-c", LOOKS, path], capture_output=True, text=True)
    assert done.stdout.endswith("drawn\n") and not done.stderr, done.stderr


EXECUTES = """
import sys
import nbclient, nbformat
from traitlets.config import Config
book = nbformat.read(sys.argv[1], as_version=4)
local = Config(KernelManager={"transport": "ipc"})
nbclient.NotebookClient(book, timeout=120, kernel_name="python3", config=local).execute()
nbformat.write(book, sys.argv[2])
"""


@pytest.mark.seldom
@pytest.mark.waits
def test_a_notebook_is_executed_by_jupyter_with_a_slider_for_its_pictures(tmp_path: Path) -> None:
    task = make_task(SEPARABLE, TrainingSettings())
    before, after = tmp_path / "run.ipynb", tmp_path / "done.ipynb"
    before.write_text(notebook(task), encoding="utf-8")
    env = os.environ | {"JUPYTER_PLATFORM_DIRS": "1", "IPYTHONDIR": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    # By sockets that are files of the folder it starts in: a port that was free may be taken when it is used, and then
    # nobody answers. Their paths have a hundred letters at most, so that it cannot be the test's.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as run:
        command = [sys.executable, "-c", EXECUTES, before, after]
        done = subprocess.run(command, capture_output=True, text=True, env=env, cwd=run)
    assert done.returncode == 0, done.stderr
    book = json.loads(after.read_text(encoding="utf-8"))
    out = [each for cell in book["cells"] for each in cell.get("outputs", ())]
    assert not [each for each in out if each["output_type"] == "error" or each.get("name") == "stderr"]
    slider = "application/vnd.jupyter.widget-view+json"
    assert any(slider in each.get("data", {}) for each in out), "no slider"
    texts = "".join("".join(each["text"]) for each in out if each["output_type"] == "stream")
    assert f"mistakes = {task.run.state.mistakes}\n" in texts and "visit = " in texts and "most = " in texts
