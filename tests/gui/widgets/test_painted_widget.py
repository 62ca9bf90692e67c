"""Widgets that paint themselves: as high as they need in any size of type, named, and ringed if they have the keys."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor, QPaintEvent
from pytestqt.qtbot import QtBot

from perceptron_gui.gui.style.theme import DARK, LIGHT, PROJECTOR
from perceptron_gui.gui.widgets.painted_widget import PaintedWidget
from tests.gui.desk import Desk


class Blank(PaintedWidget):
    """Draws nothing but its ring."""

    @property
    def usual_height(self) -> float:
        return 50.0

    def paintEvent(self, event: QPaintEvent) -> None:
        self.draw_focus(self.smooth_painter())


def test_a_picture_grows_with_the_type(qtbot: QtBot) -> None:
    picture = Blank()
    qtbot.addWidget(picture)
    assert picture.sizeHint().height() == 50
    picture.set_theme(PROJECTOR)
    assert picture.sizeHint().height() == round(50 * PROJECTOR.scale) > 50


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_a_ring_is_drawn_around_what_has_the_keys_alone(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, theme: object
) -> None:
    picture = Blank()
    qtbot.addWidget(picture)
    picture.resize(80, 50)
    picture.take_input("Nothing")
    picture.set_theme(theme)  # type: ignore[arg-type]
    ring = []
    for has_focus in (False, True):
        monkeypatch.setattr(picture, "hasFocus", lambda has_focus=has_focus: has_focus)
        ring.append(picture.grab().toImage().pixelColor(40, 1) == QColor(theme.accent))  # type: ignore[attr-defined]
    assert ring == [False, True]


@pytest.mark.seldom
def test_every_picture_of_the_panels_has_a_name_or_says_what_it_shows(desk: Desk) -> None:
    for entry in desk.window.side.offered:
        desk.window.side.bring(entry)
        desk.settle()
    pictures = [widget for panel in desk.window.side.panels for widget in panel.findChildren(PaintedWidget)]
    assert len(pictures) >= 6
    nameless = [w for w in pictures if not w.accessibleName() and not hasattr(w, "show_lines")]
    assert not nameless
