"""Messages between the window and the training thread, as values (A2, A3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from perceptron_gui.frozen import Frozen

if TYPE_CHECKING:  # the frame of the window is painted before runs are imported (A9)
    from perceptron_gui.engine.run.cursor_average import Average
    from perceptron_gui.engine.run.curves import Curves
    from perceptron_gui.engine.run.mistake_states import MistakeStates
    from perceptron_gui.engine.run.pocket import Pocket
    from perceptron_gui.engine.run.snapshot import Snapshot
    from perceptron_gui.engine.run.voters import Vote
    from perceptron_gui.engine.run.weight_path import WeightPath
    from perceptron_gui.session.run_table import Page
    from perceptron_gui.session.saved.place import Return

FAR = 2**62
"""More visits, or seconds, than ever occur."""


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
Answer: TypeAlias = "Page | Curves | MistakeStates | WeightPath | Pocket | Average | Vote | Return"
"""Answers to requests: each is delivered."""
