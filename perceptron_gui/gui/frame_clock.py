"""A window's frames: they run while something is pending, and each draws the views that are due (A8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Qt, QTimer

from perceptron_gui.frozen import Mutable

if TYPE_CHECKING:
    from perceptron_gui.engine.run.snapshot import Snapshot


FRAME_MS = 16
SELDOM = 6
"""Frames between two in which views that are read are drawn, while nobody can follow what they say."""


class FrameClock(QObject):
    """Calls for frames until nothing more can come: a paused window with nothing to do sleeps.

    `on_frame`: draws a frame. `is_started`: whether frames come when they are woken.
    """

    def __init__(self, on_frame: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)
        self._on_frame = on_frame
        self._busy: list[Callable[[], bool]] = []
        self.is_started = self._was_woken = False
        self._timer = QTimer(self, timerType=Qt.TimerType.PreciseTimer, interval=FRAME_MS)
        self._timer.timeout.connect(self.on_timeout)

    def add_work(self, is_busy: Callable[[], bool]) -> None:
        """Keep frames running while `is_busy()`, so that one of them can collect the result.

        `is_busy`: returns whether it is awaited.
        """
        self._busy.append(is_busy)

    @property
    def is_awake(self) -> bool:
        """Whether another frame comes: something is awaited, or not drawn yet."""
        return self._timer.isActive()

    def start(self) -> None:
        """Let frames come when they are woken."""
        self.is_started = True

    def stop(self) -> None:
        """Let no more frames come."""
        self.is_started = False
        self._timer.stop()

    def wake(self) -> None:
        """Let frames come again."""
        self._was_woken = True
        if self.is_started and not self._timer.isActive():
            self._timer.start()

    def on_timeout(self) -> None:
        """Draw a frame; the last one, where nothing is busy and nothing has woken the clock meanwhile."""
        # Asked first: what comes, or is asked for, after this question is taken in a later frame.
        self._was_woken = False
        is_over = not any(is_busy() for is_busy in self._busy)
        self._on_frame()
        if is_over and not self._was_woken:
            self._timer.stop()

    def on_late(self) -> None:
        """Draw a late answer at once, as the next frame would come too late."""
        if self._timer.isActive():
            self._timer.start()
            self.on_timeout()


class View(Protocol):
    """A part of the window that shows snapshots."""

    def render_snapshot(self, snapshot: Snapshot) -> None:
        """Show a snapshot."""


class ScheduledView(Mutable, eq=False):
    """A view, and whether it is drawn."""

    view: View
    is_read: bool  # whether it says something, and not only moves
    is_outdated: bool = False  # whether there is a newer snapshot than it shows


class ViewSchedule:
    """Draws the newest snapshot in every view; those that are read always show the same one."""

    def __init__(self) -> None:
        self._views: list[ScheduledView] = []
        self._snapshot: Snapshot | None = None
        self._n_frames = 0  # since the views that are read were drawn
        self._was_followed = True

    @property
    def is_outdated(self) -> bool:
        """Whether any view has yet to draw the newest snapshot."""
        return any(scheduled.is_outdated for scheduled in self._views)

    def add(self, view: View, is_read: bool = False) -> None:
        """Show snapshots in a view, from the next one on.

        `view`: drawn after those that were added before it. `is_read`: whether it says something: while the run moves
        too fast to be followed it is drawn in every sixth frame, together with all others that are read, when the
        frame is on the screen (`draw_seldom`).
        """
        self._views.append(ScheduledView(view, is_read))
        # The canvas first: Qt would paint a panel by itself, and again together with the canvas.
        self._views.sort(key=lambda scheduled: scheduled.is_read)

    def remove(self, view: View) -> None:
        """Show no more snapshots in a view."""
        self._views = [scheduled for scheduled in self._views if scheduled.view is not view]

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Set the snapshot that all views will draw."""
        self._snapshot = snapshot
        for scheduled in self._views:
            scheduled.is_outdated = True

    def draw_again(self, view: View) -> None:
        """Have a view redraw its snapshot, in this or the next frame, once for any number of changes."""
        for scheduled in self._views:
            scheduled.is_outdated |= scheduled.view is view

    def draw_due(self, is_dragging: bool = False) -> None:
        """Begin a frame: draw the newest snapshot in all views; what is read waits where nobody can follow it.

        The first snapshot that nobody can follow is still drawn in all of them, so that none goes on speaking of the
        visit before.

        `is_dragging`: whether points move under the mouse, also where the run stands.
        """
        self._n_frames += 1
        snapshot = self._snapshot
        if snapshot is not None:
            waits = is_dragging or not (snapshot.is_followed or self._was_followed)
            self._was_followed = snapshot.is_followed
            self._draw(not waits)

    def draw_all(self) -> None:
        """Draw the newest snapshot in every view now: a picture is taken, in which all are to say the same."""
        self._draw(with_read=True)

    def draw_seldom(self) -> None:
        """Draw the views that are read, if it is their turn.

        Called after the frame is on the screen, so as not to delay it.
        """
        if self._n_frames >= SELDOM:
            self._draw(with_read=True)

    def _draw(self, with_read: bool) -> None:
        """Draw the newest snapshot. `with_read`: also in the views that are read."""
        if self._snapshot is None:
            return
        if with_read:
            self._n_frames = 0
        for scheduled in self._views:
            if scheduled.is_outdated and (with_read or not scheduled.is_read):
                scheduled.is_outdated = False  # first of all, so that a view that fails is not asked again
                scheduled.view.render_snapshot(self._snapshot)
