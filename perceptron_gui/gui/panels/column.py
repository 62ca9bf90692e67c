"""A text with a picture below it, in a column that is scrolled."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollArea, QWidget

from perceptron_gui.gui.panels.rich_text import RichText

SIDE, TOP, GAP = 18, 14, 16
"""Pixels beside, above and below the column, and between its parts."""


class Column(QScrollArea):
    """Places both parts itself, in one go: Qt's layouts would paint the text in its old place first.

    Parameters
    ----------
    text : RichText
        The upper part.
    picture : QWidget
        As high as its size hint.
    """

    def __init__(self, text: RichText, picture: QWidget) -> None:
        super().__init__()
        self._text, self._picture = text, picture
        self._inner = inner = QWidget()
        inner.setObjectName("inner")
        for part in (text, picture):
            part.setParent(inner)
        self.setWidget(inner)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.place()

    def place(self) -> None:
        """Give the text the height that it needs now, and the picture its place below."""
        # The scroll bar has room beside the text, which stays as wide when the bar comes or goes.
        width = self.maximumViewportSize().width() - 2 * SIDE
        height, below = self._text.heightForWidth(width), self._picture.sizeHint().height()
        self._text.setGeometry(SIDE, TOP, width, height)
        self._picture.setGeometry(SIDE, TOP + height + GAP, width, below)
        room = self.viewport().size()
        self._inner.resize(room.width(), max(height + GAP + below + 2 * TOP, room.height()))
