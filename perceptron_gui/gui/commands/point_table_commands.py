"""What the table of points asks of the window: it selects and edits as the canvas does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.gui.panels.points import PointsPanel

if TYPE_CHECKING:
    from perceptron_gui.gui.commands.feature import Handlers
    from perceptron_gui.gui.window import MainWindow


class PointTableCommands:
    """Carries edits and selections from the table of points to the document and the view."""

    def __init__(self, window: MainWindow) -> None:
        self._window, self._controller = window, window.controller
        self._panel = window.side.panel(PointsPanel)

    def handlers(self) -> Handlers:
        """Return what each action does: none is about the table alone."""
        return {}

    def begin(self) -> None:
        """Hear the panel."""
        panel, controller = self._panel, self._controller
        panel.chosen.connect(lambda points: self._window.gestures.select(points))
        panel.edited.connect(controller.set_dataset)
        panel.class_chosen.connect(lambda label: controller.change_view(current_class=label))
        panel.complained.connect(controller.noticed)
