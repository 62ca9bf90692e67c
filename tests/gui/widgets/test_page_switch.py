"""The buttons of pages have room for their words."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from perceptron_gui.gui.style.style_sheet import apply_theme
from perceptron_gui.gui.style.theme import LIGHT, PROJECTOR
from perceptron_gui.gui.widgets.choice import FORMS, PageSwitch
from tests.gui.legibility import cut_tabs


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
    switch = PageSwitch(names, [f"{name}, and what it stands for" for name in names], panel)
    panel.resize(400, 40)
    panel.show()
    forms = []
    for width in (400, 283, 400):
        switch.resize(width, 40)
        qtbot.waitUntil(lambda: all(button.width() >= button.sizeHint().width() for button in switch.buttons))
        assert switch.buttons[-1].geometry().right() < width
        assert cut_tabs(panel) == [], "a name is wider when its page is shown"
        forms.append(switch.buttons[0].property("room") or FORMS[0])
    assert forms[0] == forms[2] == FORMS[0]
    assert forms[1] != FORMS[0]


def test_names_are_in_full_as_far_as_they_fit_and_always_for_who_points_at_them(qtbot: QtBot) -> None:
    panel, full = QWidget(), ("W, class by class", "One against the rest", "Confusion matrix")
    qtbot.addWidget(panel)
    switch = PageSwitch(("W", "1 vs rest", "Confusion"), full, panel)
    panel.resize(900, 40)
    panel.show()
    for width, words in ((850, full), (420, ("W, class by class", "1 vs rest", "Confusion")), (283, None)):
        switch.resize(width, 40)
        said = tuple(button.text() for button in switch.buttons)
        assert said == (words or ("W", "1 vs rest", "Confusion"))
        assert tuple(button.toolTip() for button in switch.buttons) == full
        names = tuple(button.accessibleName() for button in switch.buttons)
        assert names == (full[0], f"1 vs rest: {full[1]}", full[2]), "what a button shows is in its name"
