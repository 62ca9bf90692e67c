"""A window with nothing to do sleeps: no timer of it runs, and whatever happens wakes it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QAbstractAnimation, QTimer

from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from tests.gui.desk import Desk, Key
from tests.session.bench import TEXTBOOK, XOR


@pytest.fixture
def desk(used_desk: Desk) -> Desk:
    """Return the window that others have used: nothing here is about its start."""
    return used_desk


def awake(desk: Desk) -> list[str]:
    """Return what still runs in the window."""
    timers = [timer for timer in desk.window.findChildren(QTimer) if timer.isActive()]
    moving = [
        animation
        for animation in desk.window.findChildren(QAbstractAnimation)
        if animation.state() == QAbstractAnimation.State.Running
    ]
    return [repr(one) for one in (*timers, *moving)]


def falls_asleep(desk: Desk) -> None:
    """Wait until nothing runs any more; sentences in the status line go after some seconds."""
    desk.window.status.clear_notice()
    desk.wait(lambda: not awake(desk))


@pytest.mark.seldom
def test_a_paused_window_sleeps_in_every_mode_and_with_every_panel(desk: Desk) -> None:
    seen = set[str]()
    for mode in (Mode.MULTICLASS, Mode.DUAL, Mode.PRIMAL):
        desk.show(TEXTBOOK, TrainingSettings(mode=mode))
        for entry in [each for each in desk.window.side.offered if each.name not in seen or each.name == "step"]:
            desk.window.side.bring(entry)
            desk.do("run.step")
            falls_asleep(desk)
            desk.window.canvas.animation.is_reduced = True  # with the first panel it was seen to end
            seen.add(entry.name)


def test_a_sleeping_window_wakes_for_a_step_a_point_and_play(desk: Desk) -> None:
    desk.show(XOR)
    falls_asleep(desk)
    desk.do("run.step")
    desk.wait(lambda: desk.snapshot.visit == 1)
    falls_asleep(desk)
    desk.click(0.4, 0.3)
    desk.wait(lambda: desk.snapshot.dataset.n_samples == 5)
    falls_asleep(desk)
    desk.key(Key.Key_Space)
    desk.wait(lambda: desk.snapshot.is_playing and desk.snapshot.visit > 2)
    desk.key(Key.Key_Space)
    desk.wait(lambda: not desk.snapshot.is_playing)
    falls_asleep(desk)


def test_a_sleeping_window_shows_the_verdict_on_other_points(desk: Desk) -> None:
    desk.show(TEXTBOOK)
    falls_asleep(desk)
    assert "separable" in desk.window.top.verdict.text
    desk.show(XOR)
    desk.wait(lambda: "not separable" in desk.window.top.verdict.text)
    falls_asleep(desk)


def test_a_run_that_ended_by_itself_sleeps(desk: Desk) -> None:
    desk.show(TEXTBOOK)
    desk.set_speed(desk.window.transport.slider.maximum())
    desk.key(Key.Key_Space)
    desk.wait(lambda: desk.snapshot.stop is not None)
    falls_asleep(desk)
