"""How far a brush reaches, and how many points it sprays."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

RADII = (4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192)
"""Pixels."""
DENSITIES = (1, 2, 3, 5, 8, 12, 20, 30)
"""Points a dab of the spray."""
USUAL_RADIUS, USUAL_DENSITY = 32, 3


def neighbour(values: Sequence[int], value: int, is_more: bool) -> int:
    """Return the next value of a row; the same where there is none.

    `values`: ascending. `value`: one of them, or something between. `is_more`: whether the next larger one is meant.
    """
    beyond = [other for other in values if (other > value if is_more else other < value)]
    if not beyond:
        return value
    return min(beyond) if is_more else max(beyond)
