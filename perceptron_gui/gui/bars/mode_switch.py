"""Which of the three algorithms runs: three buttons in one frame."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QFont, QFontMetricsF
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QMenu, QPushButton, QWidget

from perceptron_gui.engine.data.settings import Mode
from perceptron_gui.translation import N_, tr

if TYPE_CHECKING:
    from perceptron_gui.gui.style.theme import Theme

MODES = ((Mode.PRIMAL, N_("Primal")), (Mode.DUAL, N_("Dual")), (Mode.MULTICLASS, N_("Multiclass")))
MODE_HINTS = {
    Mode.PRIMAL: N_("Keep w and b: add ηyx to w at a mistake"),
    Mode.DUAL: N_("Keep α: count the mistakes at each point"),
    Mode.MULTICLASS: N_("One weight vector a class: add to the true class, take from its rival"),
}


class ModeSwitch(QWidget):
    """Shows the mode, and says which other one is wanted."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("modeSwitch")
        self.buttons: dict[Mode, QPushButton] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        group = QButtonGroup(self)
        for name, (mode, text) in zip(("first", "middle", "last"), MODES, strict=True):
            button = QPushButton(tr(text), self)
            button.setCheckable(True)
            button.setObjectName(name)
            button.setToolTip(tr(MODE_HINTS[mode]))
            button.toggled.connect(partial(self._on_toggled, mode))
            group.addButton(button)
            row.addWidget(button)
            self.buttons[mode] = button

    def set_theme(self, theme: Theme) -> None:
        """Take letters of another size."""
        for mode, text in MODES:
            self.buttons[mode].setMinimumWidth(_bold_width(tr(text), theme) + 30)

    def menu(self, parent: QWidget) -> QMenu:
        """Return a menu of the modes. `parent`: owner of the menu."""
        menu = QMenu(tr("Mode"), parent)
        for mode, text in MODES:
            menu.addAction(tr(text), partial(self._on_toggled, mode, True)).setToolTip(tr(MODE_HINTS[mode]))
        menu.setToolTipsVisible(True)
        return menu

    def _on_toggled(self, mode: Mode, is_on: bool) -> None:
        if is_on:
            self.chosen.emit(mode)


def _bold_width(text: str, theme: Theme) -> int:
    """Return the width of `text` when its button is chosen, so that choosing moves nothing."""
    return round(QFontMetricsF(theme.font(weight=QFont.Weight.DemiBold)).horizontalAdvance(text))
