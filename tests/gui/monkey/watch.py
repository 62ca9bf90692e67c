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
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FrameType, TracebackType
from typing import NamedTuple

from PySide6.QtCore import QMessageLogContext, QObject, QTimer, QtMsgType, qInstallMessageHandler

from perceptron_gui.session.worker import background

LONGEST = 1.0
"""Seconds that the window may leave events unanswered, beside those in which the machine did something else."""
BEAT_MS = 50
TASKS = Path("/proc/self/task")
IGNORED = ("This plugin does not support",)
"""What Qt's offscreen screen says of itself."""


class Spent(NamedTuple):
    """Seconds that a thread has computed, and those in which it could have and others had the processor."""

    computed: float
    starved: float


def spent() -> dict[int, Spent]:
    """Return what each thread of this process has spent, by its number of the system; nothing where Linux is not."""
    found = {}
    for task in TASKS.glob("*/schedstat"):
        try:
            computed, starved, _ = task.read_text().split()
        except (OSError, ValueError):  # it has just ended
            continue
        found[int(task.parent.name)] = Spent(int(computed) / 1e9, int(starved) / 1e9)
    return found


def stolen() -> float:
    """Return the seconds in which the host of this machine gave its processors to others."""
    try:
        with open("/proc/stat") as lines:
            return int(lines.readline().split()[8]) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return 0.0


class Stretch:
    """How long the window has not answered by its own doing: it computed, or waited for what did not starve.

    That others took the processor is no fault of it. A wait is excused as long as any thread of the process starved,
    whoever held what was waited for; where the system does not tell (all but Linux) every second counts.
    """

    def __init__(self, main: int, watchdog: int) -> None:
        self._main, self._watchdog = main, watchdog
        self._clock, self._stolen = time.monotonic(), stolen()
        self._first = self._last = spent()

    def own_seconds(self, longest: float) -> float:
        """Return the seconds so far; 0 where no more than `longest` have passed at all: it takes time to tell whose."""
        if time.monotonic() - self._clock <= longest:
            return 0.0
        self._last = {**self._last, **spent()}  # who has ended since is not forgotten
        passed = {task: self._since(task, self._first) for task in self._last if task != self._watchdog}
        computed = passed[self._main].computed if self._main in passed else 0.0
        starved = sum(each.starved for each in passed.values()) + stolen() - self._stolen
        return computed + max(time.monotonic() - self._clock - computed - starved, 0.0)

    def _since(self, task: int, first: Mapping[int, Spent]) -> Spent:
        then, now = first.get(task, Spent(0.0, 0.0)), self._last[task]
        return Spent(now.computed - then.computed, now.starved - then.starved)


def hear_faults(faults: list[str], put: Callable[[object, str, object], None] = setattr) -> None:
    """Collect exceptions that work in the background met, and that nobody expected. `put`: as `setattr`."""
    words_of_fault = background.words_of_fault

    def heard(error: Exception) -> str:
        faults.append("".join(traceback.format_exception(error)[-12:]))
        return words_of_fault(error)

    put(background, "words_of_fault", heard)


class Watch(QObject):
    """Collects faults; the first one of an act is what counts.

    Parameters
    ----------
    longest : float
        Seconds that the window may leave events unanswered by its own doing; infinite: nobody looks how many they are.

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
        self._told: Stretch | None = None
        self._thread = threading.Thread(target=self._look, name="watchdog", daemon=True)
        self._stretch = self._begin()
        sys.excepthook = self._on_exception
        threading.excepthook = lambda args: self._on_exception(args.exc_type, args.exc_value, args.exc_traceback)
        sys.unraisablehook = lambda args: self._on_exception(args.exc_type, args.exc_value, args.exc_traceback)
        hear_faults(self.faults)
        warnings.simplefilter("always")
        warnings.showwarning = self._on_warning
        qInstallMessageHandler(self._on_message)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.beat)
        if longest != float("inf"):
            self._timer.start(BEAT_MS)
            self._thread.start()

    def beat(self) -> None:
        """Note that the window answers."""
        if seconds := self._blocked(self._stretch):
            self._fault(f"blocked for {seconds:.1f} s")
        self._stretch = self._begin()

    def _blocked(self, stretch: Stretch) -> float:
        """Return the seconds of a stretch that is too long and was not told of, or 0."""
        seconds = stretch.own_seconds(self._longest) if self.is_on and self._told is not stretch else 0.0
        return seconds if seconds > self._longest else 0.0

    def _begin(self) -> Stretch:
        return Stretch(threading.main_thread().native_id or 0, self._thread.native_id or 0)

    def _look(self) -> None:
        """Tell where the window stands while it does not answer."""
        while True:
            time.sleep(0.1)
            stretch = self._stretch
            if seconds := self._blocked(stretch):
                self._told = stretch
                frame: FrameType | None = sys._current_frames().get(self._main)
                stack = "".join(traceback.format_stack(frame)[-6:]) if frame is not None else ""
                self._fault(f"blocked for more than {seconds:.1f} s\n{stack}")

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
