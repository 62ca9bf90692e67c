"""Sets of points and the proofs of their verdicts, in fractions (T1, T6)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.exact.integer_solve import nearest_root
from perceptron_gui.engine.theory.separability import geometry, verdict_on
from perceptron_gui.engine.theory.verdict import Verdict
from tests.engine.referee import dot

Vector = list[Fraction]


def augmented(dataset: Dataset, bias: bool) -> list[Vector]:
    return [[decimal_fraction(value) for value in row] + [Fraction(1)] * bias for row in dataset.X.tolist()]


def hull_vectors(dataset: Dataset, settings: TrainingSettings) -> dict[tuple[int, int | None], Vector]:
    """Return y_i x̂_i, or +x̂_i in the block of its class and −x̂_i in a rival's, with the point and the rival."""
    points = augmented(dataset, settings.bias)
    if settings.mode.is_binary:
        return {(i, None): [(2 * y - 1) * v for v in points[i]] for i, y in enumerate(dataset.labels.tolist())}
    vectors: dict[tuple[int, int | None], Vector] = {}
    for i, label in enumerate(dataset.labels.tolist()):
        for rival in dataset.present:
            if rival != label:
                signs = {label: 1, rival: -1}
                vectors[i, rival] = [signs.get(k, 0) * v for k in dataset.present for v in points[i]]
    return vectors


def random_set(rng: np.random.Generator, n: int, d: int, n_classes: int) -> Dataset:
    """Return points of one decimal on a coarse grid: duplicates, lines and touching hulls are common."""
    span = int(rng.integers(1, 6))
    labels = rng.integers(0, n_classes, size=n)
    labels[:n_classes] = np.arange(n_classes)
    return Dataset.of(rng.integers(-span, span + 1, size=(n, d)) / 10, labels.tolist(), "ABCD"[:n_classes])


def touching_set(rng: np.random.Generator) -> Dataset:
    """Return two sets whose hulls share exactly one point or edge: points on a line belong to both sides."""
    a, b = rng.integers(-9, 10, size=2) / 10
    along, side = np.array([a, b + 1.3]), np.array([b + 1.3, -a])
    steps = rng.integers(-5, 6, size=(3, 1)) / 10
    above = rng.integers(0, 4, size=(2, 1)) / 10 * side + rng.integers(-5, 6, size=(2, 1)) / 10 * along
    below = -rng.integers(0, 4, size=(2, 1)) / 10 * side + rng.integers(-5, 6, size=(2, 1)) / 10 * along
    X = np.round(np.vstack([steps * along, above, below]), 3)
    return Dataset.of(X, [0, 1, 0, 1, 1, 0, 0])


def mixed_set(rng: np.random.Generator, n: int, d: int, n_classes: int) -> Dataset:
    """Return points whose features are in units from 1e-3 to 1e6, some to 1e11, perhaps with a rule that separates."""
    Z = rng.normal(size=(n, d))
    labels = rng.integers(0, n_classes, n)
    if rng.random() < 0.7:
        labels = np.argmax(Z @ rng.normal(size=(d, n_classes)), axis=1)
    labels[:n_classes] = np.arange(n_classes)
    units = 10.0 ** rng.permutation(np.linspace(-3, 11 if rng.random() < 0.2 else 6, d))
    return Dataset.of(np.round(Z * units, 6), labels.tolist(), [str(k) for k in range(n_classes)])


def verdict_of(dataset: Dataset, settings: TrainingSettings) -> Verdict:
    verdict = verdict_on(geometry(dataset, settings))
    assert verdict is not None
    return verdict


def is_proof(dataset: Dataset, settings: TrainingSettings, verdict: Verdict) -> bool:
    """Whether the witness says Σ λ_i y_i x̂_i = 0 exactly, with as few points as T1 promises."""
    witness, vectors = verdict.witness, hull_vectors(dataset, settings)
    assert witness is not None
    rivals = witness.rivals or (None,) * len(witness.indices)
    used = [vectors[key] for key in zip(witness.indices, rivals, strict=True)]
    entries = dataset.n_features + settings.bias
    most = entries + 1 if settings.mode.is_binary else (len(dataset.present) - 1) * entries + 1
    total = [dot(witness.weights, column) for column in zip(*used, strict=True)]
    return not any(total) and sum(witness.weights) == 1 and min(witness.weights) > 0 and len(used) <= most


def nearest_of_present(
    dataset: Dataset, settings: TrainingSettings, nearest: Sequence[Fraction]
) -> tuple[Fraction, ...]:
    """Return γ̂·θ* without the rows of classes that have no points, which are 0."""
    if settings.mode.is_binary:
        return tuple(nearest)
    size = dataset.n_features + settings.bias
    rows = [tuple(nearest[i : i + size]) for i in range(0, len(nearest), size)]
    assert len(rows) == len(dataset.classes)
    assert not any(any(row) for k, row in enumerate(rows) if k not in dataset.present)
    return tuple(value for k in dataset.present for value in rows[k])


def assert_certified(dataset: Dataset, settings: TrainingSettings, verdict: Verdict) -> None:
    """Check the proof of a verdict in fractions, whichever way it went."""
    if verdict.separable is False:
        assert is_proof(dataset, settings, verdict)
        return
    assert verdict.separable is True
    assert verdict.nearest is not None
    assert verdict.separator is not None
    nearest = nearest_of_present(dataset, settings, verdict.nearest)
    products = [dot(v, nearest) for v in hull_vectors(dataset, settings).values()]
    length = dot(nearest, nearest)
    assert min(products) == length == verdict.margin_squared
    squares = [entry * entry / length for entry in nearest]
    rows = np.atleast_2d(verdict.separator)
    used = rows if settings.mode.is_binary else rows[list(dataset.present)]
    assert np.abs(used).ravel().tolist() == [nearest_root(s.numerator, s.denominator) for s in squares]
