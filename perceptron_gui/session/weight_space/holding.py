"""Which half-spaces hold the region of solutions: the others could go without changing it, decided exactly."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.session.weight_space.constraints import PLANE

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats, Ints

MANY = 256
"""Above so many points those that certainly lie inside of the hull of some are sorted out first."""
DIRECTIONS = 16
DEEP = 1e-5
"""Where the sine of the angle between a border and θ* is smaller, floats sort nothing out."""
DOUBT = 1e-8
"""Part of its size by which a point must lie inside of a hull to lie there certainly."""
Place = tuple[Fraction, ...]


def holding_constraints(normals: Floats, middle: Sequence[Fraction]) -> Ints:
    """Return the indices of the half-spaces that bound the region around its middle, ascending.

    A half-space follows from others where its normal is a sum of theirs with weights ≥ 0 (Farkas). The normals are on
    one side of the plane across θ*: where their rays meet a plane there, the corners of the hull hold the region.

    `normals`: shape (n, n_entries): in data units: each double stands for its decimal (E2). None of them 0. `middle`:
    γ̂·θ*, or other weights with a positive product with every normal, decided exactly. Returns shape (n_holding,): of
    several half-spaces in one place the first.
    """
    kept = _perhaps_outer(normals, np.array([float(value) for value in middle]))
    places: dict[Place, int] = {}
    for index in kept.tolist():
        places.setdefault(_place([decimal_fraction(value) for value in normals[index].tolist()], middle), index)
    ordered = sorted(places)
    corners = {*ordered[:1], *ordered[-1:]}
    if normals.shape[1] > PLANE:
        corners = {*_chain(ordered), *_chain(ordered[::-1])}
    return np.array(sorted(places[corner] for corner in corners), dtype=np.int64)


def across(middle: Floats) -> Floats:
    """Return unit vectors that are perpendicular to a direction and to each other.

    `middle`: shape (2,) or (3,): of length 1. Returns shape (1, 2) or (2, 3): with the direction first they turn to the
    left.
    """
    if len(middle) == PLANE:
        return np.array([[-middle[1], middle[0]]])
    helper = np.zeros(3)
    helper[np.abs(middle).argmin()] = 1.0
    first = np.cross(helper, middle)
    first /= np.sqrt(first @ first)
    return np.array([first, np.cross(middle, first)])


def _place(normal: Sequence[Fraction], middle: Sequence[Fraction]) -> Place:
    """Return where the ray of a normal meets the plane of products 1 with θ*: all coordinates but one say it."""
    depth = sum(a * b for a, b in zip(normal, middle, strict=True))
    largest = max(range(len(middle)), key=lambda j: abs(middle[j]))
    return tuple(value / depth for j, value in enumerate(normal) if j != largest)


def _chain(ordered: Sequence[Place]) -> list[Place]:
    """Return the corners on one side, of different places sorted along a line (Andrew 1979)."""
    chain = list[Place]()
    for place in ordered:
        while len(chain) > 1 and _turn(chain[-2], chain[-1], place) <= 0:
            chain.pop()
        chain.append(place)
    return chain


def _turn(first: Place, second: Place, third: Place) -> Fraction:
    (x, y), (u, v) = ([a - b for a, b in zip(place, first, strict=True)] for place in (second, third))
    return x * v - y * u


def _perhaps_outer(normals: Floats, middle: Floats) -> Ints:
    """Return the indices of normals that may be corners: not those inside of the hull of a few (Akl, Toussaint 1978).

    Floats leave in whatever is in doubt.
    """
    kept = np.arange(len(normals))
    if len(normals) <= MANY:
        return kept
    units, unit = normals / _lengths(normals), middle / _lengths(middle[None])[0]
    depth = units @ unit
    if depth.min() < DEEP:
        return kept
    seen = (units @ across(unit).T) / depth[:, None]
    doubt = DOUBT * float(np.abs(seen).max())
    if seen.shape[1] == 1:
        return np.flatnonzero((seen[:, 0] <= seen.min() + doubt) | (seen[:, 0] >= seen.max() - doubt))
    angles = 2 * np.pi * np.arange(DIRECTIONS) / DIRECTIONS
    frame = seen[[int((seen @ (np.cos(a), np.sin(a))).argmax()) for a in angles]]
    is_outside = np.zeros(len(seen), dtype=np.bool_)
    for start, end in zip(frame, np.roll(frame, -1, axis=0), strict=True):
        x, y = end - start
        if x or y:
            turn = (seen[:, 0] - start[0]) * y - (seen[:, 1] - start[1]) * x
            is_outside |= turn >= -doubt * float(np.abs(seen).max())
    return np.flatnonzero(is_outside)


def _lengths(rows: Floats) -> Floats:
    largest = np.abs(rows).max(axis=1, keepdims=True)
    lengths: Floats = largest * np.sqrt(((rows / largest) ** 2).sum(axis=1, keepdims=True))
    return lengths
