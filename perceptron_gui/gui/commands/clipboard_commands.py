"""Commands that copy, cut and paste: points as rows of a spreadsheet, else rows of a panel or the step."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from perceptron_gui.files.file_errors import PointsFileError
from perceptron_gui.gui.commands.beside import WorkBeside
from perceptron_gui.session.step_formats import TEXT
from perceptron_gui.session.wording import counted
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset
    from perceptron_gui.files.points_text import PointsText
    from perceptron_gui.files.report import Report
    from perceptron_gui.gui.commands.feature import Handlers
    from perceptron_gui.gui.commands.panel_commands import PanelCommands
    from perceptron_gui.gui.window import MainWindow

MOST_CELLS, LONGEST_TEXT = 20_000, 200_000
"""Coordinates that are written and characters that are read at once: 20 ms of work. More goes on beside the window."""


class ClipboardCommands(QObject):
    """Carries points to the clipboard and back; pasted ones come after all others, and are selected.

    `panels`: copies the step where no point is selected. `work`: what is written or read beside the window.
    """

    def __init__(self, window: MainWindow, panels: PanelCommands) -> None:
        super().__init__(window)
        self._window = window
        self._controller = window.controller
        self._panels = panels
        self.work = WorkBeside(window)

    def handlers(self) -> Handlers:
        """Return what each action does."""
        return {"edit.cut": self.cut, "edit.copy": self.copy, "edit.paste": self.paste}

    def begin(self) -> None:
        """Do nothing: there is nothing to show."""

    def stop(self) -> None:
        """Give up what is on its way: the window closes."""
        self.work.cancel()

    def copy(self) -> None:
        """Copy what is chosen in the panel that has the keys, else the selected points, else the step."""
        copied = next(filter(None, (panel.copy_focused() for panel in self._window.side.panels)), "")
        snapshot = self._controller.snapshot
        if copied:
            self._controller.noticed.emit(copied)
        elif self._controller.view_state.selection:
            self._write(partial(self._take_copied, len(self._controller.view_state.selection)))
        elif snapshot is not None and snapshot.visit:
            self._panels.copy_step(TEXT)
        else:
            self._controller.noticed.emit(tr("Select points to copy them."))

    def cut(self) -> None:
        """Copy the selected points and remove them."""
        dataset, selection = self._controller.document.dataset, self._controller.view_state.selection
        self._write(partial(self._take_cut, dataset, selection))

    def paste(self) -> None:
        """Add the points on the clipboard; if there are none, say in a sentence why."""
        from perceptron_gui.files.points_text import read_points_text

        text = QGuiApplication.clipboard().text()
        work = partial(read_points_text, text, self._controller.document.dataset)
        self.work.begin(work, self._take_read, tr("Pasting points …"), is_short=len(text) <= LONGEST_TEXT)

    def _write(self, take: Callable[[str], None]) -> None:
        """Write the selected points as text, and pass that on."""
        dataset, selection = self._controller.document.dataset, self._controller.view_state.selection
        is_short = len(selection) * dataset.n_features <= MOST_CELLS

        def write(report: Report) -> str:
            from perceptron_gui.files.points_text import points_text

            return points_text(dataset, selection, report)

        self.work.begin(write, take, tr("Copying points …"), is_short=is_short)

    def _take_copied(self, count: int, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self._controller.noticed.emit(counted("Copied {count} point.", "Copied {count} points.", count))

    def _take_cut(self, dataset: Dataset, selection: tuple[int, ...], text: str) -> None:
        self._take_copied(len(selection), text)
        if self._controller.document.dataset is dataset:
            self._controller.change_view(selection=())
            self._controller.set_dataset(dataset.without(selection), tr("cut"))

    def _take_read(self, found: PointsText) -> None:
        from perceptron_gui.files.points_text import with_points_text

        before = self._controller.document.dataset
        try:
            dataset = with_points_text(before, found, self._controller.view_state.current_class)
        except PointsFileError as error:
            self._controller.noticed.emit(str(error))
            return
        self._controller.set_dataset(dataset, tr("paste"))
        if self._controller.document.dataset is dataset:  # else it was said why these points cannot be
            self._controller.change_view(selection=tuple(range(before.n_samples, dataset.n_samples)))
