"""A window that a hall looks at, and the keys with which a lecturer enters and goes."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from tests.gui.desk import Desk, Key


@pytest.fixture
def hall(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """Return a desk whose window is as large as a projector's screen while a hall looks on."""
    monkeypatch.setattr(desk.window, "showFullScreen", lambda: None)
    desk.window.canvas.animation.is_reduced = True
    desk.window.resize(1280, 720)
    return desk


def enter(desk: Desk) -> None:
    """Let the hall look on."""
    desk.key(Key.Key_F11, on=desk.window.canvas)
    desk.wait(lambda: desk.commands.hall.card.isVisible())


def press(desk: Desk, key: Qt.Key) -> None:
    """Press a key where the keys go."""
    desk.key(key)
    desk.settle()
