"""Commands that change how things are shown: theme, panels, full screen, zoom, and what the canvas tells."""

from functools import partial

from PySide6.QtCore import QByteArray

from perceptron_gui.gui.feature import Handlers, WindowCommands
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.view.switches import SWITCHES
from perceptron_gui.session.view.view_state import DARK, LIGHT, PROJECTOR, ViewState

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
            "view.fit": canvas.fit,
            "view.zoom_in": partial(canvas.zoom, ZOOM),
            "view.zoom_out": partial(canvas.zoom, 1 / ZOOM),
            "view.panels": window.side.toggle,
            "view.close_panel": window.side.close_front,
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
