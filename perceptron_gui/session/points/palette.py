"""How many classes there can be, and names for those that come along."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset

LARGEST_PALETTE = 10


def new_name(dataset: Dataset) -> str:
    """Return a letter that no class is named by."""
    letters = (chr(ord("A") + i) for i in range(26))
    return next(letter for letter in letters if letter not in dataset.classes)


def with_as_many_classes(dataset: Dataset, n_classes: int) -> Dataset:
    """Return the same points with more classes, as far as there are too few.

    `n_classes`: how many there are at least then.
    """
    while len(dataset.classes) < n_classes:
        dataset = dataset.with_classes([*dataset.classes, new_name(dataset)])
    return dataset
