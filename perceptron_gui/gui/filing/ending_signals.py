"""The system ends the program: a signal, or the end of the desktop's session.

A signal closes the window as its button does, with the question about unsaved points; a second one ends at once.
"""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QSocketNotifier, QTimer
from PySide6.QtGui import QSessionManager
from PySide6.QtWidgets import QApplication

from perceptron_gui.gui.override_guard import telling
from perceptron_gui.gui.window import MainWindow

if TYPE_CHECKING:
    from perceptron_gui.gui.filing.file_commands import FileCommands

SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
MOST_UNHEARD = 3
"""After so many signals without an answer the window hangs, and the system's own way is left."""


class SignalWatch:
    """Hears signals while Qt's event loop runs.

    Python handles a signal only between two steps of Python, and none are made while Qt waits: the byte that the
    system writes into a socket wakes Qt up.

    `on_signal`: is called with the number of the signal, from the event loop.
    """

    def __init__(self, on_signal: Callable[[int], None]) -> None:
        self._on_signal = on_signal
        self._unheard = 0
        self._inlet, self._outlet = socket.socketpair()
        for end in (self._inlet, self._outlet):
            end.setblocking(False)
        self._notifier = QSocketNotifier(self._outlet.fileno(), QSocketNotifier.Type.Read)
        self._notifier.activated.connect(self._on_byte)
        # What is ignored stays ignored: nohup and the shell's & mean it.
        heard = [number for number in SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
        self._before = {number: signal.signal(number, self._note) for number in heard}
        self._wakeup_before = signal.set_wakeup_fd(self._inlet.fileno(), warn_on_full_buffer=False)

    def stop(self) -> None:
        """Give the signals back."""
        signal.set_wakeup_fd(self._wakeup_before)
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._notifier.setEnabled(False)
        self._inlet.close()
        self._outlet.close()

    def _note(self, number: int, frame: object) -> None:
        self._unheard += 1
        if self._unheard >= MOST_UNHEARD:
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)

    def _on_byte(self) -> None:
        numbers = self._outlet.recv(64)
        self._unheard = 0
        # Later: a question opens a loop of its own, in which the next signal must be heard.
        QTimer.singleShot(0, telling(lambda: [self._on_signal(each) for each in numbers if each in self._before]))


class EndingSignals:
    """Ends a window when the system asks for it by a signal, and keeps what is unsaved when the desktop's session ends.

    `filing`: asks about unsaved points; None before there can be any.
    """

    def __init__(self, window: MainWindow, filing: FileCommands | None = None) -> None:
        self._window = window
        self.filing = filing
        self._code: int | None = None
        self._is_there = True
        window.destroyed.connect(self._on_destroyed)
        self._watch = SignalWatch(self.on_signal)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self._app = app
        self._app.commitDataRequest.connect(self.on_session_end)

    def on_session_end(self, manager: QSessionManager | None = None) -> None:
        """Keep what is unsaved: the desktop waits for it, and may end the program after it without a word.

        `manager`: could be asked to wait for an answer; nobody is asked, since nothing is lost.
        """
        if self._is_there and self._window.has_canvas and self.filing is not None:
            self.filing.keeper.keep_now()

    def on_signal(self, number: int) -> None:
        """Close the window with its question; if it is asked already, leave with a copy of what is unsaved.

        `number`: number of the signal.
        """
        if not self._is_there:
            return  # it is closed already
        if not self._window.has_canvas or self.filing is None:
            self._window.ready.connect(lambda: self.on_signal(number))
        elif self.filing.is_asking:
            self.filing.is_forced, self._code = True, 128 + number
            QApplication.exit(self._code)
        else:
            self.filing.keeper.keep_soon()  # who sent it may not wait for an answer
            self._window.close()

    def code(self, code: int) -> int:
        """Close what is still open after the event loop has ended, and return the exit code.

        `code`: exit code of the event loop.
        """
        if self._is_there and self._window.isVisible():
            if self.filing is not None:
                self.filing.is_forced = True  # a question would be answered by nobody
            self._window.close()
        self._app.commitDataRequest.disconnect(self.on_session_end)
        self._watch.stop()
        return code if self._code is None else self._code

    def _on_destroyed(self) -> None:
        self._is_there = False
