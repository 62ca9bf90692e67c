"""Work that is done at once where it is short, and beside the window with a line and Cancel where it is long."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject, Qt, Signal, Slot

from perceptron_gui.files.file_errors import PointsFileError
from perceptron_gui.files.file_work import FileWork
from perceptron_gui.files.report import Report, tell_nobody
from perceptron_gui.gui.commands.work_line import WorkLine

if TYPE_CHECKING:
    from perceptron_gui.gui.window import MainWindow

Outcome = TypeVar("Outcome")


class WorkBeside(QObject):
    """Does one piece of work at a time; another one cancels the first. `over`: comes from the thread."""

    over = Signal(object)

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._work: FileWork[Any] | None = None
        self._take: Callable[[Any], None] | None = None
        self.line = WorkLine(window, self.cancel)
        self.over.connect(self._on_over, Qt.ConnectionType.QueuedConnection)

    @property
    def is_busy(self) -> bool:
        """Whether something is on its way."""
        return self._work is not None

    def begin(
        self, work: Callable[[Report], Outcome], take: Callable[[Outcome], None], sentence: str, *, is_short: bool
    ) -> None:
        """Do work, and pass on what comes of it; what it raises is said in the status line.

        `work`: is given a function to call about every half millisecond with the part done; raises `PointsFileError`.
        `take`: gets what comes of it. `sentence`: says what is done. `is_short`: whether it is done within a frame or
        two.
        """
        self.cancel()
        self._take = take
        if is_short:
            self._pass_on(_outcome(work))
            return
        self._work = FileWork(
            Path("clipboard"), work, self._window.controller.training_thread.gate.wait, self.over.emit
        )
        self.line.begin(self._work, sentence)
        self._work.start()

    def cancel(self) -> None:
        """Give up what is on its way."""
        if self._work is not None:
            self._work.cancel()
            self._work.join()
        self._forget()

    @Slot(object)
    def _on_over(self, work: FileWork[Any]) -> None:
        if work is self._work:
            work.join()
            self._pass_on(work.outcome)

    def _pass_on(self, outcome: object) -> None:
        take = self._take
        self._forget()
        if isinstance(outcome, PointsFileError):
            self._window.controller.noticed.emit(str(outcome))
        elif outcome is not None and take is not None:
            take(outcome)

    def _forget(self) -> None:
        self._work = self._take = None
        self.line.end()


def _outcome(work: Callable[[Report], Outcome]) -> Outcome | PointsFileError:
    try:
        return work(tell_nobody)
    except PointsFileError as error:
        return error
