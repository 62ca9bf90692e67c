"""What the panel "Weight space" asks of the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from perceptron_gui.gui.commands.late_thread import LateThread
from perceptron_gui.gui.panels.weight_space import WeightSpacePanel

if TYPE_CHECKING:
    from perceptron_gui.gui.commands.feature import Handlers
    from perceptron_gui.gui.window import MainWindow
    from perceptron_gui.session.worker.gui_priority_gate import PriorityGate
    from perceptron_gui.session.worker.weight_space_thread import SpaceQuestion, WeightSpaceThread


class WeightSpaceCommands(QObject):
    """Has weight space worked out beside the window, and takes start weights from the panel."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._controller = window.controller
        self._thread = LateThread(self._controller, _weight_space_thread)
        self.panel = window.side.panel(WeightSpacePanel)
        self.panel.space_asked.connect(self.work_out)

    def handlers(self) -> Handlers:
        """Return nothing: no action asks for weight space."""
        return {}

    def begin(self) -> None:
        """Hear the panel."""
        panel, controller = self.panel, self._controller
        panel.lit.connect(lambda point: controller.change_view(lit_point=point))
        panel.tried.connect(lambda weights: controller.change_view(tried_weights=weights))
        panel.start_moved.connect(controller.preview_start)
        panel.start_chosen.connect(controller.start_from)
        panel.start_given_up.connect(controller.cancel_preview)
        panel.hint_changed.connect(self._window.status.set_mode_keys)
        controller.ticked.connect(self.take_finding)

    def stop(self) -> None:
        """End the work."""
        self._thread.stop()

    def work_out(self, question: SpaceQuestion) -> None:
        """Have weight space worked out."""
        self._thread.ask(question)

    def take_finding(self) -> None:
        """Show what was worked out."""
        finding = self._thread.take()
        if finding is not None:
            self.panel.take_finding(finding)


def _weight_space_thread(gate: PriorityGate) -> WeightSpaceThread:
    from perceptron_gui.session.worker.weight_space_thread import WeightSpaceThread

    return WeightSpaceThread(gate)
