"""A page of help."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QScrollArea, QVBoxLayout, QWidget

EDGE = 32
"""Pixels of the screen that stay free around a page."""


class Page(QDialog):
    """A dialog with a text as wide as it is; on a smaller screen the text wraps and scrolls.

    A message box of Qt cuts off what is too wide.

    `title`: title of the window. `html`: the text.
    """

    def __init__(self, title: str, html: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.label = QLabel(html)
        self.label.setObjectName("inner")
        self.label.setMargin(12)
        area = QScrollArea()
        area.setWidget(self.label)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(area)
        column.addWidget(buttons)
        room = self.screen().availableSize() - QSize(EDGE, EDGE)
        around = column.contentsMargins()
        text = self.label.sizeHint() + QSize(around.left() + around.right() + 40, 3 * buttons.sizeHint().height())
        # Not before its natural width is known: text that wraps has no width of its own.
        self.label.setWordWrap(True)
        area.setWidgetResizable(True)
        self.resize(text.boundedTo(room))
