"""Lines of text in a bar: a sentence where there may be too little room, and counts that change while the run moves."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QWidget

from perceptron_gui.files.said import said
from perceptron_gui.gui.widgets.plain_text import plain_tip

BETWEEN_KEYS = " · "


class Message(QLabel):
    """A sentence, a shorter one or as many keys as there is room for; its tooltip has the rest.

    Only where nothing shorter is known does a sentence end in ….
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._shorter: tuple[str, ...] = ()

    def say(self, text: str, *shorter: str) -> None:
        """Show `text`, or the first of `shorter` that fits where it does not.

        `text`: the whole sentence, or keys. `shorter`: other wordings, from long to short.
        """
        self._shorter = tuple(map(said, shorter))
        self.setText(said(text))
        self.setToolTip(plain_tip(self.text()))
        self.update()

    def least_width(self) -> int:
        """Return how many pixels its shortest wording needs: of keys the first one."""
        shortest = self._shorter[-1] if self._shorter else self.text()
        return self.fontMetrics().horizontalAdvance(shortest.split(BETWEEN_KEYS)[0]) + 1

    def paintEvent(self, event: QPaintEvent) -> None:
        text = self._elided(self.fitting())
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.rect(), self.alignment(), text)

    def fitting(self) -> str:
        """Return what there is room for: whole sentences or keys, and at least the first key."""
        fitting = next((text for text in (self.text(), *self._shorter) if self._fits(text)), None)
        keys = (self._shorter[-1] if self._shorter else self.text()).split(BETWEEN_KEYS)
        while fitting is None and len(keys) > 1 and not self._fits(BETWEEN_KEYS.join(keys)):
            keys.pop()
        return fitting or BETWEEN_KEYS.join(keys)

    def _fits(self, text: str) -> bool:
        # Not by the advance: that is rounded to a pixel, and a sentence that is wider by less would be cut.
        return self._elided(text) == text

    def _elided(self, text: str) -> str:
        return self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, self.width())


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
