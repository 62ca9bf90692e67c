"""The trials that the panel "Theorem" asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from perceptron_gui.gui.commands.late_thread import LateThread
from perceptron_gui.gui.panels.theorem import TheoremPanel

if TYPE_CHECKING:
    from perceptron_gui.engine.run.trial import Question
    from perceptron_gui.gui.commands.feature import Handlers
    from perceptron_gui.gui.window import MainWindow
    from perceptron_gui.session.worker.gui_priority_gate import PriorityGate
    from perceptron_gui.session.worker.trial_thread import TrialThread


class TrialCommands(QObject):
    """Has the trial made beside the window, and shows how it goes."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._controller = window.controller
        self._panel = window.side.panel(TheoremPanel)
        self._thread = LateThread(self._controller, _trial_thread)
        self._question: Question | None = None

    def handlers(self) -> Handlers:
        """Return nothing: no action asks for the trial."""
        return {}

    def begin(self) -> None:
        """Hear the panel."""
        self._panel.trial_asked.connect(self.ask)
        self._controller.ticked.connect(self.take_finding)

    def stop(self) -> None:
        """End the work."""
        self._thread.stop()

    def ask(self, question: Question | None) -> None:
        """Begin a trial, or give it up. `question`: none gives up the one that is on its way."""
        self._question = question
        self._thread.ask(() if question is None else (question,))

    def take_finding(self) -> None:
        """Show what there is of the trial."""
        trial = self._thread.take()
        if trial is not None and trial.question is self._question:
            self._panel.show_trial(trial)


def _trial_thread(gate: PriorityGate) -> TrialThread:
    from perceptron_gui.session.worker.trial_thread import TrialThread

    return TrialThread(gate)
