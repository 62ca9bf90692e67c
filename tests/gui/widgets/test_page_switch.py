"""The buttons of pages have room for their words."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from perceptron_gui.gui.style.style_sheet import apply_theme
from perceptron_gui.gui.style.theme import LIGHT, PROJECTOR
from perceptron_gui.gui.widgets.choice import FORMS, PageSwitch


@pytest.fixture(autouse=True)
def largest_letters() -> Iterator[None]:
    apply_theme(PROJECTOR)
    yield
    apply_theme(LIGHT)


@pytest.mark.parametrize("names", [("α", "Gram matrix", "Primal = dual"), ("W", "1 vs rest", "Confusion", "K = 2")])
def test_no_word_is_cut_in_a_panel_that_makes_room_for_the_canvas(qtbot: QtBot, names: tuple[str, ...]) -> None:
    """A panel of the projector at 1024 × 768 has 283 pixels: "Gram matrix" had lost its first and last letter."""
    panel = QWidget()
    qtbot.addWidget(panel)
    switch = PageSwitch(names, panel)
    panel.resize(400, 40)
    panel.show()
    forms = []
    for width in (400, 283, 400):
        switch.resize(width, 40)
        qtbot.waitUntil(lambda: all(button.width() >= button.sizeHint().width() for button in switch.buttons))
        assert switch.buttons[-1].geometry().right() < width
        for button in switch.buttons:
            assert button.width() > QFontMetrics(button.font()).horizontalAdvance(button.text())
        forms.append(switch.buttons[0].property("room") or FORMS[0])
    assert forms[0] == forms[2] == FORMS[0]
    assert forms[1] != FORMS[0]
