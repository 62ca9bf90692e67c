"""f at any place, as the sum that the dual makes of it: the terms are those of the model, exact where the run is."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.features.feature_map import FeatureMap
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.samples import BY_NAME
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import Snapshot, take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.session.explanation.facts.place_facts import EVERY_LINE, MOST_LINES, place_facts, point_facts
from perceptron_gui.session.explanation.scores import boundary_distance, kernel_terms, scores_at, term_heights

POLY, RBF = Kernel(KernelName.POLY), Kernel(KernelName.RBF)
XOR = BY_NAME["xor"].make()
MOONS = BY_NAME["moons"].make()
THREE = BY_NAME["three-classes"].make()


def ended(dataset: Dataset, kernel: Kernel, mode: Mode = Mode.DUAL, **rules: object) -> Snapshot:
    """Return a run of at most 30 epochs at its end."""
    run = Run(dataset, TrainingSettings(mode=mode, kernel=kernel, max_epochs=30, **rules))  # type: ignore[arg-type]
    run.advance(10**6)
    return take_snapshot(run, 1, Wants(alpha=True))


def by_hand(snapshot: Snapshot, x: tuple[str, str]) -> Fraction:
    """Return f of the polynomial kernel in fractions."""
    settings, place = snapshot.settings, [Fraction(v) for v in x]
    total = Fraction(str(snapshot.model.biases[0]))
    for point, label, alpha in zip(snapshot.dataset.X, snapshot.dataset.labels, snapshot.alpha, strict=True):  # type: ignore[arg-type]
        product = sum(Fraction(str(a)) * b for a, b in zip(point, place, strict=True)) + 1
        total += Fraction(str(settings.eta)) * int(alpha) * (1 if label == 1 else -1) * product**2
    return total


def test_a_polynomial_of_decimals_is_told_exactly() -> None:
    snapshot = ended(XOR, POLY, eta=0.1)
    assert snapshot.is_exact
    expected = by_hand(snapshot, ("0.3", "0.7"))
    assert scores_at(snapshot, (0.3, 0.7)) == [expected]
    terms = kernel_terms(snapshot, (0.3, 0.7))
    assert sum(term.value for term in terms) == expected - Fraction(str(snapshot.model.biases[0]))
    assert all(isinstance(term.value, Fraction) for term in terms)


def test_a_gaussian_is_told_as_the_model_says_it_and_rounded() -> None:
    snapshot = ended(MOONS, RBF)
    (score,) = scores_at(snapshot, (0.5, -0.25))
    assert isinstance(score, float)
    assert score == float(snapshot.model.decision_function(np.array([[0.5, -0.25]]))[0, 0])
    terms = kernel_terms(snapshot, (0.5, -0.25))
    assert sum(term.value for term in terms) + snapshot.model.biases[0] == pytest.approx(score)
    assert len(terms) == np.count_nonzero(snapshot.alpha)


def test_the_card_names_the_largest_terms_and_what_the_others_add_together() -> None:
    snapshot = ended(MOONS, RBF)
    facts = place_facts(snapshot, (0.5, -0.25))
    names = [name for name, _ in facts.rows]
    terms = sorted(kernel_terms(snapshot, (0.5, -0.25)), key=lambda term: -abs(term.value))
    n_rest = len(terms) - (MOST_LINES - 1)
    assert facts.rows[0] == ("f", "= Σ αⱼ yⱼ K(xⱼ, x) + b")
    assert names[1 + MOST_LINES - 1] == f"… {n_rest} more (M)"
    assert names[-3:-1] == ["b", ""]
    full = place_facts(snapshot, (0.5, -0.25), is_full=True)
    assert len(full.rows) == len(facts.rows) + len(terms) - MOST_LINES
    assert len(terms) <= EVERY_LINE
    assert not any("more" in name for name, _ in full.rows)


def test_the_card_of_an_exact_sum_has_no_rounded_number() -> None:
    facts = place_facts(ended(XOR, POLY), (0.5, 0.5))
    assert "≈" not in "".join(value for _, value in facts.rows)
    assert facts.rows[1][1].startswith("= ")


def test_no_distance_is_told_from_a_curve() -> None:
    for snapshot in (
        ended(XOR, POLY),
        ended(THREE, RBF, Mode.MULTICLASS),
        ended(XOR, Kernel(), Mode.PRIMAL, features=FeatureMap(2)),
    ):
        assert boundary_distance(snapshot, snapshot.dataset.X[0].tolist()) is None
        facts = point_facts(snapshot, snapshot.dataset, 0)
        assert "to the boundary" not in [name for name, _ in facts.rows]
    straight = point_facts(ended(XOR, Kernel(), Mode.PRIMAL), XOR, 0)
    assert "y·f" in [name for name, _ in straight.rows]


def test_with_features_f_is_that_of_the_model() -> None:
    snapshot = ended(XOR, Kernel(), Mode.PRIMAL, features=FeatureMap(2))
    (score,) = scores_at(snapshot, (0.5, 0.25))
    assert isinstance(score, Fraction)
    assert float(score) == snapshot.model.decision_function(np.array([[0.5, 0.25]]))[0, 0]
    assert [name for name, _ in place_facts(snapshot, (0.5, 0.25)).rows] == ["f", "class"]


def test_the_scores_of_several_classes_are_those_of_the_model() -> None:
    snapshot = ended(THREE, POLY, Mode.MULTICLASS)
    scores = [float(score) for score in scores_at(snapshot, (0.5, 0.25))]
    assert scores == pytest.approx(snapshot.model.decision_function(np.array([[0.5, 0.25]]))[0].tolist())


@pytest.mark.parametrize("kernel", [Kernel(), POLY, RBF])
def test_the_lines_of_the_dual_are_its_terms(kernel: Kernel) -> None:
    snapshot = ended(MOONS, kernel)
    indices, heights = term_heights(snapshot, (0.5, -0.25))
    assert indices.tolist() == np.flatnonzero(snapshot.alpha).tolist()  # type: ignore[arg-type]
    score = snapshot.model.decision_function(np.array([[0.5, -0.25]]))[0, 0]
    assert heights.sum() + snapshot.model.biases[0] == pytest.approx(score, rel=1e-6)


def test_the_primal_is_made_of_no_points() -> None:
    indices, heights = term_heights(ended(XOR, Kernel(), Mode.PRIMAL), (0.5, 0.5))
    assert not len(indices)
    assert not len(heights)
