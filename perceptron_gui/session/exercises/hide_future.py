"""What may be seen of a run while something is asked about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.frozen import replace

if TYPE_CHECKING:
    from perceptron_gui.engine.run.snapshot import Snapshot


def hide_future(snapshot: Snapshot) -> Snapshot:
    """Return what may be seen of a run while it asks: nothing of what comes after its cursor."""
    ticks = snapshot.ticks
    if ticks is not None and snapshot.span:
        known = (np.arange(len(ticks)) + 1) * snapshot.span <= snapshot.visit * len(ticks)
        ticks = np.where(known, ticks, 0)
    n_logged = min(snapshot.n_logged, snapshot.updates)
    hidden = replace(snapshot, losses=None, rivals=None, is_veiled=True)
    return replace(hidden, frontier=snapshot.visit, ticks=ticks, n_logged=n_logged)
