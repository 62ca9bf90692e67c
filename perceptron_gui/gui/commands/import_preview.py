"""Asking how a table is read: a preview, and reading all of it beside the window for every way that is tried."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from perceptron_gui.files.file_work import FileWork
from perceptron_gui.session.palette import LARGEST_PALETTE

if TYPE_CHECKING:
    from perceptron_gui.files.doubtful import Doubtful
    from perceptron_gui.files.import_choice import ImportChoice
    from perceptron_gui.files.points_file import PointsFile
    from perceptron_gui.gui.dialogs.import_dialog import ImportDialog
    from perceptron_gui.gui.window import MainWindow

PROGRESS_MS = 50
Take = Callable[["PointsFile", tuple[int, ...]], None]
"""Gets the points, and the features that are drawn."""


class ImportPreview(QObject):
    """Shows one table at a time. `over`: comes from the reading thread."""

    over = Signal(object)

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._table: Doubtful | None = None
        self._take: Take | None = None
        self._reading: FileWork[PointsFile] | None = None
        self._progress = QTimer(self)
        self._progress.setInterval(PROGRESS_MS)
        self._progress.timeout.connect(self._show_part)
        self.over.connect(self._on_over, Qt.ConnectionType.QueuedConnection)

    @cached_property
    def dialog(self) -> ImportDialog:
        """The preview; made when it is first needed (A9)."""
        from perceptron_gui.gui.dialogs.import_dialog import ImportDialog

        dialog = ImportDialog(self._window)
        dialog.chosen.connect(self._read)
        dialog.finished.connect(self._on_finished)
        return dialog

    @property
    def is_busy(self) -> bool:
        """Whether a table is being read."""
        return self._reading is not None

    def ask(self, table: Doubtful, take: Take) -> None:
        """Show a table, and pass on its points once they are wanted. `take`: not called where the user gives up."""
        self.cancel()
        self._table, self._take = table, take
        self.dialog.set_theme(self._window.theme)
        self.dialog.show_table(table)
        self.dialog.open()
        self._read(table.choice)

    def cancel(self) -> None:
        """Give up the table that is shown, if there is one."""
        self._take = None
        self._stop()
        if self._table is not None:
            self.dialog.reject()

    def _read(self, choice: ImportChoice) -> None:
        from perceptron_gui.files.points_file import read_points

        self._stop()
        if self._table is None:  # an open list of the preview outlives it by an event
            return
        path = self._table.path
        work = partial(read_points, path, most_classes=LARGEST_PALETTE, options=choice.head.options)
        self._reading = FileWork(path, work, self._window.controller.training_thread.gate.wait, self.over.emit)
        self._reading.start()
        self._progress.start()

    def _stop(self) -> None:
        self._progress.stop()
        if self._reading is not None:
            self._reading.cancel()
            self._reading.join()
            self._reading = None

    def _show_part(self) -> None:
        if self._reading is not None:
            self.dialog.show_part(self._reading.part)

    @Slot(object)
    def _on_over(self, reading: FileWork[PointsFile]) -> None:
        if reading is self._reading and reading.outcome is not None:
            self._stop()
            self.dialog.show_outcome(reading.outcome)

    @Slot(int)
    def _on_finished(self, result: int) -> None:
        take, read, choice = self._take, self.dialog.read, self.dialog.choice
        self._stop()
        self._table = self._take = self.dialog.read = None
        if result and take is not None and read is not None:
            take(read, choice.axes)
