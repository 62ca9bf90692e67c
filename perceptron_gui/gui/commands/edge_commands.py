"""Has the points outside the view counted beside the window where they are very many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from perceptron_gui.gui.commands.late_thread import LateThread

if TYPE_CHECKING:
    from perceptron_gui.gui.commands.feature import Handlers
    from perceptron_gui.gui.window import MainWindow
    from perceptron_gui.session.worker.gui_priority_gate import PriorityGate
    from perceptron_gui.session.worker.outside_thread import OutsideThread


class EdgeCommands(QObject):
    """Brings what the arrows at the edges ask to a thread, and the answer back."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._thread = LateThread(window.controller, _outside_thread)

    def handlers(self) -> Handlers:
        """Return nothing: `view.fit` shows all points."""
        return {}

    def begin(self) -> None:
        """Hear the arrows."""
        self._window.stage.edges.asked.connect(self._thread.ask)
        self._window.controller.ticked.connect(self._take)

    def stop(self) -> None:
        """End the work."""
        self._thread.stop()

    def _take(self) -> None:
        counts = self._thread.take()
        if counts is not None:
            self._window.stage.edges.show_counts(counts)


def _outside_thread(gate: PriorityGate) -> OutsideThread:
    from perceptron_gui.session.worker.outside_thread import OutsideThread

    return OutsideThread(gate)
