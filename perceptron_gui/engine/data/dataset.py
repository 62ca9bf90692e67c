"""The points: coordinates, classes, names, never changed in place; their targets (W1), and their parts.

A point is trained on, or held out to validate or to test on, drawn by seed or chosen (H1).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from fractions import Fraction
from functools import cached_property
from math import floor

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perceptron_gui.engine.data import NO_SEED, SEED, SettingsError, check_within
from perceptron_gui.engine.data.growable_array import GrowableArray, GrowablePoints, frozen, is_prefix
from perceptron_gui.engine.data.settings import MAX_ABS, TrainingSettings
from perceptron_gui.frozen import Frozen, force_setattr, replace
from perceptron_gui.translation import ntr, tr

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


Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Rows = Sequence[int] | Ints


class DatasetError(ValueError):
    """Points or labels are invalid; the message is one plain sentence for the user."""


class Dataset(Frozen, eq=False, dict=True):
    """Labelled points. Every edit returns a new Dataset; arrays that did not change are shared, also by longer ones."""

    X: Floats  # shape (n_samples, n_features): coordinates in data units, read-only, finite, |v| ≤ 10¹²
    labels: Ints  # shape (n_samples,): index into `classes`, read-only
    classes: tuple[str, ...] = ("A", "B")  # class names in the order of the palette. A class may be without points
    features: tuple[str, ...] = ("x1", "x2")  # names of the columns of `X`
    # points, ascending, that were written with more digits than their doubles keep: they are not exact (E2)
    rounded: tuple[int, ...] = ()
    # shape (n_samples,): what each point is for, see `parts`, read-only; None where all are trained on (H1)
    parts: PartCodes | None = None
    _growth: GrowablePoints | None = None

    def __post_init__(self) -> None:
        """Drop the memory of arrays that an edit has replaced."""
        growth = self._growth
        if growth is not None and (growth.X.array is not self.X or growth.labels.array is not self.labels):
            force_setattr(self, "_growth", None)

    @classmethod
    def of(
        cls,
        points: ArrayLike,
        labels: Iterable[int],
        classes: Sequence[str] = ("A", "B"),
        features: Sequence[str] | None = None,
        rounded: Iterable[int] = (),
    ) -> Dataset:
        """Copy, check and freeze anything array-like.

        `points`: shape (n_samples, n_features): data units. `labels`: indices into `classes`. `classes`, `features`:
        names; `features` defaults to x1 … xd. `rounded`: points that were written with more digits than their doubles
        keep (`files.numbers.is_rounded`). Raises `DatasetError` when shapes disagree or a value is not finite or above
        10¹².
        """
        X = np.array(points, dtype=np.float64, order="C", ndmin=2, copy=None)
        if X.size == 0 and X.shape[0] <= 1:
            X = X.reshape(0, len(features) if features is not None else max(X.shape[-1], 2))
        codes = np.asarray(labels if isinstance(labels, np.ndarray) else list(labels), dtype=np.int64)
        names = tuple(features) if features is not None else tuple(f"x{j + 1}" for j in range(X.shape[1]))
        if X.ndim != 2 or len(X) != len(codes) or X.shape[1] != len(names):
            words = tr("Points of shape {shape} do not match {labels} labels and {columns} columns.")
            raise DatasetError(words.format(shape=X.shape, labels=len(codes), columns=len(names)))
        check_labels(codes, len(classes))
        check_values(X)
        growth = GrowablePoints.copied(X, codes)
        return cls(growth.X.array, growth.labels.array, tuple(classes), names, tuple(sorted(rounded)), None, growth)

    @classmethod
    def empty(cls, classes: Sequence[str] = ("A", "B")) -> Dataset:
        """Return a dataset of two features without points. `classes`: class names."""
        return cls.of(np.empty((0, 2)), [], classes)

    @property
    def n_samples(self) -> int:
        """Number of points."""
        return int(self.X.shape[0])

    @property
    def n_features(self) -> int:
        """Number of coordinates of a point."""
        return int(self.X.shape[1])

    @property
    def nbytes(self) -> int:
        """Memory of the arrays, in bytes."""
        return self.X.nbytes + self.labels.nbytes

    @cached_property
    def present(self) -> tuple[int, ...]:
        """Indices of the classes that have points, in the order of the palette."""
        if self._growth is not None:
            return self._growth.present
        return tuple(np.flatnonzero(np.bincount(self.labels, minlength=len(self.classes))).tolist())

    def with_points(self, points: ArrayLike, labels: Iterable[int], rounded: Iterable[int] = ()) -> Dataset:
        """Return the points and more at their end, to train on; the memory of those that are there is shared.

        `points`: shape (n_new, n_features): data units. `labels`: indices into `classes`. `rounded`: those of the new
        points, from 0, that were written with more digits than their doubles keep. Raises `DatasetError` when a value
        or a label cannot be, see `of`.
        """
        more = np.asarray(points, dtype=np.float64).reshape(-1, self.n_features)
        codes = np.array(labels if isinstance(labels, np.ndarray) else list(labels), dtype=np.int64)
        if len(more) != len(codes):
            words = tr("There are {points} points, but {labels} labels.")
            raise DatasetError(words.format(points=len(more), labels=len(codes)))
        check_labels(codes, len(self.classes))
        check_values(more)
        here = self._growth or GrowablePoints(GrowableArray(self.X), GrowableArray(self.labels), self.present)
        growth = here.extended(more, codes)
        marks = (*self.rounded, *(self.n_samples + i for i in sorted(rounded)))
        parts = None if self.parts is None else frozen(np.append(self.parts, np.zeros(len(more), dtype=np.int8)))
        return replace(self, X=growth.X.array, labels=growth.labels.array, rounded=marks, parts=parts, _growth=growth)

    def without(self, indices: Iterable[int]) -> Dataset:
        """Return the points without some of them. `indices`: those that go."""
        return self.only(np.delete(np.arange(self.n_samples), list(indices)))

    def only(self, indices: Ints) -> Dataset:
        """Return some of the points. `indices`: shape (n_left,): those that stay, ascending."""
        marks = tuple(np.flatnonzero(np.isin(indices, self.rounded)).tolist()) if self.rounded else ()
        parts = parts_at(self.parts, indices)
        return replace(self, X=frozen(self.X[indices]), labels=frozen(self.labels[indices]), rounded=marks, parts=parts)

    def moved(self, indices: Rows, points: ArrayLike, rounded: Iterable[int] = ()) -> Dataset:
        """Return the points with some of them at other places.

        `indices`: those that move. `points`: shape (len(indices), n_features): their new places, in data units.
        `rounded`: those of `indices` whose new place was written with more digits than a double keeps. Raises
        `DatasetError` when a value is not finite or above 10¹².
        """
        rows, X = np.asarray(indices, dtype=np.int64), self.X.copy()
        places = np.asarray(points, dtype=np.float64).reshape(-1, self.n_features)
        check_values(places)
        for column, values in zip(X.T, places.T, strict=True):  # by rows numpy takes four times as long
            column[rows] = values
        kept = set(self.rounded).difference(rows.tolist()) if self.rounded else set()
        return replace(self, X=frozen(X), rounded=tuple(sorted(kept.union(rounded))))

    def relabelled(self, indices: Rows, label: int) -> Dataset:
        """Return the points with some of them in another class.

        `indices`: those that change. `label`: index into `classes`.
        """
        codes = self.labels.copy()
        codes[np.asarray(indices, dtype=np.int64)] = label
        return replace(self, labels=frozen(codes))

    def with_classes(self, classes: Sequence[str]) -> Dataset:
        """Return the same points with other class names, or with more classes.

        `classes`: names, at least as many as there are.
        """
        return replace(self, classes=tuple(classes))

    def with_features(self, columns: Sequence[int]) -> Dataset:
        """Return the points with some of their features. `columns`: indices of the features, in their new order."""
        names = tuple(self.features[j] for j in columns)
        return replace(self, X=frozen(np.ascontiguousarray(self.X[:, list(columns)])), features=names)

    def first(self, n_samples: int) -> Dataset:
        """Return the first points, as views of the same arrays. `n_samples`: how many, at most as many as there are."""
        if n_samples == self.n_samples:
            return self
        marks = tuple(i for i in self.rounded if i < n_samples)
        X, labels, parts = self.X[:n_samples], self.labels[:n_samples], parts_at(self.parts, slice(n_samples))
        return replace(self, X=frozen(X), labels=frozen(labels), rounded=marks, parts=parts)

    def is_extension_of(self, other: Dataset) -> bool:
        """Whether these are the points of `other`, unchanged and in their order, perhaps with more after them."""
        return (
            self.n_features == other.n_features
            and self.classes[: len(other.classes)] == other.classes
            and is_prefix(other.X, self.X)
            and is_prefix(other.labels, self.labels)
            and tuple(i for i in self.rounded if i < other.n_samples) == other.rounded
            and is_same_parts(parts_at(self.parts, slice(other.n_samples)), other.parts)
        )

    def has_rows_of(self, earlier: Dataset) -> bool:
        """Whether these are the points of `earlier`: moved, or in other classes, or with more after them."""
        return self.X is earlier.X or self.labels is earlier.labels or self.is_extension_of(earlier)


def check_values(values: Floats) -> None:
    """Raise `DatasetError` unless all coordinates are finite and at most 10¹² in size (E7). `values`: of any shape."""
    if values.size and not bool((np.abs(values) <= MAX_ABS).all()):
        raise DatasetError(tr("A coordinate must be a number from −10¹² to 10¹²."))


def check_labels(labels: Ints, n_classes: int) -> None:
    """Raise `DatasetError` unless all labels are indices of classes, 0 … n_classes − 1.

    `labels`: shape (n_samples,): indices. `n_classes`: number of classes.
    """
    if labels.size and not (labels.min() >= 0 and labels.max() < n_classes):
        raise DatasetError(tr("Every label must be an index into the {count} classes.").format(count=n_classes))


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
            "There is {count} class: choose which one is +; all others are −.",
            "There are {count} classes: choose which one is +; all others are −.",
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


def in_class_order(dataset: Dataset, order: Sequence[int]) -> Dataset:
    """Return the same points with the classes in another order.

    `order`: the present indices of the classes, in their new order; a class without points may be left out.
    """
    place = np.full(len(dataset.classes), -1, dtype=np.int64)
    place[list(order)] = np.arange(len(order))
    return replace(dataset, labels=frozen(place[dataset.labels]), classes=tuple(dataset.classes[k] for k in order))


HALF = Fraction(1, 2)


class Part(IntEnum):
    """What a point is used for; the values are the codes in `Dataset.parts`."""

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
        """Raise `SettingsError` for a share out of its range."""
        if min(self.validation, self.test) < 0 or self.validation + self.test >= 1:
            words = tr("The held-out shares must be 0 or more and add up to less than 1, not {validation} and {test}.")
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
