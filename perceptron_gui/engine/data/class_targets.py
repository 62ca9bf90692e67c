"""Targets of the points: −1 or +1, or the class index; and which class is + (W1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset, DatasetError, Ints
from perceptron_gui.engine.data.growable_array import GrowableArray
from perceptron_gui.translation import ntr

if TYPE_CHECKING:
    from perceptron_gui.engine.data.settings import TrainingSettings


def targets_of(dataset: Dataset, settings: TrainingSettings) -> Ints:
    """Return y: −1/+1 in the binary modes, class indices in multiclass (W1).

    `settings`: their mode, and the class that is +. Returns shape (n_samples,). Raises `DatasetError` when a binary
    mode has three or more classes and none is chosen as +.
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
    small = (dataset.labels == positive).view(np.int8)  # in bytes, an eighth of the memory; np.where takes far longer
    small += small
    small -= 1
    signs: Ints = small.astype(np.int64)
    return signs


def has_same_signs(earlier: Dataset, dataset: Dataset, settings: TrainingSettings) -> bool:
    """Whether points keep their targets when others join them.

    `earlier`, `dataset`: the points alone, and with the others. `settings`: their mode, and the class that is +.
    """
    chosen = settings.positive
    return not settings.mode.is_binary or positive_class(dataset, chosen) == positive_class(earlier, chosen)


def longer_targets(
    before: GrowableArray[np.int64], dataset: Dataset, settings: TrainingSettings
) -> GrowableArray[np.int64]:
    """Return the targets of a dataset, computing only the new ones.

    `before`: shape (n_before,): targets of its first points, which are still true. `dataset`: those points and new
    ones. `settings`: their mode, and the class that is +. Returns shape (n_samples,).
    """
    if not settings.mode.is_binary:
        return GrowableArray(dataset.labels)
    positive = positive_class(dataset, settings.positive)
    return before.with_rows(np.where(dataset.labels[len(before.array) :] == positive, 1, -1))


def positive_class(dataset: Dataset, chosen: int | None) -> int | None:
    """Return the index of the class that is + in a binary mode (W1).

    `chosen`: the class that the settings name; None lets the order decide: of two classes with points the later one is
    +; with fewer it is the second of the palette or the only later one. Returns None when three or more classes have
    points and none was chosen.
    """
    if chosen is not None:
        return chosen
    if len(dataset.present) > 2:
        return None
    return max(dataset.present, default=1) or 1
