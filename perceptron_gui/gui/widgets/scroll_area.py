"""A scrolled column in which what has the keys is always in view."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget


class ScrollArea(QScrollArea):
    """Scrolls up and down only, and to what gets the keys: Qt does it only where Tab goes from one part to another.

    Parameters
    ----------
    parent : QWidget or None
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        QApplication.instance().focusChanged.connect(self._follow)  # type: ignore[union-attr]

    def _follow(self, before: QWidget | None, now: QWidget | None) -> None:
        inside = self.widget()
        if now is not None and inside is not None and inside.isAncestorOf(now):
            self.ensureWidgetVisible(now)
