"""A page of a panel that is a text in a scrolled column."""

from __future__ import annotations

import html

from PySide6.QtWidgets import QVBoxLayout, QWidget

from perceptron_gui.gui.panels.column import Column
from perceptron_gui.gui.panels.rich_text import RichText
from perceptron_gui.gui.style.theme import LIGHT, SMALL, Theme


class TextPage(QWidget):
    """Shows rich text, laid out anew only where it is another one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = LIGHT
        self.text = RichText()
        self._column = Column(self.text)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._column)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours; the text is written anew with the next draw."""
        self.theme = theme

    def write(self, *parts: str) -> None:
        """Show other parts of rich text, one below the other."""
        self.text.setText("".join(parts))
        self._column.place()

    def muted(self, words: str) -> str:
        """Return plain text as a paragraph of less weight."""
        return f'<p style="color:{self.theme.muted}; margin:8px 0 0 0">{html.escape(words)}</p>'

    def heading(self, words: str) -> str:
        """Return plain text as a heading."""
        size = round(SMALL * self.theme.scale)
        style = f"color:{self.theme.muted}; font-size:{size}px; font-weight:600; margin:14px 0 4px 0"
        return f'<p style="{style}">{html.escape(words.upper())}</p>'
