"""What passes between two threads: the messages of window and training as values, and the slot for the newest."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from perceptron_gui.frozen import Frozen
from perceptron_gui.session.worker.scheduler import FAR

if TYPE_CHECKING:
    from perceptron_gui.engine.run.snapshot import RunAnswer, Snapshot
    from perceptron_gui.session.output.run_table import Page
    from perceptron_gui.session.saved.place import Return


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
    details: str  # the traceback, to copy


WorkerMessage: TypeAlias = "Snapshot | Failure"
"""In the mailbox: of several messages only the newest counts."""
Answer: TypeAlias = "Page | RunAnswer | Return"
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
