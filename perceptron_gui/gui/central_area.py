"""The middle of the window: the place of the canvas, and the lines below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from perceptron_gui.gui.style.style_sheet import letters
from perceptron_gui.gui.style.theme import LIGHT

if TYPE_CHECKING:
    from perceptron_gui.engine.run.snapshot import Snapshot
    from perceptron_gui.gui.bars.note_bar import NoteBar
    from perceptron_gui.gui.controller import Controller
    from perceptron_gui.gui.style.theme import Theme

MOST_STILL_MS = 300
"""As long as a small file takes to be opened; who opens a large one sees that the program is there."""


class CentralArea(QWidget):
    """Tells when the window has been painted for the first time, and then holds the plots.

    It is the central widget from first to last: Qt forgets the widths of docks that were restored beside another one.

    `column`: what stands below one another. `painted`: the area was painted.
    """

    painted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._theme: Theme = LIGHT
        self._notes: list[NoteBar] = []
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(0)
        self._still = QTimer(self)
        self._still.setSingleShot(True)
        self._still.timeout.connect(self._go_on)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        self.painted.emit()

    def keep_still(self, controller: Controller) -> None:
        """Paint nothing until another document is there and its run is drawn, but for a moment only."""
        self.setUpdatesEnabled(False)
        self._still.start(MOST_STILL_MS)
        self._controller = controller
        # Drawn after the canvas, which was added before.
        views, once = controller.views, Qt.ConnectionType.SingleShotConnection
        controller.document_changed.connect(lambda _: views.add(self), once)

    def render_snapshot(self, snapshot: Snapshot) -> None:
        """Paint again, with the run of the new points."""
        if snapshot.dataset.X is self._controller.document.dataset.X:
            self._controller.views.remove(self)
            self._go_on()

    def _go_on(self) -> None:
        self._still.stop()
        self.setUpdatesEnabled(True)

    def set_theme(self, theme: Theme) -> None:
        """Write the notes below the canvas as large as what stands on it."""
        self._theme = theme
        for note in self._notes:
            note.setStyleSheet(letters(theme))

    def add_note(self, note: NoteBar, floats: bool = False) -> None:
        """Give a line its place. `floats`: whether it lies over the canvas for a moment, instead of below it."""
        self._notes.append(note)
        note.setStyleSheet(letters(self._theme))
        if floats:
            note.float_over(self)
        else:
            self.column.addWidget(note)
