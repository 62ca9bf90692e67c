"""What a grid would miss: places between its lines where a region may begin and end again."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats

CLOSEST = 0.1
"""Lines nearer to each other than this share of the usual distance count as one."""
DOUBT = 0.25
"""A region that comes as near to 0 between two lines as this share of what it is on them is looked at."""


def dips(height: Floats, places: Floats) -> Floats:
    """Return where a height may cross 0 and come back between three lines of a grid, by the parabola through it.

    `height`: shape (n_other, n): along the last axis. `places`: shape (n,): of the lines, evenly spaced, in data units.
    Returns places between the lines, in data units; some of them more than once.
    """
    before, here, after = height[:, :-2], height[:, 1:-1], height[:, 2:]
    slope, bend = (after - before) / 2, before - 2 * here + after
    is_dip = (here * bend > 0) & (before * here > 0) & (here * after > 0) & (np.abs(slope) <= np.abs(bend))
    columns = np.nonzero(is_dip)[1]
    h, s, c = here[is_dip], slope[is_dip], bend[is_dip]
    is_deep = (h - s * s / (2 * c)) / h < DOUBT
    # With |x| and the like among the features it may have a kink instead: then straight on from the farther side.
    is_deep |= 2 * np.abs(h) < np.maximum(np.abs(before[is_dip]), np.abs(after[is_dip]))
    columns, shift = columns[is_deep], (-s / c)[is_deep]
    found: Floats = places[columns + 1] + shift * (places[1] - places[0])
    return found


def narrow(places: Floats, reach: tuple[float, float], heights_at: Callable[[Floats], Floats]) -> Floats:
    """Return the places in another region than all four places beside them.

    `places`: shape (n, 2): in data units. `reach`: how far those are away, across and upwards. `heights_at`: returns
    the height of every region at places, shape (n_regions, n). Returns shape (n_narrow, 2).
    """
    if not len(places):
        return places
    here = np.sign(heights_at(places))
    is_alone = np.ones(here.shape, dtype=bool)
    for aside in ((reach[0], 0.0), (-reach[0], 0.0), (0.0, reach[1]), (0.0, -reach[1])):
        is_alone &= np.sign(heights_at(places + np.array(aside))) != here
    return places[is_alone.any(axis=0)]


def with_lines(lines: Floats, more: Floats) -> Floats:
    """Return the lines of a grid with more between them, but none twice.

    `lines`: shape (n,): evenly spaced, ascending, in data units. `more`: shape (n_more,): between the first and the
    last of them.
    """
    step = CLOSEST * (lines[1] - lines[0])
    rounded = np.unique(np.rint((more - lines[0]) / step))
    is_old = np.rint(rounded * CLOSEST) / CLOSEST == rounded
    new = lines[0] + rounded[~is_old] * step
    return np.unique(np.clip(np.concatenate([lines, new]), lines[0], lines[-1]))
