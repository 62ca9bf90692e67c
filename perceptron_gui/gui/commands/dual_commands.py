"""What the panel "Dual" asks of the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from perceptron_gui.gui.commands.late_thread import LateThread
from perceptron_gui.gui.panels.dual import DualPanel

if TYPE_CHECKING:
    from perceptron_gui.gui.commands.feature import Handlers
    from perceptron_gui.gui.window import MainWindow
    from perceptron_gui.session.worker.gram_thread import GramThread
    from perceptron_gui.session.worker.gui_priority_gate import PriorityGate


class DualCommands(QObject):
    """Has the Gram matrix computed beside the window, and lights points up on the canvas that are pointed at."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._controller = window.controller
        self._thread = LateThread(self._controller, _gram_thread)
        self.panel = window.side.panel(DualPanel)
        self.panel.gram_asked.connect(self._thread.ask)

    def handlers(self) -> Handlers:
        """Return nothing: no action asks for what the panel shows."""
        return {}

    def begin(self) -> None:
        """Hear the panel."""
        self.panel.lit.connect(self.light_up)
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

    def light_up(self, point: int | None, partner: int | None) -> None:
        """Light a point up on the canvas, or two. `point`, `partner`: None for none."""
        self._controller.change_view(lit_point=point, lit_partner=partner)


def _gram_thread(gate: PriorityGate) -> GramThread:
    from perceptron_gui.session.worker.gram_thread import GramThread

    return GramThread(gate)
