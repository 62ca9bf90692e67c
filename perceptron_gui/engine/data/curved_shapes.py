"""Points of two classes that only a curve can tell apart, each class by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats


def disc_and_ring() -> list[Floats]:
    """Return a disc and a ring around it, rounded to 2 decimals, shape (20, 2) and (28, 2)."""
    generator = np.random.default_rng(5)
    angle = generator.uniform(0, 2 * np.pi, 48)
    radius = np.concatenate([generator.uniform(0, 0.9, 20), generator.uniform(1.7, 2.5, 28)])
    points = _rounded(np.column_stack([radius * np.cos(angle), radius * np.sin(angle)]))
    return [points[:20], points[20:]]


def two_moons() -> list[Floats]:
    """Return two half circles that reach into each other, with some noise, to 2 decimals, shape (24, 2) each."""
    generator, angle = np.random.default_rng(3), np.linspace(0, np.pi, 24)
    arc = np.column_stack([2 * np.cos(angle) - 1, 2 * np.sin(angle) - 0.5])
    return [_rounded(moon + 0.12 * generator.standard_normal(moon.shape)) for moon in (arc, -arc)]


def two_spirals() -> list[Floats]:
    """Return two arms around the origin, one and a half turns each, rounded to 2 decimals, shape (30, 2) each."""
    share = np.linspace(0.12, 1, 30) ** 0.6
    angle, radius = 3 * np.pi * share, 0.3 + 2.6 * share
    arm = _rounded(np.column_stack([radius * np.cos(angle), radius * np.sin(angle)]))
    return [arm, -arm]


def _rounded(points: Floats) -> Floats:
    rounded: Floats = np.round(points, 2)
    return rounded
