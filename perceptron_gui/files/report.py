"""How long work on a file says how far it is."""

from __future__ import annotations

from collections.abc import Callable

Report = Callable[[float], None]
"""Is called with the part of the work that is done, in 0 … 1; what it raises ends the work."""


def tell_nobody(part: float) -> None:
    """Ignore a report. `part`: how much is done, in 0 … 1."""
