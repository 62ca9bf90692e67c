"""Rich text in a column, laid out once for a text and a width, however often its height is asked for."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QLabel, QWidget


class RichText(QLabel):
    """A label whose height follows from its width.

    Qt's label tries several widths to say how wide it would like to be, and lays all out again for every question after
    its height: a dozen times what a text may cost that changes while the run moves (A8).

    Parameters
    ----------
    parent : QWidget or None
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setWordWrap(True)
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._heights: dict[int, int] = {}

    @property
    def least_width(self) -> int:
        """The width below which something that cannot be split would be cut."""
        return super().minimumSizeHint().width()

    def setText(self, text: str) -> None:
        if text != self.text():
            self._heights.clear()
            super().setText(text)

    def changeEvent(self, event: QEvent) -> None:
        self._heights.clear()
        super().changeEvent(event)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)

    def sizeHint(self) -> QSize:
        return QSize(0, self.heightForWidth(self.width()))

    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:
            self._heights[width] = super().heightForWidth(width)
        return self._heights[width]
