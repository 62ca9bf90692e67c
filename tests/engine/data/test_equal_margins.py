"""The same margin and radius in any number of features have the same bound, and no run is above it (T2, T8)."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.engine.data.equal_margins import BOUND, N_SAMPLES, equal_margin_set
from perceptron_gui.engine.data.settings import Order, TrainingSettings
from perceptron_gui.engine.theory.bounds import analyze
from perceptron_gui.engine.training.factory import train

RULES = TrainingSettings(bias=False, order=Order.SHUFFLED)


@pytest.mark.parametrize("n_features", [2, 3, 10, 100])
def test_margin_radius_and_bound_are_those_of_every_other_number_of_features(n_features: int) -> None:
    dataset = equal_margin_set(n_features)
    analysis = analyze(dataset, RULES)
    assert analysis.verdict is not None
    assert analysis.bound is not None
    assert (analysis.verdict.margin_squared, analysis.verdict.radius_squared) == (1, BOUND)
    assert analysis.bound.exact == BOUND
    assert train(dataset, RULES).state.mistakes <= BOUND
    assert dataset.n_samples == N_SAMPLES
    assert len(dataset.present) == 2


def test_the_points_are_always_the_same() -> None:
    assert np.array_equal(equal_margin_set(10).X, equal_margin_set(10).X)
