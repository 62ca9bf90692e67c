"""A thread that makes the runs of a trial."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.engine.run.trial import Question, Trial, make_trial
from perceptron_gui.session.worker.background_thread import BackgroundThread

if TYPE_CHECKING:
    from perceptron_gui.session.worker.gui_priority_gate import PriorityGate


class TrialThread(BackgroundThread[tuple[Question, ...], Trial]):
    """Makes the trial of the question that it is asked, and gives it up when asked none.

    `gate`: where it waits while the window handles events.
    """

    def __init__(self, gate: PriorityGate) -> None:
        super().__init__(gate, "trial")

    def answer(self, question: tuple[Question, ...]) -> Trial:
        """Return the trial; on its way, what there is of it is a finding, too. See `BackgroundThread`."""
        trial = Trial.of(question[0] if question else Question.DIMENSIONS)
        for asked in question:
            for trial in make_trial(asked, self.should_stop):
                self.findings.put(trial)
        return trial
