"""Who works beside the window, and by which clock: threads, which let the window handle its events first (A4).

The messages between them are values, with a slot for the newest. Tests have a scheduler of their own, in which nothing
happens by itself.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Generic, Protocol, TypeAlias, TypeVar

from perceptron_gui.frozen import Frozen

if TYPE_CHECKING:
    from perceptron_gui.engine.run.snapshot import RunAnswer, Snapshot
    from perceptron_gui.session.document import Return, Travel
    from perceptron_gui.session.output.run_table import Page

FAR = 2**62
"""More visits, or seconds, than ever occur."""
LONGEST_WAIT = 0.02
"""Seconds a thread waits at most: events that never end must not stall it."""
SLICE_SECONDS = 0.0005
"""How long a thread works between two looks."""
SWITCH_SECONDS = SLICE_SECONDS
"""How long a thread keeps the interpreter that another one asks for, in place of Python's 5 ms. What numpy and the
compiled loop let go of many times in a snapshot is waited for as often: while a panel is drawn, each time so long."""
YIELD = 1e-5
"""Seconds a thread sleeps at least at every look; the system makes 0.06 ms of it."""


class PriorityGate:
    """Closed by the window while it handles events; working threads look between slices of work.

    A look is also when the window can get the interpreter. Python asks a busy thread for it only after a switch
    interval in which it was never let go; numpy lets it go for a moment in every call on 500 numbers or more,
    each of which begins that interval anew, and nobody wakes up in so short a moment. Without the sleep the window
    waited 0.1 to 2 s for a thread that trains on 1000 points.
    """

    def __init__(self) -> None:
        self._is_open = threading.Event()
        self._is_open.set()

    def close(self) -> None:
        """Begin to handle events."""
        if self._is_open.is_set():
            self._is_open.clear()

    def open(self) -> None:
        """Let the work go on: there is no event left."""
        self._is_open.set()

    def wait(self, longest: float = LONGEST_WAIT) -> None:
        """Yield the interpreter to the window, and wait, not long, while it handles events.

        Events that have not ended after `LONGEST_WAIT` hold nobody else.

        `longest`: seconds to wait at most.
        """
        time.sleep(YIELD)
        if not self._is_open.wait(min(longest, LONGEST_WAIT)) and longest >= LONGEST_WAIT:
            self._is_open.set()


Step = Callable[[], float]
"""A slice of work; returns the seconds until the next one, which comes sooner where somebody wakes the worker."""


class Worker(Protocol):
    """Takes steps, beginning when it is first woken."""

    def wake(self) -> None:
        """Let it take a step as soon as it can."""

    def stop(self, seconds: float = threading.TIMEOUT_MAX) -> None:
        """Let it take no more steps, and wait until the last one is over. `seconds`: the longest wait."""


class WorkerThread:
    """A worker in a thread of its own; what a step raises is told, and the next one taken when it is woken."""

    def __init__(self, step: Step, name: str) -> None:
        self._step = step
        self._calls: SimpleQueue[None] = SimpleQueue()
        self._is_over = False
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """See `Worker.wake`."""
        self._calls.put(None)

    def stop(self, seconds: float = threading.TIMEOUT_MAX) -> None:
        """See `Worker.stop`."""
        self._is_over = True
        self.wake()
        self._thread.join(seconds)

    def _work(self) -> None:
        wait = float(FAR)
        while True:
            self._rest(wait)
            if self._is_over:
                return
            try:
                wait = self._step()
            except Exception:
                threading.excepthook(threading.ExceptHookArgs((*sys.exc_info(), self._thread)))
                wait = FAR

    def _rest(self, seconds: float) -> None:
        """Sleep until woken, or for at most some seconds."""
        try:
            if seconds <= 0:
                self._calls.get_nowait()
            else:
                self._calls.get(timeout=min(seconds, threading.TIMEOUT_MAX))
        except Empty:
            pass


class Scheduler:
    """Has work done in threads. `gate`: where it waits while the window handles events.

    `clock`, `thread_clock`: seconds that pass, and that the thread which asks has worked.
    """

    def __init__(self) -> None:
        self.gate = PriorityGate()
        self.clock, self.thread_clock = time.perf_counter, time.thread_time

    def begin(self, step: Step, name: str) -> Worker:
        """Return a worker that takes steps beside the window."""
        return WorkerThread(step, name)


class Goal(Frozen):
    """How far to go without regard to the speed."""

    visit: int = FAR  # visits completed
    updates: int | None = None  # updates made, whichever comes first
    is_before: bool = False  # whether to go back to before the visit that made the last of these updates


class Pauses(Frozen):
    """Where play pauses by itself."""

    # at every mistake; at the end of every epoch
    mistake: bool = False
    epoch: bool = False
    point: int | None = None  # when this point is visited
    visit: int | None = None  # when so many visits are completed


class Failure(Frozen):
    """An exception in the thread: what the window shows once."""

    run_id: int  # the run that failed
    details: str  # the traceback, to copy; empty where memory did not suffice


WorkerMessage: TypeAlias = "Snapshot | Failure"
"""In the mailbox: of several messages only the newest counts."""
Answer: TypeAlias = "Page | RunAnswer | Return | Travel"
"""Answers to requests: each is delivered."""


Letter = TypeVar("Letter")

MOST_IN_VAIN = 2
"""How often the other thread comes in vain before it is called: to call it each time would leave a thread that is slow
with letters little time for anything else."""


class Mailbox(Generic[Letter]):
    """Holds the newest item from one thread until another takes it.

    `on_late`: called, in the thread that puts an item, where the other one came for it in vain, `MOST_IN_VAIN` times in
    a row.
    """

    def __init__(self) -> None:
        self.on_late: Callable[[], object] = lambda: None
        self._lock = threading.Lock()
        self._letter: Letter | None = None
        self._in_vain = 0

    def put(self, letter: Letter) -> None:
        """Leave an item; one that was not taken is replaced. `letter`: must not be changed any more."""
        with self._lock:
            self._letter, in_vain, self._in_vain = letter, self._in_vain, 0
        if in_vain >= MOST_IN_VAIN:
            self.on_late()

    def take(self) -> Letter | None:
        """Take the item out; None if there is none."""
        with self._lock:
            letter, self._letter = self._letter, None
            self._in_vain += letter is None
            return letter

    @property
    def is_empty(self) -> bool:
        """Whether the last letter was taken."""
        return self._letter is None
