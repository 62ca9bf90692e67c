"""The point of a hull nearest the origin, by scalar products in floats only (T7)."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.dataset import Bools, Floats, Ints
from perceptron_gui.engine.theory.kernel_rounding import HALF_ULP
from perceptron_gui.frozen import Frozen

if TYPE_CHECKING:
    from perceptron_gui.engine.exact.effort import Effort

LARGEST_GAP = 1e-9
"""The point is known where no vector lies this part of its squared distance below it."""
MOST_WORKING, JOINING = 1500, 250
"""Vectors that may carry weight, and how many of the lowest join at a time."""
MOST_STEPS, MOST_GROWN = 5000, 300
"""Steps of the search that begins with a single vector, and how many of them may carry weight."""
ENTRY_WORK, SOLVE_WORK, CALLS_WORK = 50.0, 0.5, 1e5
"""Work of a scalar product, of a cube of the vectors that are solved for, and of a step's calls of numpy."""
MOST_AT_ONCE = 2**21
"""Scalar products that are there at the same time, besides those among the working vectors."""
TINY = 1e-300
"""Stands for 0 where something is divided by it."""
MOST_EXCHANGES, PATIENCE = 300, 8
"""Exchanges of vectors, and how many may be made at once without fewer being wrong than ever before."""

Products = Callable[[Ints, Ints], Floats]
"""Return the scalar products of some vectors with others, shape (n_some, n_others)."""


class HullPoint(Frozen, eq=False):
    """A point of the hull near the one nearest the origin."""

    keys: Ints  # shape (n_keys,): the vectors that carry weight
    weights: Floats  # shape (n_keys,): above 0; their sum is 1
    squared: float  # the squared distance of their combination from the origin
    # the smallest scalar product of a vector with it: the squared distance of the hull is at least `lowest`² /
    # `squared`
    lowest: float

    @property
    def is_nearest(self) -> bool:
        """Whether it is the nearest point as far as the rule asks."""
        return self.squared > 0.0 and self.lowest >= (1.0 - LARGEST_GAP) * self.squared

    def certain(self, rounding: float, largest: float) -> tuple[Fraction, Fraction]:
        """Return what `lowest` is at least, and `squared` at most, whatever was rounded.

        `rounding`: the most by which a scalar product of two vectors may be wrong. `largest`: the largest of them in
        size.
        """
        terms, total = len(self.keys) + 2, sum(map(Fraction, self.weights.tolist()))
        of_sum = total * (Fraction(rounding) + Fraction(2 * terms * HALF_ULP) * Fraction(largest))
        return Fraction(self.lowest) - of_sum, Fraction(self.squared) + total * 2 * of_sum


def find_hull_point(n_vectors: int, products: Products, effort: Effort) -> HullPoint | None:
    """Return the point of a hull nearest the origin, or one near it, as far as floats can tell.

    The weights are those u ≥ 0 with G·u ≥ 1, equal where u > 0, divided by their sum. They are found among some
    vectors, to which the lowest of all others are added until none is low.

    `n_vectors`: at least 1. `products`: see `Products`. `effort`: what the work is charged to. Returns None where there
    is no such u, or too many vectors carry weight.
    """
    every = np.arange(n_vectors)
    working = every[:: max(n_vectors // MOST_WORKING, 1) * 3] if n_vectors > MOST_WORKING else every
    while True:
        effort.spend(float(len(working)) ** 2 * ENTRY_WORK)
        gram = products(working, working)
        weights = _complementary(gram, effort)
        if weights is None:
            weights = _grown(gram, effort)
        if weights is None:
            return None
        is_carrying = weights > 0.0
        keys, weights = working[is_carrying], weights[is_carrying] / weights[is_carrying].sum()
        along = _along(keys, weights, every, products, effort)
        squared, lowest = float(np.dot(weights, along[keys])), float(along.min())
        found = HullPoint(keys, weights, squared, lowest)
        low = np.setdiff1d(np.argsort(along)[:JOINING], working)
        if found.is_nearest or len(low) == 0:
            return found
        working = np.union1d(keys, low)
        if len(working) > MOST_WORKING:
            return None


def _along(keys: Ints, weights: Floats, every: Ints, products: Products, effort: Effort) -> Floats:
    """Return the scalar product of every vector with a combination of some, so many at a time as memory is for."""
    parts = []
    at_once = max(1, MOST_AT_ONCE // len(keys))
    for start in range(0, len(every), at_once):
        some = every[start : start + at_once]
        effort.spend(float(len(some)) * len(keys) * ENTRY_WORK)
        parts.append(np.einsum("ij,i->j", products(keys, some), weights))
    return np.concatenate(parts)


def _complementary(gram: Floats, effort: Effort) -> Floats | None:
    """Return u ≥ 0 with G·u ≥ 1 and u·(G·u − 1) = 0, by exchanging vectors (Júdice and Pires 1994); None in vain."""
    n = len(gram)
    is_free, fewest, patience = np.ones(n, dtype=bool), n + 1, PATIENCE
    for _ in range(MOST_EXCHANGES):
        weights = _solved(gram, is_free, effort)
        if weights is None:
            return None
        wrong = np.where(is_free, weights < 0.0, np.einsum("ij,j->i", gram, weights) < 1.0 - 1e-12)
        count = int(np.count_nonzero(wrong))
        if count == 0:
            return weights if weights.any() else None
        if count < fewest:
            fewest, patience = count, PATIENCE
        else:
            patience -= 1
        if patience > 0:
            is_free ^= wrong
        else:  # one at a time cannot go in a circle
            last = int(np.flatnonzero(wrong)[-1])
            is_free[last] = not is_free[last]
    return None


def _grown(gram: Floats, effort: Effort) -> Floats | None:
    """Return the same, up to a factor, by adding the lowest vector to a few again and again (Wolfe 1976); None in vain.

    Vectors that are almost the same are never solved for together, as they are where all begin at once.
    """
    keys, weights, squared = [int(np.argmin(np.diag(gram)))], np.ones(1), math.inf
    for _ in range(MOST_STEPS):
        effort.spend(float(len(gram)) * len(keys) * 2 + CALLS_WORK)
        along = np.einsum("ij,i->j", gram[keys], weights)
        before, squared = squared, float(np.dot(weights, along[keys]))
        lowest = int(np.argmin(along))
        if lowest in keys or not squared < before or along[lowest] >= (1.0 - LARGEST_GAP / 2) * squared:
            found = np.zeros(len(gram))
            found[keys] = weights
            return found if squared > 0.0 else None
        if len(keys) == MOST_GROWN:
            return None
        settled = _settled(gram, [*keys, lowest], np.append(weights, 0.0), effort)
        if settled is None:
            return None
        keys, weights = settled
    return None


def _settled(gram: Floats, keys: list[int], weights: Floats, effort: Effort) -> tuple[list[int], Floats] | None:
    """Go to the nearest point of the affine hull, dropping vectors without weight until all have some; None in vain."""
    while True:
        is_free = np.zeros(len(gram), dtype=bool)
        is_free[keys] = True
        solved = _solved(gram, is_free, effort)
        if solved is None or not solved.sum() > 0.0:
            return None
        target = solved[keys] / solved.sum()
        falling = np.flatnonzero(target <= 0.0)
        if not len(falling):
            return keys, target
        steps = weights[falling] / np.maximum(weights[falling] - target[falling], TINY)
        first = int(np.argmin(steps))
        weights = np.delete(weights + min(float(steps[first]), 1.0) * (target - weights), falling[first])
        keys = [key for place, key in enumerate(keys) if place != falling[first]]


def _solved(gram: Floats, is_free: Bools, effort: Effort) -> Floats | None:
    """Return the weights of the free vectors with G·u = 1 among them, 0 for the others."""
    weights, free = np.zeros(len(gram)), np.flatnonzero(is_free)
    effort.spend(float(len(free)) ** 3 * SOLVE_WORK + float(len(gram)) ** 2 + CALLS_WORK)
    block, ones = gram[np.ix_(free, free)], np.ones(len(free))
    try:
        found = np.linalg.solve(block, ones)
        found += np.linalg.solve(block, ones - np.einsum("ij,j->i", block, found))
    except np.linalg.LinAlgError:
        return None
    weights[free] = found
    return weights if np.isfinite(found).all() else None
