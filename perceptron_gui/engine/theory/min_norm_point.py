"""The point of a convex hull nearest the origin (T1; Wolfe 1976, "Finding the nearest point in a polytope").

Wolfe's method keeps a corral: affinely independent vectors with weights above 0 whose combination is the nearest
point of their affine hull. It adds the vector lowest in the direction of that point, and drops those that would get
a weight below 0, until no vector is lower than the point itself. Floats find the corral; whole numbers solve it,
check it against every vector and, where the check fails, go on from there. What is returned does not rest on any
float: weights ≥ 0 that sum to 1, and no vector below their combination, prove the nearest point.
"""

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property

import numpy as np

from perceptron_gui.engine.data.dataset import Floats, Ints
from perceptron_gui.engine.exact.effort import DIGIT, Effort, longest
from perceptron_gui.engine.exact.integer_solve import combination, dot, gram_of, nearest_root, weights_of_ones
from perceptron_gui.engine.theory.min_norm_search import ZERO, Found, first_of, search
from perceptron_gui.engine.theory.vector_sets import Key, VectorSet
from perceptron_gui.frozen import Frozen, replace

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
        found = search(alike, first_of(alike), effort)
        return _proven(vectors, found, effort)
    found = search(each, first_of(each), effort)
    if found.distance <= ZERO * each.reach:
        nearest = _proven(each, found, effort)
        if not any(nearest.scaled):
            return nearest
        found = replace(found, keys=[*nearest.keys], weights=[float(weight) for weight in nearest.weights])
    found = search(alike, found, effort, may_be_zero=False)
    return _proven(vectors, found, effort)


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
