"""The plainest picture Qt can paint: a widget with 1000 circles, what our frames are measured against."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget

from tests.benchmarks.figures import median

CIRCLES = 1_000


class Circles(QWidget):
    """Paints circles on white."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__()
        self.resize(width, height)
        draw = random.Random(1)
        self._places = [QPointF(draw.uniform(0, width), draw.uniform(0, height)) for _ in range(CIRCLES)]

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor("white"))
        painter.setBrush(QColor("#0072b2"))
        for place in self._places:
            painter.drawEllipse(place, 4, 4)


def circles_seconds(width: int, height: int, frames: int = 40, clock: Callable[[], float] = time.perf_counter) -> float:
    """Return the median of the seconds a frame of circles takes, from asking for it to having it on the screen."""
    return median(painted(width, height, frames, clock))


def painted(
    width: int, height: int, frames: int, clock: Callable[[], float] = time.perf_counter, every: float = 0.0
) -> list[float]:
    """Return the seconds of each frame of circles, one after the other, or one `every` so many seconds.

    Painted 60 times a second a frame takes longer than in a row: a processor that has waited is slow to begin.
    """
    widget = Circles(width, height)
    widget.show()
    for _ in range(20):
        QApplication.processEvents()
        time.sleep(0.005)
    taken = []
    for _ in range(frames):
        due, begin = time.perf_counter() + every, clock()
        widget.repaint()
        taken.append(clock() - begin)
        QApplication.processEvents()
        time.sleep(max(due - time.perf_counter(), 0.0))
    widget.close()
    return taken
