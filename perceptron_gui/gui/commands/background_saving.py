"""Writing a file in the background: what is saved is the document of the moment in which Save was asked for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QMessageBox

from perceptron_gui.files.atomic import Written
from perceptron_gui.files.file_errors import PointsFileError
from perceptron_gui.files.file_work import FileWork
from perceptron_gui.files.report import Report
from perceptron_gui.gui.commands.work_line import PATIENCE_MS, WorkLine
from perceptron_gui.gui.widgets.plain_text import complain, message_box, readable
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.gui.window import MainWindow

Buttons = QMessageBox.StandardButton
Work = Callable[[Report], Written]
Take = Callable[[Written], None]


class BackgroundSaving(QObject):
    """Writes one file after the other.

    `over`: comes from the writing thread. `ended`: no file is being written any more.
    """

    over = Signal(object)
    ended = Signal()

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._writing: FileWork[Written] | None = None
        self._take: Take | None = None
        self._waiting: dict[object, Callable[[], object]] = {}
        self.line = WorkLine(window, self.cancel)
        self.over.connect(self.on_over, Qt.ConnectionType.QueuedConnection)

    @property
    def is_busy(self) -> bool:
        """Whether a file is being written, or waits for it."""
        return self._writing is not None

    def then(self, key: object, task: Callable[[], object]) -> None:
        """Run a task when nothing is being written.

        `key`: of two waiting tasks with the same key only the later one is run, in its turn. `task`: takes no
        arguments.
        """
        if self.is_busy:
            self._waiting.pop(key, None)
            self._waiting[key] = task
        else:
            task()

    def begin(self, path: Path, work: Work, take: Take) -> None:
        """Write a file; a failure is reported in a sentence.

        `work`: writes it, given a function to call with the part that is done. `take`: gets a `Written` that says what
        is on disk.
        """
        self._take = take
        self._writing = FileWork(path, work, self._window.controller.training_thread.gate.wait, self.over.emit)
        self.line.begin(self._writing, tr("Saving {name} …").format(name=readable(path.name)))
        self._writing.start()

    def cancel(self) -> None:
        """Give up what is being written, and what waits; the files stay as they were."""
        self._waiting.clear()
        if self._writing is not None:
            self._writing.cancel()
            self._writing.join()
            self._end()

    def wait(self) -> bool:
        """Wait until all is written, or failed; False where the user would rather go on, or is made to leave."""
        while (writing := self._writing) is not None:
            writing.join(PATIENCE_MS / 1000)
            if writing.is_over:
                self.on_over(writing)
            elif not self._wait_in_box(writing.path):
                return False
        return True

    def _wait_in_box(self, path: Path) -> bool:
        sentence = tr("{name} is still being saved.").format(name=readable(path.name))
        box = message_box(self._window, QMessageBox.Icon.Information, sentence)
        box.addButton(Buttons.Cancel).setText(tr("Go on working"))
        self.ended.connect(box.accept)
        box.exec()
        self.ended.disconnect(box.accept)
        box.deleteLater()
        return not self.is_busy

    @Slot(object)
    def on_over(self, writing: FileWork[Written]) -> None:
        """Report the outcome, and go on with what waits. `writing`: the work that has ended."""
        if writing is not self._writing:
            return
        take, outcome = self._take, writing.outcome
        writing.join()
        self._writing = self._take = None
        if isinstance(outcome, PointsFileError):
            complain(self._window, str(outcome))
        elif outcome is not None and take is not None:
            take(outcome)
        while self._waiting and self._writing is None:
            self._waiting.pop(next(iter(self._waiting)))()
        if self._writing is None:
            self._end()

    def _end(self) -> None:
        self._writing = self._take = None
        self.line.end()
        self.ended.emit()
