"""Garbage is collected on the window's thread, and only there."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from perceptron_gui.gui.garbage import DUE, PAUSE, GarbageCollector


class Circle:
    """Only a collection frees it; it says on which thread."""

    def __init__(self, told: list[str]) -> None:
        self.told, self.me = told, self

    def __del__(self) -> None:
        self.told.append(threading.current_thread().name)


@pytest.fixture
def collector(qtbot: QtBot) -> Iterator[GarbageCollector]:
    """Yield a collector; afterwards Python collects by itself, as before."""
    was_on, owner = gc.isenabled(), QObject()
    yield GarbageCollector(owner)
    owner.deleteLater()
    if was_on:
        gc.enable()


def circles(told: list[str], count: int) -> None:
    """Make garbage that only a collection finds."""
    for _ in range(count):
        Circle(told)


def test_what_a_thread_leaves_behind_is_collected_on_the_windows_thread(
    qtbot: QtBot, collector: GarbageCollector
) -> None:
    told: list[str] = []
    worker = threading.Thread(target=circles, args=(told, 20 * DUE[0]), name="training")
    worker.start()
    worker.join()
    assert told == []
    qtbot.waitUntil(lambda: len(told) == 20 * DUE[0])
    assert {*told} == {threading.main_thread().name}


def test_each_generation_gets_its_turn(collector: GarbageCollector) -> None:
    gc.collect()
    told: list[str] = []
    old = Circle(told)
    gc.collect(0), gc.collect(1)  # it is in the oldest generation now
    del old
    kept = []
    for _ in range((DUE[1] + 2) * (DUE[2] + 2)):
        kept.append([Circle([]) for _ in range(DUE[0] + 1)])
        collector.collect()
        kept.clear()
    assert told


def test_little_garbage_waits(collector: GarbageCollector) -> None:
    gc.collect()
    before = gc.get_stats()[0]["collections"]
    collector.collect()
    assert gc.get_stats()[0]["collections"] == before


def test_free_memory_goes_back_to_the_system_with_the_oldest_generation_and_not_all_the_time(
    collector: GarbageCollector, monkeypatch: pytest.MonkeyPatch
) -> None:
    given_back: list[int] = []
    heap = collector.heap
    monkeypatch.setattr(heap, "_trim", given_back.append)
    for waited, count in ((2 * PAUSE, 1), (PAUSE / 2, 1), (2 * PAUSE, 2)):
        heap._given_back = time.monotonic() - waited
        gc.collect()
        collector.collect()
        assert len(given_back) < count or waited < PAUSE
        for _ in range(DUE[2] + 1):
            gc.collect(1)
        collector.collect()
        assert len(given_back) == count
