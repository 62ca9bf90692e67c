"""Views that are read are drawn together: with each visit that can be followed, and seldom while none can be."""

from __future__ import annotations

from typing import Any

import pytest

from perceptron_gui.gui.controller import LatestCommand
from perceptron_gui.gui.frame_clock import SELDOM, ViewSchedule


class Shot:
    """Stands for a snapshot."""

    def __init__(self, is_followed: bool) -> None:
        self.is_followed = is_followed


class Counting:
    def __init__(self) -> None:
        self.shown: list[Any] = []

    def render_snapshot(self, snapshot: Any) -> None:
        self.shown.append(snapshot)


def frame(schedule: ViewSchedule) -> None:
    """Draw a frame, and what waits until it is on the screen."""
    schedule.set_snapshot(Shot(is_followed=False))  # type: ignore[arg-type]
    schedule.draw_due()
    schedule.draw_seldom()


def hurry(schedule: ViewSchedule) -> None:
    """Draw the first visit that nobody can follow, after which what is read waits."""
    schedule.set_snapshot(Shot(is_followed=False))  # type: ignore[arg-type]
    schedule.draw_due()


def test_while_nobody_can_follow_what_is_read_is_drawn_in_every_sixth_frame() -> None:
    schedule, often, seldom = ViewSchedule(), Counting(), Counting()
    schedule.add(often)
    schedule.add(seldom, is_read=True)
    hurry(schedule)
    for _ in range(4 * SELDOM):
        frame(schedule)
    assert (len(often.shown), len(seldom.shown)) == (1 + 4 * SELDOM, 1 + 4)


def test_visits_that_can_be_followed_are_drawn_in_every_view_at_once() -> None:
    schedule, often, seldom = ViewSchedule(), Counting(), Counting()
    schedule.add(often)
    schedule.add(seldom, is_read=True)
    for _ in range(9):
        schedule.set_snapshot(Shot(is_followed=True))  # type: ignore[arg-type]
        schedule.draw_due()
        assert not schedule.is_outdated
    assert often.shown == seldom.shown and len(often.shown) == 9


def test_the_first_visit_that_nobody_can_follow_is_drawn_in_every_view() -> None:
    """Else a panel would go on about the visit before, and the ring would be gone."""
    schedule, often, seldom = ViewSchedule(), Counting(), Counting()
    schedule.add(often)
    schedule.add(seldom, is_read=True)
    for is_followed in (True, False, False):
        schedule.set_snapshot(Shot(is_followed))  # type: ignore[arg-type]
        schedule.draw_due()
    assert seldom.shown == often.shown[:2]


def test_before_a_picture_is_taken_every_view_shows_the_newest() -> None:
    schedule, often, seldom = ViewSchedule(), Counting(), Counting()
    schedule.add(often)
    schedule.add(seldom, is_read=True)
    shot = Shot(is_followed=False)
    schedule.set_snapshot(shot)  # type: ignore[arg-type]
    schedule.draw_all()
    schedule.draw_all()
    assert often.shown == seldom.shown == [shot]


def test_what_is_read_seldom_waits_until_the_frame_is_on_the_screen() -> None:
    schedule, canvas, panel = ViewSchedule(), Counting(), Counting()
    schedule.add(canvas)
    schedule.add(panel, is_read=True)
    hurry(schedule)
    for _ in range(20):
        schedule.set_snapshot(Shot(is_followed=False))  # type: ignore[arg-type]
        schedule.draw_due()
    assert (len(canvas.shown), len(panel.shown)) == (21, 1)
    schedule.draw_seldom()
    assert panel.shown[1:] == canvas.shown[-1:]
    assert not schedule.is_outdated


def test_while_a_point_is_dragged_what_is_drawn_seldom_waits_though_the_run_stands() -> None:
    schedule, canvas, panel = ViewSchedule(), Counting(), Counting()
    schedule.add(canvas)
    schedule.add(panel, is_read=True)
    for _ in range(20):
        schedule.set_snapshot(Shot(is_followed=True))  # type: ignore[arg-type]
        schedule.draw_due(is_dragging=True)
    assert (len(canvas.shown), panel.shown) == (20, [])
    schedule.draw_due()
    assert panel.shown == canvas.shown[-1:]


def test_when_the_run_stands_every_view_shows_the_newest_snapshot() -> None:
    schedule, seldom, last = ViewSchedule(), Counting(), Shot(is_followed=True)
    schedule.add(seldom, is_read=True)
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
    schedule.set_snapshot(Shot(is_followed=True))  # type: ignore[arg-type]
    with pytest.raises(ValueError):
        schedule.draw_due()
    schedule.draw_due()
    assert len(after.shown) == 1
    schedule.remove(broken)
    schedule.set_snapshot(Shot(is_followed=True))  # type: ignore[arg-type]
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
    for name, is_read in (("panel", True), ("canvas", False), ("counter", False)):
        schedule.add(Noting(name), is_read)
    schedule.set_snapshot(Shot(is_followed=True))  # type: ignore[arg-type]
    schedule.draw_due()
    assert order == ["canvas", "counter", "panel"]


def test_all_that_is_read_shows_the_same_snapshot_however_fast_the_run_is() -> None:
    schedule = ViewSchedule()
    canvas, timeline, status, panel = views = [Counting() for _ in range(4)]
    for view in views:
        schedule.add(view, is_read=view is not canvas)
    for _ in range(240):
        frame(schedule)
        assert timeline.shown == status.shown == panel.shown
    assert (len(canvas.shown), len(timeline.shown)) == (240, 240 // SELDOM)


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
    schedule.add(panel, is_read=True)
    schedule.draw_again(panel)
    for _ in range(2 * SELDOM):
        schedule.draw_due()
        schedule.draw_seldom()
    assert panel.shown == []
    frame(schedule)
    assert len(panel.shown) == 1
