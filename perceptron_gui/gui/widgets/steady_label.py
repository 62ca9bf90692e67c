"""A line of text that changes while the run moves, without the bar around it being laid out anew."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QLabel, QWidget


class SteadyLabel(QLabel):
    """A label of the size of its longest text so far, which figures do not change: they have one width.

    Qt lays a whole window out again whenever the text of a label changes, unless the label has a fixed size.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._longest = 0

    def setText(self, text: str) -> None:
        super().setText(text)
        self._longest = max(self._longest, len(text))
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.forget_size()

    def forget_size(self) -> None:
        """Take the size of the text of now: what Qt says it needs is never less than a size that was fixed before."""
        text, self._longest = self.text(), 0
        self.setMinimumSize(0, 0)
        super().setText("")
        self.setText(text)

    def begin_anew(self) -> None:
        """Take the size of the text of now, if that is shorter than others were."""
        if len(self.text()) < self._longest:
            self.forget_size()

    def _fit(self) -> None:
        if self.minimumSize() != (size := self.sizeHint()):
            self.setFixedSize(size)
