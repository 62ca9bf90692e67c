"""The largest number of classes, and default names for new ones."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset

LARGEST_PALETTE = 10


def with_as_many_classes(dataset: Dataset, n_classes: int) -> Dataset:
    """Return the same points with more classes, as far as there are too few; each is named by the first free letter.

    `n_classes`: how many there are at least then.
    """
    letters = (chr(ord("A") + i) for i in range(26))
    free = (letter for letter in letters if letter not in dataset.classes)
    missing = n_classes - len(dataset.classes)
    return dataset.with_classes([*dataset.classes, *islice(free, missing)]) if missing > 0 else dataset
