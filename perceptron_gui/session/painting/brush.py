"""The brush: where the points that it sprays land around the pointer, and which it touches on its way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Bools, Floats


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
