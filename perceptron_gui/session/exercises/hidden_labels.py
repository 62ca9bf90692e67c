"""Online, a label can be hidden until the run has predicted the point (P4): which points that are, and what is seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.dataset import trained_points
from perceptron_gui.engine.data.growable_array import frozen
from perceptron_gui.engine.data.settings import Order
from perceptron_gui.frozen import replace
from perceptron_gui.session.exercises.exercise import hide_future

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Bools
    from perceptron_gui.engine.run.snapshot import Snapshot
    from perceptron_gui.session.document import Document
    from perceptron_gui.session.view.view_state import ViewState


def hidden_points(document: Document, state: ViewState, snapshot: Snapshot | None) -> Bools | None:
    """Return whose labels are not told, shape (n_samples,): points to train on that were not predicted yet.

    Those held out are never predicted, and keep theirs.

    `snapshot`: the run; of other points than the document's it says nothing, and all are hidden. Returns None where
    all labels are told.
    """
    if not state.shows("hide_labels") or document.settings.order is not Order.ONLINE:
        return None
    is_known = snapshot is not None and snapshot.is_about(document.dataset)
    is_known = is_known and snapshot is not None and snapshot.settings.order is Order.ONLINE
    hidden = np.zeros(document.dataset.n_samples, dtype=bool)
    hidden[trained_points(document.dataset)[snapshot.visit if is_known and snapshot is not None else 0 :]] = True
    return frozen(hidden) if hidden.any() else None


def hide_labels(snapshot: Snapshot) -> Snapshot:
    """Return what may be seen of a run while labels are hidden: neither what comes, nor how many points are wrong."""
    return replace(hide_future(snapshot), hides_labels=True)
