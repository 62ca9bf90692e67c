"""What the canvas has worked out beside the window: curved boundaries, and points outside the view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from perceptron_gui.gui.commands.late_thread import LateThread

if TYPE_CHECKING:
    from perceptron_gui.gui.commands.feature import Handlers
    from perceptron_gui.gui.window import MainWindow
    from perceptron_gui.session.contours.field import FieldQuestion
    from perceptron_gui.session.contours.tracing import FieldsThread, FieldThread
    from perceptron_gui.session.outside import OutsideThread
    from perceptron_gui.session.worker.gui_priority_gate import PriorityGate


class CurveCommands(QObject):
    """Brings what the canvas asks about curved boundaries to a thread, and the answers back."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._controller = window.controller
        self._thread = LateThread(self._controller, _field_thread)
        self._variants = LateThread(self._controller, _fields_thread)

    def handlers(self) -> Handlers:
        """Return nothing: no action asks for a boundary."""
        return {}

    def begin(self) -> None:
        """Hear the canvas."""
        self._window.canvas.curves.asked.connect(self.work_out)
        self._window.canvas.variants.asked.connect(self._variants.ask)
        self._controller.ticked.connect(self.take_field)

    def stop(self) -> None:
        """End the work."""
        self._thread.stop()
        self._variants.stop()

    def work_out(self, question: FieldQuestion) -> None:
        """Have a boundary worked out."""
        self._thread.ask(question)

    def take_field(self) -> None:
        """Show what was worked out."""
        fields = self._variants.take()
        if fields is not None:
            self._window.canvas.variants.take_fields(fields)
        field = self._thread.take()
        if field is None:
            return
        if field.failure:
            self._controller.noticed.emit(field.failure)
        self._window.canvas.take_field(field)


def _field_thread(gate: PriorityGate) -> FieldThread:
    from perceptron_gui.session.contours.tracing import FieldThread

    return FieldThread(gate)


def _fields_thread(gate: PriorityGate) -> FieldsThread:
    from perceptron_gui.session.contours.tracing import FieldsThread

    return FieldsThread(gate)


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
    from perceptron_gui.session.outside import OutsideThread

    return OutsideThread(gate)
