"""The largest number of classes, default names for new ones, and what rules mean in another palette."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset
    from perceptron_gui.engine.data.settings import TrainingSettings

LARGEST_PALETTE = 10


def with_as_many_classes(dataset: Dataset, n_classes: int) -> Dataset:
    """Return the same points with more classes, as far as there are too few; each is named by the first free letter.

    `n_classes`: how many there are at least then.
    """
    letters = (chr(ord("A") + i) for i in range(26))
    free = (letter for letter in letters if letter not in dataset.classes)
    missing = n_classes - len(dataset.classes)
    return dataset.with_classes([*dataset.classes, *islice(free, missing)]) if missing > 0 else dataset


def in_palette(settings: TrainingSettings, earlier: Dataset, now: Dataset) -> TrainingSettings:
    """Return rules that mean the same classes in another palette."""
    if now.classes == earlier.classes:
        return settings
    return settings.with_classes(earlier_places(earlier, now), earlier.features)


def earlier_places(earlier: Dataset, now: Dataset) -> list[int]:
    """Return the index that each class of a palette had in an earlier one; −1 for a new class.

    A class is known by its name, and one of a new name by its place: where as many are there as before, or it is last.
    """
    names = earlier.classes
    by_place = range(0 if len(now.classes) == len(names) else len(names), len(now.classes))
    return [names.index(name) if name in names else k if k in by_place else -1 for k, name in enumerate(now.classes)]
