"""Curves as step functions of the visit: their lines, and the visit under a place."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats, Ints
    from perceptron_gui.engine.run.curves import Curves

HALF = 0.5
"""A visit reaches half a visit to either side: what lies above its number is its state."""


def steps(curves: Curves, values: Floats | Ints) -> tuple[Floats, Floats, Ints]:
    """Return a line with a step for every state, and which of its places is joined with the next.

    `values`: shape (n_places,): may be empty; what is no number is left out. `x`, `y`: shape (2 n_steps,). `is_joined`:
    shape (2 n_steps,): 1 within a step, and where the next visit has another state; 0 where some visits between are not
    known.
    """
    is_there = np.isfinite(values)
    first, last = curves.visits[: len(values)][is_there], curves.through[: len(values)][is_there]
    x = np.column_stack([first - HALF, last + HALF]).ravel()
    y = np.repeat(values[is_there].astype(np.float64), 2)
    is_joined = np.ones(len(x), dtype=np.int64)
    is_joined[1::2] = np.append(last[:-1] + 1 == first[1:], [False])[: len(last)]
    return x, y, is_joined


def shows_share(curves: Curves, name: str) -> bool:
    """Whether a plot shows the share of mistakes so far: the first does in online order. `name`: name of the plot."""
    return name == "mistakes" and len(curves.seen) > 0


def visit_at(curves: Curves, name: str, at: float) -> int | None:
    """Return the visit that lies nearest to a place in a plot, of those that something is known of; None without any.

    `name`: name of the plot. `at`: A visit, or a fraction between two visits.
    """
    if shows_share(curves, name):
        return int(curves.seen[np.abs(curves.seen - at).argmin()])
    if not len(curves.visits):
        return None
    nearest = np.clip(math.floor(at + 0.5), curves.visits, curves.through)
    return int(nearest[np.abs(nearest - at).argmin()])
