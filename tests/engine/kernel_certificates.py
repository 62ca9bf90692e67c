"""Proofs of verdicts under polynomial kernels, by scalar products in fractions (T1, T6, T7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.theory.verdict import Verdict

Weighted = tuple[int, int | None, Fraction]
"""A point, the class of its rival (None in the binary modes), and λ."""


def kernel_products(dataset: Dataset, settings: TrainingSettings) -> list[list[Fraction]]:
    """Return K, with bias K + 1, of every pair of points, in fractions (D5)."""
    kernel, constant = settings.kernel, decimal_fraction(settings.kernel.coef0)
    points = [[decimal_fraction(value) for value in row] for row in dataset.X.tolist()]
    sums = [[sum((a * b for a, b in zip(x, z, strict=True)), constant) for z in points] for x in points]
    return [[value**kernel.degree + settings.bias for value in row] for row in sums]


def along_of(
    dataset: Dataset, settings: TrainingSettings, weights: Iterable[Weighted]
) -> dict[tuple[int, int | None], Fraction]:
    """Return the scalar product of every vector of the hull with Σ λ times the weighted ones."""
    products, labels = kernel_products(dataset, settings), dataset.labels.tolist()
    weights, points = [*weights], range(dataset.n_samples)
    if settings.mode.is_binary:
        signs = [2 * label - 1 for label in labels]
        sums = [sum((w * signs[i] * products[i][j] for i, _, w in weights), Fraction(0)) for j in points]
        return {(j, None): signs[j] * sums[j] for j in points}
    scores = {
        k: [sum(((labels[i] == k) - (r == k)) * w * products[i][j] for i, r, w in weights) for j in points]
        for k in dataset.present
    }
    return {
        (j, k): Fraction(scores[labels[j]][j] - scores[k][j]) for j in points for k in dataset.present if k != labels[j]
    }


def weights_of(dataset: Dataset, settings: TrainingSettings, verdict: Verdict) -> Iterator[Weighted]:
    """Yield what a verdict names as its proof."""
    if verdict.witness is not None:
        rivals = verdict.witness.rivals or (None,) * len(verdict.witness.indices)
        yield from zip(verdict.witness.indices, rivals, verdict.witness.weights, strict=True)
    elif verdict.min_norm_point is not None:
        for key, weight in zip(verdict.min_norm_point.keys, verdict.min_norm_point.weights, strict=True):
            yield key[0], None if settings.mode.is_binary else dataset.present[key[1]], weight


def assert_certified_under_kernel(dataset: Dataset, settings: TrainingSettings, verdict: Verdict) -> None:
    """Check the proof of a verdict under a polynomial kernel, whichever way it went."""
    weights = [*weights_of(dataset, settings, verdict)]
    along = along_of(dataset, settings, weights)
    squared = sum((w * along[i, r] for i, r, w in weights), Fraction(0))
    assert sum(w for *_, w in weights) == 1
    assert min(w for *_, w in weights) > 0
    if verdict.separable:
        assert squared == min(along.values()) == verdict.margin_squared
        assert squared > 0
    else:
        assert verdict.separable is False
        assert squared == 0


def has_contradiction(dataset: Dataset) -> bool:
    """Whether two points in one place have different labels, which nothing can tell apart."""
    places = np.unique(dataset.X + 0.0, axis=0)
    return len(places) < len(
        {(*row, label) for row, label in zip((dataset.X + 0.0).tolist(), dataset.labels.tolist(), strict=True)}
    )
