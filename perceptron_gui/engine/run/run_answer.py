"""What is computed of a whole run beside its training: it says itself which run it is about (A10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.frozen import Frozen

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset
    from perceptron_gui.engine.data.settings import TrainingSettings
    from perceptron_gui.engine.run.snapshot import Snapshot


class RunAnswer(Frozen, eq=False):
    """An answer about a run, which is joined with no snapshot of another one."""

    settings: TrainingSettings  # the rules of the run
    dataset: Dataset  # the points that are trained on, as many as were present where it was computed

    def is_of(self, snapshot: Snapshot) -> bool:
        """Return whether it is about the run that a snapshot shows; one that went on is the same, as is its dual."""
        return snapshot.is_of(self.settings, self.dataset)

    def leads_to(self, snapshot: Snapshot) -> bool:
        """Return whether it is about the run of a snapshot's parameters, also while points are being moved."""
        return snapshot.comes_from(self.settings, self.dataset)
