"""Closes windows without questions, and lets go of all that was theirs."""

from __future__ import annotations

import gc
from functools import cache

from PySide6.QtCore import QCoreApplication, QEvent

from perceptron_gui.gui.commands.commands import Commands
from perceptron_gui.gui.window import MainWindow


def close(window: MainWindow, commands: Commands) -> None:
    """Close a window, whatever is unsaved."""
    commands.filing.may_close = lambda: True  # type: ignore[method-assign]
    window.close()


@cache
def freeze_what_stays() -> None:
    """Set aside what the first window has brought in for good: nobody need look at it again."""
    gc.collect()
    gc.freeze()


def let_go() -> None:
    """Destroy the windows that were closed, here and now, and all of what was theirs.

    Parts of a window refer to each other. Python would collect them at some time, be it while Qt connects or
    disconnects a signal; Qt holds a lock then that the end of an object may need, and the process would hang.
    """
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    freeze_what_stays()
    gc.collect()
