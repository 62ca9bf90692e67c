"""Sets of vectors whose convex hull is looked at, by their lowest member in a direction (T1, T3, T6).

No family writes its vectors out: n points of K classes make n·(K − 1) pairs, two classes n₊·n₋ differences. What the
search for the nearest point needs is the lowest vector in a direction, in floats and exactly, and single vectors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from perceptron_gui.engine.dataset import Floats, Ints
from perceptron_gui.engine.points import Points
from perceptron_gui.engine.rational import dot

Key = tuple[int, ...]
"""Names a vector of a family; its first entry is the index of a point."""


class Vectors(Protocol):
    """A finite set of vectors, in float64 and in whole numbers."""

    @property
    def places(self) -> int:
        """Whole numbers are the data's times 10^`places`."""

    @property
    def reach(self) -> float:
        """No vector is longer, up to rounding; in data units."""

    def first(self) -> Key:
        """Return a vector to start from."""

    def lowest(self, direction: Floats) -> Key:
        """Return the vector with the smallest scalar product with `direction`, up to rounding."""

    def exactly_lowest(self, direction: Sequence[int]) -> Key:
        """Return the vector with the smallest scalar product with `direction`, for certain."""

    def vector(self, key: Key) -> Floats:
        """Return the vector in data units."""

    def whole(self, key: Key) -> list[int]:
        """Return the vector in whole numbers, exactly."""


@dataclass(frozen=True, eq=False)
class Rows:
    """The vectors y_i x̂_i, one a point (T1); a key is (i,)."""

    points: Points

    @property
    def places(self) -> int:
        """See `Vectors`."""
        return self.points.places

    @property
    def reach(self) -> float:
        """See `Vectors`."""
        return float(self.points.norms.max())

    def first(self) -> Key:
        """Return the shortest."""
        return (int(np.argmin(self.points.norms)),)

    def lowest(self, direction: Floats) -> Key:
        """See `Vectors`."""
        return (int(np.argmin(self.points.products(direction))),)

    def exactly_lowest(self, direction: Sequence[int]) -> Key:
        """See `Vectors`."""
        return (self.points.exactly_lowest(direction),)

    def vector(self, key: Key) -> Floats:
        """See `Vectors`."""
        return self.points.row(key[0])

    def whole(self, key: Key) -> list[int]:
        """See `Vectors`."""
        return self.points.whole(key[0])


@dataclass(frozen=True, eq=False)
class Differences:
    """The vectors x_i − x_j from every − point to every + point (T3); a key is (i, j), places in the two sets."""

    plus: Points
    minus: Points

    @property
    def places(self) -> int:
        """See `Vectors`; the same in both sets."""
        return self.plus.places

    @cached_property
    def reach(self) -> float:
        """See `Vectors`: two corners of the box around all points are not farther apart."""
        columns = (self.plus.columns, self.minus.columns)
        top = np.max([column.max(axis=1) for column in columns], axis=0)
        low = np.min([column.min(axis=1) for column in columns], axis=0)
        return float(np.sqrt(np.square(top - low).sum()))

    def first(self) -> Key:
        """Return the pair that the centres see nearest to each other."""
        return self.lowest(self.plus.columns.mean(axis=1) - self.minus.columns.mean(axis=1))

    def lowest(self, direction: Floats) -> Key:
        """See `Vectors`."""
        return int(np.argmin(self.plus.products(direction))), int(np.argmax(self.minus.products(direction)))

    def exactly_lowest(self, direction: Sequence[int]) -> Key:
        """See `Vectors`."""
        return self.plus.exactly_lowest(direction), self.minus.exactly_lowest([-d for d in direction])

    def vector(self, key: Key) -> Floats:
        """See `Vectors`."""
        difference: Floats = self.plus.row(key[0]) - self.minus.row(key[1])
        return difference

    def whole(self, key: Key) -> list[int]:
        """See `Vectors`."""
        return [a - b for a, b in zip(self.plus.whole(key[0]), self.minus.whole(key[1]), strict=True)]


@dataclass(frozen=True, eq=False)
class Pairs:
    """The vectors with +x̂_i in the block of its class and −x̂_i in the block of a rival (T6; Kesler's construction).

    A key is (i, r). Blocks stand for the classes that have points.

    Attributes
    ----------
    points : Points
    targets : ndarray of int64, shape (n,)
        Block of each point, 0 … n_blocks − 1, each with a point.
    n_blocks : int
        At least 2.
    """

    points: Points
    targets: Ints
    n_blocks: int

    @property
    def places(self) -> int:
        """See `Vectors`."""
        return self.points.places

    @property
    def reach(self) -> float:
        """See `Vectors`."""
        return float(np.sqrt(2.0) * self.points.norms.max())

    @cached_property
    def _members(self) -> list[Ints]:
        return [np.flatnonzero(self.targets == block) for block in range(self.n_blocks)]

    @cached_property
    def _class_points(self) -> list[Points]:
        return [Points(np.take(self.points.columns, members, axis=1), self.places) for members in self._members]

    def first(self) -> Key:
        """Return the shortest point with some rival."""
        index = int(np.argmin(self.points.norms))
        return index, int(self.targets[index] == 0)

    def lowest(self, direction: Floats) -> Key:
        """See `Vectors`."""
        scores = np.array([self.points.products(block) for block in direction.reshape(self.n_blocks, -1)])
        every = np.arange(scores.shape[1])
        true = scores[self.targets, every]
        scores[self.targets, every] = -np.inf
        index = int(np.argmin(true - scores.max(axis=0)))
        return index, int(np.argmax(scores[:, index]))

    def exactly_lowest(self, direction: Sequence[int]) -> Key:
        """See `Vectors`: the lowest over all pairs of a class and a rival."""
        size = len(direction) // self.n_blocks
        blocks = [direction[start : start + size] for start in range(0, len(direction), size)]
        found: list[tuple[int, Key]] = []
        for target, points in enumerate(self._class_points):
            for rival in set(range(self.n_blocks)) - {target}:
                towards = [a - b for a, b in zip(blocks[target], blocks[rival], strict=True)]
                place = points.exactly_lowest(towards)
                key = (int(self._members[target][place]), rival)
                found.append((dot(points.whole(place), towards), key))
        return min(found)[1]

    def vector(self, key: Key) -> Floats:
        """See `Vectors`."""
        blocks = np.zeros((self.n_blocks, len(self.points.columns)))
        blocks[self.targets[key[0]]] = self.points.row(key[0])
        blocks[key[1]] = -self.points.row(key[0])
        return blocks.ravel()

    def whole(self, key: Key) -> list[int]:
        """See `Vectors`."""
        row = self.points.whole(key[0])
        blocks = [[0] * len(row) for _ in range(self.n_blocks)]
        blocks[int(self.targets[key[0]])] = row
        blocks[key[1]] = [-value for value in row]
        return [value for block in blocks for value in block]
