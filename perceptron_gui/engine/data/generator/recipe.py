"""What generated points are to be like."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction

from perceptron_gui.engine.data.settings import LARGEST_SEED
from perceptron_gui.frozen import Frozen
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
        """Whether a margin keeps points away from what is between the classes."""
        return self.has_streets or self in (Shape.RING, Shape.XOR)


class RecipeError(ValueError):
    """A wish that cannot be met; the message is one plain sentence for the user.

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
        if not 0 <= self.seed <= LARGEST_SEED:
            raise RecipeError("seed", tr("The seed must be a whole number from 0 to 2⁶⁴ − 1."))

    @property
    def n_samples(self) -> int:
        """Points of all classes."""
        return self.n_classes * self.per_class

    def outliers_of(self, k: int) -> int:
        """Return how many points of a class lie where the next class is; the classes take turns.

        `k`: index of the class.
        """
        return self.outliers // self.n_classes + (k < self.outliers % self.n_classes)

    def _check_counts(self) -> None:
        if not LEAST_CLASSES <= self.n_classes <= MOST_CLASSES:
            words = tr("There can be {least} to {most} classes.")
            raise RecipeError("n_classes", words.format(least=LEAST_CLASSES, most=MOST_CLASSES))
        most = MOST_POINTS // self.n_classes
        if not 1 <= self.per_class <= most:
            words = tr("Of so many classes each can have 1 to {most} points: a million together.")
            raise RecipeError("per_class", words.format(most=most))
        most = self.n_classes * (self.per_class - 1)
        if not 0 <= self.outliers <= most:
            words = tr("There can be 0 to {most} outliers: every class keeps a point in its own place.")
            raise RecipeError("outliers", words.format(most=most))

    def _check_lengths(self) -> None:
        for name, value, most in (
            ("margin", self.margin, LARGEST_MARGIN),
            ("distance", self.distance, LARGEST_DISTANCE),
        ):
            if not 0 <= value <= most or (value * 10**MOST_PLACES).denominator != 1:
                words = tr("It must be from 0 to {most}, with {places} decimals at most.")
                raise RecipeError(name, words.format(most=most, places=MOST_PLACES))
        if self.margin and not self.shape.has_margin:
            raise RecipeError("margin", tr("Curves wind between these classes: there is no margin."))
