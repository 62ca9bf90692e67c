"""The page "Loss" names the wrong points and sums up their gradient as a student would, in fractions (P3, M2, W5)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.features.feature_map import POLY2
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.run import snapshot as snapshots
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.files.points.sample_files import BY_NAME
from perceptron_gui.session.exercises.exercise import hide_future
from perceptron_gui.session.explanation.loss_page import LossPage, loss_page
from perceptron_gui.session.formula.latex import aligned
from perceptron_gui.session.worker import training_worker as moves
from tests.effort import random_sets
from tests.engine.cases import random_case
from tests.session.bench import TEXTBOOK, XOR, Bench
from tests.session.explanation.test_explain import worked_out

THREE = Dataset.of([[2, 0], [0, 2], [-1, -1]], [0, 1, 2], ["A", "B", "C"])


def shown(dataset: Dataset, visits: int, settings: TrainingSettings | None = None) -> Snapshot:
    """Return what the page gets after so many visits."""
    bench = Bench.on(dataset, settings)
    bench.worker.want(Wants(losses=True, rivals=True))
    return bench.do(lambda worker: moves.seek(worker, visits))


def told(dataset: Dataset, visits: int, settings: TrainingSettings | None = None) -> list[str]:
    """Return E and the gradient as plain text."""
    page = loss_page(shown(dataset, visits, settings))
    return [str(page.wrong), *map(str, page.gradient)]


# By hand


def test_after_the_first_visit_of_textbook_the_gradient_is_that_of_the_page() -> None:
    """w = (3, 3), b = 1, and (1, 1) is wrong."""
    assert told(TEXTBOOK, 1) == [
        "E = {x₃}",
        "∂L/∂b = −Σ y",
        "= −(−1)",
        "= 1",
        "∂L/∂w = −Σ y x",
        "= −(−(1, 1))",
        "= (1, 1)",
    ]


def test_at_a_start_from_zero_all_points_are_errors_and_the_bend_is_named() -> None:
    page = loss_page(shown(TEXTBOOK, 0))
    assert str(page.wrong) == "E = {x₁, x₂, x₃}"
    assert [str(line) for line in page.gradient][-2:] == ["= −((3, 3) + (4, 3) − (1, 1))", "= (−6, −5)"]
    assert "kink" in str(page.remarks[-1])
    assert "bend" not in str(loss_page(shown(TEXTBOOK, 1)).remarks[-1])


def test_at_the_end_nobody_is_wrong_and_nothing_is_left_to_descend() -> None:
    assert told(TEXTBOOK, 18) == ["E = ∅", "∂L/∂b = −Σ y = 0", "∂L/∂w = −Σ y x = (0, 0)"]
    assert told(THREE, 6, TrainingSettings(mode=Mode.MULTICLASS)) == ["E = ∅", "∇L = 0"]


def test_without_a_bias_there_is_no_slope_of_it() -> None:
    assert [line for line in told(XOR, 1, TrainingSettings(bias=False)) if "∂b" in line] == []


def test_classes_gain_where_they_are_the_rival_and_lose_their_own() -> None:
    """After visit 1: s of B is (1, −1, 0) and of C (−1, 1, 0), so that A is the rival of B, and B that of C."""
    assert told(THREE, 1, TrainingSettings(mode=Mode.MULTICLASS))[:5] == [
        "E = {x₂, x₃}",
        "∂L/∂b(A) = 1",
        "∂L/∂w(A) = (0, 2)",
        "∂L/∂b(B) = −1 + 1",
        "= 0",
    ]


def test_a_curved_kernel_has_the_slope_of_b_alone_and_says_why() -> None:
    page = loss_page(shown(XOR, 1, TrainingSettings(mode=Mode.DUAL, kernel=Kernel(KernelName.POLY))))
    lines = [str(line) for line in page.gradient]
    assert lines[0] == "∂L/∂b = −Σ y" and not any("∂w" in line for line in lines)
    assert any("curved kernel" in str(remark) for remark in page.remarks)


def test_with_features_the_sum_is_one_of_features() -> None:
    assert "∂L/∂w = −Σ y φ(x)" in told(XOR, 1, TrainingSettings(features=POLY2))


def test_many_points_are_named_in_part_and_all_of_them_in_full() -> None:
    snapshot = shown(BY_NAME["two-classes"].make(), 0)
    assert "x₇, … (16 more)}" in str(loss_page(snapshot).wrong)
    whole = loss_page(snapshot, is_full=True)
    assert "x₂₃}" in str(whole.wrong) and "…" not in str(whole.wrong)
    assert len(whole.gradient) == 6 and len(loss_page(snapshot).gradient) == 2


def test_a_question_hides_all_of_it() -> None:
    page = loss_page(hide_future(shown(TEXTBOOK, 1)))
    assert page.wrong is None and page.gradient == ()
    assert str(page.remarks[0]) == "Hidden until you have answered."


def test_a_large_crowd_is_summed_up_only_when_the_run_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "MOST_SUMMED", 2)
    bench = Bench.on(TEXTBOOK)
    bench.worker.want(Wants(losses=True))
    run = bench.worker.run
    playing = snapshots.take_snapshot(run, 1, Wants(losses=True), is_playing=True)
    page = loss_page(playing)
    assert page.gradient == () and any("when the run is paused" in str(remark) for remark in page.remarks)
    assert loss_page(snapshots.take_snapshot(run, 1, Wants(losses=True))).gradient


# Any state


def gradient_in_fractions(snapshot: Snapshot) -> list[list[Fraction]]:
    """Return what the referee of this test sums up, row by row of θ."""
    model, dataset = snapshot.model, snapshot.dataset
    rows = [[Fraction(0)] * snapshot.theta.shape[1] for _ in snapshot.theta]
    for i in np.flatnonzero(snapshot.errors).tolist():
        x = [*map(decimal_fraction, dataset.X[i].tolist()), *[Fraction(1)] * snapshot.settings.bias]
        label, target = int(dataset.labels[i]), model.target(int(dataset.labels[i]))
        if target is not None:
            moves_ = {0: -target}
        else:
            assert snapshot.rivals is not None
            moves_ = {label: -1, int(snapshot.rivals.of_points[i]): 1}
        for row, sign in moves_.items():
            rows[row] = [a + sign * b for a, b in zip(rows[row], x, strict=True)]
    return rows


def sums(page: LossPage) -> Iterator[tuple[str, str, list[object]]]:
    """Yield, for each slope, "b" or "w", the class, and all that it is said to be, worked out from the text."""
    for block in re.split("\\n(?=∂)", "\n".join(map(str, page.gradient))):
        name, *sides = re.split(r"\s?= ", block.replace("\n", ""))
        match = re.fullmatch(r"∂L/∂([bw])(?:\((\w)\))?", name)
        if match is not None:
            yield match[1], match[2] or "", [worked_out(f"= {side}") for side in sides if "Σ" not in side]


@pytest.mark.parametrize("mode", ["primal", "dual", "multiclass"])
def test_every_sum_comes_to_what_its_terms_and_the_fractions_say(mode: str) -> None:
    rng, summed = np.random.default_rng([88, len(mode)]), 0
    for _ in range(random_sets(10)):
        case = random_case(rng, mode, "cyclic")
        snapshot = shown(case.dataset, int(rng.integers(0, 25)), case.settings)
        page, rows = loss_page(snapshot, is_full=True), gradient_in_fractions(snapshot)
        named = re.findall("x([₀-₉]+)", str(page.wrong))
        assert [int(each.translate(str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789"))) - 1 for each in named] == np.flatnonzero(
            snapshot.errors
        ).tolist()
        told_of = set()
        for letter, owner, values in sums(page):
            row = snapshot.dataset.classes.index(owner) if owner else 0
            weights = rows[row][: len(rows[row]) - snapshot.settings.bias]
            expected = rows[row][-1] if letter == "b" else weights[0] if len(weights) == 1 else tuple(weights)
            assert values and all(value == expected for value in values)
            told_of.add((letter, row))
            summed += 1
        letters = ["w"] + ["b"] * snapshot.settings.bias
        moved = [k for k, each in enumerate(rows) if any(each) or not snapshot.model.has_class_rows]
        assert told_of == {(letter, k) for letter in letters for k in moved}
    assert summed >= random_sets(10)


def test_the_page_is_latex() -> None:
    page = loss_page(shown(TEXTBOOK, 1))
    assert page.wrong is not None
    text = aligned((page.wrong, *page.gradient))
    assert r"E &= \{\mathbf{x}_{3}\}" in text
    assert r"\partial" in text and text.isascii()
