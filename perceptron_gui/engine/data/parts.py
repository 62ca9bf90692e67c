"""In which part each point is: trained on, or held out to validate or to test on, drawn by seed or chosen (H1)."""

from collections.abc import Iterable
from enum import IntEnum
from fractions import Fraction
from math import floor

import numpy as np

from perceptron_gui.engine.data import NO_SEED, SEED, SettingsError, check_within
from perceptron_gui.engine.data.dataset import Dataset, Ints, PartCodes
from perceptron_gui.engine.data.growable_array import frozen
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.translation import tr

HALF = Fraction(1, 2)


class Part(IntEnum):
    """What a point is for; the values stand in `Dataset.parts`."""

    TRAINING = 0
    VALIDATION = 1
    TEST = 2


class Split(Frozen, eq=False):
    """The points of a dataset in three parts; each part in the order of the points."""

    # shape (n_part,): indices, ascending; read-only
    training: Ints
    validation: Ints
    test: Ints

    @property
    def n_held_out(self) -> int:
        """Number of points that are not trained on."""
        return len(self.validation) + len(self.test)


class HoldOut(Frozen):
    """Which share of the points is held out. Raises `SettingsError` when a value is out of its range."""

    # shares of each class, at least 0, together below 1; fractions, since a rounded product could lose a point
    validation: Fraction = Fraction(0)
    test: Fraction = Fraction(0)
    seed: int = 0  # random seed of the draw, 0 … 2⁶⁴ − 1

    def __post_init__(self) -> None:
        """Reject what makes no sense."""
        if min(self.validation, self.test) < 0 or self.validation + self.test >= 1:
            words = tr("The shares held out must be 0 or more and together less than 1, not {validation} and {test}.")
            raise SettingsError(words.format(validation=float(self.validation), test=float(self.test)))
        check_within(self.seed, SEED, NO_SEED)

    def split(self, dataset: Dataset) -> Split:
        """Draw the parts, class by class, so that each has its share of both; one point of each is trained on."""
        words = np.random.Philox(key=self.seed, counter=[0, 0, 2, 0]).random_raw(dataset.n_samples)
        drawn = np.lexsort((words, dataset.labels))  # stable: class by class, in each by ascending word
        sizes = np.bincount(dataset.labels, minlength=len(dataset.classes))
        parts = np.zeros(dataset.n_samples, dtype=np.int8)
        for first, size in zip((np.cumsum(sizes) - sizes).tolist(), sizes.tolist(), strict=True):
            n_validation, n_held_out = self._counts(size)
            parts[drawn[first : first + n_held_out]] = Part.TEST
            parts[drawn[first : first + n_validation]] = Part.VALIDATION
        return _in_parts(parts)

    def _counts(self, size: int) -> tuple[int, int]:
        """Return how many points of a class are for validation, and how many held out; the test gives back first."""
        most = max(size - 1, 0)
        validation, test = floor(self.validation * size + HALF), floor(self.test * size + HALF)
        return min(validation, most), min(validation + test, most)


def split_of(dataset: Dataset) -> Split | None:
    """Return the parts of a dataset; None where no point is held out."""
    return None if dataset.parts is None else _in_parts(dataset.parts)


def _in_parts(parts: PartCodes) -> Split:
    return Split(*(frozen(np.flatnonzero(parts == part)) for part in Part))


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
