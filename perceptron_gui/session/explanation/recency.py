"""Recent mistakes matter more: which points were learned from last, in words (P10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.session.wording import counted, index_text
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.run.snapshot import Snapshot

MOST_POINTS = 3


def recency_text(snapshot: Snapshot) -> str:
    """Say which points were added last, and why they weigh most.

    `snapshot`: with the ages of influences, unless nobody asked for them.
    """
    if snapshot.age is None:
        return tr("Which points were added last is known neither in batch order nor in very long runs.")
    known = np.flatnonzero(snapshot.age >= 0)
    if not len(known):
        return tr("No point was added yet. Those of the last mistakes will be ringed, the freshest strongest.")
    latest = known[np.argsort(snapshot.age[known], kind="stable")][:MOST_POINTS]
    points = ", ".join(f"{index_text(int(i))} ({_age_text(int(snapshot.age[i]))})" for i in latest)
    words = tr(
        "Added last: {points}. Nothing is averaged: what was added last is in θ whole, and nothing has pulled θ back "
        "from it yet. The rings fade with every update."
    )
    return words.format(points=points)


def _age_text(age: int) -> str:
    return counted("{count} update ago", "{count} updates ago", age) if age else tr("just now")
