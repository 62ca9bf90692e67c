"""What stands above a text does not jump when its words change."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from perceptron_gui.gui.panels.rich_text import SteadyText

LONG, SHORT = "many words " * 40, "a word"


@pytest.fixture
def text(qapp: QApplication) -> Iterator[SteadyText]:
    made = SteadyText()
    made.resize(300, 100)
    yield made
    made.deleteLater()


def test_a_text_keeps_its_height_whatever_other_widths_a_layout_asks_after(text: SteadyText) -> None:
    text.setText(LONG)
    high = text.heightForWidth(300)
    text.heightForWidth(120)
    text.setText(SHORT)
    text.heightForWidth(120)
    assert text.heightForWidth(300) == high


def test_of_another_width_it_forgets_how_high_it_was(text: SteadyText) -> None:
    text.setText(LONG)
    text.show()
    high = text.heightForWidth(300)
    text.resize(320, 100)
    text.setText(SHORT)
    text.resize(300, 100)
    assert text.heightForWidth(300) < high
    text.setText(LONG)
    assert text.heightForWidth(300) == high
    text.setText(SHORT)
    text.forget_height()
    assert text.heightForWidth(300) < high


def test_it_has_room_for_what_may_come(text: SteadyText) -> None:
    text.setText(SHORT)
    low = text.heightForWidth(300)
    text.keep_room_for(LONG)
    high = text.heightForWidth(300)
    text.setText(LONG)
    assert text.heightForWidth(300) == high > 3 * low
