"""What an exercise shows, as values: a question or what is said to an answer, and the run without its future."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.frozen import Frozen, replace

if TYPE_CHECKING:
    from perceptron_gui.session.exercises.grading import Way


NO_ANSWERS = ("", "")


class Tally(Frozen):
    """The score of one run."""

    # questions answered, and answered correctly
    asked: int = 0
    correct: int = 0

    def counting(self, is_correct: bool) -> Tally:
        """Return the tally with one more answer. `is_correct`: whether the answer was correct."""
        return Tally(self.asked + 1, self.correct + is_correct)

    @property
    def text(self) -> str:
        """The score as text; empty before the first answer."""
        return f"{self.correct} / {self.asked}" if self.asked else ""


class Prompt(Frozen):
    """What stands over the canvas."""

    text: str = ""  # the question, or what is said to an answer
    answers: tuple[str, str] = NO_ANSWERS  # what the keys 1 and 2 mean; empty for a key that means nothing
    question: StrEnum | None = None  # which question it is; None where nothing is asked
    point: int | None = None  # the point that is asked about
    # the question which way a weight vector moves, with the arrow and the truth as far as they are known
    way: Way | None = None
    takes_arrow: bool = False  # whether an arrow would be an answer
    tally: Tally = Tally()


def hide_future(snapshot: Snapshot) -> Snapshot:
    """Return what may be seen of a run while it asks: nothing of what comes after its cursor."""
    ticks = snapshot.ticks
    if ticks is not None and snapshot.span:
        known = (np.arange(len(ticks)) + 1) * snapshot.span <= snapshot.visit * len(ticks)
        ticks = np.where(known, ticks, 0)
    n_logged = min(snapshot.n_logged, snapshot.updates)
    hidden = replace(snapshot, losses=None, rivals=None, is_veiled=True)
    return replace(hidden, frontier=snapshot.visit, ticks=ticks, n_logged=n_logged)
