"""Every number that "This step" prints is the true one where it wears no ≈, and else the true one rounded."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import Snapshot, take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.session.explanation.binary_visit import dual_parameters
from perceptron_gui.session.explanation.explain import explain
from perceptron_gui.session.explanation.step import Explanation, matrix_lines
from perceptron_gui.session.formula.line import BECOMES, EXACT, Formula, line, product, strong
from perceptron_gui.session.formula.nodes import B, F, W
from perceptron_gui.session.scripts import read_power
from perceptron_gui.session.wording import written
from perceptron_gui.session.worker import training_worker as moves
from tests.effort import random_sets
from tests.engine.cases import ORDERS, Case, irrational_case, random_case
from tests.engine.referee import Referee, Rules
from tests.session.bench import Bench

RUNS, MOST_RUNS = 2, 7
"""Random runs of each mode and order, and how many it is where none of the first ones has a rounded number."""
VISITS = 9
POWER = re.compile("·10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+")
NUMBER = re.compile(r"−?(?:\d+(?:\.\d+)?·)?10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+|−?\d+(?:\.\d+)?")
SUBSCRIPT = "₀₁₂₃₄₅₆₇₈₉"
Printed = tuple[Fraction, bool]
"""A number, and whether it claims to be the true one."""


def read(text: str) -> Fraction:
    """Return the number that a text says."""
    return Fraction(read_power(text).replace("−", "-"))


def printed(line: str) -> list[Printed]:
    """Return the numbers after the name of a line, each with what the relation before it claims of it."""
    found = []
    relations = [(match.start(), match.group()) for match in re.finditer("[=≈]", line)]
    start = 0 if "←" not in line else line.index("←")
    for match in NUMBER.finditer(line, start):
        before = [mark for at, mark in relations if at < match.start()]
        after = [mark for at, mark in relations if at > match.start()]
        mark = before[-1] if before else after[0] if after else "="
        found.append((read(match.group()), mark == "="))
    return found


def assert_true(numbers: Sequence[Printed], truth: Iterable[Fraction], where: object) -> None:
    """Hold printed numbers against the true ones, in order."""
    expected = list(truth)
    assert len(numbers) == len(expected), (numbers, expected, where)
    for (number, is_exact), true in zip(numbers, expected, strict=True):
        assert number == true or (not is_exact and abs(number - true) <= abs(true) / 200_000), (number, true, where)


def shown(values: Sequence[Fraction]) -> Sequence[Fraction]:
    """Return the entries that a folded vector shows."""
    return values if len(values) <= 4 else values[:4]


def harsh(rng: np.random.Generator, mode: str, order: str) -> Case:
    """Return a case whose numbers are long: six places, large coordinates, a crooked η."""
    case = random_case(rng, mode, order).with_rules(max_epochs=None, max_updates=None)
    places, size = int(rng.integers(0, 7)), 10.0 ** rng.integers(-1, 4)
    grid = rng.normal(size=np.shape(case.points)) * size
    points = np.round(grid, places).tolist()
    initial = case.rules.initial
    eta = float(rng.choice([1.0, 0.1, 0.333333, 12.5, 0.000001, 98765.4321]))
    return Case(points, case.labels, case.rules).with_rules(eta=eta, initial=initial)


def visits(case: Case, count: int) -> Iterable[tuple[Snapshot, Explanation, Referee, Referee]]:
    """Yield each visit explained, with a referee that stands before and one that stands after it."""
    bench = Bench.on(case.dataset, case.settings)
    bench.worker.want(Wants(alpha=True))
    before, after = case.referee(), case.referee()
    for number in range(1, count + 1):
        snapshot = bench.do(moves.step)
        if snapshot.visit != number:
            return
        before.run(number - 1)
        after.run(number)
        step = explain(snapshot)
        assert step is not None
        yield snapshot, step, before, after
        if snapshot.stop is not None:
            return


@pytest.mark.drawn
@pytest.mark.parametrize("order", ["cyclic", "random", "batch"])
@pytest.mark.parametrize("mode", ["primal", "dual", "multiclass"])
def test_every_printed_number_is_the_true_one_or_that_rounded(mode: str, order: str) -> None:
    rng = np.random.default_rng([1963, ["primal", "dual", "multiclass"].index(mode), ORDERS.index(order)])
    n_exact = n_rounded = 0
    for run in range(MOST_RUNS):
        if run >= RUNS and n_rounded and n_exact > 50:
            break
        case = random_case(rng, mode, order) if run % 2 else harsh(rng, mode, order)
        for snapshot, step, before, after in visits(case, VISITS):
            check = check_classes if mode == "multiclass" else check_binary
            check(case, snapshot, step, before, after)
            lines = [str(line) for line in (*step.rule, *step.update)]
            n_rounded += sum("≈" in line for line in lines)
            n_exact += sum("=" in line for line in lines)
    assert n_exact > 50
    assert n_rounded > 0


def rows_of(referee: Referee, case: Case) -> list[tuple[list[Fraction], Fraction]]:
    """Return (w, b) of every row of the parameters."""
    d = case.n_features
    return [(row[:d], row[d] if case.rules.bias else Fraction(0)) for row in referee.parameters()]


def check_binary(case: Case, snapshot: Snapshot, step: Explanation, before: Referee, after: Referee) -> None:
    """Hold every line of a visit of the primal or dual rule against the referee."""
    last, bias = snapshot.last, case.rules.bias
    assert last is not None
    ((w, b),), ((w_after, b_after),) = rows_of(before, case), rows_of(after, case)
    x = [decimal_fraction(v) for v in case.points[last.point]]
    y, eta = Fraction(last.target), decimal_fraction(case.rules.eta)
    f, f_after = (sum(map(Fraction.__mul__, ws, x), Fraction(0)) + bs for ws, bs in ((w, b), (w_after, b_after)))
    assert_true(printed(str(step.rule[2])), [f], step)
    assert_true(sentence(str(step.verdict))[:1], [y * f], step)
    if case.rules.mode == "primal":
        pairs = [number for pair in zip(w[:4], x[:4], strict=True) for number in pair]
        assert_true(printed(str(step.rule[1])), [*pairs, *([b] if bias else [])], step)
    if case.rules.order != "batch" and last.is_mistake:
        rise = eta * (sum((v * v for v in x), Fraction(0)) + bias)
        told = sentence(re.sub(r".*?(?=[=≈])", "", str(step.effect), count=1))
        assert_true(told, [rise, y * f, y * f_after] if rise else [rise], step)
        assert ("stays" in str(step.effect)) is (rise == 0)
        assert rise == y * (f_after - f)
        check_binary_update(case, step, [w, x, w_after], [b, b_after], y * eta)
    if case.rules.mode == "dual":
        check_dual_sums(snapshot, w_after)


def check_binary_update(
    case: Case, step: Explanation, vectors: list[list[Fraction]], biases: list[Fraction], factor: Fraction
) -> None:
    w, x, w_after = vectors
    update = [str(line) for line in step.update]
    if case.rules.mode == "primal":
        assert_true(printed(update[1]), [*shown(w), *(factor * v for v in shown(x))], step)
        assert_true(printed(update[2]), shown(w_after), step)
    else:
        assert_true(printed(update[-1].rpartition("ⱼ")[2]), shown(w_after), step)
    (bias_line,) = [line for line in update if line.startswith("b ←")] or [""]
    if case.rules.bias:
        assert_true(printed(bias_line), [biases[0], abs(factor), biases[1]], step)


def check_dual_sums(snapshot: Snapshot, w: list[Fraction]) -> None:
    """Hold w of the dual panel against the referee."""
    lines = [str(line) for line in dual_parameters(snapshot, is_full=True)]
    result = next(
        line
        for line in reversed(lines)
        if re.match(r"(w )?[=≈] \(", line) and "·" not in POWER.sub("", line.split(")")[0])
    )
    assert_true(printed(result), w, lines)


def check_classes(case: Case, snapshot: Snapshot, step: Explanation, before: Referee, after: Referee) -> None:
    """Hold scores, W and the updates of a visit of the multiclass rule against the referee."""
    last = snapshot.last
    assert last is not None
    rows, rows_after = rows_of(before, case), rows_of(after, case)
    x = [decimal_fraction(v) for v in case.points[last.point]]
    for bar in step.bars:
        w, b = rows[bar.index]
        score = sum(map(Fraction.__mul__, w, x), Fraction(0)) + b
        assert_true(sentence(str(bar.value)), [score], step)
        for told in map(str, step.rule):
            if told.startswith(f"s({bar.name})"):
                pairs = [number for pair in zip(w[:4], x[:4], strict=True) for number in pair]
                numbers = printed(told[told.index(")") :])
                assert_true(numbers, [*pairs, *([b] if case.rules.bias else []), score], step)
    for row, told in zip(step.matrix, map(str, matrix_lines(step)), strict=True):
        w, b = rows_after[row.index]
        assert_true(printed(told[told.index(")") :]), [*shown(w), *([b] if case.rules.bias else [])], step)
    if last.is_mistake and case.rules.order != "batch":
        vectors = [printed(str(line)) for line in step.update if re.fullmatch(r"[=≈] \([^()]*\)", str(line))]
        for numbers, k in zip(vectors, (last.target, last.rival), strict=True):
            assert_true(numbers, shown(rows_after[k][0]), step)


def sentence(text: str) -> list[Printed]:
    """Return the numbers of a sentence; each wears its own sign."""
    found = []
    for match in NUMBER.finditer(text):
        if text[match.start() - 1 : match.start()] not in SUBSCRIPT or not match.start():
            found.append((read(match.group()), not text[: match.start()].endswith("≈ ")))
    return found


@pytest.mark.parametrize("mode", list(Mode))
def test_in_every_line_of_a_batch_sum_both_sides_are_equal(mode: Mode) -> None:
    """With numbers of one decimal nothing is rounded, and every = is true."""
    rng = np.random.default_rng(7)
    for _ in range(2):
        case = random_case(rng, mode.value, Order.BATCH.value, 2).with_rules(max_epochs=6, max_updates=None)
        for _, step, _, after in visits(case, 30):
            results = [line for line in map(str, step.update) if re.fullmatch(r"= \([^()]*\)", line)]
            truth = [tuple(w) for w, _ in rows_of(after, case)]
            for result in results:
                assert tuple(number for number, _ in printed(result)) in truth


def test_a_formula_says_in_one_place_that_it_is_rounded() -> None:
    third, half = written(Fraction(1, 3)), written(Fraction(1, 2))
    lines: list[tuple[Formula, str]] = [
        (line(F, EXACT, product(half, half), EXACT, strong(written(Fraction(1, 4)))), "f = 0.5·0.5 = 0.25"),
        (line(F, EXACT, product(third, half), EXACT, strong(written(Fraction(1, 6)))), "f ≈ 0.333333·0.5 ≈ 0.166667"),
        (line(B, BECOMES, third, " + ", half, EXACT, strong(half)), "b ← 0.333333 + 0.5 ≈ 0.5"),
        (line(W, EXACT, "Σ", EXACT, strong(third)), "w = Σ ≈ 0.333333"),
        (line(B, BECOMES, third), "b ← ≈ 0.333333"),
        (line(line(F, EXACT, product(half, half)), EXACT, third), "f = 0.5·0.5 ≈ 0.333333"),
    ]
    for each, text in lines:
        assert str(each) == text


def test_a_score_whose_double_prints_as_a_shorter_number_is_not_called_exact() -> None:
    """f = η·a·b has up to 18 places: its double may print as another number of 13 digits, which is not f."""
    rng = np.random.default_rng(16)
    found = 0
    for eta, a, b in (rng.integers(10**5, 10**6, (random_sets(20_000, least=10_000), 3)) / 10**6).tolist():
        f = decimal_fraction(eta) * decimal_fraction(a) * decimal_fraction(b)
        if len(repr(float(f))) > 14 or decimal_fraction(float(f)) == f:
            continue
        found += 1
        case = Case([[a], [b]], [1, 1], Rules(mode="primal", order="cyclic", eta=eta, bias=False, n_classes=2))
        (*_, (snapshot, step, _, _)) = visits(case, 2)
        assert snapshot.is_exact
        assert_true(printed(str(step.rule[2])), [f], step)
        assert "≈" in str(step.rule[2])
    assert found


@pytest.mark.parametrize("order", ["cyclic", "random", "batch"])
@pytest.mark.parametrize("mode", ["primal", "dual", "multiclass"])
def test_in_rounded_runs_each_relation_before_a_rounded_number_is_one_sign(mode: str, order: str) -> None:
    rng = np.random.default_rng([3, ["primal", "dual", "multiclass"].index(mode), ORDERS.index(order)])
    case = irrational_case(rng, mode, order, 6, d=int(rng.integers(1, 7)))
    bench = Bench.on(case.dataset, case.settings)
    bench.worker.want(Wants(alpha=True))
    for _ in range(9):
        step = explain(bench.do(moves.step))
        assert step is not None
        for each in (*step.rule, *step.update, *matrix_lines(step)):
            assert not re.search("[≈=] [≈=]|≈[^=≈]*\\(≈", str(each)), each
            assert each.is_rounded == ("≈" in str(each)), each


@pytest.mark.parametrize(("eta", "told"), [(2.0, "b = η Σ αⱼ yⱼ = 0"), (0.1, "b = η Σ αⱼ yⱼ ≈ 0")])
def test_a_bias_that_moves_by_whole_numbers_is_exact_among_rounded_weights(eta: float, told: str) -> None:
    run = Run(Dataset.of([[1 / 3, 1.0], [-2 / 3, 0.7]], [1, 0]), TrainingSettings(mode=Mode.DUAL, eta=eta))
    run.advance(3)
    snapshot = take_snapshot(run, 1, Wants(alpha=True))
    assert not snapshot.is_exact
    assert str(dual_parameters(snapshot)[-1]) == told
