"""The bound by the widest street, for runs from start weights (T3, P5)."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.theory.separability import MaxMargin, analyze, change_by_start, start_weights
from perceptron_gui.engine.training.factory import train
from perceptron_gui.frozen import replace
from tests.engine.theory.test_bounds import random_settings, separable_set

TEXTBOOK = Dataset.of([[3, 3], [4, 3], [1, 1]], [1, 1, 0])


def street_of(dataset: Dataset) -> MaxMargin:
    street = analyze(dataset, TrainingSettings(positive=1)).street
    assert street is not None
    return street


def bound_from(dataset: Dataset, settings: TrainingSettings) -> Fraction:
    """Return what the street allows from the start weights of `settings`."""
    street, n = street_of(dataset), dataset.n_samples if settings.order is Order.BATCH else 1
    return n * street.bound + change_by_start(
        street, start_weights(settings, dataset), decimal_fraction(settings.eta), n
    )


@pytest.mark.parametrize(
    ("start", "bound"),
    [
        ((1.0, 1.0, -1.0), Fraction(117) - 6 + Fraction(3, 26)),
        ((1.0, 1.0, -2.0), Fraction(117) - 10 + Fraction(6, 26)),
        ((0.0, 0.0, 26.0), Fraction(117) + 104 + 26),
    ],
)
def test_the_three_points_of_the_lecture_are_followed_by_pencil(start: tuple[float, ...], bound: Fraction) -> None:
    """w* = (1, 1)/√2, b* = −√8, ρ = √2 and M = 5, so that θ₀·(w*, b*)/ρ = (w₁ + w₂)/2 − 2b."""
    assert street_of(TEXTBOOK).separator == (Fraction(1, 2), Fraction(1, 2), -2)
    assert bound_from(TEXTBOOK, TrainingSettings(initial=start)) == bound


def test_the_separator_keeps_every_point_at_least_1_and_those_on_the_kerbs_exactly() -> None:
    rng = np.random.default_rng(3)
    for _ in range(40):
        dataset = separable_set(rng)
        street = analyze(dataset, TrainingSettings(positive=1)).street
        if street is None:
            continue
        rows = [[decimal_fraction(value) for value in row] + [Fraction(1)] for row in dataset.X.tolist()]
        products = [
            (1 if label else -1) * sum((a * b for a, b in zip(row, street.separator, strict=True)), Fraction(0))
            for row, label in zip(rows, dataset.labels.tolist(), strict=True)
        ]
        assert [i for i, product in enumerate(products) if product == 1] == list(street.kerbs)
        assert min(products) == 1


def test_no_run_from_start_weights_makes_more_mistakes() -> None:
    rng, signs = np.random.default_rng(5), set()
    for i in range(75):
        dataset = separable_set(rng)
        street = analyze(dataset, TrainingSettings(positive=1)).street
        if street is None:
            continue
        start = (rng.integers(-40, 41, size=dataset.n_features + 1) / 10).tolist()
        settings = replace(random_settings(rng, Mode.PRIMAL, dataset.n_features), bias=True, initial=tuple(start))
        if i % 4 == 0:
            settings = replace(settings, order=Order.BATCH)
        bound = bound_from(dataset, settings)
        assert train(dataset, settings).state.mistakes <= bound
        signs.add(bound > street.bound)
    assert signs == {True, False}


def test_from_a_bad_start_the_bound_from_zero_is_none() -> None:
    """At x = ±1 it is 2; from w = −10 the run takes 12 mistakes, and the street allows 2 + 50 + 20."""
    dataset, settings = Dataset.of([[1], [-1]], [1, 0]), TrainingSettings(initial=(-10.0, 0.0))
    assert street_of(dataset).bound == 2
    assert bound_from(dataset, settings) == 72
    assert train(dataset, settings).state.mistakes == 12
