"""Many points and long runs: the window keeps answering while the thread works."""

from __future__ import annotations

import sys
import time

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtWidgets import QLabel

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.session.view.view_state import SPEEDS
from perceptron_gui.session.worker import training_worker as moves
from tests.gui.desk import Desk, Key
from tests.pace import assert_within
from tests.session.bench import XOR

FAST = len(SPEEDS) - 1


class Pulse:
    """Measures how much the window works between two beats of a timer of 5 ms: so long it answers nobody.

    In seconds of its thread, which are as many on a busy machine; what a user waits is measured by the benchmarks.
    """

    def __init__(self, desk: Desk) -> None:
        self.gaps: list[float] = []
        self._last = time.thread_time()
        self._timer = QTimer(desk.window)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)
        self._timer.start(5)

    def _beat(self) -> None:
        now = time.thread_time()
        self.gaps.append(now - self._last)
        self._last = now

    def stop(self) -> None:
        """Measure no more."""
        self._timer.stop()


def cloud(n_samples: int) -> Dataset:
    """Return many points of two classes that overlap."""
    generator = np.random.default_rng(1)
    labels = generator.integers(0, 2, n_samples)
    return Dataset.of(np.round(generator.normal(size=(n_samples, 2)) + labels[:, None], 3), labels)


def endless(n_samples: int) -> Dataset:
    """Return points that are no decimals, so that no cycle is found."""
    dataset = cloud(n_samples)
    return Dataset.of(dataset.X / 3, dataset.labels.tolist())


@pytest.mark.slow
@pytest.mark.parametrize(("mode", "n_samples"), [(Mode.PRIMAL, 100_000), (Mode.DUAL, 20_000)])
def test_many_points_are_drawn_and_trained_on_without_freezing(desk: Desk, mode: Mode, n_samples: int) -> None:
    desk.show(endless(n_samples), TrainingSettings(mode=mode))  # a busy window would look when a cycle has been found
    desk.window.grab()
    desk.set_speed(FAST)
    desk.key(Key.Key_Space)
    desk.wait(lambda: desk.snapshot.visit > 1000)
    pulse, visit = Pulse(desk), desk.snapshot.visit
    desk.wait(lambda: len(pulse.gaps) > 30)
    pulse.stop()
    assert_within(0.1, float(np.median(pulse.gaps)))
    assert_within(1.0, max(pulse.gaps))
    assert desk.snapshot.visit > visit
    desk.key(Key.Key_Space)
    desk.wait(lambda: not desk.snapshot.is_playing)


@pytest.mark.slow
def test_a_click_lands_while_training_at_unlimited_speed(desk: Desk) -> None:
    points = XOR.with_points(np.round(np.random.default_rng(0).normal(size=(200, 2)), 4), [0, 1] * 100)
    desk.show(points, TrainingSettings(order=Order.SHUFFLED))  # no cycle, at which play would pause
    desk.set_speed(FAST)
    desk.key(Key.Key_Space)
    desk.wait(lambda: desk.snapshot.visit > 5000)
    for k in range(5):
        n = desk.dataset.n_samples
        desk.click(-1.5 + 0.5 * k, 3.8)
        desk.wait(lambda n=n: desk.snapshot.dataset.n_samples == n + 1)
    assert desk.snapshot.is_playing
    assert [point for _, point in desk.window.controller.document.dataset.X.tolist()][-1] == pytest.approx(
        3.8, abs=0.03
    )


def test_dragging_the_timeline_of_a_long_run_leaves_no_queue(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    sought, seek = [], moves.seek
    monkeypatch.setattr(moves, "seek", lambda worker, visit: (sought.append(visit), seek(worker, visit)))
    desk.show(endless(300))
    desk.set_speed(FAST)
    desk.key(Key.Key_Space)
    desk.wait(lambda: desk.snapshot.visit > 200_000)
    timeline = desk.window.transport.timeline
    desk.qtbot.mousePress(timeline, Qt.MouseButton.LeftButton, pos=QPoint(300, 20))
    for x in list(range(300, 10, -3)) + list(range(10, 300, 3)):
        desk.qtbot.mouseMove(timeline, QPoint(x, 20))
    desk.qtbot.mouseRelease(timeline, Qt.MouseButton.LeftButton, pos=QPoint(300, 20))
    n_sought = len(sought)
    desk.settle()
    assert len(sought) <= n_sought + 2  # the one under way, and the last
    assert sought[-1] == desk.snapshot.visit


def test_two_thousand_calls_of_qt_leave_none_as_it_was(desk: Desk) -> None:
    """PySide6 6.12.0 on Python below 3.12 drops a reference to None with every void call (A13)."""
    label = QLabel(desk.window)
    before = sys.getrefcount(None)
    for _ in range(2000):
        label.update()
    assert abs(sys.getrefcount(None) - before) < 200


def test_snapshots_are_let_go(desk: Desk) -> None:
    import gc

    from perceptron_gui.engine.run.snapshot import Snapshot

    desk.show(endless(300))
    desk.set_speed(FAST)
    desk.key(Key.Key_Space)
    desk.wait(lambda: desk.snapshot.visit > 50_000)
    desk.key(Key.Key_Space)
    desk.wait(lambda: not desk.snapshot.is_playing)
    gc.collect()
    # Of these points alone: another test in this process may have kept some of its own.
    kept = [thing for thing in gc.get_objects() if isinstance(thing, Snapshot) and thing.dataset.n_samples == 300]
    assert 1 <= len(kept) <= 4
