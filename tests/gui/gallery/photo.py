"""What a screen shows where our windows are."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtGui import QGuiApplication, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

FRAME_MS = 30
"""Until the X server has drawn what was painted."""


def photo() -> QPixmap:
    """Return a picture of the screen, as large as our windows with what is open before them."""
    shown = [w for w in QApplication.topLevelWidgets() if w.isVisible() and w.windowHandle() is not None]
    for widget in shown:
        widget.repaint()
    QTest.qWait(FRAME_MS)
    box = QRect()
    for widget in shown:
        box = box.united(widget.frameGeometry())
    screen = QGuiApplication.primaryScreen()
    box = box.intersected(screen.geometry())
    return screen.grabWindow(0, box.x(), box.y(), box.width(), box.height())
