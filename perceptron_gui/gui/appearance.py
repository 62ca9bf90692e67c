"""How the window looks: theme, panels, full screen, and the pages of help."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from perceptron_gui import __version__
from perceptron_gui.gui.actions import shown_keys
from perceptron_gui.gui.page import Page
from perceptron_gui.gui.panels.registry import PANELS
from perceptron_gui.gui.text import tr
from perceptron_gui.gui.theme import THEMES
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.actions import ACTIONS

TOGGLED_THEMES = ("dark", "projector")


class Appearance(QObject):
    """Changes what is around the picture."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._hidden: list[QWidget] = []
        self._was_maximized = False
        window.side.changed.connect(self.show_state)

    def show_state(self) -> None:
        """Check the menu entries that hold now."""
        for name in TOGGLED_THEMES:
            self._window.actions_by_id[f"view.{name}"].setChecked(self._window.theme.name == name)
        self._window.actions_by_id["view.panels"].setChecked(self._window.side.is_open)

    def toggle_theme(self, name: str) -> None:
        """Change between the light theme and another one."""
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
            window.stage.set_presenting(False)
            window.showMaximized() if self._was_maximized else window.showNormal()
        else:
            self._was_maximized = window.isMaximized()
            parts = (window.menuBar(), window.statusBar(), *window.bars[:2], *window.side.docks)
            self._hidden = [part for part in parts if not part.isHidden()]
            for part in parts:
                part.hide()
            window.showFullScreen()
            window.stage.set_presenting(True)
        window.actions_by_id["view.presentation"].setChecked(window.isFullScreen())

    def show_keys(self) -> None:
        """Show all keys on one page."""
        rows = [(shown_keys(action), tr(action.text).rstrip("…")) for action in ACTIONS if action.shortcut]
        rows += [("1 … 9, 0", tr("Take a class, or give it to the selected points"))]
        rows += [panel_row()]
        rows += [(tr("Enter"), tr("A cursor on the canvas: arrows move, Space places, Esc leaves"))]
        rows += [(tr("Enter, double click"), tr("On a point: type its coordinates and class"))]
        rows += [(tr("Esc"), tr("Give up a drag or the selection")), (tr("Wheel"), tr("Zoom, or move in time"))]
        rows += [(tr("Middle button"), tr("Move the picture"))]
        rows += [(tr("Ctrl"), tr("Place or move without snapping")), (tr("Ctrl+Shift"), tr("Snap to the grid itself"))]
        half = (len(rows) + 1) // 2
        columns = "".join(_column(part) for part in (rows[:half], rows[half:]))
        Page(tr("Keys"), f"<table><tr>{columns}</tr></table>", self._window).open()

    def show_about(self) -> None:
        """Say what this is."""
        text = tr("Perceptron Lab {version}<br>See how Rosenblatt's perceptron learns, one exact step at a time.")
        box = QMessageBox(self._window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setWindowTitle(tr("About Perceptron Lab"))
        box.setText(text.format(version=__version__))
        box.open()


def panel_row() -> tuple[str, str]:
    """Return the keys that show the panels, and what they do, as a row of the page of keys."""
    names = ", ".join(entry.short_title for entry in PANELS)
    return f"{PANELS[0].shortcut} … {PANELS[-1].key}", tr("A panel: {names}").format(names=names)


def _column(rows: list[tuple[str, str]]) -> str:
    style = "padding-right: 16px"
    cells = "".join(
        f'<tr><td style="white-space: nowrap; {style}"><b>{keys}</b></td><td style="{style}">{text}</td></tr>'
        for keys, text in rows
    )
    return f'<td style="padding-right: 28px"><table>{cells}</table></td>'
