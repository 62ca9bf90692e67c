"""A place beside the canvas, with its tabs: empty until the window is painted, then with its panel (A9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QDockWidget, QWidget

from perceptron_gui.gui.panels.panel import Panel
from perceptron_gui.gui.panels.panel_width import LEAST_WIDTH

if TYPE_CHECKING:
    from perceptron_gui.gui.panels.panel_tabs import PanelTabs


class PanelDock(QDockWidget):
    """Holds a panel, and tells it when it comes to the front.

    `name`, `title`: identifies it in a saved layout; what it is called. `tabs`: in the place of a title. `panel`: an
    empty one until `hold`.
    """

    def __init__(self, name: str, title: str, tabs: PanelTabs, parent: QWidget) -> None:
        super().__init__(title, parent)
        self.setObjectName(name)
        self.setTitleBarWidget(tabs)
        self.tabs = tabs
        self.panel = Panel()
        self._place()
        self.visibilityChanged.connect(self._set_front)

    def hold(self, panel: Panel) -> None:
        """Put a panel into the place of the one before."""
        earlier, self.panel = self.panel, panel
        panel.set_open(earlier.is_open)
        self._place()
        earlier.deleteLater()

    def _place(self) -> None:
        self.panel.setMinimumWidth(LEAST_WIDTH)
        self.setWidget(self.panel)

    def _set_front(self, is_front: bool) -> None:
        self.tabs.set_front(is_front)
        self.panel.set_open(is_front)
