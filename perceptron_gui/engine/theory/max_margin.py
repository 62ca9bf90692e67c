"""The widest street between two classes (T3; Vapnik and Lerner 1963)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from perceptron_gui.engine.data.dataset import Floats, Ints
from perceptron_gui.engine.exact.effort import Effort
from perceptron_gui.engine.exact.integer_solve import combination, nearest_double, nearest_root
from perceptron_gui.engine.theory.exact_vectors import ExactVectors, held_vectors
from perceptron_gui.engine.theory.margin import never
from perceptron_gui.engine.theory.min_norm_point import MinNormPoint, find_min_norm_point
from perceptron_gui.engine.theory.vector_sets import Differences
from perceptron_gui.engine.training.training_data import TrainingData


@dataclass(frozen=True)
class StreetSquares:
    """The numbers of a street that are rational where the points are decimals (T3).

    Attributes
    ----------
    b, rho, M : Fraction
        b*², ρ² and M².
    """

    b: Fraction
    rho: Fraction
    M: Fraction

    @property
    def bound(self) -> Fraction:
        """(b*² + 1)(1 + M²)/ρ²."""
        return (self.b + 1) * (1 + self.M) / self.rho


@dataclass(frozen=True, eq=False)
class MaxMargin:
    """The widest street between two classes (T3).

    Attributes
    ----------
    w : ndarray of float64, shape (n_features,)
        w*, of length 1, towards the + side.
    b : float
        b*.
    rho : float
        ρ, half the width.
    M : float
        max ‖x_i‖.
    squares : StreetSquares
        b*², ρ² and M², exactly.
    support : tuple of int
        Points on the kerbs that hold the street: the nearest points of the two hulls are their combinations.
    kerbs : tuple of int
        All points on the kerbs, decided exactly; `support` is among them.
    """

    w: Floats
    b: float
    rho: float
    M: float
    squares: StreetSquares
    support: tuple[int, ...]
    kerbs: tuple[int, ...]

    @property
    def bound(self) -> Fraction:
        """(b*² + 1)(1 + M²)/ρ², exactly."""
        return self.squares.bound

    @property
    def unrounded(self) -> float:
        """The bound as the nearest double."""
        return nearest_double(self.bound)


def find_max_margin(data: TrainingData, should_stop: Callable[[], bool] = never) -> MaxMargin | None:
    """Return the widest street, or None without bias, without two classes, or where the hulls touch.

    Half its width is half the distance of the two hulls; it lies across the line that joins their nearest points.
    Multiclass with two classes is the binary problem (M3): the later class is +.

    Parameters
    ----------
    data : TrainingData
        As `margin.geometry` makes it.
    should_stop : callable
        Called now and then; true ends the search.

    Raises
    ------
    Cancelled
        When `should_stop` returned true.
    """
    sides = _sides(data)
    if sides is None:
        return None
    vectors = Differences(*_both(data, sides))
    nearest = find_min_norm_point(vectors, Effort(should_stop))
    if not nearest.squared:
        return None
    support = {int(side[key[s]]) for key in nearest.keys for s, side in enumerate(sides)}
    across = nearest.scaled
    inner = vectors.plus.all_exactly_lowest(across), vectors.minus.all_exactly_lowest([-d for d in across])
    kerbs = np.concatenate([side[places] for side, places in zip(sides, inner, strict=True)])
    return _street(nearest, vectors, tuple(sorted(support)), tuple(np.sort(kerbs).tolist()))


def _sides(data: TrainingData) -> tuple[Ints, Ints] | None:
    """Return the indices of the + points and of the − points, or None."""
    targets = data.targets
    if not data.settings.mode.is_binary and len(data.present) == 2:
        targets = np.where(targets == data.present[1], 1, -1)
    elif not data.settings.mode.is_binary:
        return None
    plus, minus = np.flatnonzero(targets > 0), np.flatnonzero(targets < 0)
    return (plus, minus) if data.settings.bias and len(plus) and len(minus) else None


def _both(data: TrainingData, sides: tuple[Ints, Ints]) -> tuple[ExactVectors, ExactVectors]:
    """Return the raw points of the two sides, in whole numbers of one size."""
    plus, minus = (held_vectors(data, data.inputs[side, :-1]) for side in sides)
    places = max(plus.places, minus.places)
    return replace(plus, places=places), replace(minus, places=places)


def _middle(nearest: MinNormPoint, vectors: Differences) -> list[Fraction]:
    """Return the point halfway between the nearest points of the two hulls."""
    ends = [zip(vectors.plus.whole(i), vectors.minus.whole(j), strict=True) for i, j in nearest.keys]
    sums = combination(nearest.parts, [[a + b for a, b in pair] for pair in ends])
    return [Fraction(entry, 2 * nearest.unit) for entry in sums]


def _street(nearest: MinNormPoint, vectors: Differences, support: tuple[int, ...], kerbs: tuple[int, ...]) -> MaxMargin:
    """Return the street whose kerbs stand at the two ends of `nearest.point`."""
    squared, middle = nearest.squared, _middle(nearest, vectors)
    offset = -sum((a * m for a, m in zip(nearest.point, middle, strict=True)), Fraction(0))
    largest = max(vectors.plus.largest_square(), vectors.minus.largest_square())
    squares = StreetSquares(b=offset * offset / squared, rho=squared / 4, M=largest)
    return MaxMargin(
        w=nearest.direction,
        b=-_root(squares.b) if offset < 0 else _root(squares.b),
        rho=_root(squares.rho),
        M=_root(largest),
        squares=squares,
        support=support,
        kerbs=kerbs,
    )


def _root(square: Fraction) -> float:
    return nearest_root(square.numerator, square.denominator)
