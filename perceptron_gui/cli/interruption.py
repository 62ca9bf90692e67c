"""Signals that end a command (C7): what is half-written is removed, and the exit code says which signal it was."""

import signal
import threading
from collections.abc import Callable, Mapping
from types import FrameType, TracebackType

from perceptron_gui.cli.command_registry import INTERRUPTED

SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""Ctrl-C, the end that the system asks for, and that of the terminal."""
Handler = Callable[[int, FrameType | None], object]
MOST_UNHEARD = 3
"""After so many signals the command hangs, and the system's own way is left."""


def _heard() -> dict[int, Handler | int | None]:
    """Return what the signals do now; nothing outside of the main thread, which alone hears them.

    What is ignored stays ignored: nohup and the shell's & mean it.
    """
    if threading.current_thread() is not threading.main_thread():
        return {}
    return {each: signal.getsignal(each) for each in SIGNALS if signal.getsignal(each) is not signal.SIG_IGN}


def _handle(handlers: Mapping[int, Handler | int | None]) -> None:
    """Let each signal do what its handler says."""
    for number, handler in handlers.items():
        signal.signal(number, handler)


class EndingSignals:
    """Lets every signal of a block raise `KeyboardInterrupt`, as Ctrl-C does. `code`: the exit code after one."""

    def __init__(self) -> None:
        self.code = INTERRUPTED
        self._count = 0
        self._before: dict[int, Handler | int | None] = {}

    def __enter__(self) -> "EndingSignals":
        self._before = {each: handler for each, handler in _heard().items() if handler is signal.SIG_DFL}
        _handle(dict.fromkeys(self._before, self._end))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        _handle(self._before)

    def _end(self, number: int, frame: FrameType | None) -> None:
        """End the block at the first signal; the next one comes while it tidies up."""
        self._count += 1
        if self._count == 1:
            self.code = 128 + number
            raise KeyboardInterrupt
        if self._count == MOST_UNHEARD:
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)


class HeldSignals:
    """Holds signals back while Qt loads and paints, until the block asks for them or ends.

    An exception in the middle of painting would make Qt crash at the program's end.
    """

    def __init__(self) -> None:
        self._come: int | None = None
        self._before: dict[int, Handler] = {}

    def __enter__(self) -> "HeldSignals":
        self._before = {each: handler for each, handler in _heard().items() if callable(handler)}
        _handle(dict.fromkeys(self._before, self._take))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        _handle(self._before)
        if kind is None:
            self.let_through()

    def _take(self, number: int, frame: FrameType | None) -> None:
        self._come = number

    def let_through(self) -> bool:
        """Raise `KeyboardInterrupt` if a signal has come, where no painter is at work; else return False."""
        if self._come is not None:
            self._before[self._come](self._come, None)
        return False
