"""Sets of points with one margin and one radius in any number of features: the bound is the same for all (T8)."""

from __future__ import annotations

from fractions import Fraction
from math import floor

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset

REST = 10
"""The length of what is orthogonal to θ*; R̂² is the sum of its square and γ̂²."""
N_SAMPLES = 120
WITHIN = 0.999
"""Share of `REST` that the other points have: rounded to two places they stay within R."""


def bound_of(margin: float) -> int:
    """Return (R̂/γ̂)² in whole mistakes, the same in every number of features (T2).

    `margin`: γ̂, as in `equal_margin_set`.
    """
    return floor(1 + Fraction(REST**2) / Fraction(margin) ** 2)


def equal_margin_set(n_features: int, margin: float = 1.0) -> Dataset:
    """Return points with this margin without a bias, and the radius √(100 + γ̂²); always the same ones.

    Every y·x is (γ̂, r) with ‖r‖ ≤ 10, and two of the r are opposite to each other and of length 10: the hull of the y·x
    comes no nearer to the origin than (γ̂, 0, …, 0), and gets there between the two.

    `n_features`: at least 2. `margin`: γ̂, a decimal of at most two places.
    """
    rng = np.random.Generator(np.random.Philox(key=n_features))
    rest = rng.standard_normal((N_SAMPLES, n_features - 1))
    length = np.sqrt(np.square(rest).sum(axis=1, keepdims=True))
    # On a line all would be at its ends: there they are spread over it.
    far = rng.uniform(0.0, 1.0, (N_SAMPLES, 1)) if n_features == 2 else 1.0
    rest = np.trunc(100 * far * WITHIN * REST * rest / length) / 100
    rest[:2] = 0.0
    rest[:2, 0] = REST, -REST
    signs = rng.integers(0, 2, N_SAMPLES) * 2 - 1
    points = np.column_stack([np.full(N_SAMPLES, margin), rest]) * signs[:, None]
    return Dataset.of(points, ((signs + 1) // 2).tolist())
