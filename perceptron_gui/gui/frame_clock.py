"""The frames of a window: they come while there is something to wait for, or to show."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer

FRAME_MS = 16


class FrameClock(QObject):
    """Calls for frames until nothing more can come: a paused window with nothing to do sleeps.

    `on_frame`: draws a frame. `is_started`: whether frames come when they are woken.
    """

    def __init__(self, on_frame: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)
        self._on_frame = on_frame
        self._busy: list[Callable[[], bool]] = []
        self.is_started = self._was_woken = False
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(FRAME_MS)
        self._timer.timeout.connect(self.on_timeout)

    def add_work(self, is_busy: Callable[[], bool]) -> None:
        """Let frames go on while something is awaited, which is taken in one of them.

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
        """Draw at once what frames came for in vain: it would wait for most of another one."""
        if self._timer.isActive():
            self._timer.start()
            self.on_timeout()
