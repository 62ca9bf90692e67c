"""Where the point of a hull nearest the origin is, as far as floats can tell (T1; Wolfe 1976).

What is found here is only where whole numbers begin (`min_norm_point`): no result depends on it.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.theory.affine_hull import AffineHull, Precision
from perceptron_gui.frozen import Frozen

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats
    from perceptron_gui.engine.exact.effort import Effort
    from perceptron_gui.engine.theory.vector_sets import Key, VectorSet

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


def _length(vector: Floats) -> float:
    return float(np.sqrt(np.square(vector).sum()))


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
