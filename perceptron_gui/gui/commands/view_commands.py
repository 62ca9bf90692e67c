"""Commands that change how things are shown: theme, panels, full screen, zoom, and what the canvas tells."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDockWidget, QWidget

from perceptron_gui.gui.commands.feature import Handlers
from perceptron_gui.gui.style.theme import THEMES
from perceptron_gui.gui.window import MainWindow

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
        return themes | {
            "view.fit": canvas.fit,
            "view.zoom_in": partial(canvas.zoom, ZOOM),
            "view.zoom_out": partial(canvas.zoom, 1 / ZOOM),
            "view.panels": self.toggle_panels,
            "view.presentation": self.toggle_presentation,
            "view.still": self.set_still,
            "view.influence": self.set_influence,
            "view.loss": self.set_loss,
            "view.formula": self.set_formula,
            "view.card": self.set_card,
        }

    def begin(self) -> None:
        """Show what the preferences say."""
        actions, preferences = self._window.actions_by_id, self._window.preferences
        self.show_state()
        actions["view.formula"].setChecked(True)
        actions["view.card"].setChecked(preferences.has_card)
        self.set_card()
        actions["view.still"].setChecked(preferences.is_still)
        self.set_still()

    def show_state(self) -> None:
        """Check the menu entries that hold now."""
        for name in TOGGLED_THEMES:
            self._window.actions_by_id[f"view.{name}"].setChecked(self._window.theme.name == name)
        self._window.actions_by_id["view.panels"].setChecked(self._window.side.is_open)

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

    # The canvas

    def set_still(self) -> None:
        """Show updates at once, or in two beats."""
        is_still = self._is_checked("view.still")
        self._window.canvas.animation.is_reduced = is_still
        self._window.stage.set_reduced(is_still)

    def set_loss(self) -> None:
        """Write the loss beside the counter, or leave it out."""
        self._window.counter.set_shows_loss(self._is_checked("view.loss"))
        self._window.requests.update()

    def set_influence(self) -> None:
        """Ring the points that caused the last updates, or stop it (P10)."""
        self._window.canvas.shows_influence = self._is_checked("view.influence")
        self._window.requests.update()

    def set_card(self) -> None:
        """Let a card at the pointer tell what is there, or not."""
        self._window.details.hover.set_card_wanted(self._is_checked("view.card"))

    def set_formula(self) -> None:
        """Show this step's formulas while only the canvas is shown, or not."""
        self._window.stage.show_formulas(self._is_checked("view.formula"))

    def _is_checked(self, name: str) -> bool:
        return self._window.actions_by_id[name].isChecked()
