"""Where the window is: restored from the last start, inside the screens that exist (G8)."""

import math

from PySide6.QtCore import QByteArray, QRect, QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMainWindow, QWidget

from perceptron_gui.files.program.preferences import Preferences

USUAL_SIZE = QSize(1280, 800)
FRAME = QSize(16, 48)
"""The most pixels that edges and a title bar take."""
SMALLEST = QSize(960, 600)
LARGE = 0.75
"""How much of a large screen the first window takes."""
BESIDE = QSize(64, 64)
"""Pixels of a screen that a window before the first one leaves free."""


def resize_within_screen(window: QWidget, size: QSize) -> None:
    """Give a dialog its first size, or what a small screen has room for."""
    window.resize(size.boundedTo(window.screen().availableSize() - BESIDE))


def least_size(room: QSize) -> QSize:
    """Return the least size of a window without its frame; with its frame it fits the screen.

    `room`: available size of the screen in pixels.
    """
    return SMALLEST.boundedTo(room - FRAME)


def first_size(room: QSize) -> QSize:
    """Return the size of the first window of all: three quarters of a large screen.

    `room`: available size of the screen in pixels.
    """
    return USUAL_SIZE.expandedTo(room * math.sqrt(LARGE))


class Placement:
    """Restores a window, and keeps it in view.

    `window`: has not been shown.
    """

    def __init__(self, window: QMainWindow) -> None:
        self._window = window
        self._has_place = self._is_shown = False
        room = window.screen().availableGeometry().size()
        window.setMinimumSize(least_size(room))
        window.resize(first_size(room))

    def restore(self, preferences: Preferences) -> None:
        """Put the window where it was; damaged settings are ignored."""
        self._has_place = self._window.restoreGeometry(_bytes(preferences.geometry))

    def show(self) -> None:
        """Show the window where it was, or as large as a small screen lets it be."""
        self._is_shown = True
        room = self._window.screen().availableGeometry().size()
        wanted = self._window.size() + FRAME
        if not self._has_place and wanted.boundedTo(room) != wanted:
            self._window.showMaximized()
        else:
            self._window.show()

    def keep_in_view(self) -> None:
        """Move and shrink the window that `show` has shown, until all of it, with its frame, is on a screen."""
        window = self._window
        if not self._is_shown or window.isMaximized() or window.isFullScreen():
            return
        screen = QGuiApplication.screenAt(window.frameGeometry().center()) or window.screen()
        room, frame = screen.availableGeometry(), window.frameGeometry()
        if not room.contains(frame):
            around = frame.size() - window.size()
            window.resize(window.size().boundedTo(room.size() - around))
            window.move(_inside(QRect(frame.topLeft(), window.size() + around), room).topLeft())


def _inside(box: QRect, room: QRect) -> QRect:
    """Return `box` moved into `room`; its top left corner is inside in any case."""
    box.moveRight(min(box.right(), room.right()))
    box.moveBottom(min(box.bottom(), room.bottom()))
    box.moveLeft(max(box.left(), room.left()))
    box.moveTop(max(box.top(), room.top()))
    return box


def _bytes(digits: str) -> QByteArray:
    """Return what hexadecimal digits stand for; nothing where they are damaged."""
    try:
        return QByteArray(bytes.fromhex(digits))
    except ValueError:
        return QByteArray()
