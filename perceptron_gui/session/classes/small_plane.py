"""The plane of the first two features, as small pictures show it."""

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset, Floats

Rectangle = tuple[float, float, float, float]
MARGIN = 0.2
"""What is shown around the points, as a share of their range."""


def rectangle_around(
    dataset: Dataset, size: tuple[float, float], margin: float = MARGIN, has_own_scales: bool = False
) -> Rectangle:
    """Return the part of the plane of the first two features that shows all points, with equal axes.

    `size`: width and height in pixels. `margin`: what is shown around the points, as a share of their range.
    `has_own_scales`: whether each axis has a scale of its own instead.
    """
    places = positions(dataset)
    low, high = (places.min(axis=0), places.max(axis=0)) if len(places) else (np.full(2, -2.0), np.full(2, 2.0))
    # Points on a line, or in one place, want room across it, too.
    flat = 1e-9 * float(np.abs((low, high)).max()) + (1.0 if (high == low).all() else 0.0)
    ranges = np.maximum(high - low, flat)
    units = np.array(size) / (ranges * (1 + 2 * margin))
    middle, half = (low + high) / 2, np.array(size) / (units if has_own_scales else units.min()) / 2
    (left, bottom), (right, top) = (middle - half).tolist(), (middle + half).tolist()
    return left, bottom, right, top


def positions(dataset: Dataset) -> Floats:
    """Return where the points lie on the plane of the first two features, shape (n_samples, 2)."""
    first = dataset.X[:, :2]
    return first if dataset.n_features > 1 else np.column_stack([first, np.zeros(len(first))])
