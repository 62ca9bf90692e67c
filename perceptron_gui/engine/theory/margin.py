"""Separable or not: the verdict, its margin, and the proof where there is none (T1, T6)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset, Floats
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.exact.effort import Effort
from perceptron_gui.engine.exact.fixed_point import decimal_places
from perceptron_gui.engine.exact.integer_solve import combination, nearest_root
from perceptron_gui.engine.model.kernel_values import kernel_squares
from perceptron_gui.engine.theory.exact_vectors import ExactVectors, held_vectors
from perceptron_gui.engine.theory.min_norm_point import MinNormPoint, find_min_norm_point
from perceptron_gui.engine.theory.vector_sets import Pairs, Rows, VectorSet
from perceptron_gui.engine.training.training_data import TrainingData, make_training_data

LEAST_RATIO = Fraction(1, 10**6)
"""Of points that are no decimals a margin below this part of the radius is too close to tell: training rounds."""


@dataclass(frozen=True)
class Witness:
    """Weights λ > 0, Σλ = 1, that prove the points not separable: Σ λ_i y_i x̂_i = 0 exactly (T1, T6).

    Attributes
    ----------
    indices : tuple of int
        Points. In multiclass one may appear with several rivals.
    weights : tuple of Fraction
        λ.
    point : tuple of Fraction or None
        The point that the hulls of + and − share, in data units; None without bias and in multiclass.
    rivals : tuple of int or None
        The rival class of each entry; None in the binary modes.
    """

    indices: tuple[int, ...]
    weights: tuple[Fraction, ...]
    point: tuple[Fraction, ...] | None
    rivals: tuple[int, ...] | None


@dataclass(frozen=True, eq=False)
class Verdict:
    """Whether the points are separable, with margin or proof (T1; multiclass: T6).

    Attributes
    ----------
    separable : bool or None
        None: too close to tell; only for points that are no decimals of at most 6 places.
    margin : float or None
        γ̂, the double nearest its exact value; 0 when not separable, None when too close to tell, and in multiclass
        with a single class.
    margin_squared : Fraction or None
        γ̂² exactly.
    radius : float
        R̂ = max ‖x̂_i‖, the double nearest its exact value.
    radius_squared : Fraction
        R̂² exactly.
    min_norm_point : MinNormPoint or None
        The point of the hull nearest the origin, γ̂·θ*, when separable; class after class in multiclass, those
        without points left out.
    separator : ndarray of float64 or None
        θ* when separable: shape (n_entries,); in multiclass (n_classes, n_entries), 0 for classes without points.
    witness : Witness or None
        When not separable.
    holders : tuple of int
        When separable in a binary mode: all points whose y·(θ*·x̂) is γ̂, decided exactly.
    """

    separable: bool | None
    margin: float | None
    margin_squared: Fraction | None
    radius: float
    radius_squared: Fraction
    min_norm_point: MinNormPoint | None = None
    separator: Floats | None = None
    witness: Witness | None = None
    holders: tuple[int, ...] = ()

    @property
    def nearest(self) -> tuple[Fraction, ...] | None:
        """γ̂·θ* as fractions."""
        return None if self.min_norm_point is None else self.min_norm_point.point


def never() -> bool:
    """Return False: go on to the end."""
    return False


def geometry(dataset: Dataset, settings: TrainingSettings) -> TrainingData:
    """Return the points for the verdict: η and start weights do not matter to separability.

    Parameters
    ----------
    dataset : Dataset
    settings : TrainingSettings
        Their mode, the bias, and the class that is +.

    Raises
    ------
    SettingsError, DatasetError
        As `make_training_data`.
    """
    data = make_training_data(dataset, replace(settings, eta=1.0, initial=None))
    settings.check_features(data.n_weights)
    return data


def verdict_on(
    data: TrainingData,
    should_stop: Callable[[], bool] = never,
    work: float = math.inf,
    earlier: Verdict | None = None,
) -> Verdict | None:
    """Return whether the points are separable, with margin or proof (T1, T6), or None without points.

    Parameters
    ----------
    data : TrainingData
        As `geometry` makes it.
    should_stop : callable
        Called now and then; true ends the search.
    work : float
        What may be spent, in multiply-adds.
    earlier : Verdict or None
        That on almost the same points, if there is one: where it still holds nothing is searched. It does not change
        what is returned.

    Raises
    ------
    Cancelled
        When `should_stop` returned true; `TooMuchWork` when it would take more than `work`.
    """
    if not data.n_samples:
        return None
    if data.settings.has_curved_kernel:
        return kernel_verdict(data)
    points = held_vectors(data, data.signed)
    squared = points.largest_square()
    radius = nearest_root(squared.numerator, squared.denominator)
    vectors = _vectors(data, points)
    if vectors is None:
        return Verdict(True, None, None, radius, squared)
    effort = Effort(should_stop, work)
    nearest = _still_nearest(data, vectors, earlier, effort) or find_min_norm_point(vectors, effort)
    gap = nearest.squared
    if gap == 0:
        return Verdict(False, 0.0, gap, radius, squared, witness=_witness(data, nearest))
    if gap < LEAST_RATIO**2 * squared and not _is_decimal(data.mapped):
        return Verdict(None, None, None, radius, squared)
    margin = nearest_root(gap.numerator, gap.denominator)
    separator, holders = _separator(data, nearest.direction), _holders(data, points, nearest)
    return Verdict(True, margin, gap, radius, squared, nearest, separator, holders=holders)


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


def kernel_verdict(data: TrainingData) -> Verdict:
    """Return the verdict for a curved kernel (T7): as yet only the radius.

    Parameters
    ----------
    data : TrainingData
    """
    squares = kernel_squares(data.settings.kernel, data.mapped.X) + data.settings.bias
    squared = Fraction(float(squares.max()))
    return Verdict(None, None, None, nearest_root(squared.numerator, squared.denominator), squared)


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


def _separator(data: TrainingData, theta: Floats) -> Floats:
    if data.settings.mode.is_binary:
        return theta
    rows = np.zeros((len(data.dataset.classes), data.n_entries))
    rows[list(data.present)] = theta.reshape(len(data.present), -1)
    return rows


def _holders(data: TrainingData, points: ExactVectors, nearest: MinNormPoint) -> tuple[int, ...]:
    is_binary = data.settings.mode.is_binary
    return tuple(points.all_exactly_lowest(nearest.scaled).tolist()) if is_binary else ()


def _witness(data: TrainingData, nearest: MinNormPoint) -> Witness:
    keys, weights, parts = zip(*sorted(zip(nearest.keys, nearest.weights, nearest.parts, strict=True)), strict=True)
    indices = tuple(key[0] for key in keys)
    if not data.settings.mode.is_binary:
        return Witness(indices, weights, None, tuple(data.present[key[1]] for key in keys))
    point = _shared_point(data, indices, parts) if data.settings.bias else None
    return Witness(indices, weights, point, None)


def _shared_point(data: TrainingData, indices: tuple[int, ...], parts: tuple[int, ...]) -> tuple[Fraction, ...]:
    """Return Σ₊ λ_i x_i / Σ₊ λ_i, which the hulls of + and − share (T1)."""
    points = held_vectors(data, data.inputs)
    plus = [(part, points.whole(i)) for i, part in zip(indices, parts, strict=True) if data.targets[i] > 0]
    # The bias entry of Σ₊ λ_i x̂_i is Σ₊ λ_i.
    *total, weight = combination([part for part, _ in plus], [row for _, row in plus])
    return tuple(Fraction(entry, weight) for entry in total)
