"""Beside the tools: how far the brush reaches, and how many points it sprays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QToolButton, QWidget

from perceptron_gui.gui.style.icons import icon
from perceptron_gui.translation import N_, tr

if TYPE_CHECKING:
    from perceptron_gui.gui.style.theme import Theme
    from perceptron_gui.session.view_state import ViewState

ICON, WIDTH, HEIGHT = 14, 20, 24
"""Pixels of a picture, and of the buttons below a number."""
ROWS = {
    "radius": (N_("Radius of the brush in pixels"), "tools.smaller", "tools.larger"),
    "density": (N_("Points a dab of the spray"), "tools.sparser", "tools.denser"),
}


class BrushSize(QWidget):
    """A number with less and more below it for the radius, and one for the density; each while its tool is chosen.

    `actions`: by name; those of `ROWS` get a button.
    """

    def __init__(self, actions: dict[str, QAction], parent: QWidget) -> None:
        super().__init__(parent)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(2)
        self._theme: Theme | None = None
        self.numbers: dict[str, QLabel] = {}
        self._pictures: dict[str, QLabel] = {}
        self.buttons: dict[str, QToolButton] = {}
        for row, (name, (text, less, more)) in enumerate(ROWS.items()):
            self.numbers[name], self._pictures[name] = QLabel(self), QLabel(self)
            for label in (self.numbers[name], self._pictures[name]):
                label.setToolTip(tr(text))
                label.setObjectName("caption")
            self.numbers[name].setAccessibleName(tr(text))
            line = QHBoxLayout()
            line.setSpacing(2)
            line.addWidget(self._pictures[name])
            line.addWidget(self.numbers[name], 1)
            grid.addLayout(line, 2 * row, 0, 1, 2)
            for column, action in enumerate((less, more)):
                self.buttons[action] = self._button(actions[action])
                grid.addWidget(self.buttons[action], 2 * row + 1, column)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self._theme = theme
        for name, label in self._pictures.items():
            label.setPixmap(icon(name, theme, theme.muted).pixmap(ICON, ICON))
        for _, less, more in ROWS.values():
            self.buttons[less].setIcon(icon("less", theme))
            self.buttons[more].setIcon(icon("add", theme))

    def show_brush(self, state: ViewState) -> None:
        """Show the numbers that count for the tool."""
        shown = {"radius": state.tool.is_wide, "density": state.tool.sprays}
        values = {"radius": state.brush_radius, "density": state.spray_density}
        for name, (_, *pair) in ROWS.items():
            self.numbers[name].setText(str(values[name]))
            for part in (self.numbers[name], self._pictures[name], *(self.buttons[action] for action in pair)):
                part.setVisible(shown[name])
        self.setVisible(any(shown.values()))

    def _button(self, action: QAction) -> QToolButton:
        button = QToolButton(self)
        button.setFixedSize(WIDTH, HEIGHT)
        button.setIconSize(QSize(ICON, ICON))
        button.setAutoRepeat(True)
        button.setToolTip(action.toolTip())
        button.setAccessibleName(action.text())
        button.clicked.connect(action.trigger)
        return button
