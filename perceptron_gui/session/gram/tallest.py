"""Which bars are drawn of many: of neighbours that share a pixel, the tallest (D1)."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Ints


def tallest(alpha: Ints, most: int) -> Ints:
    """Return the point whose bar is drawn in each place, in the order of the points.

    `alpha`: shape (n_samples,): mistakes at each point. `most`: places there are, at least 1. Returns shape
    (min(n_samples, most),): every point where there is a place for each; else that with the largest α of every place,
    the first of equals.
    """
    n_samples = len(alpha)
    if n_samples <= most:
        return np.arange(n_samples)
    edges = (np.arange(most + 1) * n_samples // most).tolist()
    return np.array([first + int(alpha[first:end].argmax()) for first, end in pairwise(edges)])
