"""The worked solution and the table say what the panels say, and compile whatever the points are called."""

from __future__ import annotations

import re
import shutil
import subprocess
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset, Part, with_part
from perceptron_gui.engine.data.features.feature_map import FeatureMap
from perceptron_gui.engine.data.kernel import LINEAR, Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.run.run import Run
from perceptron_gui.files.output.written_runs import write_latex_table, write_solution
from perceptron_gui.files.points.points_file import PointsFileError
from perceptron_gui.session.document import Document, Place
from perceptron_gui.session.explanation.step import as_text, matrix_lines
from perceptron_gui.session.formula.latex import TEXT_WIDTH, width_of
from perceptron_gui.session.formula.latex import rows_of as rows_of_formula
from perceptron_gui.session.formula.line import text_of
from perceptron_gui.session.formula.nodes import Row
from perceptron_gui.session.worked.past import Look, NothingToShow, Stretch
from perceptron_gui.session.worked.solution import (
    MOST_ROWS,
    MOST_STEPS,
    Solution,
    run_table,
    solution_latex,
    solution_of,
    table_latex,
)
from tests.session.bench import XOR
from tests.session.worked.strict_latex import flaws_of, rows_of

TIES = Dataset.of([[0.1, 0.3], [1.2, 2], [-1, 0.5], [0.3, 0.6]], [0, 1, 1, 0])
ODD = Dataset.of([[0, 0], [1, 1], [2, 0.5], [0.25, 3]], [0, 1, 2, 1], ("Äpfel", "中文 \\ {&", "☃^~$#_%}"))
KINDS = [(Mode.PRIMAL, LINEAR), *product((Mode.DUAL, Mode.MULTICLASS), (LINEAR, Kernel(KernelName.POLY)))]


def quietly(part: float) -> None:
    """Look at nothing."""


def solve(document: Document, stretch: Stretch, place: Place | None = None) -> Solution:
    """Return a worked solution."""
    return solution_of(document, place or Place(), stretch, quietly)


def table_of(document: Document, place: Place, stretch: Stretch, look: Look) -> str:
    """Return a table of LaTeX."""
    return table_latex(run_table(document, place, stretch, look))


def test_the_solution_of_a_small_run_is_the_blackboard_of_the_lecture() -> None:
    points = Dataset.of([[2, 1], [-1, -2]], [1, 0])
    solution = solve(Document(points, title="Two points"), Stretch(1, 4))
    assert (solution.title, solution.rules) == ("Two points", "primal, cyclic, η = 1, with bias")
    assert [*map(str, solution.points)] == ["x₁ = (2, 1)   (B)", "x₂ = (−1, −2)   (A)"]
    assert [str(step.verdict.word) for step in solution.steps] == ["Mistake.", "Right.", "Right.", "Right."]
    assert "w ← w + η y x\n" in as_text(solution.steps[0]) and "= (2, 1)" in as_text(solution.steps[0])
    assert [*map(str, solution.parameters)] == ["w = (2, 1),   b = 1"]
    assert solution.end == (
        "After visit 4: 1 mistake.",
        "Converged: a whole pass without a mistake, after 1 mistake.",
        "The theorem allows at most 1. The bound is reached: no further mistake is possible.",
    )


def test_only_visits_that_changed_something_are_written_out_where_that_is_asked_for() -> None:
    solution = solve(Document(XOR), Stretch(1, 8, only_mistakes=True))
    run = Run(XOR, TrainingSettings())
    run.advance(8)
    assert len(solution.steps) == run.state.mistakes and all(step.is_mistake for step in solution.steps)


def test_of_a_long_stretch_it_says_how_many_visits_it_leaves_out() -> None:
    solution = solve(Document(XOR), Stretch(1, MOST_STEPS + 20))
    assert len(solution.steps) == MOST_STEPS
    assert solution.left_out == "20 more visits are not written out: a solution has at most 100."


def test_a_stretch_without_visits_is_a_sentence() -> None:
    done = Document(Dataset.of([[2, 1], [-1, -2]], [1, 0]))
    with pytest.raises(NothingToShow, match="There are no mistakes from visit 3 to 4"):
        solve(done, Stretch(3, 4, only_mistakes=True))
    with pytest.raises(NothingToShow, match="There are no visits from 500 to 600"):
        solve(done, Stretch(500, 600))
    with pytest.raises(NothingToShow, match="at most 2\u202f000 rows"):
        run_table(Document(XOR), Place(), Stretch(1, MOST_ROWS + 1), quietly)


def test_points_that_came_during_the_run_are_visited_when_they_came() -> None:
    """The same visits as of the run in the window, whose last point came after visit 3."""
    run = Run.replayed(XOR, TrainingSettings(positive=1), [(3, 3)])
    run.seek(0)
    visited = []
    while run.visit < 9:
        record = run.visit_once()
        assert record is not None
        visited.append(record.point)
    rows = rows_of(table_of(Document(XOR), Place(9, (3,)), Stretch(1, 9), quietly))
    assert [int(row[1].split("{")[1].rstrip("}")) - 1 for row in rows[1:]] == visited


def test_points_held_out_keep_the_numbers_of_all_points() -> None:
    document = Document(with_part(TIES, [0], Part.TEST))
    solution = solve(document, Stretch(1, 3))
    assert [str(step.heading).split("POINT ")[1][:2] for step in solution.steps] == ["x₂", "x₃", "x₄"]
    rows = rows_of(table_of(document, Place(), Stretch(1, 3), quietly))
    assert rows[1][1] == r"x\textsubscript{2}"


def test_where_there_is_no_bound_the_solution_ends_with_the_reason() -> None:
    one_class = Document(TIES.first(1), TrainingSettings(Mode.MULTICLASS))
    many = Document(Dataset.of(np.arange(2_002.0).reshape(1_001, 2), [0, 1] * 500 + [0]))
    for document, reason in (
        (Document(XOR), "The theorem gives no bound: no line separates these points."),
        (one_class, "One class only: without a rival there are no mistakes."),
        (many, "No bound is known: finding the margin of so many points would take too long."),
    ):
        assert solve(document, Stretch(1, 1)).end[-1] == reason


def test_under_the_veil_no_error_is_told() -> None:
    rules = TrainingSettings(max_updates=2)
    open_one, veiled = (solve(Document(XOR, rules), Stretch(1, 3, is_veiled=is_veiled)) for is_veiled in (False, True))
    assert "error" in " ".join(open_one.end) and "error" not in " ".join(veiled.end)


@pytest.mark.drawn
@pytest.mark.parametrize(
    ("mode", "kernel", "order"),
    [*((*kind, order) for kind in KINDS for order in (Order.CYCLIC, Order.BATCH)), (*KINDS[0], Order.RANDOM)],
)
def test_every_rule_makes_strict_latex(mode: Mode, kernel: Kernel, order: Order) -> None:
    features = FeatureMap.read("poly2") if kernel is LINEAR else FeatureMap()
    for points, bias, beta in ((ODD, True, 0.0), (TIES, mode is Mode.PRIMAL, 0.1)):
        positive = None if mode is Mode.MULTICLASS else 1
        rules = TrainingSettings(mode, order, 0.3, bias, None, positive, kernel=kernel, beta=beta, features=features)
        document = Document(points, rules, title="50 % \\ {of} _all_ #1 & $x^2$ ~")
        text = solution_latex(solve(document, Stretch(1, 4)), "a4")
        table = table_of(document, Place(), Stretch(1, 5), quietly)
        assert not flaws_of(text), flaws_of(text)
        assert not flaws_of(table), flaws_of(table)
        assert len({len(row) for row in rows_of(table)}) == 1


def test_the_strict_reader_finds_what_latex_stops_at() -> None:
    assert not flaws_of(r"\begin{align*} w &= \frac{1}{2} \end{align*} $x_1$ \& é")
    for wrong in ("{", "}", "$x", "a_1", "a & b", r"\foo", r"\begin{a}", r"\begin{a}\end{b}", "中", "#"):
        assert flaws_of(wrong), wrong


def test_the_table_has_the_cells_of_the_panel() -> None:
    rows = rows_of(table_of(Document(TIES, TrainingSettings(eta=0.3)), Place(), Stretch(1, 2), quietly))
    assert rows[0] == ["visit", "point", "f", "mistake", "w", "b", "x", "class", "epoch"]
    first = ["1", r"x\textsubscript{1}", "0", r"$\times$", "($-$0.03, $-$0.09)", "$-$0.3", "(0.1, 0.3)", "A ($-$)", "1"]
    assert rows[1] == first


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
def test_pdflatex_compiles_solution_and_table(tmp_path: Path) -> None:
    document = Document(ODD, TrainingSettings(Mode.MULTICLASS, Order.BATCH, beta=0.1), title="50 % {of} _all_ #1")
    table = table_of(document, Place(), Stretch(1, 9), quietly)
    (tmp_path / "table.tex").write_text(table)
    whole = solution_latex(solve(document, Stretch(1, 9)), "letter")
    (tmp_path / "run.tex").write_text(whole.replace(r"\end{document}", "\\input{table}\n" + r"\end{document}"))
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "run.tex"]
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, errors="replace")
    assert told.returncode == 0, told.stdout[-2000:]


LONG = Dataset.of(
    [[-123456.789012, 0.333333], [98765.432109, -7654.321987], [0.000001, 123456.7], [5.5, -99999.999999]],
    [0, 1, 2, 1],
    ("a class of a name that goes on and on beyond the middle of the line", "setosa", "W" * 90),
)
LONG_RULES = [
    TrainingSettings(mode, order, 0.333333, beta=0.1, features=features, kernel=kernel, positive=positive, initial=None)
    for mode, kernel, order, features in (
        (Mode.PRIMAL, LINEAR, Order.CYCLIC, FeatureMap()),
        (Mode.PRIMAL, LINEAR, Order.BATCH, FeatureMap.read("poly3")),
        (Mode.DUAL, LINEAR, Order.BATCH, FeatureMap.read("poly2")),
        (Mode.DUAL, Kernel(KernelName.RBF, gamma=0.0001), Order.CYCLIC, FeatureMap()),
        (Mode.MULTICLASS, LINEAR, Order.CYCLIC, FeatureMap.read("poly2")),
        (Mode.MULTICLASS, LINEAR, Order.BATCH, FeatureMap()),
        (Mode.MULTICLASS, Kernel(KernelName.POLY, degree=3), Order.CYCLIC, FeatureMap()),
        (Mode.MULTICLASS, Kernel(KernelName.POLY, degree=3), Order.BATCH, FeatureMap()),
    )
    for positive in [None if mode is Mode.MULTICLASS else 1]
]


def lines_of(solution: Solution) -> list[Row]:
    """Return all lines of formulas of a solution."""
    steps = [each for step in solution.steps for each in (*step.rule, *step.update, *matrix_lines(step))]
    return [*solution.points, *steps, *solution.parameters]


@pytest.mark.parametrize("rules", LONG_RULES, ids=lambda rules: f"{rules.mode} {rules.kernel.name} {rules.order}")
def test_no_row_of_a_formula_is_wider_than_the_text(rules: TrainingSettings) -> None:
    lines = lines_of(solve(Document(LONG, rules), Stretch(1, 9)))
    assert any(sum(map(width_of, line.parts)) > TEXT_WIDTH for line in lines), "some of them are broken"
    for line in lines:
        for room in (TEXT_WIDTH, 300.0):
            rows = rows_of_formula(line.parts, room)
            assert all(sum(map(width_of, row)) <= room for row in rows), str(line)
            whole = "".join(text_of(Row(tuple(row))) for row in rows)
            assert re.sub(r"\s", "", whole) == re.sub(r"\s", "", str(line)), "nothing is lost"


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
@pytest.mark.parametrize("rules", LONG_RULES, ids=lambda rules: f"{rules.mode} {rules.kernel.name} {rules.order}")
def test_nothing_that_pdflatex_sets_runs_over_the_margin(tmp_path: Path, rules: TrainingSettings) -> None:
    (tmp_path / "run.tex").write_text(solution_latex(solve(Document(LONG, rules), Stretch(1, 9)), "a4"))
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "run.tex"]
    subprocess.run(command, cwd=tmp_path, capture_output=True, check=True)
    log = (tmp_path / "run.log").read_text(errors="replace")
    assert not re.findall(r"Overfull .hbox.*", log)


def test_files_are_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path, document = tmp_path / "run.tex", Document(XOR)
    path.write_text("old")

    def out_of_room(*_: object) -> bytes:
        raise PointsFileError("no")

    with pytest.raises(PointsFileError):
        write_solution(str(path), document, Place(), Stretch(1, 3), "a4", quietly, out_of_room)
    with pytest.raises(PointsFileError, match="There are no visits"):
        write_latex_table(str(path), Document(TIES.first(2)), Place(), Stretch(9_000, 9_001), quietly)
    assert path.read_text() == "old" and [*tmp_path.iterdir()] == [path]
    write_latex_table(str(path), document, Place(), Stretch(1, 3), quietly)
    assert path.read_text(encoding="utf-8").endswith("\\end{tabular}\n")


def test_many_points_and_large_numbers_fit() -> None:
    many = Dataset.of(np.arange(4000.0).reshape(2000, 2) * 1e8, [0, 1] * 1000)
    solution = solve(Document(many), Stretch(1, 4))
    assert len(solution.points) == 40 and solution.more_points == "and 1\u202f960 more points"
    assert not flaws_of(solution_latex(solution, "a4"))
