"""Steps of runs with curved kernels, in words and numbers (D2, D5, M5)."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product

import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import Snapshot, take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.session.explanation.binary_visit import dual_parameters
from perceptron_gui.session.explanation.explain import explain, step_summary
from perceptron_gui.session.explanation.facts.place_facts import place_facts, point_facts
from perceptron_gui.session.explanation.scores import scores_at

POINTS = Dataset.of([[0, 0], [1, 1], [0, 1], [1, 0.5]], [1, 1, 0, 0])
POLY, RBF = Kernel(KernelName.POLY), Kernel(KernelName.RBF, gamma=0.5)


def after(visits: int, dataset: Dataset = POINTS, **rules: object) -> Snapshot:
    run = Run(dataset, TrainingSettings(**rules))  # type: ignore[arg-type]
    run.advance(visits - 1)
    run.visit_once()
    return take_snapshot(run, 0, Wants())


def told(snapshot: Snapshot) -> list[str]:
    step = explain(snapshot)
    assert step is not None
    return [str(each) for each in (*step.rule, step.verdict, *step.update, step.effect or "")]


def test_a_mistake_of_the_dual_is_told_by_the_kernel() -> None:
    assert told(after(3, mode=Mode.DUAL, kernel=POLY, eta=0.5)) == [
        "f(x) = η Σ αⱼ yⱼ K(xⱼ, x) + b",
        "K(xⱼ, x) = (xⱼ·x + 1)²",
        "= 0.5·1·1 + 0.5",
        "= 1",
        "Mistake. y·f = −1 ≤ 0: this point is on the wrong side.",
        "α₃ ← 0 + 1 = 1",
        "Gram row of x₃ (K) = (1, 4, 4, 2.25)",
        "b ← 0.5 − 0.5 = 0",
        "y·f rose by η(K(x, x) + 1) = 2.5: from −1 to 1.5. The point is now right.",
    ]


def test_a_gaussian_wears_the_sign_of_rounding() -> None:
    lines = told(after(3, mode=Mode.DUAL, kernel=RBF))
    assert lines[1:4] == ["K(xⱼ, x) = exp(−0.5·‖xⱼ − x‖²)", "≈ 1·0.606531 + 1", "≈ 1.60653"]


@pytest.mark.parametrize("bias", [True, False])
def test_an_empty_sum_of_rounded_kernels_is_0_and_not_rounded(bias: bool) -> None:
    binary = told(after(1, mode=Mode.DUAL, kernel=RBF, bias=bias))
    assert binary[2:5] == ["= 0", "= 0", "Mistake. y·f = 0: on the boundary, which counts as a mistake."]
    classes = told(after(1, mode=Mode.MULTICLASS, kernel=RBF, bias=bias))
    assert classes[2:4] == ["s(A) = 0   (rival)", "s(B) = 0   (true class)"]
    assert classes[4] == "Mistake. B and A tie at 0: that counts as a mistake."
    start = take_snapshot(Run(POINTS, TrainingSettings(mode=Mode.DUAL, kernel=RBF, bias=bias)), 0, Wants())
    assert ("", "= 0") in place_facts(start, [0.3, 0.25]).rows
    later = told(after(2, mode=Mode.DUAL, kernel=RBF, bias=bias))
    assert later[3].startswith("≈ ")
    batch = told(after(5, mode=Mode.DUAL, kernel=RBF, bias=bias, order=Order.BATCH))
    assert not any(line == "= 0" for line in batch)


def test_a_laplacian_is_told_with_the_norm_that_it_is_made_of() -> None:
    snapshot = after(3, mode=Mode.DUAL, kernel=Kernel(KernelName.LAPLACIAN, gamma=0.25))
    assert told(snapshot)[1:4] == ["K(xⱼ, x) = exp(−0.25·‖xⱼ − x‖₁)", "≈ 1·0.778801 + 1", "≈ 1.7788"]


def test_a_mistake_of_multiclass_is_told_by_the_kernel() -> None:
    lines = told(after(3, mode=Mode.MULTICLASS, kernel=POLY))
    assert lines[0] == "sₖ = Σ Aₖⱼ K(xⱼ, x) + bₖ"
    assert "s(A) = −1·1 + (−1) = −2   (true class)" in lines
    assert lines[5:9] == ["A₃(A) ← 0 + 1 = 1", "A₃(B) ← 0 − 1 = −1", "b(A) ← −1 + 1 = 0", "b(B) ← 1 + (−1) = 0"]


@pytest.mark.drawn
@pytest.mark.parametrize(("mode", "kernel"), [*product((Mode.DUAL, Mode.MULTICLASS), (POLY, RBF))])
@pytest.mark.parametrize("order", [Order.CYCLIC, Order.RANDOM, Order.BATCH])
def test_every_step_is_told_without_a_w(mode: Mode, kernel: Kernel, order: Order) -> None:
    for bias, visits in product((True, False), (1, 4, 8)):
        snapshot = after(visits, mode=mode, kernel=kernel, order=order, bias=bias)
        if snapshot.last is None:
            continue
        step, summary = explain(snapshot), step_summary(snapshot)
        assert step is not None and summary is not None
        assert step.matrix == () and step.left_out == 0
        assert not any(re.search(r"\bw\b", line) for line in told(snapshot))
        assert place_facts(snapshot, [0.5, 0.25]).rows and point_facts(snapshot, POINTS, 1).rows
        if mode is Mode.DUAL:
            assert not any(str(line).startswith("w") for line in dual_parameters(snapshot))


def test_scores_of_places_are_fractions_where_the_kernel_is_exact() -> None:
    snapshot = after(8, mode=Mode.DUAL, kernel=POLY, eta=0.1)
    (score,) = scores_at(snapshot, [0.5, 0.25])
    assert isinstance(score, Fraction)
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    values = [(half * Fraction(str(x)) + quarter * Fraction(str(y)) + 1) ** 2 for x, y in POINTS.X.tolist()]
    assert snapshot.alpha is not None
    signs = [1, 1, -1, -1]
    sums = [Fraction(1, 10) * int(a) * s for a, s in zip(snapshot.alpha, signs, strict=True)]
    assert score == sum(c * k for c, k in zip(sums, values, strict=True)) + sum(sums)
