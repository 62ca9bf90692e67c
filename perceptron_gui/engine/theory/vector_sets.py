"""Sets of vectors, given by their lowest member in any direction, for the search in their hull (T1, T3, T6).

No family writes its vectors out: n points of K classes make n·(K − 1) pairs, two classes n₊·n₋ differences. What the
search for the nearest point needs is the lowest vector in a direction, in floats and exactly, and single vectors.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import ceil, sqrt
from typing import TYPE_CHECKING, Protocol

import numpy as np

from perceptron_gui.engine.exact.integer_solve import dot
from perceptron_gui.frozen import Frozen

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats, Ints
    from perceptron_gui.engine.exact.effort import Effort
    from perceptron_gui.engine.theory.exact_vectors import ExactVectors

Key = tuple[int, ...]
"""Names a vector of a family; its first entry is the index of a point."""


class VectorSet(Protocol):
    """A finite set of vectors, in float64 and in whole numbers."""

    @property
    def places(self) -> int:
        """Whole numbers are the data's times 10^`places`."""

    @property
    def reach(self) -> float:
        """A bound on the lengths of the vectors, up to rounding; in data units."""

    @property
    def sizes(self) -> Floats:
        """The largest |entry| of the vectors at each place, up to rounding; shape (n_entries,), in data units."""

    @property
    def scan_work(self) -> float:
        """Multiply-adds of `lowest`, about."""

    def first(self) -> Key:
        """Return the key of a vector to start from."""

    def lowest(self, direction: Floats, count: int) -> list[Key]:
        """Return keys of about `count` vectors with the smallest scalar products with a direction, up to rounding.

        `direction`: shape (n_entries,): data units. `count`: at least 1.
        """

    def exactly_lowest(self, direction: Sequence[int], effort: Effort) -> Key:
        """Return the key of a vector with the smallest scalar product with a direction, decided exactly.

        `direction`: n_entries numbers. `effort`: what the work is charged to.
        """

    def vector(self, key: Key) -> Floats:
        """Return a vector in data units, float64, shape (n_entries,). `key`: of this set."""

    def whole(self, key: Key) -> list[int]:
        """Return a vector times 10^`places`, exactly. `key`: of this set."""


class Rows(Frozen, eq=False):
    """The vectors y_i x̂_i, one a point (T1); a key is (i,)."""

    points: ExactVectors  # y_i x̂_i

    @property
    def places(self) -> int:
        """See `VectorSet`."""
        return self.points.places

    @property
    def reach(self) -> float:
        """See `VectorSet`."""
        return float(self.points.norms.max())

    @property
    def sizes(self) -> Floats:
        """See `VectorSet`."""
        return self.points.sizes

    @property
    def scan_work(self) -> float:
        """See `VectorSet`."""
        return float(self.points.columns.size)

    def first(self) -> Key:
        """Return the shortest vector."""
        return (int(np.argmin(self.points.norms)),)

    def lowest(self, direction: Floats, count: int) -> list[Key]:
        """See `VectorSet`."""
        return [(i,) for i in _least(self.points.products(direction), count)]

    def exactly_lowest(self, direction: Sequence[int], effort: Effort) -> Key:
        """See `VectorSet`."""
        return (self.points.exactly_lowest(direction, effort),)

    def vector(self, key: Key) -> Floats:
        """See `VectorSet`."""
        return self.points.row(key[0])

    def whole(self, key: Key) -> list[int]:
        """See `VectorSet`."""
        return self.points.whole(key[0])


class Differences(Frozen, eq=False, dict=True):
    """The vectors x_i − x_j from every − point to every + point (T3); a key is (i, j), places in the two sets."""

    # the x_i and the x_j, with the same `places`
    plus: ExactVectors
    minus: ExactVectors

    @property
    def places(self) -> int:
        """See `VectorSet`; the same in both sets."""
        return self.plus.places

    @property
    def reach(self) -> float:
        """See `VectorSet`: two corners of the box around all points are not farther apart."""
        largest = float(self.sizes.max()) or 1.0
        return largest * float(np.sqrt(np.square(self.sizes / largest).sum()))

    @cached_property
    def sizes(self) -> Floats:
        """See `VectorSet`: the edges of that box."""
        columns = (self.plus.columns, self.minus.columns)
        top = np.max([column.max(axis=1) for column in columns], axis=0)
        low = np.min([column.min(axis=1) for column in columns], axis=0)
        edges: Floats = top - low
        return edges

    @property
    def scan_work(self) -> float:
        """See `VectorSet`."""
        return float(self.plus.columns.size + self.minus.columns.size)

    def first(self) -> Key:
        """Return a pair of points near to each other, seen along the line between the centres."""
        return self.lowest(self.plus.columns.mean(axis=1) - self.minus.columns.mean(axis=1), 1)[0]

    def lowest(self, direction: Floats, count: int) -> list[Key]:
        """See `VectorSet`: the pairs of a few low + points and a few high − points."""
        each = ceil(sqrt(count))
        low, high = _least(self.plus.products(direction), each), _least(-self.minus.products(direction), each)
        return [(i, j) for i in low for j in high]

    def exactly_lowest(self, direction: Sequence[int], effort: Effort) -> Key:
        """See `VectorSet`."""
        opposite = [-d for d in direction]
        return self.plus.exactly_lowest(direction, effort), self.minus.exactly_lowest(opposite, effort)

    def vector(self, key: Key) -> Floats:
        """See `VectorSet`."""
        difference: Floats = self.plus.row(key[0]) - self.minus.row(key[1])
        return difference

    def whole(self, key: Key) -> list[int]:
        """See `VectorSet`."""
        return [a - b for a, b in zip(self.plus.whole(key[0]), self.minus.whole(key[1]), strict=True)]


class Pairs(Frozen, eq=False, dict=True):
    """The vectors with +x̂_i in the block of its class and −x̂_i in the block of a rival (T6; Kesler's construction).

    A key is (i, r). Blocks stand for the classes that have points.
    """

    points: ExactVectors
    targets: Ints  # shape (n,): block of each point, 0 … n_blocks − 1, each with a point
    n_blocks: int  # at least 2

    @property
    def places(self) -> int:
        """See `VectorSet`."""
        return self.points.places

    @property
    def reach(self) -> float:
        """See `VectorSet`."""
        return float(np.sqrt(2.0) * self.points.norms.max())

    @property
    def sizes(self) -> Floats:
        """See `VectorSet`."""
        return np.tile(self.points.sizes, self.n_blocks)

    @property
    def scan_work(self) -> float:
        """See `VectorSet`."""
        return float(self.n_blocks * self.points.columns.size)

    @cached_property
    def _members(self) -> list[Ints]:
        return [np.flatnonzero(self.targets == block) for block in range(self.n_blocks)]

    @cached_property
    def _class_points(self) -> list[ExactVectors]:
        return [self.points.some(members) for members in self._members]

    def first(self) -> Key:
        """Return the shortest point with some rival."""
        index = int(np.argmin(self.points.norms))
        return index, int(self.targets[index] == 0)

    def lowest(self, direction: Floats, count: int) -> list[Key]:
        """See `VectorSet`: of each point only the pair with its largest rival."""
        scores = np.einsum("kj,ji->ki", direction.reshape(self.n_blocks, -1), self.points.columns)
        every = np.arange(scores.shape[1])
        true = scores[self.targets, every]
        scores[self.targets, every] = -np.inf
        return [(i, int(np.argmax(scores[:, i]))) for i in _least(true - scores.max(axis=0), count)]

    def exactly_lowest(self, direction: Sequence[int], effort: Effort) -> Key:
        """See `VectorSet`: the lowest over all pairs of a class and a rival."""
        size = len(direction) // self.n_blocks
        blocks = [direction[start : start + size] for start in range(0, len(direction), size)]
        found: list[tuple[int, Key]] = []
        for target, points in enumerate(self._class_points):
            for rival in set(range(self.n_blocks)) - {target}:
                towards = [a - b for a, b in zip(blocks[target], blocks[rival], strict=True)]
                place = points.exactly_lowest(towards, effort)
                key = (int(self._members[target][place]), rival)
                found.append((dot(points.whole(place), towards), key))
        return min(found)[1]

    def vector(self, key: Key) -> Floats:
        """See `VectorSet`."""
        blocks = np.zeros((self.n_blocks, len(self.points.columns)))
        blocks[self.targets[key[0]]] = self.points.row(key[0])
        blocks[key[1]] = -self.points.row(key[0])
        return blocks.ravel()

    def whole(self, key: Key) -> list[int]:
        """See `VectorSet`."""
        row = self.points.whole(key[0])
        blocks = [[0] * len(row) for _ in range(self.n_blocks)]
        blocks[int(self.targets[key[0]])] = row
        blocks[key[1]] = [-value for value in row]
        return [value for block in blocks for value in block]


def _least(values: Floats, count: int) -> list[int]:
    """Return the places of the `count` smallest of `values`, in any order."""
    places: list[int] = np.argpartition(values, min(count, len(values)) - 1)[:count].tolist()
    return places
