"""Selected points elsewhere: mapped, a step aside, shaken, or twice; each returns other points of the same dataset."""

from __future__ import annotations

import zlib
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset, DatasetError, Floats, Ints
from perceptron_gui.engine.exact.fixed_point import nearest_doubles
from perceptron_gui.session.painting.decimal_shift import shifted_values
from perceptron_gui.session.painting.selection_box import SelectionBox, in_plane
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.session.painting.plane_map import PlaneMap

SHAKE_PARTS = 10
"""A shaken point lands on one of so many places on each side of where it was, the last of them a step away."""
Offset = tuple[int, int]
"""Steps to the right and upwards."""


def require_plane(dataset: Dataset) -> None:
    """Raise `DatasetError` where points have more than two features: a gesture does not say where they go."""
    if dataset.n_features > 2:
        raise DatasetError(tr("These points have more than two features: they cannot be moved in the plane."))


def box_of(dataset: Dataset, rows: Ints) -> SelectionBox:
    """Return the box around points.

    `dataset`: with one or two features. `rows`: shape (n,): indices of the points; at least one.
    """
    return SelectionBox.around(in_plane(dataset, rows))


def mapped(dataset: Dataset, rows: Ints, plane_map: PlaneMap, step: Fraction) -> Dataset:
    """Return the points with some of them mapped.

    `dataset`: with one or two features. `rows`: shape (n,): indices of those that move. `step`: of the grid to which
    places are rounded, see `PlaneMap.places`. Raises `DatasetError` where a point would lie beyond 10¹², or leave the
    line of a single feature.
    """
    if dataset.n_features == 1 and not plane_map.stays_on_line:
        raise DatasetError(tr("Points with one feature lie on a line, and cannot be turned."))
    places = plane_map.places(in_plane(dataset, rows), step)
    return dataset.moved(rows, places[:, : dataset.n_features])


def shifted(dataset: Dataset, rows: Ints, offset: Offset, step: Fraction) -> Dataset:
    """Return the points with some of them a few steps aside.

    `dataset`: with one or two features. `rows`: shape (n,): indices of those that move. `offset`: steps to the right
    and upwards. `step`: in data units. Raises `DatasetError` where a point would lie beyond 10¹².
    """
    return dataset.moved(rows, _aside(dataset, rows, offset, step))


def duplicated(dataset: Dataset, rows: Ints, offset: Offset, step: Fraction) -> Dataset:
    """Return the points, and after them copies of some, a few steps aside where they have a place in the plane.

    `rows`: shape (n,): indices of those that are copied. `offset`: steps to the right and upwards. `step`: in data
    units. Raises `DatasetError` where a copy would lie beyond 10¹².
    """
    is_plane = dataset.n_features <= 2
    places = _aside(dataset, rows, offset, step) if is_plane else dataset.X[rows]
    marks = [] if is_plane else np.flatnonzero(np.isin(rows, dataset.rounded)).tolist()
    return dataset.with_points(places, dataset.labels[rows], marks)


def shaken(dataset: Dataset, rows: Ints, step: Fraction) -> Dataset:
    """Return the points with some of them moved by chance, by less than a step or a step; the same for the same points.

    `dataset`: with one or two features. `rows`: shape (n,): indices of those that move. `step`: in data units. Raises
    `DatasetError` where a point would lie beyond 10¹².
    """
    before = dataset.X[rows]
    chance = np.random.default_rng(zlib.crc32(np.ascontiguousarray(before).tobytes()))
    parts = chance.integers(-SHAKE_PARTS, SHAKE_PARTS + 1, before.shape)
    fine = step / SHAKE_PARTS
    return dataset.moved(rows, nearest_doubles(np.rint(before / float(fine)) + parts, fine))


def _aside(dataset: Dataset, rows: Ints, offset: Offset, step: Fraction) -> Floats:
    """Return the places of points, so many steps away."""
    columns = [shifted_values(dataset.X[rows, j], offset[j] * step) for j in range(dataset.n_features)]
    return np.column_stack(columns)
