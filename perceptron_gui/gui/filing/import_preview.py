"""The preview of a points file that the reader is in doubt about: read beside the window, one at a time."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Slot

from perceptron_gui.gui.feature import let_go
from perceptron_gui.gui.filing import background_work
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.points.palette import LARGEST_PALETTE

if TYPE_CHECKING:
    from perceptron_gui.files.points.import_choice import Doubtful, ImportChoice
    from perceptron_gui.files.points.points_file import PointsFile
    from perceptron_gui.gui.filing.import_dialog import ImportDialog

PROGRESS_MS = 50
TakeImported = Callable[["PointsFile", tuple[int, ...]], None]
"""Gets the points, and the features that are drawn."""


class ImportPreview(background_work.WorkBeside):
    """Shows one table at a time, and reads all of it beside the window."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._table: Doubtful | None = None
        self._take_imported: TakeImported | None = None
        self._progress = QTimer(self, interval=PROGRESS_MS)
        self._progress.timeout.connect(self._show_part)

    @cached_property
    def dialog(self) -> ImportDialog:
        """The preview; made when it is first needed (A9)."""
        from perceptron_gui.gui.filing.import_dialog import ImportDialog

        dialog = ImportDialog(self._window)
        dialog.chosen.connect(self._read)
        dialog.finished.connect(self._on_finished)
        return dialog

    def ask(self, table: Doubtful, take: TakeImported) -> None:
        """Show a table, and pass on its points once they are wanted. `take`: not called where the user gives up."""
        self.cancel()
        self._table, self._take_imported = table, take
        self.dialog.set_theme(self._window.theme)
        self.dialog.show_table(table)
        self.dialog.open()
        self._read(table.choice)

    def cancel(self) -> None:
        """Give up the table that is shown, if there is one."""
        self._take_imported = None
        super().cancel()
        if self._table is not None:
            self.dialog.reject()

    def _read(self, choice: ImportChoice) -> None:
        from perceptron_gui.files.points.points_file import read_points

        super().cancel()
        if self._table is None:  # an open list of the preview outlives it by an event
            return
        path = self._table.path
        work = partial(read_points, path, most_classes=LARGEST_PALETTE, options=choice.head.options)
        self._start(path, work, self.dialog.show_outcome, "")
        self._progress.start()

    def _show_part(self) -> None:
        if self._work is not None:
            self.dialog.show_part(self._work.part)

    def _pass_on(self, outcome: object) -> None:
        """Show a refusal, too, in the dialog."""
        take = self._take
        self._forget()
        if outcome is not None and take is not None:
            take(outcome)

    def _forget(self) -> None:
        super()._forget()
        self._progress.stop()

    @Slot(int)
    def _on_finished(self, result: int) -> None:
        take, read, choice = self._take_imported, self.dialog.read, self.dialog.choice
        super().cancel()
        self._table = self._take_imported = None
        let_go(self, "dialog")
        if result and take is not None and read is not None:
            take(read, choice.axes)
