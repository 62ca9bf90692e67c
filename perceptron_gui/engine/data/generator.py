"""Generated points: their recipe, the drawing, and what is guaranteed about them beforehand.

They are the same in every bit on every machine: random numbers and directions are whole numbers, products and sums,
since sines of the system's library differ in their last bits.
"""

from collections.abc import Callable, Sequence
from enum import Enum
from fractions import Fraction
from math import floor, isqrt
from typing import Protocol

import numpy as np

from perceptron_gui.engine.data import SEED
from perceptron_gui.engine.data.dataset import Dataset, Floats, Ints
from perceptron_gui.engine.data.kernels.function import places_of_decimal
from perceptron_gui.frozen import Frozen, is_within
from perceptron_gui.translation import tr

MOST_POINTS = 1_000_000
LEAST_CLASSES, MOST_CLASSES = 2, 10
LARGEST_MARGIN, LARGEST_DISTANCE = 10_000, 1_000_000
MOST_PLACES = 4
"""Decimals of a margin and of a distance; coordinates have one more at most, so that they stay exact (E2)."""


class Shape(Enum):
    """Where the points of the classes lie.

    `BLOBS`, `LINE`: clouds in rows, bands side by side: straight streets between them. `RING`, `MOONS`, `XOR`,
    `SPIRALS`: rings around a disc, arcs that reach into each other, squares of a chessboard, arms: no line parts them.
    """

    BLOBS = "blobs"
    LINE = "line"
    RING = "ring"
    MOONS = "moons"
    XOR = "xor"
    SPIRALS = "spirals"

    @property
    def has_streets(self) -> bool:
        """Whether straight lines part the classes, as long as they do not overlap."""
        return self in (Shape.BLOBS, Shape.LINE)

    @property
    def has_margin(self) -> bool:
        """Whether a margin keeps the points away from the border between the classes."""
        return self.has_streets or self in (Shape.RING, Shape.XOR)


class RecipeError(ValueError):
    """A recipe is impossible; the message is one plain sentence for the user.

    `field`: which attribute of the recipe it is about. `sentence`: what is wrong, and what would be right.
    """

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field


class Recipe(Frozen):
    """Points to be made; the same recipe gives the same points, on every machine.

    Raises `RecipeError` when a value is out of its range, or two of them contradict each other.
    """

    shape: Shape = Shape.BLOBS
    # how many classes, and points of each
    n_classes: int = 2
    per_class: int = 20
    # of the middle of the set from the origin; where two classes have a street that is its middle line
    distance: Fraction = Fraction(0)
    # half the width of the street between two classes: no point lies inside. For a ring and a chessboard the distance
    # from the circles and lines between the classes
    margin: Fraction = Fraction(1, 2)
    overlap: Fraction = Fraction(0)  # by which share of its width a class reaches into the next one, 0 to 1
    outliers: int = 0  # points, of all, that lie where another class is
    seed: int = 0  # random seed, 0 … 2⁶⁴ − 1

    def __post_init__(self) -> None:
        """Reject what cannot be."""
        self._check_counts()
        self._check_lengths()
        if not 0 <= self.overlap <= 1 or (100 * self.overlap).denominator != 1:
            raise RecipeError("overlap", tr("The overlap must be a whole number of percent from 0 to 100."))
        if self.overlap and self.margin:
            words = tr("Classes that overlap leave no street: set the overlap or the margin to 0.")
            raise RecipeError("overlap", words)
        if not is_within(self.seed, SEED):
            raise RecipeError("seed", tr("The seed must be a whole number from 0 to 2⁶⁴ − 1."))

    @property
    def n_samples(self) -> int:
        """Points of all classes."""
        return self.n_classes * self.per_class

    def outliers_of(self, k: int) -> int:
        """Return how many points of a class are outliers, lying in the region of the next class.

        `k`: index of the class.
        """
        return self.outliers // self.n_classes + (k < self.outliers % self.n_classes)

    def _check_counts(self) -> None:
        if not LEAST_CLASSES <= self.n_classes <= MOST_CLASSES:
            words = tr("There can be {least} to {most} classes.")
            raise RecipeError("n_classes", words.format(least=LEAST_CLASSES, most=MOST_CLASSES))
        most = MOST_POINTS // self.n_classes
        if not 1 <= self.per_class <= most:
            words = tr("With this many classes, each can have 1 to {most} points: a million in all.")
            raise RecipeError("per_class", words.format(most=most))
        most = self.n_classes * (self.per_class - 1)
        if not 0 <= self.outliers <= most:
            words = tr("There can be 0 to {most} outliers: every class keeps at least one point in its own place.")
            raise RecipeError("outliers", words.format(most=most))

    def _check_lengths(self) -> None:
        for name, value, most in (
            ("margin", self.margin, LARGEST_MARGIN),
            ("distance", self.distance, LARGEST_DISTANCE),
        ):
            if not 0 <= value <= most or (value * 10**MOST_PLACES).denominator != 1:
                words = tr("It must be from 0 to {most}, with at most {places} decimal places.")
                raise RecipeError(name, words.format(most=most, places=MOST_PLACES))
        if self.margin and not self.shape.has_margin:
            raise RecipeError("margin", tr("Only a curve separates these classes, so there is no margin."))


OWN_POINTS = {Shape.RING: (1, 2), Shape.MOONS: (3, 1), Shape.SPIRALS: (3, 3)}
"""Points that the first two classes need in their own places, so that their hulls meet whatever the others are."""


class Promise(Frozen):
    """What holds for the points, whatever the seed."""

    separable: bool | None  # whether straight lines part all classes (T1, M1); None where that depends on the seed
    # half the width of the widest street between two classes, where it is narrowest, exactly (T3); None where there is
    # no street
    margin: Fraction | None = None


def promise_of(recipe: Recipe) -> Promise:
    """Return what is guaranteed about a recipe's points, whatever the seed."""
    first, second = (recipe.per_class - recipe.outliers_of(k) for k in (0, 1))
    if recipe.shape.has_streets and not recipe.overlap:
        return Promise(False) if recipe.outliers or not recipe.margin else Promise(True, recipe.margin)
    each = 2 if recipe.shape.has_streets else recipe.n_classes
    needed = OWN_POINTS.get(recipe.shape, (each, each))
    return Promise(False if first >= needed[0] and second >= needed[1] else None)


POINTS, ORDER, TURN = 3, 4, 5
"""What words are for: the third number of the counter, of which 1 and 2 are those of P4 and H1."""
COSINE = (1.0, -1 / 2, 1 / 24, -1 / 720, 1 / 40320, -1 / 3628800, 1 / 479001600)
SINE = (1.0, -1 / 6, 1 / 120, -1 / 5040, 1 / 362880, -1 / 39916800, 1 / 6227020800)
"""Coefficients of the series in the square of the angle; up to an eighth of a turn they are right to 13 places."""
TAU = 6.283185307179586
UNITS = ((8, 6), (6, 8), (10, 0), (0, 10))
"""Directions of whole tenths whose length is 1: a step along one of them has few decimals."""


def uniforms(seed: int, k: int, n_rows: int, n_columns: int) -> Floats:
    """Return numbers from 0 to below 1, shape (n_rows, n_columns).

    `seed`: random seed. `k`: index of the class that they are for. `n_rows`, `n_columns`: how many.
    """
    words = _words(seed, k, POINTS, n_rows * n_columns)
    numbers: Floats = (words >> np.uint64(11)).astype(np.float64) * 2.0**-53
    return numbers.reshape(n_rows, n_columns)


def permutation(seed: int, k: int, n_rows: int) -> Ints:
    """Return the numbers from 0 to below `n_rows` in a random order, shape (n_rows,).

    `seed`: random seed. `k`: index of the class that it is for. `n_rows`: how many.
    """
    return np.argsort(_words(seed, k, ORDER, n_rows), kind="stable")


def direction(seed: int) -> tuple[int, int]:
    """Return a direction of length 10 in whole numbers: from the first class to the second. `seed`: random seed."""
    (word,) = _words(seed, 0, TURN, 1).tolist()
    across, upwards = UNITS[word % 4]
    return (-across if word & 4 else across), (-upwards if word & 8 else upwards)


def turned(turns: Floats) -> tuple[Floats, Floats]:
    """Return cosine and sine of angles, each of shape (n,). `turns`: shape (n,): in whole turns."""
    quarters = np.rint(4 * turns)
    angle = (turns - quarters / 4) * TAU
    square = angle * angle
    cosine, sine = _series(COSINE, square), angle * _series(SINE, square)
    quarter = quarters.astype(np.int64) % 4
    return (np.choose(quarter, (cosine, -sine, -cosine, sine)), np.choose(quarter, (sine, cosine, -sine, -cosine)))


def _series(coefficients: tuple[float, ...], square: Floats) -> Floats:
    total = np.full_like(square, coefficients[-1])
    for coefficient in reversed(coefficients[:-1]):
        total = total * square + coefficient
    return total


def _words(seed: int, k: int, purpose: int, count: int) -> np.ndarray:
    return np.random.Philox(key=seed, counter=[0, k, purpose, 0]).random_raw(count)


Place = tuple[Fraction, Fraction]
HALF = {
    Shape.BLOBS: (Fraction(3, 2), Fraction(3, 2)),
    Shape.LINE: (Fraction(1), Fraction(3)),
    Shape.XOR: (Fraction(1), Fraction(1)),
}
"""Half the size of a cell, from class to class and across."""


class Cells:
    """The cells of all classes, around the middle of them all.

    Each class has the middles of two opposite sides of its cell in any case, of a chessboard the middles of its cells.
    Between neighbours in a row these are as far apart as the street is wide, straight across it: no line has more room.

    `recipe`: of one of these shapes.
    """

    def __init__(self, recipe: Recipe) -> None:
        self._shape, n = recipe.shape, recipe.n_classes
        self._half = HALF[recipe.shape]
        self._step = tuple(2 * (half * (1 - recipe.overlap) + recipe.margin) for half in self._half)
        self._columns = isqrt(n - 1) + 1 if recipe.shape is Shape.BLOBS else n
        self._rows = {Shape.BLOBS: -(-n // self._columns), Shape.LINE: 1, Shape.XOR: n}[recipe.shape]
        self.n_uniforms = 6 if recipe.shape is Shape.BLOBS else 2

    def middles(self, k: int) -> list[Place]:
        """Return the middles of the cells of a class. `k`: index of the class."""
        places = [divmod(k, self._columns)[::-1]]
        if self._shape is Shape.XOR:
            places = [(i, (k - i) % self._rows) for i in range(self._columns)]
        across, upwards = Fraction(self._columns - 1, 2), Fraction(self._rows - 1, 2)
        return [((i - across) * self._step[0], (j - upwards) * self._step[1]) for i, j in places]

    def pins(self, k: int) -> list[Place]:
        """See `Regions.pins`: those first that face the neighbour of an even and an odd class."""
        if self._shape is Shape.XOR:
            return self.middles(k)
        ((t, s),) = self.middles(k)
        half = self._half[0] * (-1 if k % self._columns % 2 else 1)
        return [(t + half, s), (t - half, s)]

    def points(self, k: int, uniforms: Floats, slack: float) -> tuple[Floats, Floats]:
        """See `Regions.points`: dense in the middle of a cloud, even in other cells."""
        middles = np.array(self.middles(k), dtype=np.float64)
        cells = middles[np.arange(len(uniforms)) % len(middles)]
        if self._shape is Shape.BLOBS:
            first, second = ((u[:, 0] + u[:, 1] + u[:, 2]) / 1.5 - 1 for u in (uniforms[:, :3], uniforms[:, 3:]))
        else:
            first, second = 2 * uniforms[:, 0] - 1, 2 * uniforms[:, 1] - 1
        across, upwards = (float(half) - slack for half in self._half)
        return cells[:, 0] + across * first, cells[:, 1] + upwards * second


DISC, RING = Fraction(1), Fraction(4, 5)
"""Radius of the disc in the middle, and width of a ring around it."""
ARC, ARC_WIDTH = 2, 0.5
"""Radius of a half ring, and how wide it is."""
FIRST_TURN, TURNS = 0.25, 1.5
"""Where an arm begins and ends, in turns."""
INNER, OUTER, ARM_WIDTH = 0.4, 3.0, 0.9
"""Distance from the middle where an arm begins and ends, and the width of an arm, shared by all arms of a turn."""


class Rings:
    """A disc, and a ring around it for every other class.

    The disc has its middle in any case, and a ring two opposite points: the middle is in the hull of every class.
    """

    n_uniforms = 2

    def __init__(self, recipe: Recipe) -> None:
        self._gap, self._wider = 2 * recipe.margin, recipe.overlap * RING

    def _radii(self, k: int) -> tuple[Fraction, Fraction]:
        outer = DISC + k * (self._gap + RING)
        return (Fraction(0) if k == 0 else outer - RING - self._wider), outer + self._wider

    def pins(self, k: int) -> Sequence[Place]:
        """See `Regions.pins`."""
        if k == 0:
            return [(Fraction(0), Fraction(0))]
        inner, outer = self._radii(k)
        middle = (inner + outer) / 2
        return [(middle, Fraction(0)), (-middle, Fraction(0))]

    def points(self, k: int, uniforms: Floats, slack: float) -> tuple[Floats, Floats]:
        """See `Regions.points`."""
        inner, outer = map(float, self._radii(k))
        inner = max(inner + slack, 0.0) if k else 0.0
        cosine, sine = turned(uniforms[:, 0])
        # Even over the area, by the square root, which every machine rounds alike.
        square = inner**2 + (max(outer - slack, inner) ** 2 - inner**2) * uniforms[:, 1]
        radius = np.sqrt(square)
        return radius * cosine, radius * sine


class Moons:
    """Half rings in a chain, in turn above and below, each with an end inside its neighbours.

    Each has both ends and its middle in any case: the end of the next one lies in their triangle.
    """

    n_uniforms = 2

    def __init__(self, recipe: Recipe) -> None:
        self._middle = Fraction((recipe.n_classes - 1) * ARC, 2)
        self._width = ARC_WIDTH + 2 * float(recipe.overlap)

    def _frame(self, k: int) -> tuple[Fraction, Fraction, int]:
        """Return the centre of a half ring, and 1 or −1: whether it is above it."""
        above = -1 if k % 2 else 1
        return k * ARC - self._middle, Fraction(-above, 2), above

    def pins(self, k: int) -> Sequence[Place]:
        """See `Regions.pins`: the end inside the neighbour before comes first."""
        across, upwards, above = self._frame(k)
        return [(across - ARC, upwards), (across + ARC, upwards), (across, upwards + above * ARC)]

    def points(self, k: int, uniforms: Floats, slack: float) -> tuple[Floats, Floats]:
        """See `Regions.points`."""
        across, upwards, above = self._frame(k)
        cosine, sine = turned(uniforms[:, 0] / 2)
        radius = ARC + self._width * (uniforms[:, 1] - 0.5)
        return float(across) + radius * cosine, float(upwards) + above * (radius * sine)


class Spirals:
    """Arms around the middle. The last turn of each has three points in any case, a third of a turn apart."""

    n_uniforms = 2

    def __init__(self, recipe: Recipe) -> None:
        self._n = recipe.n_classes
        self._width = ARM_WIDTH * (1 + 3 * float(recipe.overlap)) / self._n

    def pins(self, k: int) -> Sequence[Place]:
        """See `Regions.pins`: the middle is well inside their triangle, so that they can be rounded."""
        step = 1 / (3 * (TURNS - FIRST_TURN))
        t, s = self._on_arm(k, np.array([1.0, 1.0 - step, 1.0 - 2 * step]), np.zeros(3))
        return [(Fraction(round(10 * x), 10), Fraction(round(10 * y), 10)) for x, y in zip(t, s, strict=True)]

    def points(self, k: int, uniforms: Floats, slack: float) -> tuple[Floats, Floats]:
        """See `Regions.points`: as many on every part of an arm, which is denser where it begins."""
        return self._on_arm(k, uniforms[:, 0], self._width * (uniforms[:, 1] - 0.5))

    def _on_arm(self, k: int, share: Floats, off: Floats) -> tuple[Floats, Floats]:
        cosine, sine = turned(FIRST_TURN + (TURNS - FIRST_TURN) * share + k / self._n)
        radius = INNER + (OUTER - INNER) * share + off
        return radius * cosine, radius * sine


class Regions(Protocol):
    """The regions of all classes."""

    n_uniforms: int
    """Random numbers that a point needs."""

    def pins(self, k: int) -> Sequence[Place]:
        """Return places at which a class always has points, on which the guarantees rest.

        `k`: index of the class.
        """

    def points(self, k: int, uniforms: Floats, slack: float) -> tuple[Floats, Floats]:
        """Return random places of a class.

        `k`: index of the class. `uniforms`: shape (n, n_uniforms): numbers from 0 to below 1. `slack`: how far a point
        may be moved by rounding.
        """


def regions_of(recipe: Recipe) -> Regions:
    """Return where the points of a recipe lie."""
    kinds: dict[Shape, Callable[[Recipe], Regions]] = {Shape.RING: Rings, Shape.MOONS: Moons, Shape.SPIRALS: Spirals}
    return kinds.get(recipe.shape, Cells)(recipe)


PLACES = ((2_000, 2), (100_000, 3))
"""Decimals of the coordinates of at most so many points, so that few fall into one place; of more, `PLACES_OF_MORE`."""
PLACES_OF_MORE = 4
ROUNDED = 0.75
"""Steps of the grid that a point may be moved by: half a step on either axis, and what floats round before."""


def generate(recipe: Recipe) -> Dataset:
    """Return the points of a recipe, one of each class in turn; classes are named A, B, ….

    What the recipe says of margins is so for the points as they are, rounded to the grid.
    """
    maker = _Maker(recipe)
    groups = [maker.points_of(k) for k in range(recipe.n_classes)]
    steps = np.stack(groups, axis=1).reshape(-1, 2)
    labels = np.tile(np.arange(recipe.n_classes), recipe.per_class)
    return Dataset.of(steps / maker.scale, labels, [chr(ord("A") + k) for k in range(recipe.n_classes)])


class _Maker:
    """Makes the points class by class, in whole steps of the grid."""

    def __init__(self, recipe: Recipe) -> None:
        self._recipe, self._regions = recipe, regions_of(recipe)
        self._direction = direction(recipe.seed)
        self._pins = [[*map(self._turned, self._regions.pins(k))] for k in range(recipe.n_classes)]
        usual = next((places for most, places in PLACES if recipe.n_samples <= most), PLACES_OF_MORE)
        pinned = (value for pins in self._pins for place in pins for value in place)
        self.scale = 10 ** max(usual, *map(places_of_decimal, pinned))

    def points_of(self, k: int) -> Ints:
        """Return the points of a class in whole steps of the grid, shape (per_class, 2), in a random order."""
        recipe, n = self._recipe, self._recipe.per_class
        n_own = n - recipe.outliers_of(k)
        numbers = uniforms(recipe.seed, k, n, self._regions.n_uniforms)
        slack = ROUNDED / self.scale
        own, foreign = numbers[:n_own], numbers[n_own:]
        parts = [self._regions.points(k, own, slack)]
        if len(foreign):
            parts.append(self._regions.points((k + 1) % recipe.n_classes, foreign, slack))
        t, s = (np.concatenate([part[axis] for part in parts]) for axis in (0, 1))
        steps = self._on_grid(t, s)
        for i, place in enumerate(self._pins[k][:n_own]):
            steps[i] = [int(value * self.scale) for value in place]
        if k == 0 and len(foreign) and isinstance(self._regions, Cells):
            (middle, *_) = self._regions.middles(1)
            steps[n_own] = [int(value * self.scale) for value in self._turned(middle)]
        return steps[permutation(recipe.seed, k, n)]

    def _turned(self, place: Place) -> Place:
        """Return a place of the shape's own frame in that of the points, exactly."""
        (a, b), (t, s) = self._direction, place
        t += self._recipe.distance
        return (t * a - s * b) / 10, (t * b + s * a) / 10

    def _on_grid(self, t: Floats, s: Floats) -> Ints:
        """Turn random places likewise, and round them to the grid."""
        a, b = self._direction
        t, factor = t + float(self._recipe.distance), self.scale / 10
        x, y = (t * a - s * b) * factor, (t * b + s * a) * factor
        return np.stack([np.rint(x), np.rint(y)], axis=1).astype(np.int64)


REST = 10
"""The length of what is orthogonal to θ*; R̂² is the sum of its square and γ̂²."""
N_SAMPLES = 120
WITHIN = 0.999
"""Share of `REST` that the other points have: rounded to two places they stay within R."""


def bound_of(margin: float) -> int:
    """Return (R̂/γ̂)² in whole mistakes, the same in every number of features (T2).

    `margin`: γ̂, as in `equal_margin_set`.
    """
    return floor(1 + Fraction(REST**2) / Fraction(margin) ** 2)


def equal_margin_set(n_features: int, margin: float = 1.0) -> Dataset:
    """Return points with this margin without a bias, and the radius √(100 + γ̂²); always the same ones.

    Every y·x is (γ̂, r) with ‖r‖ ≤ 10, and two of the r are opposite to each other and of length 10: the hull of the y·x
    comes no nearer to the origin than (γ̂, 0, …, 0), and gets there between the two.

    `n_features`: at least 2. `margin`: γ̂, a decimal of at most two places.
    """
    rng = np.random.Generator(np.random.Philox(key=n_features))
    rest = rng.standard_normal((N_SAMPLES, n_features - 1))
    length = np.sqrt(np.square(rest).sum(axis=1, keepdims=True))
    # On a line all would be at its ends: there they are spread over it.
    far = rng.uniform(0.0, 1.0, (N_SAMPLES, 1)) if n_features == 2 else 1.0
    rest = np.trunc(100 * far * WITHIN * REST * rest / length) / 100
    rest[:2] = 0.0
    rest[:2, 0] = REST, -REST
    signs = rng.integers(0, 2, N_SAMPLES) * 2 - 1
    points = np.column_stack([np.full(N_SAMPLES, margin), rest]) * signs[:, None]
    return Dataset.of(points, ((signs + 1) // 2).tolist())
