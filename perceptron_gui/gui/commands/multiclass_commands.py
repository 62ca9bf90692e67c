"""What the panel "Multiclass" asks of the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from perceptron_gui.gui.commands.late_thread import LateThread
from perceptron_gui.gui.panels.multiclass import MulticlassPanel

if TYPE_CHECKING:
    from perceptron_gui.gui.commands.feature import Handlers
    from perceptron_gui.gui.window import MainWindow
    from perceptron_gui.session.worker.claims_thread import ClaimsThread
    from perceptron_gui.session.worker.gui_priority_gate import PriorityGate


class MulticlassCommands(QObject):
    """Has one against the rest trained beside the window, and selects the points of a cell of the confusion matrix."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._controller = window.controller
        self._thread = LateThread(self._controller, _claims_thread)
        self.panel = window.side.panel(MulticlassPanel)
        self.panel.claims_asked.connect(self._thread.ask)

    def handlers(self) -> Handlers:
        """Return nothing: no action asks for what the panel shows."""
        return {}

    def begin(self) -> None:
        """Hear the panel."""
        self.panel.points_chosen.connect(lambda points: self._window.gestures.select(list(points)))
        self.panel.hint_changed.connect(self._window.status.set_mode_keys)
        self._controller.ticked.connect(self.take_finding)

    def stop(self) -> None:
        """End the work."""
        self._thread.stop()

    def take_finding(self) -> None:
        """Show what was computed."""
        finding = self._thread.take()
        if finding is not None:
            self.panel.take_finding(finding)


def _claims_thread(gate: PriorityGate) -> ClaimsThread:
    from perceptron_gui.session.worker.claims_thread import ClaimsThread

    return ClaimsThread(gate)
