"""Limits of a run that no window ends (P7, C3)."""

from __future__ import annotations

from perceptron_gui.engine.data.settings import Order, TrainingSettings
from perceptron_gui.frozen import replace

MAX_EPOCHS = 10_000
MAX_RANDOM_UPDATES = 1_000_000


def with_limits(settings: TrainingSettings, begun: int = 0) -> TrainingSettings:
    """Return the rules with limits, which end every run (P7).

    `settings`: limits that it has stay. `begun`: visits that a session has made, or more: a limit that it does not have
    lies after them.
    """
    order, epochs, updates = settings.order, settings.max_epochs, settings.max_updates
    if not order.has_epochs:
        return replace(settings, max_epochs=None, max_updates=updates or max(begun + 1, MAX_RANDOM_UPDATES))
    return replace(settings, max_epochs=None if order is Order.ONLINE else epochs or max(begun + 1, MAX_EPOCHS))
