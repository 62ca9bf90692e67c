"""Runs the window on the screen of its environment and prints its state, a line whenever it changes.

Started by tests/gui/whole_window/test_xserver.py.
"""

from __future__ import annotations

import json
import sys
import threading

from PySide6.QtCore import QTimer

from perceptron_gui.files.program.preferences import Preferences
from perceptron_gui.gui.app import make_application, make_window
from perceptron_gui.gui.window import MainWindow

LOOK_MS = 20


class Teller:
    """Prints what the window is like."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._told = ""
        self._timer = QTimer(window)
        self._timer.timeout.connect(self._look)
        self._timer.start(LOOK_MS)

    def _look(self) -> None:
        window, snapshot = self._window, self._window.controller.snapshot
        state = {
            "id": int(window.winId()),
            "visit": snapshot.visit if snapshot is not None else -1,
            "is_playing": snapshot is not None and snapshot.is_playing,
            "is_active": window.isActiveWindow(),
            "is_minimised": window.isMinimized(),
            "size": [window.width(), window.height()],
        }
        line = json.dumps(state)
        if line != self._told:
            self._told = line
            print(line, flush=True)


def main() -> int:
    """Show the window until it is closed; then say which threads are left."""
    app = make_application()
    window = make_window(Preferences())
    tellers: list[Teller] = []
    window.ready.connect(lambda: tellers.append(Teller(window)))
    window.show()
    code = app.exec()
    left = [t.name for t in threading.enumerate() if t is not threading.main_thread()]
    print(json.dumps({"is_closed": True, "threads": left}), flush=True)
    return code


if __name__ == "__main__":
    sys.exit(main())
