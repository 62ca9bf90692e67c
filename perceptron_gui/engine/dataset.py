"""The points: coordinates, classes and class names, never changed in place (SPEC §1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perceptron_gui.engine.settings import MAX_ABS

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Scalar = TypeVar("Scalar", bound=np.generic)


class DatasetError(ValueError):
    """Points that cannot be; the message is one plain sentence for the user."""


def frozen(array: NDArray[Scalar]) -> NDArray[Scalar]:
    """Return `array` marked read-only."""
    array.setflags(write=False)
    return array


@dataclass(frozen=True, eq=False)
class Dataset:
    """Labelled points. Every edit returns a new Dataset; arrays that did not change are shared.

    Attributes
    ----------
    X : ndarray of float64, shape (n_samples, n_features)
        Coordinates in data units, read-only, finite, |v| ≤ 10¹².
    labels : ndarray of int64, shape (n_samples,)
        Index into `classes`, read-only.
    classes : tuple of str
        Class names in the order of the palette. A class may be without points.
    features : tuple of str
        Names of the columns of `X`.
    """

    X: Floats
    labels: Ints
    classes: tuple[str, ...] = ("A", "B")
    features: tuple[str, ...] = ("x1", "x2")

    @classmethod
    def of(
        cls,
        points: ArrayLike,
        labels: Iterable[int],
        classes: Sequence[str] = ("A", "B"),
        features: Sequence[str] | None = None,
    ) -> Dataset:
        """Copy, check and freeze anything array-like.

        Parameters
        ----------
        points : array-like, shape (n_samples, n_features)
        labels : iterable of int, length n_samples
            Indices into `classes`.
        classes, features : sequences of str
            Names; `features` defaults to x1 … xd.

        Raises
        ------
        DatasetError
            When shapes disagree or a value is not finite or above 10¹².
        """
        X = np.array(points, dtype=np.float64, order="C", ndmin=2)
        if X.size == 0 and X.shape[0] <= 1:
            X = X.reshape(0, len(features) if features is not None else max(X.shape[-1], 2))
        codes = np.array(list(labels), dtype=np.int64)
        names = tuple(features) if features is not None else tuple(f"x{j + 1}" for j in range(X.shape[1]))
        if X.ndim != 2 or len(X) != len(codes) or X.shape[1] != len(names):
            raise DatasetError(f"Points of shape {X.shape} do not fit {len(codes)} labels and {len(names)} columns.")
        if codes.size and not (codes.min() >= 0 and codes.max() < len(classes)):
            raise DatasetError(f"Every label must be an index into the {len(classes)} classes.")
        check_values(X)
        return cls(frozen(X), frozen(codes), tuple(classes), names)

    @classmethod
    def empty(cls, classes: Sequence[str] = ("A", "B")) -> Dataset:
        """Return a plane without points."""
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
        return tuple(np.flatnonzero(np.bincount(self.labels, minlength=len(self.classes))).tolist())

    def with_points(self, points: ArrayLike, labels: Iterable[int]) -> Dataset:
        """Return the points with more at their end."""
        more = np.asarray(points, dtype=np.float64).reshape(-1, self.n_features)
        check_values(more)
        X = np.concatenate([self.X, more])
        codes = np.concatenate([self.labels, np.array(list(labels), dtype=np.int64)])
        return replace(self, X=frozen(X), labels=frozen(codes))

    def without(self, indices: Iterable[int]) -> Dataset:
        """Return the points without those at `indices`."""
        gone = list(indices)
        X, codes = np.delete(self.X, gone, axis=0), np.delete(self.labels, gone)
        return replace(self, X=frozen(X), labels=frozen(codes))

    def moved(self, indices: Sequence[int], points: ArrayLike) -> Dataset:
        """Return the points with those at `indices` moved to `points`, shape (len(indices), n_features)."""
        X = self.X.copy()
        X[list(indices)] = points
        check_values(X[list(indices)])
        return replace(self, X=frozen(X))

    def relabelled(self, indices: Sequence[int], label: int) -> Dataset:
        """Return the points with those at `indices` in class `label`."""
        codes = self.labels.copy()
        codes[list(indices)] = label
        return replace(self, labels=frozen(codes))

    def with_classes(self, classes: Sequence[str]) -> Dataset:
        """Return the same points under other class names, or with more classes."""
        return replace(self, classes=tuple(classes))

    def with_order(self, order: Sequence[int]) -> Dataset:
        """Return the same points with the classes in another order; one without points may be left out."""
        place = np.full(len(self.classes), -1, dtype=np.int64)
        place[list(order)] = np.arange(len(order))
        return replace(self, labels=frozen(place[self.labels]), classes=tuple(self.classes[k] for k in order))

    def with_features(self, columns: Sequence[int]) -> Dataset:
        """Return the points with only the features `columns`, in that order."""
        names = tuple(self.features[j] for j in columns)
        return replace(self, X=frozen(np.ascontiguousarray(self.X[:, list(columns)])), features=names)

    def first(self, n_samples: int) -> Dataset:
        """Return the first `n_samples` points (views, no copies)."""
        if n_samples == self.n_samples:
            return self
        return replace(self, X=frozen(self.X[:n_samples]), labels=frozen(self.labels[:n_samples]))

    def is_extension_of(self, other: Dataset) -> bool:
        """Whether these are the points of `other`, unchanged and in their order, perhaps with more behind."""
        n = other.n_samples
        return (
            self.n_samples >= n
            and self.n_features == other.n_features
            and self.classes[: len(other.classes)] == other.classes
            and (self.X is other.X or np.array_equal(self.X[:n], other.X))
            and (self.labels is other.labels or np.array_equal(self.labels[:n], other.labels))
        )


def check_values(values: Floats) -> None:
    """Raise `DatasetError` unless all `values` are finite and at most 10¹² in size (SPEC §0)."""
    if values.size and not bool((np.abs(values) <= MAX_ABS).all()):
        raise DatasetError("A coordinate must be a finite number of at most 10¹².")


def positive_class(dataset: Dataset, chosen: int | None) -> int | None:
    """Return the index of the class that is + in a binary mode (SPEC §1).

    Parameters
    ----------
    dataset : Dataset
    chosen : int or None
        What the settings say; None lets the order decide: of two classes with points the later one is +; with
        fewer it is the second of the palette or the only later one.

    Returns
    -------
    int or None
        None when three or more classes have points and none was chosen.
    """
    if chosen is not None:
        return chosen
    if len(dataset.present) > 2:
        return None
    return max(dataset.present, default=1) or 1
