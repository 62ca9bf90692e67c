"""What a trainer is to say of each point: −1 or +1, or the class (W1)."""

from __future__ import annotations

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset, DatasetError, Ints, positive_class
from perceptron_gui.engine.data.growable_array import GrowableArray
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.translation import ntr


def targets_of(dataset: Dataset, settings: TrainingSettings) -> Ints:
    """Return y: −1/+1 in the binary modes, class indices in multiclass (W1).

    Raises
    ------
    DatasetError
        When a binary mode has three or more classes and none is chosen as +.
    """
    if not settings.mode.is_binary:
        return dataset.labels
    positive = positive_class(dataset, settings.positive)
    if positive is None:
        words = ntr(
            "There is {count} class: choose which one is +, the others are the rest.",
            "There are {count} classes: choose which one is +, the others are the rest.",
            len(dataset.present),
        )
        raise DatasetError(words.format(count=len(dataset.present)))
    signs: Ints = (dataset.labels == positive).astype(np.int64)  # several times faster than np.where
    signs *= 2
    signs -= 1
    return signs


def has_same_signs(earlier: Dataset, dataset: Dataset, settings: TrainingSettings) -> bool:
    """Whether the points of `earlier` keep their targets among those of `dataset`."""
    chosen = settings.positive
    return not settings.mode.is_binary or positive_class(dataset, chosen) == positive_class(earlier, chosen)


def longer_targets(
    before: GrowableArray[np.int64], dataset: Dataset, settings: TrainingSettings
) -> GrowableArray[np.int64]:
    """Return the targets of `dataset`, which begin with those `before`."""
    if not settings.mode.is_binary:
        return GrowableArray(dataset.labels)
    positive = positive_class(dataset, settings.positive)
    return before.with_rows(np.where(dataset.labels[len(before.array) :] == positive, 1, -1))
