"""The brush: where the points that it sprays land around the pointer, and which it touches on its way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Bools, Floats


def dab(chance: np.random.Generator, count: int, radius: float) -> Floats:
    """Return places evenly spread over a disc around 0.

    `count`: how many places. `radius`: of the disc, in pixels. Returns shape (count, 2): in pixels.
    """
    away, angle = radius * np.sqrt(chance.random(count)), 2 * np.pi * chance.random(count)
    return np.column_stack([away * np.cos(angle), away * np.sin(angle)])


def along(points: Floats, start: tuple[float, float], end: tuple[float, float], radius: float) -> Bools:
    """Return which points a disc covers on its way from one place to another.

    `points`: shape (n, 2): in the units of the radius. `start`, `end`: where the middle of the disc begins, and where
    it ends. `radius`: of the disc. Returns shape (n,).
    """
    begin, way = np.array(start), np.array(end) - np.array(start)
    length = float(way @ way)
    share = np.clip((points - begin) @ way / length, 0, 1) if length else np.zeros(len(points))
    away = points - (begin + share[:, None] * way)
    is_near: Bools = np.hypot(away[:, 0], away[:, 1]) <= radius
    return is_near
