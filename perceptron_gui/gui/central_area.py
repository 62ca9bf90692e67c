"""The middle of the window: the place of the canvas, and the lines below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

if TYPE_CHECKING:
    from perceptron_gui.gui.bars.note_bar import NoteBar


class CentralArea(QWidget):
    """Tells when the window has been painted for the first time, and then holds the plots.

    It is the central widget from first to last: Qt forgets the widths of docks that were restored beside another one.

    Attributes
    ----------
    column : QVBoxLayout
        What stands below one another.

    Signals
    -------
    painted
        The area was painted.
    """

    painted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(0)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        self.painted.emit()

    def add_note(self, note: NoteBar, floats: bool = False) -> None:
        """Give a line its place.

        Parameters
        ----------
        note : NoteBar
        floats : bool
            Whether it lies over the canvas for a moment, instead of below it.
        """
        if floats:
            note.float_over(self)
        else:
            self.column.addWidget(note)
