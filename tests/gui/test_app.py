"""The desktop of macOS asks for a file by an event, which may come before there is a window."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication

from perceptron_gui.gui.app import Application


def test_a_file_that_is_asked_for_waits_for_the_window_and_later_ones_do_not(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(qapp, Application)
    opened: list[str] = []
    monkeypatch.setattr(qapp, "_open", qapp._asked.append)
    assert QApplication.sendEvent(qapp, QFileOpenEvent("/a/points.csv"))
    assert opened == []
    qapp.open_asked(opened.append)
    assert opened == ["/a/points.csv"]
    QApplication.sendEvent(qapp, QFileOpenEvent("/a/more.csv"))
    assert opened == ["/a/points.csv", "/a/more.csv"]
