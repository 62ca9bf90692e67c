"""A bar at the canvas for progress, and for questions that can wait; it blocks nothing."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QLabel, QProgressBar, QPushButton, QSizePolicy, QWidget

from perceptron_gui.gui.widgets.choice import in_a_row
from perceptron_gui.gui.widgets.plain_text import Message, plain_label, plain_tip

WIDTH = 160
"""Pixels of the progress bar."""


class NoteBar(QFrame):
    """A sentence, perhaps a progress bar, and buttons; hidden at first.

    `wraps`: whether a long sentence goes on in a second line, and the bar grows; else it ends in …. `progress`: hidden
    until `show_part`.
    """

    def __init__(self, parent: QWidget | None = None, wraps: bool = False) -> None:
        super().__init__(parent)
        self.setObjectName("noteBar")
        self._ground: QWidget | None = None
        self.text: QLabel = plain_label() if wraps else Message()
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
