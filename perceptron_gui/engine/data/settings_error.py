"""What a setting that makes no sense raises, and the largest values (E7)."""

from __future__ import annotations

MAX_ABS = 1e12
"""Largest magnitude of a coordinate, a learning rate or a start weight (E7)."""


class SettingsError(ValueError):
    """A setting that makes no sense; the message is one plain sentence for the user."""


def as_typed(value: float) -> str:
    """Return a number as somebody types it: 0, not 0.0. `value`: any, finite or not."""
    return repr(value).removesuffix(".0")
