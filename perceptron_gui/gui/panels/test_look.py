"""What is known about the test part, and the button for the one look at it (H1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from perceptron_gui.session.actions import BY_ID
from perceptron_gui.session.messages.held_out import test_text
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.session.view_state import ViewState

ACTION = BY_ID["data.look"]


class TestLook(QWidget):
    """A sentence, and a button while the test part is hidden; nothing where there is no test part.

    `asked`: the test part is to be shown.
    """

    __test__ = False  # no test of pytest's, whatever its name says
    asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.said = QLabel()
        self.said.setTextFormat(Qt.TextFormat.PlainText)
        self.said.setWordWrap(True)
        self.said.setObjectName("caption")
        self.button = QPushButton(tr(ACTION.text))
        self.button.setToolTip(tr(ACTION.hint))
        self.button.clicked.connect(lambda: self.asked.emit())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.said)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        self.hide()

    def show_state(self, state: ViewState, n_test: int) -> None:
        """Say whether the test part was looked at. `n_test`: points of the test part."""
        text = test_text(state, n_test)
        if text != self.said.text():
            self.said.setText(text)
        self.button.setVisible(bool(text) and not state.shows_test)
        self.setVisible(bool(text))
