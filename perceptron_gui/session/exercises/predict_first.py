"""Predict first: right or wrong, and which way w will move; the answers are counted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from perceptron_gui.engine.data.settings import Order
from perceptron_gui.engine.run.snapshot import Snapshot


class Question(StrEnum):
    """What is asked."""

    RIGHT_OR_WRONG = "right_or_wrong"
    WHICH_WAY = "which_way"


@dataclass(frozen=True)
class Quiz:
    """The score of one run, and what is being asked.

    Attributes
    ----------
    question : Question or None
    asked, correct : int
        Questions answered, and answered correctly.
    """

    question: Question | None = None
    asked: int = 0
    correct: int = 0

    def ask(self, question: Question | None) -> Quiz:
        """Return the quiz with another question.

        Parameters
        ----------
        question : Question or None
            None asks nothing.
        """
        return replace(self, question=question)

    def answer(self, is_correct: bool) -> Quiz:
        """Return the quiz with the question answered and counted.

        Parameters
        ----------
        is_correct : bool
            Whether the answer was correct.
        """
        return Quiz(None, self.asked + 1, self.correct + is_correct)

    @property
    def score_text(self) -> str:
        """The score as text, shown beside the question."""
        return f"{self.correct} / {self.asked}" if self.asked else ""


def veiled(snapshot: Snapshot) -> Snapshot:
    """Return what may be seen of a run while it asks: nothing of what comes after its cursor.

    Parameters
    ----------
    snapshot : Snapshot
    """
    ticks = snapshot.ticks
    if ticks is not None and snapshot.span:
        known = (np.arange(len(ticks)) + 1) * snapshot.span <= snapshot.visit * len(ticks)
        ticks = np.where(known, ticks, 0)
    n_logged = min(snapshot.n_logged, snapshot.updates)
    return replace(snapshot, frontier=snapshot.visit, ticks=ticks, n_logged=n_logged, losses=None, is_veiled=True)


def ends_pass(snapshot: Snapshot) -> bool:
    """Whether the next visit is the last of its pass; never in random order, which has none.

    Parameters
    ----------
    snapshot : Snapshot
    """
    part = next(part for part in reversed(snapshot.passes) if part.visit <= snapshot.visit)
    return bool(part.size) and (snapshot.visit + 1 - part.visit) % part.size == 0


def will_update(snapshot: Snapshot) -> bool:
    """Whether the next visit changes the parameters: an error that is visited is a mistake.

    Parameters
    ----------
    snapshot : Snapshot
    """
    if snapshot.upcoming is None:
        return False
    if snapshot.settings.order is Order.BATCH:
        return ends_pass(snapshot) and bool(snapshot.errors[snapshot.learned :].any())
    return bool(snapshot.errors[snapshot.upcoming])
