"""A frame comes by the clock, and at once where the last one came in vain."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from perceptron_gui.gui.frame_clock import FrameClock
from perceptron_gui.gui.training_client import TrainingClient
from perceptron_gui.session.worker.protocol import Failure

FAR_MS = 10**8


@pytest.mark.usefixtures("qapp")
def test_what_is_late_is_drawn_at_once_unless_the_clock_stands() -> None:
    frames: list[int] = []
    parent = QObject()
    clock = FrameClock(lambda: frames.append(1), parent)
    clock.add_work(lambda: True)
    clock.on_late()
    assert not frames
    clock.start()
    clock.wake()
    clock.on_late()
    assert frames == [1]
    clock.stop()
    clock.on_late()
    assert frames == [1]


def test_a_message_for_which_a_frame_came_in_vain_does_not_wait_for_the_next(qtbot: QtBot, qapp: QApplication) -> None:
    client = TrainingClient(qapp)
    client.clock._timer.setInterval(FAR_MS)
    client.clock.start()
    client.clock.wake()
    mailbox = client.training_thread.mailbox
    assert mailbox.take() is None
    writer = threading.Thread(target=mailbox.put, args=(Failure(0, "details"),))
    with qtbot.waitSignal(client.failed) as failed:
        writer.start()
    writer.join()
    client.clock.stop()
    assert failed.args == ["details"]
    client.deleteLater()
