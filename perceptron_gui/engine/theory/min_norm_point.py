"""The point of a convex hull nearest the origin (T1; Wolfe 1976, "Finding the nearest point in a polytope").

Wolfe's method keeps a corral: affinely independent vectors with weights above 0 whose combination is the nearest
point of their affine hull. It adds the vector lowest in the direction of that point, and drops those that would get
a weight below 0, until no vector is lower than the point itself. Floats find the corral; whole numbers solve it,
check it against every vector and, where the check fails, go on from there. What is returned does not rest on any
float: weights ≥ 0 that sum to 1, and no vector below their combination, prove the nearest point.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np

from perceptron_gui.engine.data.dataset import Floats
from perceptron_gui.engine.exact.effort import Effort
from perceptron_gui.engine.exact.integer_solve import combination, dot, gram_of, nearest_root, weights_of_ones
from perceptron_gui.engine.theory.min_norm_search import ZERO, first_of, search
from perceptron_gui.engine.theory.scaled_vectors import Scaled
from perceptron_gui.engine.theory.vector_sets import Key, VectorSet

WHOLE = 2**60
"""A float weight times this is rounded to a whole number above 0."""
ALIKE = 3
"""Where places differ by fewer powers of two, they need no scaling of their own."""


@dataclass(frozen=True)
class MinNormPoint:
    """The point of a hull nearest the origin, exactly.

    Attributes
    ----------
    keys : tuple of Key
        The corral, affinely independent.
    parts : tuple of int
        Above 0, proportional to the weights.
    scaled : tuple of int
        Σ parts · whole vectors: the point times `unit`.
    unit : int
        Above 0; the vectors are in data units.
    """

    keys: tuple[Key, ...]
    parts: tuple[int, ...]
    scaled: tuple[int, ...]
    unit: int

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


def find_min_norm_point(vectors: VectorSet, effort: Effort) -> MinNormPoint:
    """Return the point nearest the origin in the hull of a set of vectors.

    Where the entries at some places are much larger than at others, as those of features in different units, floats
    look at vectors scaled place by place first: they tell whether the origin is in the hull, and where the point is
    about.

    Parameters
    ----------
    vectors : VectorSet
        Not empty.
    effort : Effort
        What the work is charged to.

    Raises
    ------
    Cancelled
        As soon as `effort` is at its end.
    """
    alike, each = Scaled.together(vectors), Scaled.one_by_one(vectors)
    if int(np.ptp(each.exponents)) <= ALIKE:
        found = search(alike, first_of(alike), effort)
        return _certified(vectors, found.keys, _parts(found.weights), effort)
    found = search(each, first_of(each), effort)
    if found.distance <= ZERO * each.reach:
        nearest = _certified(each, found.keys, _parts(found.weights), effort)
        if not any(nearest.scaled):
            return nearest
        found = replace(found, keys=[*nearest.keys], weights=[float(weight) for weight in nearest.weights])
    found = search(alike, found, effort, may_be_zero=False)
    return _certified(vectors, found.keys, _parts(found.weights), effort)


def _parts(weights: Sequence[float]) -> list[int]:
    return [max(1, round(weight * WHOLE)) for weight in weights]


def _certified(vectors: VectorSet, keys: list[Key], parts: list[int], effort: Effort) -> MinNormPoint:
    """Solve the corral exactly and go on with Wolfe's method until no vector is below the point."""
    while True:
        keys, parts = _exact_corral(vectors, keys, parts, effort)
        total = sum(parts)
        scaled = combination(parts, [vectors.whole(key) for key in keys])
        if not any(scaled):
            break
        key = vectors.exactly_lowest(_reduced(scaled))
        if dot(vectors.whole(key), scaled) * total >= dot(scaled, scaled):
            break
        keys, parts = [*keys, key], [*parts, 0]
    return MinNormPoint(tuple(keys), tuple(parts), tuple(scaled), total * 10**vectors.places)


def _exact_corral(vectors: VectorSet, keys: list[Key], parts: list[int], effort: Effort) -> tuple[list[Key], list[int]]:
    """Return the corral that Wolfe's inner steps reach from any weights ≥ 0, proportional to `parts`."""
    while True:
        target = _exact_affine_parts([vectors.whole(key) for key in keys], effort)
        if target is None:
            # Rounding let in a vector of the affine hull; the older ones are independent.
            keys, parts = keys[:-1], parts[:-1]
            continue
        if min(target) > 0:
            return keys, target
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
