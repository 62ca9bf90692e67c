"""Margins under kernels exp(−g·D) with fifty digits: K by `decimal`, the hull by exchanging active points (T7)."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal, localcontext

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import TrainingSettings
from tests.engine.kernel_referee import DISTANCES

DIGITS = 50


def largest_margin(dataset: Dataset, settings: TrainingSettings) -> Decimal:
    """Return γ̂ to some forty digits, of a set without contradictions (T1, T6).

    The nearest point of the hull is a combination of independent vectors, with equal products, that no other vector is
    below. Which ones they are is found by dropping and adding one at a time.
    """
    with localcontext(prec=DIGITS):
        gram = _gram(dataset, settings)
        keys = [0]
        weights = [Decimal(1)]
        while True:
            along = [
                sum((w * gram[i][j] for i, w in zip(keys, weights, strict=True)), Decimal(0)) for j in range(len(gram))
            ]
            squared = sum((w * along[i] for i, w in zip(keys, weights, strict=True)), Decimal(0))
            lowest = min(range(len(gram)), key=along.__getitem__)
            if along[lowest] >= squared * (1 - Decimal(10) ** -35):
                return squared.sqrt()
            keys, weights = _settled(gram, [*keys, lowest], [*weights, Decimal(0)])


def _settled(
    gram: Sequence[Sequence[Decimal]], keys: list[int], weights: list[Decimal]
) -> tuple[list[int], list[Decimal]]:
    """Go to the nearest point of the affine hull, dropping what would get a weight below 0 (Wolfe 1976)."""
    while True:
        found = _solved([[gram[i][j] for j in keys] for i in keys])
        total = sum(found, Decimal(0))
        target = [value / total for value in found]
        if min(target) > 0:
            return keys, target
        steps = [w / (w - t) for w, t in zip(weights, target, strict=True) if t <= 0]
        step = min(steps)
        weights = [w + step * (t - w) for w, t in zip(weights, target, strict=True)]
        gone = min((i for i, t in enumerate(target) if t <= 0), key=weights.__getitem__)
        del keys[gone], weights[gone]


def _solved(matrix: list[list[Decimal]]) -> list[Decimal]:
    """Solve `matrix` · u = (1, …, 1), with pivots."""
    rows = [[*row, Decimal(1)] for row in matrix]
    for k in range(len(rows)):
        pivot = max(range(k, len(rows)), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        for i, row in enumerate(rows):
            if i != k:
                factor = row[k] / rows[k][k]
                rows[i] = [a - factor * b for a, b in zip(row, rows[k], strict=True)]
    return [row[-1] / row[i] for i, row in enumerate(rows)]


def _gram(dataset: Dataset, settings: TrainingSettings) -> list[list[Decimal]]:
    """Return the scalar products of the vectors of different places and labels."""
    gamma, term = Decimal(repr(settings.kernel.gamma)), DISTANCES[settings.kernel.name.value]
    labels = dataset.labels.tolist()
    points = {
        (tuple(Decimal(repr(value + 0.0)) for value in row), label): None
        for row, label in zip(dataset.X.tolist(), labels, strict=True)
    }

    def product(x: tuple[Decimal, ...], z: tuple[Decimal, ...]) -> Decimal:
        distance = sum((term(a - b) for a, b in zip(x, z, strict=True)), Decimal(0))
        return (-gamma * distance).exp() + int(settings.bias)

    if settings.mode.is_binary:
        return [[(1 if a == b else -1) * product(x, z) for z, b in points] for x, a in points]
    pairs = [(x, a, r) for x, a in points for r in dataset.present if r != a]
    return [[((a == b) - (a == s) - (r == b) + (r == s)) * product(x, z) for z, b, s in pairs] for x, a, r in pairs]
