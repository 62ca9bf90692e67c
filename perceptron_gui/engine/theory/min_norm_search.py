"""Where the point of a hull nearest the origin is, as far as floats can tell (T1; Wolfe 1976).

What is found here is only where whole numbers begin (`min_norm_point`): no result depends on it.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.engine.data.dataset import Floats, Ints
from perceptron_gui.engine.exact.effort import Effort
from perceptron_gui.engine.theory.vector_sets import Key, VectorSet
from perceptron_gui.frozen import Frozen

Array = NDArray[Any]
Precision = type[np.float32] | type[np.float64] | type[np.longdouble]
INDEPENDENT = 450.0
"""A vector so many roundings of its length near the others' affine hull counts as in it."""
NOISE = 4.0
"""A weight of no more than so many roundings of the numbers that it is the sum of may be 0."""
DOUBT = 1000.0
"""A weight of no more than so many roundings of the terms that came and went is summed anew."""
CANCELLED = 0.5
"""Where so much of a vector's length or more is left without the others, rounding took nothing that matters."""
SLICE = 128
"""Rows that are processed together."""
FIRST_ROOM = 16
"""Vectors that have room at first; it doubles."""


class AffineHull:
    """Affinely independent vectors v and the weights of the point of their affine hull nearest the origin.

    With the columns (c, v) as A, `_q` has orthonormal columns and A·`_b` = `_q`. The weights are then proportional to
    (AᵀA)⁻¹·1 = `_b`·(first row of `_q`), without squaring the condition of A. Adding is a step of Gram and Schmidt,
    dropping one of Householder (1958): O(m·d) where a new factorisation is O(m²·d). A column that comes or goes adds
    or takes one term of every weight, so that the weights are kept along. Nothing large is allocated meanwhile: fresh
    memory costs ten times what is written to it.

    `lift`: c, above 0. The point is right to a rounding of the larger of c and its own length. `n_entries`: length of
    the vectors. `dtype`: float32 takes half the time of float64.
    """

    def __init__(self, lift: float, n_entries: int, dtype: Precision = np.float64) -> None:
        self._lift = lift
        self._dtype = dtype
        self._epsilon = float(np.finfo(dtype).eps)
        self._size = 0
        self._room = self._empty(FIRST_ROOM, n_entries + 1)  # one row a column of q
        self._room_b = self._empty(FIRST_ROOM, FIRST_ROOM)
        self._scratch = self._empty(SLICE, max(n_entries + 1, FIRST_ROOM))
        self._weights = np.empty(0, np.promote_types(dtype, np.float64))
        self._moved = np.empty(0)  # the sizes of the terms that each weight is the sum of

    def _empty(self, *shape: int) -> Array:
        return np.empty(shape, dtype=self._dtype)

    @property
    def _q(self) -> Array:
        return self._room[: self._size]

    @property
    def _b(self) -> Array:
        return self._room_b[: self._size, : self._size]

    @property
    def step_work(self) -> float:
        """Multiply-adds of adding or removing one vector, about."""
        return 6.0 * self._size * (self._size + int(self._room.shape[1]))

    def add(self, row: Floats) -> bool:
        """Add a vector.

        `row`: shape (n_entries,): the vector. Returns False if it is no farther than rounding from the affine hull of
        the others: then it is not added.
        """
        rest: Array = np.concatenate([[self._lift], row]).astype(self._dtype)
        length, size = _length(rest), self._size
        shares, rho = self._take_shares(rest), _length(rest)
        if rho < CANCELLED * length:
            shares += self._take_shares(rest)  # twice is enough (Kahan and Parlett)
            rho = _length(rest)
        if rho <= INDEPENDENT * self._epsilon * length:
            return False
        if size == len(self._room):
            self._grow()
        column = np.einsum("ij,j->i", self._b, shares) / -rho
        self._size += 1
        self._q[size] = rest / rho
        self._b[:size, size], self._b[size, :size], self._b[size, size] = column, 0.0, 1 / rho
        self._weights, self._moved = np.append(self._weights, 0.0), np.append(self._moved, 0.0)
        self._move_weights(1.0)
        return True

    def _take_shares(self, rest: Array) -> Array:
        """Subtract from `rest` its projections on the rows of `_q`, and return their lengths."""
        shares = self._empty(self._size)
        taken = np.zeros(len(rest), dtype=self._dtype)
        for rows in self._slices():
            shares[rows] = np.einsum("ij,j->i", self._q[rows], rest)
            taken += np.einsum("i,ij->j", shares[rows], self._q[rows])
        rest -= taken
        return shares

    def _slices(self) -> list[slice]:
        """Return slices of rows that stay in the processor's cache between two uses."""
        return [slice(start, min(start + SLICE, self._size)) for start in range(0, self._size, SLICE)]

    def _grow(self) -> None:
        size, width = self._room.shape
        room, room_b = self._empty(2 * size, width), self._empty(2 * size, 2 * size)
        room[:size], room_b[:size, :size] = self._room, self._room_b
        self._room, self._room_b = room, room_b
        self._scratch = self._empty(SLICE, max(width, 2 * size))

    def drop(self, place: int) -> None:
        """Remove a vector.

        What the others span is `_q` times all that is orthogonal to its row of `_b`; a reflection turns that row into
        the last axis.

        `place`: which one, in the order in which they were added.
        """
        b, q = self._b, self._q
        mirror = b[place].copy()
        mirror[-1] += np.copysign(_length(mirror), mirror[-1])
        mirror *= self._dtype(np.sqrt(2.0) / _length(mirror))
        self._reflect(b, np.einsum("ij,j->i", b, mirror), mirror)
        self._reflect(q, mirror, np.einsum("i,ij->j", mirror, q))
        self._move_weights(-1.0)  # the reflection itself changes no weight
        b[place:-1] = b[place + 1 :]
        self._weights, self._moved = np.delete(self._weights, place), np.delete(self._moved, place)
        self._size -= 1

    def _move_weights(self, sign: float) -> None:
        """Add the terms of the last column to the weights, or take them away."""
        terms = self._b[:, -1].astype(self._weights.dtype) * self._q[-1, 0]
        self._weights += sign * terms
        self._moved += np.abs(terms)

    def _reflect(self, matrix: Array, left: Array, right: Array) -> None:
        """Subtract the outer product of `left` and `right`."""
        for rows in self._slices():
            product = self._scratch[: rows.stop - rows.start, : len(right)]
            np.multiply(left[rows, None], right, out=product)
            matrix[rows] -= product

    def affine_weights(self) -> Floats:
        """Return the weights, summing to 1, of the point of the affine hull nearest the origin; shape (n_vectors,).

        Those that are no larger than rounding are 0. Others may be right and as small as 1e-20.
        """
        self._sum_anew(np.flatnonzero(np.abs(self._weights) <= DOUBT * self._epsilon * self._moved))
        is_noise = np.abs(self._weights) <= NOISE * self._epsilon * self._moved
        weights = np.where(is_noise, 0.0, self._weights)
        normalised: Floats = (weights / weights.sum()).astype(np.float64)
        return normalised

    def _sum_anew(self, places: Ints) -> None:
        """Sum the weights at `places` from their terms."""
        first = self._q[:, 0]
        for start in range(0, len(places), SLICE):
            rows = places[start : start + SLICE]
            terms = self._b[rows] * first
            self._weights[rows] = terms.sum(axis=1)
            self._moved[rows] = np.abs(terms, out=terms).sum(axis=1)

    def point(self) -> Floats:
        """Return the point of the affine hull nearest the origin, shape (n_entries,).

        It is where the first axis points to when it is projected on what the (c, v) span. The combination of the
        vectors would lose the small entries of vectors that have large ones.
        """
        shadow = np.einsum("i,ij->j", self._q[:, 0], self._q)
        point: Floats = shadow[1:].astype(np.float64) * (self._lift / float(shadow[0]))
        return point


def _length(vector: Array) -> float:
    return float(np.sqrt(np.square(vector).sum()))


EPSILON = 2.0**-52
TINY = 1e-300
"""Stands for 0 where something is divided by it."""
LEAST_GAP = 4.0
"""Floats stop where the lowest vector is below the point by so many roundings of what their product is the sum of."""
LONG = 100
"""With so many entries or more the search begins in float32, which takes half the time."""
ZERO = 1e-14
"""Where the distance is this part of the longest vector, it may be 0."""
BLURRED = 1e-6
"""The point is looked for again where rounding is this part of the squared distance."""
CALLS_WORK = 1e5
"""Work of a step's calls of numpy, besides what grows with the numbers."""
CANDIDATES = 30
"""Vectors that are kept from a scan of all."""
STILL_GOOD = 0.5
"""One of them joins as long as it is so good a part of the best one then."""
STAYS, MOST_STAYS = 1e-12, 50
"""Rounding may leave the point as far away, or this part farther, so many times in turn: a vector that is much longer
than the distance brings it nearer by less than the last bit."""
LEAST_LIFT = 1e-40
"""No lift is a smaller part of the longest vector."""
FAR = 10.0
"""A lift this many times the distance can be improved."""


class Found(Frozen, eq=False):
    """A corral, as far as floats can tell."""

    keys: list[Key]  # affinely independent vectors
    weights: list[float]  # above 0, of the point of their hull nearest the origin
    distance: float  # of that point from the origin


def search(vectors: VectorSet, start: Found, effort: Effort, may_be_zero: bool = True) -> Found:
    """Return the corral of the point nearest the origin.

    Rounding blurs the point by the corral's lift, at first the length of the longest vector. Where that matters the
    search is repeated from where it got to, with a lift as small as the distance.

    `vectors`: none much longer than 1. `start`: where to begin. `effort`: what the work is charged to. `may_be_zero`:
    whether to stop where the distance may be 0; else it is known to be small. Raises `Cancelled` as soon as `effort` is
    at its end.
    """
    reach = vectors.reach
    zero, lift = ZERO * reach if may_be_zero else 0.0, reach or 1.0
    if may_be_zero and len(vectors.sizes) >= LONG:
        start = _descended(vectors, start, lift, zero, effort, np.float32)
    while True:
        found = _descended(vectors, start, lift, zero, effort, np.float64)
        is_clear = EPSILON * lift * reach <= BLURRED * found.distance**2
        if is_clear or found.distance <= zero:
            return found
        if lift <= max(FAR * found.distance, LEAST_LIFT * reach):
            # Where the machine has longer floats, they see three digits more.
            return _descended(vectors, found, lift, zero, effort, np.longdouble)
        start, lift = found, max(found.distance, LEAST_LIFT * reach)


def _descended(vectors: VectorSet, start: Found, lift: float, zero: float, effort: Effort, dtype: Precision) -> Found:
    """Go from corral to corral as long as the point comes nearer."""
    corral = AffineHull(lift, len(vectors.sizes), dtype)
    joined = [corral.add(vectors.vector(key)) for key in start.keys]
    keys = [key for key, is_in in zip(start.keys, joined, strict=True) if is_in]
    weights = np.array([weight for weight, is_in in zip(start.weights, joined, strict=True) if is_in])
    weights /= weights.sum()
    candidates = Candidates(vectors, LEAST_GAP * float(np.finfo(dtype).eps))
    found, stays = Found(keys, weights.tolist(), math.inf), 0
    while True:
        keys, weights = _settled(corral, keys, weights, effort)
        point = corral.point()
        # Without rounding every corral is nearer than the one before, so that none comes twice.
        distance = _length(point)
        stays = stays + 1 if distance >= found.distance else 0
        if stays > MOST_STAYS or distance > (1 + STAYS) * found.distance:
            return found
        found = Found(keys, weights.tolist(), distance)
        key = candidates.best(point, {*keys}, effort) if distance > zero else None
        if key is None or not corral.add(vectors.vector(key)):
            return found
        keys, weights = [*keys, key], np.append(weights, 0.0)


class Candidates:
    """The lowest vectors at the last scan of all: mostly one of them can join next (multiple pricing).

    `least_gap`: how far below the point they have to be, as a part of what the product is the sum of.
    """

    def __init__(self, vectors: VectorSet, least_gap: float) -> None:
        self._vectors = vectors
        self._least_gap = least_gap
        self._keys: list[Key] = []
        self._rows = self._sizes = np.empty((0, 0))
        self._best = 0.0

    def best(self, point: Floats, taken: set[Key], effort: Effort) -> Key | None:
        """Return the vector towards which the point comes nearest to the origin, about; None where none is lower.

        `point`: shape (n_entries,): nearest the origin so far. `taken`: vectors of the corral. `effort`: what the work
        is charged to.
        """
        if self._keys:
            gains = self._gains(point, taken)
            best = int(np.argmax(gains))
            if gains[best] > STILL_GOOD * self._best:
                return self._keys[best]
        effort.spend(self._vectors.scan_work + CALLS_WORK)
        self._keys = self._vectors.lowest(point, CANDIDATES)
        self._rows = np.array([self._vectors.vector(key) for key in self._keys])
        self._sizes = np.abs(self._rows)
        gains = self._gains(point, taken)
        best = int(np.argmax(gains))
        self._best = float(gains[best])
        return self._keys[best] if self._best > 0.0 else None

    def _gains(self, point: Floats, taken: set[Key]) -> Floats:
        """Return how much nearer `point` comes on the way to each candidate, in first order; 0 within rounding."""
        ways, sizes = point - self._rows, np.abs(point)
        gaps, lengths = np.einsum("ij,j->i", ways, point), np.sqrt(np.einsum("ij,ij->i", ways, ways))
        sums = np.einsum("j,j->", sizes, sizes) + np.einsum("ij,j->i", self._sizes, sizes)
        is_lower = (gaps > self._least_gap * sums) & [key not in taken for key in self._keys]
        gains: Floats = np.where(is_lower, gaps, 0.0) / np.where(is_lower, lengths, 1.0)
        return gains


def _settled(corral: AffineHull, keys: list[Key], weights: Floats, effort: Effort) -> tuple[list[Key], Floats]:
    """Go towards the nearest point of the affine hull, dropping vectors without weight, until all have some."""
    while True:
        effort.spend(corral.step_work + CALLS_WORK)
        target = corral.affine_weights()
        falling = np.flatnonzero(~(target > 0.0))
        if not len(falling) or len(keys) == 1:
            return keys, target
        losses = np.maximum(weights[falling] - target[falling], TINY)
        first = int(np.argmin(weights[falling] / losses))
        step = min(1.0, float(weights[falling[first]] / losses[first]))
        weights = weights + step * (target - weights)
        place = int(falling[first])
        corral.drop(place)
        keys, weights = keys[:place] + keys[place + 1 :], np.delete(weights, place)


def first_of(vectors: VectorSet) -> Found:
    """Return where a search begins without prior knowledge: at a single vector. `vectors`: not empty."""
    return Found([vectors.first()], [1.0], math.inf)
