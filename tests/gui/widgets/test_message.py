"""A sentence in a line: what there is room for is whole."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from perceptron_gui.gui.style.theme import LIGHT, PROJECTOR, Theme
from perceptron_gui.gui.widgets.plain_text import Message

KEYS = "Space play · → visit · ⇧→ next mistake · 1–9 class · click or Enter to place"


@pytest.mark.parametrize("theme", [LIGHT, PROJECTOR], ids=["light", "projector"])
def test_no_key_is_cut_whatever_the_width(qtbot: QtBot, theme: Theme) -> None:
    message = Message()
    qtbot.addWidget(message)
    message.setFont(theme.font(13))
    message.say(KEYS)
    least = message.fontMetrics().horizontalAdvance("Space play") + 2
    for width in range(least, message.fontMetrics().horizontalAdvance(KEYS) + 3):
        message.resize(width, 20)
        shown = message.fitting()
        assert shown == message.fontMetrics().elidedText(shown, Qt.TextElideMode.ElideRight, width), width


def test_a_name_of_several_lines_stands_in_one(qtbot: QtBot) -> None:
    message = Message()
    qtbot.addWidget(message)
    message.say("Saved one.csv.")
    high = message.sizeHint().height()
    message.say("Saved one\ntwo\u2028three.csv.")
    assert message.text() == r"Saved one\ntwo\u2028three.csv."
    assert message.sizeHint().height() == high


def test_signs_of_direction_turn_no_sentence_round_and_no_name_takes_the_room_of_what_is_to_be_done(
    qtbot: QtBot,
) -> None:
    message = Message()
    qtbot.addWidget(message)
    message.say(f'There is no column "{"y" * 999}\u202egnp.exe", write x1.', "no \u202ecolumn")
    assert message.text().endswith(r'y\u202egnp.exe", write x1.') and len(message.text()) == 300
    assert message.toolTip() == message.text()
    message.resize(5 * message.fontMetrics().horizontalAdvance("column"), 20)
    assert message.fitting() == r"no \u202ecolumn"
