"""A score is the sum of feature times weight: every term, its share of the largest, its height over the plane (F1)."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.features.feature_map import IDENTITY, POLY2, FeatureMap
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import Snapshot, take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.session.explanation.scores import contribution_over, score_sums

XOR = Dataset.of([[0, 0], [1, 1], [0, 1], [1, 0]], [1, 1, 0, 0])


def after(visits: int, settings: TrainingSettings, dataset: Dataset = XOR) -> Snapshot:
    run = Run(dataset, settings)
    for _ in range(visits):
        run.visit_once()
    return take_snapshot(run, 0, Wants())


def test_the_terms_of_the_visited_point_are_those_that_judged_it() -> None:
    # The sixth visit shows (1, 1): w = (−1, −1, −1, 0, −1), b = 0 before it.
    (score,) = score_sums(after(6, TrainingSettings(features=POLY2)), 1)
    assert [term.name for term in score.terms] == ["x1", "x2", "x1²", "x1·x2", "x2²", "b", "f"]
    assert [str(term.product) for term in score.terms] == ["−1", "−1", "−1", "0", "−1", "0", "−4"]
    assert [term.share for term in score.terms] == [-1, -1, -1, 0, -1, 0, -1]
    assert score.title == "f of x₂, feature by feature"


def test_another_point_has_the_weights_of_now() -> None:
    (score,) = score_sums(after(6, TrainingSettings(features=POLY2)), 0)
    assert [str(term.product) for term in score.terms] == ["0"] * 5 + ["1", "1"]


@pytest.mark.parametrize("features", [IDENTITY, POLY2, FeatureMap.read("x1*x2, sin(x1), exp(x2)")])
@pytest.mark.parametrize("mode", [*Mode])
def test_the_terms_sum_to_the_score_at_every_place(mode: Mode, features: FeatureMap) -> None:
    rng = np.random.default_rng(0)
    dataset = Dataset.of(rng.integers(-30, 31, (9, 2)) / 10, [0, 1, 2, 0, 1, 2, 0, 1, 2], ("A", "B", "C"))
    positive = 1 if mode.is_binary else None
    snapshot = after(20, TrainingSettings(mode, features=features, positive=positive), dataset)
    sums = score_sums(snapshot, 4)
    assert len(sums) == (1 if mode.is_binary else 2)
    if not mode.is_binary:
        assert sums[0].row == 1
    scores = snapshot.model.decision_function(dataset.X)
    for score in sums:
        terms = [term for term in score.terms if term.entry is not None]
        heights = sum(contribution_over(snapshot.model, score.theta, term.entry, dataset.X) for term in terms)
        whole = contribution_over(snapshot.model, score.theta, None, dataset.X)
        assert np.allclose(heights, whole)
        assert np.allclose(whole, scores[:, score.row])


def test_of_many_features_the_largest_have_bars() -> None:
    dataset = Dataset.of(np.arange(80).reshape(2, 40) / 10, [0, 1])
    # Point by point x = j/10 and 4 + j/10, so that w = 4 − j/10 after three mistakes: w·x falls with j.
    (score,) = score_sums(after(3, TrainingSettings(), dataset), 1)
    assert score.left_out == 20
    assert [term.name for term in score.terms] == [*(f"x{j + 1}" for j in range(20)), "b", "f"]
