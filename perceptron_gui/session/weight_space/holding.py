"""Which half-spaces hold the region of solutions: the others could go without changing it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.session.weight_space.constraints import PLANE

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats, Ints

MANY = 256
"""Above so many points those that lie inside of the hull of some are sorted out first."""
DIRECTIONS = 16
TINY = 1e-300
FLAT = 1e-12
"""A chart's coordinate below this is that of the middle."""


def holding_constraints(normals: Floats, middle: Floats) -> Ints:
    """Return the indices of the half-spaces that bound the region around its middle, ascending.

    Seen from θ* the weights are θ* + q, with q across: a half-space is 1 + p·q > 0, and one whose p lies in the hull of
    the others' and 0 follows from them (polar duality). So the corners of that hull hold the region.

    Parameters
    ----------
    normals : ndarray of float64, shape (n, n_entries)
        None of them 0.
    middle : ndarray of float64, shape (n_entries,)
        θ*, or other weights with a positive product with every normal.

    Returns
    -------
    ndarray of int64, shape (n_holding,)
    """
    if not len(normals):
        return np.empty(0, dtype=np.int64)
    depth = np.maximum(normals @ middle, TINY)
    seen = (normals @ across(middle).T) / depth[:, None]
    size = np.abs(seen).max(axis=1)
    central = np.flatnonzero(size <= FLAT)[:1]
    corners = _ends(seen[:, 0]) if normals.shape[1] == PLANE else hull_corners(seen)
    corners = corners[size[corners] > FLAT]
    return np.unique(np.concatenate([central, corners]))


def across(middle: Floats) -> Floats:
    """Return unit vectors that are perpendicular to a direction and to each other.

    Parameters
    ----------
    middle : ndarray of float64, shape (2,) or (3,)
        Of length 1.

    Returns
    -------
    ndarray of float64, shape (1, 2) or (2, 3)
        With the direction first they turn to the left.
    """
    if len(middle) == PLANE:
        return np.array([[-middle[1], middle[0]]])
    helper = np.zeros(3)
    helper[np.abs(middle).argmin()] = 1.0
    first = np.cross(helper, middle)
    first /= np.sqrt(first @ first)
    return np.array([first, np.cross(middle, first)])


def _ends(values: Floats) -> Ints:
    """Return the indices of the least negative end and of the largest positive end; 0 needs none."""
    ends = [i for i in (int(values.argmin()), int(values.argmax())) if values[i] != 0]
    low, high = values[values.argmin()], values[values.argmax()]
    return np.array([i for i in ends if (values[i] == low < 0) or (values[i] == high > 0)], dtype=np.int64)


def hull_corners(points: Floats) -> Ints:
    """Return the indices of the corners of the convex hull of points and 0, without 0.

    Parameters
    ----------
    points : ndarray of float64, shape (n, 2)
        Any places of a plane.

    Returns
    -------
    ndarray of int64, shape (n_corners,)
        Of several points in one place the first.
    """
    kept = _outer(points)
    places, first = np.unique(np.vstack([np.zeros((1, 2)), points[kept]]), axis=0, return_index=True)
    chain = np.concatenate([_upper_chain(places), len(places) - 1 - _upper_chain(-places[::-1])])
    found = first[np.unique(chain)] - 1
    corners: Ints = kept[found[found >= 0]]
    return corners


def _outer(points: Floats) -> Ints:
    """Return the indices of points that may be corners: not those inside of the hull of a few (Akl, Toussaint 1978)."""
    kept = np.arange(len(points))
    if len(points) <= MANY:
        return kept
    angles = 2 * np.pi * np.arange(DIRECTIONS) / DIRECTIONS
    frame = points[[int((points @ (np.cos(a), np.sin(a))).argmax()) for a in angles]]
    is_outside = np.zeros(len(points), dtype=np.bool_)
    for start, end in zip(frame, np.roll(frame, -1, axis=0), strict=True):
        x, y = end - start
        if x or y:
            is_outside |= (points[:, 0] - start[0]) * y - (points[:, 1] - start[1]) * x >= 0
    return kept[is_outside]


def _upper_chain(places: Floats) -> Ints:
    """Return the indices of the corners above, of places sorted from left to right (Andrew 1979).

    A place that is not above the line between its neighbours is no corner, whichever others go: so all of them go at
    once, again and again.
    """
    chain = np.arange(len(places))
    while len(chain) > 2:
        left, middle, right = places[chain[:-2]], places[chain[1:-1]], places[chain[2:]]
        along, aside = right - left, middle - left
        is_corner = along[:, 0] * aside[:, 1] - along[:, 1] * aside[:, 0] > 0
        if is_corner.all():
            break
        chain = chain[np.concatenate([[True], is_corner, [True]])]
    return chain
