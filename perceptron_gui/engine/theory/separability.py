"""Separable or not: the verdict with its margin or proof, the widest street, and the bounds of mistakes (T1–T8, T10).

The street is of Vapnik and Lerner (1963), the bound of Novikoff (1962). Every bound is worked out in whole numbers and
fractions: a float floor can fall below the true count.
"""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import floor, isqrt
from typing import Any

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset, Floats, Ints
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.exact.effort import Effort, TooMuchWork
from perceptron_gui.engine.exact.fixed_point import decimal_places
from perceptron_gui.engine.exact.integer_solve import combination, nearest_double, nearest_root
from perceptron_gui.engine.model.models import model_kind
from perceptron_gui.engine.theory import vector_sets
from perceptron_gui.engine.theory.kernel_margin import LEAST_RATIO as KERNEL_RATIO
from perceptron_gui.engine.theory.kernel_margin import kernel_vectors, kernel_verdict, largest_kernel_square
from perceptron_gui.engine.theory.min_norm_point import MinNormPoint, find_min_norm_point
from perceptron_gui.engine.theory.verdict import Verdict, Witness
from perceptron_gui.engine.training.training_data import TrainingData, make_training_data
from perceptron_gui.frozen import Frozen, replace

LEAST_RATIO = Fraction(1, 10**6)
"""Of points that are no decimals a margin below this part of the radius is too close to tell: training rounds."""


def never() -> bool:
    """Return False: go on to the end."""
    return False


def geometry(dataset: Dataset, settings: TrainingSettings) -> TrainingData:
    """Return the points for the verdict: η, β and start weights do not matter to separability.

    `settings`: their mode, the bias, and the class that is +. Raises `SettingsError`, `DatasetError` as
    `make_training_data`.
    """
    data = make_training_data(dataset, replace(settings, eta=1.0, initial=None, beta=0.0))
    settings.check_features(data.n_weights)
    return data


def verdict_on(
    data: TrainingData, should_stop: Callable[[], bool] = never, work: float = math.inf, earlier: Verdict | None = None
) -> Verdict | None:
    """Return whether the points are separable, with margin or proof (T1, T6), or None without points.

    `data`: as `geometry` makes it. `should_stop`: called now and then; true ends the search. `work`: what may be spent,
    in multiply-adds. `earlier`: that on almost the same points, if there is one: where it still holds nothing is
    searched. It does not change what is returned. Raises `Cancelled` when `should_stop` returned true; `TooMuchWork`
    when it would take more than `work`.
    """
    if not data.n_samples:
        return None
    effort = Effort(should_stop, work)
    points = (
        kernel_vectors(data, effort) if data.settings.has_curved_kernel else vector_sets.held_vectors(data, data.signed)
    )
    if points is None:
        return kernel_verdict(data, effort)
    squared = points.largest_square()
    radius = nearest_root(squared.numerator, squared.denominator)
    vectors = _vectors(data, points)
    if vectors is None:
        return Verdict(True, None, None, radius, squared)
    nearest = _still_nearest(data, vectors, earlier, effort) or find_min_norm_point(vectors, effort)
    gap = nearest.squared
    if gap == 0:
        return Verdict(False, 0.0, gap, radius, squared, witness=_witness(data, nearest))
    least = KERNEL_RATIO if data.settings.has_curved_kernel else LEAST_RATIO
    if gap < least**2 * squared and not _is_decimal(data.mapped):
        return Verdict(None, None, None, radius, squared)
    margin = nearest_root(gap.numerator, gap.denominator)
    holders = tuple(points.all_exactly_lowest(nearest.scaled).tolist()) if data.settings.mode.is_binary else ()
    separator, entries = _separator(data, nearest), _entries(data, nearest)
    return Verdict(True, margin, gap, radius, squared, nearest, separator, nearest=entries, holders=holders)


def given_up(data: TrainingData) -> Verdict:
    """Return the partial result for points whose verdict would take too long: only their radius.

    `data`: as `geometry` makes it, at least one point.
    """
    has_kernel = data.settings.has_curved_kernel
    squared = (
        largest_kernel_square(data) if has_kernel else vector_sets.held_vectors(data, data.signed).largest_square()
    )
    radius = nearest_root(squared.numerator, squared.denominator)
    return Verdict(None, None, None, radius, squared, is_given_up=True)


def _entries(data: TrainingData, nearest: MinNormPoint) -> tuple[Fraction, ...]:
    """Return γ̂·θ* as far as θ has entries: with a curved kernel the bias, which is the last one."""
    if not data.settings.has_curved_kernel:
        return nearest.point if data.settings.mode.is_binary else _by_class(data, nearest.point)
    return nearest.point[-1:] if data.settings.bias and data.settings.mode.is_binary else ()


def _by_class(data: TrainingData, point: Sequence[Any]) -> tuple[Any, ...]:
    """Return the entries of all classes of the palette, one class after the other; 0 for those without points."""
    size = data.n_entries
    rows = {k: point[i * size : (i + 1) * size] for i, k in enumerate(data.present)}
    return tuple(v for k in range(data.n_rows) for v in rows.get(k, (Fraction(0),) * size))


def _still_nearest(
    data: TrainingData, vectors: vector_sets.VectorSet, earlier: Verdict | None, effort: Effort
) -> MinNormPoint | None:
    """Return the nearest point, begun from the earlier one, where no other search could name another corral (T1)."""
    if earlier is None or earlier.min_norm_point is None or not isinstance(vectors, vector_sets.Rows):
        return None
    indices = sorted({key[0] for key in earlier.min_norm_point.keys})
    if indices[-1] >= data.n_samples:
        return None
    nearest = find_min_norm_point(vectors, effort, [(i,) for i in indices])
    is_only = any(nearest.scaled) and len(vectors.points.all_exactly_lowest(nearest.scaled)) == len(nearest.keys)
    return nearest if is_only else None


def _is_decimal(dataset: Dataset) -> bool:
    """Whether the points are decimals of at most 6 places as written, however large, none of them rounded."""
    return not dataset.rounded and decimal_places(dataset.X) is not None


def _vectors(data: TrainingData, points: vector_sets.ExactVectors) -> vector_sets.VectorSet | None:
    """Return the vectors whose hull decides, or None in multiclass with a single class: there is no rival."""
    if data.settings.mode.is_binary:
        return vector_sets.Rows(points)
    if len(data.present) < 2:
        return None
    targets = np.searchsorted(data.present, data.targets)
    return vector_sets.Pairs(points, targets, len(data.present))


def _separator(data: TrainingData, nearest: MinNormPoint) -> Floats | None:
    if data.settings.has_curved_kernel:
        return None
    if data.settings.mode.is_binary:
        return nearest.direction
    return np.array(_by_class(data, nearest.direction.tolist()), dtype=np.float64).reshape(data.n_rows, -1)


def _witness(data: TrainingData, nearest: MinNormPoint) -> Witness:
    keys, weights, parts = zip(*sorted(zip(nearest.keys, nearest.weights, nearest.parts, strict=True)), strict=True)
    indices = tuple(key[0] for key in keys)
    if not data.settings.mode.is_binary:
        return Witness(indices, weights, None, tuple(data.present[key[1]] for key in keys))
    has_point = data.settings.bias and not data.settings.has_curved_kernel
    point = _shared_point(data, indices, parts) if has_point else None
    return Witness(indices, weights, point, None)


def _shared_point(data: TrainingData, indices: tuple[int, ...], parts: tuple[int, ...]) -> tuple[Fraction, ...]:
    """Return Σ₊ λ_i x_i / Σ₊ λ_i, which the hulls of + and − share (T1)."""
    points = vector_sets.held_vectors(data, data.inputs)
    plus = [(part, points.whole(i)) for i, part in zip(indices, parts, strict=True) if data.targets[i] > 0]
    # The bias entry of Σ₊ λ_i x̂_i is Σ₊ λ_i.
    *total, weight = combination([part for part, _ in plus], [row for _, row in plus])
    return tuple(Fraction(entry, weight) for entry in total)


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
    vectors, effort = vector_sets.Differences(*_both(data, sides)), Effort(should_stop, work)
    nearest = find_min_norm_point(vectors, effort, _places_of(earlier, sides))
    if earlier is not None and not _is_only(vectors, nearest):
        nearest = find_min_norm_point(vectors, effort)
    if not nearest.squared:
        return None
    pairs = tuple((int(sides[0][i]), int(sides[1][j])) for i, j in nearest.keys)
    kerbs = np.concatenate([side[places] for side, places in zip(sides, _inner(vectors, nearest), strict=True)])
    return _street(nearest, vectors, pairs, tuple(np.sort(kerbs).tolist()))


def _places_of(earlier: MaxMargin | None, sides: tuple[Ints, Ints]) -> list[vector_sets.Key]:
    """Return the pairs of an earlier street as places in the sides of now; none where one has left its side."""
    places: list[vector_sets.Key] = []
    for pair in earlier.pairs if earlier is not None else ():
        key = tuple(int(np.searchsorted(side, index)) for side, index in zip(sides, pair, strict=True))
        if any(place == len(side) or side[place] != i for place, side, i in zip(key, sides, pair, strict=True)):
            return []
        places.append(key)
    return places


def _inner(vectors: vector_sets.Differences, nearest: MinNormPoint) -> tuple[Ints, Ints]:
    """Return the places of the points of each side that are nearest to the other side's kerb."""
    across = nearest.scaled
    return vectors.plus.all_exactly_lowest(across), vectors.minus.all_exactly_lowest([-entry for entry in across])


def _is_only(vectors: vector_sets.Differences, nearest: MinNormPoint) -> bool:
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


def _both(data: TrainingData, sides: tuple[Ints, Ints]) -> tuple[vector_sets.ExactVectors, vector_sets.ExactVectors]:
    """Return the raw points of the two sides, in whole numbers of one size."""
    plus, minus = (vector_sets.held_vectors(data, data.inputs[side, :-1]) for side in sides)
    places = max(plus.places, minus.places)
    return replace(plus, places=places), replace(minus, places=places)


def _middle(nearest: MinNormPoint, vectors: vector_sets.Differences) -> list[Fraction]:
    """Return the point halfway between the nearest points of the two hulls."""
    ends = [zip(vectors.plus.whole(i), vectors.minus.whole(j), strict=True) for i, j in nearest.keys]
    sums = combination(nearest.parts, [[a + b for a, b in pair] for pair in ends])
    return [Fraction(entry, 2 * nearest.unit) for entry in sums]


def _street(
    nearest: MinNormPoint, vectors: vector_sets.Differences, pairs: tuple[tuple[int, int], ...], kerbs: tuple[int, ...]
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


MOST_WORK = 1e10
"""Multiply-adds, of long numbers about half a nanosecond each, that are spent on a verdict: numbers of very many digits
would take for ever."""
BATCH = "batch"
ROOT_BITS = 128
"""Bits after the point of a root that is shown as a double."""


class MistakeBound(Frozen):
    """The most mistakes a run can make (T2, T4, T5, T6, T10)."""

    # the bound before rounding down; None where it is no fraction (T4 solves a quadratic equation), and where only
    # floats know the margin (T7)
    exact: Fraction | None
    at_most: int  # the most whole mistakes, for certain
    # the bound as a double. The nearest double of a number that is at least m is at least m, so that this is never
    # below `at_most` (as long as that has a double, up to 2^53)
    unrounded: float


class Analysis(Frozen, eq=False):
    """All results about the points that need no training (T1–T6)."""

    verdict: Verdict | None  # None without points
    street: MaxMargin | None  # None without bias, one class, more than two in multiclass, or not separable (T3)
    bound: MistakeBound | None  # for the settings' order, η and start weights; None where there is none


def analyze(
    dataset: Dataset,
    settings: TrainingSettings,
    should_stop: Callable[[], bool] = never,
    earlier: Analysis | None = None,
) -> Analysis:
    """Return verdict, street and bound for the points as `settings` see them.

    `should_stop`: called now and then from the calling thread; true ends the analysis. `earlier`: that of almost the
    same points, if there is one: it saves searching, and does not change what is returned. Raises `Cancelled` when
    `should_stop` returned true. Raises `SettingsError`, `DatasetError` as `make_training_data`.
    """
    data = geometry(dataset, settings)
    try:
        verdict = verdict_on(data, should_stop, MOST_WORK, earlier.verdict if earlier is not None else None)
    except TooMuchWork:
        return Analysis(given_up(data), None, None)
    if verdict is None or not verdict.separable:
        return Analysis(verdict, None, None)
    bound = mistake_bound(verdict, settings, dataset)
    try:
        street = find_max_margin(data, should_stop, earlier.street if earlier is not None else None, MOST_WORK)
    except TooMuchWork:
        street = None
    return Analysis(verdict, street, bound)


def mistake_bound(verdict: Verdict, settings: TrainingSettings, dataset: Dataset) -> MistakeBound | None:
    """Return the bound on the mistakes of a run, near misses included (batch: both summed over the updates).

    With θ₀ = 0 it is R̂²/γ̂² (T2); β > 0 adds 2β/η to R̂² (T10). Every update adds at least ηγ̂ to θ·θ* and at most
    η²R̂² + 2ηβ to ‖θ‖², which with start weights makes t·ηγ̂ + θ₀·θ* ≤ √(‖θ₀‖² + t(η²R̂² + 2ηβ)) (T4).

    `dataset`: the points of a pass (T5). Returns None when the verdict is not "separable", and in multiclass with a
    single class, where no mistake is possible.
    """
    if not verdict.separable or verdict.margin_squared is None:
        return None
    eta, growth = decimal_fraction(settings.eta), update_growth(verdict, settings, dataset.n_samples)
    start = start_weights(settings, dataset)
    if not start:
        value = growth / (eta**2 * verdict.margin_squared)
        return MistakeBound(value if verdict.known_square is not None else None, floor(value), nearest_double(value))
    along = dot_exactly(start, verdict.nearest or ())
    length = dot_exactly(start, start)
    return _largest_root(
        eta * verdict.margin_squared, along, verdict.margin_squared * length, growth * verdict.margin_squared
    )


def start_weights(settings: TrainingSettings, dataset: Dataset) -> tuple[Fraction, ...]:
    """Return θ₀ exactly, row after row; empty for a start from zero.

    The row of a class without points is 0: no visit reads or changes it, whatever it starts from (W1).

    `dataset`: the points that are trained on.
    """
    if not settings.has_start_weights:
        return ()
    size = len(settings.weight_names(dataset.features)) + settings.bias
    rows = (0,) if settings.mode.is_binary else dataset.present
    given = settings.start_values(size, max(rows, default=0) + 1)
    start = tuple(decimal_fraction(v) if j // size in rows else Fraction(0) for j, v in enumerate(given))
    return start if any(start) else ()


def dot_exactly(first: Sequence[Fraction], second: Sequence[Fraction]) -> Fraction:
    """Return the scalar product of two vectors; entries that only one of both has count as beside 0.

    `first`, `second`: row after row, of which the last ones may be missing.
    """
    return sum((a * b for a, b in zip(first, second, strict=False)), Fraction(0))


def update_growth(verdict: Verdict, settings: TrainingSettings, n_samples: int) -> Fraction:
    """Return the most that one mistake or near miss adds to ‖θ‖²: η²R̂² + 2ηβ, with `update_square` for R̂² (T8, T10).

    `n_samples`: points of a pass (T5).
    """
    eta = decimal_fraction(settings.eta)
    return eta**2 * update_square(verdict, settings, n_samples) + 2 * eta * decimal_fraction(settings.beta)


def update_square(verdict: Verdict, settings: TrainingSettings, n_samples: int) -> Fraction:
    """Return what takes the place of R̂² in the bounds: 2R̂² in multiclass (T6), n times as much in batch order (T5).

    `settings`: their mode and order. `n_samples`: points of a pass.
    """
    square = verdict.radius_squared * model_kind(settings).rows_moved
    return square * n_samples if settings.order.value == BATCH else square


def _largest_root(slope: Fraction, along: Fraction, length: Fraction, growth: Fraction) -> MistakeBound:
    """Return the largest t with t·slope + along ≤ √(length + t·growth); t = 0 holds (Cauchy and Schwarz).

    The right side is concave, so that all t from 0 up to the larger root of (t·slope + along)² = length + t·growth
    hold, and the root is (p + √q)/(2·slope²) with p = growth − 2·slope·along and q = p² − 4·slope²·(along² − length).
    """
    p = growth - 2 * slope * along
    q = p * p - 4 * slope**2 * (along**2 - length)
    # Over one whole denominator: (p·s + √(q·s²))/(2·slope²·s), so that the whole root decides the floor.
    scale = p.denominator * q.denominator * (2 * slope**2).denominator
    top, square, bottom = int(p * scale), int(q * scale**2), int(2 * slope**2 * scale)
    at_most = (top + isqrt(square)) // bottom
    # Cut off after ROOT_BITS places it stays at or above every whole number that it reaches.
    fine = Fraction((top << ROOT_BITS) + isqrt(square << (2 * ROOT_BITS)), bottom << ROOT_BITS)
    return MistakeBound(None, at_most, nearest_double(fine))


class ProofCurves(Frozen):
    """The two sides of the proof: after t mistakes `along(t)` ≤ θ_t·θ* ≤ ‖θ_t‖ ≤ `length(t)` (T8).

    Where the sides meet is the bound.
    """

    # ηγ̂, what a mistake adds to θ·θ* at least; None where the points are not known to be separable: then there is no
    # θ*, and only the other side holds
    rise: float | None
    start_along: float  # θ₀·θ* (T4)
    # what a mistake adds to ‖θ‖² at most: η²R̂² (batch: nR̂² for R̂²; multiclass: 2R̂²), with β 2ηβ more
    growth: Fraction
    start_square: Fraction  # ‖θ₀‖²

    def along(self, mistakes: Floats) -> Floats | None:
        """Return t·ηγ̂ + θ₀·θ*, which θ_t·θ* never falls below; None without a margin.

        `mistakes`: shape (n,): the counts t. Returns shape (n,), or None.
        """
        return None if self.rise is None else mistakes * self.rise + self.start_along

    def length(self, mistakes: Floats) -> Floats:
        """Return √(‖θ₀‖² + t·η²R̂²), which ‖θ_t‖ never exceeds.

        `mistakes`: shape (n,): the counts t. Returns shape (n,).
        """
        # Powers of four change no bit, and keep products within doubles whose roots are there.
        largest = max(self.growth, self.start_square)
        halves = max(0, largest.numerator.bit_length() - largest.denominator.bit_length()) // 2
        growth, start = (nearest_double(square / 4**halves) for square in (self.growth, self.start_square))
        lengths: Floats = np.ldexp(np.sqrt(start + mistakes * growth), halves)
        return lengths


def proof_curves(verdict: Verdict, settings: TrainingSettings, dataset: Dataset) -> ProofCurves:
    """Return the two sides of the proof (T8; with start weights T4, batch T5, multiclass T6, β > 0 T10).

    `settings`: their mode, order, η, start weights and β. `dataset`: the points of a pass.
    """
    start, growth = start_weights(settings, dataset), update_growth(verdict, settings, dataset.n_samples)
    square = dot_exactly(start, start)
    if not verdict.margin:
        return ProofCurves(None, 0.0, growth, square)
    along = nearest_double(dot_exactly(start, verdict.nearest)) / verdict.margin if start and verdict.nearest else 0.0
    return ProofCurves(settings.eta * verdict.margin, along, growth, square)
