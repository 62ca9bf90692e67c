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
    widget = Circles(width, height)
    widget.show()
    for _ in range(20):
        QApplication.processEvents()
        time.sleep(0.005)
    taken = []
    for _ in range(frames):
        begin = clock()
        widget.repaint()
        taken.append(clock() - begin)
        QApplication.processEvents()
    widget.close()
    return median(taken)
