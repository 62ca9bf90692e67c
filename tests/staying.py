"""What may outlive a test: the parts of a window that the next test will use."""

from __future__ import annotations

STAYS = "staysForTheNextTest"


def stay(thing: object) -> None:
    """Mark a thread or a widget as one that may stay."""
    if hasattr(thing, "setProperty"):
        thing.setProperty(STAYS, True)
    else:
        setattr(thing, STAYS, True)


def stays(thing: object) -> bool:
    """Whether a thread or a widget may stay."""
    return bool(thing.property(STAYS) if hasattr(thing, "setProperty") else getattr(thing, STAYS, False))
