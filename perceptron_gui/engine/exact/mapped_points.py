"""φ(X): points as a model with features sees them, as a set of points of its own (F1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset, DatasetError, Floats
from perceptron_gui.engine.data.growable_array import GrowableArray, GrowablePoints
from perceptron_gui.engine.data.settings_error import SettingsError
from perceptron_gui.engine.exact.feature_values import feature_values, largest_value
from perceptron_gui.engine.exact.fixed_point import largest_size
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.data.feature_map import FeatureMap

LARGEST_FEATURE = 1e140
"""Squares of features, summed and learned from again and again, stay far below where doubles end (F1)."""


def mapped_points(dataset: Dataset, features: FeatureMap) -> Dataset:
    """Return φ of points, with the features for columns; the same object for the identity.

    `features`: φ. Returns values may be above 10¹², up to 10¹⁴⁰; `rounded` are the points that are not exact (E2).
    Raises `SettingsError` when φ makes no sense for these columns. Raises `DatasetError` when a value is not finite, or
    above 10¹⁴⁰ in size.
    """
    if features.is_identity:
        return dataset
    values, rounded = _values(dataset, features, 0)
    growth = GrowablePoints(GrowableArray.copied(values), GrowableArray(dataset.labels), dataset.present)
    return _as_dataset(dataset, features, growth, rounded)


def longer_mapped_points(earlier: Dataset, dataset: Dataset, features: FeatureMap) -> Dataset:
    """Return φ of points, of which only the new ones are looked at.

    `earlier`: φ of the first points. `dataset`: those points and new ones. `features`: φ. Raises `DatasetError` when a
    value is not finite, or above 10¹⁴⁰ in size.
    """
    if features.is_identity:
        return dataset
    values, rounded = _values(dataset, features, earlier.n_samples)
    known = earlier._growth.X if earlier._growth is not None else GrowableArray(earlier.X)
    growth = GrowablePoints(known.with_rows(values), GrowableArray(dataset.labels), dataset.present)
    return _as_dataset(dataset, features, growth, (*earlier.rounded, *rounded))


def _values(dataset: Dataset, features: FeatureMap, start: int) -> tuple[Floats, tuple[int, ...]]:
    """Return φ of the points from one on, and which of these are not exact."""
    entries = features.of(dataset.features)
    values, is_rounded = feature_values(entries.programs, dataset.X[start:])
    is_good = np.abs(values) <= LARGEST_FEATURE  # NaN is not
    if not is_good.all():
        point, j = (int(place) for place in np.argwhere(~is_good)[0])
        place = ", ".join(format(value, ".15g") for value in dataset.X[start + point, :3].tolist())
        place += ", …" * (dataset.n_features > 3)
        words = tr("The feature {name} is not a finite number at the point ({place}).")
        if np.isfinite(values[point, j]):
            words = tr("The feature {name} is too large at the point ({place}): its values are at most 10¹⁴⁰ in size.")
        raise DatasetError(words.format(name=entries.names[j], place=place))
    marked = {i for i in dataset.rounded if i >= start}
    return values, tuple(sorted(marked.union((np.flatnonzero(is_rounded) + start).tolist())))


def _as_dataset(dataset: Dataset, features: FeatureMap, growth: GrowablePoints, rounded: tuple[int, ...]) -> Dataset:
    names = features.names(dataset.features)
    return Dataset(growth.X.array, dataset.labels, dataset.classes, names, rounded, None, growth)


def mapping_problem(dataset: Dataset, features: FeatureMap) -> str:
    """Return why φ of points cannot be worked out, in a sentence; "" where it can.

    Points are looked at only where a feature of such large ones might be too large.

    `features`: φ.
    """
    if features.is_identity:
        return ""
    try:
        programs = features.of(dataset.features).programs
        size = largest_size(dataset.X)
        if not all(largest_value(program, size) < LARGEST_FEATURE / 2 for program in programs):
            _values(dataset, features, 0)
    except (SettingsError, DatasetError) as error:
        return str(error)
    return ""
