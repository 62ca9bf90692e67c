"""A bar at the canvas for progress, and for questions that can wait; it blocks nothing."""

from bisect import bisect_left
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QLabel, QProgressBar, QPushButton, QSizePolicy, QWidget

from perceptron_gui.gui.widgets.choice import in_a_row
from perceptron_gui.gui.widgets.plain_text import Message, plain_tip

WIDTH = 160
"""Pixels of the progress bar."""
MOST_LINES = 4
"""Lines of a long sentence; all of it is in the tooltip."""


class Excerpt(QLabel):
    """A text in as many lines as it needs, but few; where there are more the last one ends in …."""

    def heightForWidth(self, width: int) -> int:
        return min(super().heightForWidth(width), MOST_LINES * self.fontMetrics().lineSpacing())

    def paintEvent(self, event: QPaintEvent) -> None:
        text, flags = self.text(), self.alignment().value | Qt.TextFlag.TextWordWrap.value

        def is_long(end: int) -> bool:
            shown = text[:end] + "…" * (end < len(text))
            size = self.fontMetrics().boundingRect(self.rect(), flags, shown).size()
            return size != size.boundedTo(self.size())

        if not is_long(len(text)):
            super().paintEvent(event)
            return
        end = bisect_left(range(1, len(text)), True, key=is_long)
        QPainter(self).drawText(self.rect(), flags, text[:end].rstrip() + "…")


class NoteBar(QFrame):
    """A sentence, perhaps a progress bar, and buttons; hidden at first.

    `wraps`: whether a long sentence goes on in a second line, and the bar grows; else it ends in …. `progress`: hidden
    until `show_part`.
    """

    def __init__(self, parent: QWidget | None = None, wraps: bool = False) -> None:
        super().__init__(parent)
        self.setObjectName("noteBar")
        self._ground: QWidget | None = None
        self.text: QLabel = Excerpt(textFormat=Qt.TextFormat.PlainText) if wraps else Message()
        self.text.setWordWrap(wraps)
        self.progress = QProgressBar()
        self.text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.progress.setFixedWidth(WIDTH)
        self.progress.setTextVisible(False)
        self.progress.setRange(0, 100)
        self.progress.hide()
        self._row = in_a_row(self, self.text, self.progress, spacing=12, margins=(12, 6))
        self._row.setStretch(0, 1)
        self.hide()

    def add_button(self, words: str, then: Callable[[], None]) -> QPushButton:
        """Append a button; a click on it does not take the keyboard focus.

        `words`: text of the button. `then`: called by a click.
        """
        button = QPushButton(words)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda: then())
        self._row.addWidget(button)
        return button

    def float_over(self, ground: QWidget) -> None:
        """Stand on the lower edge of another widget, which keeps its size: a resized canvas draws all points anew.

        `ground`: the widget that is covered.
        """
        self._ground = ground
        self.setParent(ground)
        self.setAutoFillBackground(True)
        ground.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._settle()
        return False

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._settle()

    def _settle(self) -> None:
        if (ground := self._ground) is not None:
            height = self.sizeHint().height()
            self.setGeometry(0, ground.height() - height, ground.width(), height)
            self.raise_()

    def say(self, sentence: str) -> None:
        """Show a sentence. `sentence`: it may quote data."""
        self.text.setText(sentence)
        self.text.setToolTip(plain_tip(sentence))
        self.setAccessibleName(sentence)

    def show_part(self, part: float) -> None:
        """Show progress. `part`: from 0 to 1."""
        self.progress.show()
        self.progress.setValue(round(100 * part))
