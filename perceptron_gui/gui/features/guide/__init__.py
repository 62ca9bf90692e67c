"""The pages of help."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox

from perceptron_gui import __version__
from perceptron_gui.gui.panels.panel_registry import PANELS
from perceptron_gui.gui.window_actions import shown_keys
from perceptron_gui.session.actions import ACTIONS
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.gui.feature import Handlers
    from perceptron_gui.gui.features.guide.guide_window import GuideWindow
    from perceptron_gui.gui.window import MainWindow


class HelpCommands:
    """Shows all keys, and what the program is."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._guide: GuideWindow | None = None

    def handlers(self) -> Handlers:
        """Return what each action does."""
        return {"help.guide": self.show_guide, "help.keys": self.show_keys, "help.about": self.show_about}

    def begin(self) -> None:
        """Do nothing: help hears no other part of the window."""

    def show_guide(self) -> None:
        """Show the user guide beside the window; there is one."""
        if self._guide is None:
            from perceptron_gui.gui.features.guide.guide_window import GuideWindow

            self._guide = GuideWindow(self._window)
        self._guide.set_theme(self._window.theme)
        self._guide.show()
        self._guide.raise_()
        self._guide.activateWindow()

    def show_keys(self) -> None:
        """Show all keys on one page."""
        from perceptron_gui.gui.features.guide.help_page import Page

        rows = [(shown_keys(action), tr(action.text).rstrip("…")) for action in ACTIONS if action.shortcut]
        rows += [("1 … 9, 0", tr("Take a class, or give it to the selected points"))]
        rows += [panel_row()]
        rows += [(tr("Enter"), tr("A cursor on the canvas: arrows move, Space places, Esc leaves"))]
        rows += [(tr("Enter"), tr("In weight space: arrows turn the sphere, Space shows a boundary, Esc leaves"))]
        rows += [(tr("Enter, double click"), tr("On a point: type its coordinates and class"))]
        rows += [(tr("Enter"), tr("In the table of points: types a cell; Shift+Space selects a row more or less"))]
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
    keys = [entry.key for entry in PANELS]
    shown = f"{PANELS[0].shortcut} … {max(keys)}" + (", 0" if 0 in keys else "")
    return shown, tr("A panel: {names}").format(names=names)


def _column(rows: list[tuple[str, str]]) -> str:
    style = "padding-right: 16px"
    cells = "".join(
        f'<tr><td style="white-space: nowrap; {style}"><b>{keys}</b></td><td style="{style}">{text}</td></tr>'
        for keys, text in rows
    )
    return f'<td style="padding-right: 28px"><table>{cells}</table></td>'
