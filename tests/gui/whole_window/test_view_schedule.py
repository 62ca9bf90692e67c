"""Views are drawn at their own rate while the run moves, and all at once when it stands."""

from __future__ import annotations

from typing import Any

import pytest

from perceptron_gui.gui.controller import LatestCommand
from perceptron_gui.gui.frame_clock import ViewSchedule


class Shot:
    """Stands for a snapshot."""

    def __init__(self, is_playing: bool) -> None:
        self.is_playing = is_playing


class Counting:
    def __init__(self) -> None:
        self.shown: list[Any] = []

    def render_snapshot(self, snapshot: Any) -> None:
        self.shown.append(snapshot)


def frame(schedule: ViewSchedule) -> None:
    """Draw a frame, and what waits until it is on the screen."""
    schedule.set_snapshot(Shot(is_playing=True))  # type: ignore[arg-type]
    schedule.draw_due()
    schedule.draw_seldom()


def test_while_the_run_moves_a_view_is_drawn_in_one_of_its_interval_of_frames() -> None:
    schedule, often, seldom = ViewSchedule(), Counting(), Counting()
    schedule.add(often)
    schedule.add(seldom, 5)
    for _ in range(20):
        frame(schedule)
    assert (len(often.shown), len(seldom.shown)) == (20, 4)


def test_before_a_picture_is_taken_every_view_shows_the_newest() -> None:
    schedule, often, seldom = ViewSchedule(), Counting(), Counting()
    schedule.add(often)
    schedule.add(seldom, 5)
    shot = Shot(is_playing=True)
    schedule.set_snapshot(shot)  # type: ignore[arg-type]
    schedule.draw_all()
    schedule.draw_all()
    assert often.shown == seldom.shown == [shot]


def test_while_the_run_moves_what_is_drawn_seldom_waits_until_the_frame_is_on_the_screen() -> None:
    schedule, canvas, panel = ViewSchedule(), Counting(), Counting()
    schedule.add(canvas)
    schedule.add(panel, 6)
    for _ in range(20):
        schedule.set_snapshot(Shot(is_playing=True))  # type: ignore[arg-type]
        schedule.draw_due()
    assert (len(canvas.shown), panel.shown) == (20, [])
    schedule.draw_seldom()
    assert panel.shown == canvas.shown[-1:]
    assert not schedule.is_outdated


def test_while_a_point_is_dragged_what_is_drawn_seldom_waits_though_the_run_stands() -> None:
    schedule, canvas, panel = ViewSchedule(), Counting(), Counting()
    schedule.add(canvas)
    schedule.add(panel, 6)
    for _ in range(20):
        schedule.set_snapshot(Shot(is_playing=False))  # type: ignore[arg-type]
        schedule.draw_due(is_dragging=True)
    assert (len(canvas.shown), panel.shown) == (20, [])
    schedule.draw_due()
    assert panel.shown == canvas.shown[-1:]


def test_when_the_run_stands_every_view_shows_the_newest_snapshot() -> None:
    schedule, seldom, last = ViewSchedule(), Counting(), Shot(is_playing=False)
    schedule.add(seldom, 5)
    schedule.set_snapshot(last)  # type: ignore[arg-type]
    assert schedule.is_outdated
    schedule.draw_due()
    assert (seldom.shown, schedule.is_outdated) == ([last], False)


def test_a_view_that_fails_is_not_asked_again_for_the_same_snapshot() -> None:
    class Broken:
        def render_snapshot(self, snapshot: Any) -> None:
            raise ValueError

    schedule, broken, after = ViewSchedule(), Broken(), Counting()
    schedule.add(broken)
    schedule.add(after)
    schedule.set_snapshot(Shot(is_playing=False))  # type: ignore[arg-type]
    with pytest.raises(ValueError):
        schedule.draw_due()
    schedule.draw_due()
    assert len(after.shown) == 1
    schedule.remove(broken)
    schedule.set_snapshot(Shot(is_playing=False))  # type: ignore[arg-type]
    schedule.draw_due()
    assert len(after.shown) == 2


def test_of_commands_of_one_kind_only_the_latest_is_done() -> None:
    latest, done = LatestCommand(), []
    posted = [latest.replace("seek", lambda _, k=k: done.append(k)) for k in range(3)]  # type: ignore[misc]
    for command in posted:
        command(None)  # type: ignore[arg-type]
    assert done == [2]
    latest.end()
    posted = [latest.replace("seek", lambda _, k=k: done.append(k)) for k in (7,)]  # type: ignore[misc]
    posted[0](None)  # type: ignore[arg-type]
    assert done == [2, 7]


def test_what_is_drawn_in_every_frame_is_drawn_first() -> None:
    order: list[str] = []

    class Noting:
        def __init__(self, name: str) -> None:
            self.name = name

        def render_snapshot(self, snapshot: Any) -> None:
            order.append(self.name)

    schedule = ViewSchedule()
    for name, interval in (("panel", 5), ("canvas", 1), ("counter", 1)):
        schedule.add(Noting(name), interval)
    schedule.set_snapshot(Shot(is_playing=False))  # type: ignore[arg-type]
    schedule.draw_due()
    assert order == ["canvas", "counter", "panel"]


def test_while_the_run_moves_views_that_are_drawn_seldom_take_turns() -> None:
    schedule = ViewSchedule()
    canvas, timeline, status, panel, hidden = views = [Counting() for _ in range(5)]
    hidden.is_seen = False  # type: ignore[attr-defined]
    for view, interval in zip(views, (1, 2, 4, 6, 6), strict=True):
        schedule.add(view, interval)
    most = 0
    for _ in range(240):
        before = [len(view.shown) for view in (timeline, status, panel)]
        frame(schedule)
        after = [len(view.shown) for view in (timeline, status, panel)]
        most = max(most, sum(after) - sum(before))
    assert most == 1
    assert len(canvas.shown) == 240
    assert len(hidden.shown) == 40
    for view, wanted in ((timeline, 120), (status, 60), (panel, 40)):
        assert len(view.shown) >= 0.8 * wanted


def test_a_view_that_is_to_be_drawn_again_is_drawn_once_with_the_snapshot_of_the_frame() -> None:
    """What was found about the points comes in a frame of its own, or together with a snapshot."""
    schedule, canvas, other = ViewSchedule(), Counting(), Counting()
    schedule.add(canvas)
    schedule.add(other)
    frame(schedule)
    schedule.draw_again(canvas)
    schedule.draw_due()
    schedule.draw_due()
    assert (len(canvas.shown), len(other.shown)) == (2, 1)
    schedule.draw_again(canvas)
    frame(schedule)
    assert (len(canvas.shown), len(other.shown)) == (3, 2)


def test_what_is_to_be_drawn_again_before_there_is_a_snapshot_waits_for_the_first() -> None:
    """A window that has just been made may have painted already."""
    schedule, panel = ViewSchedule(), Counting()
    schedule.add(panel, 6)
    schedule.draw_again(panel)
    for _ in range(9):
        schedule.draw_due()
        schedule.draw_seldom()
    assert panel.shown == []
    frame(schedule)
    assert len(panel.shown) == 1
