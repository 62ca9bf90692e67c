"""The brush: how far it reaches, how many points it sprays, and where they land around the pointer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Bools, Floats

RADII = (4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192)
"""Pixels."""
DENSITIES = (1, 2, 3, 5, 8, 12, 20, 30)
"""Points a dab of the spray."""
USUAL_RADIUS, USUAL_DENSITY = 32, 3


def neighbour(values: Sequence[int], value: int, is_more: bool) -> int:
    """Return the next value of a row; the same where there is none.

    Parameters
    ----------
    values : sequence of int
        Ascending.
    value : int
        One of them, or something between.
    is_more : bool
        Whether the next larger one is meant.
    """
    beyond = [other for other in values if (other > value if is_more else other < value)]
    if not beyond:
        return value
    return min(beyond) if is_more else max(beyond)


def dab(chance: np.random.Generator, count: int, radius: float) -> Floats:
    """Return places evenly spread over a disc around 0.

    Parameters
    ----------
    chance : Generator
    count : int
        How many places.
    radius : float
        Of the disc, in pixels.

    Returns
    -------
    ndarray of float64, shape (count, 2)
        In pixels.
    """
    away, angle = radius * np.sqrt(chance.random(count)), 2 * np.pi * chance.random(count)
    return np.column_stack([away * np.cos(angle), away * np.sin(angle)])


def along(points: Floats, start: tuple[float, float], end: tuple[float, float], radius: float) -> Bools:
    """Return which points a disc covers on its way from one place to another.

    Parameters
    ----------
    points : ndarray of float64, shape (n, 2)
        In the units of the radius.
    start, end : (float, float)
        Where the middle of the disc begins, and where it ends.
    radius : float
        Of the disc.

    Returns
    -------
    ndarray of bool, shape (n,)
    """
    begin, way = np.array(start), np.array(end) - np.array(start)
    length = float(way @ way)
    share = np.clip((points - begin) @ way / length, 0, 1) if length else np.zeros(len(points))
    away = points - (begin + share[:, None] * way)
    is_near: Bools = np.hypot(away[:, 0], away[:, 1]) <= radius
    return is_near
