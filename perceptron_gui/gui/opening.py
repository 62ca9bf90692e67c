"""Reading a file in the background: the window goes on, and a line with Cancel comes where it takes longer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from perceptron_gui.files.points import PointsFile, PointsFileError
from perceptron_gui.files.reading import Reading
from perceptron_gui.gui.notebar import NoteBar
from perceptron_gui.gui.plain import complain, readable
from perceptron_gui.gui.text import tr
from perceptron_gui.gui.window import MainWindow

PATIENCE_MS = 300
"""A file that is read sooner comes without a word."""
PROGRESS_MS = 50

Take = Callable[[PointsFile], None]


class Opening(QObject):
    """Reads one file at a time; who opens another one gives the first one up.

    Signals
    -------
    over : Reading
        Comes from the reading thread.
    """

    over = Signal(object)

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._reading: Reading | None = None
        self._take: Take | None = None
        self._bar: NoteBar | None = None
        self._patience, self._progress = QTimer(self), QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(PATIENCE_MS)
        self._patience.timeout.connect(self._show_bar)
        self._progress.setInterval(PROGRESS_MS)
        self._progress.timeout.connect(self._show_part)
        self.over.connect(self.on_over, Qt.ConnectionType.QueuedConnection)

    @property
    def is_busy(self) -> bool:
        """Whether a file is being read."""
        return self._reading is not None

    def begin(self, path: Path, take: Take) -> None:
        """Read the points in `path` and hand them to `take`; what is wrong with the file is said in a sentence."""
        self.cancel()
        self._take = take
        self._reading = Reading(path, self._window.lab.runner.gate.wait, self.over.emit)
        self._patience.start()
        self._reading.start()

    def cancel(self) -> None:
        """Give up what is being read."""
        if self._reading is not None:
            self._reading.cancel()
            self._reading.join()
            self._forget()

    @Slot(object)
    def on_over(self, reading: Reading) -> None:
        """Take what was read, if it is still wanted."""
        if reading is not self._reading:
            return
        take, outcome = self._take, reading.outcome
        reading.join()
        self._forget()
        if isinstance(outcome, PointsFileError):
            complain(self._window, str(outcome))
        elif outcome is not None and take is not None:
            take(outcome)

    def _forget(self) -> None:
        self._reading = self._take = None
        self._patience.stop()
        self._progress.stop()
        if self._bar is not None:
            self._bar.hide()

    def _show_bar(self) -> None:
        if self._reading is None:
            return
        if self._bar is None:
            self._bar = NoteBar()
            self._bar.add_button(tr("Cancel"), self.cancel)
            self._window.central_area.add_note(self._bar, floats=True)
        self._bar.say(tr("Reading {name} …").format(name=readable(self._reading.path.name)))
        self._show_part()
        self._bar.show()
        self._progress.start()

    def _show_part(self) -> None:
        if self._reading is not None and self._bar is not None:
            self._bar.show_part(self._reading.part)
