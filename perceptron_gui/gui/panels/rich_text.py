"""Rich text in a column, laid out once for a text and a width, however often its height is asked for."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QEnterEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QTextDocument,
)
from PySide6.QtWidgets import QLabel, QWidget


class RichText(QLabel):
    """A label whose height follows from its width.

    Qt's label makes a document of every text anew and lays it out six times until it is painted: 9 ms for a step of
    several classes, which changes ten times a second while the run moves (A8). So the text is laid out and painted by a
    document of its own. Qt's label selects and follows links: it gets the text when the mouse comes.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setWordWrap(True)
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._heights: dict[int, int] = {}
        self._text = self._parsed = ""
        self._document = QTextDocument(self)
        self._document.setDocumentMargin(0)
        self._document.setUndoRedoEnabled(False)

    @property
    def least_width(self) -> int:
        """The width below which something that cannot be split would be cut."""
        self._tell_label()
        return super().minimumSizeHint().width()

    def text(self) -> str:
        return self._text

    def setText(self, text: str) -> None:
        if text == self._text:
            return
        self._text = text
        self._heights.clear()
        if self.underMouse() or self.hasSelectedText():
            self._tell_label()
        self.updateGeometry()
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        self._heights.clear()
        super().changeEvent(event)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)

    def sizeHint(self) -> QSize:
        return QSize(0, self.heightForWidth(self.width()))

    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:
            self._heights[width] = math.ceil(self._laid_out(width).size().height()) if self._text else 0
        return self._heights[width]

    def enterEvent(self, event: QEnterEvent) -> None:
        self._tell_label()
        super().enterEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._tell_label()  # a finger comes without entering
        super().mousePressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.hasSelectedText():
            super().paintEvent(event)
            return
        painter, context = QPainter(self), QAbstractTextDocumentLayout.PaintContext()
        context.palette = self.palette()
        context.palette.setColor(QPalette.ColorRole.Text, self.palette().color(self.foregroundRole()))
        self._laid_out(self.width()).documentLayout().draw(painter, context)

    def _tell_label(self) -> None:
        if super().text() != self._text:
            super().setText(self._text)

    def _laid_out(self, width: int) -> QTextDocument:
        """Return the document of the text, laid out at a width."""
        document = self._document
        if document.defaultFont() != self.font():
            document.setDefaultFont(self.font())
        if document.textWidth() != width:
            document.setTextWidth(width)
        if self._parsed != self._text:
            self._parsed = self._text
            document.setHtml(self._text)
            self.setAccessibleName(document.toPlainText())
        return document
