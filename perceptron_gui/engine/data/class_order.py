"""Classes in another order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.growable_array import frozen
from perceptron_gui.frozen import replace

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset


def in_class_order(dataset: Dataset, order: Sequence[int]) -> Dataset:
    """Return the same points with the classes in another order.

    `order`: the present indices of the classes, in their new order; a class without points may be left out.
    """
    place = np.full(len(dataset.classes), -1, dtype=np.int64)
    place[list(order)] = np.arange(len(order))
    return replace(dataset, labels=frozen(place[dataset.labels]), classes=tuple(dataset.classes[k] for k in order))
