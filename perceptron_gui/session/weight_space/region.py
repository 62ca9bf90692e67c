"""The region of solutions as corners: a sector of the plane, or a polygon on the sphere of directions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.frozen import Frozen
from perceptron_gui.session.weight_space.constraints import PLANE
from perceptron_gui.session.weight_space.holding import across
from perceptron_gui.session.weight_space.spherical_polygon import SphericalPolygon, cut_by_all

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats, Ints


class Region(Frozen, eq=False):
    """All weights without errors, up to their length."""

    # shape (n_entries,): θ*: every solution is less than 90° from it, since θ* is a sum of the y·x̂ with weights ≥ 0
    # (T1)
    middle: Floats
    holding: Ints  # shape (n_holding,): indices of the half-spaces that bound it
    polygon: SphericalPolygon | None = None  # on the sphere
    # shape (2, 2): in the plane: the directions where it begins and where it ends, to the left
    edges: Floats | None = None


def region_around(middle: Floats, normals: Floats, holding: Ints) -> Region:
    """Return what all half-spaces have in common.

    `middle`: shape (n_entries,): θ*, of length 1, strictly inside all of them: that there is a region is known by then
    (T1). `normals`: shape (n, n_entries): unit normals. `holding`: shape (n_holding,): indices of those that bound it.
    """
    if len(middle) == PLANE:
        return Region(middle, holding, edges=_sector(middle, normals[holding]))
    return Region(middle, holding, cut_by_all(SphericalPolygon.hemisphere(middle), normals[holding]))


def half_space(normal: Floats) -> Region:
    """Return all weights on one side of a border. `normal`: shape (n_entries,): of length 1, towards them."""
    return region_around(normal, normal[None], np.zeros(1, dtype=np.int64))


def _sector(middle: Floats, normals: Floats) -> Floats:
    """Return the two directions between which a sector around its middle lies, shape (2, 2)."""
    left = across(middle)[0]
    along, aside = np.maximum(normals @ middle, 0.0), normals @ left
    # A half-plane lets go on to the left until it is perpendicular to its normal.
    to_left = np.arctan2(along, -aside).min(where=aside < 0, initial=np.pi / 2)
    to_right = np.arctan2(along, aside).min(where=aside > 0, initial=np.pi / 2)
    angles = np.array([-to_right, to_left])
    edges: Floats = np.outer(np.cos(angles), middle) + np.outer(np.sin(angles), left)
    return edges
