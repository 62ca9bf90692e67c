"""Arrays to which rows can be added without copying the others; arrays that were returned never change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import DTypeLike, NDArray

Scalar = TypeVar("Scalar", bound=np.generic)

LEAST_ROOM = 64
"""Rows of room after an array; a large one gets an eighth of its length, which costs memory only once written."""


def frozen(array: NDArray[Scalar]) -> NDArray[Scalar]:
    """Mark an array as read-only and return it. `array`: of any shape; changed in place."""
    array.setflags(write=False)
    return array


class Store(Generic[Scalar]):
    """Memory that blocks share, each with the rows of the one before at its beginning; each row is written once.

    `shape`: shape : tuple of int: rows of the first block, and the shape of a row. `dtype`: type of an entry.
    """

    def __init__(self, shape: tuple[int, ...], dtype: DTypeLike) -> None:
        room = max(LEAST_ROOM, shape[0] // 8)
        self._memory: NDArray[Scalar] = np.empty((shape[0] + room, *shape[1:]), dtype=dtype)
        self._free = {0}

    def take(self, begin: int, end: int) -> NDArray[Scalar] | None:
        """Reserve rows for writing, and return the memory from the first row on; None if they are taken.

        `begin`, `end`: the first row to write, and the one after the last. Returns shape (end, ...), or None: None
        where the rows are taken, or there are not so many.
        """
        if end > len(self._memory):
            return None
        try:
            self._free.remove(begin)  # of two threads only one succeeds
        except KeyError:
            return None
        self._free.add(end)
        return self._memory[:end]


class GrowableArray(Generic[Scalar]):
    """An array to which rows can be appended in place.

    `array`: of any shape; read-only from now on. `store`: where there may be room after its rows; None where there is
    none.
    """

    def __init__(self, array: NDArray[Scalar], store: Store[Scalar] | None = None) -> None:
        self.array = frozen(array)
        self._store = store

    @classmethod
    def made(
        cls, shape: tuple[int, ...], dtype: DTypeLike, fill: Callable[[NDArray[Scalar]], object]
    ) -> GrowableArray[Scalar]:
        """Make an array with room after its rows.

        `shape`: shape : tuple of int: of the array. `dtype`: type of an entry. `fill`: write the values into the array
        that it is given; what it returns does not matter.
        """
        store: Store[Scalar] = Store(shape, dtype)
        array = store.take(0, shape[0])
        assert array is not None
        fill(array)
        return cls(array, store)

    @classmethod
    def copied(cls, array: NDArray[Scalar]) -> GrowableArray[Scalar]:
        """Return a copy of an array with room after its rows. `array`: of any shape."""
        return cls.made(array.shape, array.dtype, lambda memory: np.copyto(memory, array))

    def with_rows(self, more: NDArray[Any]) -> GrowableArray[Scalar]:
        """Return the array with more rows. It shares memory with this one, unless that was continued before.

        `more`: shape (n_new, ...): the new rows.
        """
        n = len(self.array)
        array = self._store.take(n, n + len(more)) if self._store is not None else None
        if array is not None:
            array[n:] = more
            return GrowableArray(array, self._store)

        def fill(longer: NDArray[Scalar]) -> None:
            longer[:n] = self.array
            longer[n:] = more

        return GrowableArray.made((n + len(more), *self.array.shape[1:]), self.array.dtype, fill)


class GrowablePoints(NamedTuple):
    """Points that can be appended to, with known facts that need no look at all of them."""

    X: GrowableArray[np.float64]  # coordinates
    labels: GrowableArray[np.int64]  # indices of their classes
    present: tuple[int, ...]  # indices of the classes that have points, ascending

    @classmethod
    def copied(cls, points: NDArray[np.float64], labels: NDArray[np.int64]) -> GrowablePoints:
        """Return a copy of points with room after them.

        `points`: shape (n, n_features): coordinates. `labels`: shape (n,): indices of their classes, none negative.
        """
        present = tuple(np.flatnonzero(np.bincount(labels)).tolist())
        return cls(GrowableArray.copied(points), GrowableArray.copied(labels), present)

    def extended(self, points: NDArray[np.float64], labels: NDArray[np.int64]) -> GrowablePoints:
        """Return these points with others appended.

        `points`: shape (n, n_features): coordinates of the others. `labels`: shape (n,): indices of their classes.
        """
        # counting the classes of a million points again would take longer than all the rest
        present = tuple(sorted({*self.present, *labels.tolist()}))
        return GrowablePoints(self.X.with_rows(points), self.labels.with_rows(labels), present)


def is_prefix(shorter: NDArray[Any], longer: NDArray[Any]) -> bool:
    """Whether an array begins with the rows of another.

    Rows that lie in the same place of memory are the same; only others have to be compared.

    `shorter`, `longer`: read-only, of any shape.
    """
    n = len(shorter)
    if len(longer) < n or shorter.shape[1:] != longer.shape[1:]:
        return False
    return is_same_place(shorter, longer) or bool(np.array_equal(longer[:n], shorter))


def is_same_place(one: NDArray[Any], other: NDArray[Any]) -> bool:
    """Whether the rows of two arrays lie in the same place of memory. `one`, `other`: read-only, of any shape."""
    if one is other:
        return True
    return place_of(one) == place_of(other) and (one.strides, one.dtype) == (other.strides, other.dtype)


def place_of(array: NDArray[Any]) -> int:
    """Return the address of the first row: two arrays that are both in use share memory if it is the same.

    `array`: of any shape.
    """
    address: int = array.__array_interface__["data"][0]
    return address


def memory_of(array: NDArray[Any]) -> NDArray[Any]:
    """Return the array that owns the memory, with the room after the rows.

    `array`: of any shape, perhaps a view of another.
    """
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array
