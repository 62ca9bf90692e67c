"""In which part each point is: trained on, or held out of it to validate or to test on (H1)."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.growable_array import frozen
from perceptron_gui.engine.data.holdout import Split
from perceptron_gui.frozen import replace

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset, Ints


class Part(IntEnum):
    """What a point is for; the values stand in `Dataset.parts`."""

    TRAINING = 0
    VALIDATION = 1
    TEST = 2


def split_of(dataset: Dataset) -> Split | None:
    """Return the parts of a dataset; None where no point is held out."""
    if dataset.parts is None:
        return None
    training, validation, test = (frozen(np.flatnonzero(dataset.parts == part)) for part in Part)
    return Split(training, validation, test)


def with_split(dataset: Dataset, split: Split) -> Dataset:
    """Return the same points in the parts of a split. `split`: of as many points."""
    parts = np.zeros(dataset.n_samples, dtype=np.int8)
    parts[split.validation], parts[split.test] = Part.VALIDATION, Part.TEST
    return replace(dataset, parts=frozen(parts) if parts.any() else None)


def with_part(dataset: Dataset, indices: Iterable[int], part: Part) -> Dataset:
    """Return the same points, some of them in another part. `indices`: which points."""
    parts = np.zeros(dataset.n_samples, dtype=np.int8) if dataset.parts is None else dataset.parts.copy()
    parts[list(indices)] = part
    return replace(dataset, parts=frozen(parts) if parts.any() else None)


def part_of(dataset: Dataset, index: int) -> Part:
    """Return the part of a point. `index`: which point."""
    return Part.TRAINING if dataset.parts is None else Part(int(dataset.parts[index]))


def has_test(dataset: Dataset) -> bool:
    """Return whether there are points to test on."""
    return dataset.parts is not None and bool((dataset.parts == Part.TEST).any())


def n_trained(dataset: Dataset) -> int:
    """Return how many points are trained on."""
    return dataset.n_samples - (0 if dataset.parts is None else int(np.count_nonzero(dataset.parts)))


def trained_points(dataset: Dataset) -> Ints:
    """Return the indices of the points that are trained on, ascending. Returns shape (n_trained,)."""
    return np.arange(dataset.n_samples) if dataset.parts is None else np.flatnonzero(dataset.parts == Part.TRAINING)


def trained_part(dataset: Dataset) -> Dataset:
    """Return the points that are trained on, in their order; the dataset itself where no point is held out."""
    return dataset if dataset.parts is None else dataset.only(trained_points(dataset))


def present_in_training(dataset: Dataset) -> tuple[int, ...]:
    """Return the classes that have points to train on: those that count (W1)."""
    if dataset.parts is None:
        return dataset.present
    return tuple(np.unique(dataset.labels[trained_points(dataset)]).tolist())


def with_new_points(trained: Dataset, dataset: Dataset) -> Dataset:
    """Return the points that were trained on and those that came after all others, none of which is held out.

    `trained`: those of the points before that are trained on. `dataset`: all points.
    """
    if dataset.parts is None:
        return dataset
    n_new = n_trained(dataset) - trained.n_samples
    new = dataset.only(np.arange(dataset.n_samples - n_new, dataset.n_samples))
    return trained.with_classes(dataset.classes).with_points(new.X, new.labels.tolist(), new.rounded)
