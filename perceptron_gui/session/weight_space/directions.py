"""Directions of weights, and the line from one to the next as seen from 0."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.session.weight_space.spherical_polygon import ARC_STEP

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats

RIM = 1e-9
"""Of directions that differ by less neither is to the left of the other."""


def upright(direction: Floats) -> Floats:
    """Return directions to the right, upwards and towards the eye, as rows, with the last axis upwards.

    `direction`: shape (3,): towards the eye; not 0.
    """
    front = direction / np.sqrt(direction @ direction)
    right = np.array([-front[1], front[0], 0.0])
    length = np.sqrt(right @ right)
    right = right / length if length > RIM else np.array([1.0, 0.0, 0.0])
    return np.array([right, np.cross(front, right), front])


def directions(thetas: Floats) -> Floats:
    """Return weights at length 1; NaN for 0, which has no direction. `thetas`: shape (n, n_entries): the weights."""
    largest = np.abs(thetas).max(axis=1, initial=0.0)
    scaled = thetas / np.where(largest > 0, largest, np.nan)[:, None]
    unit: Floats = scaled / np.sqrt((scaled**2).sum(axis=1))[:, None]
    return unit


def with_arcs(thetas: Floats) -> Floats:
    """Return directions along the line through weights, close enough to be joined by straight lines.

    `thetas`: shape (n, 3): the weights, in the order of the line. Returns shape (m, 3): NaN where the line passes
    through 0 and so jumps to the other side.
    """
    units = directions(thetas)
    if len(units) < 2:
        return units
    cosines = np.clip((units[:-1] * units[1:]).sum(axis=1), -1.0, 1.0)
    steps = np.maximum(np.ceil(np.arccos(np.nan_to_num(cosines, nan=1.0)) / ARC_STEP), 1).astype(np.int64)
    starts = np.repeat(np.arange(len(steps)), steps)
    share = (np.arange(steps.sum()) - np.repeat(np.cumsum(steps) - steps, steps)) / steps[starts]
    # As the line itself goes: from θ to θ + η y x̂, evenly; a long arc has its pieces where they are needed by angle.
    angles = np.arccos(cosines)[starts]
    sine = np.sin(angles)
    is_short, is_turn = sine < RIM, cosines[starts] < 0
    with np.errstate(invalid="ignore", divide="ignore"):
        first = np.where(is_short, 1 - share, np.sin((1 - share) * angles) / sine)
        second = np.where(is_short, share, np.sin(share * angles) / sine)
    places = first[:, None] * units[starts] + second[:, None] * units[starts + 1]
    places[is_short & is_turn] = np.nan
    whole = share == 0
    places[whole] = units[starts[whole]]
    return np.vstack([places, units[-1:]])
