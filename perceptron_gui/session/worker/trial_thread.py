"""A thread that trains the same margin in several numbers of dimensions."""

from __future__ import annotations

from perceptron_gui.engine.run.dimension_trial import DimensionTrial, dimension_trial
from perceptron_gui.session.worker.background_thread import BackgroundThread
from perceptron_gui.session.worker.gui_priority_gate import PriorityGate


class TrialThread(BackgroundThread[bool, DimensionTrial]):
    """Makes the trial when it is asked for with True, and gives it up when asked with False.

    Parameters
    ----------
    gate : PriorityGate
        Where it waits while the window handles events.
    """

    def __init__(self, gate: PriorityGate) -> None:
        super().__init__(gate, "trial")

    def answer(self, question: bool) -> DimensionTrial:
        """Return the trial; on its way, what there is of it is a finding, too. See `BackgroundThread`."""
        trial = DimensionTrial()
        if question:
            for trial in dimension_trial(self.should_stop):
                self.findings.put(trial)
        return trial
