"""What "This step" says is what a student gets with pencil and paper: every line is worked out again in fractions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import Snapshot, take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.session.explanation.explain import explain
from perceptron_gui.session.explanation.step import Bar
from perceptron_gui.session.explanation.terms import angle_between, vector_text
from perceptron_gui.session.formula.line import text_of, total
from perceptron_gui.session.worker import training_worker as moves
from perceptron_gui.session.worker.training_worker import TrainingWorker
from tests.engine.cases import random_case
from tests.session.bench import TEXTBOOK, XOR, Bench

THREE = Dataset.of([[1, 0], [0, 1], [-1, -1]], [0, 1, 2], ["A", "B", "C"])
DECIMALS = Dataset.of([[0.3, -0.7], [-0.25, 1.1], [0.1, 0.2], [2, -0.4]], [1, 0, 1, 0])


@dataclass(frozen=True)
class Told:
    """An explanation as plain text."""

    heading: str
    rule: tuple[str, ...]
    is_mistake: bool
    verdict: str
    update: tuple[str, ...]
    effect: str
    bars: tuple[Bar, ...]


def told(snapshot: Snapshot) -> Told:
    """Explain a visit in plain text."""
    step = explain(snapshot)
    assert step is not None
    rule, update = tuple(map(str, step.rule)), tuple(map(str, step.update))
    return Told(str(step.heading), rule, step.is_mistake, str(step.verdict), update, str(step.effect or ""), step.bars)


def steps(dataset: Dataset, settings: TrainingSettings, count: int) -> Iterator[tuple[Snapshot, Told]]:
    """Make visits one by one, up to the end of the run, and explain each."""
    bench = Bench.on(dataset, settings)
    bench.worker.want(Wants(alpha=True))
    for _ in range(count):
        snapshot = bench.do(moves.step)
        yield snapshot, told(snapshot)
        if snapshot.stop is Stop.CONVERGED:
            return


def worked_out(line: str) -> Fraction | tuple[Fraction, ...]:
    """Work out "= 2·3 + (−1)·4", "= **5**" or "= (1, 2) + (3, 4)" in fractions."""
    text = line.removeprefix("= ").replace("−", "-").replace("·", "*")
    assert not re.search("[a-zα-ω…≈]", text), line
    text = re.sub(r"\d+(\.\d+)?", lambda match: f"Fraction('{match.group()}')", text)
    if "," in text:
        text = re.sub(r"\(([^()]*(?:\('[^']*'\)[^()]*)*,[^()]*(?:\('[^']*'\)[^()]*)*)\)", r"Vector((\1))", text)
    value = eval(text, {"Fraction": Fraction, "Vector": Vector})
    return tuple(value.values) if isinstance(value, Vector) else value


class Vector:
    """Just enough of a vector to add two lines of a formula."""

    def __init__(self, values: tuple[Fraction, ...]) -> None:
        self.values = values

    def __add__(self, other: Vector) -> Vector:
        return Vector(tuple(a + b for a, b in zip(self.values, other.values, strict=True)))

    def __neg__(self) -> Vector:
        return Vector(tuple(-a for a in self.values))

    def __rmul__(self, factor: Fraction) -> Vector:
        return Vector(tuple(factor * a for a in self.values))

    def __sub__(self, other: Vector) -> Vector:
        return Vector(tuple(a - b for a, b in zip(self.values, other.values, strict=True)))


class Student:
    """Repeats a binary run with pencil and paper."""

    def __init__(self, dataset: Dataset, eta: float) -> None:
        self.points = [[*map(decimal_fraction, row), Fraction(1)] for row in dataset.X.tolist()]
        self.signs = [1 if label == 1 else -1 for label in dataset.labels.tolist()]
        self.eta = decimal_fraction(eta)
        self.theta = [Fraction(0)] * len(self.points[0])
        self.alpha = [0] * len(self.points)
        self.place = -1

    def step(self) -> tuple[int, Fraction, bool]:
        """Visit the next point; return its index, f before, and whether it was a mistake."""
        self.place = (self.place + 1) % len(self.points)
        x, y = self.points[self.place], self.signs[self.place]
        f = sum((a * b for a, b in zip(self.theta, x, strict=True)), Fraction(0))
        if y * f <= 0:
            self.theta = [a + self.eta * y * b for a, b in zip(self.theta, x, strict=True)]
            self.alpha[self.place] += 1
        return self.place, f, y * f <= 0


@pytest.mark.parametrize(
    ("dataset", "eta"),
    [(TEXTBOOK, 1.0), (TEXTBOOK, 0.1), (DECIMALS, 0.1), (DECIMALS, 2.5), (XOR, 1.0)],
    ids=["textbook", "textbook 0.1", "decimals 0.1", "decimals 2.5", "xor"],
)
def test_primal_steps_are_what_a_student_gets(dataset: Dataset, eta: float) -> None:
    student = Student(dataset, eta)
    for snapshot, step in steps(dataset, TrainingSettings(eta=eta), 25):
        before = list(student.theta)
        point, f, is_mistake = student.step()
        assert f"POINT x{str(point + 1).translate(str.maketrans('1234', '₁₂₃₄'))}" in step.heading
        assert worked_out(step.rule[1]) == worked_out(step.rule[2]) == f
        assert step.is_mistake == is_mistake
        assert bool(step.update) == bool(step.effect) == is_mistake
        if is_mistake:
            assert worked_out(step.update[1]) == worked_out(step.update[2]) == tuple(student.theta[:2])
            bias = step.update[3].removeprefix("b ← ")
            assert worked_out(bias.split(" = ")[0]) == worked_out(bias.split(" = ")[1]) == student.theta[2]
            x = student.points[point]
            rise = student.eta * sum((v * v for v in x), Fraction(0))
            named = [
                decimal_fraction(float(v)) for v in re.findall(r"= (\S+): from (\S+) to (\S+)\.", clean(step.effect))[0]
            ]
            sign = student.signs[point]
            after = sum((a * b for a, b in zip(student.theta, x, strict=True)), Fraction(0))
            assert named == [rise, sign * f, sign * after]
            assert ("now right" in step.effect) == (sign * after > 0)
        else:
            assert student.theta == before
        assert [decimal_fraction(v) for v in snapshot.theta[0].tolist()] == student.theta


@pytest.mark.parametrize("dataset", [TEXTBOOK, DECIMALS, XOR], ids=["textbook", "decimals", "xor"])
@pytest.mark.parametrize("eta", [1.0, 0.1])
def test_dual_steps_are_what_a_student_gets(dataset: Dataset, eta: float) -> None:
    student = Student(dataset, eta)
    for snapshot, step in steps(dataset, TrainingSettings(mode=Mode.DUAL, eta=eta), 25):
        point, f, is_mistake = student.step()
        assert worked_out(step.rule[1]) == worked_out(step.rule[2]) == f
        assert step.is_mistake == is_mistake
        if is_mistake:
            alpha = step.update[0].split(" ← ")[1]
            assert worked_out(alpha.split(" = ")[0]) == worked_out(alpha.split(" = ")[1]) == student.alpha[point]
            assert worked_out(step.update[-1].split(" = ")[-1]) == tuple(student.theta[:2])
        assert snapshot.alpha is not None
        assert snapshot.alpha.tolist() == student.alpha


@pytest.mark.parametrize(("mode", "eta"), [(Mode.PRIMAL, 0.1), (Mode.DUAL, 1.0), (Mode.MULTICLASS, 0.1)])
def test_batch_sums_are_what_a_student_gets(mode: Mode, eta: float) -> None:
    """Every written sum is worked out again in fractions, and is the referee's next vector."""
    rng = np.random.default_rng([71, list(Mode).index(mode)])
    short = 0
    for _ in range(2):
        case = random_case(rng, mode.value, "batch", n_features=2).with_rules(
            eta=eta, bias=True, initial=None, max_epochs=None, max_updates=None
        )
        referee, n = case.referee(), case.dataset.n_samples
        for number, (snapshot, step) in enumerate(steps(case.dataset, case.settings, 4 * n), start=1):
            referee.run(number)
            assert bool(step.update) == (number % n == 0 and bool(len(snapshot.last.learned)))  # type: ignore[union-attr]
            rows = [tuple(row) for row in referee.parameters()]
            sums = [line for line in step.update if "η" not in line and "·(" in line and line.startswith("= ")]
            results = [worked_out(line) for line in step.update if re.fullmatch(r"= \([^()]*\)", line)]
            short += len(sums)
            if sums:
                assert [worked_out(line) for line in sums] == results
            if mode is Mode.DUAL:
                results = [worked_out(line.split(" = ")[-1]) for line in step.update[-1:]]
            assert set(results) <= {row[:2] for row in rows}
            for line in step.update:
                if re.match(r"b.* ← ", line):
                    left, right = line.split(" ← ")[1].split(" = ")
                    assert worked_out(left) == worked_out(right)
                    assert worked_out(right) in {row[2] for row in rows}
                if line.startswith("α") and "ⱼ" not in line:
                    left, right = line.split(" ← ")[1].split(" = ")
                    assert worked_out(left) == worked_out(right) >= 1
            if snapshot.stop is not None:
                break
    assert short or mode is Mode.DUAL


@pytest.mark.parametrize("order", ["batch"])
def test_in_a_dual_batch_pass_alpha_stands_still(order: str) -> None:
    """f at every visit of a pass is the sum over the α that the pass began with."""
    rng = np.random.default_rng(72)
    for _ in range(6):
        case = random_case(rng, "dual", order).with_rules(max_epochs=None, max_updates=None)
        for _, step in steps(case.dataset, case.settings, 20):
            if "…" not in step.rule[1] and "≈" not in "".join(step.rule):
                text = step.rule[1].replace("= ", "", 1)
                if "," not in text:
                    assert worked_out(text) == worked_out(step.rule[2])


def clean(text: str) -> str:
    """Return a sentence with signs that Python reads."""
    return text.replace("−", "-")


def test_the_textbook_ends_where_the_book_does() -> None:
    *_, (snapshot, step) = steps(TEXTBOOK, TrainingSettings(), 20)
    assert snapshot.theta.tolist() == [[1, 1, -3]]
    assert step.verdict == "Right. y·f = 1 > 0: nothing changes."


def test_the_first_visit_is_a_tie_and_counts_as_a_mistake() -> None:
    _, step = next(steps(TEXTBOOK, TrainingSettings(), 1))
    assert step.is_mistake
    assert step.verdict == "Mistake. y·f = 0: on the boundary, which counts as a mistake."


def test_a_tie_later_on_counts_as_a_mistake_too() -> None:
    dataset = Dataset.of([[1, 0], [0, 1]], [1, 0])
    settings = TrainingSettings(bias=False)
    (_, first), (_, second) = steps(dataset, settings, 2)
    assert first.is_mistake
    assert "on the boundary" in second.verdict
    assert "90°" in " ".join(second.rule)
    assert not any("b" in line for line in (*second.rule, *second.update))


def test_a_step_with_three_classes() -> None:
    """By hand: W = 0; x₁ = (1, 0) of A ties with B, so A + x₁, B − x₁; then x₂ = (0, 1) of B has s = 1, −1, 0."""
    (_, first), (_, second), (_, third) = steps(THREE, TrainingSettings(mode=Mode.MULTICLASS), 3)
    assert first.heading == "VISIT 1 · EPOCH 1 · POINT x₁, class A"
    assert first.verdict == "Mistake. A and B tie at 0: that counts as a mistake."
    assert [worked_out(line) for line in (first.update[2], first.update[6])] == [(1, 0), (-1, 0)]
    assert second.rule[1:] == (
        "s(A) = 1·0 + 0·1 + 1 = 1   (rival)",
        "s(B) = (−1)·0 + 0·1 + (−1) = −1   (true class)",
        "s(C) = 0·0 + 0·1 + 0 = 0",
    )
    assert second.verdict == "Mistake. A has 1, more than the −1 of B."
    assert [worked_out(line) for line in (second.update[2], second.update[6])] == [(-1, 1), (1, -1)]
    assert second.effect == "B rose to 1, and A fell to −1. The point is now right."
    assert third.is_mistake, "s(C) = 0 and s(A) = 0 − 1 + 1, a tie with the lowest index as rival"


def test_one_class_has_no_rival() -> None:
    dataset = Dataset.of([[1, 1]], [0], ["A", "B"])
    _, step = next(steps(dataset, TrainingSettings(mode=Mode.MULTICLASS), 1))
    assert "only class" in step.verdict


def test_start_weights_are_part_of_the_rule() -> None:
    settings = TrainingSettings(initial=(0.5, -1.0, 2.0))
    _, primal = next(steps(TEXTBOOK, settings, 1))
    assert worked_out(primal.rule[1]) == Fraction(1, 2)
    _, dual = next(steps(TEXTBOOK, TrainingSettings(mode=Mode.DUAL, initial=(0.5, -1.0, 2.0)), 1))
    assert "w₀·x" in dual.rule[0]
    assert worked_out(dual.rule[2]) == Fraction(1, 2)


@pytest.mark.parametrize("mode", list(Mode))
def test_numbers_that_are_no_short_decimals_wear_the_sign(mode: Mode) -> None:
    dataset = Dataset.of([[1 / 3, 0.1], [-2 / 7, 0.3]], [1, 0])
    *_, (_, step) = steps(dataset, TrainingSettings(mode=mode), 3)
    text = " ".join((*step.rule, step.verdict, *step.update, step.effect))
    assert "≈" in " ".join(step.rule)
    assert "= ≈" not in text


def test_the_gain_of_many_features_is_exact_where_it_is_a_short_decimal() -> None:
    flower = Dataset.of([[7, 3.2, 4.7, 1.4], [0.1, 0.1, 0.1, 0.1]], [1, 0])
    _, step = next(steps(flower, TrainingSettings(), 1))
    assert "‖x‖² + 1 = 84.29:" in step.effect


def test_many_features_and_points_are_folded() -> None:
    wide = Dataset.of(np.arange(1.0, 25.0).reshape(2, 12), [1, 0])
    *_, (_, step) = steps(wide, TrainingSettings(), 2)
    assert "… (8 more)" in step.rule[1]
    assert vector_text([1.0, 2.0, 3.0, 4.0, 5.0]) == "(1, 2, 3, 4, …)"
    assert text_of(total(["1", "2", "3", "4", "5"], 5)) == "1 + 2 + 3 + 4 + 5"
    assert text_of(total(["1", "2", "3", "4", "5", "6"], 5)) == "1 + 2 + 3 + 4 + … (2 more)"


def test_the_start_has_nothing_to_explain() -> None:
    bench = Bench.on(TEXTBOOK)
    assert explain(bench.do(TrainingWorker.pause)) is None


def test_a_right_angle_is_exactly_one() -> None:
    assert angle_between([0.1, 0.2], [0.2, -0.1]) == 90.0
    assert angle_between([0.0, 0.0], [1.0, 1.0]) is None
    assert angle_between([1.0, 0.0], [1.0, 1.0]) == pytest.approx(45)


def test_a_class_that_came_later_has_no_score_at_a_visit_before() -> None:
    settings = TrainingSettings(mode=Mode.MULTICLASS, order=Order.ONLINE)
    alone = Dataset.of([[1, 2]], [0], ["A", "B"])
    run = Run(alone, settings)
    run.visit_once()
    run.add_points(alone.with_points([[3, 1]], [1]))
    step = told(take_snapshot(run, 1, Wants()))
    assert [bar.name for bar in step.bars] == ["A"]
    assert "only class so far" in step.verdict


def test_the_sum_of_a_batch_pass_knows_the_classes_of_then() -> None:
    """At the end of a pass with too many errors to list them a point of a new class came."""
    points = Dataset.of([[1, 1], [2, 1], [3, 1], [-1, -1], [-2, -1], [-3, 1]], [0, 0, 0, 1, 1, 1], ["A", "B"])
    run = Run(points, TrainingSettings(mode=Mode.MULTICLASS, order=Order.BATCH))
    for _ in range(points.n_samples):
        run.visit_once()
    before = told(take_snapshot(run, 1, Wants()))
    assert before.update[0].startswith("over the 6 errors")
    run.add_points(points.with_classes(["A", "B", "C"]).with_points([[0, 3]], [2]))
    assert told(take_snapshot(run, 1, Wants())).update == before.update
