"""Separable or not: the verdict, its margin, and the proof where there is none (T1, T6)."""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset, Floats
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.exact.effort import Effort
from perceptron_gui.engine.exact.fixed_point import decimal_places
from perceptron_gui.engine.exact.integer_solve import combination, nearest_root
from perceptron_gui.engine.theory.kernel_margin import LEAST_RATIO as KERNEL_RATIO
from perceptron_gui.engine.theory.kernel_margin import kernel_vectors, kernel_verdict, largest_kernel_square
from perceptron_gui.engine.theory.min_norm_point import MinNormPoint, find_min_norm_point
from perceptron_gui.engine.theory.vector_sets import ExactVectors, Pairs, Rows, VectorSet, held_vectors
from perceptron_gui.engine.theory.verdict import Verdict, Witness
from perceptron_gui.engine.training.training_data import TrainingData, make_training_data
from perceptron_gui.frozen import replace

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
    data: TrainingData,
    should_stop: Callable[[], bool] = never,
    work: float = math.inf,
    earlier: Verdict | None = None,
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
    points = kernel_vectors(data, effort) if data.settings.has_curved_kernel else held_vectors(data, data.signed)
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
    """Return what is said of points where a verdict would take too long: how far from the origin they are.

    `data`: as `geometry` makes it, at least one point.
    """
    has_kernel = data.settings.has_curved_kernel
    squared = largest_kernel_square(data) if has_kernel else held_vectors(data, data.signed).largest_square()
    radius = nearest_root(squared.numerator, squared.denominator)
    return Verdict(None, None, None, radius, squared, is_given_up=True)


def _entries(data: TrainingData, nearest: MinNormPoint) -> tuple[Fraction, ...]:
    """Return γ̂·θ* as far as θ has entries: with a curved kernel the bias, which is the last one."""
    if not data.settings.has_curved_kernel:
        return nearest.point if data.settings.mode.is_binary else _by_class(data, nearest.point)
    return nearest.point[-1:] if data.settings.bias and data.settings.mode.is_binary else ()


def _by_class(data: TrainingData, point: Sequence[Any]) -> tuple[Any, ...]:
    """Return rows for all classes of the palette, 0 for those without points."""
    size = data.n_entries
    rows = {k: point[i * size : (i + 1) * size] for i, k in enumerate(data.present)}
    return tuple(v for k in range(data.n_rows) for v in rows.get(k, (Fraction(0),) * size))


def _still_nearest(
    data: TrainingData, vectors: VectorSet, earlier: Verdict | None, effort: Effort
) -> MinNormPoint | None:
    """Return the nearest point, begun from the earlier one, where no other search could name another corral (T1)."""
    if earlier is None or earlier.min_norm_point is None or not isinstance(vectors, Rows):
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


def _vectors(data: TrainingData, points: ExactVectors) -> VectorSet | None:
    """Return the vectors whose hull decides, or None in multiclass with a single class: there is no rival."""
    if data.settings.mode.is_binary:
        return Rows(points)
    if len(data.present) < 2:
        return None
    targets = np.searchsorted(data.present, data.targets)
    return Pairs(points, targets, len(data.present))


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
    points = held_vectors(data, data.inputs)
    plus = [(part, points.whole(i)) for i, part in zip(indices, parts, strict=True) if data.targets[i] > 0]
    # The bias entry of Σ₊ λ_i x̂_i is Σ₊ λ_i.
    *total, weight = combination([part for part, _ in plus], [row for _, row in plus])
    return tuple(Fraction(entry, weight) for entry in total)
