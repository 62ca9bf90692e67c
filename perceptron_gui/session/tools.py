"""What the left button does on the canvas."""

from __future__ import annotations

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

    @property
    def sprays(self) -> bool:
        """Whether points keep coming while it rests."""
        return self is Tool.SPRAY

    @property
    def adds_points(self) -> bool:
        """Whether it makes new points."""
        return self in (Tool.PLACE, Tool.BRUSH, Tool.SPRAY)


FAMILIES = ((Tool.PLACE,), (Tool.SELECT, Tool.LASSO), (Tool.BRUSH, Tool.SPRAY, Tool.RELABEL), (Tool.ERASE,))
"""Tools that share a button."""
