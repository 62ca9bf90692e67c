"""The point of a convex hull nearest the origin (T1; Wolfe 1976, "Finding the nearest point in a polytope").

Wolfe's method keeps a corral: affinely independent vectors with weights above 0 whose combination is the nearest
point of their affine hull. It adds the vector lowest in the direction of that point, and drops those that would get
a weight below 0, until no vector is lower than the point itself. Floats find the corral; whole numbers solve it,
check it against every vector and, where the check fails, go on from there. What is returned does not rest on any
float: weights ≥ 0 that sum to 1, and no vector below their combination, prove the nearest point.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from perceptron_gui.engine.corral import Corral
from perceptron_gui.engine.dataset import Floats
from perceptron_gui.engine.hull import Key, Vectors
from perceptron_gui.engine.rational import combination, dot, gram_of, nearest_root, weights_of_ones

LEAST_WEIGHT = 1e-12
"""A float weight below this counts as 0."""
FLOAT_GAP = 1e-15
"""Floats stop where the lowest vector is below the point by this part of the largest possible product."""
LEAST_REACH = 1e-100
"""Squares of shorter vectors come near what a double can hold: they are left to whole numbers."""
WHOLE = 2**60
"""A float weight times this is rounded to a whole number above 0."""
FLOAT_ZERO = 1e-14
"""Floats stop where the distance is this part of the longest vector: it may be 0."""


class Cancelled(Exception):
    """The caller no longer wants the answer."""


@dataclass(frozen=True)
class Nearest:
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
        """The point divided by its distance from the origin, which is not 0; each double is rounded once."""
        length = dot(self.scaled, self.scaled)
        roots = np.array([nearest_root(entry * entry, length) for entry in self.scaled])
        signed: Floats = np.where([entry < 0 for entry in self.scaled], -roots, roots)
        return signed


def nearest_point(vectors: Vectors, should_stop: Callable[[], bool]) -> Nearest:
    """Return the point of the hull of `vectors` nearest the origin.

    Raises
    ------
    Cancelled
        As soon as `should_stop` returns true; it is asked once a step.
    """
    keys, weights = _approximate(vectors, should_stop)
    return _certified(vectors, keys, [round(weight * WHOLE) for weight in weights], should_stop)


def _ask(should_stop: Callable[[], bool]) -> None:
    if should_stop():
        raise Cancelled


# In floats


def _approximate(vectors: Vectors, should_stop: Callable[[], bool]) -> tuple[list[Key], list[float]]:
    """Return a corral and its weights as far as floats go."""
    keys, weights, reach = [vectors.first()], np.ones(1), vectors.reach
    found, distance = (keys, weights), math.inf
    if reach < LEAST_REACH:
        return keys, [1.0]
    corral = Corral(reach)
    corral.add(vectors.vector(keys[0]))
    while True:
        _ask(should_stop)
        point = corral.point(weights)
        # Without rounding every corral is nearer than the one before, so that none comes twice.
        if not (nearer := _length(point)) < distance:
            break
        found, distance = (keys, weights), nearer
        key = _lower(vectors, point, reach)
        if key is None or key in keys or not corral.add(vectors.vector(key)):
            break
        keys, weights = _settled(corral, [*keys, key], np.append(weights, 0.0))
    return found[0], found[1].tolist()


def _lower(vectors: Vectors, point: Floats, reach: float) -> Key | None:
    """Return the vector lowest in the direction of `point`, or None if it is not lower by more than rounding."""
    distance = _length(point)
    if distance <= FLOAT_ZERO * reach:
        return None
    key = vectors.lowest(point)
    gap = float(np.sum((point - vectors.vector(key)) * point))
    return key if gap > FLOAT_GAP * reach * distance else None


def _length(vector: Floats) -> float:
    return float(np.sqrt(np.square(vector).sum()))


def _settled(corral: Corral, keys: list[Key], weights: Floats) -> tuple[list[Key], Floats]:
    """Go towards the nearest point of the affine hull, dropping who would get no weight, until all have some."""
    while True:
        target = corral.affine_weights()
        falling = np.flatnonzero(~(target > LEAST_WEIGHT))
        if not len(falling):
            return keys, target
        losses = np.maximum(weights[falling] - target[falling], LEAST_WEIGHT**2)
        first = int(np.argmin(weights[falling] / losses))
        step = min(1.0, float(weights[falling[first]] / losses[first]))
        weights = weights + step * (target - weights)
        place = int(falling[first])
        corral.drop(place)
        keys, weights = keys[:place] + keys[place + 1 :], np.delete(weights, place)


# In whole numbers


def _certified(vectors: Vectors, keys: list[Key], parts: list[int], should_stop: Callable[[], bool]) -> Nearest:
    """Solve the corral exactly and go on with Wolfe's method until no vector is below the point."""
    while True:
        keys, parts = _exact_corral(vectors, keys, parts, should_stop)
        total = sum(parts)
        scaled = combination(parts, [vectors.whole(key) for key in keys])
        if not any(scaled):
            break
        key = vectors.exactly_lowest(_reduced(scaled))
        if dot(vectors.whole(key), scaled) * total >= dot(scaled, scaled):
            break
        keys, parts = [*keys, key], [*parts, 0]
    return Nearest(tuple(keys), tuple(parts), tuple(scaled), total * 10**vectors.places)


def _exact_corral(
    vectors: Vectors, keys: list[Key], parts: list[int], should_stop: Callable[[], bool]
) -> tuple[list[Key], list[int]]:
    """Return the corral that Wolfe's inner steps reach from any weights ≥ 0, proportional to `parts`."""
    while True:
        _ask(should_stop)
        target = _exact_affine_parts([vectors.whole(key) for key in keys])
        if target is None:
            # Rounding let in a vector of the affine hull; the older ones are independent.
            keys, parts = keys[:-1], parts[:-1]
            continue
        if min(target) > 0:
            return keys, target
        parts = _exactly_moved(parts, target)
        keys = [key for key, part in zip(keys, parts, strict=True) if part]
        parts = [part for part in parts if part]


def _exact_affine_parts(rows: Sequence[Sequence[int]]) -> list[int] | None:
    """Return the weights of the point nearest the origin in the affine hull, or None for dependent `rows`.

    They are proportional to (G + 1·1ᵀ)⁻¹·1; that matrix is regular exactly where `rows` are affinely independent.
    """
    parts = weights_of_ones([[product + 1 for product in row] for row in gram_of(rows)])
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
