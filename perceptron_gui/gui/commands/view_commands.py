"""Commands that change how things are shown: theme, panels, full screen, zoom, and what the canvas tells."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDockWidget, QWidget

from perceptron_gui.gui.commands.feature import Handlers
from perceptron_gui.gui.style.theme import THEMES
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.switches import SWITCHES

TOGGLED_THEMES = ("dark", "projector")
ZOOM = 1.25


class ViewCommands(QObject):
    """Changes what is around the picture, and how much of it is seen.

    Parameters
    ----------
    window : MainWindow
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._hidden: list[QWidget] = []
        self._was_maximized = False
        self._front: QDockWidget | None = None
        window.side.changed.connect(self.show_state)

    def handlers(self) -> Handlers:
        """Return what each action does."""
        canvas = self._window.canvas
        themes = {f"view.{name}": partial(self.toggle_theme, name) for name in TOGGLED_THEMES}
        switches = {switch.action: partial(self.turn, switch.name) for switch in SWITCHES}
        return {
            **themes,
            **switches,
            "view.fit": canvas.fit,
            "view.zoom_in": partial(canvas.zoom, ZOOM),
            "view.zoom_out": partial(canvas.zoom, 1 / ZOOM),
            "view.panels": self.toggle_panels,
            "view.presentation": self.toggle_presentation,
        }

    def begin(self) -> None:
        """Check the menu entries that hold."""
        self.show_state()

    def show_state(self) -> None:
        """Check the menu entries that hold now."""
        for name in TOGGLED_THEMES:
            self._window.actions_by_id[f"view.{name}"].setChecked(self._window.theme.name == name)
        self._window.actions_by_id["view.panels"].setChecked(self._window.side.is_open)

    def turn(self, name: str) -> None:
        """Show what a view switch is about, or leave it out.

        Parameters
        ----------
        name : str
            One of `session/switches.py`.
        """
        controller = self._window.controller
        controller.change_view(switches=controller.view_state.switches ^ {name})

    def toggle_theme(self, name: str) -> None:
        """Change between the light theme and another one.

        Parameters
        ----------
        name : str
            Name of the other theme.
        """
        self._window.set_theme(THEMES["light" if self._window.theme.name == name else name])
        self.show_state()

    def toggle_panels(self) -> None:
        """Show or hide the panels at the side."""
        self._window.side.toggle()
        self.show_state()

    def toggle_presentation(self) -> None:
        """Show only canvas, counter and timeline, on the whole screen; or all again."""
        window = self._window
        if window.isFullScreen():
            for part in self._hidden:
                part.show()
            if self._front is not None:
                self._front.raise_()
            window.stage.set_presenting(False)
            window.showMaximized() if self._was_maximized else window.showNormal()
        else:
            self._was_maximized = window.isMaximized()
            parts = (window.menuBar(), window.statusBar(), *window.bars[:2], *window.side.docks)
            self._hidden = [part for part in parts if not part.isHidden()]
            self._front = window.side.front
            for part in parts:
                part.hide()
            window.showFullScreen()
            window.stage.set_presenting(True)
        window.actions_by_id["view.presentation"].setChecked(window.isFullScreen())

    def restore_frame(self) -> None:
        """Bring back bars and panels that are away for the moment, so that the next window has them."""
        if self._window.isFullScreen():
            self.toggle_presentation()
        self._window.side.unfold()
