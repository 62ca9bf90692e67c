"""What watches a window while it trains: frames as they are painted, clicks as they arrive."""

from __future__ import annotations

import itertools
import random
import threading
import time
from dataclasses import dataclass, field

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QPointF, Qt, QTimer
from PySide6.QtGui import QMouseEvent

from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.gui.window import MainWindow

FREE_RADIUS = 16.0
"""Pixels round a click in which there is no point yet: nearer, a click takes that point."""


def wait(seconds: float) -> None:
    """Let Qt go on for a while."""
    loop = QEventLoop()
    QTimer.singleShot(round(1000 * seconds), loop.quit)
    loop.exec()


class Beat:
    """A timer that beats while the window works: a late beat is a moment in which the window answered nobody.

    Parameters
    ----------
    every : int
        Milliseconds.
    """

    def __init__(self, every: int) -> None:
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(every)
        self._timer.timeout.connect(self._on_beat)
        self._animation: list[float] = []

    def start(self) -> None:
        """Begin anew."""
        self._animation = [time.perf_counter()]
        self._timer.start()

    def stop(self) -> tuple[float, ...]:
        """End, and return the seconds between the beats."""
        self._timer.stop()
        return tuple(b - a for a, b in itertools.pairwise(self._animation))

    def _on_beat(self) -> None:
        self._animation.append(time.perf_counter())


@dataclass
class FrameProbe:
    """Times frames: from the beginning of a frame with a new snapshot to the end of the canvas's paintEvent.

    Attributes
    ----------
    taken : list of float
        Seconds of every frame.
    worked : list of float
        Seconds of its own thread in every frame: what else runs on the machine is not in them.
    painted : list of float
        When frames were painted.
    """

    window: MainWindow
    taken: list[float] = field(default_factory=list)
    worked: list[float] = field(default_factory=list)
    painted: list[float] = field(default_factory=list)
    _tick: tuple[float, float] = 0.0, 0.0
    _begin: tuple[float, float] | None = None

    def __post_init__(self) -> None:
        self.window.controller.ticked.connect(self._on_tick)
        self.window.controller.views.add(self)
        self.window.canvas.painted.connect(self._on_painted)

    def clear(self) -> None:
        """Begin anew."""
        self.taken.clear()
        self.worked.clear()
        self.painted.clear()

    @property
    def intervals(self) -> list[float]:
        """Seconds from one painted frame to the next."""
        return [b - a for a, b in itertools.pairwise(self.painted)]

    def _on_tick(self) -> None:
        self._tick = time.perf_counter(), time.thread_time()

    def render_snapshot(self, snapshot: Snapshot) -> None:
        """Note that this frame has a new snapshot."""
        self._begin = self._tick

    def _on_painted(self) -> None:
        now = time.perf_counter()
        if self._begin is not None:
            self.taken.append(now - self._begin[0])
            self.worked.append(time.thread_time() - self._begin[1])
            self.painted.append(now)
            self._begin = None


class ClickProbe:
    """Clicks on free places of the canvas from another thread, at odd moments, and waits until each is painted."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self.taken: list[float] = []
        self._clicked: tuple[float, QPointF, int] | None = None
        self._is_painted = threading.Event()
        window.canvas.painted.connect(self._on_painted)

    def click(self, count: int, pause: float = 0.06) -> None:
        """Place `count` points, one after the other."""
        places = self._free_places(count)
        clicker = threading.Thread(target=self._click_all, args=(places, pause), daemon=True)
        clicker.start()
        while clicker.is_alive():
            wait(0.05)

    def _free_places(self, count: int) -> list[QPointF]:
        """Return pixels far enough from points and from each other, the same ones every time."""
        canvas = self.window.canvas
        width, height = canvas.viewport().width(), canvas.viewport().height()
        grid = [QPointF(x, y) for x in range(20, width - 20, 40) for y in range(20, height - 20, 40)]
        random.Random(2).shuffle(grid)
        free: list[QPointF] = []
        for place in grid:
            if len(free) < count and canvas.point_near(place, FREE_RADIUS) is None:
                free.append(place)
        return free

    def _click_all(self, places: list[QPointF], pause: float) -> None:
        draw = random.Random(3)
        for place in places:
            time.sleep(pause + draw.uniform(0, 0.04))
            self._is_painted.clear()
            self._clicked = (time.perf_counter(), place, self.window.controller.document.dataset.n_samples)
            self._post(QEvent.Type.MouseButtonPress, place)
            self._post(QEvent.Type.MouseButtonRelease, place)
            self._is_painted.wait(5.0)

    def _post(self, kind: QEvent.Type, place: QPointF) -> None:
        viewport = self.window.canvas.viewport()
        left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
        held = left if kind == QEvent.Type.MouseButtonPress else none
        event = QMouseEvent(kind, place, place, left, held, Qt.KeyboardModifier.NoModifier)
        QCoreApplication.postEvent(viewport, event)

    def _on_painted(self) -> None:
        now, clicked = time.perf_counter(), self._clicked
        if clicked is None:
            return
        begin, _, earlier = clicked
        if len(self.window.canvas.positions) > earlier:  # it may have snapped to a place some pixels away
            self.taken.append(now - begin)
            self._clicked = None
            self._is_painted.set()
