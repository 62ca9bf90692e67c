"""A frame comes by the clock, and at once where two came in vain."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import Snapshot, take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.gui.controller import TrainingClient
from perceptron_gui.gui.frame_clock import SELDOM, FrameClock
from perceptron_gui.session.document import Document
from perceptron_gui.session.worker.scheduler import MOST_IN_VAIN, Failure

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


def test_a_message_for_which_frames_came_in_vain_does_not_wait_for_the_next(qtbot: QtBot, qapp: QApplication) -> None:
    client = TrainingClient(qapp)
    client.clock._timer.setInterval(FAR_MS)
    client.clock.start()
    client.clock.wake()
    mailbox = client.training_thread.mailbox
    assert [mailbox.take() for _ in range(MOST_IN_VAIN)] == [None] * MOST_IN_VAIN
    writer = threading.Thread(target=mailbox.put, args=(Failure(0, "details"),))
    with qtbot.waitSignal(client.failed) as failed:
        writer.start()
    writer.join()
    client.clock.stop()
    assert failed.args == ["details"]
    client.deleteLater()


class Counting:
    def __init__(self) -> None:
        self.shown: list[Snapshot] = []

    def render_snapshot(self, snapshot: Snapshot) -> None:
        self.shown.append(snapshot)


def test_what_is_drawn_seldom_lets_an_edit_be_painted_first(qapp: QApplication) -> None:
    """What the last frame left for after its paint would come before that of the edit; the next frame asks again."""
    client, view, document = TrainingClient(qapp), Counting(), Document()
    client.views.add(view, is_read=True)
    run = Run(document.dataset, document.settings)
    for _ in range(1 + SELDOM):  # by then it is its turn
        client.training_thread.mailbox.put(take_snapshot(run, 0, Wants(), is_playing=True))
        client.clock.on_timeout()
    client.load(document)
    qapp.processEvents()
    assert len(view.shown) == 1
    client.clock.on_timeout()
    qapp.processEvents()
    assert len(view.shown) == 2
    client.deleteLater()
