"""What the panels share: they draw only while somebody can see them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from perceptron_gui.engine.snapshot import Snapshot
from perceptron_gui.gui.theme import LIGHT, Theme


class Panel(QWidget):
    """Keeps the newest snapshot, and draws it when it is seen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.theme: Theme = LIGHT
        self.snapshot: Snapshot | None = None
        self._is_open = True

    @property
    def is_seen(self) -> bool:
        """Whether somebody can see it; behind another tab Qt calls it visible, too."""
        return self._is_open and self.isVisible()

    def set_open(self, is_open: bool) -> None:
        """Note whether its dock is before the others."""
        self._is_open = is_open
        self._draw_if_seen()

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self.theme = theme
        self._draw_if_seen()

    def render_snapshot(self, snapshot: Snapshot) -> None:
        """Show `snapshot`, now or when the panel is opened."""
        self.snapshot = snapshot
        self._draw_if_seen()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._draw_if_seen()

    def take_focus(self) -> None:
        """Let keys go where they are of use in the panel, if there is such a place."""

    def draw(self, snapshot: Snapshot) -> None:
        """Draw `snapshot`; only called while the panel is seen."""
        raise NotImplementedError

    def _draw_if_seen(self) -> None:
        if self.snapshot is not None and self.is_seen:
            self.draw(self.snapshot)
