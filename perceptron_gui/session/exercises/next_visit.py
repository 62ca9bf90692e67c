"""What the next visit will do: exercises ask about it, and must know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.engine.data.settings import Order

if TYPE_CHECKING:
    from perceptron_gui.engine.run.snapshot import Snapshot


def ends_pass(snapshot: Snapshot) -> bool:
    """Whether the next visit is the last of its pass; never in random order, which has none."""
    part = next(part for part in reversed(snapshot.passes) if part.visit <= snapshot.visit)
    return bool(part.size) and (snapshot.visit + 1 - part.visit) % part.size == 0


def will_update(snapshot: Snapshot) -> bool:
    """Whether the next visit changes the parameters: an error that is visited is a mistake, or with β a near miss."""
    if snapshot.upcoming is None:
        return False
    if snapshot.settings.order is Order.BATCH:
        return ends_pass(snapshot) and bool(snapshot.to_learn[snapshot.learned :].any())
    return bool(snapshot.to_learn[snapshot.upcoming])
