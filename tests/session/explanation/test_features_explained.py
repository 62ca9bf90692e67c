"""What is said of a run on features: φ(x) with its entries, w by their names, exact where it is (F1)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.features.feature_map import POLY2, FeatureMap
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.exact.feature_values import exact_features
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import Snapshot, take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.engine.theory.separability import analyze
from perceptron_gui.frozen import replace
from perceptron_gui.session.document import Document
from perceptron_gui.session.explanation import visit_numbers
from perceptron_gui.session.explanation.explain import explain
from perceptron_gui.session.explanation.facts.place_facts import place_facts, point_facts
from perceptron_gui.session.explanation.facts.witness_facts import proof_of
from perceptron_gui.session.explanation.scores import boundary_distance, scores_at
from perceptron_gui.session.explanation.step import as_latex, as_text
from perceptron_gui.session.explanation.theorem.theorem_terms import ones_of
from perceptron_gui.session.messages.run_end import what_fails

XOR = Dataset.of([[0, 0], [1, 1], [0, 1], [1, 0]], [1, 1, 0, 0])
BASE = TrainingSettings(features=POLY2)


def after(visits: int, settings: TrainingSettings = BASE, dataset: Dataset = XOR) -> Snapshot:
    run = Run(dataset, settings)
    for _ in range(visits):
        run.visit_once()
    return take_snapshot(run, 0, Wants(alpha=True))


def said(settings: TrainingSettings, visits: int = 3, is_full: bool = True) -> str:
    step = explain(after(visits, settings), is_full)
    assert step is not None
    assert "varphi" in as_latex(step) or "phi" in as_latex(step)
    return as_text(step)


def test_phi_is_written_out_with_names_and_numbers() -> None:
    text = said(BASE)
    assert "φ(x) = (x1, x2, x1², x1·x2, x2²) = (0, 1, 0, 0, 1)" in text
    assert "f(x) = w·φ(x) + b" in text
    assert "w ← w + η y φ(x)" in text
    assert "= (0, 0, 0, 0, 0) + (0, −1, 0, 0, −1)" in text
    assert "‖φ(x)‖² + 1 = 3" in text


def test_phi_has_its_names_under_a_kernel_too() -> None:
    """What the kernel sees has names, though no weights belong to them; it read "φ(x) = () = (0, 1, …)"."""
    text = said(TrainingSettings(mode=Mode.DUAL, features=POLY2, kernel=Kernel(KernelName.POLY, 2)))
    assert "φ(x) = (x1, x2, x1², x1·x2, x2²) = (0, 1, 0, 0, 1)" in text


def test_a_long_sum_in_full_works_out_phi_of_each_point_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """219 points with five features took 98 ms of the window at every mistake."""
    worked_out = 0

    def counting(*arguments: Any, **named: Any) -> list[Any]:
        nonlocal worked_out
        worked_out += 1
        return exact_features(*arguments, **named)

    monkeypatch.setattr(visit_numbers, "exact_features", counting)
    points = Dataset.of([[i * 0.01, (i * 7) % 11 - 0.37] for i in range(60)], [i % 2 for i in range(60)])
    settings = TrainingSettings(mode=Mode.DUAL, features=FeatureMap.read("x1, x2, x1*x2, exp(x2)"))
    run, mistakes = Run(points, settings), 0
    for _ in range(75):
        run.visit_once()
        snapshot = take_snapshot(run, 0, Wants(alpha=True))
        explain(snapshot, True)
        mistakes += snapshot.last is not None and snapshot.last.is_mistake
    assert mistakes > 10
    assert worked_out == 60


def test_what_is_remembered_of_phi_tells_points_and_rules_apart() -> None:
    near = Dataset.of([[0.0, 1.0], [-0.0, 1.0], [0.5, 1.0]], [0, 1, 0])
    for text in ("x1, x1*x2", "x1, exp(x1)", "x1*x2, x1"):
        settings = TrainingSettings(features=FeatureMap.read(text))
        programs = settings.features.of(near.features).programs
        for i in range(3):
            told, fresh = visit_numbers.input_values(near, settings, i), exact_features(programs, near.X[i].tolist())
            assert [(type(a), str(a)) for a in told] == [(type(b), str(b)) for b in fresh]
            told.clear()  # what was told belongs to who asked
            assert len(visit_numbers.input_values(near, settings, i)) == 2


def test_the_dual_sums_products_of_phi() -> None:
    text = said(replace(BASE, mode=Mode.DUAL))
    assert "(φ(xⱼ)·φ(x))" in text
    assert "w = Σ αⱼ yⱼ φ(xⱼ)" in text


def test_classes_and_batches_learn_phi() -> None:
    assert "w(B) ← w(B) − η φ(x)" in said(replace(BASE, mode=Mode.MULTICLASS))
    assert "φ(x₁)" in said(replace(BASE, order=Order.BATCH), visits=4)


def test_numbers_of_functions_wear_their_sign() -> None:
    text = said(replace(BASE, features=FeatureMap.read("sin(x1), x2")), visits=2)
    assert "φ(x) = (sin(x1), x2) ≈ (0.841471, 1)" in text


def test_scores_of_any_place_are_exact_where_the_features_are() -> None:
    snapshot = after(36)
    # w = (−1, −1, −1, 5, −1), b = 1
    exact = 1 - Fraction("0.1") - Fraction("0.3") - Fraction("0.01") + 5 * Fraction("0.03") - Fraction("0.09")
    assert scores_at(snapshot, [0.1, 0.3]) == [exact]
    inexact = after(4, replace(BASE, features=FeatureMap.read("x1, exp(x1)")))
    assert isinstance(scores_at(inexact, [0.1, 0.3])[0], float)


@pytest.mark.parametrize("mode", [*Mode])
def test_nothing_is_told_of_a_distance_to_a_curve(mode: Mode) -> None:
    snapshot = after(5, replace(BASE, mode=mode))
    assert boundary_distance(snapshot, [0.5, 0.5]) is None
    assert all("boundary" not in name for name, _ in point_facts(snapshot, XOR, 0).rows)
    assert place_facts(snapshot, [0.5, 0.5]).rows


@pytest.mark.parametrize("mode", [*Mode])
def test_a_point_that_the_run_has_not_seen_yet_has_no_distance_where_there_is_no_class(mode: Mode) -> None:
    snapshot = take_snapshot(Run(XOR.without(range(XOR.n_samples)), TrainingSettings(mode)), 0, Wants())
    assert boundary_distance(snapshot, [1.0, 2.0]) is None


def test_the_column_of_ones_stands_beside_the_features() -> None:
    ones = ones_of(after(5))
    assert ones.columns == ("x1", "x2", "x1²", "…")
    assert "6" in str(ones.sentence)


def test_no_line_is_blamed_where_features_fail() -> None:
    settings = replace(BASE, features=FeatureMap.read("x1, x2, x1^2"))
    assert "features" in what_fails(settings, 2)
    document = Document(XOR, settings)
    verdict = analyze(XOR, settings).verdict
    assert verdict is not None
    assert verdict.witness is not None
    sentence = proof_of(document, verdict.witness).sentence
    assert "φ(x)" in sentence
    assert "line" not in sentence
