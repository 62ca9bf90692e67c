"""The point of a convex hull nearest the origin (T1; Wolfe 1976, "Finding the nearest point in a polytope").

Wolfe's method keeps a corral: affinely independent vectors with weights above 0 whose combination is the nearest
point of their affine hull. It adds the vector lowest in the direction of that point, and drops those that would get
a weight below 0, until no vector is lower than the point itself. Floats find the corral (`search`); whole numbers solve
it, check it against every vector and, where the check fails, go on from there. What is returned does not rest on any
float: weights ≥ 0 that sum to 1, and no vector below their combination, prove the nearest point.
"""

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.engine.data.dataset import Floats, Ints
from perceptron_gui.engine.exact.effort import DIGIT, Effort, longest
from perceptron_gui.engine.exact.integer_solve import combination, dot, gram_of, nearest_root, weights_of_ones
from perceptron_gui.engine.theory.vector_sets import Key, VectorSet
from perceptron_gui.frozen import Frozen, replace

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


LEAST_EXPONENT = -900
"""Smaller entries are not scaled up to 1: the power itself would be beyond a double."""


class Scaled(Frozen, eq=False):
    """Vectors whose entries are divided by powers of two, another at each place; keys are theirs.

    Whether the origin is in their hull, and with which weights, does not change. Distances do.
    """

    vectors: VectorSet
    exponents: Ints  # shape (n_entries,): of the powers

    @classmethod
    def together(cls, vectors: VectorSet) -> "Scaled":
        """Scale all entries by one power, so that the largest is about 1. `vectors`: the vectors in their own units."""
        exponents = _exponents(vectors.sizes)
        return cls(vectors, np.full_like(exponents, exponents.max()))

    @classmethod
    def one_by_one(cls, vectors: VectorSet) -> "Scaled":
        """Scale the entries at every place by a power of their own, so that the largest there is about 1.

        `vectors`: the vectors in their own units.
        """
        return cls(vectors, _exponents(vectors.sizes))

    @property
    def places(self) -> int:
        """See `VectorSet`."""
        return self.vectors.places

    @property
    def reach(self) -> float:
        """See `VectorSet`."""
        return float(np.sqrt(np.square(self.sizes).sum()))

    @property
    def sizes(self) -> Floats:
        """See `VectorSet`."""
        return self._divided(self.vectors.sizes)

    @property
    def scan_work(self) -> float:
        """See `VectorSet`."""
        return self.vectors.scan_work

    def first(self) -> Key:
        """See `VectorSet`."""
        return self.vectors.first()

    def lowest(self, direction: Floats, count: int) -> list[Key]:
        """See `VectorSet`."""
        return self.vectors.lowest(self._divided(direction), count)

    def exactly_lowest(self, direction: Sequence[int], effort: Effort) -> Key:
        """See `VectorSet`."""
        return self.vectors.exactly_lowest(self._multiplied(direction), effort)

    def vector(self, key: Key) -> Floats:
        """See `VectorSet`."""
        return self._divided(self.vectors.vector(key))

    def whole(self, key: Key) -> list[int]:
        """Return the vector in whole numbers of which only the ratios count, see `VectorSet`."""
        return self._multiplied(self.vectors.whole(key))

    def _divided(self, entries: Floats) -> Floats:
        divided: Floats = np.ldexp(entries, -self.exponents)
        return divided

    def _multiplied(self, entries: Sequence[int]) -> list[int]:
        shifts = (self.exponents.max() - self.exponents).tolist()
        return [entry << shift for entry, shift in zip(entries, shifts, strict=True)]


def _exponents(sizes: Floats) -> Ints:
    """Return the exponents of powers of two at or above `sizes`; those of 0 are the largest of the others."""
    exponents = np.frexp(sizes)[1].astype(np.int64)
    exponents[sizes == 0.0] = exponents[sizes > 0.0].max(initial=LEAST_EXPONENT)
    clipped: Ints = np.maximum(exponents, LEAST_EXPONENT)
    return clipped


WHOLE = 2**60
"""A float weight times this is rounded to a whole number above 0."""
MOST_STEPS = 3
"""So many vectors may join what is told to begin with, before floats search from the beginning."""
LARGEST_BEGINNING = 12
"""A larger corral to begin with costs more than it saves where it proves wrong."""
LONG_PRODUCTS = 8
"""Products, quotients and common divisors for an entry of the point, or for a weight that is moved."""
ALIKE = 3
"""Where places differ by fewer powers of two, they need no scaling of their own."""


class MinNormPoint(Frozen, dict=True):
    """The point of a hull nearest the origin, exactly."""

    keys: tuple[Key, ...]  # the corral, affinely independent; ascending
    parts: tuple[int, ...]  # above 0, proportional to the weights
    scaled: tuple[int, ...]  # σ parts · whole vectors: the point times `unit`
    unit: int  # above 0; the vectors are in data units

    @cached_property
    def weights(self) -> tuple[Fraction, ...]:
        """Above 0, their sum is 1; the point is the combination with these."""
        total = sum(self.parts)
        return tuple(Fraction(part, total) for part in self.parts)

    @cached_property
    def point(self) -> tuple[Fraction, ...]:
        """The point in data units."""
        return tuple(Fraction(entry, self.unit) for entry in self.scaled)

    @cached_property
    def squared(self) -> Fraction:
        """Squared distance from the origin."""
        return Fraction(dot(self.scaled, self.scaled), self.unit**2)

    @cached_property
    def direction(self) -> Floats:
        """The point divided by its distance from the origin, which is not 0; shape (n_entries,), rounded once."""
        length = dot(self.scaled, self.scaled)
        roots = np.array([nearest_root(entry * entry, length) for entry in self.scaled])
        signed: Floats = np.where([entry < 0 for entry in self.scaled], -roots, roots)
        return signed


def find_min_norm_point(vectors: VectorSet, effort: Effort, begin: Sequence[Key] = ()) -> MinNormPoint:
    """Return the point nearest the origin in the hull of a set of vectors.

    The point is unique; its corral is so only where the point is not the origin and no other vector is as low. Where
    it is not, the one that is found depends on `begin`.

    Where the entries at some places are much larger than at others, as those of features in different units, floats
    look at vectors scaled place by place first: they tell whether the origin is in the hull, and where the point is
    about.

    `vectors`: not empty. `effort`: what the work is charged to. `begin`: a corral that is perhaps the right one, such
    as that of almost the same vectors; it is not relied on. Raises `Cancelled` as soon as `effort` is at its end.
    """
    nearest = None
    if 0 < len(begin) <= LARGEST_BEGINNING:
        nearest = _certified(vectors, [*begin], [1] * len(begin), effort, MOST_STEPS)
    return nearest or _searched(vectors, effort)


def _searched(vectors: VectorSet, effort: Effort) -> MinNormPoint:
    """Search in floats, from the beginning."""
    alike, each = Scaled.together(vectors), Scaled.one_by_one(vectors)
    if int(np.ptp(each.exponents)) <= ALIKE:
        return _proven(vectors, search(alike, first_of(alike), effort), effort)
    found = search(each, first_of(each), effort)
    if found.distance <= ZERO * each.reach:
        nearest = _proven(each, found, effort)
        if not any(nearest.scaled):
            return nearest
        found = replace(found, keys=[*nearest.keys], weights=[float(weight) for weight in nearest.weights])
    return _proven(vectors, search(alike, found, effort, may_be_zero=False), effort)


def _proven(vectors: VectorSet, found: Found, effort: Effort) -> MinNormPoint:
    """Begin with what floats found, and go on exactly."""
    parts = [max(1, round(weight * WHOLE)) for weight in found.weights]
    proven = _certified(vectors, found.keys, parts, effort, None)
    assert proven is not None
    return proven


def _certified(
    vectors: VectorSet, keys: list[Key], parts: list[int], effort: Effort, most_steps: int | None
) -> MinNormPoint | None:
    """Solve the corral exactly and go on with Wolfe's method until no vector is below the point.

    Return None where that takes more than `most_steps`; None for any number.
    """
    for step in itertools.count():
        keys, parts = _exact_corral(vectors, keys, parts, effort)
        total, rows = sum(parts), [vectors.whole(key) for key in keys]
        bits, whole_bits = longest(parts), max(map(longest, rows))
        effort.spend_products(len(rows) * len(rows[0]), bits, whole_bits)
        effort.spend_products(LONG_PRODUCTS * len(rows[0]), bits + whole_bits, bits + whole_bits)
        scaled = combination(parts, rows)
        if not any(scaled):
            break
        key = vectors.exactly_lowest(_reduced(scaled), effort)
        if dot(vectors.whole(key), scaled) * total >= dot(scaled, scaled):
            break
        if step == most_steps:
            return None
        keys, parts = [*keys, key], [*parts, 0]
    ascending, weights = zip(*sorted(zip(keys, parts, strict=True)), strict=True)
    return MinNormPoint(ascending, weights, tuple(scaled), total * 10**vectors.places)


def _exact_corral(vectors: VectorSet, keys: list[Key], parts: list[int], effort: Effort) -> tuple[list[Key], list[int]]:
    """Return the corral that Wolfe's inner steps reach from any weights ≥ 0, proportional to `parts`."""
    while True:
        rows = [vectors.whole(key) for key in keys]
        bits = max(map(longest, rows))
        effort.spend_products(len(rows) ** 2 * len(rows[0]), bits, bits)
        target = _exact_affine_parts(rows, effort)
        if target is None:
            # Rounding let in a vector of the affine hull; the older ones are independent.
            keys, parts = keys[:-1], parts[:-1]
            continue
        if min(target) > 0:
            return keys, target
        effort.spend_products(LONG_PRODUCTS * len(keys), longest(parts) + DIGIT, longest(target) + DIGIT)
        parts = _exactly_moved(parts, target)
        keys = [key for key, part in zip(keys, parts, strict=True) if part]
        parts = [part for part in parts if part]


def _exact_affine_parts(rows: Sequence[Sequence[int]], effort: Effort) -> list[int] | None:
    """Return the weights of the point nearest the origin in the affine hull, or None for dependent `rows`.

    They are proportional to (G + 1·1ᵀ)⁻¹·1; that matrix is regular exactly where `rows` are affinely independent.
    """
    parts = weights_of_ones([[product + 1 for product in row] for row in gram_of(rows)], effort)
    return None if parts is None else _reduced(parts)


def _exactly_moved(parts: list[int], target: list[int]) -> list[int]:
    """Go from the weights `parts` towards `target` until the first weight is 0."""
    here = [part * sum(target) for part in parts]
    there = [part * sum(parts) for part in target]
    falling = [Fraction(h, h - t) for h, t in zip(here, there, strict=True) if t <= 0 and h > t]
    step = min(falling, default=Fraction(1))
    gone, left = step.numerator, step.denominator - step.numerator
    return _reduced([h * left + t * gone for h, t in zip(here, there, strict=True)])


def _reduced(numbers: list[int]) -> list[int]:
    """Return `numbers` without their common divisor."""
    divisor = math.gcd(*numbers)
    return [number // divisor for number in numbers]
