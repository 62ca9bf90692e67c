"""What the panel "Weight space" asks of the window."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from perceptron_gui.gui.commands.feature import Handlers
from perceptron_gui.gui.panels.weight_space import WeightSpacePanel
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.session.worker.weight_space_thread import SpaceQuestion, WeightSpaceThread


class WeightSpaceCommands(QObject):
    """Has weight space worked out beside the window, and takes start weights from the panel.

    Parameters
    ----------
    window : MainWindow
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._controller = window.controller
        self._thread: WeightSpaceThread | None = None
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
        panel.start_moved.connect(self.preview_start)
        panel.start_chosen.connect(self.start_from)
        panel.start_given_up.connect(controller.cancel_preview)
        panel.hint_changed.connect(self._window.status.set_mode_keys)
        controller.ticked.connect(self.take_finding)
        controller.clock.add_work(lambda: self._thread is not None and self._thread.is_busy)

    def stop(self) -> None:
        """End the work."""
        if self._thread is not None:
            self._thread.stop()

    def work_out(self, question: SpaceQuestion) -> None:
        """Have weight space worked out; the thread is made when it is first needed.

        Parameters
        ----------
        question : SpaceQuestion
        """
        if self._thread is None:
            from perceptron_gui.session.worker.weight_space_thread import WeightSpaceThread

            self._thread = WeightSpaceThread(self._controller.training_thread.gate)
            self._thread.start()
        self._thread.ask(question)
        self._controller.clock.wake()

    def take_finding(self) -> None:
        """Show what was worked out."""
        finding = self._thread.findings.take() if self._thread is not None else None
        if finding is not None:
            self.panel.take_finding(finding)

    def preview_start(self, weights: tuple[float, ...]) -> None:
        """Show points and boundary under start weights that are being dragged.

        Parameters
        ----------
        weights : tuple of float
        """
        self._controller.preview_start(replace(self._controller.document.settings, initial=weights))

    def start_from(self, weights: tuple[float, ...]) -> None:
        """Begin a new run at some weights, as one step of undo.

        Parameters
        ----------
        weights : tuple of float
        """
        before = self._controller.document.settings.initial
        if weights == (before or (0.0,) * len(weights)):
            self._controller.cancel_preview()  # nothing to undo
            return
        self._controller.end_preview()
        self._controller.change_settings(tr("start weights"), initial=weights)
