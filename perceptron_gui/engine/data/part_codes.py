"""Codes of the part that each point is in (H1): 0 is trained on, the others are held out, see `parts`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.engine.data.growable_array import frozen

PartCodes = NDArray[np.int8]


def parts_at(parts: PartCodes | None, indices: NDArray[np.int64] | slice) -> PartCodes | None:
    """Return the codes of some of the points; None where all of these are trained on.

    `parts`: shape (n_samples,), or None: the codes of all; None where all points are trained on. `indices`: which
    points.
    """
    some = None if parts is None else parts[indices]
    return frozen(some) if some is not None and some.any() else None


def is_same_parts(one: PartCodes | None, other: PartCodes | None) -> bool:
    """Whether as many points are in the same parts.

    `one`, `other`: shape (n_samples,), or None: the codes of points; None where all are trained on.
    """
    return one is other or (one is not None and other is not None and np.array_equal(one, other))
