"""A step pasted into notes says what the panel says; as LaTeX it is LaTeX, whatever the classes are called."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.files.points.sample_files import BY_NAME
from perceptron_gui.session.explanation.explain import explain
from perceptron_gui.session.explanation.step import Explanation, as_latex, as_text
from perceptron_gui.session.explanation.terms import angle_between, angle_formula, angle_text
from perceptron_gui.session.worker import training_worker as moves
from tests.engine.cases import ORDERS, random_case
from tests.session.bench import TEXTBOOK, XOR, Bench

THREE = Dataset.of([[1, 0], [0, 1], [-1, -1]], [0, 1, 2], ["A", "B", "C"])
NASTY = ["Iris setosa", "a_b & 50%", r"{x} \ ^ ~ $1 #2", "(y) = 3", "ß·α≤2"]


def step_of(dataset: Dataset, visits: int, settings: TrainingSettings | None = None) -> Explanation:
    """Make so many visits and explain the last."""
    bench = Bench.on(dataset, settings)
    bench.worker.want(Wants(alpha=True))
    for _ in range(visits):
        snapshot = bench.do(moves.step)
    explanation = explain(snapshot)
    assert explanation is not None
    return explanation


# By hand


def test_a_primal_mistake_as_text() -> None:
    assert as_text(step_of(TEXTBOOK, 3, TrainingSettings(eta=0.5))).splitlines() == [
        "VISIT 3 · EPOCH 1 · POINT x₃, y = −1",
        "f(x) = w·x + b",
        "= 1.5·1 + 1.5·1 + 0.5",
        "= 3.5",
        "∠(θ, x̂) ≈ 22° < 90°",
        "Mistake. y·f = −3.5 ≤ 0: this point is on the wrong side.",
        "w ← w + η y x",
        "= (1.5, 1.5) + (−0.5, −0.5)",
        "= (1, 1)",
        "b ← 0.5 − 0.5 = 0",
        "(θ + η y x̂)·x̂ = θ·x̂ + η y x̂·x̂",
        "y·f rose by η(‖x‖² + 1) = 1.5: from −3.5 to −2. The point is still wrong: it needs another visit.",
    ]


def test_a_primal_mistake_as_latex() -> None:
    assert as_latex(step_of(TEXTBOOK, 3, TrainingSettings(eta=0.5))).splitlines() == [
        r"VISIT 3 $\cdot$ EPOCH 1 $\cdot$ POINT $\mathbf{x}_{3}$, $y = -1$\\",
        r"\begin{align*}",
        r"  f(\mathbf{x}) &= \mathbf{w} \cdot \mathbf{x} + b \\",
        r"  &= 1.5 \cdot 1 + 1.5 \cdot 1 + 0.5 \\",
        r"  &= \mathbf{3.5} \\",
        r"  \angle (\theta , \hat{x}) &\approx 22^\circ < 90^\circ",
        r"\end{align*}",
        r"Mistake. $y \cdot f = -3.5 \le 0$: this point is on the wrong side.",
        r"\begin{align*}",
        r"  \mathbf{w} &\leftarrow \mathbf{w} + \eta y \mathbf{x} \\",
        r"  &= (1.5, 1.5) + (-0.5, -0.5) \\",
        r"  &= \mathbf{(1, 1)} \\",
        r"  b &\leftarrow 0.5 - 0.5 = \mathbf{0}",
        r"\end{align*}",
        r"\begin{align*}",
        r"  (\theta + \eta y \hat{x}) \cdot \hat{x} &= \theta \cdot \hat{x} + \eta y \hat{x} \cdot \hat{x}",
        r"\end{align*}",
        r"$y \cdot f$ rose by $\eta (\|\mathbf{x}\|^{2} + 1) = 1.5$: from $-3.5$ to $-2$. "
        "The point is still wrong: it needs another visit.",
    ]


def test_a_dual_step_by_hand() -> None:
    """x₁ = (3, 3)+ and x₃ = (1, 1)− were mistakes once and twice: f(x₁) = 18 − 2·6 + (1 − 2)."""
    step = step_of(TEXTBOOK, 7, TrainingSettings(mode=Mode.DUAL))
    assert as_text(step).splitlines() == [
        "VISIT 7 · EPOCH 3 · POINT x₁, y = +1",
        "f(x) = Σ αⱼ yⱼ (xⱼ·x) + b",
        "= 1·18 − 2·6 + (−1)",
        "= 5",
        "Right. y·f = 5 > 0: nothing changes.",
    ]
    assert as_latex(step).splitlines() == [
        r"VISIT 7 $\cdot$ EPOCH 3 $\cdot$ POINT $\mathbf{x}_{1}$, $y = +1$\\",
        r"\begin{align*}",
        r"  f(\mathbf{x}) &= \sum \alpha_{j} y_{j} (\mathbf{x}_{j} \cdot \mathbf{x}) + b \\",
        r"  &= 1 \cdot 18 - 2 \cdot 6 + (-1) \\",
        r"  &= \mathbf{5}",
        r"\end{align*}",
        r"Right. $y \cdot f = 5 > 0$: nothing changes.",
    ]


def test_a_dual_mistake_by_hand() -> None:
    lines = as_latex(step_of(TEXTBOOK, 3, TrainingSettings(mode=Mode.DUAL))).splitlines()
    assert r"  &= 1 \cdot 6 + 1 \\" in lines
    assert r"  \alpha_{3} &\leftarrow 0 + 1 = \mathbf{1} \\" in lines
    assert r"  b &\leftarrow 1 - 1 = \mathbf{0} \\" in lines
    # G = x₃·xⱼ + 1 = 7, 8, 3
    assert r"  \text{Gram row of }\mathbf{x}_{3} (K) &= (6, 7, 2) \\" in lines
    assert r"  \mathbf{w} &= \sum \alpha_{j} y_{j} \mathbf{x}_{j} = \mathbf{(2, 2)}" in lines


def test_a_multiclass_mistake_by_hand() -> None:
    """Visit 1 ties at 0 and moves A by +(1, 0, 1), B by −(1, 0, 1)."""
    step = step_of(THREE, 1, TrainingSettings(mode=Mode.MULTICLASS))
    assert as_text(step).splitlines() == [
        "VISIT 1 · EPOCH 1 · POINT x₁, class A",
        "sₖ = wₖ·x + bₖ",
        "s(A) = 0·1 + 0·0 + 0 = 0   (true class)",
        "s(B) = 0·1 + 0·0 + 0 = 0   (rival)",
        "s(C) = 0·1 + 0·0 + 0 = 0",
        "Mistake. A and B tie at 0: that counts as a mistake.",
        "w(A) ← w(A) + η x",
        "= (0, 0) + (1, 0)",
        "= (1, 0)",
        "b(A) ← 0 + 1 = 1",
        "w(B) ← w(B) − η x",
        "= (0, 0) − (1, 0)",
        "= (−1, 0)",
        "b(B) ← 0 − 1 = −1",
        "w(A) = (1, 0),   b(A) = 1   (+ η x)",
        "w(B) = (−1, 0),   b(B) = −1   (− η x)",
        "w(C) = (0, 0),   b(C) = 0",
        "s − sᵣ ← s − sᵣ + 2 η (x·x + 1)",
        "A rose to 2, and B fell to −2. The point is now right.",
    ]
    lines = as_latex(step).splitlines()
    assert r"  s_{k} &= \mathbf{w}_{k} \cdot \mathbf{x} + b_{k} \\" in lines
    assert r"  s(\text{A}) &= 0 \cdot 1 + 0 \cdot 0 + 0 = \mathbf{0}\quad \text{(true class)} \\" in lines
    assert r"  s(\text{B}) &= 0 \cdot 1 + 0 \cdot 0 + 0 = \mathbf{0}\quad \text{(rival)} \\" in lines
    assert r"  \mathbf{w}(\text{B}) &\leftarrow \mathbf{w}(\text{B}) - \eta \mathbf{x} \\" in lines


def test_a_batch_update_by_hand() -> None:
    """All three lie on the boundary of w = 0: the sum is (3 + 4 − 1, 3 + 3 − 1), b = 1 + 1 − 1."""
    step = step_of(TEXTBOOK, 3, TrainingSettings(order=Order.BATCH))
    assert as_text(step).splitlines()[5:] == [
        "w ← w + η(y₁ x₁ + y₂ x₂ + y₃ x₃)",
        "= (0, 0) + 1·((3, 3) + (4, 3) − (1, 1))",
        "= (6, 5)",
        "b ← 0 + 1·(1 + 1 − 1) = 1",
        "The pass is over: its errors x₁, x₂ and x₃ together changed the weights by −η∇L.",
    ]
    lines = as_latex(step).splitlines()
    terms = " + ".join(rf"y_{{{i}}} \mathbf{{x}}_{{{i}}}" for i in (1, 2, 3))
    assert rf"  \mathbf{{w}} &\leftarrow \mathbf{{w}} + \eta ({terms}) \\" in lines
    assert r"  &= (0, 0) + 1 \cdot ((3, 3) + (4, 3) - (1, 1)) \\" in lines


def test_a_batch_update_with_one_error_by_hand() -> None:
    """Behind the first pass w = (6, 5), b = 1, and only x₃ = (1, 1)− is wrong: f = 12."""
    assert as_text(step_of(TEXTBOOK, 6, TrainingSettings(order=Order.BATCH))).splitlines()[6:] == [
        "w ← w + η y₃ x₃",
        "= (6, 5) − 1·(1, 1)",
        "= (5, 4)",
        "b ← 1 − 1 = 0",
        "The pass is over: its only error, x₃, changed the weights by −η∇L.",
    ]


def test_a_batch_sum_of_nothing_changes_nothing_and_says_so() -> None:
    """From w = 0 all four of XOR are errors: (0, 0) + (1, 1) − (0, 1) − (1, 0) = 0, and so is b."""
    lines = as_text(step_of(XOR, 4, TrainingSettings(order=Order.BATCH))).splitlines()
    told = "add up to 0, so the weights stay the same: ∇L = 0."
    assert lines[-1] == f"The pass is over: its errors x₁, x₂, x₃ and x₄ {told}"
    assert "= (0, 0)" in lines


def test_a_dual_batch_update_by_hand() -> None:
    step = step_of(TEXTBOOK, 6, TrainingSettings(mode=Mode.DUAL, order=Order.BATCH))
    assert as_text(step).splitlines() == [
        "VISIT 6 · EPOCH 2 · POINT x₃, y = −1",
        "f(x) = Σ αⱼ yⱼ (xⱼ·x) + b",
        "= 1·6 + 1·7 − 1·2 + 1",
        "= 12",
        "Mistake. y·f = −12 ≤ 0: this point is on the wrong side.",
        "α₃ ← 1 + 1 = 2",
        "b ← 1 − 1 = 0",
        "w = Σ αⱼ yⱼ xⱼ = (5, 4)",
        "The pass is over: its only error, x₃, changed the weights by −η∇L.",
    ]


def test_a_multiclass_batch_update_by_hand() -> None:
    """W = 0: x₁ of A and x₂ of B tie, x₃ of C too; the rivals are B, A and A, the lowest of equals."""
    step = step_of(THREE, 3, TrainingSettings(mode=Mode.MULTICLASS, order=Order.BATCH, eta=0.5))
    assert as_text(step).splitlines()[6:] == [
        "w(A) ← w(A) + η(x₁ − x₂ − x₃)",
        "= (0, 0) + 0.5·((1, 0) − (0, 1) − (−1, −1))",
        "= (1, 0)",
        "b(A) ← 0 + 0.5·(1 − 1 − 1) = −0.5",
        "w(B) ← w(B) + η(−x₁ + x₂)",
        "= (0, 0) + 0.5·(−(1, 0) + (0, 1))",
        "= (−0.5, 0.5)",
        "b(B) ← 0 + 0.5·(−1 + 1) = 0",
        "w(C) ← w(C) + η x₃",
        "= (0, 0) + 0.5·(−1, −1)",
        "= (−0.5, −0.5)",
        "b(C) ← 0 + 0.5 = 0.5",
        "w(A) = (1, 0),   b(A) = −0.5   (+ η Σ)",
        "w(B) = (−0.5, 0.5),   b(B) = 0   (+ η Σ)",
        "w(C) = (−0.5, −0.5),   b(C) = 0.5   (+ η Σ)",
        "The pass is over: its errors x₁, x₂ and x₃ together changed the weights by −η∇L.",
    ]


@pytest.mark.parametrize("mode", list(Mode))
def test_a_long_batch_sum_is_folded(mode: Mode) -> None:
    points = Dataset.of([[i, i % 3] for i in range(1, 8)], [0, 1, 1, 0, 1, 1, 1])
    text = as_text(step_of(points, 7, TrainingSettings(mode=mode, order=Order.BATCH)))
    assert "7 errors" in text
    assert "x₅ +" not in text
    assert text.splitlines()[-1] == "The pass is over: its 7 errors together changed the weights by −η∇L."
    # −(1, 1) + (2, 2) + (3, 0) − (4, 1) + (5, 2) + (6, 0) + (7, 1)
    assert "(18, 3)" in text


def test_iris_numbers_are_exact_and_say_so() -> None:
    """x₅₁ is the first versicolor: 5.1·7 + 3.5·3.2 + 1.4·4.7 + 0.2·1.4 = 53.76 with x₁."""
    iris = BY_NAME["iris"].make()
    text = as_text(step_of(iris, 51, TrainingSettings(mode=Mode.DUAL, positive=1)))
    assert "= −1·53.76 + (−1)" in text
    assert "Gram row of x₅₁ (K) = (53.76, " in text
    assert "≈" not in text


def test_within_a_batch_pass_a_mistake_is_only_noted() -> None:
    text = as_text(step_of(TEXTBOOK, 1, TrainingSettings(order=Order.BATCH)))
    assert text.splitlines()[-1] == "Noted. At the end of the pass, a single update covers all the errors."
    assert "←" not in text


# Any step


def assert_is_latex(latex: str) -> None:
    """Check braces, alignments, environments and symbols."""
    depth = 0
    for mark in re.sub(r"\\[{}\\]", "", latex):
        depth += (mark == "{") - (mark == "}")
        assert depth >= 0, latex
    assert depth == 0, latex
    assert latex.count(r"\begin{align*}") == latex.count(r"\end{align*}") >= 1
    inside = False
    for line in latex.splitlines():
        if line.startswith((r"\begin", r"\end")):
            inside = line.startswith(r"\begin")
            continue
        bare = re.sub(r"\\[&%$#_{}]|\\\\$", "", line)
        if inside:
            assert bare.count("&") <= 1, line
            words = "".join(re.findall(r"\\text\{(?:[^{}]|\{[^{}]*\})*\}", bare))
            mathematics = re.sub(r"\\text\{(?:[^{}]|\{[^{}]*\})*\}", "", bare)
            assert mathematics.isascii(), line
            assert not re.search("[%#$~]", mathematics), line
            assert not re.search("[a-z]{2,}", re.sub(r"\\[a-z]+", "", mathematics)), line
            assert words.count("$") % 2 == 0, line
        else:
            assert "&" not in bare, line
            assert "%" not in bare, line
            assert bare.count("$") % 2 == 0, line
            outside = "".join(bare.split("$")[::2])
            assert not set(outside) & set("ηαΣ←≤≥≈·−…∠°ⱼₖ‖₁²⁻<>\u202f"), line


@pytest.mark.drawn
@pytest.mark.parametrize("order", ["cyclic", "random", "batch"])
@pytest.mark.parametrize("mode", ["primal", "dual", "multiclass"])
def test_every_step_of_random_runs_is_latex(mode: str, order: str) -> None:
    rng = np.random.default_rng([61, ["primal", "dual", "multiclass"].index(mode), ORDERS.index(order)])
    case = random_case(rng, mode, order)
    bench = Bench.on(case.dataset, case.settings)
    bench.worker.want(Wants(alpha=True))
    for _ in range(12):
        snapshot = bench.do(moves.step)
        step = explain(snapshot)
        assert step is not None
        assert_is_latex(as_latex(step))
        assert "*" not in as_text(step)
        assert "0000000000" not in as_text(step)
        if snapshot.stop not in (None, Stop.CYCLE):
            break


@pytest.mark.parametrize("name", NASTY)
def test_classes_may_be_called_anything(name: str) -> None:
    dataset = Dataset.of([[1, 0], [0, 1], [-1, -1]], [0, 1, 2], ["A", name, "C"])
    for visits in (1, 2, 3):
        step = step_of(dataset, visits, TrainingSettings(mode=Mode.MULTICLASS))
        assert_is_latex(as_latex(step))
        assert f"s({name}) = " in as_text(step)


def test_small_rounded_and_many_numbers_are_latex() -> None:
    far = Dataset.of([[1e12, 1e-11], [1 / 3, -2e11], [5.0, 1e-10]], [1, 0, 1])
    for bias in (True, False):
        for visits in (1, 2, 3, 4):
            assert_is_latex(as_latex(step_of(far, visits, TrainingSettings(bias=bias))))
    bench = Bench.on(XOR, TrainingSettings(order=Order.RANDOM))
    step = explain(bench.do(lambda worker: moves.seek(worker, 2_000)))
    assert step is not None
    assert "VISIT 2\u202f000" in as_text(step)
    assert_is_latex(as_latex(step))
    assert r"VISIT 2\,000" in as_latex(step)


# The angle


def test_a_right_angle_is_exactly_90() -> None:
    assert angle_between([0.1, 0.2], [0.2, -0.1]) == 90.0
    assert angle_between([0.3, 0.1], [-0.1, 0.3]) == 90.0
    rng = np.random.default_rng(62)
    for a, b, c in (rng.integers(-999, 1000, (200, 3)) / 1000).tolist():
        if (a or b) and c:
            assert angle_between([a, b], [-b, a]) == 90.0


def test_an_angle_with_nothing_is_none() -> None:
    assert angle_between([0, 0], [1, 2]) is None
    assert angle_between([1, 2], [0, 0]) is None


def test_the_angle_is_that_of_w_and_x_and_with_a_bias_that_of_the_augmented_vectors() -> None:
    points = Dataset.of([[1, 0], [0, 1], [1, 1], [-1, 2]], [1, 1, 1, 0])
    lines = [step_of(points, visits, TrainingSettings(bias=False)).rule[3:] for visits in (1, 2, 3, 4)]
    assert lines[0] == ()  # w = 0 has no direction
    assert tuple(map(str, lines[1])) == ("∠(w, x) = 90°",)
    assert tuple(map(str, lines[2])) == ("∠(w, x) = 0° < 90°",)
    assert tuple(map(str, lines[3])) == ("∠(w, x) ≈ 71.6° < 90°",)
    # θ = (0, 0, 1) after x₁ … x₃ with bias: it was learned from x₁ alone, θ = (1, 0, 1), and x̂₄ = (−1, 2, 1)
    assert str(step_of(points, 4).rule[-1]) == "∠(θ, x̂) = 90°"


def test_with_a_bias_the_angle_decides_what_the_sign_of_f_does() -> None:
    rng = np.random.default_rng(63)
    seen = set()
    for _ in range(2):
        case = random_case(rng, "primal", "cyclic")
        bench = Bench.on(case.dataset, case.settings)
        for _ in range(8):
            snapshot = bench.do(moves.step)
            step, last = explain(snapshot), snapshot.last
            assert step is not None and last is not None
            told = [str(line) for line in step.rule if str(line).startswith("∠")]
            assert len(told) == bool(last.before.any())
            for angle in told:
                side = -1 if "> 90°" in angle else 1 if "< 90°" in angle else 0
                assert side == np.sign(last.scores[0])
                seen.add(side)
    assert seen >= {-1, 1}


@pytest.mark.parametrize(
    "x, told",
    [([1.0, -1.001], "≈ 90.03° > 90°"), ([1.001, -1.0], "≈ 89.97° < 90°"), ([1.0, 2.0], "≈ 18.4° < 90°")],
)
def test_an_angle_near_90_is_not_called_90(x: list[float], told: str) -> None:
    (line,) = step_of(Dataset.of([[1, 1], x], [1, 1]), 2, TrainingSettings(bias=False)).rule[3:]
    assert str(line) == f"∠(w, x) {told}"


@pytest.mark.parametrize(
    ("w", "x", "told"),
    [
        ([1, 0], [0, 3], "90°"),
        ([2, 2], [3, 0], "45°"),
        ([-1, -1], [0.5, 0], "135°"),
        ([1, 1, 0], [0, 1, 1], "60°"),
        ([1, 2], [-2, -4], "180°"),
    ],
)
def test_an_exact_angle_is_written_in_full(w: list[float], x: list[float], told: str) -> None:
    angle = angle_between(w, x)
    assert angle is not None
    assert str(angle_formula(angle)) == f"∠(w, x) = {told}"


def test_a_rounded_angle_has_a_tenth_of_a_degree_and_its_sign() -> None:
    assert str(angle_formula(139.4623)) == "∠(w, x) ≈ 139.5°"
    assert angle_text(45.01) == "≈ 45"
    assert angle_text(90.01) == "≈ 90.01"
    assert angle_text(0.04) == "≈ 0.04"
    assert angle_text(7.25) == "≈ 7.2"


def test_the_smallest_angles_are_not_lost() -> None:
    assert angle_between([3, 1], [0.6, 0.2]) == 0.0
    assert angle_between([3, 1], [-0.6, -0.2]) == 180.0
    assert angle_between([1, 0], [1, 1e-9]) == pytest.approx(math.degrees(1e-9), rel=1e-9)
    below, above = (angle_between([1e6, 0], [sign * 1e-12, 1e12]) for sign in (1, -1))
    assert below is not None
    assert above is not None
    assert below < 90.0 < above
