"""Texts and pictures one below the other, in a column that is scrolled."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from perceptron_gui.gui.widgets.scroll_area import ScrollArea

SIDE, TOP, GAP = 18, 14, 16
"""Pixels beside, above and below the column, and between its parts."""


class Column(ScrollArea):
    """Places all parts itself, in one go: Qt's layouts would paint a text in its old place first.

    `parts`: from top to bottom; each as high as it needs at this width, or as its size hint. Without height it has no
    gap.
    """

    def __init__(self, *parts: QWidget) -> None:
        super().__init__()
        self._parts = parts
        self._inner = inner = QWidget()
        inner.setObjectName("inner")
        for part in parts:
            part.setParent(inner)
        self.setWidget(inner)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.place()

    def place(self) -> None:
        """Give every part the height that it needs now, below the one before."""
        # The scroll bar has room beside the text, which stays as wide when the bar comes or goes.
        width, y = self.maximumViewportSize().width() - 2 * SIDE, TOP
        for part in self._parts:
            height = part.heightForWidth(width) if part.hasHeightForWidth() else part.sizeHint().height()
            part.setGeometry(SIDE, y, width, height)
            y += height + GAP if height else 0
        room = self.viewport().size()
        self._inner.resize(room.width(), max(y - GAP + TOP, room.height()))
