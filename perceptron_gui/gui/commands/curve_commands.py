"""Has curved boundaries worked out beside the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from perceptron_gui.gui.commands.feature import Handlers
from perceptron_gui.gui.window import MainWindow

if TYPE_CHECKING:
    from perceptron_gui.session.contours.field import FieldQuestion
    from perceptron_gui.session.worker.field_thread import FieldThread


class CurveCommands(QObject):
    """Brings what the canvas asks about curved boundaries to a thread, and the answers back.

    Parameters
    ----------
    window : MainWindow
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._controller = window.controller
        self._thread: FieldThread | None = None

    def handlers(self) -> Handlers:
        """Return nothing: no action asks for a boundary."""
        return {}

    def begin(self) -> None:
        """Hear the canvas."""
        self._window.canvas.curves.asked.connect(self.work_out)
        self._controller.ticked.connect(self.take_field)
        self._controller.clock.add_work(lambda: self._thread is not None and self._thread.is_busy)

    def stop(self) -> None:
        """End the work."""
        if self._thread is not None:
            self._thread.stop()

    def work_out(self, question: FieldQuestion) -> None:
        """Have a boundary worked out; the thread is made when it is first needed.

        Parameters
        ----------
        question : FieldQuestion
        """
        if self._thread is None:
            from perceptron_gui.session.worker.field_thread import FieldThread

            self._thread = FieldThread(self._controller.training_thread.gate)
            self._thread.start()
        self._thread.ask(question)
        self._controller.clock.wake()

    def take_field(self) -> None:
        """Show what was worked out."""
        field = self._thread.findings.take() if self._thread is not None else None
        if field is None:
            return
        if field.failure:
            self._controller.noticed.emit(field.failure)
        self._window.canvas.take_field(field)
