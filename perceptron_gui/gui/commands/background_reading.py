"""Reading a file in the background: the window goes on, and a line with Cancel comes where it takes longer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QObject, Qt, Signal, Slot

from perceptron_gui.files.file_errors import PointsFileError
from perceptron_gui.files.file_work import FileWork
from perceptron_gui.files.report import Report
from perceptron_gui.files.sessions.session_name import is_session
from perceptron_gui.gui.commands.work_line import WorkLine
from perceptron_gui.gui.widgets.plain_text import complain, readable
from perceptron_gui.session.palette import LARGEST_PALETTE
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.files.doubtful import Doubtful
    from perceptron_gui.files.points_file import PointsFile
    from perceptron_gui.files.sessions.session_file import SessionFile
    from perceptron_gui.gui.window import MainWindow

Read: TypeAlias = "PointsFile | SessionFile | Doubtful"
Work = Callable[[Path, Report], Read]
Take = Callable[[Read], None]


class BackgroundReading(QObject):
    """Reads one file at a time; opening another one cancels the first. `over`: comes from the reading thread."""

    over = Signal(object)

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._reading: FileWork[Read] | None = None
        self._take: Take | None = None
        self.line = WorkLine(window, self.cancel)
        self.over.connect(self.on_over, Qt.ConnectionType.QueuedConnection)

    @property
    def is_busy(self) -> bool:
        """Whether a file is being read."""
        return self._reading is not None

    def begin(self, path: Path, take: Take, read: Work | None = None) -> None:
        """Read a points file or a session, and pass on what it holds; a faulty file is reported in a sentence.

        `take`: gets the `PointsFile`, the `SessionFile`, or the table that somebody has to look at first. `read`: how
        it is read: `read_file` if not given.
        """
        self.cancel()
        self._take = take
        wait = self._window.controller.training_thread.gate.wait
        self._reading = FileWork(path, partial(read or read_file, path), wait, self.over.emit)
        self.line.begin(self._reading, tr("Reading {name} …").format(name=readable(path.name)))
        self._reading.start()

    def cancel(self) -> None:
        """Give up what is being read."""
        if self._reading is not None:
            self._reading.cancel()
            self._reading.join()
            self._forget()

    @Slot(object)
    def on_over(self, reading: FileWork[Read]) -> None:
        """Pass on what was read, if it is still wanted. `reading`: the work that has ended."""
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
        self.line.end()


def read_file(path: Path, report: Report) -> Read:
    """Read a session where the name says so, else a points file that fits the palette, or ask about it.

    `report`: see `read_points`.
    """
    if is_session(path):
        return _read_session(path, report)
    from perceptron_gui.files.doubtful import doubt_about, doubtful
    from perceptron_gui.files.points_file import read_points

    try:
        read = read_points(path, report, LARGEST_PALETTE)
    except PointsFileError as refusal:
        return doubtful(path, report, refusal)
    doubt = doubt_about(read)
    return doubtful(path, report, reason=doubt) if doubt else read


def read_kept(path: Path, report: Report) -> PointsFile | SessionFile:
    """Read what the program wrote itself: nothing about it is to be asked. `report`: see `read_points`."""
    from perceptron_gui.files.points_file import read_points

    return _read_session(path, report) if is_session(path) else read_points(path, report, LARGEST_PALETTE)


def _read_session(path: Path, report: Report) -> SessionFile:
    from perceptron_gui.files.sessions.session_file import read_session

    return read_session(path, report)


def look_at(path: Path, report: Report) -> Doubtful:
    """Ask about a points file, whatever it is like. `report`: see `read_points`."""
    from perceptron_gui.files.doubtful import doubtful

    return doubtful(path, report)
