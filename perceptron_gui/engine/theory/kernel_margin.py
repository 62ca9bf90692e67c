"""Radius and margin under a kernel: of polynomial features exactly, else by scalar products in floats (T7)."""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np

from perceptron_gui.engine.data.dataset import Bools, Floats, Ints
from perceptron_gui.engine.data.kernels.function import HALF_ULP, places_of_decimal
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.exact.effort import Effort, TooMuchWork, longest
from perceptron_gui.engine.exact.fixed_point import decimal_places, held_values, is_held_whole, largest_size
from perceptron_gui.engine.exact.integer_solve import nearest_root
from perceptron_gui.engine.theory.vector_sets import ExactVectors, places_enough
from perceptron_gui.engine.theory.verdict import Verdict, Witness
from perceptron_gui.engine.training.training_data import TrainingData
from perceptron_gui.frozen import Frozen, field, replace

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


LEAST_RATIO = Fraction(3, 10**4)
"""A margin below this part of the radius is too close to tell."""
MOST = Fraction(10) ** 300
"""Of a kernel with larger values floats tell nothing."""
HALF = Fraction(1, 2)


def kernel_verdict(data: TrainingData, effort: Effort) -> Verdict:
    """Return the verdict from the Gram matrix, in floats.

    Where a kernel tells all places apart, points in different ones can be separated, however they are labelled: only
    where two equal points have different labels they cannot. How far apart they are is a question for floats.

    `data`: at least one point, with a curved kernel. `effort`: what the work is charged to.
    """
    squared = largest_kernel_square(data)
    radius = nearest_root(squared.numerator, squared.denominator)
    if len(data.present) < 2 and not data.settings.mode.is_binary:
        return Verdict(True, None, None, radius, squared)
    pairs = Pairs(data)
    if pairs.contradiction is not None:
        witness = _witness(data, pairs.contradiction)
        return Verdict(False, 0.0, Fraction(0), radius, squared, witness=witness)
    unknown = Verdict(True if data.settings.kernel.function.tells_all_apart else None, None, None, radius, squared)
    if squared > MOST or not math.isfinite(pairs.rounding):
        return replace(unknown, is_too_large=squared > MOST)
    try:
        found = find_hull_point(len(pairs.points), pairs.products, effort)
    except TooMuchWork:
        return replace(unknown, is_given_up=True)
    if found is None or not found.is_nearest:
        return unknown
    # What is certain: the hull is not nearer than that, so that no run makes more mistakes than the bound.
    lowest, length = found.certain(pairs.rounding, pairs.largest)
    if lowest <= 0 or lowest**2 < LEAST_RATIO**2 * squared * length:
        return unknown
    gap = lowest**2 / length
    nearest = _bias_of(data, pairs, found, lowest / length)
    return Verdict(True, _root_below(gap), gap, radius, squared, nearest=nearest, holders=pairs.points_of(found.keys))


def largest_kernel_square(data: TrainingData) -> Fraction:
    """Return max K(x, x), with bias that plus 1, exactly: as large as the point farthest from the origin makes it.

    `data`: at least one point, with a curved kernel.
    """

    def of_points() -> Fraction:
        X = data.mapped.X
        return ExactVectors(np.ascontiguousarray(X.T), places_enough(X)).largest_square()

    return data.settings.kernel.function.largest_square(of_points) + Fraction(data.settings.bias)


def _root_below(square: Fraction) -> float:
    """Return the largest double whose square is not above a number."""
    root = nearest_root(square.numerator, square.denominator)
    return root if Fraction(root) ** 2 <= square else math.nextafter(root, 0.0)


class Pairs:
    """Vectors whose hull decides, by their scalar products: +Φ̂(x_i) in the block of its class, −Φ̂(x_i) in a rival's.

    In the binary modes y·Φ̂(x_i). Points of one class that the kernel does not tell apart have the same vectors: the
    first stands for all, since of two the matrix of scalar products has no inverse.

    `points`, `rivals`: shape (n_vectors,): of each vector; in the binary modes there is no rival. `contradiction`: two
    points that the kernel does not tell apart, with different labels.
    """

    def __init__(self, data: TrainingData) -> None:
        self._data, self._kernel, self._X = data, data.settings.kernel.function, data.mapped.X
        places = decimal_places(self._X)
        of_whole = self._kernel.of_whole(places) if places is not None else None
        self._is_whole = of_whole is not None and places is not None and is_held_whole(largest_size(self._X), places)
        if of_whole is not None and places and self._is_whole:  # between whole numbers distances are exact
            self._X, self._kernel = held_values(self._X, places), of_whole
        self._is_binary = data.settings.mode.is_binary
        self._first = np.arange(data.n_samples)
        self.contradiction = self._find_twins()
        firsts = np.flatnonzero(self._first == np.arange(data.n_samples))
        if self._is_binary:
            self.points, self.rivals = firsts, np.full(len(firsts), -1)
            return
        points, rivals = np.repeat(firsts, len(data.present)), np.tile(np.array(data.present), len(firsts))
        is_rival = rivals != data.targets[points]
        self.points, self.rivals = points[is_rival], rivals[is_rival]

    def _find_twins(self) -> tuple[int, int] | None:
        """Note the first point of every place and label; return two of one place with different labels."""
        seen: dict[bytes, int] = {}
        targets = self._data.targets
        for i, row in enumerate(self._kernel.seen_places(self._X)):
            first = self._first[i] = seen.setdefault(row.tobytes(), i)
            if targets[first] != targets[i]:
                return first, i
        return None

    def products(self, some: Ints, others: Ints) -> Floats:
        """Return scalar products, see `Products`."""
        i, j = self.points[some], self.points[others]
        products = self._kernel.values(self._X[i], self._X[j])
        products += self._data.settings.bias
        targets, r, s = self._data.targets, self.rivals[some][:, None], self.rivals[others]
        y, z = targets[i][:, None], targets[j]
        if self._is_binary:
            products *= y * z
        else:
            products *= (y == z) * 1.0 - (y == s) - (r == z) + (r == s)
        return products

    @property
    def rounding(self) -> float:
        """The most by which a scalar product may be wrong."""
        of_kernel = self._kernel.rounding(self._X, self._is_whole)
        return self._most_products * (of_kernel + HALF_ULP * self.largest)

    @property
    def largest(self) -> float:
        """The largest scalar product, up to rounding."""
        squares = self._kernel.squares(self._X)
        return self._most_products * float(squares.max() + self._data.settings.bias)

    @property
    def _most_products(self) -> int:
        """K stands once in a scalar product, in multiclass up to twice."""
        return 1 if self._is_binary else 2

    def points_of(self, keys: Ints) -> tuple[int, ...]:
        """Return the points of some vectors, with those that stand in the same places; none in multiclass.

        `keys`: shape (n_keys,): which vectors.
        """
        if not self._is_binary:
            return ()
        holders: list[int] = np.flatnonzero(np.isin(self._first, self.points[keys])).tolist()
        return tuple(holders)


def _witness(data: TrainingData, twins: tuple[int, int]) -> Witness:
    """Return the proof by two points of one place: half of each makes 0."""
    first, second = (int(data.targets[i]) for i in twins)
    rivals = None if data.settings.mode.is_binary else (second, first)
    return Witness(twins, (HALF, HALF), None, rivals)


def _bias_of(data: TrainingData, pairs: Pairs, found: HullPoint, part: Fraction) -> tuple[Fraction, ...]:
    """Return γ̂·θ* as far as θ has entries: its bias, that of the point that was found times `part`."""
    if not (data.settings.bias and data.settings.mode.is_binary):
        return ()
    signs = data.targets[pairs.points[found.keys]].tolist()
    bias = sum((Fraction(w) * sign for w, sign in zip(found.weights.tolist(), signs, strict=True)), Fraction(0))
    return (bias * part,)


MOST_ENTRIES, MOST_WORDS, WORD = 600, 10_000_000, 64
"""Up to so many features, and words of 64 bits in the numbers of all points together, margins are certified."""
LARGEST_EXPONENT = 990
"""A larger power of two is not far from where doubles end."""


class WholeVectors(ExactVectors, eq=False):
    """Vectors whose whole numbers are known, and may be longer than doubles can say."""

    wholes: list[list[int]] = field(default_factory=list)  # each vector times 10^`places`

    def whole(self, index: int) -> list[int]:
        """Return a vector times 10^`places`, exactly, see `ExactVectors`."""
        return self.wholes[index]

    def some(self, indices: Ints) -> "WholeVectors":
        """Return the vectors at some places, with their whole numbers, see `ExactVectors`."""
        columns = np.take(self.columns, indices, axis=1)
        return WholeVectors(columns, self.places, [self.wholes[i] for i in indices.tolist()])

    def _without_twins(self, indices: Ints) -> list[int]:
        """Return `indices` with one for every vector: the doubles of two that differ may be the same."""
        return sorted({tuple(self.wholes[i]): i for i in reversed(indices.tolist())}.values())


def kernel_vectors(data: TrainingData, effort: Effort) -> WholeVectors | None:
    """Return y·(Φ(x), 1), in multiclass (Φ(x), 1), without the 1 where there is no bias; Φ(x)·Φ(z) = K(x, z).

    `data`: of a run with a curved kernel. `effort`: what the work is charged to. Returns None where the kernel has
    endlessly many features, or too many, or where they are too long or too large. Raises `Cancelled` as soon as
    `effort` is at its end.
    """
    function, n, d = data.settings.kernel.function, data.n_samples, data.mapped.n_features
    count = function.n_monomials(d)
    if count is None or count > MOST_ENTRIES:
        return None
    features = function.monomials(d)
    monomials, degree = features.entries, features.degree
    points, k = _whole_points(data.mapped.X)
    bits = degree * max(longest([10**k]), *map(longest, points), 1) + longest(each.factor for each in monomials)
    if len(monomials) > MOST_ENTRIES or len(monomials) * n * (1 + bits // WORD) > MOST_WORDS:
        return None
    effort.spend_products(len(monomials) * n * degree, bits, bits)
    signs = data.targets.tolist() if data.settings.mode.is_binary else [1] * n
    places = features.factor_places + k * degree
    one = [10**places] * data.settings.bias
    wholes = []
    for sign, x in zip(signs, points, strict=True):
        powers = [10 ** (k * (degree - size)) for size in range(degree + 1)]
        row = [each.factor * powers[len(each.places)] * math.prod([x[j] for j in each.places]) for each in monomials]
        wholes.append([sign * value for value in [*row, *one]])
    if max(map(longest, wholes), default=0) - longest([10**places]) > LARGEST_EXPONENT:
        return None
    return WholeVectors(_columns(wholes, places), places, wholes)


def _whole_points(X: Floats) -> tuple[list[list[int]], int]:
    """Return the decimals that points stand for times 10^k, and k."""
    exact = [[decimal_fraction(value) for value in row] for row in X.tolist()]
    k = max((places_of_decimal(value) for row in exact for value in row), default=0)
    return [[int(value * 10**k) for value in row] for row in exact], k


def _columns(wholes: Sequence[Sequence[int]], places: int) -> Floats:
    unit = 10**places
    return np.array([[entry / unit for entry in column] for column in zip(*wholes, strict=True)])
