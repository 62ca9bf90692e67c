"""A sentence in a line that may be too short for it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QWidget

BETWEEN_KEYS = " · "


class Message(QLabel):
    """A sentence that ends in … where there is no room for it, or as many keys as fit; its tooltip has the rest."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)

    def paintEvent(self, event: QPaintEvent) -> None:
        text = self.fontMetrics().elidedText(self.fitting(), Qt.TextElideMode.ElideRight, self.width())
        painter, place = QPainter(self), self.alignment()
        self.style().drawItemText(painter, self.rect(), int(place), self.palette(), True, text, self.foregroundRole())

    def fitting(self) -> str:
        """Return what there is room for: whole keys, and at least the first."""
        keys = self.text().split(BETWEEN_KEYS)
        while len(keys) > 1 and self.fontMetrics().horizontalAdvance(BETWEEN_KEYS.join(keys)) > self.width():
            keys.pop()
        return BETWEEN_KEYS.join(keys)
