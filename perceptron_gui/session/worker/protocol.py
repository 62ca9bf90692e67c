"""What the window and the training thread tell each other, as values (A2, A3)."""

from __future__ import annotations

from dataclasses import dataclass

from perceptron_gui.engine.run.curves import Curves
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.session.run_table import Page

FAR = 2**62
"""More visits, or seconds, than anybody waits for."""


@dataclass(frozen=True)
class Goal:
    """How far to go without regard to the speed.

    Attributes
    ----------
    visit : int
        Visits completed.
    updates : int or None
        Updates made, whichever comes first.
    is_before : bool
        Whether to stand before the visit that made the last of these updates.
    """

    visit: int = FAR
    updates: int | None = None
    is_before: bool = False


@dataclass(frozen=True)
class Pauses:
    """Where play pauses by itself.

    Attributes
    ----------
    mistake, epoch : bool
        At every mistake; at the end of every epoch.
    point : int or None
        When this point is visited.
    visit : int or None
        When so many visits are completed.
    """

    mistake: bool = False
    epoch: bool = False
    point: int | None = None
    visit: int | None = None


@dataclass(frozen=True)
class Failure:
    """An exception in the thread: what the window shows once.

    Attributes
    ----------
    run_id : int
        The run that was given up.
    details : str
        The traceback, to copy.
    """

    run_id: int
    details: str


WorkerMessage = Snapshot | Failure
"""What the mailbox holds: of several the newest is enough."""
Answer = Page | Curves
"""What was asked for: each is delivered."""
