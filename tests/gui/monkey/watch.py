"""Sees what goes wrong while a monkey plays: exceptions, warnings, complaints of Qt, a window that does not answer.

An honest fault is one that hands at the window could bring about. What Qt's test library says of the monkey's own hand,
as in "Mouse event occurs outside target window", is a fault of an act, which did what no hand can: it is told like any
other, and the act is mended. It is not passed over here, since the same words would hide an act that never arrives.
"""

from __future__ import annotations

import os
import sys
import threading
import time
import traceback
import warnings
from types import FrameType, TracebackType

from PySide6.QtCore import QMessageLogContext, QObject, QTimer, QtMsgType, qInstallMessageHandler

LONGEST = 1.0
"""Seconds that the window may leave events unanswered, on a machine with nothing else to do."""
BEAT_MS = 20
IGNORED = ("This plugin does not support",)
"""What Qt's offscreen screen says of itself."""


class Watch(QObject):
    """Collects faults; the first one of an act is what counts.

    Parameters
    ----------
    longest : float
        Seconds that the window may leave events unanswered.

    Attributes
    ----------
    faults : list of str
    """

    def __init__(self, longest: float = LONGEST) -> None:
        super().__init__()
        self._longest = longest
        self.faults: list[str] = []
        self.is_on = True
        self._main = threading.main_thread().ident or 0
        self._beat = time.monotonic()
        self._told = 0.0
        sys.excepthook = self._on_exception
        threading.excepthook = lambda args: self._on_exception(args.exc_type, args.exc_value, args.exc_traceback)
        sys.unraisablehook = lambda args: self._on_exception(args.exc_type, args.exc_value, args.exc_traceback)
        warnings.simplefilter("always")
        warnings.showwarning = self._on_warning
        qInstallMessageHandler(self._on_message)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.beat)
        self._timer.start(BEAT_MS)
        self._thread = threading.Thread(target=self._look, name="watchdog", daemon=True)
        self._thread.start()

    def beat(self) -> None:
        """Note that the window answers."""
        gap = time.monotonic() - self._beat
        if gap > self.limit and self.is_on and self._told < self._beat:
            self._fault(f"blocked for {gap:.1f} s")
        self._beat = time.monotonic()

    @property
    def limit(self) -> float:
        """Seconds that are too long: more on a machine on which others work, too."""
        return self._longest * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))

    def _look(self) -> None:
        """Tell where the window stands while it does not answer."""
        while True:
            time.sleep(0.1)
            since = time.monotonic() - self._beat
            if since > self.limit and self.is_on and self._told < self._beat:
                self._told = time.monotonic()
                frame: FrameType | None = sys._current_frames().get(self._main)
                stack = "".join(traceback.format_stack(frame)[-6:]) if frame is not None else ""
                self._fault(f"blocked for more than {since:.1f} s\n{stack}")

    def _fault(self, text: str) -> None:
        self.faults.append(text)

    def _on_exception(
        self, kind: type[BaseException], error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None and kind is not KeyboardInterrupt:
            self._fault("".join(traceback.format_exception(kind, error, trace)[-12:]))

    def _on_warning(self, message: object, category: type[Warning], filename: str, line: int, *_: object) -> None:
        if self.is_on:
            self._fault(f"{category.__name__}: {message} ({filename}:{line})")

    def _on_message(self, kind: QtMsgType, _: QMessageLogContext, text: str) -> None:
        is_bad = kind in (QtMsgType.QtWarningMsg, QtMsgType.QtCriticalMsg, QtMsgType.QtFatalMsg)
        if is_bad and not text.startswith(IGNORED):
            self._fault(f"Qt: {text}")
