"""The same margin and radius in any number of features have the same bound, and no run is above it (T2, T8)."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from perceptron_gui.engine.data.generator import N_SAMPLES, bound_of, equal_margin_set
from perceptron_gui.engine.data.settings import Order, TrainingSettings
from perceptron_gui.engine.theory.separability import analyze
from perceptron_gui.engine.training.factory import train

RULES = TrainingSettings(bias=False, order=Order.SHUFFLED)


@pytest.mark.parametrize(("n_features", "margin"), [(2, 1), (3, 1), (10, 1), (100, 1), (10, 4), (10, 0.5), (10, 0.25)])
def test_margin_radius_and_bound_are_what_was_asked_for_in_every_number_of_features(
    n_features: int, margin: float
) -> None:
    dataset, square = equal_margin_set(n_features, margin), Fraction(margin) ** 2
    analysis = analyze(dataset, RULES)
    assert analysis.verdict is not None
    assert analysis.bound is not None
    assert (analysis.verdict.margin_squared, analysis.verdict.radius_squared) == (square, 100 + square)
    assert analysis.bound.exact == (100 + square) / square
    assert analysis.bound.at_most == bound_of(margin)
    assert train(dataset, RULES).state.mistakes <= bound_of(margin)
    assert dataset.n_samples == N_SAMPLES
    assert len(dataset.present) == 2


def test_the_points_are_always_the_same() -> None:
    assert np.array_equal(equal_margin_set(10).X, equal_margin_set(10).X)
