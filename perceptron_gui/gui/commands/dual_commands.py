"""What the panel "Dual" asks of the window."""

from __future__ import annotations

from PySide6.QtCore import QObject

from perceptron_gui.gui.commands.feature import Handlers
from perceptron_gui.gui.panels.dual import DualPanel
from perceptron_gui.gui.window import MainWindow


class DualCommands(QObject):
    """Lights points up on the canvas that are pointed at in the panel.

    Parameters
    ----------
    window : MainWindow
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._controller = window.controller
        self.panel = window.side.panel(DualPanel)

    def handlers(self) -> Handlers:
        """Return nothing: no action asks for what the panel shows."""
        return {}

    def begin(self) -> None:
        """Hear the panel."""
        self.panel.lit.connect(self.light_up)
        self.panel.hint_changed.connect(self._window.status.set_mode_keys)

    def light_up(self, point: int | None, partner: int | None) -> None:
        """Light a point up on the canvas, or two.

        Parameters
        ----------
        point, partner : int or None
            None for none.
        """
        self._controller.change_view(lit_point=point, lit_partner=partner)
