"""What the panels ask of the window and are told by it, and commands that change how things are shown."""

from functools import partial

from PySide6.QtCore import QByteArray

from perceptron_gui.gui.feature import Handlers, WindowCommands
from perceptron_gui.gui.features.step import StepPanel
from perceptron_gui.gui.filing.file_commands import FileCommands
from perceptron_gui.gui.panels.panel import Panel
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.formula.notation import NOTATIONS
from perceptron_gui.session.output.exports import STEP_FORMATS, StepFormat
from perceptron_gui.session.output.run_table import Selection
from perceptron_gui.session.view.switches import BY_NAME, SWITCHES
from perceptron_gui.session.view.view_state import DARK, LIGHT, PROJECTOR, ViewState
from perceptron_gui.translation import tr


class PanelCommands(WindowCommands):
    """Connects every panel of the registry in the same way.

    `filing`: writes the rows that a panel exports. `step`: explains the visit that the commands of the Edit menu copy.
    """

    def __init__(self, window: MainWindow, filing: FileCommands) -> None:
        super().__init__(window)
        self._filing = filing
        self.step = window.side.panel(StepPanel)
        for panel in window.side.panels:
            self._connect(panel)

    def handlers(self) -> Handlers:
        """Return what each action does."""
        return {form.action: partial(self.copy_step, form) for form in STEP_FORMATS}

    def copy_step(self, form: StepFormat) -> None:
        """Put the step on the clipboard, and say so."""
        self.step.copy_as(form)
        self._window.status.notice(tr("Copied this step."))

    def _connect(self, panel: Panel) -> None:
        window, controller = self._window, self._controller
        panel.sought.connect(controller.seek)
        panel.point_chosen.connect(lambda point: window.gestures.select([point]))
        panel.points_chosen.connect(lambda points: window.gestures.select(list(points)))
        panel.lit.connect(lambda point, partner: controller.change_view(lit_point=point, lit_partner=partner))
        panel.hint_changed.connect(window.status.set_mode_keys)
        panel.switched.connect(lambda name: window.actions_by_id[BY_NAME[name].action].trigger())
        panel.triggered.connect(lambda name: window.actions_by_id[name].trigger())
        panel.page_wanted.connect(
            lambda request: controller.post(lambda worker: worker.publication.put_page(worker.run, request))
        )
        panel.export_asked.connect(self.export)
        panel.asked.connect(controller.background.ask)
        panel.connect_to(controller)
        controller.answered.connect(panel.take_answer)

    def export(self, selection: Selection) -> None:
        """Ask for a file and write rows of the run to it. `selection`: the rows to write."""
        self._filing.exporting.ask(self._filing.folder, selection)


ZOOM = 1.25


class ViewCommands(WindowCommands):
    """Changes what is around the picture, and how much of it is seen."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._was_maximized = False
        self._geometry_before = QByteArray()
        self._controller.view_changed.connect(self._on_view_changed)

    def handlers(self) -> Handlers:
        """Return what each action does."""
        window, canvas = self._window, self._window.canvas
        themes = {f"view.{name}": partial(self.toggle_theme, name) for name in (DARK, PROJECTOR)}
        switches = {switch.action: partial(self.turn, switch.name) for switch in SWITCHES}
        return {
            **themes,
            **switches,
            **{each.action: partial(self._controller.change_view, symbols=each.name) for each in NOTATIONS},
            "view.fit": canvas.fit,
            "view.zoom_in": partial(canvas.zoom, ZOOM),
            "view.zoom_out": partial(canvas.zoom, 1 / ZOOM),
            "view.panels": window.side.toggle,
            "view.own_window": window.side.take_out,
            "view.presentation": lambda: self._controller.change_view(
                is_presenting=not self._controller.view_state.is_presenting
            ),
        }

    def turn(self, name: str) -> None:
        """Show what a view switch is about, or leave it out. `name`: one of `session/view/switches.py`."""
        self._controller.change_view(switches=self._controller.view_state.switches ^ {name})

    def toggle_theme(self, name: str) -> None:
        """Change between the light theme and another one. `name`: name of the other theme."""
        theme = self._controller.view_state.theme
        self._controller.change_view(theme=LIGHT if theme == name else name)

    def _on_view_changed(self, earlier: ViewState, state: ViewState) -> None:
        """Present, or end it; the window system may have taken the whole screen away meanwhile."""
        if state.is_presenting is earlier.is_presenting:
            return
        window, parts = self._window, (self._window.menuBar(), self._window.statusBar(), *self._window.bars[:2])
        for part in parts:
            part.setVisible(not state.is_presenting)
        if state.is_presenting:
            self._was_maximized, self._geometry_before = window.isMaximized(), window.saveGeometry()
            window.showFullScreen()
            window.canvas.setFocus()  # the keys were in a panel, maybe: Qt would hand them to the next button
        elif window.isFullScreen():
            window.showMaximized() if self._was_maximized else window.showNormal()
        window.stage.set_presenting(state.is_presenting)

    def restore_frame(self) -> QByteArray:
        """Bring back bars and panels that are away for the moment, so that the next window has them.

        Returns where the next window belongs, as Qt writes it: where this one was before it had the whole screen, which
        a window system takes away only later.
        """
        geometry = self._geometry_before if self._controller.view_state.is_presenting else self._window.saveGeometry()
        self._controller.change_view(is_presenting=False)
        self._window.side.unfold()
        return geometry
