"""Buttons side by side that choose one of several pages."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QWidget

USUAL = 3
"""Pages up to which the buttons are as wide as elsewhere."""


class PageSwitch(QWidget):
    """One button a page; the one of the page that is shown is pressed.

    Parameters
    ----------
    names : sequence of str
        What the buttons say, translated; at least two.
    parent : QWidget or None

    Signals
    -------
    chosen : int
        Index of the page.
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
            button.clicked.connect(partial(self._on_clicked, index))
            group.addButton(button)
            row.addWidget(button)
        row.addStretch(1)
        self.buttons[0].setChecked(True)

    def _on_clicked(self, index: int, _: bool = False) -> None:
        self.chosen.emit(index)
