"""The line that shows how far work on a file is, with Cancel, where it takes longer than a moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer

from perceptron_gui.gui.bars.note_bar import NoteBar
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.files.file_work import FileWork
    from perceptron_gui.gui.window import MainWindow

PATIENCE_MS = 300
"""Work that is over sooner passes without a word."""
PROGRESS_MS = 50


class WorkLine(QObject):
    """Watches one piece of work at a time.

    `cancel`: what the button does. `bar`: there from the first work that took longer.
    """

    def __init__(self, window: MainWindow, cancel: Callable[[], None]) -> None:
        super().__init__(window)
        self._window = window
        self._cancel = cancel
        self._work: FileWork[Any] | None = None
        self._sentence = ""
        self.bar: NoteBar | None = None
        self._patience, self._progress = QTimer(self), QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(PATIENCE_MS)
        self._patience.timeout.connect(self._show_bar)
        self._progress.setInterval(PROGRESS_MS)
        self._progress.timeout.connect(self._show_part)

    def begin(self, work: FileWork[Any], sentence: str) -> None:
        """Watch `work`. `sentence`: says what is done; may quote data."""
        self._work, self._sentence = work, sentence
        self._patience.start()

    def end(self) -> None:
        """Watch nothing any more."""
        self._work = None
        self._patience.stop()
        self._progress.stop()
        if self.bar is not None:
            self.bar.hide()

    def _show_bar(self) -> None:
        if self._work is None:
            return
        if self.bar is None:
            self.bar = NoteBar()
            self.bar.add_button(tr("Cancel"), self._cancel)
            self._window.central_area.add_note(self.bar, floats=True)
        self.bar.say(self._sentence)
        self._show_part()
        self.bar.show()
        self._progress.start()

    def _show_part(self) -> None:
        if self._work is not None and self.bar is not None:
            self.bar.show_part(self._work.part)
