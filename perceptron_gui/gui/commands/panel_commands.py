"""What the panels ask of the window, and what the window tells them."""

from __future__ import annotations

from PySide6.QtCore import QObject

from perceptron_gui.gui.commands.feature import Handlers
from perceptron_gui.gui.commands.file_commands import FileCommands
from perceptron_gui.gui.panels.panel import Panel
from perceptron_gui.gui.panels.step import StepPanel
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.run_table import PageRequest, Selection
from perceptron_gui.session.view_state import ViewState
from perceptron_gui.translation import tr


class PanelCommands(QObject):
    """Connects every panel of the registry in the same way.

    Parameters
    ----------
    window : MainWindow
    filing : FileCommands
        Writes the rows that a panel exports.

    Attributes
    ----------
    step : StepPanel
        Explains the visit that the commands of the Edit menu copy.
    """

    def __init__(self, window: MainWindow, filing: FileCommands) -> None:
        super().__init__(window)
        self._window = window
        self._controller = window.controller
        self._filing = filing
        self.step = window.side.panel(StepPanel)
        for panel in window.side.panels:
            self._connect(panel)

    def handlers(self) -> Handlers:
        """Return what each action does."""
        return {
            "edit.copy_text": self.copy,
            "edit.copy_latex": self.step.copy_latex,
            "edit.copy_picture": self.step.copy_picture,
            "view.full": self.toggle_full,
        }

    def begin(self) -> None:
        """Tell the panels which point is selected from now on."""
        self._controller.view_changed.connect(self._on_view_changed)

    def _connect(self, panel: Panel) -> None:
        panel.sought.connect(self._controller.seek)
        panel.point_chosen.connect(lambda point: self._window.gestures.select([point]))
        panel.full_toggled.connect(self._window.actions_by_id["view.full"].trigger)
        panel.page_wanted.connect(self._find_page)
        panel.export_asked.connect(self.export)
        self._controller.answered.connect(panel.take_answer)

    def _find_page(self, request: PageRequest) -> None:
        self._controller.post(lambda worker: worker.find_page(request))

    def _on_view_changed(self, earlier: ViewState, state: ViewState) -> None:
        if state.single_point != earlier.single_point:
            for panel in self._window.side.panels:
                panel.set_point(state.single_point)

    def export(self, selection: Selection) -> None:
        """Ask for a file and write rows of the run to it.

        Parameters
        ----------
        selection : Selection
            The rows to write.
        """
        self._filing.exporting.ask(self._filing.folder, selection)

    def copy(self) -> None:
        """Copy what is chosen in the panel that has the keys, else the step."""
        copied = next(filter(None, (panel.copy_focused() for panel in self._window.side.panels)), "")
        if not copied:
            self.step.copy()
        self._window.status.notice(copied or tr("Copied."))

    def toggle_full(self) -> None:
        """Write long sums of the panels out, or fold them."""
        is_full = self._window.actions_by_id["view.full"].isChecked()
        for panel in self._window.side.panels:
            panel.set_full(is_full)
