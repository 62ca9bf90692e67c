"""A monkey at the real window: it can do each act, whatever is on the screen."""

from __future__ import annotations

import gc
import time
import traceback
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from perceptron_gui.files.program.preferences import load_preferences
from perceptron_gui.gui.app import commands_of, make_application, make_window
from perceptron_gui.gui.garbage import GarbageCollector
from tests.gui.monkey.acts import Act
from tests.gui.monkey.canvas_acts import CanvasActs
from tests.gui.monkey.valet import Valet
from tests.gui.monkey.watch import Watch
from tests.gui.monkey.window_acts import WindowActs

PATIENCE = 20.0
"""Seconds until a window has to be there."""


class Monkey:
    """Plays acts on one window after the other, should it close one.

    Parameters
    ----------
    folder : Path
        Where its files go.
    """

    def __init__(self, folder: Path) -> None:
        self.app = make_application()
        self.app.setQuitOnLastWindowClosed(False)
        self.watch = Watch()
        self.valet = Valet(folder)
        self._device = QTest.createTouchDevice()
        self._placed_before = 0
        self._canvas: CanvasActs | None = None
        self._open()
        self._garbage = GarbageCollector(self.app)  # as the program does
        self._garbage.set_aside()

    def _open(self) -> None:
        self.watch.is_on = False  # to start is allowed to take its time
        gc.unfreeze()  # what was set aside was of the window before
        self.window = make_window(load_preferences())
        ready: list[bool] = []
        self.window.ready.connect(lambda: ready.append(True))
        self.window.controller.failed.connect(
            lambda details: self.watch.faults.append(f"in the training thread: {details}")
        )
        self.window.show()
        self.window.activateWindow()
        end = time.monotonic() + PATIENCE
        while (not ready or self.window.controller.snapshot is None) and time.monotonic() < end:
            QTest.qWait(10)
        canvas = CanvasActs(self.window, self.valet, self._device)
        self._placed_before = self.placed
        self._canvas = canvas
        self._hands = (canvas, WindowActs(canvas, commands_of(self.window)))
        self.watch.beat()
        self.watch.is_on = True

    def close(self) -> list[str]:
        """Close the window, whatever is unsaved; return what was wrong."""
        self.watch.faults.clear()
        try:
            if isValid(self.window):
                self.valet.close_dialogs()
                self.window.controller.history.mark_saved()
                self.window.close()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        except Exception:
            self.watch.faults.append(traceback.format_exc())
        return self.watch.faults

    @property
    def placed(self) -> int:
        """Points that clicks on the plane have placed."""
        return self._placed_before + (self._canvas.placed if self._canvas is not None else 0)

    def rest(self) -> None:
        """Let go of all that a window at rest lets go of, and of what was copied."""
        QApplication.clipboard().clear()
        gc.collect()
        self._garbage.heap.give_back(0.0)

    def play(self, act: Act) -> list[str]:
        """Do an act; return what was wrong."""
        self.watch.beat()
        self.watch.faults.clear()
        self.valet.note_act()
        try:
            self._deed(act.kind)(*act.values)
        except Exception:
            self.watch.faults.append(traceback.format_exc())
        for _ in range(3):
            QApplication.processEvents()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        self._garbage.collect()
        self.watch.beat()
        if not isValid(self.window) or not self.window.isVisible():
            self._open()
        return [*self.watch.faults, *self._untrue()]

    def _deed(self, kind: str) -> Callable[..., None]:
        name = f"do_{kind}"
        (hands,) = (hands for hands in self._hands if hasattr(hands, name))
        deed: Callable[..., None] = getattr(hands, name)
        return deed

    def _untrue(self) -> list[str]:
        """Return what should hold after every act and does not."""
        gestures, dataset = self.window.gestures, self.window.controller.document.dataset
        wrong = []
        if any(not 0 <= i < dataset.n_samples for i in gestures.selected):
            wrong.append(f"selected {gestures.selected} of {dataset.n_samples} points")
        if not gestures.is_busy and len(self.window.canvas.positions) != dataset.n_samples:
            wrong.append(f"{len(self.window.canvas.positions)} points are drawn, there are {dataset.n_samples}")
        if self.window.failures.dialog is not None:
            wrong.append("the window tells of a fault of the program")
        return wrong
