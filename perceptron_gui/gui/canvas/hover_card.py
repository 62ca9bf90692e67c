"""A card beside the pointer: what the parameters say about a point or a place of the plane."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QWidget

from perceptron_gui.gui.canvas.beside import beside
from perceptron_gui.gui.style.theme import SMALL, TEXT, Theme

if TYPE_CHECKING:
    from collections.abc import Sequence

    from perceptron_gui.session.explanation.place_facts import Facts

GAP = 26.0
"""Pixels between a place and its card: the pointer is somewhere between, and never under the card."""
NOTE = 280
"""Pixels of a sentence, on a desk."""
WIDEST = 260
"""Pixels of a name or a value, on a desk; names may be longer."""


class HoverCard(QFrame):
    """Shows facts; clicks and moves go through it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("hoverCard")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.facts: Facts | None = None
        self._title = _label()
        self._lines: list[tuple[QLabel, QLabel]] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(10, 8, 10, 8)
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(2)
        self._grid.addWidget(self._title, 0, 0, 1, 2)
        self._note = _label()
        self._note.setParent(self)  # it is in the grid only while there is one: else it would be a window
        self._note.setWordWrap(True)
        self.hide()

    @property
    def text(self) -> str:
        """All that it says, line by line."""
        rows = self.facts.rows if self.facts is not None else ()
        title = [self.facts.title] if self.facts is not None else []
        note = [self.facts.note] if self.facts is not None and self.facts.note else []
        return "\n".join(title + [" ".join(filter(None, row)) for row in rows] + note)

    def set_theme(self, theme: Theme) -> None:
        """Take other sizes."""
        self._scale = theme.scale
        self._fonts = theme.font(TEXT, QFont.Weight.DemiBold), theme.font(SMALL)
        self._title.setFont(self._fonts[0])
        self._note.setFont(self._fonts[1])
        for label in (label for line in self._lines for label in line):
            label.setFont(self._fonts[1])

    def show_facts(self, facts: Facts, at: QPointF, room: QSizeF, others: Sequence[QRectF] = ()) -> None:
        """Show facts about a place, beside it and in the view.

        `at`: the place in pixels. `room`: size of the canvas in pixels. `others`: what else stands over the canvas, in
        pixels; the first weighs most.
        """
        if facts != self.facts or self.isHidden():
            self._write(facts)
        box = beside(at, QSizeF(self._grid.totalSizeHint()), room, GAP, others)
        if box.contains(at) or box.height() > room.height() or box.width() > room.width():
            self.hide()  # a canvas so small has no place for it
            return
        self.setGeometry(box.toAlignedRect())
        self.show()

    def _write(self, facts: Facts) -> None:
        self.facts = facts
        self._write_into(self._title, facts.title)
        while len(self._lines) < len(facts.rows):
            self._add_line()
        for place, line in enumerate(self._lines):
            words = facts.rows[place] if place < len(facts.rows) else ("", "")
            for label, word in zip(line, words, strict=True):
                self._write_into(label, word)
                label.setVisible(place < len(facts.rows))
        self._write_note(facts.note)
        self._grid.invalidate()
        self._grid.activate()

    def _write_note(self, note: str) -> None:
        """Write a sentence below all lines, in as many as it needs."""
        self._grid.removeWidget(self._note)
        self._note.setVisible(bool(note))
        if note:
            width = round(NOTE * self._scale)
            self._note.setText(note)
            self._note.setFixedSize(width, self._note.heightForWidth(width))
            self._grid.addWidget(self._note, len(self._lines) + 1, 0, 1, 2)

    def _write_into(self, label: QLabel, text: str) -> None:
        widest = round(WIDEST * self._scale)
        label.setText(QFontMetrics(label.font()).elidedText(text, Qt.TextElideMode.ElideRight, widest))

    def _add_line(self) -> None:
        line = _label(), _label()
        line[0].setObjectName("caption")
        for column, label in enumerate(line):
            label.setFont(self._fonts[1])
            self._grid.addWidget(label, len(self._lines) + 1, column)
        self._lines.append(line)


def _label() -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label
