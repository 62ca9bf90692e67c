"""Points to measure with: always the same, because they are seeded."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.engine.data.dataset import Dataset

PLACES = 5
"""Decimals of points no line separates: with fewer a run soon goes round (of 2, after 100 passes)."""
Floats = NDArray[np.float64]
SHIFTED_SEED = 120
"""A set of about 155 000 mistakes in 56 000 passes."""


def noise(n: int, n_classes: int = 2) -> Dataset:
    """Return points whose classes are drawn by lot: the richest in mistakes."""
    generator = np.random.default_rng(11)
    points = np.round(generator.uniform(-3, 3, (n, 2)), PLACES)
    return Dataset.of(points, generator.integers(0, n_classes, n).tolist(), "ABCDEFGHIJ"[:n_classes])


def overlapping(n: int) -> Dataset:
    """Return two round clouds of which about 30 % lie on the wrong side of any line."""
    generator = np.random.default_rng(12)
    labels = generator.integers(0, 2, n)
    points = generator.standard_normal((n, 2)) + np.where(labels[:, None] == 1, 0.35, -0.35)
    return Dataset.of(np.round(points, PLACES), labels.tolist())


def with_margin(n: int, margin: float = 0.01, seed: int = 13) -> Dataset:
    """Return separable points in a square, none nearer than `margin` to the line between the classes."""
    generator = np.random.default_rng(seed)
    points = np.round(generator.uniform(-3, 3, (2 * n + 20, 2)), 2)
    distance = points @ np.array([0.8, 0.6]) - 0.3
    keep = np.flatnonzero(np.abs(distance) >= margin)[:n]
    return Dataset.of(points[keep], (distance[keep] > 0).astype(int).tolist())


def mostly_easy(n: int) -> Dataset:
    """Return separable points of which only 20 lie near the line: many passes with few mistakes."""
    hard = with_margin(20 * 60, 0.02, seed=15)
    near = np.flatnonzero(np.abs(hard.X @ np.array([0.8, 0.6]) - 0.3) < 0.1)[:20]
    easy = with_margin(n - len(near), 1.0, seed=16)
    points, labels = np.concatenate([easy.X, hard.X[near]]), np.concatenate([easy.labels, hard.labels[near]])
    order = np.random.default_rng(17).permutation(len(points))
    return Dataset.of(points[order], labels[order].tolist())


def shifted() -> Dataset:
    """Return 100 points with a margin of 0.01, moved by (10, −5): the bias learns slowly."""
    generator = np.random.default_rng(SHIFTED_SEED)
    points = np.round(generator.uniform(-1, 1, (200, 2)), 3)
    angle = generator.uniform(0, 2 * np.pi)
    distance = points @ np.array([np.cos(angle), np.sin(angle)])
    keep = np.flatnonzero(np.abs(distance) >= 0.01)[:100]
    moved = np.round(points[keep] + np.array([10.0, -5.0]), 3)
    return Dataset.of(moved, (distance[keep] > 0).astype(int).tolist())


def small_sets(count: int = 200) -> list[Dataset]:
    """Return small separable sets of 5 to 30 points."""
    sizes = np.random.default_rng(14).integers(5, 31, count).tolist()
    return [with_margin(n, 0.2, seed=1000 + i) for i, n in enumerate(sizes)]
