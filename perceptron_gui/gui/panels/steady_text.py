"""Texts whose place does not move when their words change."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from perceptron_gui.gui.panels.rich_text import RichText
from perceptron_gui.gui.style.theme import TEXT
from perceptron_gui.gui.widgets.painted_widget import PaintedWidget


class SteadyText(RichText):
    """Keeps the height of its highest text, as long as it is as wide: what stands above it does not jump."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._highest: dict[int, int] = {}
        self._longest = RichText(self)
        self._longest.hide()

    def keep_room_for(self, text: str) -> None:
        """Be high enough for a text that may come, from now on."""
        if text != self._longest.text():
            self._longest.ensurePolished()
            self._longest.setText(text)
            self.updateGeometry()

    def changeEvent(self, event: QEvent) -> None:
        self._highest.clear()
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # A layout asks after other widths too, between those that the text gets.
        if event.size().width() != event.oldSize().width():
            self._highest = {self.width(): self._highest.get(self.width(), 0)}

    def forget_height(self) -> None:
        """Take no more room than the next text needs."""
        self._highest.clear()
        self.updateGeometry()

    def heightForWidth(self, width: int) -> int:
        longest = self._longest.heightForWidth(width) if self._longest.text() else 0
        needed = max(super().heightForWidth(width), longest)
        self._highest[width] = max(needed, self._highest.get(width, 0))
        return self._highest[width]


class NoteLines(PaintedWidget):
    """A few lines of plain text, each cut where it has no room; they take as much height when they are empty.

    `count`: how many lines.
    """

    def __init__(self, count: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._count = count
        self.lines: tuple[str, ...] = ()

    def show_lines(self, lines: Sequence[str]) -> None:
        """Show other lines. `lines`: from the top; those beyond the room are left out."""
        if tuple(lines) != self.lines:
            self.lines = tuple(lines)
            self.setAccessibleDescription("\n".join(self.lines))
            self.update()

    @property
    def _line_height(self) -> int:
        return QFontMetrics(self._theme.font(TEXT)).lineSpacing()

    def sizeHint(self) -> QSize:
        return QSize(100, self._count * self._line_height)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, height = QPainter(self), self._line_height
        painter.setFont(self._theme.font(TEXT))
        painter.setPen(self._theme.text)
        metrics = painter.fontMetrics()
        for i, line in enumerate(self.lines[: self._count]):
            shown = metrics.elidedText(line, Qt.TextElideMode.ElideRight, self.width())
            painter.drawText(0, i * height, self.width(), height, Qt.AlignmentFlag.AlignVCenter, shown)
