"""Vectors compared exactly, and sets of them given by their lowest member in any direction (T1, T3, T6).

Floats sort out, whole numbers decide. No family writes its vectors out: n points of K classes make n·(K − 1) pairs, two
classes n₊·n₋ differences. What the search for the nearest point of their hull needs is the lowest vector in a
direction, in floats and exactly, and single vectors.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from math import ceil, sqrt
from typing import Protocol

import numpy as np

from perceptron_gui.engine.data.dataset import Floats, Ints
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.exact.effort import Effort, longest
from perceptron_gui.engine.exact.fixed_point import CERTAIN, MAX_PLACES
from perceptron_gui.engine.exact.integer_solve import dot
from perceptron_gui.engine.training.training_data import TrainingData
from perceptron_gui.frozen import Frozen

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


EPSILON = 2.0**-52
CALLS_WORK = 3e4
"""Work of the calls of numpy of a look at all points, besides what grows with them."""
READING_WORK = 8000.0
"""Work of reading a long decimal."""
UNDERFLOW = 1e-300
"""More than all products together lose that are too small for a double."""
SIGNIFICANT_DIGITS = 17
"""The shortest decimal that names a double has at most so many digits."""


class ExactVectors(Frozen, eq=False, dict=True):
    """Points that stand for decimals: the shortest that name their doubles."""

    columns: Floats  # shape (n_entries, n): data units
    places: int  # so many places are enough for every entry

    def row(self, index: int) -> Floats:
        """Return a point in data units, float64, shape (n_entries,). `index`: which one."""
        row: Floats = self.columns[:, index]
        return row

    def whole(self, index: int) -> list[int]:
        """Return a point times 10^`places`, exactly. `index`: which one."""
        power = 10**self.places
        return [_whole(value, power) for value in self.row(index).tolist()]

    def some(self, indices: Ints) -> ExactVectors:
        """Return the points at some places, in their order; as exact as these.

        `indices`: shape (n_some,): which ones.
        """
        return ExactVectors(np.take(self.columns, indices, axis=1), self.places)

    def products(self, direction: Floats) -> Floats:
        """Return the scalar product of every point with a direction, up to rounding; shape (n,).

        Not by `@`: the threads of BLAS would fight with those of training and window for two cores.

        `direction`: shape (n_entries,): data units.
        """
        products: Floats = np.einsum("ji,j->i", self.columns, direction)
        return products

    @cached_property
    def sizes(self) -> Floats:
        """The largest |entry| in each row of `columns`, shape (n_entries,)."""
        sizes: Floats = np.abs(self.columns).max(axis=1)
        return sizes

    @cached_property
    def norms(self) -> Floats:
        """Lengths of the points, shape (n,); the squares of the longest are kept from underflow."""
        largest = float(np.abs(self.columns).max()) or 1.0
        parts = self.columns / largest
        norms: Floats = largest * np.sqrt(np.einsum("ji,ji->i", parts, parts))
        return norms

    @cached_property
    def _widest(self) -> float:
        return float(np.abs(self.columns).sum(axis=0).max())

    def exactly_lowest(self, direction: Sequence[int], effort: Effort) -> int:
        """Return the index of a point with the smallest scalar product with a direction, decided exactly.

        `direction`: n_entries numbers. `effort`: what the work is charged to.
        """
        if not any(direction):
            return 0
        effort.spend(CALLS_WORK + self.columns.size)
        near = self._perhaps_lowest(direction)
        if len(near) > 1:
            effort.spend(len(near) * len(direction) * (READING_WORK if self.places > MAX_PLACES else 1.0))
            effort.spend_products(len(near) * len(direction), longest(direction), self._bits)
        return int(near[0] if len(near) == 1 else near[np.argmin(self._exact_products(near, direction))])

    def all_exactly_lowest(self, direction: Sequence[int]) -> Ints:
        """Return the indices of all points with the smallest scalar product with a direction, decided exactly.

        `direction`: n_entries numbers, not all 0. Returns shape (n_lowest,): ascending.
        """
        near = self._perhaps_lowest(direction)
        products = self._exact_products(near, direction)
        lowest: Ints = near[products == products.min()]
        return lowest

    @cached_property
    def _bits(self) -> float:
        """About the length of the largest whole number."""
        largest = float(self.sizes.max(initial=0.0)) or 1.0
        return max(1.0, math.log2(largest) + self.places * math.log2(10))

    def _exact_products(self, indices: Ints, direction: Sequence[int]) -> np.ndarray:
        """Return scalar products in Python's whole numbers: all points of a line may be equally low."""
        columns, power = self.columns[:, indices], 10**self.places
        if self.places <= MAX_PLACES and float(np.abs(columns).max()) * power < CERTAIN:
            wholes = np.rint(columns * power).astype(np.int64).astype(object)
        else:
            wholes = np.array([self.whole(i) for i in indices.tolist()], dtype=object).T
        products: np.ndarray = np.dot(np.array(direction, dtype=object), wholes)
        return products

    def _perhaps_lowest(self, direction: Sequence[int]) -> Ints:
        """Return the few points that may be lowest in a direction.

        Floats with a bound on their rounding leave them in question (a filter, Shewchuk 1997); whole numbers decide
        among these.
        """
        sketch = _unit_floats(direction)
        products = self.products(sketch)
        # Entries, the direction, the products and their sum are each rounded: n_entries + 3 roundings, doubled.
        rounding = (len(sketch) + 8) * EPSILON
        near: Ints = np.flatnonzero(products <= products.min() + 2 * rounding * self._widest + UNDERFLOW)
        if len(near) > 1:
            errors = rounding * np.einsum("ji,j->i", np.abs(self.columns[:, near]), np.abs(sketch)) + UNDERFLOW
            near = near[products[near] - errors <= (products[near] + errors).min()]
        return near

    def largest_square(self) -> Fraction:
        """Return the largest squared length of a point, exactly."""
        rounding = (len(self.columns) + 8) * EPSILON
        near = np.flatnonzero(self.norms >= self.norms.max() * (1 - rounding))
        largest = max(dot(whole, whole) for whole in map(self.whole, self._without_twins(near)))
        return Fraction(largest, 10 ** (2 * self.places))

    def _without_twins(self, indices: Ints) -> list[int]:
        """Return `indices` with one for every place: on a grid many points may stand in one."""
        if len(indices) > 1:
            indices = indices[np.unique(self.columns[:, indices], axis=1, return_index=True)[1]]
        ordered: list[int] = np.sort(indices).tolist()
        return ordered


def held_vectors(data: TrainingData, rows: Floats) -> ExactVectors:
    """Return held rows as points in data units, with the places that they need.

    `data`: how they are held. `rows`: shape (n, n_entries): held rows.
    """
    if data.is_exact:
        places = data.scale.places
        return ExactVectors(np.divide(rows.T, 10.0**places, order="C"), places)
    return ExactVectors(np.ascontiguousarray(rows.T), places_enough(rows))


def places_enough(values: Floats) -> int:
    """Return how many places hold the shortest decimals of all `values`: the smallest of them has the most.

    `values`: of any shape.
    """
    sizes = np.abs(values[values != 0])
    least = float(sizes.min()) if sizes.size else 1.0
    return max(0, SIGNIFICANT_DIGITS - math.floor(math.log10(least)))


def _whole(value: float, power: int) -> int:
    # Rounding finds the decimal of few places up to there; else the text of the double decides.
    if power <= 10**MAX_PLACES and abs(value * power) < CERTAIN:
        return round(value * power)
    return int(decimal_fraction(value) * power)


def _unit_floats(direction: Sequence[int]) -> Floats:
    """Return the doubles nearest to `direction` divided by a power of two, so that none is above 1."""
    top = 1 << max(map(abs, direction)).bit_length()
    return np.array([entry / top for entry in direction])
