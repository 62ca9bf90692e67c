"""The speeds of play: places of the slider, of the keys and of the preferences."""

from __future__ import annotations

SPEEDS: tuple[float | None, ...] = (1, 2, 5, 10, 30, 100, 1_000, 10_000, 100_000, None)
"""Visits a second, from the slowest; None is as fast as it goes."""
USUAL = 3
"""The place at which nobody has chosen another one yet."""


def speed_at(place: int) -> float | None:
    """Return the speed at a place, or at the end that is nearest to it. `place`: index in SPEEDS, or beyond."""
    return SPEEDS[min(max(place, 0), len(SPEEDS) - 1)]
