"""Buttons side by side that choose one of several pages."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QWidget

from perceptron_gui.gui.widgets.checkable import show_checked

USUAL = 3
"""Pages up to which the buttons are as wide as elsewhere."""


class PageSwitch(QWidget):
    """One button a page; the one of the page that is shown is pressed.

    `names`: what the buttons say, translated; at least two. `chosen`: index of the page.
    """

    chosen = Signal(int)

    def __init__(self, names: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("modeSwitch")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        group = QButtonGroup(self)
        self.buttons = [QPushButton(name) for name in names]
        for index, button in enumerate(self.buttons):
            button.setCheckable(True)
            button.setProperty("narrow", len(names) > USUAL)
            button.setObjectName("first" if index == 0 else "last" if index == len(names) - 1 else "middle")
            button.toggled.connect(partial(self._on_toggled, index))
            group.addButton(button)
            row.addWidget(button)
        row.addStretch(1)
        self.show_page(0)

    def show_page(self, index: int) -> None:
        """Press the button of a page that is shown."""
        show_checked(self.buttons[index], True)

    def _on_toggled(self, index: int, is_on: bool) -> None:
        if is_on:
            self.chosen.emit(index)
