"""What to do first stands on the plane until it was done once."""

from __future__ import annotations

from PySide6.QtCore import Qt

from perceptron_gui.files.program.preferences import Preferences, load_preferences
from tests.gui.conftest import Desks


def test_each_hint_goes_when_it_was_done_once_and_help_brings_them_back(make_desk: Desks) -> None:
    desk = make_desk(Preferences())
    hints = desk.window.stage.hints
    assert hints.words == "1 click to place   ·   2 Space plays   ·   3 → one visit"
    desk.key(Qt.Key.Key_Right)
    assert hints.words == "1 click to place   ·   2 Space plays"
    desk.click(0.5, 0.5)
    assert hints.words == "1 Space plays"
    desk.key(Qt.Key.Key_Space)
    assert not hints.isVisible()
    make_desk.close()
    assert set(load_preferences().done_hints) == {"place", "play", "step"}
    again = make_desk(load_preferences())
    assert not again.window.stage.hints.isVisible()
    again.do("help.hints")
    assert again.window.stage.hints.isVisible()
