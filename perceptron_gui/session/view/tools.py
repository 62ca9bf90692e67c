"""What the left button does on the canvas, how far a brush reaches, and how many points it sprays."""

from collections.abc import Sequence
from enum import StrEnum


class Tool(StrEnum):
    """A tool of the left bar."""

    PLACE = "place"
    SELECT = "select"
    LASSO = "lasso"
    BRUSH = "brush"
    SPRAY = "spray"
    RELABEL = "relabel"
    ERASE = "erase"

    @property
    def is_selecting(self) -> bool:
        """Whether it selects points, moves, turns and scales them."""
        return self in (Tool.SELECT, Tool.LASSO)

    @property
    def is_wide(self) -> bool:
        """Whether it paints all around the pointer, within the radius of the brush."""
        return self in (Tool.BRUSH, Tool.SPRAY, Tool.RELABEL)


FAMILIES = ((Tool.PLACE,), (Tool.SELECT, Tool.LASSO), (Tool.BRUSH, Tool.SPRAY, Tool.RELABEL), (Tool.ERASE,))
"""Tools that share a button."""


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
