"""Which points a kernel can tell apart (D5, T7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.kernel import KernelName

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats
    from perceptron_gui.engine.data.kernel import Kernel


def seen_places(kernel: Kernel, X: Floats) -> Floats:
    """Return points of which two are the same exactly where they are so among the features of the kernel.

    An even power of x·z, without a constant, has features of even degrees alone: it does not tell x from −x.

    `X`: shape (n_samples, n_features): data units. Returns shape (n_samples, n_features): the points, or their
    opposites; no −0.
    """
    if kernel.name is not KernelName.POLY or kernel.coef0 != 0.0 or kernel.degree % 2 or not X.size:
        return X + 0.0
    first = np.take_along_axis(X, (X != 0.0).argmax(axis=1)[:, None], axis=1)
    places: Floats = np.where(first < 0.0, -X, X) + 0.0
    return places
