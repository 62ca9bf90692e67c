"""What the left button does on the canvas."""

from __future__ import annotations

from enum import StrEnum


class Tool(StrEnum):
    """A tool of the left bar."""

    PLACE = "place"
    SELECT = "select"
    BRUSH = "brush"
    ERASE = "erase"
