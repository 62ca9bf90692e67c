"""Starts the window; without a screen, plays the opening example and saves a picture."""

from __future__ import annotations

import sys
import tempfile
import traceback
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from perceptron_gui.engine.samples import OPENING
from perceptron_gui.engine.settings import Mode, TrainingSettings
from perceptron_gui.files.fault_log import FaultLog
from perceptron_gui.files.preferences import Preferences, load_preferences
from perceptron_gui.gui.commands import Commands
from perceptron_gui.gui.ending import Ending
from perceptron_gui.gui.failure import versions
from perceptron_gui.gui.recovery import offer_kept
from perceptron_gui.gui.style import load_fonts
from perceptron_gui.gui.text import tr
from perceptron_gui.gui.theme import text_font
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.document import Document
from perceptron_gui.session.folders import state_folder

DEMO_PATIENCE_MS = 20_000


def make_application() -> QApplication:
    """Return Qt's application with our fonts and style."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        QGuiApplication.setHighDpiScaleFactorRoundingPolicy(Qt.HighDpiScaleFactorRoundingPolicy.PassThrough)
        app = QApplication(sys.argv[:1])
    app.setApplicationName("Perceptron Lab")
    app.setStyle("Fusion")
    load_fonts()
    app.setFont(text_font())
    return app


def opening_document() -> Document:
    """Return a good example, ready to play."""
    return Document(OPENING.make(), TrainingSettings(), OPENING.title, f"example {OPENING.name}")


def make_window(preferences: Preferences, path: str | None = None) -> tuple[MainWindow, Commands]:
    """Return a window on `path`, or on the opening example."""
    window = MainWindow(opening_document(), preferences)
    commands = Commands(window)
    if path is not None:
        window.ready.connect(lambda: commands.filing.open_path(Path(path)))
    return window, commands


def run_window(path: str | None, demo: bool) -> int:
    """Show the window and return the exit code when it is closed.

    Parameters
    ----------
    path : str or None
        A points file to open.
    demo : bool
        Play without a screen, save a picture, print its path and the result.
    """
    faults = FaultLog(state_folder(), versions())
    reports = faults.open()
    try:
        code = _show_window(path, demo, reports)
    except Exception:
        # Installed as a program there may be no terminal to read this on.
        faults.write(traceback.format_exc())
        raise
    finally:
        faults.close()
    return code


def _show_window(path: str | None, demo: bool, reports: Sequence[str]) -> int:
    app = make_application()
    window, commands = make_window(Preferences() if demo else load_preferences(), path)
    ending = Ending(window, commands.filing)
    window.failures.install()
    if demo:
        player = Demo(window)
        window.ready.connect(player.begin)
    else:
        window.ready.connect(lambda: window.failures.show_earlier(reports))
        window.ready.connect(lambda: offer_kept(window, commands.filing))
    window.show_fitting()
    return ending.code(app.exec())


class Demo:
    """Plays in each mode to the end, prints what came out, and saves a picture."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._modes = list(Mode)
        self._timer = QTimer(window)
        self._timer.setInterval(50)
        self._timer.timeout.connect(self._look)
        self._patience = DEMO_PATIENCE_MS // 50

    def begin(self) -> None:
        """Start with the first mode, when the document is there."""
        QTimer.singleShot(0, self._next)
        self._timer.start()

    def _next(self) -> None:
        lab = self._window.lab
        lab.change_settings(tr("mode"), mode=self._modes[0])
        self._window.actions_by_id["run.end"].trigger()

    def _look(self) -> None:
        snapshot = self._window.lab.snapshot
        self._patience -= 1
        is_done = snapshot is not None and snapshot.settings.mode is self._modes[0] and snapshot.stop is not None
        if self._patience < 0 and not is_done:
            self._finish(1)
        elif is_done and snapshot is not None:
            print(
                f"{snapshot.settings.mode}: {snapshot.stop}, {snapshot.mistakes} mistakes, {snapshot.visit} visits, "
                f"{snapshot.n_errors} errors left"
            )
            self._modes.pop(0)
            if self._modes:
                self._next()
            else:
                self._finish(0)

    def _finish(self, code: int) -> None:
        self._timer.stop()
        path = Path(tempfile.mkdtemp(prefix="perceptron-lab-")) / "window.png"
        self._window.grab().save(str(path))
        print(f"picture: {path}")
        self._window.close()
        QApplication.exit(code)
