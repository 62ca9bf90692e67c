"""Another window: a second process of the program."""

from __future__ import annotations

import sys

from PySide6.QtCore import QProcess


def open_window() -> None:
    """Open a second window, in a process of its own."""
    QProcess.startDetached(*own_command())


def own_command() -> tuple[str, list[str]]:
    """Return the program that starts another window, and its arguments; -P: no import from the current folder."""
    # A frozen program is no Python: it takes the arguments of perceptron-gui.
    return sys.executable, [] if getattr(sys, "frozen", False) else ["-P", "-m", "perceptron_gui"]
