"""The widest street between two classes (T3; Vapnik and Lerner 1963)."""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np

from perceptron_gui.engine.data.dataset import Floats, Ints
from perceptron_gui.engine.exact.effort import Effort
from perceptron_gui.engine.exact.integer_solve import combination, nearest_double, nearest_root
from perceptron_gui.engine.theory.margin import never
from perceptron_gui.engine.theory.min_norm_point import MinNormPoint, find_min_norm_point
from perceptron_gui.engine.theory.vector_sets import Differences, ExactVectors, Key, held_vectors
from perceptron_gui.engine.training.training_data import TrainingData
from perceptron_gui.frozen import Frozen, replace


class StreetSquares(Frozen):
    """The numbers of a street that are rational where the points are decimals (T3)."""

    # b*², ρ² and M²
    b: Fraction
    rho: Fraction
    M: Fraction


class MaxMargin(Frozen, eq=False):
    """The widest street between two classes (T3)."""

    w: Floats  # shape (n_features,): w*, of length 1, towards the + side
    b: float  # b*
    rho: float  # ρ, half the width
    M: float  # max ‖x_i‖
    squares: StreetSquares  # b*², ρ² and M², exactly
    # (w*, b*)/ρ, exactly: its scalar product with y·(x, 1) is at least 1 for every point
    separator: tuple[Fraction, ...]
    # A + and a − point each, on the kerbs, that hold the street: the nearest points of the two hulls are their
    # combinations
    pairs: tuple[tuple[int, int], ...]
    kerbs: tuple[int, ...]  # all points on the kerbs, decided exactly

    @property
    def bound(self) -> Fraction:
        """(b*² + 1)(1 + M²)/ρ², exactly."""
        return (self.squares.b + 1) * (1 + self.squares.M) / self.squares.rho

    @property
    def unrounded(self) -> float:
        """The bound as the nearest double."""
        return nearest_double(self.bound)


def change_by_start(street: MaxMargin, start: Sequence[Fraction], eta: Fraction, n_errors: int = 1) -> Fraction:
    """Return what start weights θ₀ change at the bound of the street: ‖θ₀‖²/(η²(1 + M²)) − 2 θ₀·(w*, b*)/(ηρ) (T3, P5).

    With c = η(1 + M²)/ρ every mistake takes at least η²(1 + M²) from ‖θ − c·(w*, b*)‖²: the sum of both is at most what
    that is at the start, divided by η²(1 + M²). Where the change is above 0 the bound from zero is none from there.

    `start`: θ₀. `eta`: the learning rate. `n_errors`: the most errors of an update: n in batch order, where n(1 + M²)
    stands for 1 + M² (T5).
    """
    size = n_errors * (1 + street.squares.M)
    length = sum((entry * entry for entry in start), Fraction(0))
    along = sum((a * b for a, b in zip(start, street.separator, strict=True)), Fraction(0))
    return length / (eta * eta * size) - 2 * along / eta


def find_max_margin(
    data: TrainingData,
    should_stop: Callable[[], bool] = never,
    earlier: MaxMargin | None = None,
    work: float = math.inf,
) -> MaxMargin | None:
    """Return the widest street, or None without bias, without two classes, or where the hulls touch.

    A curved kernel has none that could be drawn.

    Half its width is half the distance of the two hulls; it lies across the line that joins their nearest points.
    Multiclass with two classes is the binary problem (M3): the later class is +.

    `data`: as `margin.geometry` makes it. `should_stop`: called now and then; true ends the search. `earlier`: that of
    almost the same points, if there is one: where its kerbs still hold the street nothing is searched. It does not
    change what is returned. `work`: what may be spent, in multiply-adds. Raises `Cancelled` when `should_stop` returned
    true; `TooMuchWork` when it would take more than `work`.
    """
    sides = None if data.settings.has_curved_kernel else _sides(data)
    if sides is None:
        return None
    vectors, effort = Differences(*_both(data, sides)), Effort(should_stop, work)
    nearest = find_min_norm_point(vectors, effort, _places_of(earlier, sides))
    if earlier is not None and not _is_only(vectors, nearest):
        nearest = find_min_norm_point(vectors, effort)
    if not nearest.squared:
        return None
    pairs = tuple((int(sides[0][i]), int(sides[1][j])) for i, j in nearest.keys)
    kerbs = np.concatenate([side[places] for side, places in zip(sides, _inner(vectors, nearest), strict=True)])
    return _street(nearest, vectors, pairs, tuple(np.sort(kerbs).tolist()))


def _places_of(earlier: MaxMargin | None, sides: tuple[Ints, Ints]) -> list[Key]:
    """Return the pairs of an earlier street as places in the sides of now; none where one has left its side."""
    places: list[Key] = []
    for pair in earlier.pairs if earlier is not None else ():
        key = tuple(int(np.searchsorted(side, index)) for side, index in zip(sides, pair, strict=True))
        if any(place == len(side) or side[place] != i for place, side, i in zip(key, sides, pair, strict=True)):
            return []
        places.append(key)
    return places


def _inner(vectors: Differences, nearest: MinNormPoint) -> tuple[Ints, Ints]:
    """Return the places of the points of each side that are nearest to the other side's kerb."""
    across = nearest.scaled
    return vectors.plus.all_exactly_lowest(across), vectors.minus.all_exactly_lowest([-entry for entry in across])


def _is_only(vectors: Differences, nearest: MinNormPoint) -> bool:
    """Whether no other search could name other pairs."""
    return any(nearest.scaled) and len(nearest.keys) == math.prod(map(len, _inner(vectors, nearest)))


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


def _street(
    nearest: MinNormPoint, vectors: Differences, pairs: tuple[tuple[int, int], ...], kerbs: tuple[int, ...]
) -> MaxMargin:
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
        separator=tuple(2 * entry / squared for entry in (*nearest.point, offset)),
        pairs=pairs,
        kerbs=kerbs,
    )


def _root(square: Fraction) -> float:
    return nearest_root(square.numerator, square.denominator)
